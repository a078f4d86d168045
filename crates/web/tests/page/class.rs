//! Short codes, the list of running tables, and imported records.

use axum::http::StatusCode;
use serde_json::json;

use crate::client::{Browser, TestServer};

#[tokio::test]
async fn a_short_code_leads_to_the_seat_it_was_given_for() {
    let server = TestServer::open().await;
    let mut host = Browser::default();
    let (id, [_, invitation]) = host.open(&server, ["here", "invited"]).await;
    let wanted = json!({"invitation": invitation});
    let path = format!("/api/tables/{id}/code");
    let given = host.post(&server, &path, &wanted).await.json();
    let again = host.post(&server, &path, &wanted).await.json();
    assert_eq!(given, again);
    let code = given["code"].as_str().unwrap();
    let lead = Browser::default()
        .get(&server, &format!("/api/codes/{code}"))
        .await;
    assert_eq!(lead.json(), json!({"table": id, "invitation": invitation}));
}

#[tokio::test]
async fn unknown_codes_and_invitations_are_refused() {
    let server = TestServer::open().await;
    let mut host = Browser::default();
    let (id, _) = host.open(&server, ["here", "naif"]).await;
    let nowhere = format!("/api/tables/{}/code", "0".repeat(32));
    let absent = host.post(&server, &nowhere, &json!({})).await;
    assert_eq!(absent.status, StatusCode::NOT_FOUND);
    let path = format!("/api/tables/{id}/code");
    let (_, [_, other]) = host.open(&server, ["here", "invited"]).await;
    for invitation in ["x".to_owned(), "0".repeat(32), other.unwrap()] {
        let bad = json!({"invitation": invitation});
        let bad = host.post(&server, &path, &bad).await;
        assert_eq!(bad.code(), "bad-invitation", "{invitation}");
    }
    let unknown = host.get(&server, "/api/codes/000000").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_short_code_leads_to_its_table_after_a_restart() {
    let mut server = TestServer::open().await;
    let mut host = Browser::default();
    let (id, [_, invitation]) = host.open(&server, ["here", "invited"]).await;
    let path = format!("/api/tables/{id}/code");
    let wanted = json!({"invitation": invitation});
    let given = host.post(&server, &path, &wanted).await.json();
    server.restart();
    let path = format!("/api/codes/{}", given["code"].as_str().unwrap());
    let lead = host.get(&server, &path).await;
    assert_eq!(lead.json(), json!({"table": id, "invitation": invitation}));
}

#[tokio::test]
async fn running_tables_are_listed_until_their_game_is_over() {
    let server = TestServer::open().await;
    let mut host = Browser::default();
    let running = async |browser: &Browser| browser.get(&server, "/api/running").await.json();
    assert_eq!(running(&host).await, json!([]));
    let (id, _) = host.open(&server, ["here", "naif"]).await;
    // A request loads the table into memory.
    host.get(&server, &format!("/api/tables/{id}")).await;
    let listed = running(&Browser::default()).await;
    assert_eq!(listed[0]["id"], json!(id));
    assert_eq!(listed[0]["players"][0]["you"], json!(false));
    host.post(&server, &format!("/api/tables/{id}/resign"), &json!({}))
        .await;
    assert_eq!(running(&host).await, json!([]));
}

const HEADER: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n";

#[tokio::test]
async fn a_finished_record_can_be_watched_and_gives_no_seat() {
    let server = TestServer::open().await;
    let mut browser = Browser::default();
    let record = format!(
        "{HEADER}first Ana@humain\nsecond Bot@cmd:./bot\n\nfirst plays 2\nsecond forfeits crash\n"
    );
    let brought = browser
        .post(&server, "/api/records", &json!({"record": record}))
        .await;
    assert_eq!(brought.status, StatusCode::CREATED, "{}", brought.text);
    let path = format!("/api/tables/{}", brought.json()["id"].as_str().unwrap());
    let table = browser.get(&server, &path).await.json();
    assert_eq!(table["ending"], json!("second forfeits crash"));
    assert_eq!(table["players"][0]["you"], json!(false));
    let kept = browser.get(&server, &format!("{path}/record")).await;
    assert_eq!(kept.text, record);
}

#[tokio::test]
async fn an_unfinished_record_can_be_continued() {
    let server = TestServer::open().await;
    let mut browser = Browser::default();
    let record = format!("{HEADER}first Ana@humain\nsecond Bob@humain\n\nfirst plays 2\n");
    let brought = browser
        .post(&server, "/api/records", &json!({"record": record}))
        .await;
    let id = brought.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{id}");
    let table = browser.get(&server, &path).await.json();
    assert_eq!(table["players"][1]["you"], json!(true));
    let asked = usize::try_from(table["events"].as_u64().unwrap()).unwrap() - 1;
    let played = browser.play(&server, &id, "1", asked).await;
    assert_eq!(played.status, StatusCode::OK, "{}", played.text);
    browser
        .post(&server, &format!("{path}/resign"), &json!({}))
        .await;
    let kept = browser.get(&server, &format!("{path}/record")).await;
    let rest = "second plays 1\nfirst forfeits resignation\n";
    assert_eq!(kept.text, record + rest);
}

#[tokio::test]
async fn records_that_do_not_replay_are_refused_and_open_no_table() {
    let server = TestServer::open().await;
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
            .post(&server, "/api/records", &json!({"record": record}))
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{record}");
        assert_eq!(refused.code(), code, "{record}");
    }
    assert_eq!(browser.get(&server, "/api/tables").await.json(), json!([]));
}

#[tokio::test]
async fn a_qr_picture_is_drawn_for_short_texts_only() {
    let server = TestServer::open().await;
    let browser = Browser::default();
    let drawn = browser
        .get(&server, "/api/qr?text=http%3A%2F%2Fx%2Fj%2FABC123")
        .await;
    assert_eq!(drawn.headers["content-type"], "image/svg+xml");
    assert!(drawn.text.contains("<svg"), "{}", drawn.text);
    let long = format!("/api/qr?text={}", "x".repeat(301));
    assert_eq!(browser.get(&server, &long).await.code(), "malformed");
}
