//! Recorder: it asks for the microphone when it is needed, saves under a name typed into a form whose lower half the
//! keyboard covers, tells of what was saved, and hangs over its transcripts.

use super::App;
use super::system::POSITION;
use crate::phone::act::Act;
use crate::phone::layout;
use crate::phone::look::Look;
use crate::phone::metrics::{GESTURE_BAR, WIDTH};
use crate::phone::notice::Notice;
use crate::phone::page::{Condition, Glance, Line, Page};
use crate::phone::permission::Permission;
use crate::phone::row::{Row, action, field, footer, header, link, plain};
use crate::phone::view::{Icon, Paint, Rect, View};

const PACKAGE: &str = "com.google.android.apps.recorder";
const LIST: &str = "recorder/list";
const SAVE: &str = "recorder/save";
const ONE: &str = "recorder/one";
const MAY_NOTIFY: &str = "notifications.com.google.android.apps.recorder";
/// The fact that recordings are saved with the place where they were made.
const LOCATED: &str = "recorder.location";
/// How the names of the facts begin that are saved recordings.
const SAVED: &str = "recorder.saved.";

pub(super) fn app(look: Look) -> App {
    let list = Page::new(LIST, "Recorder", list)
        .of(PACKAGE, "com.google.android.apps.recorder.ui.recordings.RecordingListActivity")
        .rows_of(recordings);
    let save = Page::new(SAVE, "Save recording", save)
        .of(PACKAGE, "com.google.android.apps.recorder.ui.save.SaveRecordingActivity")
        .row(field("Title", "title"))
        .row(field("Label", "label"))
        .row(
            action("Location", Act::Ask(Permission::Location, Box::new(Act::Toggle(LOCATED.into()))))
                .summary(Line::Of(place)),
        )
        .field("title", "")
        .field("label", "")
        .enter("Next")
        .typing();
    let one = Page::new(ONE, Line::Of(title), layout::collapsing)
        .of(PACKAGE, "com.google.android.apps.recorder.ui.playback.PlaybackActivity")
        .rows_of(recording);
    App {
        start: Some(LIST),
        pages: vec![list, save, one],
        // Older phones do not ask whether an app may notify.
        facts: vec![("recorder.recording", false.into()), (LOCATED, false.into()), (MAY_NOTIFY, look.is_11().into())],
        permissions: &[Permission::Microphone, Permission::Location],
        data: Some("recorder."),
        ..App::new(PACKAGE, "Recorder", Icon::Microphone)
    }
}

/// Number and title of each saved recording.
fn saved<'a>(glance: &'a Glance<'_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let numbered = glance.facts.beginning(SAVED).filter_map(|(key, _)| key.strip_prefix(SAVED).map(|n| (n, key)));
    numbered.map(|(number, key)| (number, glance.facts.text(key)))
}

fn recordings(glance: &Glance<'_>) -> Vec<Row> {
    let mut rows = vec![
        action("Turn on notifications", Act::Ask(Permission::Notifications, Box::new(Act::Nothing)))
            .summary("Be told when a recording is saved")
            .icon(Icon::Bell)
            .shown_if(Condition::Off(MAY_NOTIFY)),
        plain("Recording").summary("0:04").icon(Icon::Microphone).shown_if(Condition::On("recorder.recording")),
        header("Recordings"),
    ];
    let none = rows.len();
    rows.extend(saved(glance).map(|(number, title)| {
        link(title.to_owned(), format!("{ONE}?{number}")).summary("0:04").icon(Icon::Microphone)
    }));
    if rows.len() == none {
        rows.push(footer("No recordings"));
    }
    rows.push(action("Transcribe all", Act::Hang).summary("Takes a while").icon(Icon::File));
    rows
}

/// The list, with the round button that records.
fn list(page: &Page, glance: &Glance<'_>) -> View {
    let on = glance.on("recorder.recording");
    let at = Rect::new(WIDTH / 2 - 105, GESTURE_BAR - 273, WIDTH / 2 + 105, GESTURE_BAR - 63);
    let start = Act::Ask(Permission::Microphone, Box::new(Act::Put("recorder.recording".into(), true.into())));
    let stop = Act::All(vec![Act::Put("recorder.recording".into(), false.into()), Act::Go(SAVE.into())]);
    let record = View::new("android.widget.ImageButton", at)
        .id(format!("{PACKAGE}:id/record_fab"))
        .description(if on { "Stop recording" } else { "Record" })
        .paint(Paint::Floating(if on { Icon::Save } else { Icon::Microphone }))
        .taps(if on { stop } else { start });
    layout::collapsing(page, glance).child(record)
}

/// The form, with its buttons at the bottom, where the keyboard covers them.
fn save(page: &Page, glance: &Glance<'_>) -> View {
    let number = saved(glance).filter_map(|(number, _)| number.parse::<u32>().ok()).max().unwrap_or_default() + 1;
    let key = format!("{SAVED}{number:04}");
    let title = match glance.place.field("title").trim() {
        "" => format!("Recording {number}"),
        title => title.to_owned(),
    };
    let notice = Notice { tag: "saved".into(), title: "Recording saved".into(), text: title.clone().into() };
    let keep = Act::Put(key.into(), title.as_str().into());
    let save = Act::All(vec![keep, Act::Notify(Box::new(notice)), Act::Leave]);
    let button = |left: i32, id: &str, label: &str, act: Act| {
        View::new("android.widget.Button", Rect::new(left, GESTURE_BAR - 200, left + 440, GESTURE_BAR - 50))
            .id(format!("{PACKAGE}:id/{id}"))
            .text(label)
            .paint(Paint::Button)
            .taps(act)
    };
    layout::collapsing(page, glance).child(button(63, "discard_button", "Discard", Act::Leave)).child(button(
        577,
        "save_button",
        "Save",
        save,
    ))
}

fn place(glance: &Glance<'_>) -> String {
    match glance.on(LOCATED) {
        true => glance.facts.text(POSITION).replace(',', ", "),
        false => "Not saved with this recording".to_owned(),
    }
}

fn title(glance: &Glance<'_>) -> String {
    glance.facts.text(&format!("{SAVED}{}", glance.place.argument())).to_owned()
}

fn recording(glance: &Glance<'_>) -> Vec<Row> {
    let key = format!("{SAVED}{}", glance.place.argument());
    vec![
        plain("Title").summary(title(glance)).copied(),
        plain("Length").summary("0:04"),
        action("Delete", Act::All(vec![Act::Leave, Act::Forget(key.into())])).icon(Icon::Delete),
    ]
}
