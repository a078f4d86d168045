//! Tournaments kept in the file of games: all of a batch or nothing, and others beside them.

mod place;

use std::path::Path;

use store::{NewTournament, Running, Store, StoreError, TournamentGame, Tournaments};

fn tournament(id: &str) -> NewTournament {
    NewTournament {
        id: id.to_owned(),
        event: "Coupe".to_owned(),
        game: "421".to_owned(),
        settled: "everything".to_owned(),
        seed: u64::MAX,
        created_ms: 1,
    }
}

fn games(numbers: std::ops::Range<u64>) -> Vec<TournamentGame> {
    let game = |number| TournamentGame {
        number,
        line: format!("line {number} {}", "x".repeat(500)),
        luck: (number % 2 == 0).then(|| "0.1".to_owned()),
        notes: None,
    };
    numbers.map(game).collect()
}

async fn opened(folder: &Path) -> Tournaments {
    let address = place::address(folder).await;
    Tournaments::open(address)
        .await
        .expect("the folder is ours")
}

#[tokio::test]
async fn what_was_kept_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = opened(folder.path()).await;
    for id in ["a", "b"] {
        kept.create(&tournament(id)).await.unwrap();
    }
    kept.keep("a", &games(1..1001)).await.unwrap();
    kept.keep("b", &games(1..3)).await.unwrap();
    drop(kept);
    let mut again = opened(folder.path()).await;
    assert_eq!(again.find("a").await.unwrap(), Some(tournament("a")));
    assert_eq!(again.find("c").await.unwrap(), None);
    assert_eq!(again.games("a", 997, 10).await.unwrap(), games(998..1001));
    again.forget("a").await.unwrap();
    assert_eq!(again.find("a").await.unwrap(), None);
    assert_eq!(again.games("b", 0, 10).await.unwrap(), games(1..3));
}

#[tokio::test]
async fn what_is_shown_is_the_last_that_was_said_and_goes_with_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = opened(folder.path()).await;
    let store = Store::open(place::address(folder.path()).await).await;
    let store = store.unwrap();
    kept.create(&tournament("a")).await.unwrap();
    let running = |number| Running {
        number,
        first: "A".to_owned(),
        second: "B".to_owned(),
        view: "13".to_owned(),
    };
    for games in [vec![running(1), running(2)], vec![running(3)]] {
        kept.show("a", &games, Some(9)).await.unwrap();
        let (watched, shown) = store.tournament("a").await.unwrap().unwrap();
        assert_eq!((watched.seen_ms, shown), (Some(9), games));
    }
    kept.forget("a").await.unwrap();
    assert_eq!(store.tournament("a").await.unwrap(), None);
    assert_eq!(store.tournaments(10).await.unwrap(), []);
}

#[tokio::test]
async fn a_game_that_is_kept_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = opened(folder.path()).await;
    kept.create(&tournament("a")).await.unwrap();
    kept.keep("a", &games(1..2)).await.unwrap();
    let mut other = games(1..3);
    other[0].line = "another".to_owned();
    kept.keep("a", &other).await.unwrap();
    assert_eq!(kept.games("a", 0, 10).await.unwrap(), games(1..3));
}

#[tokio::test]
async fn a_full_disk_keeps_none_of_a_batch_and_all_of_it_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = Tournaments::open(&folder.path().join("games.sqlite"))
        .await
        .unwrap();
    kept.create(&tournament("a")).await.unwrap();
    kept.keep("a", &games(1..3)).await.unwrap();
    kept.limit_pages(40).await.unwrap();
    let full = kept.keep("a", &games(3..2000)).await;
    assert!(matches!(full, Err(StoreError::Full)), "{full:?}");
    assert_eq!(kept.games("a", 0, 9999).await.unwrap(), games(1..3));
    kept.limit_pages(1 << 20).await.unwrap();
    kept.keep("a", &games(3..2000)).await.unwrap();
    assert_eq!(kept.games("a", 0, 9999).await.unwrap(), games(1..2000));
}
