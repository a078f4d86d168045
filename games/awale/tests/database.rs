//! Endgame databases of up to 8 seeds are built, interrupted, damaged and read.

use std::fs;
use std::path::Path;

use awale::database::{AwaleDatabase, DatabaseError, FileSection, build, check};
use awale::{Oracle, Packed};

fn built(folder: &Path, seeds: u8) -> AwaleDatabase {
    build(folder, seeds, &mut |_, _| ()).expect("the folder is writable");
    AwaleDatabase::open(folder).expect("the build succeeded")
}

/// Name and bytes of every database file of a folder, sorted by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("the folder is readable"))
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "db"))
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("the file is readable"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn boards_with_more_seeds_or_turns_than_the_files_hold_have_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let database = built(folder.path(), 4);
    let five = Packed { own: 2, other: 3 };
    assert_eq!(database.probe(five, 10).unwrap(), None);
    let four = Packed { own: 2, other: 2 };
    assert_eq!(database.probe(four, 101).unwrap(), None);
    assert_eq!(database.probe(four, 0).unwrap(), Some(0));
}

#[test]
fn an_interrupted_build_resumes_and_gives_the_same_bytes() {
    let whole = tempfile::tempdir().unwrap();
    build(whole.path(), 7, &mut |_, _| ()).unwrap();
    for stop in [1, 60, 100, 150] {
        let folder = tempfile::tempdir().unwrap();
        let killed = std::panic::catch_unwind(|| {
            build(folder.path(), 7, &mut |done, _| {
                assert!(done < stop, "killed");
            })
        });
        assert!(killed.is_err());
        // One turn file was half written when the build died, and another never reached the disk.
        let work = folder.path().join("building-07");
        fs::write(work.join("turn-061.part"), "torn").unwrap();
        if stop == 60 {
            fs::write(work.join("turn-059"), "torn").unwrap();
        }
        build(folder.path(), 7, &mut |_, _| ()).unwrap();
        assert_eq!(files(folder.path()), files(whole.path()));
        assert!(!work.exists());
    }
}

#[test]
fn a_larger_build_keeps_the_smaller_files_and_equals_a_fresh_one() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 5, &mut |_, _| ()).unwrap();
    let small = files(folder.path());
    build(folder.path(), 7, &mut |_, _| ()).unwrap();
    assert_eq!(files(folder.path())[..3], small);
    let at_once = tempfile::tempdir().unwrap();
    build(at_once.path(), 7, &mut |_, _| ()).unwrap();
    assert_eq!(files(at_once.path()), files(folder.path()));
}

#[test]
fn a_fresh_database_passes_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let database = built(folder.path(), 8);
    let blocks = check(&database, 2_000, &mut table::Seeded::new(1), &mut |_, _| ()).unwrap();
    assert_eq!(database.seeds(), 8);
    assert!(blocks > 3_000);
}

#[test]
fn foreign_truncated_and_damaged_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 6, &mut |_, _| ()).unwrap();
    let path = folder.path().join("awale-06.db");
    let intact = fs::read(&path).unwrap();
    let refusal = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        AwaleDatabase::open(folder.path()).unwrap_err()
    };
    let with = |offset: usize, flipped: u8| {
        let mut bytes = intact.clone();
        bytes[offset] ^= flipped;
        bytes
    };
    assert!(matches!(refusal(b"short"), DatabaseError::Foreign(_)));
    assert!(matches!(refusal(&with(0, 1)), DatabaseError::Foreign(_)));
    assert!(matches!(refusal(&with(8, 2)), DatabaseError::Version(_, 3)));
    assert!(matches!(
        refusal(&with(30, 1)),
        DatabaseError::Damaged(_, FileSection::Header)
    ));
    assert!(matches!(
        refusal(&with(50, 1)),
        DatabaseError::Damaged(_, FileSection::Code)
    ));
    assert!(matches!(
        refusal(&intact[..intact.len() - 1]),
        DatabaseError::Length { .. }
    ));
    fs::write(&path, &intact).unwrap();
    fs::copy(&path, folder.path().join("awale-07.db")).unwrap();
    assert!(matches!(
        AwaleDatabase::open(folder.path()),
        Err(DatabaseError::Damaged(_, FileSection::Header))
    ));
}

#[test]
fn a_damaged_block_is_named_when_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 6, &mut |_, _| ()).unwrap();
    let path = folder.path().join("awale-06.db");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let database = AwaleDatabase::open(folder.path()).unwrap();
    // The last board of the file: one seed for the side to move, five for the opponent.
    let board = Packed { own: 1, other: 5 };
    let damaged =
        |error: &DatabaseError| matches!(error, DatabaseError::Damaged(_, FileSection::Block(_)));
    assert!(
        database
            .probe(board, 100)
            .is_err_and(|error| damaged(&error))
    );
    assert_eq!(database.value(board, 100), None);
    let checked = check(&database, 0, &mut table::Seeded::new(1), &mut |_, _| ());
    assert!(checked.is_err_and(|error| damaged(&error)));
}

#[test]
fn two_builds_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut second = None;
    build(folder.path(), 3, &mut |_, _| {
        second.get_or_insert_with(|| build(folder.path(), 3, &mut |_, _| ()));
    })
    .unwrap();
    assert!(matches!(second, Some(Err(DatabaseError::Busy(_)))));
}

#[test]
fn an_empty_folder_and_too_many_seeds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(
        AwaleDatabase::open(folder.path()),
        Err(DatabaseError::Absent(_))
    ));
    for seeds in [0, 2, 25, 255] {
        assert!(matches!(
            build(folder.path(), seeds, &mut |_, _| ()),
            Err(DatabaseError::Seeds(_))
        ));
    }
}
