//! What a person with the phone in their hand would see.

mod alerts;
mod browser;
mod clock;
mod contacts;
mod eleven;
mod environment;
mod files;
mod laws;
mod notes;
mod phone;
mod settings;

use std::time::Duration;

use super::*;
use crate::phone::view::{Rect, View};

/// A person with a phone.
struct Hand {
    phone: Android,
    clock: Clock,
}

impl Hand {
    fn new() -> Self {
        Self::with(Options::default())
    }

    fn with(options: Options) -> Self {
        let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
        Self { phone: Android::new(options, clock.clone()), clock }
    }

    /// With the older of the two phones.
    fn eleven() -> Self {
        Self::with(Options { look: Look::Android11, ..Options::default() })
    }

    /// In Settings, at the page that these labels lead to.
    fn in_settings(path: &[&str]) -> Self {
        Self::new().led(path)
    }

    /// At the page of Settings that these labels lead to.
    fn led(mut self, path: &[&str]) -> Self {
        self.phone.start_app("com.android.settings", None).unwrap();
        for label in path {
            self.scroll_to(label);
            self.tap(label);
        }
        self
    }

    fn wait(&self, millis: u64) {
        // A virtual clock sleeps without a runtime's help.
        futures::executor::block_on(self.clock.sleep(Duration::from_millis(millis)));
    }

    /// The screen once it has settled.
    fn screen(&mut self) -> Screen {
        self.wait(300);
        self.phone.screen()
    }

    /// All that the active window shows, in order.
    fn shown(&mut self) -> Vec<View> {
        let screen = self.screen();
        let whole = Rect::new(0, 0, screen.width, screen.height);
        let visible = |view: &&View| !view.bounds.clipped(&whole).is_empty();
        screen.active().unwrap().walk().filter(visible).cloned().collect()
    }

    fn texts(&mut self) -> Vec<String> {
        self.shown().into_iter().map(|view| view.text).filter(|text| !text.is_empty()).collect()
    }

    fn sees(&mut self, text: &str) -> bool {
        self.shown().iter().any(|view| view.text == text || view.description == text)
    }

    fn find(&mut self, text: &str) -> View {
        let found = self.shown().into_iter().find(|view| view.text == text || view.description == text);
        found.unwrap_or_else(|| panic!("no {text:?} in {:?}", self.texts()))
    }

    /// The first checkable view whose description begins so.
    fn find_switch(&mut self, start: &str) -> View {
        let shown = self.shown();
        let found = shown.iter().find(|view| view.flags.checkable && view.description.starts_with(start));
        found.unwrap_or_else(|| panic!("no switch {start:?}")).clone()
    }

    fn tap(&mut self, text: &str) {
        let (x, y) = self.find(text).bounds.center();
        self.phone.tap(x, y);
    }

    fn swipe(&mut self, from: (i32, i32), to: (i32, i32), millis: u64) {
        self.phone.swipe(Swipe { from, to, duration: Duration::from_millis(millis), hold: Duration::ZERO });
    }

    fn scroll_down(&mut self) {
        self.swipe((540, 1800), (540, 1100), 1000);
    }

    fn scroll_to(&mut self, text: &str) {
        for _ in 0..20 {
            // In the gesture bar it could not be tapped.
            if self.shown().iter().any(|view| view.text == text && view.bounds.bottom < 2330) {
                return;
            }
            self.scroll_down();
        }
        panic!("no {text:?} below");
    }

    /// The one checkable view that is in the row of this title.
    fn switch(&mut self, title: &str) -> View {
        let row = self.find(title).bounds;
        let (_, middle) = row.center();
        let shown = self.shown();
        let found =
            shown.iter().find(|view| view.flags.checkable && view.bounds.top <= middle && middle < view.bounds.bottom);
        found.unwrap().clone()
    }

    fn value(&self, key: &str) -> Value {
        self.phone.value(key).unwrap().clone()
    }

    fn title(&mut self) -> String {
        let bars = self.shown();
        let bar = bars.iter().find(|view| view.resource_id.ends_with(":id/collapsing_toolbar"));
        bar.map(|view| view.description.clone()).unwrap_or_default()
    }
}
