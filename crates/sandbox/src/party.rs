//! The programs at one table, and a game without a terminal.

use std::path::PathBuf;
use std::sync::Arc;

use house::{Hear, Language, Moment, Reply, Table};
use table::{Ending, Forfeit, Limits, Next, NotNow, Player, Side, Stop, Who};

use crate::guest::program_of;
use crate::{Cage, CageError, Guest, Launcher, Misdeed, Program, Strictness};

/// On what terms programs are let in.
#[derive(Clone, Debug)]
pub struct Admission {
    /// How much cage is wanted.
    pub strictness: Strictness,
    /// Folders and files that they may read beside their own.
    pub allowed: Vec<PathBuf>,
    /// How often in a game a program that died is started again.
    pub restarts: u32,
    /// What reasons are told in.
    pub language: Language,
    /// What builds cages.
    pub launcher: Launcher,
}

impl Admission {
    /// The cage for the programs among `players`; without any, none is built.
    ///
    /// # Errors
    /// When there is no cage for them.
    pub fn cage(&self, players: &[Player]) -> Result<Option<Arc<Cage>>, CageError> {
        let is_program = |player: &Player| matches!(player.who, Who::Program(_));
        if !players.iter().any(is_program) {
            return Ok(None);
        }
        let cage = Cage::build(self.launcher.clone(), self.strictness)?;
        Ok(Some(Arc::new(cage)))
    }
}

/// The programs among the players of a table; when this is dropped, nothing of them is left.
#[derive(Debug, Default)]
pub struct Party {
    seats: [Option<Guest>; 2],
    cage: Option<Arc<Cage>>,
}

impl Party {
    /// Lets the programs among `players` in. Without any, no cage is built.
    ///
    /// # Errors
    /// When there is no cage for them. A program that cannot be started loses its games instead.
    pub fn admit(players: &[Player; 2], admission: &Admission) -> Result<Self, CageError> {
        let cage = admission.cage(players)?;
        Ok(Self::within(cage, players, admission))
    }

    /// Lets the programs among `players` into a cage that was built for them.
    pub fn within(cage: Option<Arc<Cage>>, players: &[Player; 2], admission: &Admission) -> Self {
        let programs = players.each_ref();
        let programs = programs.map(|player| program_of(player, &admission.allowed));
        Self::of(cage, programs, admission.restarts, admission.language)
    }

    /// Lets programs into a cage that was built for them, wherever they came from.
    pub fn of(
        cage: Option<Arc<Cage>>,
        programs: [Option<Result<Program, Misdeed>>; 2],
        restarts: u32,
        language: Language,
    ) -> Self {
        let seats = programs.map(|program| {
            let cage = Arc::clone(cage.as_ref()?);
            Some(Guest::new(cage, program?, restarts, language))
        });
        Self { seats, cage }
    }

    /// Waits for no answer once this is pulled: [`Guest::stopped_by`] says what whoever pulls it owes.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        let heeding = |guest: Guest| guest.stopped_by(stop.clone());
        self.seats = self.seats.map(|seat| seat.map(heeding));
        self
    }

    /// The cage that the programs are in, if there are any.
    pub fn in_cage(&self) -> Option<&Cage> {
        self.cage.as_deref()
    }

    /// The program on a side.
    pub fn guest(&mut self, side: Side) -> Option<&mut Guest> {
        self.seats[side.index()].as_mut()
    }

    /// The programs change places.
    pub fn swap(&mut self) {
        self.seats.swap(0, 1);
    }

    /// Sits down for a game.
    pub fn sit(&mut self, table: &dyn Table, seed: u64) {
        for side in Side::BOTH {
            if let Some(guest) = self.guest(side) {
                guest.sit(table, side, seed);
            }
        }
    }

    /// Hears what happened at the table.
    pub fn hear(&mut self, moment: &dyn Moment) {
        for guest in self.seats.iter_mut().flatten() {
            guest.hear(moment);
        }
    }

    /// What the program on `side` answers; where there is none it has not started.
    pub fn answer(&mut self, table: &mut dyn Table, side: Side) -> Reply {
        match self.guest(side) {
            Some(guest) => guest.answer(table),
            None => Reply::Forfeit(Forfeit::Start),
        }
    }

    /// Plays a game to its end without a terminal, between programs and strategies.
    ///
    /// # Errors
    /// When the table waits for something else than it said.
    pub fn play(
        &mut self,
        table: &mut dyn Table,
        limits: &Limits,
        tell: Hear<'_>,
    ) -> Result<Ending, NotNow> {
        loop {
            let next = table.next(&mut |moment| self.told(moment, tell));
            match next {
                Next::Over(ending) => return Ok(ending),
                Next::Answer(side) => {
                    let reply = self.answer(table, side);
                    reply.give(table, side, &mut |moment| self.told(moment, tell))?;
                }
                Next::Think(_) | Next::Draw { .. } => {
                    table.proceed(limits, &mut |moment| self.told(moment, tell))?;
                }
            }
        }
    }

    fn told(&mut self, moment: &dyn Moment, tell: Hear<'_>) {
        self.hear(moment);
        tell(moment);
    }
}
