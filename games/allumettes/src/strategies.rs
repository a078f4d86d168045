//! The strategies of the matches. To add one, write it here and list it in [`STRATEGIES`].

use std::num::NonZeroU32;

use table::{Named, NoMove, Remark, Seat, SeatView, Strategy};

use crate::expert::best_take;
use crate::rules::{Cheat, LastMatch, Matches, Take};

/// Every strategy of this game, by name.
pub const STRATEGIES: &[Named<Matches>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("rapide", || Box::new(Fast)),
    Named::new("lente", || Box::new(Slow)),
    Named::new("expert", || Box::new(Optimal)),
    Named::new("tricheur", || Box::new(Cheater)),
];

/// *Naïf*: takes a random number from 1 to the maximum, even when fewer are left (R29), from a random
/// heap that is not empty.
#[derive(Clone, Copy, Debug)]
struct Naive;

/// *Rapide*: takes as many matches as possible from the largest heap.
#[derive(Clone, Copy, Debug)]
pub struct Fast;

/// *Lente*: takes one match from the largest heap.
#[derive(Clone, Copy, Debug)]
pub struct Slow;

/// *Expert*: wins every won position.
#[derive(Clone, Copy, Debug)]
struct Optimal;

/// *Tricheur*: removes all matches but those it needs to win with its next move (R30).
#[derive(Clone, Copy, Debug)]
pub struct Cheater;

impl Strategy<Matches> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        let SeatView {
            view: game, luck, ..
        } = seat.sight();
        let heaps = 0..game.heaps.len();
        let full: Vec<usize> = heaps.filter(|&heap| game.heaps[heap] > 0).collect();
        let heap = match full[..] {
            [only] => only,
            _ => full[luck.below(full.len() as u32) as usize],
        };
        let most = game.max.map_or(game.heaps[heap], NonZeroU32::get);
        let count = i64::from(luck.below(most)) + 1;
        Ok(Take { heap, count })
    }
}

impl Strategy<Matches> for Fast {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Ok(Self::take(seat.view()))
    }
}

impl Fast {
    /// As many matches of the largest heap as the rules allow.
    fn take(game: &Matches) -> Take {
        let heap = game.largest_heap();
        let count = game.most(heap).into();
        Take { heap, count }
    }
}

impl Strategy<Matches> for Slow {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        let heap = seat.view().largest_heap();
        Ok(Take { heap, count: 1 })
    }
}

impl Strategy<Matches> for Optimal {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Ok(best_take(seat.view()))
    }
}

impl Strategy<Matches> for Cheater {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        let wanted = match seat.view().last {
            LastMatch::Loses => 2,
            LastMatch::Wins => 1,
        };
        if seat.view().left() > wanted {
            seat.say(Remark::Cheating);
            // A refusal needs no reaction: the referee has recorded the attempt.
            let _ = seat.tamper(Cheat::Leave(wanted));
        }
        Slow.choose(seat)
    }
}

#[cfg(test)]
mod tests {
    use table::{Event, Limits, Mind, Referee, Seeded, Trust};

    use super::*;

    /// A move that takes `count` matches from the first heap.
    fn take(count: i64) -> Take {
        Take { heap: 0, count }
    }

    /// The first move of a strategy in `game`.
    fn choice(strategy: impl Strategy<Matches> + 'static, game: &Matches) -> Take {
        let players = [Mind::strategy(strategy), Mind::Person];
        let mut referee = Referee::new(game.clone(), players, Trust::Guarded);
        let mut choice = None;
        let tell = |_: &Matches, event: &Event<Matches>| {
            if let Event::Played { mv, .. } = event {
                choice = Some(*mv);
            }
        };
        referee
            .think(&mut Seeded::new(0), &Limits::default(), tell)
            .unwrap();
        choice.expect("the move was accepted")
    }

    #[test]
    fn rapide_takes_the_maximum_or_what_is_left() {
        for left in 1..=50 {
            let game = Matches::new(&[left]).unwrap();
            assert_eq!(Fast::take(&game), take(left.min(3).into()), "{left} left");
            for max in 1..=6 {
                let game = Matches {
                    max: NonZeroU32::new(max),
                    ..game.clone()
                };
                assert_eq!(
                    Fast::take(&game),
                    take(left.min(max).into()),
                    "{left}/{max}"
                );
            }
        }
    }

    #[test]
    fn rapide_empties_the_largest_heap() {
        let marienbad = Matches::new(&[1, 3, 5, 7]).unwrap();
        assert_eq!(Fast::take(&marienbad), Take { heap: 3, count: 7 });
    }

    #[test]
    fn lente_always_takes_one() {
        for left in 1..=20 {
            assert_eq!(choice(Slow, &Matches::new(&[left]).unwrap()), take(1));
        }
    }
}
