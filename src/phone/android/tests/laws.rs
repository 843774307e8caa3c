//! What holds for every page and after any input.

use proptest::prelude::*;
use rstest::rstest;

use super::*;

#[rstest]
fn every_link_leads_somewhere_and_every_fact_shown_exists(#[values(Look::Android15, Look::Android11)] look: Look) {
    use crate::phone::act::Act;
    use crate::phone::page::Rows;
    use crate::phone::row::Kind;
    let hand = Hand::with(Options { look, ..Options::default() });
    let known = |id: &str| hand.phone.pages.iter().any(|page| page.id == id.split('?').next().unwrap());
    for app in &hand.phone.apps {
        assert!(app.start.iter().all(|page| known(page)), "{} starts with nothing", app.label);
        assert!(app.activities.iter().all(|(_, page)| known(page)), "an activity of {} shows nothing", app.label);
    }
    for page in &hand.phone.pages {
        assert_eq!(
            hand.phone.pages.iter().filter(|other| other.id == page.id).count(),
            1,
            "{} is there twice",
            page.id
        );
        let Rows::Fixed(rows) = &page.rows else { continue };
        for row in rows {
            if let Kind::Link(Act::Go(to)) | Kind::TwoTarget(_, Act::Go(to)) = &row.kind {
                assert!(known(to), "{} leads to {to}", page.id);
            }
            if let Kind::Switch(key)
            | Kind::TwoTarget(key, _)
            | Kind::Bar(key)
            | Kind::Radio(key, _)
            | Kind::Choice(key, _)
            | Kind::Slider(key, ..) = &row.kind
            {
                assert!(hand.phone.value(key).is_some(), "{} shows {key}", page.id);
            }
        }
    }
}

#[rstest]
fn every_page_of_settings_is_reached_by_links(#[values(Look::Android15, Look::Android11)] look: Look) {
    use crate::phone::act::Act;
    use crate::phone::page::Rows;
    use crate::phone::row::Kind;
    let hand = Hand::with(Options { look, ..Options::default() });
    let leads = |id: &str| {
        hand.phone.pages.iter().any(|page| match &page.rows {
            Rows::Fixed(rows) => rows.iter().any(|row| match &row.kind {
                Kind::Link(Act::Go(to)) | Kind::TwoTarget(_, Act::Go(to)) => to.split('?').next() == Some(id),
                _ => false,
            }),
            Rows::Of(_) => false,
        })
    };
    // These are reached from rows made on the spot, or are where it all begins.
    let others = [
        "settings/home",
        "settings/search",
        "settings/app",
        "settings/force_stop",
        "settings/uninstall",
        "settings/app_notifications",
        "settings/wifi_password",
        "settings/network_details",
        "settings/copy",
    ];
    for page in hand.phone.pages.iter().filter(|page| page.id.starts_with("settings/")) {
        assert!(others.contains(&page.id) || leads(page.id), "nothing leads to {}", page.id);
    }
}

/// A tap on the middle of what can be tapped reaches it: nothing else that can be tapped lies over it.
#[rstest]
fn no_page_has_a_target_that_another_one_hides(#[values(Look::Android15, Look::Android11)] look: Look) {
    let mut hand = Hand::with(Options { look, ..Options::default() });
    let ids: Vec<&str> = hand.phone.pages.iter().map(|page| page.id).collect();
    for id in ids {
        hand.phone.home();
        hand.phone.go(&id.into());
        let shown = hand.shown();
        let targets: Vec<&View> = shown.iter().filter(|view| view.flags.clickable).collect();
        for (n, target) in targets.iter().enumerate() {
            let (x, y) = target.bounds.center();
            let over = targets[n + 1..].iter().find(|other| other.bounds.contains(x, y));
            assert!(over.is_none(), "{id}: {over:?} lies over {target:?}");
        }
    }
}

#[derive(Debug, Clone)]
enum Gesture {
    Tap(i32, i32),
    /// On the clickable view of this number.
    Touch(usize),
    Swipe((i32, i32), (i32, i32), u64, u64),
    Key(i32),
    Global(i32),
    Type(String, bool),
    Start(usize),
    Stop(usize, bool),
    Remove(usize),
    Link(usize),
    Script(usize),
    Keep(usize, usize),
    Lose(usize),
    Reset,
    Reboot,
    Environment(usize),
    Hang,
    Wait(u64),
}

const LINKS: [&str; 8] = [
    "https://example.com/form",
    "https://example.com/list",
    "https://nowhere.test/",
    "tel:+1234",
    "android.settings.WIFI_SETTINGS",
    "file:///sdcard/Documents/report.txt",
    "content://com.android.externalstorage.documents/document/primary%3ADCIM",
    "mailto:a@b.c",
];
const SCRIPTS: [&str; 3] = ["document.title", "document.querySelector('#name').value = 'Ada'", "alert(1)"];
const FOLDERS: [&str; 5] = ["/sdcard", "/sdcard/Documents", "/sdcard/Documents/Work", "/sdcard/Android", "/data"];
const NAMES: [&str; 4] = ["report.txt", "a b.png", "Work", "../x"];

fn gesture() -> impl Strategy<Value = Gesture> {
    let point = || (-50..1200_i32, -50..2500_i32);
    prop_oneof![
        2 => point().prop_map(|(x, y)| Gesture::Tap(x, y)),
        8 => (0..40_usize).prop_map(Gesture::Touch),
        3 => (point(), point(), 0..2000_u64, 0..900_u64).prop_map(|(a, b, d, h)| Gesture::Swipe(a, b, d, h)),
        1 => (-5..290_i32).prop_map(Gesture::Key),
        1 => (-1..12_i32).prop_map(Gesture::Global),
        2 => (".{0,12}", any::<bool>()).prop_map(|(text, clear)| Gesture::Type(text, clear)),
        1 => (0..20_usize).prop_map(Gesture::Start),
        1 => ((0..20_usize), any::<bool>()).prop_map(|(n, clear)| Gesture::Stop(n, clear)),
        1 => (0..20_usize).prop_map(Gesture::Remove),
        2 => (0..LINKS.len()).prop_map(Gesture::Link),
        1 => (0..SCRIPTS.len()).prop_map(Gesture::Script),
        1 => (0..FOLDERS.len(), 0..NAMES.len()).prop_map(|(folder, name)| Gesture::Keep(folder, name)),
        1 => (0..FOLDERS.len()).prop_map(Gesture::Lose),
        1 => prop_oneof![Just(Gesture::Reset), Just(Gesture::Reboot), Just(Gesture::Hang)],
        2 => (0..6_usize).prop_map(Gesture::Environment),
        1 => (0..100_000_000_u64).prop_map(Gesture::Wait),
    ]
}

fn perform(hand: &mut Hand, gesture: &Gesture) {
    let apps = hand.phone.apps();
    match gesture.clone() {
        Gesture::Tap(x, y) => {
            hand.phone.tap(x, y);
        }
        Gesture::Touch(n) => {
            let screen = hand.screen();
            let targets: Vec<_> = screen.active().unwrap().walk().filter(|view| view.flags.clickable).collect();
            if let Some(view) = targets.get(n % targets.len().max(1)) {
                let (x, y) = view.bounds.center();
                hand.phone.tap(x, y);
            }
        }
        Gesture::Swipe(from, to, duration, hold) => {
            let (duration, hold) = (Duration::from_millis(duration), Duration::from_millis(hold));
            hand.phone.swipe(Swipe { from, to, duration, hold });
        }
        Gesture::Key(code) => {
            hand.phone.key(code);
        }
        Gesture::Global(action) => {
            hand.phone.global(action);
        }
        Gesture::Type(text, clear) => {
            hand.phone.type_text(&text, clear);
        }
        Gesture::Start(n) => {
            let _ = hand.phone.start_app(&apps[n % apps.len()].package, None);
        }
        Gesture::Remove(n) => {
            let _ = hand.phone.uninstall(&apps[n % apps.len()].package);
        }
        Gesture::Link(n) => {
            let _ = hand.phone.open_link(LINKS[n], None, None);
        }
        Gesture::Script(n) => {
            let _ = hand.phone.run_script(SCRIPTS[n]);
        }
        Gesture::Keep(folder, name) => {
            let _ = hand.phone.put_file(FOLDERS[folder], NAMES[name], bytes::Bytes::from_static(b"kept"));
        }
        Gesture::Lose(folder) => {
            let _ = hand.phone.delete_file(FOLDERS[folder]);
        }
        Gesture::Reset => {
            hand.phone.factory_reset();
        }
        Gesture::Reboot => hand.phone.reboot(),
        Gesture::Environment(0) => {
            hand.phone.locate(None);
        }
        Gesture::Environment(1) => {
            hand.phone.set_time_zone("Pacific/Apia").unwrap();
        }
        Gesture::Environment(2) => {
            hand.phone.set_language("de-DE", true).unwrap();
            hand.wait(2_000);
        }
        Gesture::Environment(3) => {
            hand.phone.set_language("fr-FR", false).unwrap();
        }
        Gesture::Environment(n) => {
            hand.phone.set_clipboard(if n == 4 { "" } else { "clip" }).unwrap();
        }
        Gesture::Hang => hand.phone.hang_now(),
        Gesture::Stop(n, clear) => {
            hand.phone.stop_app(&apps[n % apps.len()].package, clear).unwrap();
        }
        Gesture::Wait(millis) => hand.wait(millis),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_the_screen_is_well_formed_and_every_change_has_a_cause(
        gestures in prop::collection::vec(gesture(), 1..40),
        look in prop_oneof![Just(Look::Android15), Just(Look::Android11)],
    ) {
        let mut hand = Hand::with(Options { look, ..Options::default() });
        for gesture in &gestures {
            let (before, inputs) = (hand.phone.changes().count(), hand.phone.inputs());
            let waits = matches!(gesture, Gesture::Wait(_));
            perform(&mut hand, gesture);
            let now = hand.phone.inputs();
            for change in hand.phone.changes().skip(before) {
                let own = change.cause == Cause::Input(now) && now == inputs + 1;
                prop_assert!(own && !waits || change.cause == Cause::Phone, "{change:?}");
            }
            let screen = hand.screen();
            prop_assert!(screen.foreground.is_some());
            for window in screen.windows.iter().chain(&screen.keyboard) {
                prop_assert!(!window.bounds.is_empty());
                for view in window.walk() {
                    prop_assert!(!view.package.is_empty());
                    let whole = view.bounds.clipped(&window.bounds);
                    // What is cut off may be inverted, and what shows lies within the window.
                    prop_assert!(view.bounds.is_empty() || whole == view.bounds, "{:?}", view.bounds);
                }
            }
        }
    }
}
