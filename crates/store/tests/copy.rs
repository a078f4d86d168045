//! A copy of a store has the same rows, from and to either database.
#![cfg(test)]

mod place;

use std::path::Path;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use store::{
    Address, ImportedGame, NewGame, NewReview, NewTournament, RunningGame, SeatRow, Store,
    StoreError, TournamentGame, Tournaments, copy,
};

/// Tables that belong to the nodes of one store, or to sqlx, and are not copied.
const NOT_COPIED: [&str; 4] = ["_sqlx_migrations", "codes", "leases", "secrets"];

/// The games of [`fill`], of which one is imported.
const IDS: [&str; 4] = ["a", "b", "é'\"", IMPORTED];
const IMPORTED: &str = "imported";

/// Writes more lines than go into one statement, and every optional column with and without a value.
async fn fill(address: &Address) {
    let store = Store::open(address).await.unwrap();
    let seeds = [Some(i64::MIN), None, Some(7), None];
    for (id, seed) in IDS.into_iter().zip(seeds) {
        let seat = |holder: Option<&str>, invitation: Option<&str>| SeatRow {
            holder: holder.map(str::to_owned),
            invitation: invitation.map(str::to_owned),
        };
        let game = NewGame {
            id: id.to_owned(),
            game: "awale".to_owned(),
            header: format!("header\nof {id}"),
            options: "{}".to_owned(),
            time_ms: seed.map(|_| 200),
            seed,
            creator: "me".to_owned(),
            created_ms: 1,
            seats: [seat(Some("me"), None), seat(None, Some("code"))],
        };
        if id == IMPORTED {
            let (lines, ending) = (vec!["an imported line".to_owned()], None);
            let game = ImportedGame {
                game,
                lines,
                ending,
            };
            store.import(game).await.unwrap();
            continue;
        }
        store.create(game).await.unwrap();
        let lines = (0..500).map(|number| format!("line {number}")).collect();
        let ending = seed.map(|_| "draw".to_owned());
        store.append(id, 0, lines, ending, 2).await.unwrap();
    }
    let review = NewReview {
        game: "a".to_owned(),
        question: "which".to_owned(),
        language: "fr".to_owned(),
        text: "cela".to_owned(),
    };
    store.keep_review(review).await.unwrap();
    store.close().await;
    let mut tournaments = Tournaments::open(address).await.unwrap();
    let new = NewTournament {
        id: "t".to_owned(),
        event: "Coupe".to_owned(),
        game: "421".to_owned(),
        settled: "everything".to_owned(),
        seed: -1,
        created_ms: 3,
    };
    tournaments.create(&new).await.unwrap();
    let games: Vec<TournamentGame> = (1..900)
        .map(|number| TournamentGame {
            number,
            line: format!("game {number}"),
            luck: (number % 2 == 0).then(|| "0.25".to_owned()),
            notes: (number % 3 == 0).then(|| "a note".to_owned()),
        })
        .collect();
    tournaments.keep("t", &games).await.unwrap();
    let running = RunningGame {
        number: 900,
        first: "A".to_owned(),
        second: "B".to_owned(),
        view: "13".to_owned(),
    };
    tournaments.show("t", &[running], Some(4)).await.unwrap();
    tournaments.stand("t", "{}").await.unwrap();
}

/// All rows of this test's store as text, read through the store.
async fn contents(address: &Address) -> String {
    let store = Store::open(address).await.unwrap();
    let mut contents = vec![format!("{:?}", store.names("", "~", 10).await.unwrap())];
    for id in IDS {
        contents.push(format!("{:?}", store.load(id).await.unwrap()));
    }
    contents.push(format!("{:?}", store.tournament("t").await.unwrap()));
    contents.push(format!(
        "{:?}",
        store.published("t", 10_000, 2000).await.unwrap()
    ));
    contents.push(format!("{:?}", store.review("which", "fr").await.unwrap()));
    store.close().await;
    contents.join("\n")
}

fn file(folder: &Path, name: &str) -> Address {
    Address::File(folder.join(name))
}

#[tokio::test]
async fn a_copy_of_a_copy_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (here, back) = (
        file(folder.path(), "a.sqlite"),
        file(folder.path(), "b.sqlite"),
    );
    let there = place::address(folder.path()).await;
    fill(&here).await;
    let mut seen = Vec::new();
    let copied = copy(&here, &there, &mut |done, all| seen.push((done, all))).await;
    // Four games, eight seats, 1,500 lines, a tournament with 899 games and one more, a review.
    assert_eq!(copied.unwrap(), 2414);
    assert_eq!(seen.last(), Some(&(2414, 2414)));
    copy(&there, &back, &mut |_, _| ()).await.unwrap();
    let expected = contents(&here).await;
    assert!(expected.contains("line 499") && expected.contains("game 898"));
    assert_eq!(contents(&there).await, expected);
    assert_eq!(contents(&back).await, expected);
}

#[tokio::test]
async fn a_repeated_copy_has_the_changes_of_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let here = file(folder.path(), "a.sqlite");
    let there = place::address(folder.path()).await;
    fill(&here).await;
    copy(&here, &there, &mut |_, _| ()).await.unwrap();
    let store = Store::open(&here).await.unwrap();
    let more = vec!["one more".to_owned()];
    let ended = Some("first wins".to_owned());
    store.append("b", 500, more, ended, 9).await.unwrap();
    store.close().await;
    copy(&here, &there, &mut |_, _| ()).await.unwrap();
    assert_eq!(contents(&there).await, contents(&here).await);
}

#[tokio::test]
async fn a_copy_into_a_store_with_other_games_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["a.sqlite", "b.sqlite"].map(|name| file(folder.path(), name));
    fill(&there).await;
    let store = Store::open(&here).await.unwrap();
    store.close().await;
    let refused = copy(&here, &there, &mut |_, _| ()).await;
    assert!(
        matches!(
            refused,
            Err(StoreError::Differs {
                table: "games",
                read: 0,
                written: 4
            })
        ),
        "{refused:?}"
    );
}

/// The only column of all rows of a query, as text.
async fn texts(connection: &mut AnyConnection, query: &'static str) -> Vec<String> {
    let rows = sqlx::query(query).fetch_all(connection).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// A row's columns, each with its value if it has one.
fn values(row: &AnyRow) -> Vec<(String, Option<String>)> {
    let names = row.columns().iter().map(sqlx::Column::name);
    let value = |name: &str| {
        let text = row.try_get::<Option<String>, _>(name);
        let number = || row.get::<Option<i64>, _>(name).map(|it| it.to_string());
        (name.to_owned(), text.unwrap_or_else(|_| number()))
    };
    names.map(value).collect()
}

/// All tables of a database and their rows, read without the store.
async fn tables(address: &Address) -> Vec<(String, Vec<Vec<(String, Option<String>)>>)> {
    sqlx::any::install_default_drivers();
    let (url, query) = match address {
        Address::File(file) => (
            format!("sqlite:{}", file.display()),
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
        ),
        Address::Server(url) => (
            url.clone(),
            "SELECT CAST(tablename AS TEXT) AS name FROM pg_tables \
             WHERE schemaname = 'public' ORDER BY name",
        ),
    };
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let names = texts(&mut connection, query).await;
    let mut tables = Vec::new();
    for name in names {
        if NOT_COPIED.contains(&&*name) {
            continue;
        }
        let query = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {name}")));
        let rows = query.fetch_all(&mut connection).await.unwrap();
        let mut rows: Vec<_> = rows.iter().map(values).collect();
        rows.sort();
        tables.push((name, rows));
    }
    tables
}

/// A table or column that a later migration adds fails here until it is copied.
#[tokio::test]
async fn every_column_of_every_table_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let here = file(folder.path(), "a.sqlite");
    let there = place::address(folder.path()).await;
    fill(&here).await;
    copy(&here, &there, &mut |_, _| ()).await.unwrap();
    let copied = tables(&there).await;
    assert_eq!(copied.len(), 7);
    for (table, rows) in &copied {
        for (index, (column, _)) in rows[0].iter().enumerate() {
            let is_filled = rows.iter().any(|row| row[index].1.is_some());
            assert!(is_filled, "{table}.{column} has no value to copy");
        }
    }
    for ((name, source), (copied_name, copied)) in tables(&here).await.iter().zip(&copied) {
        assert_eq!(name, copied_name);
        assert_eq!(source, copied, "{name}");
    }
}
