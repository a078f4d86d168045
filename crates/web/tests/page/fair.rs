//! Rate limits count by visitor, and requests can be repeated after a lost response.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::client::{Browser, HOST, ORIGIN, TestServer};
use crate::live::Socket;

async fn post(
    browser: &mut Browser,
    server: &TestServer,
    id: &str,
    action: &str,
    body: Value,
) -> String {
    let path = format!("/api/tables/{id}/{action}");
    let answer = browser.post(server, &path, &body).await;
    match answer.status {
        StatusCode::OK | StatusCode::NO_CONTENT => answer.text,
        _ => answer.code(),
    }
}

#[tokio::test]
async fn joining_can_be_repeated_and_a_stranger_does_not_get_the_seat() {
    let server = TestServer::open().await;
    let (mut one, mut other) = (Browser::default(), Browser::default());
    let (id, codes) = one.open(&server, ["here", "invited"]).await;
    let code = json!({"code": codes[1].clone().unwrap()});
    for _ in 0..2 {
        assert_eq!(
            post(&mut other, &server, &id, "join", code.clone()).await,
            ""
        );
    }
    let mut stranger = Browser::default();
    let answer = post(&mut stranger, &server, &id, "join", code).await;
    assert_eq!(answer, "bad-invitation");
}

#[tokio::test]
async fn a_page_brings_the_token_so_that_joining_can_be_repeated() {
    let server = TestServer::open().await;
    let answer = Browser::default().get(&server, "/table/x").await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("brelan="), "{cookie}");
    let known = Browser {
        cookie: cookie.split(';').next().map(str::to_owned),
    };
    let again = known.get(&server, "/table/x").await;
    assert!(!again.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn opening_twice_with_one_key_opens_one_table() {
    let server = TestServer::open().await;
    let player = |who: &str| json!({"name": "a", "who": who});
    let wanted = json!({"game": "allumettes", "players": [player("here"), player("invited")],
        "key": "00112233445566778899aabbccddeeff"});
    // The first response got lost, and the cookie with it.
    let lost = Browser::default()
        .post(&server, "/api/tables", &wanted)
        .await;
    let mut one = Browser::default();
    let opened = one.post(&server, "/api/tables", &wanted).await;
    assert_eq!(
        (opened.status, &opened.text),
        (StatusCode::CREATED, &lost.text)
    );
    let id = opened.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(one.play(&server, &id, "1", 0).await.status, StatusCode::OK);
    let mut stranger = Browser::default();
    stranger.open(&server, ["here", "here"]).await;
    let copied = stranger.post(&server, "/api/tables", &wanted).await;
    assert_eq!(copied.code(), "malformed");
}

/// A game of one match that the first player has lost.
async fn finished(server: &TestServer, one: &mut Browser, who: [&str; 2]) -> String {
    let options = json!({"matches": "1"});
    let (id, _) = one.open_game(server, "allumettes", who, &options).await;
    assert_eq!(one.play(server, &id, "1", 0).await.status, StatusCode::OK);
    id
}

#[tokio::test]
async fn again_is_the_same_table_also_after_a_restart() {
    let mut server = TestServer::open().await;
    let mut one = Browser::default();
    let id = finished(&server, &mut one, ["here", "here"]).await;
    let first = post(&mut one, &server, &id, "again", json!({})).await;
    server.restart();
    let second = post(&mut one, &server, &id, "again", json!({})).await;
    assert_eq!(first, second);
    assert!(first.starts_with("{\"id\":"), "{first}");
}

#[tokio::test]
async fn an_invitation_is_not_good_at_the_next_table() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, codes) = one.open(&server, ["here", "invited"]).await;
    post(&mut one, &server, &id, "resign", json!({})).await;
    let again = post(&mut one, &server, &id, "again", json!({})).await;
    let again: Value = serde_json::from_str(&again).unwrap();
    let next = again["id"].as_str().unwrap();
    let code = json!({"code": codes[1].clone().unwrap()});
    let answer = post(&mut Browser::default(), &server, next, "join", code).await;
    assert_eq!(answer, "bad-invitation");
}

#[tokio::test]
async fn opening_again_counts_as_opening() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let id = finished(&server, &mut one, ["here", "here"]).await;
    let mut answers = Vec::new();
    for _ in 0..150 {
        answers.push(post(&mut one, &server, &id, "again", json!({})).await);
        if answers.last().unwrap() == "too-fast" {
            break;
        }
    }
    assert_eq!(answers.last().unwrap(), "too-fast");
    let player = json!({"name": "a", "who": "here"});
    let wanted = json!({"game": "allumettes", "players": [player, player]});
    let mut codes = Vec::new();
    for _ in 0..120 {
        let answer = one.post(&server, "/api/tables", &wanted).await;
        codes.push(answer.status);
    }
    assert!(codes.contains(&StatusCode::TOO_MANY_REQUESTS));
}

#[tokio::test]
async fn wrong_codes_stop_the_guesser_and_no_player() {
    let server = TestServer::open().await;
    let (mut one, mut guesser) = (Browser::default(), Browser::default());
    let (id, _) = one.open(&server, ["here", "invited"]).await;
    let guess = json!({"code": "0".repeat(32)});
    let mut last = String::new();
    for _ in 0..60 {
        last = post(&mut guesser, &server, &id, "join", guess.clone()).await;
    }
    assert_eq!(last, "too-fast");
    assert_eq!(one.play(&server, &id, "1", 0).await.status, StatusCode::OK);
}

#[tokio::test]
async fn spectators_leave_room_for_players() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let mut spectators = Vec::new();
    for _ in 0..32 {
        spectators.push(Socket::watch(&server, &Browser::default(), &id, None).await);
    }
    let refused = Socket::try_watch(&server, &Browser::default(), &id, None).await;
    assert_eq!(refused.err(), Some(StatusCode::SERVICE_UNAVAILABLE));
    let mut player = Socket::watch(&server, &one, &id, None).await;
    assert_eq!(player.until("asked").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_does_not_wait_for_an_engine() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let expert = json!({"name": "e", "who": "expert"});
    let wanted = json!({"game": "dominos", "players": [expert, expert], "time_ms": 60_000});
    let mut watching = Vec::new();
    // More slow games than there are permits.
    for _ in 0..10 {
        let opened = one.post(&server, "/api/tables", &wanted).await.json();
        let id = opened["id"].as_str().unwrap().to_owned();
        let mut socket = Socket::watch(&server, &one, &id, None).await;
        socket.until("asked").await;
        watching.push(socket);
    }
    let (id, _) = one.open(&server, ["here", "expert"]).await;
    let socket = Socket::watch(&server, &one, &id, None).await;
    assert_eq!(one.play(&server, &id, "1", 0).await.status, StatusCode::OK);
    let begun = Instant::now();
    let answer = post(&mut one, &server, &id, "resign", json!({})).await;
    assert!(answer.starts_with("{\"number\":"), "{answer}");
    // Half the time of one slow move.
    assert!(begun.elapsed() < Duration::from_secs(30));
    drop((socket, watching));
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let server = TestServer::open().await;
    let request = Request::post("/api/tables").header("host", HOST);
    let request = request.header("origin", ORIGIN);
    let request = request.header("content-type", "application/json");
    let body = Body::from(vec![b' '; 20_000]);
    let answer = server.send(request.body(body).unwrap()).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(answer.code(), "too-large");
}

/// The first position has 489 bytes and 60 million moves.
#[tokio::test]
async fn a_position_with_too_many_moves_is_refused_before_any_work() {
    let server = TestServer::open().await;
    let begun = Instant::now();
    let heaps = vec!["1000000"; 60].join(",");
    let mut codes = Vec::new();
    for position in [format!("{heaps}/max999999"), heaps.clone()] {
        let wanted = json!({"game": "allumettes", "position": position, "time_ms": 1});
        let answer = Browser::default()
            .post(&server, "/api/analyse", &wanted)
            .await;
        codes.push(answer.code());
    }
    assert!(begun.elapsed() < Duration::from_mins(1), "{codes:?}");
    let player = json!({"name": "a", "who": "here"});
    let options = json!({"matches": "1000000", "max": "1000000"});
    let wanted = json!({"game": "allumettes", "players": [player, player], "options": options});
    let answer = Browser::default()
        .post(&server, "/api/tables", &wanted)
        .await;
    assert_eq!(answer.code(), "too-big");
}

#[tokio::test]
async fn a_given_deal_and_given_dice_are_hidden_until_the_game_is_over() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let games = [
        (
            "dominos",
            json!({"rule": "1", "deal": "66,11/55,10/44,00"}),
            "deal",
        ),
        ("421", json!({"dice": "421666"}), "dice"),
    ];
    for (game, options, secret) in games {
        let (id, _) = one
            .open_game(&server, game, ["here", "naif"], &options)
            .await;
        let path = format!("/api/tables/{id}");
        for browser in [&one, &Browser::default()] {
            let seen = browser.get(&server, &path).await;
            assert_eq!(seen.json()["options"].get(secret), None, "{}", seen.text);
        }
        post(&mut one, &server, &id, "resign", json!({})).await;
        let over = Browser::default().get(&server, &path).await.json();
        assert_eq!(over["options"][secret], options[secret]);
    }
}

/// Awalé's engine needs a table of small boards that takes seconds to compute: until then the server
/// responds that it is busy.
#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_keeps_its_time() {
    let server = TestServer::open().await;
    let positions = [
        ("awale", "4,4,4,4,4,4,4,4,4,4,4,4"),
        ("puissance4", "444333555"),
        ("421", "1000/1000"),
        // The opponent may have 24,310 hands: the search fills any time.
        (
            "dominos",
            "1x10 second 65,64,54,43,42,31,30,21,10,00 9/8 : first 66",
        ),
    ];
    for (game, position) in positions {
        let wanted = json!({"game": game, "position": position, "time_ms": 1});
        let begun = Instant::now();
        let mut one = Browser::default();
        let answer = one.post(&server, "/api/analyse", &wanted).await;
        let took = begun.elapsed();
        assert!(took < Duration::from_mins(1), "{game}: {took:?}");
        let busy = answer.status == StatusCode::SERVICE_UNAVAILABLE;
        assert!(busy || answer.status == StatusCode::OK, "{}", answer.text);
    }
}

#[tokio::test]
async fn a_visitor_with_too_many_requests_is_refused() {
    let server = TestServer::open().await;
    let one = Browser::default();
    let mut statuses = Vec::new();
    for _ in 0..4000 {
        statuses.push(one.get(&server, "/api/openapi.json").await.status);
    }
    assert!(
        statuses[..3000]
            .iter()
            .all(|status| *status == StatusCode::OK)
    );
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS));
}
