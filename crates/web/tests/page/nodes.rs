//! Two nodes over the same store: a table is the same at both.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;

use crate::client::{Answer, Browser, TestServer};
use crate::live::Socket;

const LONG: Duration = Duration::from_hours(1);

async fn events(browser: &Browser, node: &TestServer, id: &str) -> u64 {
    let seen = browser.get(node, &format!("/api/tables/{id}")).await;
    assert_eq!(seen.status, StatusCode::OK, "{}", seen.text);
    seen.json()["events"].as_u64().unwrap()
}

async fn lines(node: &TestServer, id: &str) -> usize {
    node.store.progress(id).await.unwrap().unwrap().lines
}

#[tokio::test]
async fn a_move_at_one_node_is_known_at_the_other_at_once() {
    let [here, there] = TestServer::nodes().await;
    let mut ana = Browser::default();
    let (id, _) = ana.open(&here, ["here", "here"]).await;
    assert_eq!(events(&ana, &there, &id).await, 1);
    assert_eq!(ana.play(&here, &id, "1", 0).await.status, StatusCode::OK);
    assert_eq!(events(&ana, &there, &id).await, 3);
    assert_eq!(ana.play(&there, &id, "3", 2).await.status, StatusCode::OK);
    assert_eq!(ana.play(&here, &id, "2", 4).await.status, StatusCode::OK);
    let back = format!("/api/tables/{id}/take-back");
    let back = ana.post(&there, &back, &json!({})).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.text);
    assert_eq!(events(&ana, &here, &id).await, 9);
}

#[tokio::test]
async fn the_second_of_two_answers_at_two_nodes_is_stale() {
    let [here, there] = TestServer::nodes().await;
    let mut ana = Browser::default();
    let (id, _) = ana.open(&here, ["here", "here"]).await;
    assert_eq!(events(&ana, &there, &id).await, 1);
    let first = ana.play(&here, &id, "1", 0).await;
    let late = ana.play(&there, &id, "2", 0).await;
    assert_eq!(
        (late.status, &*late.code()),
        (StatusCode::CONFLICT, "stale")
    );
    let again = ana.play(&there, &id, "1", 0).await;
    assert_eq!(again.text, first.text);
}

#[tokio::test]
async fn of_two_nodes_that_race_for_a_turn_one_wins() {
    let [here, there] = TestServer::nodes().await;
    let mut ana = Browser::default();
    let hundred = json!({"matches": "100"});
    let opened = ana.open_game(&here, "allumettes", ["here", "here"], &hundred);
    let (id, _) = opened.await;
    let mut also = ana.clone();
    for turn in (0..30).step_by(2) {
        let [one, other]: [Answer; 2] = tokio::join!(
            ana.play(&here, &id, "1", turn),
            also.play(&there, &id, "2", turn)
        )
        .into();
        let mut statuses = [one.status, other.status];
        statuses.sort();
        let expected = [StatusCode::OK, StatusCode::CONFLICT];
        assert_eq!(statuses, expected, "{} {}", one.text, other.text);
    }
    assert_eq!(events(&ana, &here, &id).await, 31);
    assert_eq!(events(&ana, &there, &id).await, 31);
}

#[tokio::test]
async fn a_seat_is_taken_once_at_all_nodes() {
    let [here, there] = TestServer::nodes().await;
    let [mut ana, mut ben, mut carl] = [(); 3].map(|()| Browser::default());
    let (id, [_, code]) = ana.open(&here, ["here", "invited"]).await;
    assert_eq!(events(&ana, &there, &id).await, 1);
    let (path, code) = (format!("/api/tables/{id}/join"), json!({"code": code}));
    let seated = ben.post(&here, &path, &code).await;
    assert_eq!(seated.status, StatusCode::NO_CONTENT);
    let refused = carl.post(&there, &path, &code).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(ana.play(&here, &id, "1", 0).await.status, StatusCode::OK);
    assert_eq!(ben.play(&there, &id, "1", 2).await.status, StatusCode::OK);
}

/// Each node throws the dice of the next player, and one of them is faster.
#[tokio::test]
async fn a_watcher_at_another_node_has_the_events_of_a_newcomer() {
    let [here, there] = TestServer::nodes().await;
    let mut ana = Browser::default();
    // With the usual tokens the game may be over after eight moves.
    let long = json!({"tokens": "1000"});
    let opened = ana.open_game(&here, "421", ["here", "here"], &long);
    let (id, _) = opened.await;
    let mut socket = Socket::watch(&there, &ana, &id, None).await;
    let mut told = socket.until("asked").await;
    for _ in 0..8 {
        let asked = told.last().unwrap()["number"].as_u64().unwrap();
        let asked = usize::try_from(asked).unwrap();
        let kept = ana.play(&here, &id, "0", asked).await;
        assert_eq!(kept.status, StatusCode::OK, "{}", kept.text);
        events(&ana, &there, &id).await;
        told.extend(socket.until("asked").await);
    }
    let last = told.last().unwrap()["number"].as_u64().unwrap();
    let newcomer = Socket::watch(&there, &ana, &id, None).await;
    let mut newcomer = newcomer.until_number(last).await;
    // Events before the last are sent without a drawing to a newcomer.
    for event in told.iter_mut().chain(&mut newcomer) {
        event.as_object_mut().unwrap().remove("drawing");
    }
    assert_eq!(newcomer, told);
}

#[tokio::test]
async fn a_short_code_leads_to_its_seat_at_a_node_that_did_not_give_it() {
    let [here, there] = TestServer::nodes().await;
    let [mut ana, mut ben] = [(); 2].map(|()| Browser::default());
    let (id, [_, invitation]) = ana.open(&here, ["here", "invited"]).await;
    let path = format!("/api/tables/{id}/code");
    let wanted = json!({"invitation": invitation});
    let given = ana.post(&here, &path, &wanted).await.json();
    // The node that gave the code is gone.
    here.hub.close();
    drop(here);
    assert_eq!(ana.post(&there, &path, &wanted).await.json(), given);
    let code = given["code"].as_str().unwrap();
    let lead = ben.get(&there, &format!("/api/codes/{code}")).await;
    assert_eq!(lead.json(), json!({"table": id, "invitation": invitation}));
    let (path, code) = (
        format!("/api/tables/{id}/join"),
        json!({"code": invitation}),
    );
    let seated = ben.post(&there, &path, &code).await;
    assert_eq!(seated.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn an_engine_thinks_at_the_node_that_has_the_lease() {
    let [here, there] = TestServer::nodes().await;
    let mut ana = Browser::default();
    let (id, _) = ana.open(&here, ["here", "rapide"]).await;
    let elsewhere = there.store.lease(&id, "a third node", LONG).await.unwrap();
    assert_eq!(ana.play(&here, &id, "1", 0).await.status, StatusCode::OK);
    for _ in 0..50 {
        assert_eq!(events(&ana, &here, &id).await, 3);
        assert_eq!(events(&ana, &there, &id).await, 3);
    }
    drop(elsewhere);
    while lines(&there, &id).await < 2 {
        // An engine thinks while requests come, which are limited.
        events(&ana, &there, &id).await;
        for _ in 0..200 {
            lines(&there, &id).await;
        }
    }
    let moved = ana.play(&there, &id, "1", 4).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
}
