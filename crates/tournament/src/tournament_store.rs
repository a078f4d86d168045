//! The tournament's rows in the store: every finished game is saved before it is counted.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use store::{Address, Claim, NewTournament, RunningGame, StoreError, TournamentGame, Tournaments};
use table::Explain;
use tokio::runtime::{Builder, Runtime};

use super::{TournamentPlan, TournamentSecret};

const PAGE: u32 = 1000;

/// The reason why a tournament cannot be opened or saved.
#[derive(Debug, Explain)]
pub enum TournamentStoreError {
    /// An error of the store.
    #[message(transparent)]
    Store(#[from] StoreError),
    /// An error while the async runtime was built.
    #[message(transparent)]
    Io(#[from] io::Error),
    /// Another process plays this tournament now.
    #[message("tournament-busy")]
    Busy,
    /// The name belongs to a tournament with other players, options, seed or secret.
    #[message("tournament-another")]
    Another,
}

/// A tournament of the store, claimed by this process.
#[derive(Debug)]
pub struct TournamentStore {
    runtime: Runtime,
    tournaments: Tournaments,
    id: String,
    claim: Claim,
}

impl TournamentStore {
    /// Opens the tournament `name`, or creates it. A stored tournament's seed replaces the plan's, unless
    /// `seeded` says that the user chose one. A plan with programs and without a secret gets one that
    /// follows from the store's, the seed and the settings. `fresh` deletes the stored games first.
    pub fn open(
        store: &Address,
        name: &str,
        event: &str,
        plan: &mut TournamentPlan,
        seeded: bool,
        fresh: bool,
    ) -> Result<Self, TournamentStoreError> {
        let id = id(name);
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let claim = runtime.block_on(Claim::take(store, &id))?;
        let claim = claim.ok_or(TournamentStoreError::Busy)?;
        let mut tournaments = runtime.block_on(Tournaments::open(store))?;
        if fresh {
            runtime.block_on(tournaments.forget(&id))?;
        }
        let stored = runtime.block_on(tournaments.find(&id))?;
        if let Some(stored) = stored.as_ref().filter(|_| !seeded) {
            plan.seed = stored.seed.cast_unsigned();
        }
        if plan.has_programs() && plan.secret.is_none() {
            let secret = runtime.block_on(tournaments.secret())?;
            plan.secret = Some(TournamentSecret::derived(
                &secret,
                &plan.fingerprint(),
                plan.seed,
            ));
        }
        let settled = settled(plan);
        if let Some(stored) = stored {
            if stored.settled != settled || stored.seed.cast_unsigned() != plan.seed {
                return Err(TournamentStoreError::Another);
            }
        } else {
            let new = NewTournament {
                id: id.clone(),
                event: event.to_owned(),
                game: plan.game.name.to_owned(),
                settled,
                seed: plan.seed.cast_signed(),
                created_ms: now_ms(),
            };
            runtime.block_on(tournaments.create(&new))?;
        }
        Ok(Self {
            runtime,
            tournaments,
            id,
            claim,
        })
    }

    /// The tournament's identifier in the store.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Tests whether no game is saved.
    pub fn is_empty(&mut self) -> Result<bool, TournamentStoreError> {
        let first = self.tournaments.games(&self.id, 0, 1);
        Ok(self.runtime.block_on(first)?.is_empty())
    }

    /// The next games after number `after`, in order; empty after the last.
    pub(crate) fn games(
        &mut self,
        after: u64,
    ) -> Result<Vec<TournamentGame>, TournamentStoreError> {
        let games = self.tournaments.games(&self.id, after, PAGE);
        Ok(self.runtime.block_on(games)?)
    }

    pub(crate) fn save<'a>(
        &mut self,
        games: impl Iterator<Item = &'a TournamentGame>,
    ) -> Result<(), TournamentStoreError> {
        if self.claim.is_lost() {
            return Err(TournamentStoreError::Busy);
        }
        let keep = self.tournaments.keep(&self.id, games);
        Ok(self.runtime.block_on(keep)?)
    }

    /// Saves the games in progress, and whether the tournament is running now.
    pub(crate) fn save_live_games(
        &mut self,
        games: &[RunningGame],
        running: bool,
    ) -> Result<(), TournamentStoreError> {
        let seen_ms = running.then(now_ms);
        let show = self.tournaments.show(&self.id, games, seen_ms);
        Ok(self.runtime.block_on(show)?)
    }

    pub(crate) fn save_progress(&mut self, progress: &str) -> Result<(), TournamentStoreError> {
        let stand = self.tournaments.stand(&self.id, progress);
        Ok(self.runtime.block_on(stand)?)
    }
}

/// Everything that decides the games but the seed; of the secret only a digest.
fn settled(plan: &TournamentPlan) -> String {
    let settings = plan.fingerprint();
    match &plan.secret {
        Some(secret) => format!("{settings} {}", secret.digest()),
        None => settings,
    }
}

/// A short identifier that is valid in a file name and the same in every version.
fn id(name: &str) -> String {
    let digest = Sha256::digest(name);
    let head = digest.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(head))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
