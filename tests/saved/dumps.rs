//! XML dumps as they really come, each trouble made small.

use goalpost::screen::saved::{self, SavedError};
use goalpost::screen::{Bounds, Observation, Query, ScreenError, Size, find};
use rstest::rstest;

use crate::{HEAD, observed, one_switch, read, trouble};

fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

/// The dump of one window with one switch in it, dressed up in all the ways that tools and shells do.
#[rstest]
#[case::as_it_is(one_switch().into_bytes())]
#[case::without_a_declaration(one_switch().replace(HEAD, "").into_bytes())]
#[case::with_a_mark(format!("\u{feff}{}", one_switch()).into_bytes())]
#[case::with_two_marks(format!("\u{feff}\u{feff}{}", one_switch()).into_bytes())]
#[case::utf_16_as_power_shell_writes_it(utf16(&format!("\u{feff}{}\r\n", one_switch()), u16::to_le_bytes))]
#[case::utf_16_big_endian(utf16(&format!("\u{feff}{}", one_switch()), u16::to_be_bytes))]
#[case::utf_16_without_a_mark(utf16(&one_switch(), u16::to_le_bytes))]
#[case::utf_16_with_half_a_character_at_the_end([utf16(&one_switch(), u16::to_le_bytes), vec![b'x']].concat())]
#[case::the_status_on_the_same_line(format!("{}UI hierchary dumped to: /dev/tty\n", one_switch()).into_bytes())]
#[case::a_status_line_before(format!("UI hierchary dumped to: /sdcard/x.xml\n{}", one_switch()).into_bytes())]
#[case::a_shell_before_and_after(format!("$ cat x.xml\r\n{}\r\n$ exit", one_switch()).into_bytes())]
#[case::an_error_before(format!("ERROR: could not get idle state.\n{}", one_switch()).into_bytes())]
#[case::single_quotes(one_switch().replace('"', "'").into_bytes())]
#[case::line_breaks_between(one_switch().replace('>', ">\r\n  ").into_bytes())]
#[case::blanks_in_tags(one_switch().replace(" text", "\n\t text").replace("=\"", " = \"").into_bytes())]
#[case::attributes_in_another_order(
    format!("{HEAD}<hierarchy><node bounds=\"[0,0][1080,2400]\" package=\"com.example\" class=\"android.widget.FrameLayout\">\
             <node bounds=\"[900,100][1000,200]\" checked=\"true\" checkable=\"true\" content-desc=\"Dark &amp; quiet\" \
             class=\"android.widget.Switch\"/></node></hierarchy>").into_bytes()
)]
#[case::attributes_nobody_knows(one_switch().replace("<node ", "<node NAF=\"true\" drawing-order=\"1\" a11y-important=\"true\" ").into_bytes())]
#[case::a_comment_inside(one_switch().replace("<node", "<!-- > --><node").into_bytes())]
#[case::a_page_source(
    one_switch().replace("<node text=\"\" class=\"android.widget.FrameLayout\"", "<android.widget.FrameLayout index=\"0\"")
        .replace("<node text=\"\" class=\"android.widget.Switch\"", "<android.widget.Switch displayed=\"true\"")
        .replace("</node>", "</android.widget.FrameLayout>").into_bytes()
)]
#[case::all_windows(
    one_switch().replace("<hierarchy>", "<displays><display id=\"0\"><window><hierarchy>")
        .replace("</hierarchy>", "</hierarchy></window></display></displays>").into_bytes()
)]
fn a_dump_is_read_however_it_is_dressed(#[case] bytes: Vec<u8>) {
    let screen = observed(&bytes);
    let label = Query { label: Some("Dark & quiet".to_owned()), ..Query::default() };
    let found = find(&screen, &label);
    assert_eq!(found.len(), 1, "{:?}", screen.nodes());
    assert_eq!((found[0].id.as_str(), found[0].class_name.as_str()), ("ui.0", "android.widget.Switch"));
    assert!(found[0].checkable && found[0].checked && found[0].enabled);
    assert_eq!(found[0].bounds, Bounds { left: 900, top: 100, right: 1000, bottom: 200 });
    assert_eq!((screen.screen, screen.foreground()), (Size { width: 1080, height: 2400 }, "com.example"));
    assert_eq!((screen.device_id.as_str(), screen.phone.keyboard_visible), ("saved", false));
}

#[rstest]
#[case::quotes_inside_single_quotes("text='say \"hi\" &amp; &apos;bye&apos;'", "say \"hi\" & 'bye'")]
#[case::markup_in_a_value("text=\"&lt;|im_start|> </think&gt;\"", "<|im_start|> </think>")]
#[case::line_breaks("text=\"one&#10;two\"", "one\ntwo")]
#[case::an_emoji("text=\"&#129394; ❤️\"", "🥲 ❤️")]
#[case::an_emoji_as_two_halves("text=\"&#55358;&#56626;\"", "🤲")]
#[case::half_an_emoji("text=\"a&#55358;b\"", "a\u{fffd}b")]
#[case::a_bare_ampersand("text=\"Q & A\"", "Q & A")]
#[case::blanks("text=\"  \"", "  ")]
#[case::the_last_of_two("text=\"a\" text=\"b\"", "b")]
fn a_value_is_what_the_app_showed(#[case] attribute: &str, #[case] text: &str) {
    let dump = format!("<hierarchy><node {attribute} bounds=\"[0,0][10,10]\"/></hierarchy>");
    assert_eq!(observed(dump.as_bytes()).nodes()[0].text, text);
}

#[rstest]
#[case::inverted("[207,354][969,328]")]
#[case::no_area("[0,0][0,0]")]
#[case::missing("")]
#[case::nonsense("[1,2][3]")]
#[case::beyond_all_numbers("[0,0][99999999999999999999,5]")]
fn a_node_that_covers_nothing_is_not_on_the_screen(#[case] bounds: &str) {
    let dump =
        format!("<hierarchy><node bounds=\"[0,0][10,20]\"><node text=\"x\" bounds=\"{bounds}\"/></node></hierarchy>");
    let screen = observed(dump.as_bytes());
    assert_eq!((screen.nodes().len(), screen.screen), (1, Size { width: 10, height: 20 }));
}

#[rstest]
#[case::helper_tools("visible-to-user=\"false\"", false)]
#[case::appium("displayed=\"false\"", false)]
#[case::neither("", true)]
fn a_node_that_says_so_is_hidden(#[case] attribute: &str, #[case] shown: bool) {
    let dump = format!("<hierarchy><node text=\"x\" {attribute} bounds=\"[0,0][10,10]\"/></hierarchy>");
    assert_eq!(observed(dump.as_bytes()).nodes().len(), usize::from(shown));
}

#[test]
fn the_size_reaches_as_far_as_the_nodes_unless_it_is_said() {
    let dump =
        "<hierarchy><node bounds=\"[28,829][1052,1644]\"><node bounds=\"[30,900][1060,1700]\"/></node></hierarchy>";
    assert_eq!(observed(dump.as_bytes()).screen, Size { width: 1060, height: 1700 });
    let size = Size { width: 1080, height: 2400 };
    assert_eq!(saved::read(dump.as_bytes(), Some(size)).unwrap().screen(), Some(size));
}

#[test]
fn the_last_of_several_windows_is_in_front() {
    let dump = "<hierarchy rotation=\"0\">
        <node package=\"com.android.systemui\" bounds=\"[0,0][100,10]\"><node text=\"8:30\" bounds=\"[0,0][20,10]\"/></node>
        <node package=\"com.example\" bounds=\"[0,0][100,200]\"><node text=\"Hello\" bounds=\"[0,50][20,60]\"/></node>
    </hierarchy>";
    let screen = observed(dump.as_bytes());
    assert_eq!(screen.foreground(), "com.example");
    let ids: Vec<_> = screen.nodes().iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["ui.0", "ui.0.0", "ui.1", "ui.1.0"]);
    assert_eq!(screen.ancestors(&screen.nodes()[3]).count(), 1);
}

#[rstest]
#[case::by_its_frame("<node><node resource-id=\"android:id/inputArea\" bounds=\"[0,1400][1080,2400]\"/></node>")]
#[case::by_its_window(
    "<node window-type=\"2\" bounds=\"[0,1400][1080,2400]\"><node text=\"q\" bounds=\"[0,1400][100,1500]\"/></node>"
)]
fn a_keyboard_that_was_dumped_is_up_and_no_part_of_the_app(#[case] keyboard: &str) {
    let field = "<node package=\"com.example\" bounds=\"[0,0][1080,2400]\"><node class=\"android.widget.EditText\" \
                 resource-id=\"com.example:id/q\" focused=\"true\" bounds=\"[0,100][1080,200]\"/></node>";
    for dump in
        [format!("<hierarchy>{field}{keyboard}</hierarchy>"), format!("<hierarchy>{keyboard}{field}</hierarchy>")]
    {
        let screen = observed(dump.as_bytes());
        assert_eq!(screen.keyboard, Some(Bounds { left: 0, top: 1400, right: 1080, bottom: 2400 }));
        assert!(screen.phone.keyboard_visible);
        assert_eq!((screen.foreground(), screen.nodes().len()), ("com.example", 2));
    }
}

#[test]
fn the_focus_is_where_the_tree_shows_it() {
    let dump = "<hierarchy><node bounds=\"[0,0][10,10]\"><node class=\"android.widget.EditText\" resource-id=\"a:id/q\" \
                enabled=\"true\" focused=\"true\" bounds=\"[0,0][10,5]\"/></node></hierarchy>";
    let screen = observed(dump.as_bytes());
    assert_eq!(screen.input_element().unwrap().id, "ui.0");
    assert_eq!(screen.phone.focused_element.resource_id, "a:id/q");
    assert_eq!(screen.phone.focused_element.class_name, "android.widget.EditText");
}

#[test]
fn a_hint_that_shows_as_text_is_known_as_one() {
    let dump = "<hierarchy><node class=\"android.widget.EditText\" text=\"First name\" showing-hint=\"true\" \
                bounds=\"[0,0][10,5]\"/></hierarchy>";
    assert_eq!(observed(dump.as_bytes()).nodes()[0].hint, "First name");
}

#[test]
fn a_password_is_not_read() {
    let dump = "<hierarchy><node text=\"hunter2\" content-desc=\"hunter2\" password=\"true\" bounds=\"[0,0][9,9]\"/></hierarchy>";
    assert!(!format!("{:?}", observed(dump.as_bytes())).contains("hunter2"));
}

#[rstest]
#[case::empty("", "it is empty")]
#[case::blank(" \r\n\t", "it is empty")]
#[case::a_mark_alone("\u{feff}", "it is empty")]
#[case::no_window("ERROR: null root node returned by UiTestAutomationBridge.\n", "no window could be read")]
#[case::never_idle("ERROR: could not get idle state.\n", "turn animations off")]
#[case::the_status_alone("UI hierchary dumped to: /dev/tty\n", "only the last line")]
#[case::killed("Killed \n", "ended before it was done")]
#[case::crashed("java.lang.NullPointerException: x\n\tat y\n", "the tool crashed")]
#[case::no_phone(
    "* daemon started successfully\nadb: no devices/emulators found\n",
    "\"adb: no devices/emulators found\""
)]
#[case::prose("Display\nSound\n", "it begins with \"Display\"")]
#[case::a_web_page("<!DOCTYPE html><html><body/></html>", "it begins with <html>, not with <hierarchy>")]
#[case::another_tree("<?xml version=\"1.0\"?><AppiumAUT><XCUIElementTypeWindow/></AppiumAUT>", "<AppiumAUT>")]
#[case::no_nodes("<?xml version='1.0'?><hierarchy rotation=\"0\" />", "without a single node")]
#[case::no_nodes_inside("<hierarchy rotation=\"0\"></hierarchy>", "without a single node")]
#[case::no_bounds("<hierarchy><node text=\"x\"/></hierarchy>", "no node has bounds; say it with --screen")]
#[case::bounds_of_no_screen(
    "<hierarchy><node bounds=\"[0,0][2147483647,9]\"/></hierarchy>",
    "its nodes reach as far as 2147483647 x 9; say it with --screen"
)]
#[case::bad_markup("<hierarchy><node text=x/></hierarchy>", "no well-formed XML")]
#[case::a_wrong_end("<hierarchy><node></hierarchy>", "no well-formed XML")]
#[case::two_dumps(
    "<hierarchy><node bounds=\"[0,0][1,1]\"/></hierarchy>\n<hierarchy><node/></hierarchy>",
    "a second dump"
)]
fn what_is_no_screen_is_named(#[case] text: &str, #[case] says: &str) {
    let error = trouble(text.as_bytes());
    assert!(error.to_string().contains(says), "{error}");
}

#[rstest]
#[case::in_a_value("<hierarchy>\n<node text=\"a\"/>\n<node text=\"b", 2, Some("an attribute value"), 1)]
#[case::in_a_tag("<hierarchy>\n<node text=\"a\"/>\n<node text=\"b\"", 2, Some("a tag"), 1)]
#[case::between_tags("<hierarchy>\n<node text=\"a\">\n<node text=\"b\"/>\n", 3, None, 2)]
#[case::by_a_kill("<hierarchy>\n<node text=\"a\">\nKilled\n", 3, None, 1)]
#[case::before_the_end_of_all("<hierarchy><node text=\"a\"/>", 0, None, 1)]
fn a_cut_dump_says_where_it_ends(
    #[case] text: &str,
    #[case] line: usize,
    #[case] in_what: Option<&str>,
    #[case] whole: usize,
) {
    match trouble(text.as_bytes()) {
        SavedError::CutOff { at, inside, nodes } => {
            assert_eq!((at.line, inside, nodes), (line + 1, in_what, whole));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_cut_in_the_middle_of_a_character_is_a_cut() {
    let whole = "<hierarchy><node text=\"开启".as_bytes();
    assert!(matches!(trouble(&whole[..whole.len() - 1]), SavedError::CutOff { .. }));
}

#[test]
fn every_cut_of_a_dump_is_an_error() {
    let dump = one_switch();
    for end in 0..dump.len() {
        trouble(&dump.as_bytes()[..end]);
    }
}

#[test]
fn a_place_is_told_as_a_person_counts() {
    let error = trouble("shell$ x\n<hierarchy>\n  <!-- é --><node text=x/></hierarchy>".as_bytes());
    let place = error.place().unwrap();
    assert_eq!((place.line, place.column), (3, 13), "{error}");
}

#[test]
fn deep_and_wide_dumps_are_read_up_to_a_bound() {
    let deep = |levels: usize| {
        let open = "<node bounds=\"[0,0][9,9]\">".repeat(levels);
        format!("<hierarchy>{open}{}</hierarchy>", "</node>".repeat(levels)).into_bytes()
    };
    assert!(read(&deep(5000)).is_ok());
    let too_large = |error| matches!(error, SavedError::Screen(ScreenError::TooLarge { .. }));
    assert!(too_large(trouble(&deep(17_000))));
    let wide = format!("<hierarchy><node bounds=\"[0,0][9,9]\">{}</node></hierarchy>", "<node/>".repeat(200_000));
    assert!(too_large(trouble(wide.as_bytes())));
}

#[test]
fn a_screen_is_the_same_however_often_it_is_read() {
    let screens: Vec<Observation> = (0..2).map(|_| observed(one_switch().as_bytes())).collect();
    assert_eq!(screens[0], screens[1]);
}
