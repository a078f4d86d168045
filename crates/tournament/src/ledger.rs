//! The games that count, in the order of their numbers.

use std::collections::HashMap;

use super::Line;

/// What is counted of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// From 1.
    pub number: u64,
    /// From 1.
    pub pair: u64,
    /// Who moved first.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// Twice the points of whoever moved first.
    pub halves: u8,
    /// Who forfeited, and why.
    pub forfeited: Option<(usize, Box<str>)>,
    /// How lucky the first side was, in shares of the game.
    pub luck: Option<f64>,
    /// The earlier game that it repeats: then it does not count.
    pub repeats: Option<u64>,
}

/// Both games of a pair between two players, as one observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// Whose points are counted.
    pub home: usize,
    /// Against whom.
    pub away: usize,
    /// How many of its games count.
    pub games: u8,
    /// Points of `home`.
    pub score: f64,
    /// How lucky `home` was in all of them.
    pub luck: Option<f64>,
}

/// Games between the same players in the same seats from the same beginning, without chance.
#[derive(Debug)]
struct Alike {
    moves: u64,
    original: u64,
    /// Where the others stand, while all have been the same.
    same: Option<Vec<usize>>,
}

/// Everything that was counted.
#[derive(Default, Debug)]
pub struct Ledger {
    games: Vec<Counted>,
    alike: HashMap<(usize, usize, u64), Alike>,
}

impl Ledger {
    /// Counts a game. Where players always choose alike, what they play from one beginning is one
    /// game however often they play it; a single game that differs shows that they do not.
    pub(crate) fn push(&mut self, line: &Line, seats: [usize; 2], luck: Option<f64>) {
        let [first, second] = seats;
        let forfeited = line.loser.as_ref().map(|loser| {
            let player = if *loser == line.first { first } else { second };
            (player, line.ending.as_str().into())
        });
        self.games.push(Counted {
            number: line.number,
            pair: line.pair,
            first,
            second,
            halves: line.halves(),
            forfeited,
            luck,
            repeats: None,
        });
        if !line.record.contains("\nchance ") {
            self.compare(line);
        }
    }

    fn compare(&mut self, line: &Line) {
        let place = self.games.len() - 1;
        let game = &self.games[place];
        let (beginning, moves) = line.print();
        let key = (game.first, game.second, beginning);
        let alike = self.alike.entry(key).or_insert_with(|| Alike {
            moves,
            original: line.number,
            same: Some(Vec::new()),
        });
        if alike.original == line.number {
            return;
        }
        let Some(same) = &mut alike.same else {
            return;
        };
        if alike.moves == moves {
            self.games[place].repeats = Some(alike.original);
            same.push(place);
        } else {
            for place in same.iter() {
                self.games[*place].repeats = None;
            }
            alike.same = None;
        }
    }

    /// All games, in order.
    pub fn games(&self) -> &[Counted] {
        &self.games
    }

    /// Those that count.
    pub fn counting(&self) -> impl Iterator<Item = &Counted> {
        self.games.iter().filter(|game| game.repeats.is_none())
    }

    /// Those that repeat an earlier one.
    pub fn repeated(&self) -> impl Iterator<Item = (u64, u64)> {
        let repeats = |game: &Counted| game.repeats.map(|original| (game.number, original));
        self.games.iter().filter_map(repeats)
    }

    /// Pairs with their games that count.
    pub fn meetings(&self) -> Vec<Meeting> {
        let mut meetings: Vec<(u64, Meeting)> = Vec::new();
        for game in self.counting() {
            let score = f64::from(game.halves) / 2.0;
            match meetings.last_mut() {
                Some((pair, meeting)) if *pair == game.pair => meeting.add(game, score),
                _ => meetings.push((game.pair, Meeting::of(game, score))),
            }
        }
        meetings.into_iter().map(|(_, meeting)| meeting).collect()
    }
}

impl Meeting {
    fn of(game: &Counted, score: f64) -> Self {
        // The odd game of a pair has its home player first.
        let swapped = game.number.is_multiple_of(2);
        let (home, away) = if swapped {
            (game.second, game.first)
        } else {
            (game.first, game.second)
        };
        let mut meeting = Self {
            home,
            away,
            games: 0,
            score: 0.0,
            luck: Some(0.0),
        };
        meeting.add(game, score);
        meeting
    }

    fn add(&mut self, game: &Counted, score: f64) {
        let at_home = game.first == self.home;
        self.games += 1;
        self.score += if at_home { score } else { 1.0 - score };
        let luck = game.luck.map(|luck| if at_home { luck } else { -luck });
        self.luck = self.luck.zip(luck).map(|(sum, luck)| sum + luck);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u64, moves: &str) -> Line {
        Line {
            number,
            pair: number.div_ceil(2),
            first: "A".to_owned(),
            second: "B".to_owned(),
            seed: 0,
            result: "1-0".to_owned(),
            ending: "played".to_owned(),
            loser: None,
            plies: 1,
            record: format!("brelan record 1\ngame x\nposition 13\n\n{moves}\n"),
        }
    }

    #[test]
    fn a_game_that_is_always_the_same_counts_once() {
        let mut ledger = Ledger::default();
        for number in [1, 3, 5] {
            ledger.push(&line(number, "first plays 1"), [0, 1], None);
        }
        assert_eq!(ledger.repeated().collect::<Vec<_>>(), [(3, 1), (5, 1)]);
        assert_eq!(ledger.counting().count(), 1);
    }

    #[test]
    fn players_who_chose_differently_once_have_no_repeated_games() {
        let mut ledger = Ledger::default();
        for (number, moves) in [(1, "1"), (3, "1"), (5, "2"), (7, "1")] {
            ledger.push(&line(number, moves), [0, 1], None);
        }
        assert_eq!(ledger.counting().count(), 4);
    }

    #[test]
    fn nature_s_games_are_never_repeats() {
        let mut ledger = Ledger::default();
        for number in [1, 3] {
            ledger.push(&line(number, "chance 1"), [0, 1], None);
        }
        assert_eq!(ledger.counting().count(), 2);
    }

    #[test]
    fn the_seats_of_a_pair_are_swapped_back() {
        let mut ledger = Ledger::default();
        ledger.push(&line(1, "1"), [0, 1], Some(0.25));
        ledger.push(&line(2, "1"), [1, 0], Some(0.5));
        let expected = Meeting {
            home: 0,
            away: 1,
            games: 2,
            score: 1.0,
            luck: Some(-0.25),
        };
        assert_eq!(ledger.meetings(), [expected]);
    }
}
