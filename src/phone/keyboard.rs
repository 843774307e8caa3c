//! The on-screen keyboard, shaped as Gboard is (mobilerun-api.md 6.8): keys are frames without text, their labels are
//! descriptions.

use super::act::{Act, Layer};
use super::metrics::{GESTURE_BAR, HEIGHT, KEYBOARD, WIDTH};
use super::view::{Icon, Paint, Rect, View};

/// Package of the keyboard.
pub(super) const PACKAGE: &str = "com.google.android.inputmethod.latin";

/// Height of the strip above the keys.
const STRIP: i32 = 111;
const ROWS: i32 = 5;
const DIGITS: &str = "1234567890";

/// The keys of a layer: the rows D, C and B of the layout.
const fn letters(layer: Layer) -> [&'static str; 3] {
    match layer {
        Layer::Letters => ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
        Layer::Capitals => ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"],
        Layer::Symbols => ["@#$_&-+()/", "*\"':;!?=%", "~|<>[]^"],
    }
}

/// The open keyboard. `enter` names its action key: "Search", "Done".
pub(super) fn keyboard(layer: Layer, enter: &'static str) -> View {
    let root = Rect::new(0, KEYBOARD, WIDTH, HEIGHT);
    let [d, c, b] = letters(layer);
    let mut keys = vec![
        button(0, "key_pos_header_access_points_menu", "Open features menu", Icon::Menu),
        button(1, "key_pos_header_clipboard", "Clipboard", Icon::Note),
        button(9, "key_pos_header_power_key", "Use voice typing", Icon::Microphone),
    ];
    keys.extend(row(0, 'E', DIGITS, 0));
    keys.extend(row(1, 'D', d, 0));
    keys.extend(row(2, 'C', c, 54));
    keys.push(shape(3, 0, 160, "key_pos_shift", "Shift", Icon::Shift, shift(layer)));
    keys.extend(row(3, 'B', b, 162));
    keys.push(shape(3, 920, WIDTH, "key_pos_del", "Delete", Icon::Backspace, Act::Press(67)));
    let (other, turn) = match layer {
        Layer::Symbols => ("Letter keyboard", Layer::Letters),
        _ => ("Symbol keyboard", Layer::Symbols),
    };
    keys.push(key(4, 0, 160, "key_pos_switch_to_symbol", other, Act::Layer(turn)));
    keys.push(key(4, 162, 268, "A02", ",", Act::Type(",".into())));
    keys.push(shape(4, 270, 376, "key_pos_switch_to_next_language", "Emoji button", Icon::Emoji, Act::Nothing));
    keys.push(key(4, 378, 808, "key_pos_space", "Space", Act::Type(" ".into())));
    keys.push(key(4, 810, 918, "A08", "Period", Act::Type(".".into())));
    keys.push(shape(4, 920, WIDTH, "key_pos_ime_action", enter, Icon::Enter, Act::Press(66)));
    let holder = View::new("android.widget.FrameLayout", Rect::new(0, KEYBOARD, WIDTH, GESTURE_BAR))
        .id(id("keyboard_holder"))
        .children(keys);
    let back = View::new("android.widget.ImageView", Rect::new(40, GESTURE_BAR, 166, HEIGHT))
        .id("android:id/input_method_nav_back")
        .description("Back")
        .paint(Paint::Icon(Icon::DropDown))
        .taps(Act::HideKeyboard);
    let switcher = View::new("android.widget.ImageView", Rect::new(914, GESTURE_BAR, 1040, HEIGHT))
        .id("android:id/input_method_nav_ime_switcher")
        .description("Switch input method")
        .paint(Paint::Icon(Icon::Globe))
        .taps(Act::Nothing);
    View::new("android.widget.FrameLayout", root)
        .paint(Paint::Panel)
        .child(holder)
        .child(back)
        .child(switcher)
        .owned_by(PACKAGE)
}

fn shift(layer: Layer) -> Act {
    Act::Layer(if layer == Layer::Letters { Layer::Capitals } else { Layer::Letters })
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}

fn line(number: i32) -> (i32, i32) {
    let height = (GESTURE_BAR - KEYBOARD - STRIP) / ROWS;
    let top = KEYBOARD + STRIP + number * height;
    (top + 6, top + height - 6)
}

/// A row of keys that type what they show.
fn row(number: i32, letter: char, labels: &str, indent: i32) -> Vec<View> {
    let width = 108;
    let one = |(n, label): (i32, char)| {
        let left = indent + n * width;
        let label = label.to_string();
        key(
            number,
            left + 2,
            left + width - 2,
            &format!("{letter}{:02}", n + 1),
            &label,
            Act::Type(label.clone().into()),
        )
    };
    (0..).zip(labels.chars()).map(one).collect()
}

fn key(number: i32, left: i32, right: i32, name: &str, label: &str, act: Act) -> View {
    let (top, bottom) = line(number);
    View::new("android.widget.FrameLayout", Rect::new(left, top, right, bottom))
        .id(id(name))
        .description(label)
        .paint(Paint::Key)
        .taps(act)
        .flag(|flags| flags.focusable = false)
}

fn shape(number: i32, left: i32, right: i32, name: &str, label: &str, icon: Icon, act: Act) -> View {
    key(number, left, right, name, label, act).paint(Paint::IconKey(icon))
}

fn button(column: i32, name: &str, label: &str, icon: Icon) -> View {
    let left = column * 108;
    View::new("android.widget.Button", Rect::new(left, KEYBOARD + 5, left + 108, KEYBOARD + STRIP - 5))
        .id(id(name))
        .description(label)
        .paint(Paint::Icon(icon))
        .taps(Act::Nothing)
}

/// The text that an Android key code types, as on a hardware keyboard without shift.
pub(super) fn typed(code: i32) -> Option<char> {
    let letter = |first: u8, offset: i32| u8::try_from(offset).ok().map(|offset| char::from(first + offset));
    match code {
        7..=16 => letter(b'0', code - 7),
        29..=54 => letter(b'a', code - 29),
        55 => Some(','),
        56 => Some('.'),
        62 => Some(' '),
        69 => Some('-'),
        70 => Some('='),
        74 => Some(';'),
        75 => Some('\''),
        76 => Some('/'),
        77 => Some('@'),
        81 => Some('+'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_label_in_its_description_and_no_text() {
        let keyboard = keyboard(Layer::Letters, "Done");
        let q = keyboard.walk().find(|view| view.description == "q").unwrap();
        assert_eq!((q.text.as_str(), q.resource_id.as_ref()), ("", "com.google.android.inputmethod.latin:id/D01"));
        assert!(q.flags.clickable);
    }

    #[test]
    fn no_two_keys_overlap() {
        for layer in [Layer::Letters, Layer::Capitals, Layer::Symbols] {
            let keyboard = keyboard(layer, "Done");
            let keys: Vec<_> = keyboard.walk().filter(|view| view.flags.clickable).collect();
            for (n, key) in keys.iter().enumerate() {
                assert!(!key.bounds.is_empty());
                for other in &keys[n + 1..] {
                    assert!(key.bounds.clipped(&other.bounds).is_empty(), "{} {}", key.description, other.description);
                }
            }
        }
    }

    #[test]
    fn key_codes_type_letters_and_digits() {
        assert_eq!([7, 16, 29, 54, 62, 26].map(typed), [Some('0'), Some('9'), Some('a'), Some('z'), Some(' '), None]);
    }
}
