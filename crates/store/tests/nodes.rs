//! What several nodes ask of a store that they share.
#![cfg(test)]

mod place;

use std::time::Duration;

use sqlx::{AnyConnection, Connection as _};
use store::{Address, Claim, Lead, NewGame, Seat, Standing, Store, StoreError};
use tempfile::TempDir;

const LONG: Duration = Duration::from_hours(1);

async fn house() -> (Address, Store, TempDir) {
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
            Seat::default(),
            Seat {
                holder: None,
                invitation: Some("code".to_owned()),
            },
        ],
    };
    store.create(game).await.unwrap();
    (address, store, folder)
}

#[tokio::test]
async fn one_node_lets_an_engine_think_until_it_lets_go() {
    let (_, store, _folder) = house().await;
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
    let (_, store, _folder) = house().await;
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
async fn a_standing_says_how_far_a_game_has_come_and_who_sits_there() {
    let (_, store, _folder) = house().await;
    assert_eq!(store.standing("b").await.unwrap(), None);
    let lines = |store: Option<Standing>| store.unwrap().lines;
    assert_eq!(lines(store.standing("a").await.unwrap()), 0);
    let two = vec!["one".to_owned(), "two".to_owned()];
    store.append("a", 0, two, None, 2).await.unwrap();
    assert!(store.sit("a", "code", "ana").await.unwrap());
    let standing = store.standing("a").await.unwrap().unwrap();
    assert_eq!(standing.lines, 2);
    assert_eq!(standing.seats[1].holder.as_deref(), Some("ana"));
}

#[tokio::test]
async fn all_who_open_a_store_know_one_secret_and_another_store_has_another() {
    let (address, store, _folder) = house().await;
    let (_, elsewhere, _other) = house().await;
    let again = Store::open(&address).await.unwrap();
    assert_eq!(store.secret(), again.secret());
    assert_ne!(store.secret(), elsewhere.secret());
    assert!(store.secret().as_bytes().len() >= 32);
    assert!(!format!("{store:?}").contains(str::from_utf8(store.secret().as_bytes()).unwrap()));
}

fn lead(invitation: &str) -> Lead {
    Lead {
        game: "a".to_owned(),
        invitation: invitation.to_owned(),
    }
}

#[tokio::test]
async fn a_code_leads_where_it_led_first_until_it_runs_out() {
    let (address, store, _folder) = house().await;
    assert!(store.keep_code("c", &lead("one"), LONG).await.unwrap());
    let there = Store::open(&address).await.unwrap();
    assert!(!there.keep_code("c", &lead("two"), LONG).await.unwrap());
    assert!(there.keep_code("c", &lead("one"), LONG).await.unwrap());
    let (led, left) = there.code("c").await.unwrap().unwrap();
    assert_eq!(led, lead("one"));
    assert!(left > LONG / 2 && left <= LONG, "{left:?}");
    assert_eq!(there.code("d").await.unwrap(), None);
}

#[tokio::test]
async fn a_code_that_has_run_out_leads_nowhere_and_is_free() {
    let (_, store, _folder) = house().await;
    let kept = store.keep_code("c", &lead("one"), Duration::ZERO).await;
    assert!(kept.unwrap());
    // The database's clock counts milliseconds.
    while store.code("c").await.unwrap().is_some() {}
    assert!(store.keep_code("c", &lead("two"), LONG).await.unwrap());
    let (led, _) = store.code("c").await.unwrap().unwrap();
    assert_eq!(led, lead("two"));
}

#[tokio::test]
async fn lines_are_read_from_where_one_has_come() {
    let (_, store, _folder) = house().await;
    let lines = ["one", "two", "three"].map(str::to_owned);
    store.append("a", 0, lines.into(), None, 2).await.unwrap();
    for from in 0..4 {
        let rest = store.lines("a", from).await.unwrap();
        assert_eq!(rest, ["one", "two", "three"][from..]);
    }
}

/// As a restart of the server does; a connection that came afterwards.
async fn end_sessions(url: &str) -> AnyConnection {
    let mut keeper = AnyConnection::connect(url).await.unwrap();
    let end = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    sqlx::query(end).execute(&mut keeper).await.unwrap();
    keeper
}

/// A restart of the server ends its sessions; a file has none.
#[tokio::test]
async fn a_store_goes_on_after_its_sessions_were_ended() {
    let (address, store, _folder) = house().await;
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

/// A file is one server's.
#[tokio::test]
async fn nodes_share_a_database_and_no_server_has_it_alone_meanwhile() {
    let (address, _store, _folder) = house().await;
    let nodes = [
        Claim::share(&address, "server").await.unwrap(),
        Claim::share(&address, "server").await.unwrap(),
    ];
    let shared = matches!(address, Address::Server(_));
    assert!(nodes.iter().all(|node| node.is_some() == shared));
    let alone = Claim::take(&address, "server").await.unwrap();
    assert_eq!(alone.is_some(), !shared);
}

/// The session that has a lock in this database.
async fn holder(keeper: &mut AnyConnection) -> Option<i64> {
    let holder = "SELECT CAST(pid AS BIGINT) FROM pg_locks JOIN pg_database \
                  ON pg_locks.database = pg_database.oid \
                  WHERE locktype = 'advisory' AND datname = current_database()";
    let holder = sqlx::query_scalar(holder).fetch_optional(keeper);
    holder.await.unwrap()
}

/// A file is locked by the system, which does not forget.
#[tokio::test]
async fn a_claim_is_taken_again_after_its_session_was_ended() {
    let (address, _store, _folder) = house().await;
    let claim = Claim::take(&address, "server").await.unwrap().unwrap();
    if let Address::Server(url) = &address {
        let mut keeper = AnyConnection::connect(url).await.unwrap();
        let before = holder(&mut keeper).await;
        let mut keeper = end_sessions(url).await;
        loop {
            let now = holder(&mut keeper).await;
            if now.is_some() && now != before {
                break;
            }
            tokio::task::yield_now().await;
        }
    }
    assert!(Claim::take(&address, "server").await.unwrap().is_none());
    assert!(!claim.is_lost());
}
