//! `brelan tournament`: its output and files, resuming after kills, and refused arguments.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use tempfile::TempDir;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command
        .current_dir(folder)
        .arg("tournament")
        .args(arguments);
    command.args(["--data", "data", "--lang", "en"]);
    command
}

fn brelan(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is text")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("temporary folders can be made")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the tournament wrote the file")
}

/// The three files of results in the output folder of a tournament.
fn files(folder: &Path, output: &str) -> [String; 3] {
    let names = ["games.jsonl", "games.csv", "standings.json"];
    names.map(|name| read(folder, &format!("{output}/{name}")))
}

#[test]
fn a_series_prints_its_games_and_standings() {
    let folder = folder();
    let arguments = [
        "allumettes",
        "A@expert",
        "B@naif",
        "--games",
        "4",
        "--seed",
        "1",
        "--output",
        "out",
    ];
    let output = brelan(folder.path(), &arguments);
    assert!(output.status.success(), "{output:?}");
    let printed = text(&output.stdout);
    assert!(
        printed.starts_with("Started game 1 of 4 (A vs B)\n"),
        "{printed}"
    );
    assert!(
        printed.contains("\nFinished game 1 (A vs B): "),
        "{printed}"
    );
    assert!(
        printed.contains("Finished game 4 (B vs A): 0-1 {played}\n"),
        "{printed}"
    );
    assert!(
        printed.contains("  1. A        4       4 +4 =0 -0  –\n"),
        "{printed}"
    );
    assert!(
        printed.contains("at least 1 more game with other results is needed"),
        "{printed}"
    );
    assert!(
        !printed.contains("nan") && !printed.contains("NaN"),
        "{printed}"
    );
    let rows: serde_json::Value = read(folder.path(), "out/standings.json").parse().unwrap();
    let first = rows[0].as_object().unwrap();
    let keys: Vec<&str> = first.keys().map(String::as_str).collect();
    let promised = [
        "name", "games", "wins", "draws", "losses", "points", "elo", "error", "forfeits",
    ];
    assert_eq!(keys, promised);
    assert_eq!(
        (&rows[0]["name"], &rows[0]["elo"]),
        (&"A".into(), &serde_json::Value::Null)
    );
    assert!(read(folder.path(), "out/standings.html").contains("<td>A<td>4<td>4<td>0<td>0<td>4"));
}

/// The command of a finished tournament plays no game again.
#[test]
fn a_finished_tournament_prints_its_standings_again() {
    let folder = folder();
    let arguments = [
        "421",
        "A@glouton",
        "B@naif",
        "--games",
        "6",
        "--output",
        "out",
    ];
    assert!(brelan(folder.path(), &arguments).status.success());
    let before = files(folder.path(), "out");
    let again = brelan(folder.path(), &arguments);
    assert!(again.status.success(), "{again:?}");
    assert!(!text(&again.stdout).contains("Started game"));
    assert_eq!(files(folder.path(), "out"), before);
}

const LONG: [&str; 11] = [
    "421",
    "A@naif",
    "B@glouton",
    "C@naif",
    "--format",
    "round-robin",
    "--games",
    "600",
    "--seed",
    "5",
    "--concurrency",
];

fn begin(folder: &Path, output: &str) -> Child {
    let mut long = command(folder, &[&LONG[..], &["2", "--output", output]].concat());
    long.stdout(Stdio::piped()).stderr(Stdio::piped());
    long.spawn().expect("the program runs")
}

/// Reads the output until `games` games have ended.
fn read_games(child: &mut Child, games: usize) -> BufReader<ChildStdout> {
    let mut lines = BufReader::new(child.stdout.take().expect("the output is piped"));
    let (mut line, mut ended) = (String::new(), 0);
    while ended < games && lines.read_line(&mut line).expect("the output is text") > 0 {
        ended += usize::from(line.starts_with("Finished game "));
        line.clear();
    }
    lines
}

/// A tournament whose games take some milliseconds each, so that kills interrupt a game.
const SLOW: [&str; 9] = [
    "puissance4",
    "A@expert",
    "B@glouton",
    "--games",
    "400",
    "--seed",
    "5",
    "--effort",
    "3000",
];

/// Number of output lines read before each kill; the first is printed before a game is over.
fn lines_before_kills(kills: u64) -> impl Iterator<Item = usize> {
    (0..kills).map(|kill| 1 + (kill * 0x9e37_79b9 % 24) as usize)
}

#[test]
fn a_tournament_that_is_killed_twenty_times_has_the_same_results() {
    let folder = folder();
    let with = |rest: &[&str]| command(folder.path(), &[&SLOW[..], rest].concat());
    let whole = with(&["--concurrency", "1", "--output", "whole"]).output();
    assert!(whole.is_ok_and(|whole| whole.status.success()));
    let resumed = ["--concurrency", "2", "--output", "killed"];
    let mut killed = 0;
    for lines in lines_before_kills(20) {
        let mut child = with(&resumed).stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().expect("the output is piped"));
        let received = out.lines().take(lines).count();
        child.kill().expect("the test owns the process");
        killed += u32::from(child.wait().unwrap().signal() == Some(9));
        assert!(received > 0, "the tournament printed nothing");
    }
    assert!(killed > 0, "the tournament ended before the first kill");
    assert!(with(&resumed).output().unwrap().status.success());
    assert_eq!(
        files(folder.path(), "killed"),
        files(folder.path(), "whole")
    );
}

#[test]
fn an_interrupted_tournament_prints_the_command_that_continues_it() {
    let folder = folder();
    let whole = brelan(
        folder.path(),
        &[&LONG[..], &["1", "--output", "whole"]].concat(),
    );
    assert!(whole.status.success(), "{whole:?}");
    let mut child = begin(folder.path(), "stopped");
    let mut lines = read_games(&mut child, 100);
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT)
        .expect("the tournament is still running");
    let mut printed = String::new();
    lines
        .read_to_string(&mut printed)
        .expect("the output is text");
    assert_eq!(child.wait().unwrap().code(), Some(130), "{printed}");
    let command = printed
        .lines()
        .last()
        .expect("the output ends with the command");
    let mut shell = Command::new("sh");
    let rest = shell
        .current_dir(folder.path())
        .args(["-c", command])
        .output()
        .unwrap();
    assert!(rest.status.success(), "{command}: {rest:?}");
    assert_eq!(
        files(folder.path(), "stopped"),
        files(folder.path(), "whole")
    );
}

#[test]
fn two_tournaments_share_a_store() {
    let folder = folder();
    let children = ["one", "two"].map(|name| begin(folder.path(), name));
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(files(folder.path(), "one"), files(folder.path(), "two"));
}

#[test]
fn a_tournament_that_another_process_plays_is_refused() {
    let folder = folder();
    let mut child = begin(folder.path(), "out");
    let _lines = read_games(&mut child, 1);
    let second = brelan(
        folder.path(),
        &[&LONG[..], &["2", "--output", "out"]].concat(),
    );
    child.kill().expect("the test owns the process");
    child.wait().expect("the test owns the process");
    assert_eq!(second.status.code(), Some(2));
    let printed = text(&second.stderr);
    assert_eq!(
        printed,
        "error: this tournament is being played by another process\n"
    );
}

/// Wrong arguments and the error for each.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &["allumettes", "A@naif"],
        "error: round-robin takes 2 to 500 players, not 1\n",
    ),
    (
        &["allumettes", "A@naif", "A@expert"],
        "error: two players are called `A`: give each a name of its own\n",
    ),
    (
        &["allumettes", "A@naif", "B@humain"],
        "error: `B@humain` is a person: only strategies and programs take part\n",
    ),
    (
        &["allumettes", "--players", "empty"],
        "error: there is no player in empty\n",
    ),
    (
        &["allumettes", "A@naif", "B@naif", "--games", "3"],
        "error: a meeting cannot have 3 games: choose an even number, at least 2\n",
    ),
    (
        &["allumettes", "A@naif", "B@naif", "--format", "cup"],
        "error: --format cannot be `cup`\n",
    ),
    (
        &["allumettes", "A@naif", "B@naif", "--sprt", "elo1=x"],
        "error: --sprt cannot be `elo1=x`\n",
    ),
    (
        &["allumettes", "A@naif", "B@naif", "--openings", "empty"],
        "error: the file of openings holds no position: write one on each line\n",
    ),
    (
        &["allumettes", "A@naif", "B@naif", "--openings", "random:0"],
        "error: `random:0` is no opening: write random:PLIES with 1 to 1000\n",
    ),
];

#[test]
fn wrong_arguments_are_refused_before_a_file_is_written() {
    let folder = folder();
    fs::write(folder.path().join("empty"), "# no player\n\n").unwrap();
    for (arguments, expected) in REFUSED {
        let output = brelan(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stderr), *expected, "{arguments:?}");
    }
    let unknown = brelan(folder.path(), &["allumettes", "A@naif", "B@personne"]);
    assert!(text(&unknown.stderr).contains("personne"), "{unknown:?}");
    assert!(!folder.path().join("data").exists());
}

#[test]
fn a_saved_tournament_is_not_continued_with_other_players() {
    let folder = folder();
    let arguments = [
        "allumettes",
        "A@naif",
        "B@expert",
        "--games",
        "4",
        "--output",
        "out",
    ];
    assert!(brelan(folder.path(), &arguments).status.success());
    let before = files(folder.path(), "out");
    let other = [
        "allumettes",
        "A@naif",
        "C@expert",
        "--games",
        "4",
        "--output",
        "out",
    ];
    let refused = brelan(folder.path(), &other);
    let printed =
        "error: another tournament is stored under this name: --fresh deletes it and begins anew\n";
    assert_eq!(text(&refused.stderr), printed);
    assert_eq!(files(folder.path(), "out"), before);
    assert!(
        brelan(folder.path(), &[&other[..], &["--fresh"]].concat())
            .status
            .success()
    );
    assert!(read(folder.path(), "out/games.csv").contains(",C,"));
}

#[test]
fn games_that_are_not_in_the_store_are_not_overwritten() {
    let folder = folder();
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("out/games.jsonl"), "precious\n").unwrap();
    for _ in 0..2 {
        let refused = brelan(
            folder.path(),
            &["allumettes", "A@naif", "B@naif", "--output", "out"],
        );
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert_eq!(read(folder.path(), "out/games.jsonl"), "precious\n");
    }
}

/// Only the output folder is full; the store, on another disk, keeps the games.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_named_and_the_tournament_continues_once_there_is_room() {
    let folder = folder();
    let arguments = [
        "allumettes",
        "A@naif",
        "B@expert",
        "--games",
        "400",
        "--seed",
        "2",
        "--output",
    ];
    let with = |output| brelan(folder.path(), &[&arguments[..], &[output]].concat());
    assert!(with("whole").status.success());
    fs::create_dir(folder.path().join("out")).unwrap();
    symlink("/dev/full", folder.path().join("out/games.jsonl")).unwrap();
    let full = with("out");
    assert_eq!(full.status.code(), Some(2), "{full:?}");
    let printed =
        "error: the disk is full\nhint: finished games are kept: the same command goes on\n";
    assert_eq!(text(&full.stderr), printed);
    fs::remove_file(folder.path().join("out/games.jsonl")).unwrap();
    assert!(with("out").status.success());
    assert_eq!(files(folder.path(), "out"), files(folder.path(), "whole"));
}
