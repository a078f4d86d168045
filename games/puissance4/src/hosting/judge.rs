//! Values of columns and their reasons: a win or a parry at once, a double threat, a forced line, or
//! the number of moves to the end.

use std::time::Duration;

use crate::{Board, COLUMNS, Column, Engine, Move, Puissance4};
use table::{Evaluation, Explain, Message, Value, message};

use crate::hosting::moves_left;
use host::spaced;
use review::Judge;

/// Maximum length of a forced line, in moves of the side that forces.
const LONGEST: usize = 6;

impl Judge<Puissance4> for Engine {
    fn why(
        &mut self,
        game: &Puissance4,
        found: &Evaluation<Move>,
        chosen: Option<Move>,
    ) -> Vec<Message> {
        let reasons = reasons(game, found, chosen);
        reasons.iter().map(Explain::explain).collect()
    }

    fn place(&mut self, _game: &Puissance4, best: Move) -> Message {
        match best.0 {
            ..=2 => message!("puissance4-advice-left"),
            3..=5 => message!("puissance4-advice-middle"),
            6.. => message!("puissance4-advice-right"),
        }
    }

    fn usual_time(&self) -> Duration {
        Duration::from_mins(1)
    }
}

/// A fact about a position.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub(super) enum Reason {
    /// This disc completes four.
    #[message("puissance4-why-wins-now", column = _0.number())]
    WinsNow(Column),
    /// After any other disc, the opponent completes four in this column.
    #[message("puissance4-why-parries", column = _0.number())]
    Parries(Column),
    /// After this disc the opponent completes four in the second column.
    #[message("puissance4-why-allows", column = _0.number(), reply = _1.number())]
    Allows(Column, Column),
    /// After this disc, each of two columns completes four for the side, and none for the opponent.
    #[message(
        "puissance4-why-double-threat",
        column = _0.number(), one = _1[0].number(), other = _1[1].number()
    )]
    DoubleThreat(Column, [Column; 2]),
    /// The columns to the win, from the first disc on: every answer is the only one that does not
    /// lose at once.
    #[message("puissance4-why-forced", line = spaced(_0.iter().map(|column| column.number())))]
    Forced(Vec<Column>),
    /// This disc wins with at most this many discs of the side, itself included.
    #[message("puissance4-why-wins-in", column = _0.number(), discs = _1)]
    WinsIn(Column, u32),
    /// After this disc the opponent wins with at most this many discs of its own.
    #[message("puissance4-why-loses-in", column = _0.number(), discs = _1)]
    LosesIn(Column, u32),
    /// With this disc best play is a draw.
    #[message("puissance4-why-draws", column = _0.number())]
    Draws(Column),
}

/// Facts about the best column, and about the chosen one if it is another.
pub(super) fn reasons(
    game: &Puissance4,
    found: &Evaluation<Move>,
    chosen: Option<Move>,
) -> Vec<Reason> {
    let board = game.board();
    let worth = |column: Column| {
        let mut moves = found.moves.iter();
        moves.find_map(|&(mv, value)| (mv == column.into()).then_some(value))
    };
    let best = found.best().and_then(column_of);
    let other = chosen.and_then(column_of).filter(|it| Some(*it) != best);
    let good = best.map(|best| for_it(board, best, worth(best)));
    let bad = other.and_then(|other| against_it(board, other, worth(other)));
    good.into_iter().flatten().chain(bad).collect()
}

fn column_of(Move(number): Move) -> Option<Column> {
    u8::try_from(number).ok().and_then(Column::new)
}

/// The shortest proof that a column is good, and the number of moves to the end.
fn for_it(board: Board, column: Column, value: Option<Value>) -> Vec<Reason> {
    if board.wins_at(column) {
        return vec![Reason::WinsNow(column)];
    }
    let elsewhere = || replies(board).filter(|(other, _)| *other != column);
    let parries = elsewhere().all(|(_, after)| after.wins_at(column));
    let parries = (parries && elsewhere().count() > 0).then_some(Reason::Parries(column));
    let forced = double_threat(board, column).or_else(|| forced_by(board, column));
    let end = how_long(board, column, value);
    [parries, forced, end].into_iter().flatten().collect()
}

/// The reason against a column.
fn against_it(board: Board, column: Column, value: Option<Value>) -> Option<Reason> {
    let after = board.after(column)?;
    let reply = Column::all().find(|reply| after.wins_at(*reply));
    let allows = reply.map(|reply| Reason::Allows(column, reply));
    let allows = allows.filter(|_| !board.wins_at(column));
    allows.or_else(|| how_long(board, column, value))
}

fn how_long(board: Board, column: Column, value: Option<Value>) -> Option<Reason> {
    let Some(Value::Exact {
        score: Some(score), ..
    }) = value
    else {
        return None;
    };
    let left = || moves_left(board.discs(), score);
    Some(match score {
        0 => Reason::Draws(column),
        1.. => Reason::WinsIn(column, left()?),
        _ => Reason::LosesIn(column, left()?),
    })
}

/// Every column that is not full, with the board after it.
fn replies(board: Board) -> impl Iterator<Item = (Column, Board)> {
    Column::all().filter_map(move |column| Some((column, board.after(column)?)))
}

fn double_threat(board: Board, column: Column) -> Option<Reason> {
    let after = board
        .after(column)
        .filter(|after| !after.can_win_at_once())?;
    let threatens = |threat: &Column| {
        let elsewhere = replies(after).find(|(reply, _)| reply != threat);
        elsewhere.is_some_and(|(_, after)| after.wins_at(*threat))
    };
    let mut threats = Column::all().filter(threatens);
    Some(Reason::DoubleThreat(
        column,
        [threats.next()?, threats.next()?],
    ))
}

fn forced_by(board: Board, column: Column) -> Option<Reason> {
    let line = force(board, column, LONGEST)?;
    (line.len() > 1).then_some(Reason::Forced(line))
}

/// The line that dropping into `column` forces: it wins, or leaves one answer after which some
/// column forces again.
fn force(board: Board, column: Column, moves: usize) -> Option<Vec<Column>> {
    if board.wins_at(column) {
        return Some(vec![column]);
    }
    let after = board
        .after(column)
        .filter(|after| !after.can_win_at_once())?;
    if moves == 1 {
        return None;
    }
    let mut answers = replies(after).filter(|(_, after)| !after.can_win_at_once());
    let answer = match (answers.next(), answers.next()) {
        (Some(only), None) => only,
        // After any answer the next disc completes four.
        (None, _) => replies(after).next()?,
        (Some(_), Some(_)) => return None,
    };
    let going_on = Column::all().find_map(|column| force(answer.1, column, moves - 1))?;
    Some([vec![column, answer.0], going_on].concat())
}

/// The advice names columns 1 to 7.
const _: () = assert!(COLUMNS == 7);

#[cfg(test)]
mod tests {
    use table::{Budget, Chance as _, Expert as _, Game, Limits, Monotonic, Seeded};

    use super::*;

    /// Whether the side that dropped last, on a board seen from the opponent, surely wins with at
    /// most `discs` more of its own, by trying everything.
    fn surely(board: Board, discs: u32) -> bool {
        if board.is_lost() {
            return true;
        }
        if discs == 0 || board.can_win_at_once() || board.is_full() {
            return false;
        }
        replies(board).all(|(_, after)| {
            replies(after).any(|(_, after)| after.is_lost())
                || discs > 1 && replies(after).any(|(_, after)| surely(after, discs - 1))
        })
    }

    fn check(board: Board, reason: &Reason) {
        let after = |column: Column| board.after(column).unwrap();
        match reason {
            Reason::WinsNow(column) => assert!(after(*column).is_lost()),
            Reason::Parries(column) => {
                let elsewhere = replies(board).filter(|(other, _)| other != column);
                let lost = |(_, after): (Column, Board)| after.after(*column).unwrap().is_lost();
                assert!({ elsewhere }.all(lost));
            }
            Reason::Allows(column, reply) => {
                assert!(after(*column).after(*reply).unwrap().is_lost());
            }
            Reason::DoubleThreat(column, threats) => {
                assert_ne!(threats[0], threats[1]);
                assert!(surely(after(*column), 1));
            }
            Reason::Forced(line) => {
                let own = line.len().div_ceil(2) as u32;
                assert!(surely(after(line[0]), own - 1), "{line:?}");
                let end = line
                    .iter()
                    .fold(board, |board, column| board.after(*column).unwrap());
                assert!(end.is_lost());
            }
            Reason::WinsIn(column, discs) if *discs <= 3 || board.discs() >= 30 => {
                assert!(surely(after(*column), discs - 1));
                assert!(*discs == 1 || !surely(after(*column), discs - 2));
            }
            Reason::LosesIn(column, discs) if *discs <= 3 || board.discs() >= 30 => {
                let wins = |discs| replies(after(*column)).any(|(_, after)| surely(after, discs));
                assert!(wins(discs - 1));
                assert!(*discs == 1 || !wins(discs - 2));
            }
            Reason::WinsIn(..) | Reason::LosesIn(..) | Reason::Draws(_) => {}
        }
    }

    fn kind(reason: &Reason) -> usize {
        match reason {
            Reason::WinsNow(_) => 0,
            Reason::Parries(_) => 1,
            Reason::Allows(..) => 2,
            Reason::DoubleThreat(..) => 3,
            Reason::Forced(_) => 4,
            Reason::WinsIn(..) => 5,
            Reason::LosesIn(..) => 6,
            Reason::Draws(_) => 7,
        }
    }

    #[test]
    fn every_reason_holds_when_everything_is_tried() {
        let mut luck = Seeded::new(4);
        let mut expert = Engine::default();
        let (limits, clock) = (Limits::default(), Monotonic::start());
        let budget = Budget::new(&limits, &clock);
        let mut told = [0; 8];
        let mut positions = 0;
        while positions < 2_500 {
            let mut game = Puissance4::default();
            // Late enough that scores are found at once.
            for turn in 0..42 {
                let moves: Vec<Move> = game.legal().collect();
                let Some(&chosen) = moves.get(luck.below(moves.len().max(1) as u32) as usize)
                else {
                    break;
                };
                if turn >= 16 {
                    let found = expert.evaluate(&game, &mut luck, &budget).unwrap();
                    for reason in reasons(&game, &found, Some(chosen)) {
                        check(game.board(), &reason);
                        told[kind(&reason)] += 1;
                    }
                    positions += 1;
                }
                game.drop_disc(chosen).unwrap();
            }
        }
        assert!(told.iter().all(|count| *count >= 20), "{told:?}");
    }
}
