//! `brelan store forget`: deletes games and tournaments, for a person who asks that nothing be kept.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use store::{Address, GameSummary, Store, StoreError, TournamentRow, Tournaments};
use table::{Record, message};
use text::Language;
use tokio::runtime::Runtime;

use super::PAGE;
use crate::command_error::CommandError;

/// The games that are deleted.
pub(super) enum Forgotten {
    /// The game or tournament of an id.
    Id(String),
    /// Games without a move since a time in milliseconds since 1970, and tournaments created before.
    Before(i64),
    /// Games of a player with this name.
    Name(String),
}

/// The number of deleted games and tournaments, and the tournaments that name a player and were kept.
#[derive(Default)]
struct Deleted {
    games: u64,
    tournaments: u64,
    kept: Vec<TournamentRow>,
}

impl Forgotten {
    /// Reads the arguments, of which clap requires one.
    pub(super) fn parse(given: &ArgMatches) -> Self {
        let text = |name| given.get_one::<String>(name).cloned();
        match (given.get_one::<i64>("before"), text("name")) {
            (Some(before), _) => Self::Before(*before),
            (None, Some(name)) => Self::Name(name),
            (None, None) => Self::Id(text("id").expect("clap requires one of three")),
        }
    }

    fn has(&self, game: &GameSummary) -> bool {
        match self {
            Self::Id(id) => game.id == *id,
            Self::Before(time) => game.touched_ms < *time,
            Self::Name(name) => {
                let record = game.header.parse::<Record>();
                record.is_ok_and(|record| {
                    let mut players = record.header.players.iter();
                    players.any(|player| player.name == *name)
                })
            }
        }
    }
}

/// Deletes games, and prints how many. The exit code is 1 when none was found, or when tournaments still
/// name the player.
pub(super) fn run(
    address: &Address,
    what: &Forgotten,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let deleted = Runtime::new()?.block_on(delete(address, what));
    let deleted = deleted.map_err(CommandError::explain)?;
    let (games, tournaments) = (deleted.games, deleted.tournaments);
    let summary = message!("cli-store-forgotten", games, tournaments);
    writeln!(io::stdout(), "{}", language.say(&summary))?;
    for TournamentRow { id, event, .. } in &deleted.kept {
        let (id, event) = (id.as_str(), event.as_str());
        let line = message!("cli-store-still-named", id, event);
        writeln!(io::stderr(), "{}", language.say(&line))?;
    }
    let complete = games + tournaments > 0 && deleted.kept.is_empty();
    Ok(ExitCode::from(u8::from(!complete)))
}

async fn delete(address: &Address, what: &Forgotten) -> Result<Deleted, StoreError> {
    let store = Store::open(address).await?;
    let mut deleted = Deleted::default();
    if let Forgotten::Id(id) = what {
        deleted.games = u64::from(store.forget(id).await?);
    } else {
        deleted.games = delete_games(&store, what).await?;
    }
    let mut tournaments = Tournaments::open(address).await?;
    for tournament in store.tournaments(u32::MAX).await? {
        let old = match what {
            Forgotten::Id(id) => tournament.id == *id,
            Forgotten::Before(time) => tournament.created_ms < *time,
            Forgotten::Name(name) => {
                if names(&tournament, name) {
                    deleted.kept.push(tournament);
                }
                continue;
            }
        };
        if old {
            tournaments.forget(&tournament.id).await?;
            deleted.tournaments += 1;
        }
    }
    store.erase_log().await?;
    store.close().await;
    Ok(deleted)
}

async fn delete_games(store: &Store, what: &Forgotten) -> Result<u64, StoreError> {
    let (mut deleted, mut last) = (0, String::new());
    loop {
        let games = store.games_after(&last, PAGE).await?;
        let Some(game) = games.last() else {
            return Ok(deleted);
        };
        last.clone_from(&game.id);
        for game in games.iter().filter(|game| what.has(game)) {
            deleted += u64::from(store.forget(&game.id).await?);
        }
    }
}

/// Whether the standings of a tournament have a player of this name.
fn names(tournament: &TournamentRow, name: &str) -> bool {
    let quoted = serde_json::Value::from(name).to_string();
    let standings = tournament.standings.as_deref();
    standings.is_some_and(|standings| standings.contains(&quoted))
}
