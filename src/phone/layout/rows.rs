//! Rows as views, shaped as real ones are (mobilerun-api.md 6.1 and 6.3).

use crate::phone::act::{Act, Key};
use crate::phone::facts::Value;
use crate::phone::metrics::{MARGIN, SUMMARY_LINE, TITLE_LINE, WIDTH, lines, summary_width, title_width};
use crate::phone::page::{Glance, Page};
use crate::phone::row::{self, Kind, Row};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// The dialog that offers to copy its argument.
pub(in crate::phone) const COPY: &str = "settings/copy";
/// Left edge of text behind an icon.
const AFTER_ICON: i32 = 189;
/// Space between the screen's sides and a dialog.
pub(super) const BESIDE: i32 = 74;
/// Left edge of a switch's part of a row.
const WIDGET: i32 = 856;

/// The rows of a page with their heights: those that are shown now.
pub(in crate::phone) fn rows(page: &Page, glance: &Glance<'_>) -> Vec<(Row, i32)> {
    let shown = |row: &&Row| row.shown.is_none_or(|condition| glance.holds(condition));
    let rows = page.rows(glance);
    let split = page.advanced.filter(|_| !glance.place.expanded).unwrap_or(rows.len()).min(rows.len());
    let (first, hidden) = rows.split_at(split);
    let hidden: Vec<String> = hidden.iter().filter(shown).map(|row| glance.say(&row.title)).collect();
    let advanced = row::action("Advanced", Act::Expand).summary(hidden.join(", ")).icon(Icon::DropDown);
    let advanced = (!hidden.is_empty()).then_some(advanced);
    first.iter().filter(shown).cloned().chain(advanced).map(|row| (row.clone(), height(&row, page, glance))).collect()
}

/// Space between the screen's sides and the page's rows.
fn beside(page: &Page) -> i32 {
    if page.dialog { BESIDE } else { 0 }
}

fn height(row: &Row, page: &Page, glance: &Glance<'_>) -> i32 {
    match &row.kind {
        Kind::Header => 126,
        Kind::Bar(_) => 220,
        Kind::Choice(..) => 126,
        Kind::Field(_) | Kind::Secret(_) => 190,
        Kind::Badge => 330,
        Kind::Buttons(_) => 231,
        Kind::Slider(..) => 220,
        Kind::Footer => 105 + footer_lines(row, page, glance) * SUMMARY_LINE,
        _ => {
            let (titles, summaries) = text_lines(row, page, glance);
            (84 + titles * TITLE_LINE + summaries * SUMMARY_LINE).max(168)
        }
    }
}

fn footer_lines(row: &Row, page: &Page, glance: &Glance<'_>) -> i32 {
    lines(summary_width(&glance.say(&row.title)), WIDTH - 2 * (MARGIN + beside(page)))
}

/// Where a row's text begins and ends.
fn text_edges(row: &Row, page: &Page) -> (i32, i32) {
    let button = matches!(row.kind, Kind::Radio(..));
    let left = if row.icon.is_some() || button { AFTER_ICON } else { MARGIN };
    let right = if matches!(row.kind, Kind::Switch(_) | Kind::TwoTarget(..)) { WIDGET - 42 } else { WIDTH - MARGIN };
    (left + beside(page), right - beside(page))
}

/// Lines of title and summary.
fn text_lines(row: &Row, page: &Page, glance: &Glance<'_>) -> (i32, i32) {
    let (left, right) = text_edges(row, page);
    let titles = lines(title_width(&glance.say(&row.title)), right - left);
    let summary = row.summary.as_ref().map(|line| glance.say(line)).filter(|text| !text.is_empty());
    (titles, summary.map_or(0, |text| lines(summary_width(&text), right - left)))
}

impl Row {
    /// The row's view with its top edge there.
    pub(in crate::phone) fn view(&self, page: &Page, glance: &Glance<'_>, top: i32, height: i32) -> View {
        let at = Rect::new(beside(page), top, WIDTH - beside(page), top + height);
        let works = self.works.is_none_or(|condition| glance.holds(condition));
        let mut view = match &self.kind {
            Kind::Header => self.header(glance, at),
            Kind::Footer => self.footer(page, glance, at),
            Kind::Bar(key) => self.bar(page, glance, at, key),
            Kind::Choice(key, value) => self.choice(glance, at, key, value),
            Kind::Field(key) => field(glance, page, at.inset(MARGIN, 16), key, &glance.say(&self.title), false),
            Kind::Secret(key) => field(glance, page, at.inset(MARGIN, 16), key, &glance.say(&self.title), true),
            Kind::Badge => self.badge(page, glance, at),
            Kind::Buttons(buttons) => button_row(page, at, buttons),
            Kind::Slider(key, from, to) => self.slider(page, glance, at, key, *from, *to),
            // What is greyed out at times could be used, and stays clickable even then.
            Kind::Plain if self.works.is_some() => self.plain(glance, page, at).taps(Act::Nothing),
            Kind::Plain => self.plain(glance, page, at),
            Kind::Link(act) => self.plain(glance, page, at).taps(act.clone()),
            Kind::Switch(key) => self.switch(glance, page, at, key),
            Kind::TwoTarget(key, act) => self.two_target(glance, page, at, key, act),
            Kind::Radio(key, value) => {
                let on = glance.facts.get(key) == Some(value);
                let act = Act::Put(key.clone(), value.clone());
                self.marked(glance, page, at, on).taps(act)
            }
        };
        if let Some(line) = &self.description {
            view.description = glance.say(line);
        }
        if let Some(summary) = self.summary.as_ref().filter(|_| self.copies).map(|line| glance.say(line)) {
            view.flags.long_clickable = true;
            view.long = Act::Go(format!("{COPY}?{summary}").into());
        }
        if !works {
            disable(&mut view);
        }
        view
    }

    /// Icon, title and summary in a row that takes no taps yet.
    fn plain(&self, glance: &Glance<'_>, page: &Page, at: Rect) -> View {
        let (left, right) = text_edges(self, page);
        let middle = at.center().1;
        let mut row = View::new("android.widget.LinearLayout", at);
        if let Some(icon) = self.icon {
            row = row.child(
                View::new("android.widget.LinearLayout", Rect::new(at.left + MARGIN, middle - 63, left, middle + 63))
                    .id(format!("{}:id/icon_frame", page.package))
                    .child(
                        View::new(
                            "android.widget.ImageView",
                            Rect::new(at.left + MARGIN, middle - 32, at.left + MARGIN + 63, middle + 31),
                        )
                        .id("android:id/icon")
                        .paint(Paint::Icon(icon)),
                    ),
            );
        }
        row.child(self.text(glance, page, Rect::new(left, at.top, right, at.bottom)))
    }

    /// Title and summary.
    fn text(&self, glance: &Glance<'_>, page: &Page, at: Rect) -> View {
        let (titles, summaries) = text_lines(self, page, glance);
        let top = at.center().1 - (titles * TITLE_LINE + summaries * SUMMARY_LINE) / 2;
        let below = top + titles * TITLE_LINE;
        let title = glance.say(&self.title);
        let right = at.right.min(at.left + title_width(&title));
        let mut text = View::new("android.widget.RelativeLayout", at).child(
            View::new("android.widget.TextView", Rect::new(at.left, top, right, below))
                .id("android:id/title")
                .text(title)
                .paint(Paint::Text(TextStyle::Title)),
        );
        if summaries > 0 {
            let summary = self.summary.as_ref().map(|line| glance.say(line)).unwrap_or_default();
            let right = at.right.min(at.left + summary_width(&summary));
            text = text.child(
                View::new(
                    "android.widget.TextView",
                    Rect::new(at.left, below, right, below + summaries * SUMMARY_LINE),
                )
                .id("android:id/summary")
                .text(summary)
                .paint(Paint::Text(TextStyle::Summary)),
            );
        }
        text
    }

    /// Kind A: the row toggles, its switch takes no taps.
    fn switch(&self, glance: &Glance<'_>, page: &Page, at: Rect, key: &Key) -> View {
        let frame = Rect::new(WIDGET, at.top, WIDTH - 42, at.bottom);
        let middle = at.center().1;
        let switch = switch_view(Rect::new(frame.right - 137, middle - 42, frame.right, middle + 42), glance, key);
        self.plain(glance, page, at).taps(Act::Toggle(key.clone())).child(
            View::new("android.widget.LinearLayout", frame)
                .id("android:id/widget_frame")
                .child(switch.id("android:id/switch_widget")),
        )
    }

    /// Kind B: the label leads to a page, the switch toggles and carries the label as its description.
    fn two_target(&self, glance: &Glance<'_>, page: &Page, at: Rect, key: &Key, act: &Act) -> View {
        let frame = Rect::new(WIDGET, at.top, WIDTH, at.bottom);
        let divider = Rect::new(WIDGET - 3, at.top, WIDGET, at.bottom);
        let mut switch = switch_view(frame, glance, key)
            .id(format!("{}:id/switchWidget", page.package))
            .description(glance.say(&self.title));
        let mut around = View::new("android.widget.LinearLayout", frame).id("android:id/widget_frame");
        // On older phones the switch leaves taps to the frame around it.
        let taker = if glance.look.is_11() { &mut around } else { &mut switch };
        *taker = std::mem::take(taker).taps(Act::Toggle(key.clone()));
        let mut label = self.plain(glance, page, at);
        label.bounds.right = divider.left;
        View::new("android.widget.LinearLayout", at)
            .taps(act.clone())
            .child(label)
            .child(
                View::new("android.widget.LinearLayout", divider)
                    .id(format!("{}:id/two_target_divider", page.package))
                    .child(View::new("android.view.View", divider.inset(0, 42)).paint(Paint::Divider)),
            )
            .child(around.child(switch))
    }

    /// Kind C: a bar with a switch on it.
    fn bar(&self, page: &Page, glance: &Glance<'_>, at: Rect, key: &Key) -> View {
        let old = glance.look.is_11();
        let bar = if old { at.inset(0, 26) } else { at.inset(42, 16) };
        let middle = bar.center().1;
        // Older bars say how things are, newer ones what they switch.
        let title = match (old, glance.on(key)) {
            (true, true) => "On".to_owned(),
            (true, false) => "Off".to_owned(),
            _ => glance.say(&self.title),
        };
        let id = |old_name: &str, name: String| if old { format!("{}:id/{old_name}", page.package) } else { name };
        View::new("android.widget.LinearLayout", bar)
            .id(id("switch_bar", format!("{}:id/main_switch_bar", page.package)))
            .paint(Paint::Bar)
            .taps(Act::Toggle(key.clone()))
            .child(
                View::new(
                    "android.widget.TextView",
                    Rect::new(bar.left + 63, middle - 36, bar.right - 230, middle + 35),
                )
                .id(format!("{}:id/switch_text", page.package))
                .text(title)
                .paint(Paint::Text(TextStyle::Title)),
            )
            .child(
                switch_view(Rect::new(bar.right - 63 - 137, middle - 42, bar.right - 63, middle + 42), glance, key)
                    .id(id("switch_widget", "android:id/switch_widget".to_owned())),
            )
    }

    fn header(&self, glance: &Glance<'_>, at: Rect) -> View {
        let title = glance.say(&self.title);
        let text = Rect::new(MARGIN, at.top + 47, (MARGIN + summary_width(&title)).min(WIDTH - MARGIN), at.bottom - 29);
        View::new("android.widget.LinearLayout", at).child(
            View::new("android.widget.RelativeLayout", Rect::new(MARGIN, at.top, WIDTH - MARGIN, at.bottom)).child(
                View::new("android.widget.TextView", text)
                    .id("android:id/title")
                    .text(title)
                    .paint(Paint::Text(TextStyle::Header)),
            ),
        )
    }

    fn footer(&self, page: &Page, glance: &Glance<'_>, at: Rect) -> View {
        let id = if page.dialog { "android:id/message" } else { "android:id/title" };
        View::new("android.widget.LinearLayout", at).child(
            View::new("android.widget.TextView", at.inset(MARGIN, 52))
                .id(id)
                .text(glance.say(&self.title))
                .paint(Paint::Text(TextStyle::Summary)),
        )
    }

    /// A row with a radio button before its text.
    fn marked(&self, glance: &Glance<'_>, page: &Page, at: Rect, on: bool) -> View {
        let middle = at.center().1;
        let mark = View::new("android.widget.RadioButton", Rect::new(MARGIN, middle - 42, MARGIN + 84, middle + 42))
            .id("android:id/checkbox")
            .paint(Paint::Radio)
            .flag(|flags| {
                flags.checkable = true;
                flags.checked = on;
            });
        let mut row = self.plain(glance, page, at);
        row.children.insert(0, mark);
        row
    }

    /// A line of a dialog's list.
    fn choice(&self, glance: &Glance<'_>, at: Rect, key: &Key, value: &Value) -> View {
        let on = glance.facts.get(key) == Some(value);
        View::new("android.widget.CheckedTextView", at)
            .id("android:id/text1")
            .text(glance.say(&self.title))
            .paint(Paint::Radio)
            .flag(|flags| {
                flags.checkable = true;
                flags.checked = on;
            })
            .taps(Act::All(vec![Act::Put(key.clone(), value.clone()), Act::Leave]))
    }

    fn badge(&self, page: &Page, glance: &Glance<'_>, at: Rect) -> View {
        let (x, _) = at.center();
        let name = glance.say(&self.title);
        let half = (title_width(&name) / 2).min(WIDTH / 2 - MARGIN);
        View::new("android.widget.LinearLayout", at)
            .id(format!("{}:id/entity_header", page.package))
            .child(
                View::new("android.widget.ImageView", Rect::new(x - 74, at.top + 42, x + 74, at.top + 190))
                    .id(format!("{}:id/entity_header_icon", page.package))
                    .paint(self.icon.map_or(Paint::Nothing, Paint::App)),
            )
            .child(
                View::new("android.widget.TextView", Rect::new(x - half, at.top + 210, x + half, at.top + 290))
                    .id(format!("{}:id/entity_header_title", page.package))
                    .text(name)
                    .paint(Paint::Text(TextStyle::Title)),
            )
    }

    fn slider(&self, page: &Page, glance: &Glance<'_>, at: Rect, key: &Key, from: i64, to: i64) -> View {
        let label = Rect::new(at.left, at.top, at.right, at.top + 110);
        self.plain_in(glance, page, at, label).child(
            slider_view(Rect::new(MARGIN, at.top + 110, WIDTH - MARGIN, at.bottom - 20), glance, key, from, to)
                .id(format!("{}:id/seekbar", page.package)),
        )
    }

    /// As [`Self::plain`], with icon and text in a part of the row.
    fn plain_in(&self, glance: &Glance<'_>, page: &Page, at: Rect, part: Rect) -> View {
        let mut row = self.plain(glance, page, part);
        row.bounds = at;
        row
    }
}

/// A switch. Only older ones have their state as a text, too.
fn switch_view(at: Rect, glance: &Glance<'_>, key: &Key) -> View {
    let on = glance.on(key);
    let text = match (glance.look.is_11(), on) {
        (true, true) => "ON",
        (true, false) => "OFF",
        _ => "",
    };
    View::new("android.widget.Switch", at).text(text).paint(Paint::Switch).flag(|flags| {
        flags.checkable = true;
        flags.checked = on;
    })
}

/// A slider for a number. Its text is the number in percent of the way.
pub(in crate::phone) fn slider_view(at: Rect, glance: &Glance<'_>, key: &Key, from: i64, to: i64) -> View {
    let way = (to - from).max(1);
    let percent = ((glance.number(key) - from) * 100 / way).clamp(0, 100);
    let mut view = View::new("android.widget.SeekBar", at)
        .text(format!("{percent}%"))
        .paint(Paint::Slider(u8::try_from(percent).unwrap_or_default()));
    view.flags.focusable = true;
    view.act = Act::Slide(key.clone(), from, to);
    view
}

/// A text field of a page. Empty, it shows its hint; a password, bullets.
pub(in crate::phone) fn field(glance: &Glance<'_>, page: &Page, at: Rect, key: &Key, hint: &str, secret: bool) -> View {
    let holds = glance.place.field(key);
    let focused = glance.place.focus.as_ref() == Some(key);
    let mut view = View::new("android.widget.EditText", at).paint(Paint::Field).taps(Act::Focus(key.clone()));
    if page.dialog {
        view = view.id("android:id/edit");
    }
    view.text = match (holds.is_empty(), secret) {
        (true, _) => hint.to_owned(),
        (false, true) => "•".repeat(holds.chars().count()),
        (false, false) => holds.to_owned(),
    };
    hint.clone_into(&mut view.hint);
    view.long = Act::Menu(key.clone());
    view.flag(|flags| {
        flags.editable = true;
        flags.long_clickable = true;
        flags.password = secret;
        flags.focused = focused;
        flags.showing_hint = holds.is_empty();
    })
}

fn button_row(page: &Page, at: Rect, buttons: &[(&'static str, Icon, bool, Act)]) -> View {
    let count = i32::try_from(buttons.len()).unwrap_or(1).max(1);
    let width = (WIDTH - 2 * 42) / count;
    let views = buttons.iter().zip(0_i32..).map(|((label, icon, works, act), n)| {
        let left = 42 + n * width;
        let button = Rect::new(left + 8, at.top + 21, left + width - 8, at.bottom - 21);
        View::new("android.widget.Button", button)
            .id(format!("{}:id/button{}", page.package, n + 1))
            .text(*label)
            .paint(Paint::Button)
            .taps(act.clone())
            .flag(|flags| flags.enabled = *works)
            .child(
                View::new(
                    "android.view.View",
                    Rect::new(button.center().0 - 32, button.top + 20, button.center().0 + 32, button.top + 84),
                )
                .paint(Paint::Icon(*icon))
                .flag(|flags| flags.enabled = *works),
            )
    });
    View::new("android.widget.LinearLayout", at)
        .id(format!("{}:id/action_buttons", page.package))
        .children(views.collect::<Vec<_>>())
}

/// Greys a row out: all in it is disabled, and what was clickable still is, as on real phones.
fn disable(view: &mut View) {
    let mut pending = vec![view];
    while let Some(view) = pending.pop() {
        view.flags.enabled = false;
        pending.extend(view.children.iter_mut());
    }
}
