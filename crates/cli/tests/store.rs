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

/// Size in bytes of a page of an `SQLite` file, and the first byte of a leaf of an index.
const PAGE: usize = 4096;
const INDEX_LEAF: u8 = 10;

#[test]
fn a_check_goes_on_after_a_damaged_page() {
    let folder = tempfile::tempdir().unwrap();
    let ids: Vec<String> = (0..300u32)
        .map(|number| format!("{:08x}{:024x}", number.wrapping_mul(0x9e37_79b9), number))
        .collect();
    let games: Vec<(&str, &[&str])> = ids
        .iter()
        .map(|id| (&**id, &["first plays 2"][..]))
        .collect();
    create_store(folder.path(), &games);
    let file = folder.path().join("games.sqlite");
    let sound = std::fs::read(&file).unwrap();
    let leaves = sound.chunks(PAGE).enumerate().filter(|(_, page)| {
        let named = |id: &&String| page.windows(id.len()).any(|seen| seen == id.as_bytes());
        page[0] == INDEX_LEAF && ids.iter().filter(named).count() > 20
    });
    let mut unlisted = 0;
    for (number, _) in leaves {
        let mut damaged = sound.clone();
        damaged[number * PAGE..][..PAGE].fill(0);
        std::fs::write(&file, damaged).unwrap();
        let checked = brelan(&["store", "check", "--data", folder.path().to_str().unwrap()]);
        let (out, errors) = (&checked.stdout, &checked.stderr);
        let [out, errors] = [out, errors].map(|text| String::from_utf8_lossy(text));
        assert_eq!(
            checked.status.code(),
            Some(1),
            "page {number}: {out}{errors}"
        );
        assert!(errors.contains("the file is damaged: "), "{errors}");
        unlisted += u32::from(errors.contains("some games cannot be listed: "));
        // A game takes at least 38 bytes of an index: a page has at most 107 of the 300.
        let numbers = out.split(' ').filter_map(|word| word.parse::<u32>().ok());
        assert!(
            numbers.max().unwrap() >= 300 - 107,
            "page {number}: {out}{errors}"
        );
    }
    assert!(unlisted > 0, "no page of names was damaged");
}

/// The ids of the games that a store has.
fn ids(folder: &Path) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let address = Address::File(folder.join("games.sqlite"));
        let store = Store::open(&address).await.unwrap();
        let ids = store.names("", "g", 10).await.unwrap();
        store.close().await;
        ids
    })
}

#[test]
fn games_are_forgotten_by_id_by_day_and_by_name() {
    let folder = tempfile::tempdir().unwrap();
    // Their last moves were made on the first of January 1970.
    create_store(
        folder.path(),
        &[("0a", &["first plays 2"]), ("0b", &[]), ("0c", &[])],
    );
    let data = folder.path().to_str().unwrap();
    let forget = |what: &[&str]| brelan(&[&["store", "forget", "--data", data], what].concat());
    check(
        &forget(&["0b"]),
        0,
        "1 game and 0 tournaments deleted\n",
        "",
    );
    assert_eq!(ids(folder.path()), ["0a", "0c"]);
    let none = "0 games and 0 tournaments deleted\n";
    for nothing in [&["0b"][..], &["--name", "A"], &["--before", "1970-01-01"]] {
        check(&forget(nothing), 1, none, "");
    }
    assert_eq!(ids(folder.path()), ["0a", "0c"]);
    check(
        &forget(&["--name", "a"]),
        0,
        "2 games and 0 tournaments deleted\n",
        "",
    );
    create_store(folder.path(), &[("0d", &[])]);
    check(
        &forget(&["--before", "1970-01-02"]),
        0,
        "1 game and 0 tournaments deleted\n",
        "",
    );
    assert_eq!(ids(folder.path()), [""; 0]);
    assert_eq!(forget(&[]).status.code(), Some(2));
    assert_eq!(forget(&["--before", "yesterday"]).status.code(), Some(2));
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
