//! A table where Python functions and built-in strategies play under the referee.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ::table::{Ending, Forfeit, Limits, Player, Program, Record, Side, Terms, Trust, Who};
use host::{EventKind, Setup, Table as Erased, Viewer, Waiting, advance};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sandbox::protocol;

use crate::engines::{self, find, interruptible};
use crate::language::{current_language, refused};

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("CHOOSE", sandbox::CHOOSE_SCRIPT)?;
    module.add_class::<Table>()
}

/// The side that is asked for a move, and the lines of the program protocol it has not received yet.
type Question = (&'static str, Vec<String>);

/// Time that a function is told it has when no clock runs; it is not enforced.
const MOVE_TIME: Duration = Duration::from_secs(5);

#[pyclass(module = "brelan._brelan")]
struct Table {
    /// The mutex makes the table `Sync`; it is only reached through `&mut self`.
    seats: Mutex<Box<dyn Erased>>,
    record: Record,
    limits: Limits,
    /// Protocol lines that each side has not received yet.
    unsent: [Vec<String>; 2],
    /// Reason for which the last answer was refused; `None` if it was accepted.
    refusal: Option<String>,
    ending: Option<Ending>,
}

/// A player as Python passes it.
#[derive(FromPyObject)]
enum PlayerArgument {
    /// `expert` or `Max@time=200,expert`; without `@` the strategy is also the name.
    Strategy(String),
    /// Name of the player, file and name of the function.
    Function(String, String, String),
}

impl PlayerArgument {
    /// The player in the record. A function is never started as a program.
    fn player(self, game: &games::RegisteredGame) -> PyResult<Player> {
        match self {
            Self::Strategy(text) => {
                let named = text.contains('@');
                let text = if named {
                    text
                } else {
                    format!("{text}@{text}")
                };
                host::seat(&text, game).map_err(|error| refused(&error))
            }
            Self::Function(name, file, function) => Ok(Player {
                name,
                terms: Terms::default(),
                who: Who::Program(Program::Function { file, function }),
            }),
        }
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game, first, second, *, seed, trusting, time, effort, options))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        game: &str,
        first: PlayerArgument,
        second: PlayerArgument,
        seed: u64,
        trusting: bool,
        time: Option<f64>,
        effort: Option<u64>,
        options: BTreeMap<String, Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let offer = find(game)?;
        let setup = Setup {
            options: engines::options(offer, options)?,
            players: [first.player(offer)?, second.player(offer)?],
            trust: if trusting {
                Trust::Trusting
            } else {
                Trust::Guarded
            },
            seed,
        };
        let table = offer.open(&setup).map_err(|error| refused(&error))?;
        Ok(Self {
            record: Record::new(table.header().clone()),
            unsent: Side::BOTH.map(|side| vec![protocol::game_line(&*table, side, seed)]),
            seats: Mutex::new(table),
            limits: engines::limits(time, effort, 1)?,
            refusal: None,
            ending: None,
        })
    }

    /// Plays until a function has to answer, and returns its question; None when the game is over.
    fn proceed(&mut self, py: Python<'_>) -> PyResult<Option<Question>> {
        let stop = self.limits.stop.clone();
        let asked = interruptible(py, &stop, || self.play_until_question())?;
        Ok(asked.map(|side| self.question(side)))
    }

    /// Passes a function's answer to the referee; returns the reason when it is refused.
    fn answer(&mut self, text: &str) -> PyResult<Option<String>> {
        self.refusal = None;
        let taken = self.recorded(|table, on_event| table.answer(text, on_event));
        taken.map_err(|_| PyValueError::new_err("no function is asked for a move"))?;
        Ok(self.refusal.clone())
    }

    /// Ends the game as a forfeit of a side.
    fn forfeit(&mut self, side: &str, reason: &str) -> PyResult<()> {
        let side = crate::game::side(side)?;
        let reason: Forfeit = reason
            .parse()
            .map_err(|_| PyValueError::new_err(format!("{reason:?} is not a forfeit")))?;
        let ended = self.recorded(|table, on_event| table.forfeit(side, reason, on_event));
        ended.map_err(|_| PyValueError::new_err("the game is over"))
    }

    /// 'first', 'second' or 'draw'; None while the game is in progress. A caught cheat loses.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        let winner = |ending: Ending| ending.loser().map(Side::other);
        self.ending
            .map(|ending| winner(ending).map_or("draw", Side::name))
    }

    /// The ending as records write it; None while the game is in progress.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.ending.map(|ending| ending.to_string())
    }

    #[getter]
    fn record(&self) -> String {
        self.record.to_string()
    }
}

impl Table {
    /// Plays strategies and chance until a function has to answer; `None` when the game is over or
    /// stopped.
    fn play_until_question(&mut self) -> Option<Side> {
        let limits = self.limits.clone();
        match self.recorded(|table, on_event| advance(table, &limits, on_event)) {
            Waiting::Answer(side) => Some(side),
            Waiting::Over(_) | Waiting::Stopped => None,
        }
    }

    fn table(&mut self) -> &mut dyn Erased {
        let table = self.seats.get_mut().unwrap_or_else(PoisonError::into_inner);
        &mut **table
    }

    /// The lines of a side's question: those not received yet, the position, and `play`.
    fn question(&mut self, side: Side) -> Question {
        let table = self.table();
        let brief = table.brief(side, protocol::MOST_MOVES);
        let time = table.time_left().unwrap_or(MOVE_TIME);
        let mut lines = std::mem::take(&mut self.unsent[side.index()]);
        lines.extend(protocol::question_lines(brief));
        lines.push(protocol::play_line(time));
        (side.name(), lines)
    }

    /// Calls the table and stores its events: the record, the lines for each side, the refusal and the
    /// ending.
    fn recorded<T>(
        &mut self,
        call: impl FnOnce(&mut dyn Erased, host::EventHandler<'_>) -> T,
    ) -> T {
        let Self {
            seats,
            record,
            unsent,
            refusal,
            ending,
            ..
        } = self;
        let table = seats.get_mut().unwrap_or_else(PoisonError::into_inner);
        call(&mut **table, &mut |event| {
            if let Some(entry) = event.entry() {
                record.push(entry);
            }
            for (side, unsent) in Side::BOTH.into_iter().zip(&mut *unsent) {
                unsent.extend(protocol::event_line(event, side, None, current_language()));
            }
            match event.kind() {
                EventKind::Refused | EventKind::Unreadable | EventKind::Foiled => {
                    let viewer = event.side().map_or(Viewer::Spectator, Viewer::Player);
                    *refusal = event
                        .refusal(viewer)
                        .map(|reason| current_language().say(&reason));
                }
                EventKind::Over => *ending = event.ending(),
                _ => {}
            }
        })
    }
}
