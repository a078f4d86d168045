//! What outlives the run: every finished game, in the store, before anything is made of it.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use store::{Address, Claim, NewTournament, RunningGame, StoreError, TournamentGame, Tournaments};
use table::{Explain, Message};
use tokio::runtime::{Builder, Runtime};

use super::Plan;

/// Games that are read at a time.
const PAGE: u32 = 1000;

/// Why games cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeeperError {
    /// The store's own.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file beside it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Somebody plays it right now.
    #[error("this tournament is being played by another process")]
    Busy,
    /// The name belongs to a tournament of other players, options or seed.
    #[error("another tournament is kept under this name: --fresh begins anew")]
    Another,
}

impl Explain for KeeperError {
    fn explain(&self) -> Message {
        match self {
            Self::Busy => Message::new("tournament-busy"),
            Self::Another => Message::new("tournament-another"),
            Self::Store(error) => error.explain(),
            Self::Io(error) => error.explain(),
        }
    }
}

/// A tournament of the store, held by this process alone.
#[derive(Debug)]
pub struct Keeper {
    runtime: Runtime,
    tournaments: Tournaments,
    id: String,
    claim: Claim,
}

impl Keeper {
    /// Opens the tournament that is kept under `name` in the store, or keeps a new one. The
    /// plan's seed becomes that of the kept one unless `seeded` says that it was chosen.
    ///
    /// # Errors
    /// When somebody else plays it, another is kept under that name, or the store cannot be written.
    pub fn open(
        store: &Address,
        name: &str,
        event: &str,
        plan: &mut Plan,
        seeded: bool,
        fresh: bool,
    ) -> Result<Self, KeeperError> {
        let id = id(name);
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let claim = runtime.block_on(Claim::take(store, &id))?;
        let claim = claim.ok_or(KeeperError::Busy)?;
        let mut tournaments = runtime.block_on(Tournaments::open(store))?;
        if fresh {
            runtime.block_on(tournaments.forget(&id))?;
        }
        let settled = plan.settled();
        match runtime.block_on(tournaments.find(&id))? {
            Some(kept) if kept.settled != settled || (seeded && kept.seed != plan.seed) => {
                return Err(KeeperError::Another);
            }
            Some(kept) => plan.seed = kept.seed,
            None => {
                let new = NewTournament {
                    id: id.clone(),
                    event: event.to_owned(),
                    game: plan.game.name.to_owned(),
                    settled,
                    seed: plan.seed,
                    created_ms: now_ms(),
                };
                runtime.block_on(tournaments.create(&new))?;
            }
        }
        Ok(Self {
            runtime,
            tournaments,
            id,
            claim,
        })
    }

    /// Under which name the store has it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether no game is kept.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn is_empty(&mut self) -> Result<bool, KeeperError> {
        let first = self.tournaments.games(&self.id, 0, 1);
        Ok(self.runtime.block_on(first)?.is_empty())
    }

    /// Some games beyond number `after`, in order; none when there are no more.
    pub(crate) fn games(&mut self, after: u64) -> Result<Vec<TournamentGame>, KeeperError> {
        let games = self.tournaments.games(&self.id, after, PAGE);
        Ok(self.runtime.block_on(games)?)
    }

    pub(crate) fn keep(&mut self, games: &[TournamentGame]) -> Result<(), KeeperError> {
        if self.claim.is_lost() {
            return Err(KeeperError::Busy);
        }
        Ok(self
            .runtime
            .block_on(self.tournaments.keep(&self.id, games))?)
    }

    /// Says that it is being played, and which games can be seen.
    pub(crate) fn show(&mut self, games: &[RunningGame]) -> Result<(), KeeperError> {
        let show = self.tournaments.show(&self.id, games, Some(now_ms()));
        Ok(self.runtime.block_on(show)?)
    }

    /// Says that nobody plays it any more.
    pub(crate) fn rest(&mut self) -> Result<(), KeeperError> {
        let show = self.tournaments.show(&self.id, &[], None);
        Ok(self.runtime.block_on(show)?)
    }

    pub(crate) fn stand(&mut self, standings: &str) -> Result<(), KeeperError> {
        let stand = self.tournaments.stand(&self.id, standings);
        Ok(self.runtime.block_on(stand)?)
    }
}

/// Short enough for the name of a file, and the same in every version of the house.
fn id(name: &str) -> String {
    let digest = Sha256::digest(name);
    let head = digest.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(head))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
