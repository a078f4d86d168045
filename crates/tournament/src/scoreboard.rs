//! The counted games of a tournament, in the order of their numbers.

use std::collections::HashMap;

use super::FinishedGame;

/// The facts of a finished game that count. Players are given by their index in the plan.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CountedGame {
    pub(crate) number: u64,
    pub(crate) pair: u64,
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// Twice the points of the first side: 0, 1 or 2.
    pub(crate) halves: u8,
    /// The player who forfeited, and the forfeit's word.
    pub(crate) forfeited: Option<(usize, Box<str>)>,
    /// Luck of the first side in shares of the game; `None` where it is not measured.
    pub(crate) luck: Option<f64>,
    /// Number of the earlier game that this one repeats; a repeated game does not count.
    pub(crate) repeats: Option<u64>,
}

/// The result of a pair of games between two players, one observation for ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PairResult {
    /// Index of the player whose points and luck are counted.
    pub(crate) home: usize,
    pub(crate) away: usize,
    /// Number of games of the pair that count.
    pub(crate) games: u8,
    pub(crate) score: f64,
    pub(crate) luck: Option<f64>,
}

/// Games without chance between the same players in the same seats from the same position.
#[derive(Debug)]
struct SimilarGames {
    /// Hash of the first game's moves.
    moves: u64,
    /// Number of the first game.
    original: u64,
    /// Indices of the later games with the same moves; `None` once a game differed.
    same: Option<Vec<usize>>,
}

/// All counted games.
#[derive(Default, Debug)]
pub struct Scoreboard {
    games: Vec<CountedGame>,
    /// Keyed by first player, second player and hash of the start position.
    similar: HashMap<(usize, usize, u64), SimilarGames>,
}

impl Scoreboard {
    /// Counts a game. Deterministic players repeat the same game from the same position, which counts
    /// once. One different game shows that the players are not deterministic; then all games count.
    pub(crate) fn push(&mut self, game: &FinishedGame, seats: [usize; 2], luck: Option<f64>) {
        let [first, second] = seats;
        let forfeited = game.loser.as_ref().map(|loser| {
            let player = if *loser == game.first { first } else { second };
            (player, game.ending.as_str().into())
        });
        self.games.push(CountedGame {
            number: game.number,
            pair: game.pair,
            first,
            second,
            halves: game.halves(),
            forfeited,
            luck,
            repeats: None,
        });
        if !game.record.contains("\nchance ") {
            self.find_repeats(game);
        }
    }

    /// Compares the moves of the last game with those of similar games, and updates which games count.
    fn find_repeats(&mut self, game: &FinishedGame) {
        let index = self.games.len() - 1;
        let (start, moves) = game.fingerprint();
        let key = (self.games[index].first, self.games[index].second, start);
        let similar = self.similar.entry(key).or_insert_with(|| SimilarGames {
            moves,
            original: game.number,
            same: Some(Vec::new()),
        });
        if similar.original == game.number {
            return;
        }
        let Some(same) = &mut similar.same else {
            return;
        };
        if similar.moves == moves {
            self.games[index].repeats = Some(similar.original);
            same.push(index);
        } else {
            for index in same.iter() {
                self.games[*index].repeats = None;
            }
            similar.same = None;
        }
    }

    pub(crate) fn games(&self) -> &[CountedGame] {
        &self.games
    }

    pub(crate) fn counting(&self) -> impl Iterator<Item = &CountedGame> {
        self.games.iter().filter(|game| game.repeats.is_none())
    }

    /// Numbers of the games that repeat an earlier one, each with the number of the earlier game.
    pub(crate) fn repeated(&self) -> impl Iterator<Item = (u64, u64)> {
        let repeats = |game: &CountedGame| game.repeats.map(|original| (game.number, original));
        self.games.iter().filter_map(repeats)
    }

    /// The results of the pairs, without games that do not count.
    pub(crate) fn pair_results(&self) -> Vec<PairResult> {
        let mut pairs: Vec<(u64, PairResult)> = Vec::new();
        for game in self.counting() {
            let score = f64::from(game.halves) / 2.0;
            match pairs.last_mut() {
                Some((pair, result)) if *pair == game.pair => result.add(game, score),
                _ => pairs.push((game.pair, PairResult::new(game, score))),
            }
        }
        pairs.into_iter().map(|(_, result)| result).collect()
    }
}

impl PairResult {
    fn new(game: &CountedGame, score: f64) -> Self {
        // The home player of a pair moves first in the odd game.
        let swapped = game.number.is_multiple_of(2);
        let (home, away) = if swapped {
            (game.second, game.first)
        } else {
            (game.first, game.second)
        };
        let mut result = Self {
            home,
            away,
            games: 0,
            score: 0.0,
            luck: Some(0.0),
        };
        result.add(game, score);
        result
    }

    fn add(&mut self, game: &CountedGame, score: f64) {
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

    fn game(number: u64, moves: &str) -> FinishedGame {
        FinishedGame {
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
        let mut scoreboard = Scoreboard::default();
        for number in [1, 3, 5] {
            scoreboard.push(&game(number, "first plays 1"), [0, 1], None);
        }
        assert_eq!(scoreboard.repeated().collect::<Vec<_>>(), [(3, 1), (5, 1)]);
        assert_eq!(scoreboard.counting().count(), 1);
    }

    #[test]
    fn one_different_game_makes_all_games_count() {
        let mut scoreboard = Scoreboard::default();
        for (number, moves) in [(1, "1"), (3, "1"), (5, "2"), (7, "1")] {
            scoreboard.push(&game(number, moves), [0, 1], None);
        }
        assert_eq!(scoreboard.counting().count(), 4);
    }

    #[test]
    fn games_with_chance_are_never_repeats() {
        let mut scoreboard = Scoreboard::default();
        for number in [1, 3] {
            scoreboard.push(&game(number, "chance 1"), [0, 1], None);
        }
        assert_eq!(scoreboard.counting().count(), 2);
    }

    #[test]
    fn the_points_and_luck_of_a_pair_belong_to_the_home_player() {
        let mut scoreboard = Scoreboard::default();
        scoreboard.push(&game(1, "1"), [0, 1], Some(0.25));
        scoreboard.push(&game(2, "1"), [1, 0], Some(0.5));
        let expected = PairResult {
            home: 0,
            away: 1,
            games: 2,
            score: 1.0,
            luck: Some(-0.25),
        };
        assert_eq!(scoreboard.pair_results(), [expected]);
    }
}
