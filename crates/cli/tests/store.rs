//! `brelan store`: backup, copy and check of the games.
#![cfg(test)]

use std::path::Path;
use std::process::{Command, Output};

use store::{Address, NewGame, SeatRow, Store};

const HEADER: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
                      first a@humain\nsecond b@humain\n\n";

/// Creates a store in the folder with these games, each a name and the lines of its record.
fn create_store(folder: &Path, games: &[(&str, &[&str])]) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(&Address::File(folder.join("games.sqlite")))
            .await
            .unwrap();
        for (id, lines) in games {
            let game = NewGame {
                id: (*id).to_owned(),
                game: "allumettes".to_owned(),
                header: HEADER.to_owned(),
                options: "{}".to_owned(),
                time_ms: None,
                seed: Some(1),
                creator: "me".to_owned(),
                created_ms: 1,
                seats: [SeatRow::default(), SeatRow::default()],
            };
            store.create(game).await.unwrap();
            let lines = lines.iter().map(|line| (*line).to_owned()).collect();
            store.append(id, 0, lines, None, 2).await.unwrap();
        }
        store.close().await;
    });
}

fn brelan(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command.args(arguments).args(["--lang", "en"]);
    command.output().unwrap()
}

#[track_caller]
fn check(output: &Output, code: i32, out: &str, errors: &str) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let printed = (text(&output.stdout), text(&output.stderr));
    assert_eq!(printed, (out.to_owned(), errors.to_owned()));
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn a_backup_holds_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let games: &[(&str, &[&str])] = &[
        ("0123456789abcdef", &["first plays 2", "second plays 3"]),
        ("fedcba9876543210", &[]),
    ];
    create_store(folder.path(), games);
    let data = folder.path().to_str().unwrap();
    let saved = folder.path().join("saved");
    std::fs::create_dir(&saved).unwrap();
    let file = saved.join("games.sqlite");
    let file = file.to_str().unwrap();
    let backup = brelan(&["store", "backup", file, "--data", data]);
    // Rows: two games, four seats, two lines.
    let printed = format!("8 rows copied to {file} and verified\n");
    check(&backup, 0, &printed, "");
    let checked = brelan(&["store", "check", "--data", saved.to_str().unwrap()]);
    check(&checked, 0, "all is well: 2 games replayed\n", "");
    let again = brelan(&["store", "backup", file, "--data", data]);
    let refused = format!(
        "error: {file} exists already\nhint: choose another name: nothing is overwritten\n"
    );
    check(&again, 2, "", &refused);
}

#[test]
fn only_a_game_that_does_not_replay_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let games: &[(&str, &[&str])] = &[
        ("0123456789abcdef", &["first plays 2"]),
        ("fedcba9876543210", &["second plays 2"]),
    ];
    create_store(folder.path(), games);
    let data = folder.path().to_str().unwrap();
    let checked = brelan(&["store", "check", "--data", data]);
    let out = "1 of 2 games does not replay\n";
    assert_eq!(String::from_utf8_lossy(&checked.stdout), out);
    let errors = String::from_utf8_lossy(&checked.stderr).into_owned();
    assert!(errors.starts_with("game fedcba98…: "), "{errors}");
    assert_eq!(
        (errors.lines().count(), checked.status.code()),
        (1, Some(1))
    );
}

#[test]
fn copying_a_missing_store_creates_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["a", "b"].map(|name| folder.path().join(name));
    let copied = brelan(&[
        "store",
        "copy",
        from.to_str().unwrap(),
        to.to_str().unwrap(),
    ]);
    let printed = format!(
        "error: {} cannot be read: no file or folder has that name\n",
        from.display()
    );
    check(&copied, 2, "", &printed);
    assert!(!from.exists() && !to.exists());
}
