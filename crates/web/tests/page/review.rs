//! Reviews of finished games: the same as on the command line, and computed once.

use std::fs;
use std::path::Path;

use axum::http::StatusCode;
use host::Options;
use serde_json::{Value, json};
use table::{Limits, Record};
use text::Language;

use crate::client::{Answer, Browser, TestServer};

/// Effort of a review in the tests: nodes or samples for each position.
const EFFORT: u64 = 300;

/// A record whose first move is a mistake: it leaves 10 of 12 matches, from which taking one wins.
const PLANTED: &str = "brelan record 1\ngame allumettes\nposition 12\nreferee guarded\n\
    first Ana@humain\nsecond Max@expert\n\nfirst plays 2\nsecond plays 1\nfirst plays 1\n\
    second plays 3\nfirst plays 2\nsecond plays 2\nfirst plays 1\nresult second wins\n";

/// Whole games of every kind, from the seeds of the fuzzers.
fn records() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/records");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut records: Vec<_> = files
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (name, fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    records.sort();
    records
}

async fn brought(server: &TestServer, record: &str) -> String {
    let mut browser = Browser::default();
    let wanted = json!({"record": record});
    let answer = browser.post(server, "/api/records", &wanted).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn review(server: &TestServer, id: &str, effort: Option<u64>) -> Answer {
    let path = format!("/api/tables/{id}/review");
    let wanted = json!({"lang": "en", "effort": effort});
    Browser::default().post(server, &path, &wanted).await
}

fn last(answer: &Answer) -> Value {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    serde_json::from_str(answer.text.lines().last().unwrap()).unwrap()
}

#[tokio::test]
async fn a_review_is_that_of_the_command_line_and_its_terms_add_up() {
    let server = TestServer::open().await;
    for (name, text) in records() {
        let record: Record = text.parse().unwrap();
        let offer = games::find(&record.header.game).unwrap();
        let limits = Limits {
            effort: Some(EFFORT),
            ..Limits::default()
        };
        let mut reviewer = offer.reviewer(&Options::default()).unwrap();
        let expected = reviewer.review(&record, &limits, &mut |_| ()).unwrap();
        let id = brought(&server, &text).await;
        let answer = review(&server, &id, Some(EFFORT)).await;
        let (told, expected) = (last(&answer), expected.json(Language::English));
        let whole = format!("{{\"review\":{expected},\"sum\":");
        assert!(answer.text.contains(&whole), "{name}: {}", answer.text);
        let terms = told["terms"].as_array().unwrap().iter();
        let terms: Vec<f64> = terms.map(|term| term["value"].as_f64().unwrap()).collect();
        let (total, parts) = terms.split_last().unwrap();
        let result = expected["result"].as_f64().unwrap();
        assert!((parts.iter().sum::<f64>() - total).abs() < 1e-9, "{name}");
        assert!((total - (result - 0.5)).abs() < 1e-9, "{name}: {terms:?}");
    }
}

#[tokio::test]
async fn a_planted_mistake_is_listed_with_the_better_move_and_the_reason() {
    let server = TestServer::open().await;
    let id = brought(&server, PLANTED).await;
    let told = last(&review(&server, &id, None).await);
    let mistakes = told["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.len(), 1, "{told}");
    let mistake = &mistakes[0];
    assert_eq!(mistake["choice"], 0);
    assert_eq!(mistake["side"], "first");
    assert_eq!(mistake["name"], "blunder");
    assert_eq!(mistake["move"], "2");
    assert_eq!(mistake["best"], "3");
    assert_eq!(mistake["fine"], json!(["3"]));
    assert_eq!(mistake["loss"], 1.0);
    assert!(!mistake["why"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_review_is_computed_once_and_kept_after_a_restart() {
    let mut server = TestServer::open().await;
    let id = brought(&server, PLANTED).await;
    let (one, other) = tokio::join!(review(&server, &id, None), review(&server, &id, None));
    assert_eq!(last(&one), last(&other));
    server.restart();
    let kept = review(&server, &id, None).await;
    assert_eq!(last(&kept), last(&one));
    assert_eq!(kept.text.lines().count(), 1, "nothing is judged again");
    // The same game at another table has the same review.
    let again = brought(&server, PLANTED).await;
    assert_eq!(review(&server, &again, None).await.text, kept.text);
}

#[tokio::test]
async fn an_unfinished_game_is_not_reviewed() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "naif"]).await;
    let path = format!("/api/tables/{id}/review");
    let answer = one.post(&server, &path, &json!({"lang": "en"})).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert_eq!(answer.code(), "not-over");
}
