//! Leases, codes, secrets and locks of several nodes that share a store.
#![cfg(test)]

mod place;

use std::time::Duration;

use sqlx::{AnyConnection, Connection as _};
use store::{Address, Claim, CodeRow, NewGame, SeatRow, Store, StoreError};
use tempfile::TempDir;

const LONG: Duration = Duration::from_hours(1);

async fn store_with_game() -> (Address, Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let address = place::address(folder.path()).await;
    let store = Store::open(&address).await.unwrap();
    let game = NewGame {
        id: "a".to_owned(),
        game: "awale".to_owned(),
        header: String::new(),
        options: "{}".to_owned(),
        time_ms: None,
        seed: None,
        creator: "me".to_owned(),
        created_ms: 1,
        seats: [
            SeatRow::default(),
            SeatRow {
                holder: None,
                invitation: Some("code".to_owned()),
            },
        ],
    };
    store.create(game).await.unwrap();
    (address, store, folder)
}

#[tokio::test]
async fn one_node_has_the_lease_of_a_game_until_it_releases_it() {
    let (_, store, _folder) = store_with_game().await;
    let held = store.lease("a", "one", LONG).await.unwrap().unwrap();
    assert!(store.lease("a", "two", LONG).await.unwrap().is_none());
    assert!(held.renew().await.unwrap());
    drop(held);
    let next = store.lease("a", "two", LONG).await.unwrap();
    assert!(next.is_some());
    store.release_all("two").await.unwrap();
    assert!(store.lease("a", "one", LONG).await.unwrap().is_some());
}

#[tokio::test]
async fn another_node_takes_over_when_a_lease_has_run_out() {
    let (_, store, _folder) = store_with_game().await;
    let dead = store.lease("a", "one", Duration::ZERO).await.unwrap();
    let next = loop {
        // The database's clock counts milliseconds.
        if let Some(next) = store.lease("a", "two", LONG).await.unwrap() {
            break next;
        }
    };
    assert!(!dead.unwrap().renew().await.unwrap());
    assert!(next.renew().await.unwrap());
}

#[tokio::test]
async fn progress_is_the_number_of_lines_and_the_seats() {
    let (_, store, _folder) = store_with_game().await;
    assert_eq!(store.progress("b").await.unwrap(), None);
    assert_eq!(store.progress("a").await.unwrap().unwrap().lines, 0);
    let two = vec!["one".to_owned(), "two".to_owned()];
    store.append("a", 0, two, None, 2).await.unwrap();
    assert!(store.sit("a", "code", "ana").await.unwrap());
    let progress = store.progress("a").await.unwrap().unwrap();
    assert_eq!(progress.lines, 2);
    assert_eq!(progress.seats[1].holder.as_deref(), Some("ana"));
}

#[tokio::test]
async fn a_store_has_one_secret_and_another_store_has_another() {
    let (address, store, _folder) = store_with_game().await;
    let (_, elsewhere, _other) = store_with_game().await;
    let again = Store::open(&address).await.unwrap();
    assert_eq!(store.secret(), again.secret());
    assert_ne!(store.secret(), elsewhere.secret());
    assert!(store.secret().as_bytes().len() >= 32);
    assert!(!format!("{store:?}").contains(str::from_utf8(store.secret().as_bytes()).unwrap()));
}

fn target(invitation: &str) -> CodeRow {
    CodeRow {
        game: "a".to_owned(),
        invitation: Some(invitation.to_owned()),
    }
}

#[tokio::test]
async fn a_code_keeps_its_first_target_until_it_runs_out() {
    let (address, store, _folder) = store_with_game().await;
    assert!(store.keep_code("c", &target("one"), LONG).await.unwrap());
    let other = Store::open(&address).await.unwrap();
    assert!(!other.keep_code("c", &target("two"), LONG).await.unwrap());
    assert!(other.keep_code("c", &target("one"), LONG).await.unwrap());
    let (found, left) = other.code("c").await.unwrap().unwrap();
    assert_eq!(found, target("one"));
    assert!(left > LONG / 2 && left <= LONG, "{left:?}");
    assert_eq!(other.code("d").await.unwrap(), None);
}

#[tokio::test]
async fn a_code_that_has_run_out_has_no_target_and_may_get_another() {
    let (_, store, _folder) = store_with_game().await;
    let kept = store.keep_code("c", &target("one"), Duration::ZERO).await;
    assert!(kept.unwrap());
    // The database's clock counts milliseconds.
    while store.code("c").await.unwrap().is_some() {}
    assert!(store.keep_code("c", &target("two"), LONG).await.unwrap());
    let (found, _) = store.code("c").await.unwrap().unwrap();
    assert_eq!(found, target("two"));
}

#[tokio::test]
async fn lines_are_read_from_a_given_number_on() {
    let (_, store, _folder) = store_with_game().await;
    let lines = ["one", "two", "three"].map(str::to_owned);
    store.append("a", 0, lines.into(), None, 2).await.unwrap();
    for from in 0..4 {
        let rest = store.lines("a", from).await.unwrap();
        assert_eq!(rest, ["one", "two", "three"][from..]);
    }
}

/// Ends all other sessions, as a restart of the server does, and returns a new connection.
async fn end_sessions(url: &str) -> AnyConnection {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let end = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    sqlx::query(end).execute(&mut connection).await.unwrap();
    connection
}

/// Ends the sessions of a `PostgreSQL` server; a file has no sessions to end.
#[tokio::test]
async fn a_store_reconnects_after_its_sessions_were_ended() {
    let (address, store, _folder) = store_with_game().await;
    let line = |text: &str| vec![text.to_owned()];
    store.append("a", 0, line("one"), None, 2).await.unwrap();
    if let Address::Server(url) = &address {
        end_sessions(url).await;
    }
    store.append("a", 1, line("two"), None, 3).await.unwrap();
    let again = store.append("a", 1, line("two"), None, 3).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    assert_eq!(
        store.load("a").await.unwrap().unwrap().lines,
        ["one", "two"]
    );
}

/// The lock of a file is never shared: with a file, `share` takes no lock.
#[tokio::test]
async fn a_shared_lock_of_a_database_excludes_an_exclusive_one() {
    let (address, _store, _folder) = store_with_game().await;
    let nodes = [
        Claim::share(&address, "server").await.unwrap(),
        Claim::share(&address, "server").await.unwrap(),
    ];
    let shared = matches!(address, Address::Server(_));
    assert!(nodes.iter().all(|node| node.is_some() == shared));
    let alone = Claim::take(&address, "server").await.unwrap();
    assert_eq!(alone.is_some(), !shared);
}

/// Process number of the session that holds an advisory lock in this database.
async fn lock_holder(connection: &mut AnyConnection) -> Option<i64> {
    let holder = "SELECT CAST(pid AS BIGINT) FROM pg_locks JOIN pg_database \
                  ON pg_locks.database = pg_database.oid \
                  WHERE locktype = 'advisory' AND datname = current_database()";
    let holder = sqlx::query_scalar(holder).fetch_optional(connection);
    holder.await.unwrap()
}

/// A lock of a file is never lost; with a file the test ends no session.
#[tokio::test]
async fn a_lock_is_taken_again_after_its_session_was_ended() {
    let (address, _store, _folder) = store_with_game().await;
    let claim = Claim::take(&address, "server").await.unwrap().unwrap();
    if let Address::Server(url) = &address {
        let mut connection = AnyConnection::connect(url).await.unwrap();
        let before = lock_holder(&mut connection).await;
        let mut connection = end_sessions(url).await;
        loop {
            let now = lock_holder(&mut connection).await;
            if now.is_some() && now != before {
                break;
            }
            tokio::task::yield_now().await;
        }
    }
    assert!(Claim::take(&address, "server").await.unwrap().is_none());
    assert!(!claim.is_lost());
}
