//! Playouts: games to the end between a player that follows the heuristic and a careless player that
//! lays a random tile.

use table::Chance;

use crate::engine::board::Board;
use crate::engine::heuristic::Heuristic;
use crate::rules::Ends;
use crate::tile::{Tile, Tiles};

/// Maximum of the random points added to each rating: a real player would not always follow the
/// heuristic.
const BLUR: f64 = 2.0;

#[derive(Debug)]
pub(crate) struct Playout<'a> {
    /// Rest of the boneyard, in the order of drawing.
    yard: &'a [Tile],
    /// Tiles that were in neither hand at the beginning.
    elsewhere: Tiles,
    luck: &'a mut dyn Chance,
    /// Number of moves played so far.
    moves: u64,
}

impl<'a> Playout<'a> {
    pub(crate) fn new(yard: &'a [Tile], elsewhere: Tiles, luck: &'a mut dyn Chance) -> Self {
        Self {
            yard,
            elsewhere,
            luck,
            moves: 0,
        }
    }

    pub(crate) fn moves(&self) -> u64 {
        self.moves
    }

    /// Plays to the end: 1 when the player with the heuristic wins, 0 for a draw, −1 when it loses.
    /// `careless_moves` says whether the careless player is to move.
    pub(crate) fn result(&mut self, board: Board, careless_moves: bool) -> i8 {
        let (mut board, mut careless_moves) = (board, careless_moves);
        while !board.other.is_empty() {
            let Some(after) = self.step(&board, careless_moves) else {
                let value = board.by_points();
                return if careless_moves { -value } else { value };
            };
            self.moves += 1;
            board = after;
            careless_moves = !careless_moves;
        }
        // The player who moved last has laid the last tile.
        if careless_moves { 1 } else { -1 }
    }

    /// The position after one turn; `None` when the game is blocked.
    fn step(&mut self, board: &Board, careless_moves: bool) -> Option<Board> {
        if board.playable().is_empty() {
            return self.step_stuck(board);
        }
        let (tile, ends) = if careless_moves {
            self.any(board)
        } else {
            self.by_heuristic(board)
        };
        Some(board.after(tile, ends))
    }

    /// The position after the side to move draws or passes; `None` when the game is blocked.
    fn step_stuck(&mut self, board: &Board) -> Option<Board> {
        let mut after = board.turned();
        if let Some((&tile, rest)) = self.yard.split_first() {
            after.other.insert(tile);
            self.yard = rest;
            return Some(after);
        }
        (!board.is_blocked()).then_some(after)
    }

    /// A random lay, each as likely: the n-th replaces the choice with probability 1/n.
    fn any(&mut self, board: &Board) -> (Tile, Ends) {
        let (mut seen, mut chosen) = (0, (Tile::LOWEST, board.ends));
        board.lays(|tile, ends, _| {
            seen += 1;
            if self.luck.below(seen) == 0 {
                chosen = (tile, ends);
            }
        });
        chosen
    }

    /// The lay with the best rating after random points are added.
    fn by_heuristic(&mut self, board: &Board) -> (Tile, Ends) {
        let possible = (board.other | self.elsewhere) - board.own;
        let heuristic = Heuristic::new(board.own, possible, board.other.len());
        let (mut best, mut chosen) = (f64::MIN, (Tile::LOWEST, board.ends));
        board.lays(|tile, ends, _| {
            const PARTS: u32 = 1 << 10;
            let blur = BLUR * f64::from(self.luck.below(PARTS)) / f64::from(PARTS);
            let rate = heuristic.rate(tile, ends) + blur;
            if rate > best {
                (best, chosen) = (rate, (tile, ends));
            }
        });
        chosen
    }
}

#[cfg(test)]
mod tests {
    use table::Seeded;

    use super::*;

    /// Checks result and number of moves of a game in which every move is forced, found by hand.
    #[track_caller]
    fn check_forced(hands: [&str; 2], yard: &str, careless_moves: bool, expected: (i8, u64)) {
        let tiles = |text: &str| text.parse::<Tiles>().unwrap();
        let yard: Vec<Tile> = tiles(yard).into_iter().collect();
        let [own, other] = hands.map(tiles);
        let ends = Ends { left: 6, right: 6 };
        let mut luck = Seeded::new(1);
        let mut playout = Playout::new(&yard, Tiles::NONE, &mut luck);
        let result = playout.result(Board { own, other, ends }, careless_moves);
        assert_eq!((result, playout.moves()), expected, "{hands:?}");
    }

    #[test]
    fn the_player_who_lays_the_last_tile_wins() {
        check_forced(["61", "10"], "-", true, (-1, 1));
        check_forced(["61", "10"], "-", false, (1, 1));
        check_forced(["61,32", "10"], "-", false, (-1, 2));
    }

    #[test]
    fn fewer_points_win_a_blocked_game() {
        check_forced(["21", "43"], "-", true, (-1, 0));
        check_forced(["43", "21"], "-", true, (1, 0));
        check_forced(["21", "30"], "-", false, (0, 0));
    }

    /// The first player draws 6-1, the second passes, 6-1 is laid, and 1-0 ends the game.
    #[test]
    fn a_stuck_player_draws_and_passes() {
        check_forced(["21", "10"], "61", true, (1, 4));
    }
}
