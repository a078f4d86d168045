//! Tournaments from their plan to their files: results do not depend on threads or interruptions, and a
//! program that fails affects no other player.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Barrier, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use host::{EventHandler, Options, Table};
use sandbox::{Launcher, SandboxConfig, SeatedPrograms, Strictness};
use serde_json::Value;
use store::Address;
use table::{Limits, Stop};
use tempfile::TempDir;
use text::Language;
use tournament::{
    ExecutedGame, ExecutorError, GameExecutor, GameSpec, Openings, OutputFolder, TournamentEvent,
    TournamentFormat, TournamentOutcome, TournamentPlan, TournamentSecret, TournamentStore,
    TournamentStoreError, run, run_with,
};

fn plan(game: &str, players: &[&str], format: TournamentFormat, games: u32) -> TournamentPlan {
    let game = games::find(game).expect("the game is registered");
    let seat = |text: &&str| host::seat(text, game).expect("the player is valid");
    let options = Options::default();
    let mut plan = TournamentPlan {
        game,
        openings: Openings::usual(game, &options).expect("the options are valid"),
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
        secret: None,
        sprt: None,
        concurrency: 1,
        sandbox: SandboxConfig {
            strictness: Strictness::Best,
            allowed: Vec::new(),
            hidden: Vec::new(),
            restarts: 0,
            language: Language::English,
            launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-tournament-cage")),
        },
        cage: None,
    };
    plan.check().expect("the plan is valid");
    plan.cage = plan
        .sandbox
        .build_cage(&plan.players)
        .expect("a cage can be built");
    plan
}

/// A temporary folder with a store and an output folder.
struct Host(TempDir);

impl Host {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folders can be made"))
    }

    /// Plays the remaining games, and interrupts the run after `stop_after` games.
    fn run(&self, plan: &TournamentPlan, stop_after: usize) -> TournamentOutcome {
        let mut plan = plan.clone();
        let stop = Stop::default();
        plan.limits.stop = stop.clone();
        let name = "test";
        let store = Address::File(self.0.path().join("games.sqlite"));
        let store = TournamentStore::open(&store, name, name, &mut plan, true, false);
        let mut folder = OutputFolder::create(&self.0.path().join("out"), &plan)
            .expect("the folder can be written");
        let mut ended = 0;
        let mut on_event = |event: TournamentEvent<'_>| {
            ended += usize::from(matches!(event, TournamentEvent::Finished(_)));
            if ended >= stop_after {
                stop.pull();
            }
        };
        let mut store = store.expect("no other process plays it");
        let outcome = run(&plan, &mut store, Some(&mut folder), &mut on_event);
        let outcome = outcome.expect("games can be saved");
        let written = folder.write_standings(&outcome.standings, name, Language::English);
        written.expect("the folder can be written");
        outcome
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join("out").join(name)).expect("the file was written")
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

/// A plan of each format, for games with and without chance.
fn plans() -> Vec<TournamentPlan> {
    let players = ["A@naif", "B@expert", "C@rapide", "D@naif", "E@rapide"];
    let dice = ["A@naif", "B@expert", "C@glouton"];
    vec![
        plan("allumettes", &players[..2], TournamentFormat::Series, 40),
        plan("allumettes", &players, TournamentFormat::Swiss, 4),
        plan("421", &dice, TournamentFormat::RoundRobin, 6),
        plan(
            "dominos",
            &["A@naif", "B@premier"],
            TournamentFormat::Gauntlet,
            6,
        ),
        plan(
            "puissance4",
            &["A@naif", "B@glouton", "C@naif"],
            TournamentFormat::Knockout,
            2,
        ),
        plan(
            "awale",
            &["A@naif", "B@glouton"],
            TournamentFormat::Series,
            4,
        ),
    ]
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for mut plan in plans() {
        let mut files = [1, 2, 8].map(|concurrency| {
            plan.concurrency = concurrency;
            let host = Host::new();
            assert_eq!(host.run(&plan, usize::MAX).interrupted, None);
            host.files()
        });
        let [one, two, eight] = &mut files;
        assert!(one[0].lines().count() as u64 >= plan.expected_games());
        assert_eq!(one, two, "{}", plan.game.name);
        assert_eq!(one, eight, "{}", plan.game.name);
    }
}

#[test]
fn results_do_not_depend_on_interruptions() {
    // Short tournaments may end before the stop signal is seen; this one cannot.
    let long = plan(
        "allumettes",
        &["A@naif", "B@rapide"],
        TournamentFormat::Series,
        10_000,
    );
    let mut stops = 0;
    for mut plan in plans().into_iter().chain([long]) {
        plan.concurrency = 2;
        let whole = Host::new();
        whole.run(&plan, usize::MAX);
        let stopped = Host::new();
        while stopped.run(&plan, 3).interrupted.is_some() {
            stops += 1;
            assert!(stops < 10_000, "each run makes progress");
        }
        assert_eq!(whole.files(), stopped.files(), "{}", plan.game.name);
    }
    assert!(stops > 0, "a run was interrupted");
}

/// Two deterministic players repeat the two games of their first pair.
#[test]
fn repeated_games_count_once() {
    let mut plan = plan(
        "allumettes",
        &["A@expert", "B@rapide"],
        TournamentFormat::Series,
        10,
    );
    plan.openings = Openings::Start;
    let host = Host::new();
    let outcome = host.run(&plan, usize::MAX);
    assert_eq!(outcome.standings.repeated.len(), 8);
    let games: Vec<u64> = outcome.standings.rows.iter().map(|row| row.games).collect();
    assert_eq!(games, [2, 2]);
}

#[test]
fn a_decided_test_ends_the_series() {
    let mut plan = plan(
        "allumettes",
        &["A@expert", "B@naif"],
        TournamentFormat::Series,
        4000,
    );
    plan.sprt = "elo0=0,elo1=50".parse().ok();
    plan.concurrency = 2;
    let host = Host::new();
    let outcome = host.run(&plan, usize::MAX);
    let test = outcome.sprt.expect("the plan has a test");
    assert_eq!(test.decision, Some(tournament::SprtDecision::H1));
    let pairs: u64 = test.pairs.iter().sum();
    assert!(pairs < 200, "{pairs} pairs");
    assert_eq!(host.file("games.jsonl").lines().count() as u64, 2 * pairs);
}

/// A game in progress is dropped and played again in the next run.
#[test]
fn an_interrupted_tournament_does_not_wait_for_a_program() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let thinks = "while read -r word rest; do [ $word = play ] && sleep 600; done";
    program(folder.path(), "thinker", thinks);
    let thinker = format!("T@time=600000,{}/thinker", folder.path().display());
    let mut plan = plan(
        "allumettes",
        &[&*thinker, "A@naif"],
        TournamentFormat::Series,
        2,
    );
    let stop = plan.limits.stop.clone();
    let store = Address::File(folder.path().join("games.sqlite"));
    let store = TournamentStore::open(&store, "test", "test", &mut plan, true, false);
    let begun = Instant::now();
    let mut on_event = |event: TournamentEvent<'_>| {
        if matches!(event, TournamentEvent::Started { .. }) {
            stop.pull();
        }
    };
    let mut store = store.expect("no other process plays it");
    let outcome = run(&plan, &mut store, None, &mut on_event).expect("games can be saved");
    assert_eq!(outcome.interrupted, Some(0));
    assert!(begun.elapsed() < Duration::from_mins(5));
}

/// Plays games, and keeps the first two workers at their first games until both have begun one.
struct PairWatcher<'a> {
    plan: &'a TournamentPlan,
    both: Barrier,
    first: Mutex<HashMap<ThreadId, u64>>,
}

impl GameExecutor for PairWatcher<'_> {
    fn play(
        &self,
        game: &GameSpec,
        table: &mut dyn Table,
        on_event: EventHandler<'_>,
    ) -> Result<Option<ExecutedGame>, ExecutorError> {
        let mut first = self.first.lock().expect("no worker panics");
        let is_first = !first.contains_key(&thread::current().id());
        first.entry(thread::current().id()).or_insert(game.number);
        drop(first);
        if is_first {
            self.both.wait();
        }
        let programs = SeatedPrograms::in_cage(
            self.plan.cage.clone(),
            &game.setup.players,
            &self.plan.sandbox,
        );
        Ok(game.play(table, programs, on_event))
    }
}

#[test]
fn the_games_of_a_pair_of_programs_never_run_at_the_same_time() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    program(folder.path(), "good", GOOD);
    let good = format!("P@{}/good", folder.path().display());
    let mut plan = plan("dominos", &[&*good, "A@naif"], TournamentFormat::Series, 4);
    plan.concurrency = 2;
    let store = Address::File(folder.path().join("games.sqlite"));
    let store = TournamentStore::open(&store, "test", "test", &mut plan, true, false);
    let mut store = store.expect("no other process plays it");
    let watcher = PairWatcher {
        plan: &plan,
        both: Barrier::new(2),
        first: Mutex::default(),
    };
    let outcome = run_with(&watcher, &plan, &mut store, None, &mut |_| {});
    assert_eq!(outcome.expect("games can be saved").interrupted, None);
    let first = watcher.first.into_inner().expect("no worker panics");
    let first: BTreeSet<u64> = first.into_values().collect();
    assert_eq!(first, [1, 3].into());
}

/// The games of a series between a program and a strategy, and its outcome.
fn series_with_a_program(
    host: &Host,
    bots: &Path,
    secret: Option<TournamentSecret>,
) -> (String, TournamentOutcome) {
    program(bots, "good", GOOD);
    let good = format!("P@{}/good", bots.display());
    let mut plan = plan("dominos", &[&*good, "A@naif"], TournamentFormat::Series, 2);
    plan.secret = secret;
    let outcome = host.run(&plan, usize::MAX);
    (host.file("games.jsonl"), outcome)
}

#[test]
fn the_luck_of_programs_follows_from_a_secret_that_is_published_after_the_last_game() {
    let bots = tempfile::tempdir().expect("temporary folders can be made");
    let (one, other, elsewhere) = (Host::new(), Host::new(), Host::new());
    let (games, outcome) = series_with_a_program(&one, bots.path(), None);
    assert_eq!(series_with_a_program(&one, bots.path(), None).0, games);
    assert_ne!(series_with_a_program(&other, bots.path(), None).0, games);
    let secret = outcome.secret.expect("the last game is over");
    let again = series_with_a_program(&elsewhere, bots.path(), Some(secret));
    assert_eq!(again.0, games);
}

#[test]
fn the_secret_is_not_published_before_the_last_game() {
    let bots = tempfile::tempdir().expect("temporary folders can be made");
    program(bots.path(), "good", GOOD);
    let good = format!("P@{}/good", bots.path().display());
    // More games than are played before the runner sees that it is stopped.
    let plan = plan(
        "dominos",
        &[&*good, "A@naif"],
        TournamentFormat::Series,
        200,
    );
    let host = Host::new();
    let stopped = host.run(&plan, 1);
    assert!(stopped.interrupted.is_some() && stopped.secret.is_none());
    let ended = host.run(&plan, usize::MAX);
    assert!(ended.interrupted.is_none() && ended.secret.is_some());
}

#[test]
fn a_tournament_does_not_go_on_with_another_secret() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    program(folder.path(), "good", GOOD);
    let good = format!("P@{}/good", folder.path().display());
    let plan = plan("dominos", &[&*good, "A@naif"], TournamentFormat::Series, 2);
    let store = Address::File(folder.path().join("games.sqlite"));
    let open = |digits: &str| {
        let mut plan = plan.clone();
        plan.secret = digits.repeat(32).parse().ok();
        TournamentStore::open(&store, "test", "test", &mut plan, true, false).map(drop)
    };
    assert!(open("3f").is_ok());
    assert!(open("3f").is_ok());
    assert!(matches!(open("40"), Err(TournamentStoreError::Another)));
}

/// A program that notes each of the given files that it can read, and plays the first legal move.
fn spy(files: &str) -> String {
    format!("for file in {files}; do cat $file > /dev/null && echo \"# saw $file\"; done\n{GOOD}")
}

#[test]
fn programs_of_one_folder_see_neither_each_other_nor_the_results_so_far() {
    let bots = tempfile::tempdir().expect("temporary folders can be made");
    let out = bots.path().join("out");
    program(
        bots.path(),
        "one",
        &spy("one other out/games.jsonl out/games.csv help"),
    );
    program(bots.path(), "other", &spy("one other out/games.jsonl"));
    fs::write(bots.path().join("help"), "").expect("a temporary folder can be written");
    let [one, other] =
        ["one", "other"].map(|name| format!("{name}@{}/{name}", bots.path().display()));
    let mut plan = plan("allumettes", &[&*one, &*other], TournamentFormat::Series, 4);
    let store = Address::File(bots.path().join("games.sqlite"));
    let store = TournamentStore::open(&store, "test", "test", &mut plan, true, false);
    let mut folder = OutputFolder::create(&out, &plan).expect("the folder can be written");
    plan.sandbox.hide(OutputFolder::files(&out), &plan.players);
    let mut store = store.expect("no other process plays it");
    let outcome = run(&plan, &mut store, Some(&mut folder), &mut |_| {});
    assert_eq!(outcome.expect("games can be saved").interrupted, None);
    let notes = fs::read_to_string(out.join("programs.jsonl")).expect("the file was written");
    assert_eq!(notes.lines().count(), 8);
    for line in notes.lines() {
        let note: Value = line.parse().expect("a line is JSON");
        let expected = match note["player"].as_str() {
            Some("one") => vec!["saw one", "saw help"],
            _ => vec!["saw other"],
        };
        assert_eq!(note["notes"], Value::from(expected), "{line}");
    }
}

#[test]
fn a_line_of_games_jsonl_has_the_documented_fields_and_a_record_that_replays() {
    let plan = plan(
        "dominos",
        &["A@naif", "B@premier"],
        TournamentFormat::Series,
        2,
    );
    let host = Host::new();
    host.run(&plan, usize::MAX);
    let games: Vec<Value> = host
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
        let documented = [
            "number", "pair", "first", "second", "seed", "result", "ending", "plies", "record",
        ];
        assert_eq!(keys, documented);
        assert_eq!(
            (&game["number"], &game["pair"]),
            (&number.into(), &1.into())
        );
        let record: table::Record = game["record"].as_str().unwrap().parse().unwrap();
        let mut plies = 0;
        let replayed = plan.game.replay(&record, &mut |event| {
            plies += u64::from(event.kind() == host::EventKind::Played);
        });
        assert!(replayed.is_ok());
        assert_eq!(game["plies"], plies);
    }
    // Both games of the pair have the same deal, with the seats swapped.
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

/// A shell script that plays the first legal move.
const GOOD: &str = "while read -r word first rest; do\n\
    case $word in moves) move=$first ;; play) echo $move ;; esac\ndone";

/// Shell scripts that misbehave, and the resulting forfeit.
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
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755))
        .expect("the file belongs to this user");
}

/// Checks that a league of `good` correct players and six failing programs ends, and that only the six
/// forfeit.
fn check_league(format: TournamentFormat, good: usize, concurrency: usize) {
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
    let host = Host::new();
    let outcome = host.run(&plan, usize::MAX);
    assert_eq!(outcome.interrupted, None);
    for row in &outcome.standings.rows {
        let bad = BAD.iter().any(|(_, ending)| *ending == row.name);
        assert_eq!(row.forfeits > 0, bad, "{row:?}");
    }
    let named = outcome.standings.forfeits.keys();
    for (player, reason) in named {
        let name = &plan.players[*player].name;
        // Three lines of a flood may be read before the limit is reached.
        let named = name == reason || (name == "flood" && reason == "unreadable");
        assert!(named, "{name} forfeited by {reason}");
    }
    let notes = host.file("programs.jsonl");
    assert!(notes.lines().all(|line| line.parse::<Value>().is_ok()));
    assert!(notes.contains("\"player\":\"flood\""), "{notes}");
}

#[test]
fn only_the_six_failing_programs_forfeit() {
    check_league(TournamentFormat::Gauntlet, 4, 2);
}

#[test]
#[ignore = "a minute: thirty players"]
fn a_league_of_thirty_with_six_failing_programs_ends() {
    check_league(TournamentFormat::RoundRobin, 24, 4);
}
