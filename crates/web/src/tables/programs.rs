//! Programs of the server's owner that visitors may choose as opponents.
//!
//! A program is started for each of its moves and told the game so far, so that no process waits
//! for people; how many run at once is bounded by the places of the engines.

use std::sync::Arc;

use arena::{Admission, Cage, CageError, Guest, Launcher, Strictness, program_of};
use house::{Hear, Language, Table};
use table::{Player, Record, Side, Stop};

/// The programs on offer, and the cage that they run in. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    offered: Arc<[Player]>,
    /// None where no program is offered.
    inside: Option<(Arc<Cage>, Arc<Admission>)>,
}

impl Programs {
    /// Lets programs in. Without any, no cage is built.
    ///
    /// # Errors
    /// When there is no cage for them.
    pub fn admit(offered: Vec<Player>, admission: &Admission) -> Result<Self, CageError> {
        if offered.is_empty() {
            return Ok(Self::default());
        }
        let cage = Cage::build(admission.launcher.clone(), admission.strictness)?;
        Ok(Self {
            offered: offered.into(),
            inside: Some((Arc::new(cage), Arc::new(admission.clone()))),
        })
    }

    /// The cage that they run in, if there are any.
    pub fn in_cage(&self) -> Option<&Cage> {
        self.inside.as_ref().map(|(cage, _)| &**cage)
    }

    /// In which cage and on what terms they play where nobody watches each move.
    pub(crate) fn terms(&self) -> (Option<Arc<Cage>>, Admission) {
        match &self.inside {
            Some((cage, admission)) => (Some(Arc::clone(cage)), Admission::clone(admission)),
            None => (
                None,
                Admission {
                    strictness: Strictness::default(),
                    allowed: Vec::new(),
                    restarts: 0,
                    language: Language::English,
                    launcher: Launcher::this_program(),
                },
            ),
        }
    }

    /// Under which words they are asked for: `@` and the name.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        self.offered
            .iter()
            .map(|player| format!("@{}", player.name))
    }

    /// The program that is asked for by this word.
    pub(crate) fn find(&self, word: &str) -> Option<&Player> {
        let name = word.strip_prefix('@')?;
        self.offered.iter().find(|player| player.name == name)
    }

    /// The word for the program that sits in a player's place: visitors are not told where it is.
    pub(crate) fn word(&self, seated: &Player) -> String {
        let offered = self.offered.iter().find(|player| player.who == seated.who);
        format!("@{}", offered.map_or("", |player| &player.name))
    }

    /// The program on a side of a recorded game, ready to be asked; none when it is not on offer.
    pub(crate) fn call(&self, record: &Record, side: Side, seed: u64) -> Option<Caller> {
        let player = &record.header.players[side.index()];
        let (cage, admission) = self.inside.as_ref()?;
        self.offered
            .iter()
            .find(|offered| offered.who == player.who)?;
        let program = program_of(player, &admission.allowed)?;
        let (cage, restarts) = (Arc::clone(cage), admission.restarts);
        Some(Caller {
            guest: Guest::new(cage, program, restarts, admission.language),
            record: record.clone(),
            side,
            seed,
        })
    }
}

/// A program that is about to be asked for a move.
pub(crate) struct Caller {
    guest: Guest,
    record: Record,
    side: Side,
    seed: u64,
}

impl Caller {
    /// Starts the program, tells it the game, gives the table its answer, and ends it.
    ///
    /// When it is stopped meanwhile, nothing has happened.
    pub(crate) fn answer(mut self, table: &mut dyn Table, stop: &Stop, hear: Hear<'_>) {
        self.guest = self.guest.stopped_by(stop.clone());
        let Ok(game) = house::find(&self.record.header.game) else {
            return;
        };
        let beginning = Record::new(self.record.header.clone());
        let Ok(beginning) = game.replay(&beginning, &mut |_| ()) else {
            return;
        };
        self.guest.sit(&*beginning, self.side, self.seed);
        // What the log has was replayed when the table came into memory.
        let _ = game.replay(&self.record, &mut |moment| self.guest.hear(moment));
        let reply = self.guest.answer(table);
        if stop.pulled() {
            return;
        }
        // Nothing else can have happened: the table waits for this side.
        let _ = reply.give(table, self.side, hear);
        self.note();
    }

    /// Notes and standard error are the owner's affair, who reads the server's log.
    fn note(&mut self) {
        let farewell = self.guest.finish();
        let papers = self.guest.papers();
        let name = &self.record.header.players[self.side.index()].name;
        if let Some(misdeed) = &papers.misdeed {
            tracing::warn!(program = %name, %misdeed, errors = %papers.errors, "a program fell");
        }
        let notes = farewell.map(|farewell| farewell.notes).unwrap_or_default();
        for note in papers.notes.iter().chain(&notes) {
            tracing::info!(program = %name, %note, "a program's note");
        }
    }
}
