//! Tournaments in the store: a batch of games is written whole or not at all.
#![cfg(test)]

mod full_disk;
mod place;

use std::path::Path;

use store::{Address, NewTournament, RunningGame, Store, StoreError, TournamentGame, Tournaments};

fn tournament(id: &str) -> NewTournament {
    NewTournament {
        id: id.to_owned(),
        event: "Coupe".to_owned(),
        game: "421".to_owned(),
        settled: "everything".to_owned(),
        seed: i64::MIN,
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
    Tournaments::open(&address).await.unwrap()
}

#[tokio::test]
async fn stored_games_are_read_again_until_they_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let mut tournaments = opened(folder.path()).await;
    for id in ["a", "b"] {
        tournaments.create(&tournament(id)).await.unwrap();
    }
    tournaments.keep("a", &games(1..1001)).await.unwrap();
    tournaments.keep("b", &games(1..3)).await.unwrap();
    drop(tournaments);
    let mut again = opened(folder.path()).await;
    assert_eq!(again.find("a").await.unwrap(), Some(tournament("a")));
    assert_eq!(again.find("c").await.unwrap(), None);
    assert_eq!(again.games("a", 997, 10).await.unwrap(), games(998..1001));
    again.forget("a").await.unwrap();
    assert_eq!(again.find("a").await.unwrap(), None);
    assert_eq!(again.games("b", 0, 10).await.unwrap(), games(1..3));
}

#[tokio::test]
async fn games_in_progress_are_replaced_and_deleted_with_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let mut tournaments = opened(folder.path()).await;
    let store = Store::open(&place::address(folder.path()).await).await;
    let store = store.unwrap();
    tournaments.create(&tournament("a")).await.unwrap();
    let running = |number| RunningGame {
        number,
        first: "A".to_owned(),
        second: "B".to_owned(),
        view: "13".to_owned(),
    };
    for games in [vec![running(1), running(2)], vec![running(3)]] {
        tournaments.show("a", &games, Some(9)).await.unwrap();
        let (watched, shown) = store.tournament("a").await.unwrap().unwrap();
        assert_eq!((watched.seen_ms, shown), (Some(9), games));
    }
    tournaments.forget("a").await.unwrap();
    assert_eq!(store.tournament("a").await.unwrap(), None);
    assert_eq!(store.tournaments(10).await.unwrap(), []);
}

#[tokio::test]
async fn a_stored_game_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut tournaments = opened(folder.path()).await;
    tournaments.create(&tournament("a")).await.unwrap();
    tournaments.keep("a", &games(1..2)).await.unwrap();
    let mut other = games(1..3);
    other[0].line = "another".to_owned();
    tournaments.keep("a", &other).await.unwrap();
    assert_eq!(tournaments.games("a", 0, 10).await.unwrap(), games(1..3));
}

#[tokio::test]
async fn a_full_disk_stores_nothing_of_a_batch_and_all_of_it_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let mut tournaments = Tournaments::open(&Address::File(file.clone()))
        .await
        .unwrap();
    tournaments.create(&tournament("a")).await.unwrap();
    tournaments.keep("a", &games(1..3)).await.unwrap();
    full_disk::fill(&file, "tournament_games", "NEW.number > 1000").await;
    let full = tournaments.keep("a", &games(3..2000)).await;
    assert!(matches!(full, Err(StoreError::Full)), "{full:?}");
    assert_eq!(tournaments.games("a", 0, 9999).await.unwrap(), games(1..3));
    full_disk::make_room(&file).await;
    tournaments.keep("a", &games(3..2000)).await.unwrap();
    assert_eq!(
        tournaments.games("a", 0, 9999).await.unwrap(),
        games(1..2000)
    );
}
