//! Databases of few seeds, built, killed, damaged and read.

use std::fs;
use std::path::Path;

use awale::{MAX_TURNS, Oracle, Packed, Staircase, Values, row_of, unrank};
use awale_database::{Database, DatabaseError, Part, build, check};

fn built(folder: &Path, seeds: u8) -> Database {
    build(folder, seeds, &mut |_| ()).expect("a folder of our own");
    Database::open(folder).expect("just built")
}

/// Every file of a folder by name, with its bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder of our own");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a folder of our own"))
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "db"))
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("a file of our own"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_value_is_that_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let database = built(folder.path(), 8);
    let known = Values::new(8);
    let stairs = Staircase::new(8);
    assert_eq!(database.seeds(), 8);
    for row in (0..stairs.rows()).step_by(3) {
        for own in 0..row_of(&stairs, row).len() {
            let board = Packed {
                own: unrank(own),
                other: unrank(row),
            };
            // Every number of turns would take minutes without optimisation.
            for turns in [0, 1, 2, 3, 10, 17, 50, 73, 99, MAX_TURNS] {
                let found = database.probe(board, turns).unwrap();
                assert_eq!(found, known.value(board, turns), "{board:?} {turns}");
            }
        }
    }
}

#[test]
fn what_is_not_in_the_files_is_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let database = built(folder.path(), 4);
    let five = Packed { own: 2, other: 3 };
    assert_eq!(database.probe(five, 10).unwrap(), None);
    let four = Packed { own: 2, other: 2 };
    assert_eq!(database.probe(four, 101).unwrap(), None);
    assert_eq!(database.probe(four, 0).unwrap(), Some(0));
}

#[test]
fn an_interrupted_build_goes_on_to_the_same_bytes() {
    let whole = tempfile::tempdir().unwrap();
    build(whole.path(), 7, &mut |_| ()).unwrap();
    for stop in [1, 60, 100, 150] {
        let folder = tempfile::tempdir().unwrap();
        let killed = std::panic::catch_unwind(|| {
            build(folder.path(), 7, &mut |progress| {
                assert!(progress.done < stop, "killed");
            })
        });
        assert!(killed.is_err());
        // A turn that was being written, and one that never reached the disk.
        let work = folder.path().join("building-07");
        fs::write(work.join("turn-061.part"), "torn").unwrap();
        if stop == 60 {
            fs::write(work.join("turn-059"), "torn").unwrap();
        }
        build(folder.path(), 7, &mut |_| ()).unwrap();
        assert_eq!(files(folder.path()), files(whole.path()));
        assert!(!work.exists());
    }
}

#[test]
fn a_larger_build_keeps_the_smaller_files_and_makes_the_same_ones() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 5, &mut |_| ()).unwrap();
    let small = files(folder.path());
    build(folder.path(), 7, &mut |_| ()).unwrap();
    assert_eq!(files(folder.path())[..3], small);
    let at_once = tempfile::tempdir().unwrap();
    build(at_once.path(), 7, &mut |_| ()).unwrap();
    assert_eq!(files(at_once.path()), files(folder.path()));
}

#[test]
fn a_check_finds_nothing_wrong_with_a_fresh_database() {
    let folder = tempfile::tempdir().unwrap();
    let database = built(folder.path(), 8);
    let checked = check(&database, 2_000, &mut table::Seeded::new(1), &mut |_| ()).unwrap();
    assert_eq!((checked.seeds, checked.boards), (8, 2_000));
    assert!(checked.blocks > 3_000);
}

#[test]
fn foreign_truncated_and_damaged_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 6, &mut |_| ()).unwrap();
    let path = folder.path().join("awale-06.db");
    let intact = fs::read(&path).unwrap();
    let refusal = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Database::open(folder.path()).unwrap_err()
    };
    let with = |place: usize, byte: u8| {
        let mut bytes = intact.clone();
        bytes[place] ^= byte;
        bytes
    };
    assert!(matches!(refusal(b"short"), DatabaseError::Foreign(_)));
    assert!(matches!(refusal(&with(0, 1)), DatabaseError::Foreign(_)));
    assert!(matches!(
        refusal(&with(8, 2)),
        DatabaseError::Version {
            found: 3,
            known: 1,
            ..
        }
    ));
    assert!(matches!(
        refusal(&with(30, 1)),
        DatabaseError::Damaged {
            part: Part::Header,
            ..
        }
    ));
    assert!(matches!(
        refusal(&with(50, 1)),
        DatabaseError::Damaged {
            part: Part::Code,
            ..
        }
    ));
    assert!(matches!(
        refusal(&intact[..intact.len() - 1]),
        DatabaseError::Length { .. }
    ));
    fs::write(&path, &intact).unwrap();
    fs::copy(&path, folder.path().join("awale-07.db")).unwrap();
    assert!(matches!(
        Database::open(folder.path()),
        Err(DatabaseError::Damaged {
            part: Part::Header,
            ..
        })
    ));
}

#[test]
fn a_damaged_block_is_named_when_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 6, &mut |_| ()).unwrap();
    let path = folder.path().join("awale-06.db");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let database = Database::open(folder.path()).unwrap();
    // The last board: the mover has one seed in pit 5, the opponent five in their first pit.
    let board = Packed { own: 1, other: 5 };
    let damaged = |error: &DatabaseError| {
        matches!(
            error,
            DatabaseError::Damaged {
                part: Part::Block(_),
                ..
            }
        )
    };
    assert!(
        database
            .probe(board, 100)
            .is_err_and(|error| damaged(&error))
    );
    assert_eq!(database.value(board, 100), None);
    let checked = check(&database, 0, &mut table::Seeded::new(1), &mut |_| ());
    assert!(checked.is_err_and(|error| damaged(&error)));
}

#[test]
fn two_builds_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut second = None;
    build(folder.path(), 3, &mut |_| {
        second.get_or_insert_with(|| build(folder.path(), 3, &mut |_| ()));
    })
    .unwrap();
    assert!(matches!(second, Some(Err(DatabaseError::Busy(_)))));
}

#[test]
fn an_empty_folder_and_too_many_seeds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(
        Database::open(folder.path()),
        Err(DatabaseError::Absent(_))
    ));
    for seeds in [0, 2, 25, 255] {
        assert!(matches!(
            build(folder.path(), seeds, &mut |_| ()),
            Err(DatabaseError::Seeds(_))
        ));
    }
}
