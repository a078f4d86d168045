//! A registered game is played, recorded, analysed and served without a change to other crates.
#![cfg(test)]

use std::process::{Command, Output};

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use http_body_util::BodyExt as _;
use morpion::{Cell, Exhaustive, Morpion, STRATEGIES, Wipe};
use serde_json::{Value, json};
use store::Store;
use table::contract::{self, Contract, repeats};
use tower::ServiceExt as _;
use web::{Bus, Hub, Origin, Programs, Retention, Site, app};

fn run(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brelan-morpion"));
    program.args(arguments).output().expect("the program runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn morpion_passes_the_checks_of_every_game() {
    contract::check(&Contract {
        starts: vec![Morpion::default(), "x.o/.x./..o first".parse().unwrap()],
        moves: Cell::all().collect(),
        cheats: Cell::all().map(Wipe).collect(),
        redeal: None,
        invariant: |_| (),
        games: 40,
    });
    let games = repeats::positions(Morpion::default(), 3);
    repeats::check_evaluations(|| Exhaustive, &games);
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games);
    }
}

#[test]
fn the_examples_of_its_help_seat_its_own_strategies() {
    let help = stdout(&["--lang", "en", "morpion", "--help"]);
    assert!(help.contains("--seed 7 A@naif B@naif\n"), "{help}");
    assert!(help.contains("Moi@./joueur.py Brelan@naif\n"), "{help}");
}

#[test]
fn it_is_listed_played_recorded_replayed_and_analysed() {
    assert!(stdout(&["--lang", "en", "games"]).contains("Tic-tac-toe"));
    let listed = stdout(&["strategies"]);
    let of_game = listed.lines().skip_while(|line| *line != "morpion").skip(1);
    let names = of_game.take_while(|line| line.starts_with("  "));
    let names: Vec<_> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names, ["humain", "naif", "parfait", "niveau"]);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let played = stdout(&["morpion", "--record", file, "A@parfait", "B@parfait"]);
    assert!(played.ends_with("Match nul !\n"), "{played}");
    assert_eq!(stdout(&["replay", file]), played);

    // A corner and its neighbour: the centre wins, the far edge only draws.
    let report = stdout(&["--lang", "en", "analyse", "tictactoe", "xo./.../... first"]);
    assert!(report.contains("won"), "{report}");
    let wrong = run(&["--lang", "fr", "analyse", "morpion", "xo"]);
    let told = String::from_utf8(wrong.stderr).unwrap();
    assert!(told.contains("n'est pas une position"), "{told}");
}

/// Sends a request as a browser does. Returns the cookie and the JSON of the response.
async fn ask(app: &axum::Router, path: &str, cookie: &str, body: &Value) -> (String, Value) {
    let mut request = Request::post(path)
        .header(header::HOST, "127.0.0.1:4210")
        .header(header::ORIGIN, "http://127.0.0.1:4210")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::COOKIE, cookie)
        .body(Body::from(body.to_string()))
        .unwrap();
    let from: std::net::SocketAddr = "127.0.0.1:5555".parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(from));
    let response = app.clone().oneshot(request).await.unwrap();
    let cookie = response.headers().get(header::SET_COOKIE);
    let cookie = cookie.map_or("", |cookie| cookie.to_str().unwrap());
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (cookie, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// The hint comes from the analyst: no strategy here is called `expert`.
#[tokio::test]
async fn it_is_played_on_the_page_with_hints() {
    games::register(&[games::RegisteredGame::new::<Morpion>()])
        .expect("no other test registers games");
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&store::Address::File(folder.path().join("games.sqlite")))
        .await
        .unwrap();
    let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
    let hub = Hub::new(
        store,
        Site::from(origin),
        Vec::new(),
        Programs::default(),
        Bus::default(),
        Retention::default(),
    );
    let app = app(hub);
    let player = |name: &str| json!({"name": name, "who": "here"});
    let players = [player("A"), player("B")];
    let wanted = json!({"game": "morpion", "players": players, "options": {"study": ""}});
    let (cookie, opened) = ask(&app, "/api/tables", "", &wanted).await;
    let table = format!("/api/tables/{}", opened["id"].as_str().expect("an id"));
    for (turn, cell) in [(0, "7"), (2, "5"), (4, "8")] {
        let mv = json!({"move": cell, "turn": turn});
        let (_, done) = ask(&app, &format!("{table}/moves"), &cookie, &mv).await;
        assert_eq!(done["number"], turn + 2);
    }
    let (_, hint) = ask(&app, &format!("{table}/hint"), &cookie, &json!({})).await;
    assert_eq!(hint["move"], "9", "the only parry of 7 8 9");
}

#[test]
fn nothing_hidden_is_sent() {
    host::contract::check_hiding(&host::GameInfo::new::<Morpion>());
}
