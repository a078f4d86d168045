//! Games of a program against stronger and stronger strategies.

use host::GameInfo;
use table::{Ending, Limits, Player, Record, Side};

use crate::protocol_check::CheckError;
use crate::{SandboxConfig, SeatedPrograms, drive};

/// The strategies of the ladder, the weakest first, without the one that cheats.
pub fn opponents(game: &GameInfo) -> Vec<&'static str> {
    let strategies = game.strategies().skip(1);
    strategies.filter(|name| *name != "tricheur").collect()
}

/// The score of a program against one opponent.
#[derive(Clone, Debug, Default)]
pub struct LadderScore {
    /// The opponent's strategy.
    pub opponent: &'static str,
    /// Games won by the program.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost by the program.
    pub losses: u32,
    /// The lost game with the fewest moves.
    pub shortest: Option<Record>,
}

impl LadderScore {
    /// Tests whether the program scored more than half of the points.
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

/// A program and the settings of its games on the ladder.
#[derive(Debug)]
pub struct Ladder<'a> {
    game: &'a GameInfo,
    player: &'a Player,
    programs: SeatedPrograms,
    limits: Limits,
    seed: u64,
}

impl<'a> Ladder<'a> {
    /// Builds a cage for the program `player`.
    pub fn new(
        game: &'a GameInfo,
        player: &'a Player,
        config: &SandboxConfig,
        limits: Limits,
        seed: u64,
    ) -> Result<Self, CheckError> {
        let players = [player.clone(), Player::person("-")];
        let programs = SeatedPrograms::new(&players, config)?;
        Ok(Self {
            game,
            player,
            programs,
            limits,
            seed,
        })
    }

    /// Plays `games` games against `opponent`, alternating sides.
    pub fn climb(&mut self, opponent: &'static str, games: u32) -> Result<LadderScore, CheckError> {
        let mut score = LadderScore {
            opponent,
            ..LadderScore::default()
        };
        for number in 0..games {
            let side = Side::BOTH[(number % 2) as usize];
            let seed = self.seed.wrapping_add(number.into());
            let opened = &mut self.programs;
            let opened = opened.open_against(self.game, self.player, opponent, side, seed);
            let mut table = opened?;
            let mut record = Record::new(table.header().clone());
            let played = drive(
                &mut *table,
                &self.limits,
                &mut self.programs,
                &mut |event| {
                    if let Some(entry) = event.entry() {
                        record.push(entry);
                    }
                },
            );
            if let Ok(Some(ending)) = played {
                score.count(ending, side, record);
            }
        }
        Ok(score)
    }
}
