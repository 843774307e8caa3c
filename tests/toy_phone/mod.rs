//! A phone made of a few hand-drawn pages, for tests of steps and checks: every screen is exactly what a test says.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::collapsible_match)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use goalpost::act::{Act, Guard, InMemory};
use goalpost::clock::Clock;
use goalpost::device::{Channel, Device, DeviceError, Input, Reading, Transport, Value as Read};
use goalpost::event::{Backend, Collected, Event, Events};
use goalpost::screen::{App, Global, Observation, Point, UiState};
use serde_json::{Value, json};

pub const APP: &str = "com.example.settings";
pub const HOME: &str = "com.example.launcher";
pub const SIZE: (i64, i64) = (1000, 2000);

/// What a tap on a node does.
#[derive(Debug, Clone)]
pub enum Tap {
    Go(&'static str),
    Toggle(&'static str),
    Focus(&'static str),
    Nothing,
}

/// A node of a page.
#[derive(Debug, Clone, Default)]
pub struct Node {
    class: &'static str,
    id: &'static str,
    text: String,
    label: String,
    hint: &'static str,
    bounds: (i64, i64, i64, i64),
    tap: Option<Tap>,
    hold: Option<Tap>,
    flags: Vec<&'static str>,
    disabled: bool,
    content: i64,
    kids: Vec<Node>,
}

pub fn node(class: &'static str, bounds: (i64, i64, i64, i64)) -> Node {
    Node { class, bounds, ..Node::default() }
}

pub fn text(text: &str, bounds: (i64, i64, i64, i64)) -> Node {
    Node { text: text.to_owned(), ..node("android.widget.TextView", bounds) }
}

impl Node {
    pub fn id(mut self, id: &'static str) -> Self {
        self.id = id;
        self
    }
    pub fn label(mut self, label: &str) -> Self {
        self.label = label.to_owned();
        self
    }
    pub fn text(mut self, text: &str) -> Self {
        self.text = text.to_owned();
        self
    }
    pub fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }
    pub fn tap(mut self, tap: Tap) -> Self {
        self.tap = Some(tap);
        self
    }
    /// What a long press does.
    pub fn hold(mut self, hold: Tap) -> Self {
        self.hold = Some(hold);
        self.flag("isLongClickable")
    }
    pub fn flag(mut self, flag: &'static str) -> Self {
        self.flags.push(flag);
        self
    }
    pub fn checked(self, checked: bool) -> Self {
        let node = self.flag("isCheckable");
        if checked { node.flag("isChecked") } else { node }
    }
    pub fn disabled(mut self) -> Self {
        self.disabled = true;
        self
    }
    /// Scrolls content of this height.
    pub fn scrolls(mut self, content: i64) -> Self {
        self.content = content;
        self.flag("isScrollable")
    }
    pub fn kids(mut self, kids: Vec<Node>) -> Self {
        self.kids = kids;
        self
    }

    fn json(&self) -> Value {
        let (left, top, right, bottom) = self.bounds;
        let mut node = json!({
            "className": self.class, "packageName": APP, "resourceId": self.id, "text": self.text,
            "contentDescription": self.label, "hint": self.hint, "isEnabled": !self.disabled,
            "isClickable": self.tap.is_some(), "isVisibleToUser": true,
            "boundsInScreen": {"left": left, "top": top, "right": right, "bottom": bottom},
            "children": self.kids.iter().map(Node::json).collect::<Vec<_>>(),
        });
        for flag in &self.flags {
            node[flag] = true.into();
        }
        node
    }

    /// The deepest last node under a point that reacts to a tap.
    fn hit(&self, at: Point) -> Option<&Node> {
        let (l, t, r, b) = self.bounds;
        if !(l..r).contains(&at.x) || !(t..b).contains(&at.y) {
            return None;
        }
        let inner = self.kids.iter().rev().find_map(|kid| kid.hit(at));
        inner.or_else(|| Some(self).filter(|node| node.tap.is_some() || node.hold.is_some()))
    }

    fn scroller(&self) -> Option<&Node> {
        if self.content > 0 { Some(self) } else { self.kids.iter().find_map(Node::scroller) }
    }
}

/// A plain row that shows texts and can be tapped.
pub fn row(top: i64, title: &str, tap: Tap) -> Node {
    node("android.widget.LinearLayout", (0, top, 1000, top + 200))
        .tap(tap)
        .kids(vec![text(title, (100, top + 50, 700, top + 110)).id("android:id/title")])
}

/// Kind A: a tap on the row sets its bare switch.
pub fn row_a(top: i64, title: &str, fact: &'static str, on: bool) -> Node {
    let mut row = row(top, title, Tap::Toggle(fact));
    row.kids.push(
        node("android.widget.Switch", (800, top + 50, 950, top + 150)).id("android:id/switch_widget").checked(on),
    );
    row
}

/// Kind B: the label opens a page, the switch takes its own taps.
pub fn row_b(top: i64, title: &str, page: &'static str, fact: &'static str, on: bool) -> Node {
    let mut row = row(top, title, Tap::Go(page));
    row.kids.push(
        node("android.widget.Switch", (800, top + 50, 950, top + 150))
            .id("com.android.settings:id/switchWidget")
            .label(title)
            .checked(on)
            .tap(Tap::Toggle(fact)),
    );
    row
}

/// A list of plain rows from `top` to `bottom`, moved up by `scroll`, of which only those that are seen are there.
pub fn list(top: i64, bottom: i64, scroll: i64, titles: &[String]) -> Node {
    let height = 200;
    let mut rows = Vec::new();
    for (index, title) in titles.iter().enumerate() {
        let y = top + i64::try_from(index).unwrap() * height - scroll;
        if y + height <= top || y >= bottom {
            continue;
        }
        let clip = |a: i64| a.clamp(top, bottom);
        let mut kids = Vec::new();
        if y + 110 > top && y + 50 < bottom {
            kids.push(text(title, (100, clip(y + 50), 700, clip(y + 110))).id("android:id/title"));
        }
        rows.push(
            node("android.widget.LinearLayout", (0, clip(y), 1000, clip(y + height))).tap(Tap::Go("detail")).kids(kids),
        );
    }
    let content = i64::try_from(titles.len()).unwrap() * height;
    node("androidx.recyclerview.widget.RecyclerView", (0, top, 1000, bottom))
        .id("com.android.settings:id/recycler_view")
        .scrolls(content)
        .kids(rows)
}

/// What the pages are drawn from.
#[derive(Debug, Clone, Default)]
pub struct State {
    pub page: &'static str,
    pub trail: Vec<&'static str>,
    pub facts: BTreeMap<&'static str, String>,
    pub focus: Option<&'static str>,
    pub scroll: i64,
    pub furthest: i64,
    pub files: BTreeMap<String, Bytes>,
}

impl State {
    pub fn on(&self, fact: &str) -> bool {
        self.facts.get(fact).is_some_and(|value| value == "on")
    }
}

/// What is wrong with the phone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Habits {
    /// So many reads after an input still show the screen before it.
    pub lag: usize,
    /// Swipes faster than this are ignored.
    pub swallows_below_ms: u64,
    /// Swipes move so many per cent of the finger's way.
    pub fling: i64,
    /// Where the keyboard begins that comes up with the focus, if one does.
    pub keyboard: Option<i64>,
    /// The keyboard comes back by itself.
    pub stubborn: bool,
    /// What is set up is accepted, and nothing happens.
    pub deaf: bool,
    /// Nothing but the screen can be read.
    pub dumb: bool,
}

type Pages = fn(&State) -> Vec<Node>;

pub struct ToyPhone {
    pages: Pages,
    habits: Habits,
    clock: Clock,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    state: State,
    stale: Vec<Value>,
    inputs: Vec<Input>,
    refuses: Option<u16>,
    turns_away: Vec<Duration>,
}

impl ToyPhone {
    pub fn new(pages: Pages) -> Self {
        Self::with(pages, Habits { fling: 100, ..Habits::default() })
    }

    pub fn with(pages: Pages, habits: Habits) -> Self {
        let state = State { page: "home", ..State::default() };
        let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
        Self { pages, habits, clock, inner: Mutex::new(Inner { state, ..Inner::default() }) }
    }

    pub fn at(self, page: &'static str) -> Self {
        self.inner.lock().unwrap().state.page = page;
        self
    }

    pub fn set(&self, fact: &'static str, value: &str) {
        self.inner.lock().unwrap().state.facts.insert(fact, value.to_owned());
    }

    pub fn state(&self) -> State {
        self.inner.lock().unwrap().state.clone()
    }

    /// The furthest that the page was ever scrolled.
    pub fn furthest(&self) -> i64 {
        self.inner.lock().unwrap().state.furthest
    }

    pub fn inputs(&self) -> Vec<Input> {
        self.inner.lock().unwrap().inputs.clone()
    }

    /// From now on reads are answered with this status.
    pub fn refuse_reads(&self, status: u16) {
        self.inner.lock().unwrap().refuses = Some(status);
    }

    /// The next inputs are turned away with 429, each with such a pause.
    pub fn turn_away(&self, pauses: &[Duration]) {
        self.inner.lock().unwrap().turns_away = pauses.to_vec();
    }

    fn draw(&self, state: &State) -> Value {
        let nodes = (self.pages)(state);
        let package = if state.page == "home" { HOME } else { APP };
        let root = node("android.widget.FrameLayout", (0, 0, SIZE.0, SIZE.1)).kids(nodes);
        let keyboard = self.habits.keyboard.filter(|_| state.focus.is_some());
        let keyboard = keyboard.map(|top| {
            node("android.widget.FrameLayout", (0, top, SIZE.0, SIZE.1))
                .kids(vec![node("android.view.View", (0, top, 100, top + 100)).label("q").tap(Tap::Nothing)])
                .json()
        });
        let mut screen = json!({
            "a11y_tree": root.json(),
            "phone_state": {"packageName": package, "currentApp": "", "keyboardVisible": state.focus.is_some(),
                "isEditable": state.focus.is_some()},
            "device_context": {"screen_bounds": {"width": SIZE.0, "height": SIZE.1}},
        });
        if let Some(keyboard) = keyboard {
            screen["ime_tree"] = keyboard;
        }
        screen
    }

    fn change(&self, inner: &mut Inner, input: &Input) {
        let root = node("", (0, 0, SIZE.0, SIZE.1)).kids((self.pages)(&inner.state));
        let state = &mut inner.state;
        match input {
            Input::Tap { x, y } => {
                let go = root.hit(Point { x: *x, y: *y }).filter(|hit| !hit.disabled).and_then(|hit| hit.tap.clone());
                match go {
                    Some(Tap::Go(page)) => go_to(state, page),
                    Some(Tap::Toggle(fact)) => {
                        let flipped = if state.on(fact) { "off" } else { "on" };
                        state.facts.insert(fact, flipped.to_owned());
                    }
                    Some(Tap::Focus(fact)) => state.focus = Some(fact),
                    Some(Tap::Nothing) | None => {}
                }
            }
            Input::Swipe { start, end, duration_ms } if start == end && *duration_ms > 500 => {
                if let Some(Tap::Go(page)) = root.hit(*start).and_then(|hit| hit.hold.clone()) {
                    go_to(state, page);
                }
            }
            Input::Swipe { start, end, duration_ms } if *duration_ms >= self.habits.swallows_below_ms => {
                if let Some(scroller) = root.scroller() {
                    let most = (scroller.content - (scroller.bounds.3 - scroller.bounds.1)).max(0);
                    state.scroll = (state.scroll + (start.y - end.y) * self.habits.fling / 100).clamp(0, most);
                    state.furthest = state.furthest.max(state.scroll);
                }
            }
            Input::Type { text, clear, .. } => {
                if let Some(field) = state.focus {
                    let value = state.facts.entry(field).or_default();
                    if *clear {
                        value.clear();
                    }
                    value.push_str(text);
                }
            }
            Input::Global { action: Global::Home } => {
                *state = State { page: "home", facts: state.facts.clone(), ..State::default() }
            }
            Input::Global { action: Global::Back } => {
                if self.habits.stubborn && state.focus.is_some() {
                } else if state.focus.take().is_none() {
                    state.page = state.trail.pop().unwrap_or("home");
                    state.scroll = 0;
                }
            }
            Input::OpenApp { .. } => go_to(state, "settings"),
            Input::OpenLink { link, .. } => {
                state.facts.insert("link", link.clone());
                go_to(state, "linked");
            }
            _ if self.habits.deaf => {}
            Input::SetClipboard { text } => drop(state.facts.insert("clipboard", text.clone())),
            Input::SetLanguage { locale } => drop(state.facts.insert("language", locale.to_lowercase())),
            Input::SetTimezone { timezone } => drop(state.facts.insert("timezone", timezone.clone())),
            Input::SetLocation { latitude, longitude } => {
                state.facts.insert("location", format!("{latitude:.4},{longitude:.4}"));
            }
            Input::PutFile { folder, name, content } => {
                state.files.insert(format!("{folder}/{name}"), content.clone());
            }
            Input::DeleteFile { path } => drop(state.files.remove(path)),
            _ => {}
        }
    }
}

fn go_to(state: &mut State, page: &'static str) {
    state.trail.push(state.page);
    state.page = page;
    state.scroll = 0;
    state.focus = None;
}

#[async_trait]
impl Device for ToyPhone {
    fn id(&self) -> &str {
        "toy"
    }

    fn backend(&self) -> Backend {
        Backend::Loopback
    }

    async fn ready(&self) -> Result<(), DeviceError> {
        Ok(())
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        Ok(vec![App { package: APP.to_owned(), label: "Settings".to_owned() }])
    }

    async fn observe(&self) -> Result<Observation, DeviceError> {
        let mut inner = self.inner.lock().unwrap();
        if let Some(status) = inner.refuses {
            let (what, said, advice) = ("the screen".to_owned(), "no active window".to_owned(), "again".to_owned());
            return Err(DeviceError::Refused { what, status, said, advice });
        }
        let shown = inner.stale.pop().unwrap_or_else(|| self.draw(&inner.state));
        let state = UiState::parse(shown.to_string().as_bytes()).unwrap();
        Ok(Observation::from_ui_state("toy", &state, self.clock.now()).unwrap())
    }

    async fn read(&self, channel: Channel) -> Reading {
        if self.habits.dumb {
            return Reading::Unsupported { why: format!("this phone has no way to read {channel}") };
        }
        let state = self.state();
        let fact = |fact| Read::Json(state.facts.get(fact).cloned().unwrap_or_default().into());
        let missing = || {
            let (what, said, advice) = ("the file".to_owned(), "no such file".to_owned(), String::new());
            DeviceError::Refused { what, status: 404, said, advice }
        };
        Reading::Value(match &channel {
            Channel::Clipboard => fact("clipboard"),
            Channel::Language => fact("language"),
            Channel::Timezone => fact("timezone"),
            Channel::Location => {
                let place = state.facts.get("location").cloned().unwrap_or("0,0".to_owned());
                let degrees: Vec<f64> = place.split(',').map(|degrees| degrees.parse().unwrap()).collect();
                Read::Json(json!({"latitude": degrees[0], "longitude": degrees[1]}))
            }
            Channel::File { path } => match state.files.get(path) {
                Some(content) => Read::Bytes(content.clone()),
                None => return Reading::Failed(missing()),
            },
            Channel::Folder { path } => {
                let names = state.files.keys().filter_map(|file| file.strip_prefix(path.as_str())?.strip_prefix('/'));
                Read::Json(names.map(|name| json!({"name": name, "type": "file"})).collect())
            }
            other => return Reading::Unsupported { why: format!("{other} is not drawn") },
        })
    }

    async fn send(&self, input: &Input) -> Transport {
        let mut inner = self.inner.lock().unwrap();
        if let Some(pause) = inner.turns_away.pop() {
            return Transport::Rejected { status: 429, error: "too many".to_owned(), retry_after: Some(pause) };
        }
        let before = self.draw(&inner.state);
        self.change(&mut inner, input);
        inner.inputs.push(input.clone());
        inner.stale = vec![before; self.habits.lag];
        Transport::Accepted { status: 200, cut: false, body_error: None }
    }
}

/// A phone with a handle to act on it, and what happened.
pub struct Bench {
    pub phone: Arc<ToyPhone>,
    pub events: Arc<Collected>,
    pub journal: Arc<InMemory>,
    case: Act,
}

impl Bench {
    pub fn new(phone: ToyPhone) -> Self {
        Self::guarded(phone, Guard::default())
    }

    pub fn guarded(phone: ToyPhone, guard: Guard) -> Self {
        let phone = Arc::new(phone);
        let events = Arc::new(Collected::default());
        let told = Events::to(vec![events.clone()], phone.clock.clone());
        let journal = Arc::new(InMemory::default());
        let case = Act::new(phone.clone(), phone.clock.clone(), told, journal.clone(), guard);
        Self { phone, events, journal, case }
    }

    /// The same with these secrets.
    pub fn with_secrets(mut self, secrets: &[(&str, &str)]) -> Self {
        let named = |(name, value): &(&str, &str)| ((*name).to_owned(), goalpost::secret::Secret::from(*value));
        self.case =
            self.case.in_phase(goalpost::event::Phase::Baseline).with_secrets(secrets.iter().map(named).collect());
        self
    }

    /// A handle for another phase.
    pub fn act(&self) -> Act {
        self.case.in_phase(goalpost::event::Phase::Verify)
    }

    pub fn clock(&self) -> &Clock {
        &self.phone.clock
    }

    /// The events of one kind, by what `pick` makes of them.
    pub fn told<T>(&self, pick: impl Fn(&Event) -> Option<T>) -> Vec<T> {
        self.events.records().iter().filter_map(|record| pick(&record.event)).collect()
    }
}
