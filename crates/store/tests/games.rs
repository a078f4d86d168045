//! Acknowledged writes of games and reviews are stored once, even when other writes fail.
#![cfg(test)]

mod full_disk;
mod place;

use store::{Address, ImportedGame, NewGame, NewReview, SeatRow, Store, StoreError};
use tempfile::TempDir;

/// A temporary folder with a store in it.
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
        Store::open(&address).await.unwrap()
    }

    /// Opens a file even where other tests use `PostgreSQL`, to damage or fill it.
    async fn open_file(&self) -> Store {
        let address = Address::File(self.file("games.sqlite"));
        Store::open(&address).await.unwrap()
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
            SeatRow {
                holder: Some("me".to_owned()),
                invitation: None,
            },
            SeatRow {
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
    let stored = store.load("a").await.unwrap().unwrap();
    assert_eq!(stored.game, game("a"));
    assert_eq!(stored.lines, lines(&["x", "y", "z"]));
    assert_eq!(stored.ending.as_deref(), Some("draw"));
    assert_eq!(store.load("b").await.unwrap(), None);
    assert_eq!(store.quick_check().await.unwrap(), None);
}

#[tokio::test]
async fn the_first_review_of_a_question_stays_in_each_language() {
    let folder = Folder::new();
    let store = folder.open().await;
    let review = |language: &str, text: &str| NewReview {
        game: "g".to_owned(),
        question: "q".to_owned(),
        language: language.to_owned(),
        text: text.to_owned(),
    };
    for (language, text) in [("fr", "un"), ("fr", "deux"), ("en", "one")] {
        store.keep_review(review(language, text)).await.unwrap();
    }
    store.close().await;
    let store = folder.open().await;
    let found = async |question, language| store.review(question, language).await.unwrap();
    assert_eq!(found("q", "fr").await.as_deref(), Some("un"));
    assert_eq!(found("q", "en").await.as_deref(), Some("one"));
    assert_eq!(found("other", "fr").await, None);
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
async fn a_failing_write_does_not_fail_others_of_its_group() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.create(game("a")).await.unwrap();
    let writes = (0..40).map(|number| {
        let (store, id) = (store.clone(), if number == 17 { "unknown" } else { "a" });
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
async fn an_invitation_seats_one_browser() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.create(game("a")).await.unwrap();
    assert!(!store.sit("a", "guess", "you").await.unwrap());
    assert!(store.sit("a", "code", "you").await.unwrap());
    assert!(
        store.sit("a", "code", "you").await.unwrap(),
        "the same browser again"
    );
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
    let file = folder.file("games.sqlite");
    full_disk::fill(&file, "lines", "NEW.number > 0").await;
    let two = lines(&["x", "y"]);
    let full = store.append("a", 0, two.clone(), None, 2).await;
    assert!(matches!(full, Err(StoreError::Full)), "{full:?}");
    assert_eq!(store.load("a").await.unwrap().unwrap().lines, lines(&[]));
    full_disk::make_room(&file).await;
    store.append("a", 0, two.clone(), None, 2).await.unwrap();
    assert_eq!(store.load("a").await.unwrap().unwrap().lines, two);
}

#[tokio::test]
async fn the_error_names_a_file_that_cannot_be_created() {
    let folder = Folder::new();
    std::fs::write(folder.file("file"), "").unwrap();
    let error = Store::open(&Address::File(folder.file("file/games.sqlite")))
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("file/games.sqlite cannot be opened"),
        "{error}"
    );
}

/// Flips one bit of a line in the file, which leaves the structure of the database valid.
#[tokio::test]
async fn a_damaged_line_is_found_and_other_games_are_read() {
    let folder = Folder::new();
    let store = folder.open_file().await;
    for id in ["a", "b"] {
        store.create(game(id)).await.unwrap();
        let line = format!("the one line of game {id}");
        store.append(id, 0, vec![line], None, 2).await.unwrap();
    }
    store.close().await;
    let file = folder.file("games.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let line = b"the one line of game b";
    let place = bytes.windows(line.len()).position(|seen| seen == line);
    bytes[place.expect("closing moves the write-ahead log into the file") + 3] ^= 1;
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
async fn a_damaged_page_is_found_by_the_quick_check() {
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

fn imported(id: &str, record: &[&str]) -> ImportedGame {
    ImportedGame {
        game: game(id),
        lines: lines(record),
        ending: None,
    }
}

#[tokio::test]
async fn an_imported_record_is_one_text_and_can_be_played_on() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.import(imported("a", &["x", "y"])).await.unwrap();
    assert_eq!(store.progress("a").await.unwrap().unwrap().lines, 2);
    assert_eq!(store.lines("a", 1).await.unwrap(), lines(&["y"]));
    store.append("a", 2, lines(&["z"]), None, 2).await.unwrap();
    assert_eq!(store.progress("a").await.unwrap().unwrap().lines, 3);
    let stored = store.load("a").await.unwrap().unwrap();
    assert_eq!(stored.lines, lines(&["x", "y", "z"]));
    assert_eq!(store.lines("a", 2).await.unwrap(), lines(&["z"]));
    let again = store.import(imported("a", &["x"])).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
}

/// A record of 14 KiB took 120 KiB of rows.
#[tokio::test]
async fn an_imported_record_takes_little_more_room_than_its_text() {
    let folder = Folder::new();
    let store = folder.open_file().await;
    let before = store.bytes().await.unwrap();
    let record: Vec<String> = (0..800)
        .map(|turn| format!("first plays {turn:05}"))
        .collect();
    let text = record.join("\n").len() as u64;
    for id in 0..20 {
        let game = ImportedGame {
            game: game(&format!("{id:032x}")),
            lines: record.clone(),
            ending: None,
        };
        store.import(game).await.unwrap();
    }
    let each = (store.bytes().await.unwrap() - before) / 20;
    assert!(each < text * 3 / 2, "{each} bytes for a text of {text}");
}

#[tokio::test]
async fn a_forgotten_game_leaves_nothing_in_the_file() {
    let folder = Folder::new();
    let store = folder.open_file().await;
    for id in ["a", "b"] {
        let secret = NewGame {
            header: format!("Ana of {id}"),
            ..game(id)
        };
        store.create(secret).await.unwrap();
        let line = format!("move of {id}");
        store.append(id, 0, vec![line], None, 2).await.unwrap();
        let review = NewReview {
            game: id.to_owned(),
            question: id.to_owned(),
            language: "fr".to_owned(),
            text: format!("review of {id}"),
        };
        store.keep_review(review).await.unwrap();
    }
    assert!(store.forget("a").await.unwrap());
    assert!(!store.forget("a").await.unwrap());
    assert_eq!(store.load("a").await.unwrap(), None);
    assert_eq!(store.review("a", "fr").await.unwrap(), None);
    store.close().await;
    let bytes = std::fs::read(folder.file("games.sqlite")).unwrap();
    let has = |text: &str| {
        bytes
            .windows(text.len())
            .any(|seen| seen == text.as_bytes())
    };
    for text in ["Ana of", "move of", "review of"] {
        assert!(!has(&format!("{text} a")), "{text}");
        assert!(has(&format!("{text} b")), "{text}");
    }
}

#[tokio::test]
async fn games_that_are_not_over_and_imported_ones_are_abandoned() {
    let folder = Folder::new();
    let store = folder.open().await;
    let over = Some("draw".to_owned());
    for (id, ending, time) in [("a", None, 5), ("b", over.clone(), 5), ("c", None, 7)] {
        store.create(game(id)).await.unwrap();
        store
            .append(id, 0, lines(&["x"]), ending, time)
            .await
            .unwrap();
    }
    let watched = ImportedGame {
        ending: over,
        ..imported("d", &["x"])
    };
    store.import(watched).await.unwrap();
    let mut abandoned = store.abandoned(6, 10).await.unwrap();
    abandoned.sort();
    assert_eq!(abandoned, lines(&["a", "d"]));
}

#[tokio::test]
async fn many_games_are_appended_to_together() {
    let folder = Folder::new();
    let store = folder.open().await;
    let ids: Vec<String> = (0..300).map(|id| format!("{id:032x}")).collect();
    for id in &ids {
        store.create(game(id)).await.unwrap();
    }
    for turn in 0..3 {
        let ending = (turn == 2).then(|| "draw".to_owned());
        let append = |id: &String| {
            let id = id.clone();
            let (store, ending, line) = (&store, ending.clone(), format!("{turn} of {id}"));
            async move { store.append(&id, turn, vec![line], ending, 3).await }
        };
        for appended in futures_util::future::join_all(ids.iter().map(append)).await {
            appended.unwrap();
        }
    }
    for id in &ids {
        let stored = store.load(id).await.unwrap().unwrap();
        let expected: Vec<String> = (0..3).map(|turn| format!("{turn} of {id}")).collect();
        assert_eq!(
            (stored.lines, stored.ending.as_deref()),
            (expected, Some("draw"))
        );
    }
}
