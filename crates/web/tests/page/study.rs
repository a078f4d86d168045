//! The analysis board: trees of moves, and the values of moves.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use table::{Budget, Limits, Monotonic, Seeded};

use crate::client::{Answer, Browser, TestServer};

async fn tree(server: &TestServer, game: &str, mut wanted: Value) -> Answer {
    wanted["lang"] = json!("en");
    let path = format!("/api/games/{game}/tree");
    Browser::default().post(server, &path, &wanted).await
}

fn positions(answer: &Answer) -> Vec<String> {
    let json = answer.json();
    let nodes = json["nodes"].as_array().unwrap().iter();
    nodes
        .map(|node| node["position"].as_str().unwrap().to_owned())
        .collect()
}

async fn values(server: &TestServer, mut wanted: Value) -> Answer {
    wanted["lang"] = json!("en");
    Browser::default()
        .post(server, "/api/values", &wanted)
        .await
}

fn last_line(answer: &Answer) -> Value {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    serde_json::from_str(answer.text.lines().last().unwrap()).unwrap()
}

/// A game of dominos as one side sees it.
const SEEN: &str = "1x10 second 54,41,31,30,21,10,00 6/8 : first 66 62 42 64d 44 43 33";

const RECORD: &str = "brelan record 1\ngame puissance4\nposition @\nreferee guarded\nfirst A@humain\nsecond B@humain\n\nfirst plays 4\nsecond plays 9\nsecond plays 3\nfirst forfeits resignation\n";

#[tokio::test]
async fn pasted_text_may_be_a_position_moves_or_a_record() {
    let server = TestServer::open().await;
    let cases = [
        (
            "puissance4",
            json!({"position": "@", "moves": "4 4 (3)"}),
            vec!["@", "4", "44", "43"],
        ),
        ("puissance4", json!({"pasted": "4453"}), vec!["4453"]),
        (
            "puissance4",
            json!({"pasted": " 4 4 5 3\n"}),
            vec!["@", "4", "44", "445", "4453"],
        ),
        (
            "puissance4",
            json!({"pasted": RECORD}),
            vec!["@", "4", "43"],
        ),
        (
            "allumettes",
            json!({"pasted": RECORD}),
            vec!["@", "4", "43"],
        ),
        ("allumettes", json!({}), vec!["13"]),
    ];
    for (game, wanted, expected) in cases {
        let answer = tree(&server, game, wanted).await;
        assert_eq!(positions(&answer), expected, "{}", answer.text);
        let read = answer.json()["game"].clone();
        assert_eq!(read == "puissance4", expected[0] != "13");
    }
}

#[tokio::test]
async fn dominos_begin_with_tiles_dealt_and_a_side_to_move() {
    let server = TestServer::open().await;
    let answer = tree(&server, "dominos", json!({})).await.json();
    assert_eq!(answer["nodes"][0]["turn"], "player");
    assert_eq!(answer["nodes"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn text_that_cannot_be_parsed_is_refused_before_any_work() {
    let server = TestServer::open().await;
    let long = "1 ".repeat(6000);
    let heaps = "1000000/max=1000000";
    let cases = [
        ("nothing", json!({}), "unknown-game"),
        ("puissance4", json!({"position": "9"}), "bad-position"),
        (
            "puissance4",
            json!({"position": "@", "moves": "4 (("}),
            "bad-position",
        ),
        (
            "puissance4",
            json!({"pasted": "hello world"}),
            "bad-position",
        ),
        (
            "puissance4",
            json!({"pasted": "brelan record 1\nx"}),
            "bad-record",
        ),
        (
            "puissance4",
            json!({"position": "4".repeat(5000)}),
            "too-large",
        ),
        ("allumettes", json!({"moves": long}), "too-large"),
        ("allumettes", json!({"position": heaps}), "too-big"),
        ("allumettes", json!({"pasted": heaps}), "too-big"),
        ("allumettes", json!({"depth": 3}), "malformed"),
    ];
    for (game, wanted, code) in cases {
        let answer = tree(&server, game, wanted.clone()).await;
        assert_eq!(answer.code(), code, "{wanted}");
    }
    let cases = [
        (json!({"game": "go", "position": "1"}), "unknown-game"),
        (json!({"game": "421", "position": "x"}), "bad-position"),
        (
            json!({"game": "421", "position": "1".repeat(5000)}),
            "malformed",
        ),
        (json!({"game": "allumettes", "position": heaps}), "too-big"),
        (
            json!({"game": "421", "position": "10/10", "threads": 9}),
            "malformed",
        ),
    ];
    for (wanted, code) in cases {
        assert_eq!(
            values(&server, wanted.clone()).await.code(),
            code,
            "{wanted}"
        );
    }
    let wanted = json!({"game": "421", "position": "10/10", "lang": "de"});
    let answer = Browser::default()
        .post(&server, "/api/values", &wanted)
        .await;
    assert_eq!(answer.code(), "unknown-language");
}

/// Awalé is left out: its table of small boards takes seconds to compute, and other tests cover it.
#[tokio::test(flavor = "multi_thread")]
async fn values_are_the_analysts_own_at_the_same_effort_and_seed() {
    let server = TestServer::open().await;
    let cases = [
        ("421", "10/10/first/113/1", 1_000_000),
        ("allumettes", "12", 10),
        ("dominos", SEEN, 200),
        ("puissance4", "444333", 100_000),
    ];
    for (game, position, effort) in cases {
        let wanted = json!({"game": game, "position": position, "effort": effort, "seed": 7});
        let told = last_line(&values(&server, wanted).await);
        let limits = Limits {
            effort: Some(effort),
            ..Limits::default()
        };
        let offer = games::find(game).unwrap();
        let mut analyst = offer.analyst(&host::Options::default()).unwrap();
        let (mut luck, clock) = (Seeded::new(7), Monotonic::start());
        let report = analyst.analyse(position, &mut luck, &Budget::new(&limits, &clock));
        // Compared after a round trip: the last digit of a number may change.
        let report = report.unwrap().json(game, None).to_string();
        let mut report: Value = serde_json::from_str(&report).unwrap();
        report["micros"] = told["report"]["micros"].clone();
        assert_eq!(told["report"], report, "{game}");
        let moves = report["moves"].as_array().unwrap().len();
        assert_eq!(told["moves"].as_array().unwrap().len(), moves);
    }
}

#[tokio::test]
async fn proved_values_are_sent_once_and_others_get_more_time() {
    let server = TestServer::open().await;
    let answer = values(&server, json!({"game": "allumettes", "position": "12"})).await;
    assert_eq!(answer.text.lines().count(), 1);
    let line = last_line(&answer);
    assert_eq!(line["settled"], true);
    let words = line["moves"].as_array().unwrap().iter();
    let words: Vec<&str> = words
        .map(|worth| worth["words"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["loses", "loses", "wins"]);
    assert_eq!(line["moves"][2]["rank"], 0);
    assert_eq!(
        line["first"],
        json!({"low": 1.0, "high": 1.0, "error": 0.0})
    );
    // The opponent may have 24,310 hands: more than the time allows to search.
    let seen = "1x10 second 65,64,54,43,42,31,30,21,10,00 9/8 : first 66";
    let answer = values(&server, json!({"game": "dominos", "position": seen})).await;
    let errors = answer.text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["first"]["error"].as_f64().unwrap()
    });
    let errors: Vec<f64> = errors.collect();
    assert_eq!(errors.len(), 3, "{}", answer.text);
    assert!(errors[2] < errors[0], "{errors:?}");
}

/// The search alone would take half a minute: it is stopped with its request.
#[tokio::test(flavor = "multi_thread")]
async fn values_stop_when_the_client_is_gone() {
    let server = TestServer::open().await;
    let start = ["4"; 12].join(",");
    let slow = json!({"game": "awale", "position": start, "effort": 200_000_000});
    let asked = values(&server, slow);
    let asked = tokio::time::timeout(Duration::from_millis(300), asked).await;
    assert!(asked.is_err(), "the search ended within 300 ms");
    let begun = Instant::now();
    let answer = values(&server, json!({"game": "allumettes", "position": "12"})).await;
    assert_eq!(last_line(&answer)["settled"], true);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

async fn asked(server: &TestServer, browser: &mut Browser, id: &str, what: &str) -> Answer {
    let body = match what {
        "values" => json!({"lang": "en"}),
        _ => json!({}),
    };
    let path = format!("/api/tables/{id}/{what}");
    browser.post(server, &path, &body).await
}

/// No values, hints or reviews are given while two people play or under a clock.
#[tokio::test]
async fn no_route_of_a_table_gives_values_to_two_people_or_under_a_clock() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let here = json!({"name": "A", "who": "here"});
    let timed = json!({"name": "A", "who": "here", "clock": "5m"});
    let hurried = json!({"name": "A", "who": "here", "time_ms": 10_000});
    let computer = json!({"name": "B", "who": "naif"});
    let slow = json!({"name": "B", "who": "naif", "clock": "5m"});
    let cases = [
        (json!([here, here]), json!({}), false),
        (json!([here, here]), json!({"study": ""}), true),
        (json!([timed, computer]), json!({}), false),
        (json!([timed, computer]), json!({"study": ""}), true),
        (json!([hurried, computer]), json!({}), false),
        (json!([here, slow]), json!({}), false),
        (json!([here, computer]), json!({}), true),
    ];
    for (players, options, given) in cases {
        let wanted = json!({"game": "allumettes", "players": players, "options": options});
        let opened = one.post(&server, "/api/tables", &wanted).await;
        assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
        let id = opened.json()["id"].as_str().unwrap().to_owned();
        let table = one.get(&server, &format!("/api/tables/{id}")).await.json();
        assert_eq!(table["valued"], given, "{wanted}");
        for what in ["values", "hint"] {
            let answer = asked(&server, &mut one, &id, what).await;
            if given {
                assert_eq!(answer.status, StatusCode::OK, "{what} {wanted}");
            } else {
                assert_eq!(answer.code(), "no-study", "{what} {wanted}");
            }
            let stranger = asked(&server, &mut Browser::default(), &id, what).await;
            assert_eq!(stranger.code(), "spectator", "{what} {wanted}");
        }
    }
}

#[tokio::test]
async fn a_hint_has_the_place_the_move_its_value_and_the_reasons() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    // Twelve left: taking three leaves nine, everything else loses. Thirteen are lost.
    for (position, mv, next, lost) in [("12", "3", Some("1"), false), ("13", "1", None, true)] {
        let options = json!({"position": position});
        let (id, _) = one
            .open_game(&server, "allumettes", ["here", "naif"], &options)
            .await;
        let hint = asked(&server, &mut one, &id, "hint").await.json();
        assert_eq!(hint["move"], mv, "{hint}");
        assert_eq!(hint["next"]["move"].as_str(), next);
        assert_eq!(hint["lost"], lost);
        assert_eq!(hint["worth"], if lost { "loses" } else { "wins" });
        assert!(hint["where"].as_str().unwrap().contains('4'), "{hint}");
        assert!(!hint["why"].as_array().unwrap().is_empty());
    }
}

/// Two deals that differ only in the opponent's hand give a player the same bytes, and a spectator none.
#[tokio::test]
async fn at_dominos_values_are_of_what_the_player_sees() {
    let server = TestServer::open().await;
    let mut told = Vec::new();
    for other in ["61,10,00", "65,43,20"] {
        let mut one = Browser::default();
        let options = json!({"rule": "1", "deal": format!("66,21,11/{other}")});
        let (id, _) = one
            .open_game(&server, "dominos", ["here", "naif"], &options)
            .await;
        let path = format!("/api/tables/{id}/values");
        let wanted = json!({"lang": "en", "effort": 50, "seed": 3});
        let mut seen = last_line(&one.post(&server, &path, &wanted).await);
        seen["report"]["micros"] = json!(0);
        let position = seen["report"]["position"].as_str().unwrap();
        assert!(position.starts_with("1x3 first 66,21,11 3/"), "{position}");
        let mut hint = asked(&server, &mut one, &id, "hint").await.json();
        // The number of samples depends on the time.
        for measured in ["worth", "next"] {
            hint.as_object_mut().unwrap().remove(measured);
        }
        let stranger = Browser::default().post(&server, &path, &wanted).await;
        told.push((seen.to_string(), hint.to_string(), stranger.text));
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].2.contains("spectator"), "{}", told[0].2);
}

#[tokio::test]
async fn a_position_has_a_picture_and_at_421_the_card_of_the_command_line() {
    let server = TestServer::open().await;
    let browser = Browser::default();
    let picture = browser
        .get(&server, "/api/games/puissance4/picture?view=44&lang=en")
        .await;
    assert_eq!(picture.headers["content-type"], "image/svg+xml");
    assert!(picture.text.starts_with("<svg xmlns="), "{}", picture.text);
    assert!(picture.text.contains("<style>"));
    // The second has to beat 421, which is an option of the command line.
    let at = "/api/games/421/card?lang=en&position=10/10/second/---/1/421";
    let card = browser.get(&server, at).await;
    let offer = games::find("421").unwrap();
    let mut options = host::Options::default();
    options.set("tokens", "10/10");
    options.set("against", "421");
    let written = (offer.card.unwrap().write)(&options, text::Language::English);
    assert_eq!(card.text, written.unwrap());
    let none = browser.get(&server, "/api/games/awale/card?lang=en&position=x");
    assert_eq!(none.await.status, StatusCode::NOT_FOUND);
}
