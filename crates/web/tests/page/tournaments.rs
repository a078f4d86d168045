//! Tournaments that another process plays, and series that the server plays.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use serde_json::{Value, json};
use store::{NewTournament, RunningGame, TournamentGame, Tournaments};

use crate::client::{Answer, Browser, TestServer};

const ID: &str = "0123456789abcdef";
const RECORD: &str = "brelan record 1\ngame allumettes\nposition 3\nreferee guarded\n\
    first Un nom que personne ne donnerait ici, tant il est long@expert\nsecond B@cmd:./bot\n\n\
    first plays 2\nsecond plays 1\nresult first wins\n";

pub(crate) async fn held(server: &TestServer, id: &str) -> Tournaments {
    let mut tournaments = server.tournaments().await;
    let new = NewTournament {
        id: id.to_owned(),
        event: "Coupe".to_owned(),
        game: "allumettes".to_owned(),
        settled: "everything".to_owned(),
        seed: 12_345,
        created_ms: 7,
    };
    tournaments.create(&new).await.unwrap();
    tournaments
}

pub(crate) fn game(number: u64) -> TournamentGame {
    let line = json!({"number": number, "pair": number.div_ceil(2), "first": "A", "second": "B",
        "seed": 12_345, "result": "1-0", "ending": "played", "plies": 2, "record": RECORD});
    TournamentGame {
        number,
        line: line.to_string(),
        luck: None,
        notes: None,
    }
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_millis() as i64
}

async fn seen(server: &TestServer, path: &str) -> Value {
    let answer = Browser::default().get(server, path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    answer.json()
}

#[tokio::test]
async fn tournaments_are_listed_with_whether_they_are_running() {
    let server = TestServer::open().await;
    assert_eq!(seen(&server, "/api/tournaments").await, json!([]));
    let mut tournaments = held(&server, ID).await;
    let about = |running: bool| json!({"id": ID, "event": "Coupe", "game": "allumettes", "created_ms": 7, "running": running});
    assert_eq!(
        seen(&server, "/api/tournaments").await,
        json!([about(false)])
    );
    let long_ago = now_ms() - 60_000;
    for (seen_ms, running) in [
        (Some(now_ms()), true),
        (Some(long_ago), false),
        (None, false),
    ] {
        tournaments.show(ID, &[], seen_ms).await.unwrap();
        assert_eq!(
            seen(&server, "/api/tournaments").await,
            json!([about(running)])
        );
    }
}

#[tokio::test]
async fn standings_and_running_games_are_shown_while_it_is_played() {
    let server = TestServer::open().await;
    let mut tournaments = held(&server, ID).await;
    let path = format!("/api/tournaments/{ID}");
    assert_eq!(seen(&server, &path).await["standings"], Value::Null);
    tournaments.stand(ID, r#"{"done":4}"#).await.unwrap();
    let running = RunningGame {
        number: 5,
        first: "A".to_owned(),
        second: "B".to_owned(),
        view: "9".to_owned(),
    };
    let games = json!([{"number": 5, "first": "A", "second": "B", "view": "9"}]);
    for (seen_ms, games) in [(now_ms(), games), (0, json!([]))] {
        tournaments
            .show(ID, std::slice::from_ref(&running), Some(seen_ms))
            .await
            .unwrap();
        let found = seen(&server, &path).await;
        assert_eq!(
            (&found["standings"], &found["games"]),
            (&json!({"done": 4}), &games)
        );
    }
    let nowhere = Browser::default().get(&server, "/api/tournaments/x").await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
}

/// One game of a pair must not help a player in the other.
#[tokio::test]
async fn a_game_is_published_once_both_of_its_pair_are_over() {
    let server = TestServer::open().await;
    let mut tournaments = held(&server, ID).await;
    tournaments
        .keep(ID, &[game(1), game(2), game(3), game(6)])
        .await
        .unwrap();
    let path = format!("/api/tournaments/{ID}/games");
    let games = async |query: &str| -> Vec<u64> {
        let games = seen(&server, &format!("{path}{query}")).await;
        assert!(!games.to_string().contains("12345"), "a seed in {games}");
        let number = |game: &Value| game["number"].as_u64().unwrap();
        games.as_array().unwrap().iter().map(number).collect()
    };
    assert_eq!(games("").await, [2, 1]);
    let early = Browser::default()
        .post(&server, &format!("{path}/3/table"), &json!({}))
        .await;
    assert_eq!(early.status, StatusCode::NOT_FOUND);
    tournaments.keep(ID, &[game(4)]).await.unwrap();
    assert_eq!(games("").await, [4, 3, 2, 1]);
    assert_eq!(games("?before=3").await, [2, 1]);
}

#[tokio::test]
async fn all_visitors_watch_a_game_at_the_same_table() {
    let server = TestServer::open().await;
    let mut tournaments = held(&server, ID).await;
    tournaments.keep(ID, &[game(1), game(2)]).await.unwrap();
    let path = format!("/api/tournaments/{ID}/games/2/table");
    let mut tables = Vec::new();
    for _ in 0..2 {
        let opened = Browser::default().post(&server, &path, &json!({})).await;
        assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
        tables.push(opened.json()["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(tables[0], tables[1]);
    let record = format!("/api/tables/{}/record", tables[0]);
    let record = Browser::default().get(&server, &record).await;
    assert_eq!(record.text, RECORD);
    let absent = format!("/api/tournaments/{ID}/games/9/table");
    let absent = Browser::default().post(&server, &absent, &json!({})).await;
    assert_eq!(absent.status, StatusCode::NOT_FOUND);
}

async fn meet(server: &TestServer, players: [&str; 2], games: u32) -> Answer {
    let wanted = json!({"game": "allumettes", "players": players, "games": games});
    let mut browser = Browser::default();
    browser.post(server, "/api/tournaments", &wanted).await
}

#[tokio::test]
async fn a_series_of_two_strategies_is_played_and_its_games_can_be_watched() {
    let server = TestServer::open().await;
    let answer = meet(&server, ["expert", "naif"], 6).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let path = format!("/api/tournaments/{}", answer.json()["id"].as_str().unwrap());
    let played = async {
        loop {
            let stands = seen(&server, &path).await;
            if stands["standings"]["done"] == 6 && stands["about"]["running"] == false {
                return stands;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let stands = tokio::time::timeout(Duration::from_mins(1), played).await;
    let stands = stands.unwrap();
    assert_eq!(stands["about"]["event"], "expert – naif");
    let rows = stands["standings"]["rows"].as_array().unwrap();
    assert_eq!(rows[0]["name"], "expert");
    assert!(rows[0]["points"].as_f64().unwrap() > 3.0, "{stands}");
    let games = seen(&server, &format!("{path}/games")).await;
    assert_eq!(games.as_array().unwrap().len(), 6);
    let watched = format!("{path}/games/3/table");
    let table = Browser::default().post(&server, &watched, &json!({})).await;
    assert_eq!(table.status, StatusCode::CREATED, "{}", table.text);
}

#[tokio::test]
async fn a_series_needs_two_engines_and_an_even_number_of_games() {
    let server = TestServer::open().await;
    for (players, games) in [
        (["expert", "here"], 2),
        (["expert", "humain"], 2),
        (["expert", "nobody"], 2),
        (["expert", "./bot"], 2),
        (["expert", "naif"], 0),
        (["expert", "naif"], 3),
        (["expert", "naif"], 1002),
    ] {
        let answer = meet(&server, players, games).await;
        assert_eq!(
            answer.status,
            StatusCode::BAD_REQUEST,
            "{players:?} {games}"
        );
    }
    assert_eq!(seen(&server, "/api/tournaments").await, json!([]));
}
