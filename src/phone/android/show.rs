//! From state to screen.

use jiff::ZonedDateTime;

use super::Android;
use crate::phone::apps::launcher;
use crate::phone::keyboard::keyboard;
use crate::phone::layout::text_menu;
use crate::phone::metrics::{DENSITY_DPI, HEIGHT, KEYBOARD, WIDTH};
use crate::phone::page::{Glance, Place};
use crate::phone::screen::{Focus, Foreground, Screen, StatusBar};
use crate::phone::view::View;

impl Android {
    pub(super) fn glance<'a>(
        &'a self,
        place: &'a Place,
        now: &'a ZonedDateTime,
        recent: &'a [&'static str],
    ) -> Glance<'a> {
        Glance {
            look: self.look,
            words: &self.words,
            facts: &self.facts,
            files: &self.files,
            now,
            uptime: self.clock.now().duration_since(self.started),
            apps: &self.apps,
            pages: &self.pages,
            recent,
            place,
            bottom: if self.keyboard.is_some() { KEYBOARD } else { HEIGHT },
        }
    }

    /// Packages with a task but the home screen, the one used last first.
    pub(super) fn recent(&self) -> Vec<&'static str> {
        self.tasks.iter().rev().map(|task| task.package).filter(|package| *package != launcher::PACKAGE).collect()
    }

    /// What the phone would show if nothing lagged.
    pub(super) fn truth(&self) -> Screen {
        let now = self.time();
        let recent = self.recent();
        let stack = self.tasks.last().map_or(&[][..], |task| &task.stack);
        let covers = |place: &Place| !self.page(place).is_some_and(|page| page.dialog);
        let first = stack.iter().rposition(covers).unwrap_or_default();
        let mut windows = Vec::new();
        let (mut activity, mut secure) = ("", false);
        for place in stack.iter().skip(first).chain(&self.overlay).chain(&self.alert) {
            let Some(page) = self.page(place) else { continue };
            if !page.dialog || !page.activity.is_empty() {
                activity = page.activity;
            }
            let glance = self.glance(place, &now, &recent);
            secure |= page.secure.is_some_and(|condition| glance.holds(condition));
            let mut window = (page.draw)(page, &glance);
            if place.menu {
                let menu = text_menu(&window, self.clipboard());
                window.children.extend(menu);
            }
            windows.push(self.spoken(window.owned_by(page.package)));
        }
        let foreground = windows.last().and_then(|window| {
            let app = self.app(&window.package).ok()?;
            let (package, label) = (app.package.to_owned(), self.words.say(app.label));
            Some(Foreground { package, label, activity: activity.to_owned() })
        });
        let enter = self.page(self.place()).map_or("", |page| page.enter);
        Screen {
            width: WIDTH,
            height: HEIGHT,
            density_dpi: DENSITY_DPI,
            focus: windows.last().and_then(focused),
            windows,
            keyboard: self.keyboard.map(|layer| self.spoken(keyboard(layer, enter))),
            foreground,
            secure,
            dark: self.facts.on("dark_theme"),
            status: StatusBar {
                time: now.strftime("%-H:%M").to_string(),
                battery: u8::try_from(self.facts.number("battery_level")).unwrap_or(100),
                wifi: self.facts.on("wifi"),
                airplane: self.facts.on("airplane_mode"),
            },
        }
    }

    /// A window in the words that this phone has for things.
    fn spoken(&self, mut window: View) -> View {
        if !self.words.are_plain() {
            let mut pending = vec![&mut window];
            while let Some(view) = pending.pop() {
                for text in [&mut view.text, &mut view.description, &mut view.hint] {
                    *text = self.words.say(text);
                }
                pending.extend(view.children.iter_mut());
            }
        }
        window
    }
}

fn focused(window: &View) -> Option<Focus> {
    let view = window.walk().find(|view| view.flags.focused)?;
    let (text, class) = (view.text.clone(), view.class.to_owned());
    Some(Focus { text, class, resource_id: view.resource_id.clone().into_owned() })
}
