//! The strategies of awalé. To add one, write it here and list it in [`STRATEGIES`].

use table::{Named, NoMove, Remark, Seat, SeatView, Strategy};

use crate::board::Pit;
use crate::engine::packed::Packed;
use crate::expert::{Engine, Oracles};
use crate::rules::{Awale, Cheat};

/// Every strategy of this game, by name.
pub const STRATEGIES: &[Named<Awale>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("glouton", || Box::new(Greedy)),
    Named::new("expert", || Box::new(expert())),
    Named::new("tricheur", || Box::new(Cheater)),
];

/// The engine with the database of the data folder; only a hosted game knows that folder.
fn expert() -> Engine {
    #[cfg(feature = "hosting")]
    let database = crate::hosting::default_database();
    #[cfg(not(feature = "hosting"))]
    let database = None;
    Engine::new(Oracles::with(database))
}

/// *Naïf*: plays a random acceptable pit.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

/// *Glouton*: captures as many seeds as possible this turn; among equal captures it plays the pit
/// nearest to the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

/// *Tricheur*: takes as many of the opponent's seeds as it can without ending the game, then plays as
/// [`Greedy`].
#[derive(Clone, Copy, Debug)]
struct Cheater;

impl Strategy<Awale> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Awale>) -> Result<Pit, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        let pits: Vec<Pit> = view.board().acceptable_pits().collect();
        Ok(pits[luck.below(pits.len() as u32) as usize])
    }
}

impl Strategy<Awale> for Greedy {
    fn choose(&mut self, seat: &mut Seat<'_, Awale>) -> Result<Pit, NoMove> {
        let moves = Packed::from(seat.view().board()).moves();
        let best = moves.max_by_key(|(_, _, captured)| *captured);
        best.map(|(pit, ..)| Pit::OWN[pit]).ok_or(NoMove::Fault)
    }
}

impl Strategy<Awale> for Cheater {
    fn choose(&mut self, seat: &mut Seat<'_, Awale>) -> Result<Pit, NoMove> {
        if let Some(loot) = most_to_take(seat.view()) {
            seat.say(Remark::Cheating);
            // A refusal needs no reaction: the referee has recorded the attempt.
            let _ = seat.tamper(loot);
        }
        Greedy.choose(seat)
    }
}

/// The largest cheat after which the game goes on.
fn most_to_take(game: &Awale) -> Option<Cheat> {
    let works = |count: &u8| game.clone().apply_cheat(Cheat(*count)).is_ok();
    (1..game.board().seeds()).rev().find(works).map(Cheat)
}

#[cfg(test)]
mod tests {
    use table::{Event, Limits, Mind, Referee, Seeded, Trust};

    use super::*;

    /// The first pit a strategy plays in this position under a trusting referee, and the game after.
    fn choice(strategy: impl Strategy<Awale> + 'static, position: &str) -> (usize, Awale) {
        let players = [Mind::strategy(strategy), Mind::Person];
        let mut referee = Referee::new(position.parse().unwrap(), players, Trust::Trusting);
        let mut choice = None;
        let tell = |_: &Awale, event: &Event<Awale>| {
            if let Event::Played { mv, .. } = event {
                choice = Some(mv.index());
            }
        };
        referee
            .think(&mut Seeded::new(0), &Limits::default(), tell)
            .unwrap();
        (choice.unwrap(), referee.game().clone())
    }

    #[test]
    fn glouton_takes_the_most_seeds() {
        // Pit 4 captures two seeds, pit 5 five.
        let position = "4,4,4,4,3,2,1,2,6,0,0,0/10-4";
        assert_eq!(choice(Greedy, position).0, 5);
    }

    #[test]
    fn naif_plays_an_acceptable_pit() {
        assert_eq!(choice(Naive, "0,0,0,3,0,0,0,0,0,0,0,1").0, 3);
    }

    #[test]
    fn tricheur_takes_the_most_seeds_that_do_not_end_the_game() {
        let (_, after) = choice(Cheater, "4,4,4,4,4,4,4,4,4,4,4,4");
        assert_eq!(after.scores(), [24, 0], "25 would end it");
        let (_, after) = choice(Cheater, "0,0,0,0,0,1,4,0,0,0,0,0/10-3");
        assert_eq!(after.scores(), [11, 3], "with two gone, pit 5 would starve");
    }
}
