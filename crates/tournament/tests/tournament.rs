//! Tournaments from their plan to their files: the same however they were played, and nobody touched
//! by somebody else's misdeeds.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use tournament::{Folder, Format, Keeper, News, Openings, Outcome, Plan, run};
use sandbox::{Admission, Launcher, Strictness};
use house::{Language, Options};
use serde_json::Value;
use store::Address;
use table::{Limits, Stop};
use tempfile::TempDir;

fn plan(game: &str, players: &[&str], format: Format, games: u32) -> Plan {
    let game = house::find(game).expect("a game of the house");
    let seat = |text: &&str| house::seat(text, game).expect("a player");
    let options = Options::default();
    let mut plan = Plan {
        game,
        openings: Openings::usual(game, &options).expect("possible options"),
        options,
        players: players.iter().map(seat).collect(),
        format,
        games,
        rounds: None,
        limits: Limits {
            effort: Some(200),
            ..Limits::default()
        },
        seed: 7,
        sprt: None,
        concurrency: 1,
        admission: Admission {
            strictness: Strictness::Best,
            allowed: Vec::new(),
            restarts: 0,
            language: Language::English,
            launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-tournament-cage")),
        },
        cage: None,
    };
    plan.check().expect("it can be held");
    plan.cage = plan.admission.cage(&plan.players).expect("there is a cage");
    plan
}

/// A house with a store and an output folder.
struct House(TempDir);

impl House {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folders can be made"))
    }

    /// Plays what is left, until `stop_after` games have ended.
    fn hold(&self, plan: &Plan, stop_after: usize) -> Outcome {
        let mut plan = plan.clone();
        let stop = Stop::default();
        plan.limits.stop = stop.clone();
        let name = "test";
        let store = Address::File(self.0.path().join("games.sqlite"));
        let keeper = Keeper::open(&store, name, name, &mut plan, true, false);
        let mut folder = Folder::begin(&self.0.path().join("out"), &plan).expect("room");
        let mut ended = 0;
        let mut tell = |news: News<'_>| {
            ended += usize::from(matches!(news, News::Finished(_)));
            if ended >= stop_after {
                stop.pull();
            }
        };
        let mut keeper = keeper.expect("nobody else plays it");
        let outcome = run(&plan, &mut keeper, Some(&mut folder), &mut tell).expect("it is kept");
        let stand = folder.stand(&outcome.standings, name, Language::English);
        stand.expect("room");
        outcome
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join("out").join(name)).expect("it was written")
    }

    fn files(&self) -> [String; 5] {
        let names = [
            "games.jsonl",
            "games.csv",
            "standings.json",
            "standings.csv",
            "standings.html",
        ];
        names.map(|name| self.file(name))
    }
}

/// One of each format, at games with and without chance.
fn plans() -> Vec<Plan> {
    let players = ["A@naif", "B@expert", "C@rapide", "D@naif", "E@rapide"];
    let dice = ["A@naif", "B@expert", "C@glouton"];
    vec![
        plan("allumettes", &players[..2], Format::Series, 40),
        plan("allumettes", &players, Format::Swiss, 4),
        plan("421", &dice, Format::RoundRobin, 6),
        plan("dominos", &["A@naif", "B@premier"], Format::Gauntlet, 6),
        plan(
            "puissance4",
            &["A@naif", "B@glouton", "C@naif"],
            Format::Knockout,
            2,
        ),
        plan("awale", &["A@naif", "B@glouton"], Format::Series, 4),
    ]
}

#[test]
fn what_comes_out_does_not_depend_on_how_many_play_at_a_time() {
    for mut plan in plans() {
        let mut files = [1, 2, 8].map(|concurrency| {
            plan.concurrency = concurrency;
            let house = House::new();
            assert_eq!(house.hold(&plan, usize::MAX).interrupted, None);
            house.files()
        });
        let [one, two, eight] = &mut files;
        assert!(one[0].lines().count() as u64 >= plan.expected_games());
        assert_eq!(one, two, "{}", plan.game.name);
        assert_eq!(one, eight, "{}", plan.game.name);
    }
}

#[test]
fn what_comes_out_does_not_depend_on_how_often_it_was_stopped() {
    // Games that are over before the switch is seen are not stopped: this many cannot be.
    let long = plan(
        "allumettes",
        &["A@naif", "B@rapide"],
        Format::Series,
        10_000,
    );
    let mut stops = 0;
    for mut plan in plans().into_iter().chain([long]) {
        plan.concurrency = 2;
        let whole = House::new();
        whole.hold(&plan, usize::MAX);
        let stopped = House::new();
        while stopped.hold(&plan, 3).interrupted.is_some() {
            stops += 1;
            assert!(stops < 10_000, "it gets nowhere");
        }
        assert_eq!(whole.files(), stopped.files(), "{}", plan.game.name);
    }
    assert!(stops > 0, "nothing was stopped");
}

/// Two who never choose at random, from one beginning: each of the two games of a pair is always the
/// same.
#[test]
fn games_that_repeat_one_another_count_once() {
    let mut plan = plan("allumettes", &["A@expert", "B@rapide"], Format::Series, 10);
    plan.openings = Openings::Start;
    let house = House::new();
    let outcome = house.hold(&plan, usize::MAX);
    assert_eq!(outcome.standings.repeated.len(), 8);
    let games: Vec<u64> = outcome.standings.rows.iter().map(|row| row.games).collect();
    assert_eq!(games, [2, 2]);
}

#[test]
fn a_test_that_has_decided_ends_the_series() {
    let mut plan = plan("allumettes", &["A@expert", "B@naif"], Format::Series, 4000);
    plan.sprt = "elo0=0,elo1=50".parse().ok();
    plan.concurrency = 2;
    let house = House::new();
    let outcome = house.hold(&plan, usize::MAX);
    let test = outcome.sprt.expect("it was tested");
    assert_eq!(test.decision, Some(tournament::Decision::H1));
    let pairs: u64 = test.pairs.iter().sum();
    assert!(pairs < 200, "{pairs} pairs");
    assert_eq!(house.file("games.jsonl").lines().count() as u64, 2 * pairs);
}

/// A game in progress is played again another time; nobody waits for whoever has the hand in it.
#[test]
fn a_tournament_that_is_stopped_waits_for_no_program() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let thinks = "while read -r word rest; do [ $word = play ] && sleep 600; done";
    program(folder.path(), "thinker", thinks);
    let thinker = format!("T@time=600000,{}/thinker", folder.path().display());
    let mut plan = plan("allumettes", &[&*thinker, "A@naif"], Format::Series, 2);
    let stop = plan.limits.stop.clone();
    let store = Address::File(folder.path().join("games.sqlite"));
    let keeper = Keeper::open(&store, "test", "test", &mut plan, true, false);
    let begun = Instant::now();
    let mut tell = |news: News<'_>| {
        if matches!(news, News::Started { .. }) {
            stop.pull();
        }
    };
    let mut keeper = keeper.expect("nobody else plays it");
    let outcome = run(&plan, &mut keeper, None, &mut tell).expect("it is kept");
    assert!(outcome.interrupted.is_some_and(|left| left.games == 0));
    assert!(begun.elapsed() < Duration::from_mins(5));
}

#[test]
fn a_game_line_has_what_was_promised_and_a_record_that_replays() {
    let plan = plan("dominos", &["A@naif", "B@premier"], Format::Series, 2);
    let house = House::new();
    house.hold(&plan, usize::MAX);
    let games: Vec<Value> = house
        .file("games.jsonl")
        .lines()
        .map(|line| line.parse().unwrap())
        .collect();
    assert_eq!(games.len(), 2);
    for (number, game) in (1..).zip(&games) {
        let keys: Vec<&str> = game
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let promised = [
            "number", "pair", "first", "second", "seed", "result", "ending", "plies", "record",
        ];
        assert_eq!(keys, promised);
        assert_eq!(
            (&game["number"], &game["pair"]),
            (&number.into(), &1.into())
        );
        let record: table::Record = game["record"].as_str().unwrap().parse().unwrap();
        let mut plies = 0;
        let replayed = plan.game.replay(&record, &mut |moment| {
            plies += u64::from(moment.kind() == house::Kind::Played);
        });
        assert!(replayed.is_ok());
        assert_eq!(game["plies"], plies);
    }
    // The same deal, and the seats swapped.
    assert_eq!(games[0]["seed"], games[1]["seed"]);
    assert_eq!(
        (&games[0]["first"], &games[0]["second"]),
        (&games[1]["second"], &games[1]["first"])
    );
    let chance = |game: &Value| -> Vec<String> {
        let record = game["record"].as_str().unwrap();
        let dealt = record.lines().filter(|line| line.starts_with("chance "));
        dealt.take(20).map(str::to_owned).collect()
    };
    assert_eq!(chance(&games[0]), chance(&games[1]));
}

/// Plays the first move that it may, as a program.
const GOOD: &str = "while read -r word first rest; do\n\
    case $word in moves) move=$first ;; play) echo $move ;; esac\ndone";

/// How programs misbehave, and what that is called.
const BAD: [(&str, &str); 6] = [
    ("exit 3", "crash"),
    (
        "while read -r word rest; do [ $word = play ] && echo 99; done",
        "refused",
    ),
    (
        "while read -r word rest; do [ $word = play ] && echo nonsense; done",
        "unreadable",
    ),
    (
        "while read -r word rest; do [ $word = play ] && echo resign; done",
        "resignation",
    ),
    (
        "while read -r word rest; do [ $word = play ] && [ -z \"$said\" ] && said=yes && echo 1; done",
        "time",
    ),
    ("yes", "flood"),
];

fn program(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    fs::write(&file, format!("#!/bin/sh\n{text}\n")).expect("a temporary folder can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("the file is our own");
}

/// A league of `good` players who behave and six who do not: it ends, the six are named, and nobody
/// else forfeits.
fn check_league(format: Format, good: usize, concurrency: usize) {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    program(folder.path(), "good", GOOD);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut players: Vec<String> = (0..good)
        .map(|place| match place % 3 {
            0 => format!("P{place}@expert"),
            1 => format!("P{place}@{}", path("good")),
            _ => format!("P{place}@naif"),
        })
        .collect();
    for (text, ending) in BAD {
        program(folder.path(), ending, text);
        players.push(format!("{ending}@time=1000,{}", path(ending)));
    }
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut plan = plan("allumettes", &players, format, 2);
    plan.concurrency = concurrency;
    let house = House::new();
    let outcome = house.hold(&plan, usize::MAX);
    assert_eq!(outcome.interrupted, None);
    for row in &outcome.standings.rows {
        let bad = BAD.iter().any(|(_, ending)| *ending == row.name);
        assert_eq!(row.forfeits > 0, bad, "{row:?}");
    }
    let named = outcome.standings.forfeits.keys();
    for (player, reason) in named {
        let name = &plan.players[*player].name;
        // Three lines of a flood may be heard before it is too much.
        let named = name == reason || (name == "flood" && reason == "unreadable");
        assert!(named, "{name} forfeited by {reason}");
    }
    let notes = house.file("programs.jsonl");
    assert!(notes.lines().all(|line| line.parse::<Value>().is_ok()));
    assert!(notes.contains("\"player\":\"flood\""), "{notes}");
}

#[test]
fn six_who_misbehave_are_named_and_nobody_else_is_touched() {
    check_league(Format::Gauntlet, 4, 2);
}

#[test]
#[ignore = "a minute: thirty players"]
fn thirty_players_of_whom_six_misbehave_end_their_league() {
    check_league(Format::RoundRobin, 24, 4);
}
