//! A program against ever stronger strategies of the house.

use house::{Offer, OptionError, Options, Setup, Table};
use table::{Ending, Limits, Player, Record, Side, Trust};

use crate::check::CheckError;
use crate::{Admission, Party};

/// Who stands on the ladder, the weakest first; nobody who cheats.
pub fn opponents(game: &Offer) -> Vec<&'static str> {
    let strategies = game.strategies().skip(1);
    strategies.filter(|name| *name != "tricheur").collect()
}

/// What came of the games against one opponent.
#[derive(Clone, Debug, Default)]
pub struct Rung {
    /// Who.
    pub opponent: &'static str,
    /// Games won by the program.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The shortest of these.
    pub shortest: Option<Record>,
}

impl Rung {
    /// More than half of the points.
    pub fn beaten(&self) -> bool {
        self.wins > self.losses
    }

    fn count(&mut self, ending: Ending, side: Side, record: Record) {
        match ending.loser() {
            None => self.draws += 1,
            Some(loser) if loser != side => self.wins += 1,
            Some(_) => {
                self.losses += 1;
                let shortest = self.shortest.as_ref();
                if shortest.is_none_or(|other| record.entries.len() < other.entries.len()) {
                    self.shortest = Some(record);
                }
            }
        }
    }
}

/// A program on its way up.
#[derive(Debug)]
pub struct Ladder<'a> {
    game: &'a Offer,
    program: &'a Player,
    party: Party,
    limits: Limits,
    seed: u64,
}

impl<'a> Ladder<'a> {
    /// Lets the program in.
    ///
    /// # Errors
    /// When there is no cage.
    pub fn new(
        game: &'a Offer,
        program: &'a Player,
        admission: &Admission,
        limits: Limits,
        seed: u64,
    ) -> Result<Self, CheckError> {
        let players = [program.clone(), Player::person("-")];
        let party = Party::admit(&players, admission)?;
        Ok(Self {
            game,
            program,
            party,
            limits,
            seed,
        })
    }

    /// Plays `games` games against `opponent`, who begins every other one.
    ///
    /// # Errors
    /// When the game does not open.
    pub fn climb(&mut self, opponent: &'static str, games: u32) -> Result<Rung, CheckError> {
        let mut rung = Rung {
            opponent,
            ..Rung::default()
        };
        for number in 0..games {
            let side = Side::BOTH[(number % 2) as usize];
            if self.party.guest(side).is_none() {
                self.party.swap();
            }
            let seed = self.seed.wrapping_add(number.into());
            let mut table = self.table(opponent, side, seed)?;
            self.party.sit(&*table, seed);
            let mut record = Record::new(table.header().clone());
            let played = self.party.play(&mut *table, &self.limits, &mut |moment| {
                moment
                    .entry()
                    .into_iter()
                    .for_each(|entry| record.push(entry));
            });
            if let Ok(ending) = played {
                rung.count(ending, side, record);
            }
        }
        Ok(rung)
    }

    fn table(&self, opponent: &str, side: Side, seed: u64) -> Result<Box<dyn Table>, OptionError> {
        let mut players = [self.program.clone(), Player::strategy("Brelan", opponent)];
        if side == Side::Second {
            players.swap(0, 1);
        }
        self.game.open(&Setup {
            options: Options::default(),
            players,
            trust: Trust::Guarded,
            seed,
        })
    }
}
