//! What is acknowledged is kept, once, whatever happens to its neighbours.
#![cfg(test)]

mod place;

use store::{NewGame, NewReview, Seat, Store, StoreError};
use tempfile::TempDir;

/// A folder that goes with the test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    async fn open(&self) -> Store {
        let address = place::address(self.0.path()).await;
        Store::open(address).await.unwrap()
    }

    /// What is true of files alone: they are full, and bytes of them change.
    async fn open_file(&self) -> Store {
        Store::open(&self.file("games.sqlite")).await.unwrap()
    }
}

fn game(id: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        game: "allumettes".to_owned(),
        header: "header".to_owned(),
        options: "{}".to_owned(),
        time_ms: Some(1000),
        seed: Some(-7),
        creator: "me".to_owned(),
        created_ms: 1,
        seats: [
            Seat {
                holder: Some("me".to_owned()),
                invitation: None,
            },
            Seat {
                holder: None,
                invitation: Some("code".to_owned()),
            },
        ],
    }
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

#[tokio::test]
async fn a_game_is_the_same_after_the_file_was_closed() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.create(game("a")).await.unwrap();
    store
        .append("a", 0, lines(&["x", "y"]), None, 2)
        .await
        .unwrap();
    store
        .append("a", 2, lines(&["z"]), Some("draw".to_owned()), 3)
        .await
        .unwrap();
    store.close().await;

    let store = folder.open().await;
    let kept = store.load("a").await.unwrap().unwrap();
    assert_eq!(kept.game, game("a"));
    assert_eq!(kept.lines, lines(&["x", "y", "z"]));
    assert_eq!(kept.ending.as_deref(), Some("draw"));
    assert_eq!(store.load("b").await.unwrap(), None);
    assert_eq!(store.check().await.unwrap(), "ok");
}

#[tokio::test]
async fn a_question_keeps_its_first_answer_in_each_language() {
    let folder = Folder::new();
    let store = folder.open().await;
    let review = |language: &str, told: &str| NewReview {
        question: "q".to_owned(),
        language: language.to_owned(),
        told: told.to_owned(),
    };
    for (language, told) in [("fr", "un"), ("fr", "deux"), ("en", "one")] {
        store.keep_review(review(language, told)).await.unwrap();
    }
    store.close().await;
    let store = folder.open().await;
    let told = async |question, language| store.review(question, language).await.unwrap();
    assert_eq!(told("q", "fr").await.as_deref(), Some("un"));
    assert_eq!(told("q", "en").await.as_deref(), Some("one"));
    assert_eq!(told("other", "fr").await, None);
}

#[tokio::test]
async fn a_line_is_never_written_twice() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.create(game("a")).await.unwrap();
    store.append("a", 0, lines(&["x"]), None, 2).await.unwrap();
    let twice = store.append("a", 0, lines(&["x", "y"]), None, 2).await;
    assert!(matches!(twice, Err(StoreError::Conflict)), "{twice:?}");
    assert_eq!(store.load("a").await.unwrap().unwrap().lines, lines(&["x"]));
}

#[tokio::test]
async fn one_bad_write_takes_no_other_of_its_group_with_it() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.create(game("a")).await.unwrap();
    let writes = (0..40).map(|number| {
        let (store, id) = (store.clone(), if number == 17 { "nobody" } else { "a" });
        let from = if number == 18 { 0 } else { number };
        async move { store.append(id, from, lines(&["x"]), None, 2).await.is_ok() }
    });
    let tasks: Vec<_> = writes.map(tokio::spawn).collect();
    let mut written = Vec::new();
    for task in tasks {
        written.push(task.await.unwrap());
    }
    let refused: Vec<usize> = (0..40).filter(|number| !written[*number]).collect();
    assert_eq!(refused, [17, 18]);
    assert_eq!(store.load("a").await.unwrap().unwrap().lines.len(), 38);
}

#[tokio::test]
async fn an_invitation_is_good_once() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.create(game("a")).await.unwrap();
    assert!(!store.sit("a", "guess", "you").await.unwrap());
    assert!(store.sit("a", "code", "you").await.unwrap());
    assert!(store.sit("a", "code", "you").await.unwrap(), "asking again");
    assert!(!store.sit("a", "code", "they").await.unwrap());
    let seats = store.load("a").await.unwrap().unwrap().game.seats;
    assert_eq!(seats[1].holder.as_deref(), Some("you"));
    assert_eq!(store.games_of("you", 10).await.unwrap().len(), 1);
    assert_eq!(store.games_of("they", 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_full_disk_refuses_and_the_same_write_succeeds_when_there_is_room() {
    let folder = Folder::new();
    let store = folder.open_file().await;
    store.create(game("a")).await.unwrap();
    store.limit_pages(1).await.unwrap();
    let long = lines(&[&"x".repeat(100_000)]);
    let full = store.append("a", 0, long.clone(), None, 2).await;
    assert!(matches!(full, Err(StoreError::Full)), "{full:?}");
    assert_eq!(store.load("a").await.unwrap().unwrap().lines, lines(&[]));
    store.limit_pages(u32::MAX - 1).await.unwrap();
    store.append("a", 0, long, None, 2).await.unwrap();
    assert_eq!(store.load("a").await.unwrap().unwrap().lines.len(), 1);
}

#[tokio::test]
async fn a_folder_that_is_none_is_named() {
    let folder = Folder::new();
    std::fs::write(folder.file("file"), "").unwrap();
    let error = Store::open(&folder.file("file/games.sqlite"))
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("file/games.sqlite cannot be opened"),
        "{error}"
    );
}

/// A byte of a line is flipped in the file itself: the structure of the database stays sound.
#[tokio::test]
async fn a_line_that_is_not_what_was_written_is_found_and_the_rest_is_read() {
    let folder = Folder::new();
    let store = folder.open_file().await;
    for id in ["a", "b"] {
        store.create(game(id)).await.unwrap();
        let line = format!("a line of {id} that stands out");
        store.append(id, 0, vec![line], None, 2).await.unwrap();
    }
    store.close().await;
    let file = folder.file("games.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let line = b"a line of b that stands out";
    let place = bytes.windows(line.len()).position(|seen| seen == line);
    bytes[place.expect("closing brings everything into the file") + 3] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let store = folder.open_file().await;
    assert_eq!(store.quick_check().await.unwrap(), None);
    let damaged = store.load("b").await;
    assert!(
        matches!(damaged, Err(StoreError::Damaged { number: 0 })),
        "{damaged:?}"
    );
    assert_eq!(store.load("a").await.unwrap().unwrap().lines.len(), 1);
}

#[tokio::test]
async fn a_broken_page_is_found_by_a_quick_look() {
    let folder = Folder::new();
    let store = folder.open_file().await;
    for number in 0..200 {
        store
            .create(game(&format!("game number {number:03}")))
            .await
            .unwrap();
    }
    store.close().await;
    let file = folder.file("games.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 4096;
    bytes[last..last + 64].fill(0xff);
    std::fs::write(&file, bytes).unwrap();
    let store = folder.open_file().await;
    let found = store.quick_check().await;
    assert!(!matches!(found, Ok(None)), "{found:?}");
}
