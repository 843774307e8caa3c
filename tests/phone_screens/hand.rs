//! A person with the phone in their hand, at the other end of the wire.

use std::collections::VecDeque;
use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::phone::{Look, Options, Phone, PhoneOptions};
use reqwest::{Client, Method};
use serde_json::{Value, json};

pub(crate) const SETTINGS: &str = "com.android.settings";
/// Top of the bar that takes the taps at the screen's bottom.
const GESTURE_BAR: i64 = 2337;

pub(crate) struct Hand {
    phone: Phone,
    client: Client,
}

/// A node of the tree.
#[derive(Debug, Clone)]
pub(crate) struct Node(Value);

impl Node {
    pub(crate) fn text(&self) -> &str {
        self.0["text"].as_str().unwrap()
    }

    pub(crate) fn description(&self) -> &str {
        self.0["contentDescription"].as_str().unwrap()
    }

    pub(crate) fn class(&self) -> &str {
        self.0["className"].as_str().unwrap().rsplit('.').next().unwrap()
    }

    /// The resource id, without its package.
    pub(crate) fn id(&self) -> &str {
        self.0["resourceId"].as_str().unwrap().rsplit('/').next().unwrap()
    }

    pub(crate) fn is(&self, flag: &str) -> bool {
        self.0[flag].as_bool().unwrap()
    }

    pub(crate) fn edge(&self, name: &str) -> i64 {
        self.0["boundsInScreen"][name].as_i64().unwrap()
    }

    pub(crate) fn center(&self) -> (i64, i64) {
        ((self.edge("left") + self.edge("right")) / 2, (self.edge("top") + self.edge("bottom")) / 2)
    }

    fn holds(&self, (x, y): (i64, i64)) -> bool {
        self.edge("left") <= x && x < self.edge("right") && self.edge("top") <= y && y < self.edge("bottom")
    }

    /// It and all below it, in order.
    pub(crate) fn walk(&self) -> Vec<Node> {
        let mut found = Vec::new();
        let mut pending = VecDeque::from([self.clone()]);
        while let Some(node) = pending.pop_front() {
            for child in node.0["children"].as_array().into_iter().flatten().rev() {
                pending.push_front(Node(child.clone()));
            }
            found.push(node);
        }
        found
    }
}

impl Hand {
    pub(crate) async fn new(look: Look) -> Self {
        let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
        let android = Options { look, ..Options::default() };
        let phone = Phone::start(PhoneOptions { clock, android, ..PhoneOptions::default() }).await.unwrap();
        Self { phone, client: Client::builder().no_proxy().build().unwrap() }
    }

    /// In Settings of Android 15, at the page that these labels lead to.
    pub(crate) async fn at(path: &[&str]) -> Self {
        Self::new(Look::Android15).await.led(path).await
    }

    pub(crate) async fn led(self, path: &[&str]) -> Self {
        self.open(SETTINGS).await;
        for label in path {
            self.tap(label).await;
        }
        self
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Value) {
        let url = format!("{}/devices/{}{path}", self.phone.url(), self.phone.device_id());
        let request = self
            .client
            .request(Method::from_bytes(method.as_bytes()).unwrap(), url)
            .header("content-type", "application/json");
        let reply = request.body(body.to_string()).send().await.unwrap();
        assert!(reply.status().is_success(), "{path}: {}", reply.text().await.unwrap());
    }

    /// What a read of the screen answers, with its status.
    pub(crate) async fn answer(&self) -> (u16, Value) {
        let url = format!("{}/devices/{}/ui-state?filter=false", self.phone.url(), self.phone.device_id());
        let reply = self.client.get(url).send().await.unwrap();
        let status = reply.status().as_u16();
        (status, serde_json::from_str(&reply.text().await.unwrap()).unwrap())
    }

    pub(crate) async fn wait(&self, millis: u64) {
        self.phone.clock().sleep(Duration::from_millis(millis)).await;
    }

    /// The screen once it has settled.
    pub(crate) async fn state(&self) -> Value {
        self.wait(300).await;
        let (status, state) = self.answer().await;
        assert_eq!(status, 200, "after 300 ms the screen can be read: {state}");
        state
    }

    pub(crate) async fn nodes(&self) -> Vec<Node> {
        Node(self.state().await["a11y_tree"].clone()).walk()
    }

    pub(crate) async fn keyboard(&self) -> Node {
        Node(self.state().await["ime_tree"].clone())
    }

    pub(crate) async fn app(&self) -> String {
        self.state().await["phone_state"]["packageName"].as_str().unwrap().to_owned()
    }

    /// All that are called so, by text or description.
    pub(crate) async fn all(&self, label: &str) -> Vec<Node> {
        self.nodes().await.into_iter().filter(|node| node.text() == label || node.description() == label).collect()
    }

    pub(crate) async fn sees(&self, label: &str) -> bool {
        !self.all(label).await.is_empty()
    }

    /// The one of this class that is called so, scrolled into view.
    pub(crate) async fn find(&self, label: &str, class: &str) -> Node {
        for _ in 0..20 {
            let found = self.all(label).await.into_iter().find(|node| class.is_empty() || node.class() == class);
            match found {
                Some(node) if node.edge("bottom") < GESTURE_BAR => return node,
                _ => self.drag(1800, 1100).await,
            }
        }
        panic!("no {label:?} to be found");
    }

    pub(crate) async fn tap(&self, label: &str) {
        self.touch(self.find(label, "").await.center()).await;
    }

    pub(crate) async fn tap_switch(&self, label: &str) {
        self.touch(self.switch(label).await.center()).await;
    }

    /// The checkable node in the row of this title.
    pub(crate) async fn switch(&self, title: &str) -> Node {
        let (_, y) = self.find(title, "TextView").await.center();
        let nodes = self.nodes().await;
        let found = nodes.into_iter().find(|node| node.is("isCheckable") && node.holds((node.center().0, y)));
        found.unwrap_or_else(|| panic!("{title:?} has no switch"))
    }

    /// What takes the touches of the node called so: the innermost clickable one around its middle.
    pub(crate) async fn touched(&self, label: &str) -> Node {
        let at = self.find(label, "TextView").await.center();
        self.nodes().await.into_iter().rfind(|node| node.is("isClickable") && node.holds(at)).unwrap()
    }

    pub(crate) async fn touch(&self, (x, y): (i64, i64)) {
        self.send("POST", "/tap", json!({"x": x, "y": y})).await;
    }

    /// Moves a finger up or down and rests there, so that nothing is flung.
    pub(crate) async fn drag(&self, from: i64, to: i64) {
        self.swipe(from, to, 600, 200).await;
    }

    pub(crate) async fn swipe(&self, from: i64, to: i64, millis: i64, rest: i64) {
        let body = json!({"startX": 540, "startY": from, "endX": 540, "endY": to, "duration": millis, "holdMs": rest});
        self.send("POST", "/swipe", body).await;
    }

    pub(crate) async fn back(&self) {
        self.send("POST", "/global", json!({"action": 1})).await;
    }

    pub(crate) async fn type_text(&self, text: &str) {
        self.send("POST", "/keyboard", json!({"text": text})).await;
    }

    pub(crate) async fn open(&self, package: &str) {
        self.send("PUT", &format!("/apps/{package}"), json!({})).await;
    }

    /// What the page is called: by its toolbar, its action bar, its dialog.
    pub(crate) async fn title(&self) -> String {
        let nodes = self.nodes().await;
        let by_id = |id: &str| nodes.iter().find(|node| node.id() == id).cloned();
        if let Some(bar) = by_id("collapsing_toolbar") {
            return bar.description().to_owned();
        }
        let named = ["alertTitle", "homepage_title"].iter().find_map(|id| by_id(id));
        let named = named.or_else(|| by_id("action_bar")?.walk().into_iter().find(|node| !node.text().is_empty()));
        named.map(|node| node.text().to_owned()).unwrap_or_default()
    }
}
