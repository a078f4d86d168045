//! Programs of the server's operator that visitors may choose as opponents.
//!
//! A program is started for each of its moves and sent the game so far, so that no process waits for
//! people; the permits of the engine pool bound how many run at once.

use std::sync::Arc;

use host::{EventHandler, Table};
use sandbox::{Cage, CageError, ProgramPlayer, SandboxConfig, command_for_player};
use table::{Player, Record, Side, Stop};

/// The programs that may be chosen, and the sandbox that they run in. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    offered: Arc<[Player]>,
    /// The sandbox and its rules; none without programs.
    sandbox: Option<(Arc<Cage>, Arc<SandboxConfig>)>,
}

impl Programs {
    /// Builds the sandbox of these programs; none is built for an empty list.
    pub fn prepare(offered: Vec<Player>, config: &SandboxConfig) -> Result<Self, CageError> {
        if offered.is_empty() {
            return Ok(Self::default());
        }
        let cage = Cage::build(config.launcher.clone(), config.strictness)?;
        Ok(Self {
            offered: offered.into(),
            sandbox: Some((Arc::new(cage), Arc::new(config.clone()))),
        })
    }

    /// The sandbox of the programs; none without programs.
    pub fn in_cage(&self) -> Option<&Cage> {
        self.sandbox.as_ref().map(|(cage, _)| &**cage)
    }

    /// The sandbox and the rules of a whole game that programs play by themselves.
    pub(crate) fn sandbox_rules(&self) -> (Option<Arc<Cage>>, SandboxConfig) {
        match &self.sandbox {
            Some((cage, config)) => (Some(Arc::clone(cage)), SandboxConfig::clone(config)),
            None => (None, SandboxConfig::default()),
        }
    }

    /// The words that name the programs in requests: `@` and the program's name.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        self.offered
            .iter()
            .map(|player| format!("@{}", player.name))
    }

    pub(crate) fn find(&self, word: &str) -> Option<&Player> {
        let name = word.strip_prefix('@')?;
        self.offered.iter().find(|player| player.name == name)
    }

    /// The word that names a seated program; its path on the server stays private.
    pub(crate) fn word(&self, seated: &Player) -> String {
        let offered = self.offered.iter().find(|player| player.who == seated.who);
        format!("@{}", offered.map_or("", |player| &player.name))
    }

    /// Prepares the program of a side for its next move; none when it is not offered any more.
    pub(crate) fn call(&self, record: &Record, side: Side, seed: u64) -> Option<ProgramCall> {
        let player = &record.header.players[side.index()];
        let (cage, config) = self.sandbox.as_ref()?;
        self.offered
            .iter()
            .find(|offered| offered.who == player.who)?;
        let program = command_for_player(player, &config.allowed)?;
        let (cage, restarts) = (Arc::clone(cage), config.restarts);
        Some(ProgramCall {
            program: ProgramPlayer::new(cage, program, restarts, config.language),
            record: record.clone(),
            side,
            seed,
        })
    }
}

pub(crate) struct ProgramCall {
    program: ProgramPlayer,
    record: Record,
    side: Side,
    seed: u64,
}

impl ProgramCall {
    /// Starts the program, sends it the game, gives the table its answer, and ends it. A call that is
    /// stopped leaves the table unchanged.
    pub(crate) fn answer(mut self, table: &mut dyn Table, stop: &Stop, on_event: EventHandler<'_>) {
        self.program = self.program.with_stop(stop.clone());
        let Ok(game) = games::find(&self.record.header.game) else {
            return;
        };
        let beginning = Record::new(self.record.header.clone());
        let Ok(beginning) = game.replay(&beginning, &mut |_| ()) else {
            return;
        };
        self.program.start_game(&*beginning, self.side, self.seed);
        // The same record was replayed when the table was loaded.
        let _ = game.replay(&self.record, &mut |event| self.program.observe(event));
        let reply = self.program.reply(table);
        if stop.pulled() {
            return;
        }
        // The table waits for this side, so that it takes the answer.
        let _ = reply.give(table, self.side, on_event);
        self.log();
    }

    /// Writes the program's notes and failures to the server's log, for the operator.
    fn log(&mut self) {
        let finished = self.program.finish();
        let log = self.program.log();
        let name = &self.record.header.players[self.side.index()].name;
        if let Some(failure) = &log.failure {
            tracing::warn!(program = %name, %failure, errors = %log.errors, "a program failed");
        }
        let notes = finished.map(|finished| finished.notes).unwrap_or_default();
        for note in log.notes.iter().chain(&notes) {
            tracing::info!(program = %name, %note, "a program's note");
        }
    }
}
