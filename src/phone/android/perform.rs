//! What acts do to the phone.

use super::{Android, Task};
use crate::phone::act::{Act, Key, Layer, PageId};
use crate::phone::apps::{self, launcher, system};
use crate::phone::facts::{Cause, Value};
use crate::phone::keyboard;
use crate::phone::layout;
use crate::phone::notice::NOTICES;
use crate::phone::page::{Page, Place};
use crate::phone::permission;
use crate::phone::view::Rect;

/// A task with more pages than this forgets the oldest but the first.
const DEEPEST: usize = 40;
/// A field takes no more characters than this.
const LONGEST: usize = 5_000;

impl Android {
    /// Does what a view says, touched at `x` within its bounds.
    pub(super) fn perform(&mut self, act: &Act, x: i32, at: Rect) {
        let cause = Cause::Input(self.inputs);
        match act {
            Act::Nothing => {}
            Act::Go(page) => self.go(page),
            Act::Swap(page) => self.swap(page),
            Act::Overlay(page) => self.overlay(page),
            Act::Leave => self.leave(),
            Act::Close => self.close(),
            Act::Expand => {
                if let Some(place) = self.place_mut() {
                    place.expanded = true;
                }
            }
            Act::Toggle(key) => self.put(key, Value::Flag(!self.facts.on(key)), cause),
            Act::Put(key, value) => self.put(key, value.clone(), cause),
            Act::Slide(key, from, to) => {
                let way = i64::from(at.width().max(1));
                let done = i64::from(x.clamp(at.left, at.right) - at.left);
                self.put(key, Value::Number(from + (to - from) * done / way), cause);
            }
            Act::Focus(key) => {
                if let Some(place) = self.place_mut() {
                    place.focus = Some(key.clone());
                    self.keyboard = Some(Layer::default());
                }
            }
            Act::Menu(key) => {
                if let Some(place) = self.place_mut() {
                    (place.focus, place.menu) = (Some(key.clone()), true);
                    self.keyboard = self.keyboard.or(Some(Layer::default()));
                }
            }
            Act::Empty(key) => {
                if let Some(place) = self.place_mut() {
                    place.fields.remove(key);
                }
            }
            Act::Fill(key, text) => {
                if let Some(place) = self.place_mut() {
                    place.fields.insert(key.clone(), text.clone());
                }
            }
            Act::Files(deed) => self.deed(*deed),
            Act::Keep(fact, field) => {
                let text = self.place().field(field).to_owned();
                self.put(fact, Value::Text(text), cause);
            }
            Act::Visit(field) => self.visit(field),
            Act::PutArgument(fact) => {
                let text = self.place().argument().to_owned();
                self.put(fact, Value::Text(text), cause);
            }
            Act::Drop(name) => self.facts.drop_record(name, cause, self.clock.now()),
            Act::DropArgument(name) => {
                let name = format!("{name}{}", self.place().argument());
                self.facts.drop_record(&name, cause, self.clock.now());
            }
            Act::Forget(prefix) => self.facts.reset(prefix, Vec::new(), cause, self.clock.now()),
            Act::Ask(permission, then) => self.ask(*permission, then),
            Act::Answer(answer) => self.answer(*answer),
            Act::Notify(notice) => {
                if let Some(package) = self.page(self.place()).map(|page| page.package) {
                    self.notify(package, notice, cause);
                }
            }
            Act::Hang => self.hang_now(),
            Act::Wait => self.alert = None,
            Act::Type(text) => self.type_in(text),
            Act::Press(code) => self.press(*code),
            Act::Layer(layer) => self.keyboard = self.keyboard.map(|_| *layer),
            Act::HideKeyboard => self.keyboard = None,
            Act::Launch(package) => {
                if let Some(package) = self.app(package).ok().map(|app| app.package) {
                    self.launch(package);
                }
            }
            Act::StopArgument => {
                let package = self.place().argument().to_owned();
                let package = self.app(&package).ok().map(|app| app.package);
                if let Some(package) = package {
                    self.stop(package);
                }
            }
            Act::DeleteArgument => {
                let package = self.place().argument().to_owned();
                if let Some(package) = self.app(&package).ok().filter(|app| !app.system).map(|app| app.package) {
                    self.delete(package);
                }
            }
            Act::ClearTasks => {
                self.tasks.retain(|task| task.package == launcher::PACKAGE);
                self.home();
            }
            Act::IfText(key, text, yes, no) => {
                let act = if self.facts.text(key) == *text { yes } else { no };
                self.perform(act, x, at);
            }
            Act::All(acts) => acts.iter().for_each(|act| self.perform(act, x, at)),
        }
    }

    /// The page in front.
    pub(super) fn place(&self) -> &Place {
        static NOWHERE: std::sync::LazyLock<Place> = std::sync::LazyLock::new(Place::default);
        let top = self.tasks.last().and_then(|task| task.stack.last());
        self.alert.as_ref().or(self.overlay.as_ref()).or(top).unwrap_or(&NOWHERE)
    }

    pub(super) fn place_mut(&mut self) -> Option<&mut Place> {
        let top = self.tasks.last_mut().and_then(|task| task.stack.last_mut());
        self.alert.as_mut().or(self.overlay.as_mut()).or(top)
    }

    pub(super) fn page(&self, place: &Place) -> Option<&Page> {
        self.pages.iter().find(|page| page.id == place.name())
    }

    /// A page as it is when it is opened.
    pub(super) fn fresh(&self, page: &PageId) -> Option<Place> {
        let mut place = Place { page: page.clone(), ..Place::default() };
        let described = self.page(&place)?;
        let row = place.argument().strip_prefix("row=").map(str::to_owned);
        place.expanded = row.is_some();
        let now = self.time();
        let recent = self.recent();
        let glance = self.glance(&place, &now, &recent);
        let fields = described.fields.iter().map(|(key, line)| (key.clone(), glance.say(line))).collect();
        let scroll = row.map_or(0, |row| layout::scroll_to(described, &glance, &row));
        let focus = described.fields.first().filter(|_| described.typing).map(|(key, _)| key.clone());
        (place.fields, place.scroll, place.focus) = (fields, scroll, focus);
        Some(place)
    }

    pub(super) fn go(&mut self, page: &PageId) {
        let Some(place) = self.fresh(page) else { return };
        self.keyboard = place.focus.as_ref().map(|_| Layer::default());
        self.overlay = None;
        if let Some(task) = self.tasks.last_mut() {
            task.stack.push(place);
            if task.stack.len() > DEEPEST {
                task.stack.remove(1);
            }
        }
    }

    /// Shows a page in the place of the one in front.
    fn swap(&mut self, page: &PageId) {
        if self.fresh(page).is_some() {
            if let Some(task) = self.tasks.last_mut() {
                task.stack.pop();
            }
            self.go(page);
        }
    }

    /// The back gesture: closes what is offered at a field, then the keyboard, then the page. An app that does not
    /// respond hears none of it.
    pub(super) fn back(&mut self) {
        if self.alert.is_none() && !self.close_menu() && self.keyboard.take().is_none() {
            self.leave();
        }
    }

    /// Closes what is offered at the focused field; whether there was something.
    pub(super) fn close_menu(&mut self) -> bool {
        self.place_mut().is_some_and(|place| std::mem::take(&mut place.menu))
    }

    /// Up: closes what is in front, after asking about what is unsaved there.
    pub(super) fn leave(&mut self) {
        if self.alert.is_some() {
            return;
        }
        let place = self.place();
        let (now, recent) = (self.time(), self.recent());
        let asks = self.page(place).and_then(|page| page.unsaved);
        match asks.filter(|(unsaved, _)| self.glance(place, &now, &recent).holds(*unsaved)) {
            Some((_, dialog)) => self.go(&dialog.into()),
            None => self.close(),
        }
    }

    /// Closes what is in front. An app's first page stays, out of sight.
    fn close(&mut self) {
        self.keyboard = None;
        if self.overlay.take().is_some() {
            return;
        }
        if let Some(task) = self.tasks.last_mut() {
            if task.stack.len() > 1 {
                task.stack.pop();
            } else {
                self.home();
            }
        }
    }

    pub(super) fn home(&mut self) {
        self.launch(launcher::PACKAGE);
        if let Some(task) = self.tasks.last_mut() {
            task.stack.truncate(1);
        }
    }

    pub(super) fn recents(&mut self) {
        self.home();
        self.go(&launcher::RECENTS.into());
    }

    pub(super) fn overlay(&mut self, page: &'static str) {
        self.keyboard = None;
        self.overlay = self.fresh(&page.into());
    }

    /// Brings an app to the front as it was left, or starts it.
    pub(super) fn launch(&mut self, package: &'static str) {
        let Some(start) = self.app(package).ok().and_then(|app| app.start) else { return };
        self.keyboard = None;
        self.overlay = None;
        self.launched = Some(package);
        let task = match self.tasks.iter().position(|task| task.package == package) {
            Some(at) => self.tasks.remove(at),
            None => Task { package, stack: self.fresh(&start.into()).into_iter().collect() },
        };
        self.tasks.push(task);
        // Its state is that of the launcher's last use, and the home screen is what an icon leads away from.
        if package != launcher::PACKAGE
            && let Some(home) = self.tasks.iter_mut().find(|task| task.package == launcher::PACKAGE)
        {
            home.stack.truncate(1);
        }
    }

    /// Ends an app: its pages, in other tasks too, and what only its process knew.
    pub(super) fn stop(&mut self, package: &'static str) {
        self.forget(package, Cause::Input(self.inputs));
        let front = self.tasks.last().map(|task| task.package);
        let own: Vec<&str> = self.pages.iter().filter(|page| page.package == package).map(|page| page.id).collect();
        for task in &mut self.tasks {
            task.stack.retain(|place| !own.contains(&place.name()));
        }
        self.tasks.retain(|task| task.package != package && !task.stack.is_empty());
        if package == system::PACKAGE {
            self.overlay = None;
        }
        if self.alert.as_ref().is_some_and(|alert| alert.argument() == package) {
            self.alert = None;
        }
        let (cause, now) = (Cause::Input(self.inputs), self.clock.now());
        self.end_once(&permission::of(package), cause);
        self.facts.reset(&format!("{NOTICES}{package}."), Vec::new(), cause, now);
        if self.tasks.last().map(|task| task.package) != front || front == Some(package) {
            self.home();
        } else if self.place().focus.is_none() {
            self.keyboard = None;
        }
    }

    /// Loses what an app keeps in its process alone.
    pub(super) fn forget(&mut self, package: &str, cause: Cause) {
        let now = self.clock.now();
        for name in self.app(package).map(|app| app.memory).unwrap_or_default() {
            self.facts.drop_record(name, cause, now);
        }
    }

    /// Removes an app: its pages, its data, and all that is known of it.
    pub(super) fn delete(&mut self, package: &'static str) {
        self.stop(package);
        let (cause, now) = (Cause::Input(self.inputs), self.clock.now());
        if let Some(data) = self.app(package).ok().and_then(|app| app.data) {
            self.facts.reset(data, Vec::new(), cause, now);
        }
        self.facts.reset(&permission::of(package), Vec::new(), cause, now);
        self.facts.delete(&apps::notifications(package), cause, now);
        self.facts.put(&apps::installed(package), Value::Flag(false), cause, now);
        self.apps.retain(|app| app.package != package);
    }

    pub(super) fn clear_data(&mut self, package: &str) {
        let Some(app) = self.apps.iter().find(|app| app.package == package) else { return };
        let (given, cause, now) = (app.given(), Cause::Input(self.inputs), self.clock.now());
        self.facts.reset(&permission::of(package), Vec::new(), cause, now);
        if let Some(prefix) = app.data {
            self.facts.reset(prefix, given, cause, now);
        }
    }

    pub(super) fn press(&mut self, code: i32) {
        match code {
            3 => self.home(),
            4 | 111 => self.back(),
            61 => self.next_field(),
            66 | 160 => self.enter(),
            67 => {
                if let Some(text) = self.focused_mut() {
                    text.pop();
                }
            }
            187 => self.recents(),
            277 => self.cut(),
            278 => _ = self.copy(),
            279 => self.paste(),
            _ => {
                if let Some(letter) = keyboard::typed(code) {
                    self.type_in(letter.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }

    /// The keyboard's action key: done with typing, or a new line where there may be several.
    fn enter(&mut self) {
        if self.several_lines() {
            return self.type_in("\n");
        }
        let place = self.place();
        if place.focus.is_none() {
            return;
        }
        let entered = self.page(place).map(|page| page.entered.clone()).unwrap_or_default();
        self.keyboard = None;
        self.perform(&entered, 0, Rect::default());
    }

    fn next_field(&mut self) {
        let place = self.place();
        let fields: Vec<Key> =
            self.page(place).map(|page| page.fields.iter().map(|(key, _)| key.clone()).collect()).unwrap_or_default();
        let at = fields.iter().position(|key| Some(key) == place.focus.as_ref());
        let next = at.and_then(|at| fields.get(at + 1)).or_else(|| fields.first()).cloned();
        if let (Some(place), Some(next)) = (self.place_mut(), next) {
            place.focus = Some(next);
        }
    }

    pub(super) fn focused_mut(&mut self) -> Option<&mut String> {
        let place = self.place_mut()?;
        let focus = place.focus.clone()?;
        Some(place.fields.entry(focus).or_default())
    }

    pub(super) fn empty_focused(&mut self) {
        if let Some(text) = self.focused_mut() {
            text.clear();
        }
        self.typed();
    }

    /// Whether the focused field takes several lines.
    fn several_lines(&self) -> bool {
        let place = self.place();
        let several = |key: &str| self.page(place).is_some_and(|page| page.multiline.contains(&key));
        place.focus.as_deref().is_some_and(several)
    }

    pub(super) fn type_in(&mut self, text: &str) {
        let several = self.several_lines();
        if let Some(field) = self.focused_mut() {
            let room = LONGEST.saturating_sub(field.chars().count());
            let taken = |letter: &char| !letter.is_control() || (several && *letter == '\n');
            field.extend(text.chars().filter(taken).take(room));
        }
        self.typed();
    }

    /// After typing: a list of results begins at its top, and one capital is enough.
    fn typed(&mut self) {
        self.close_menu();
        if self.keyboard == Some(Layer::Capitals) {
            self.keyboard = Some(Layer::Letters);
        }
        let dialog = self.page(self.place()).is_some_and(|page| page.dialog);
        if !dialog
            && let Some(place) = self.place_mut()
            && place.focus.is_some()
        {
            place.scroll = 0;
        }
    }
}
