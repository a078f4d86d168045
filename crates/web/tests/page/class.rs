//! For a class: short codes, all running tables, and records brought in.

use axum::http::StatusCode;
use serde_json::json;

use crate::client::{Browser, House};

#[tokio::test]
async fn a_short_code_leads_to_the_seat_it_was_given_for() {
    let house = House::open().await;
    let mut host = Browser::default();
    let (id, [_, invitation]) = host.open(&house, ["here", "invited"]).await;
    let wanted = json!({"invitation": invitation});
    let path = format!("/api/tables/{id}/code");
    let given = host.post(&house, &path, &wanted).await.json();
    let again = host.post(&house, &path, &wanted).await.json();
    assert_eq!(given, again);
    let code = given["code"].as_str().unwrap();
    let lead = Browser::default()
        .get(&house, &format!("/api/codes/{code}"))
        .await;
    assert_eq!(lead.json(), json!({"table": id, "invitation": invitation}));
}

#[tokio::test]
async fn codes_that_nobody_gave_lead_nowhere() {
    let house = House::open().await;
    let mut host = Browser::default();
    let (id, _) = host.open(&house, ["here", "naif"]).await;
    let nowhere = format!("/api/tables/{}/code", "0".repeat(32));
    let absent = host.post(&house, &nowhere, &json!({})).await;
    assert_eq!(absent.status, StatusCode::NOT_FOUND);
    let path = format!("/api/tables/{id}/code");
    let (_, [_, other]) = host.open(&house, ["here", "invited"]).await;
    for invitation in ["x".to_owned(), "0".repeat(32), other.unwrap()] {
        let bad = json!({"invitation": invitation});
        let bad = host.post(&house, &path, &bad).await;
        assert_eq!(bad.code(), "bad-invitation", "{invitation}");
    }
    let nobodys = host.get(&house, "/api/codes/000000").await;
    assert_eq!(nobodys.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_short_code_leads_to_its_table_after_a_restart() {
    let mut house = House::open().await;
    let mut host = Browser::default();
    let (id, [_, invitation]) = host.open(&house, ["here", "invited"]).await;
    let path = format!("/api/tables/{id}/code");
    let wanted = json!({"invitation": invitation});
    let given = host.post(&house, &path, &wanted).await.json();
    house.restart();
    let path = format!("/api/codes/{}", given["code"].as_str().unwrap());
    let lead = host.get(&house, &path).await;
    assert_eq!(lead.json(), json!({"table": id, "invitation": invitation}));
}

#[tokio::test]
async fn tables_where_somebody_plays_are_listed_until_their_game_is_over() {
    let house = House::open().await;
    let mut host = Browser::default();
    let running = async |browser: &Browser| browser.get(&house, "/api/running").await.json();
    assert_eq!(running(&host).await, json!([]));
    let (id, _) = host.open(&house, ["here", "naif"]).await;
    // A table is brought into memory by whoever looks at it.
    host.get(&house, &format!("/api/tables/{id}")).await;
    let listed = running(&Browser::default()).await;
    assert_eq!(listed[0]["id"], json!(id));
    assert_eq!(listed[0]["players"][0]["you"], json!(false));
    host.post(&house, &format!("/api/tables/{id}/resign"), &json!({}))
        .await;
    assert_eq!(running(&host).await, json!([]));
}

const HEADER: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n";

#[tokio::test]
async fn a_record_that_is_over_is_watched_and_its_seats_are_nobodys() {
    let house = House::open().await;
    let mut browser = Browser::default();
    let record = format!(
        "{HEADER}first Ana@humain\nsecond Bot@cmd:./bot\n\nfirst plays 2\nsecond forfeits crash\n"
    );
    let brought = browser
        .post(&house, "/api/records", &json!({"record": record}))
        .await;
    assert_eq!(brought.status, StatusCode::CREATED, "{}", brought.text);
    let path = format!("/api/tables/{}", brought.json()["id"].as_str().unwrap());
    let table = browser.get(&house, &path).await.json();
    assert_eq!(table["ending"], json!("second forfeits crash"));
    assert_eq!(table["players"][0]["you"], json!(false));
    let kept = browser.get(&house, &format!("{path}/record")).await;
    assert_eq!(kept.text, record);
}

#[tokio::test]
async fn a_record_that_was_broken_off_is_gone_on_with() {
    let house = House::open().await;
    let mut browser = Browser::default();
    let record = format!("{HEADER}first Ana@humain\nsecond Bob@humain\n\nfirst plays 2\n");
    let brought = browser
        .post(&house, "/api/records", &json!({"record": record}))
        .await;
    let id = brought.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{id}");
    let table = browser.get(&house, &path).await.json();
    assert_eq!(table["players"][1]["you"], json!(true));
    let asked = usize::try_from(table["events"].as_u64().unwrap()).unwrap() - 1;
    let played = browser.play(&house, &id, "1", asked).await;
    assert_eq!(played.status, StatusCode::OK, "{}", played.text);
    browser
        .post(&house, &format!("{path}/resign"), &json!({}))
        .await;
    let kept = browser.get(&house, &format!("{path}/record")).await;
    let rest = "second plays 1\nfirst forfeits resignation\n";
    assert_eq!(kept.text, record + rest);
}

#[tokio::test]
async fn records_that_do_not_replay_are_refused_with_their_line_and_leave_nothing() {
    let house = House::open().await;
    let mut browser = Browser::default();
    let people = "first Ana@humain\nsecond Bob@humain\n\n";
    let name = "x".repeat(41);
    let cases = [
        ("nonsense".to_owned(), "bad-record"),
        (
            format!("{HEADER}{people}first plays 2\nfirst plays 1\n"),
            "bad-record",
        ),
        (
            format!("{HEADER}first {name}@humain\nsecond Bob@humain\n\n"),
            "bad-player",
        ),
        (
            format!("{HEADER}first Ana@humain\nsecond Bob@cmd:./bot\n\n"),
            "bad-player",
        ),
        (
            format!("{HEADER}first Ana@humain\nsecond Bob@nobody\n\n"),
            "bad-player",
        ),
    ];
    for (record, code) in cases {
        let refused = browser
            .post(&house, "/api/records", &json!({"record": record}))
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{record}");
        assert_eq!(refused.code(), code, "{record}");
    }
    assert_eq!(browser.get(&house, "/api/tables").await.json(), json!([]));
}

#[tokio::test]
async fn a_qr_picture_is_drawn_for_short_texts_alone() {
    let house = House::open().await;
    let browser = Browser::default();
    let drawn = browser
        .get(&house, "/api/qr?text=http%3A%2F%2Fx%2Fj%2FABC123")
        .await;
    assert_eq!(drawn.headers["content-type"], "image/svg+xml");
    assert!(drawn.text.starts_with("<svg"), "{}", drawn.text);
    let long = format!("/api/qr?text={}", "x".repeat(301));
    assert_eq!(browser.get(&house, &long).await.code(), "malformed");
}
