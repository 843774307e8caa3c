//! Devices: the list, their states, waiting for them.

use std::time::Duration;

use goalpost::phone::{DeviceState, PhoneOptions};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

#[tokio::test]
async fn the_list_of_devices_is_paged() {
    let phone = start(PhoneOptions { others: vec![DeviceState::Stopped; 4], ..options() }).await;
    let first = json(list(&phone, "page=1&pageSize=2").await).await;
    assert_eq!(first["items"].as_array().unwrap().len(), 2);
    assert_eq!(
        first["pagination"],
        json!({"hasNext": true, "hasPrev": false, "page": 1, "pages": 3, "pageSize": 2, "total": 5})
    );
    let last = json(list(&phone, "page=3&pageSize=2").await).await;
    assert_eq!(last["items"].as_array().unwrap().len(), 1);
    assert_eq!((&last["pagination"]["hasNext"], &last["pagination"]["hasPrev"]), (&json!(false), &json!(true)));
}

#[rstest]
#[case("", 5)]
#[case("state=ready", 1)]
#[case("state=ready%2Cstopped", 5)]
#[case("platform=android&type=android_cloud_phone", 5)]
#[case("platform=ios", 0)]
#[case("name=phone-3", 1)]
#[case("search=PHONE", 5)]
#[case("country=DE", 0)]
#[case("mine=true", 5)]
#[case("createdBefore=2026-09-01T10:00:00Z", 0)]
#[case("createdAfter=2026-08-01T00:00:00%2B02:00&orderBy=id&orderByDirection=desc", 5)]
#[tokio::test]
async fn filters_choose_among_the_devices(#[case] query: &str, #[case] total: i64) {
    let phone = start(PhoneOptions { others: vec![DeviceState::Stopped; 4], ..options() }).await;
    let reply = json(list(&phone, query).await).await;
    assert_eq!(reply["pagination"]["total"], total);
    assert_eq!(reply["items"].is_null(), total == 0, "an empty list is null");
}

#[rstest]
#[case("page=0", "query.page")]
#[case("pageSize=1000", "query.pageSize")]
#[case("state=asleep", "query.state")]
#[case("type=dedicated_physical_device", "query.type")]
#[case("createdAfter=yesterday", "query.createdAfter")]
#[tokio::test]
async fn a_filter_nobody_knows_is_refused(#[case] query: &str, #[case] location: &str) {
    let phone = start(options()).await;
    let response = list(&phone, query).await;
    assert_eq!(response.status(), 422);
    assert_eq!(problem(response).await["errors"][0]["location"], location);
}

#[tokio::test]
async fn devices_are_counted_by_state_and_type() {
    let phone = start(PhoneOptions { others: vec![DeviceState::Stopped; 2], ..options() }).await;
    let ask = async |path: &str| {
        let mut told = json(client().get(format!("{}{path}", phone.url())).send().await.unwrap()).await;
        told.as_object_mut().unwrap().remove("$schema");
        told
    };
    let all = json!({"byState": {"ready": 1, "stopped": 2}, "byType": {"android_cloud_phone": 3}, "total": 3});
    assert_eq!(ask("/devices/summary").await, all);
    assert_eq!(ask("/devices/summary?state=stopped").await["total"], 2);
    assert_eq!(ask("/devices/count").await, json!({"android_cloud_phone": 3}));
    let url = format!("{}/devices/summary?state=asleep", phone.url());
    assert_eq!(client().get(url).send().await.unwrap().status(), 422);
}

#[tokio::test]
async fn gone_devices_are_listed_only_when_asked_for() {
    let phone = start(PhoneOptions { others: vec![DeviceState::Terminated], ..options() }).await;
    assert_eq!(json(list(&phone, "").await).await["pagination"]["total"], 1);
    assert_eq!(json(list(&phone, "state=terminated").await).await["pagination"]["total"], 1);
}

#[tokio::test]
async fn each_device_is_a_phone_of_its_own() {
    let phone = start(PhoneOptions { others: vec![DeviceState::Ready], ..options() }).await;
    let app = async |id: &str| {
        let url = format!("{}/devices/{id}/ui-state?filter=false", phone.url());
        json(client().get(url).send().await.unwrap()).await["phone_state"]["packageName"].clone()
    };
    let ids = phone.device_ids();
    let home = app(ids[1]).await;
    send(&phone, "PUT", "/apps/com.android.settings", json!({})).await;
    phone.clock().sleep(Duration::from_secs(1)).await;
    assert_eq!((app(ids[0]).await, app(ids[1]).await), (json!("com.android.settings"), home));
}

#[tokio::test]
async fn a_device_has_all_that_is_always_there() {
    let phone = start(options()).await;
    let device = json(get(&phone, "").await).await;
    assert_eq!(device["id"], phone.device_id());
    for (member, value) in [("platform", "android"), ("state", "ready"), ("type", "android_cloud_phone")] {
        assert_eq!(device[member], value);
    }
    for member in ["$schema", "name", "stateMessage", "streamUrl", "activeTaskId", "createdAt", "updatedAt"] {
        assert!(device[member].is_string(), "{member}");
    }
    assert!(device["taskCount"].is_i64());
    assert_eq!(device["terminatesAt"], Value::Null);
}

#[rstest]
#[case::stopped("stopped")]
#[case::rebooting("rebooting")]
#[case::unheard_of("pondering")]
#[tokio::test]
async fn tools_of_a_device_that_is_not_ready_answer_409_and_lifecycle_reads_answer(#[case] state: &str) {
    let phone = start(PhoneOptions { state: DeviceState::named(state), ..options() }).await;
    for (method, path, body) in [
        ("GET", "/ui-state?filter=false", Value::Null),
        ("GET", "/screenshot", Value::Null),
        ("GET", "/apps", Value::Null),
        ("POST", "/tap", tap()),
    ] {
        let response = send(&phone, method, path, body).await;
        assert_eq!(response.status(), 409, "{method} {path}");
        assert!(problem(response).await["detail"].as_str().unwrap().contains(state));
    }
    assert_eq!(json(get(&phone, "").await).await["state"], state);
    assert_eq!(get(&phone, "/capabilities").await.status(), 200);
}

#[tokio::test]
async fn waiting_ends_when_the_device_is_ready_by_the_phones_clock() {
    let phone = start(options()).await;
    let begun = phone.clock().now();
    phone.set_state(phone.device_id(), DeviceState::Rebooting, Some(Duration::from_secs(5)));
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 409);
    assert_eq!(json(get(&phone, "/wait").await).await["state"], "ready");
    assert_eq!(phone.clock().since(begun), Duration::from_secs(5));
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 204);
}

#[rstest]
#[case::too_long(DeviceState::Creating, 408)]
#[case::hopeless(DeviceState::Terminated, 409)]
#[tokio::test]
async fn waiting_for_nothing_ends_too(#[case] state: DeviceState, #[case] status: u16) {
    let phone = start(PhoneOptions { state, ..options() }).await;
    assert_eq!(get(&phone, "/wait").await.status(), status);
}

#[tokio::test]
async fn capabilities_say_what_this_server_has() {
    let phone = start(options()).await;
    let reply = json(get(&phone, "/capabilities").await).await;
    assert_eq!(reply["deviceType"], "android_cloud_phone");
    assert_eq!(
        (&reply["capabilities"]["accessibility"], &reply["capabilities"]["shell"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test]
async fn device_ids_follow_from_the_seed() {
    let seeded = |seed| {
        let mut options = options();
        options.android.seed = seed;
        options
    };
    let (a, b, c) = (start(seeded(1)).await, start(seeded(1)).await, start(seeded(2)).await);
    assert_eq!(a.device_id(), b.device_id());
    assert_ne!(a.device_id(), c.device_id());
}
