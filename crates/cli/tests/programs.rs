//! Programs at the terminal: seated, recorded, replayed, checked and asked again.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// Plays the first move that it may.
const FIRST: &str = "#!/bin/sh\nwhile read -r word first rest; do\n\
    case $word in moves) move=$first ;; play) echo \"# $move\"; echo $move ;; esac\ndone\n";

fn program(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    fs::write(&file, text).expect("a temporary folder can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("the file is our own");
}

fn brelan(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command.current_dir(folder).args(arguments);
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn a_program_plays_is_recorded_replayed_and_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "bot", FIRST);
    let players = ["Bot@./bot", "Brelan@expert"];
    let arguments = ["allumettes", "--seed", "1", "--record", "game.txt"];
    let played = brelan(folder.path(), &[&arguments[..], &players].concat());
    assert!(played.status.success(), "{played:?}");
    let transcript = text(&played.stdout);
    assert!(
        transcript.ends_with("Bot perd !\nBrelan gagne !\n"),
        "{transcript}"
    );
    let told = text(&played.stderr);
    assert!(told.contains("Bot, ses notes :\n"), "{told}");
    assert!(
        told.contains("brelan program try allumettes ./bot --record game.txt --at "),
        "{told}"
    );

    let replayed = brelan(folder.path(), &["replay", "game.txt"]);
    assert_eq!(text(&replayed.stdout), transcript);

    let again = [
        "program",
        "try",
        "allumettes",
        "./bot",
        "--record",
        "game.txt",
        "--at",
        "1",
    ];
    let again = text(&brelan(folder.path(), &again).stdout);
    assert!(again.starts_with("> game allumettes first matches=13 max=3 last=loses seed="));
    assert!(
        again.ends_with("> moves 1 2 3\n> play 5000\n< 1\n"),
        "{again}"
    );
}

#[test]
fn a_check_answers_by_its_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "good", FIRST);
    program(
        folder.path(),
        "bad",
        "#!/bin/sh\nwhile read -r line; do echo 9; done\n",
    );
    let check = |name| {
        brelan(
            folder.path(),
            &["program", "check", "allumettes", name, "--lang", "en"],
        )
    };
    let good = check("./good");
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stdout));
    let bad = check("./bad");
    assert_eq!(bad.status.code(), Some(1), "{}", text(&bad.stdout));
    assert!(text(&bad.stdout).contains("2. failed: answers the first question"));
    let nobody = check("nobody");
    assert_eq!(nobody.status.code(), Some(2));
}

#[test]
fn a_starter_stands_in_the_words_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let new = ["program", "new", "puissance4", "--in", "c", "--lang", "fr"];
    let written = brelan(folder.path(), &new);
    assert!(
        text(&written.stdout).contains("cc -O2 -o joueur joueur.c"),
        "{written:?}"
    );
    let source = fs::read_to_string(folder.path().join("joueur.c")).unwrap();
    assert!(source.contains("C'EST ICI") && source.contains("//   moves 1 2 3 4 5 6 7\n"));
    assert_eq!(
        brelan(folder.path(), &new).status.code(),
        Some(2),
        "nothing is overwritten"
    );
    let unknown = ["program", "new", "awale", "--in", "cobol"];
    assert_eq!(brelan(folder.path(), &unknown).status.code(), Some(2));
}
