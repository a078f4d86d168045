//! A store that is copied is the same elsewhere, whichever database it came from.
#![cfg(test)]

mod place;

use std::path::Path;

use sqlx::{AnyConnection, ConnectOptions as _, Row as _};
use store::{
    Address, NewGame, NewReview, NewTournament, Running, Seat, Store, StoreError, TABLES,
    TournamentGame, Tournaments, copy,
};

/// More lines than go into one statement, and every column both with something and with nothing.
async fn fill(address: &Address) {
    let store = Store::open(address).await.unwrap();
    for (id, seed) in [("a", Some(i64::MIN)), ("b", None), ("é'\"", Some(7))] {
        let seat = |holder: Option<&str>, invitation: Option<&str>| Seat {
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
        store.create(game).await.unwrap();
        let lines = (0..500).map(|number| format!("line {number}")).collect();
        let ending = seed.map(|_| "draw".to_owned());
        store.append(id, 0, lines, ending, 2).await.unwrap();
    }
    let review = NewReview {
        question: "which".to_owned(),
        language: "fr".to_owned(),
        told: "cela".to_owned(),
    };
    store.keep_review(review).await.unwrap();
    store.close().await;
    let mut tournaments = Tournaments::open(address).await.unwrap();
    let new = NewTournament {
        id: "t".to_owned(),
        event: "Coupe".to_owned(),
        game: "421".to_owned(),
        settled: "everything".to_owned(),
        seed: u64::MAX,
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
    let running = Running {
        number: 900,
        first: "A".to_owned(),
        second: "B".to_owned(),
        view: "13".to_owned(),
    };
    tournaments.show("t", &[running], Some(4)).await.unwrap();
}

/// Everything that a store of this test tells about itself.
async fn told(address: &Address) -> String {
    let store = Store::open(address).await.unwrap();
    let mut told = vec![format!("{:?}", store.names("", 10).await.unwrap())];
    for id in ["a", "b", "é'\""] {
        told.push(format!("{:?}", store.load(id).await.unwrap()));
    }
    told.push(format!("{:?}", store.tournament("t").await.unwrap()));
    told.push(format!(
        "{:?}",
        store.published("t", 10_000, 2000).await.unwrap()
    ));
    told.push(format!("{:?}", store.review("which", "fr").await.unwrap()));
    store.close().await;
    told.join("\n")
}

fn file(folder: &Path, name: &str) -> Address {
    Address::File(folder.join(name))
}

#[tokio::test]
async fn there_and_back_everything_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (here, back) = (
        file(folder.path(), "a.sqlite"),
        file(folder.path(), "b.sqlite"),
    );
    let there = place::address(folder.path()).await;
    fill(&here).await;
    let mut seen = Vec::new();
    let copied = copy(&here, &there, &mut |done, all| seen.push((done, all))).await;
    // Three games, six seats, 1,500 lines, a tournament with 899 games and one more, a review.
    assert_eq!(copied.unwrap(), 2411);
    assert_eq!(seen.last(), Some(&(2411, 2411)));
    copy(&there, &back, &mut |_, _| ()).await.unwrap();
    let expected = told(&here).await;
    assert!(expected.contains("line 499") && expected.contains("game 898"));
    assert_eq!(told(&there).await, expected);
    assert_eq!(told(&back).await, expected);
}

#[tokio::test]
async fn a_copy_is_gone_on_with_after_the_source_has() {
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
    assert_eq!(told(&there).await, told(&here).await);
}

#[tokio::test]
async fn a_copy_into_other_games_is_refused_aloud() {
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
                written: 3
            })
        ),
        "{refused:?}"
    );
}

/// The columns that a table really has.
async fn columns(address: &Address, table: &str) -> Vec<String> {
    let (url, question) = match address {
        Address::File(file) => (
            format!("sqlite:{}", file.display()),
            "SELECT name FROM pragma_table_info($1)",
        ),
        Address::Server(url) => (
            url.clone(),
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns WHERE table_name = $1",
        ),
    };
    sqlx::any::install_default_drivers();
    let options: sqlx::any::AnyConnectOptions = url.parse().unwrap();
    let mut connection: AnyConnection = options.connect().await.unwrap();
    let rows = sqlx::query(question).bind(table).fetch_all(&mut connection);
    let rows = rows.await.unwrap();
    let mut names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    names.sort();
    names
}

#[tokio::test]
async fn tables_and_columns_are_those_that_are_copied() {
    let folder = tempfile::tempdir().unwrap();
    let address = place::address(folder.path()).await;
    Store::open(&address).await.unwrap().close().await;
    for table in TABLES {
        let mut expected: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
        expected.sort_unstable();
        assert_eq!(columns(&address, table.name).await, expected);
    }
}
