//! A table where Python functions and strategies of the house meet under the referee.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ::table::{Ending, Forfeit, Limits, Next, Player, Program, Record, Side, Terms, Trust, Who};
use house::{Kind, Setup, Table as Erased, Viewer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sandbox::protocol;

use crate::engines::{self, find, interruptible};
use crate::language::{refused, spoken};

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("CHOOSE", sandbox::CHOOSE_SCRIPT)?;
    module.add_class::<Table>()
}

/// Which side is asked, and the lines of docs/programs.md that it has not heard yet.
type Asked = (&'static str, Vec<String>);

/// How long a function may think where no clock says so: nobody stops it, it is told.
const USUAL: Duration = Duration::from_secs(5);

#[pyclass(module = "brelan._brelan")]
struct Table {
    /// Only ever reached by whoever holds the table alone.
    seats: Mutex<Box<dyn Erased>>,
    record: Record,
    limits: Limits,
    /// What each side has yet to hear.
    unheard: [Vec<String>; 2],
    refusal: Option<String>,
    ending: Option<Ending>,
}

/// `expert`, `Max@time=200,expert`; or who a function of this process is in records.
fn seated(text: &str, game: &house::Offer) -> PyResult<Player> {
    let bare = !text.contains('@');
    let text = if bare {
        format!("{text}@{text}")
    } else {
        text.to_owned()
    };
    house::seat(&text, game).map_err(|error| refused(&error))
}

/// A function as a player of that name: a program that is not started.
fn function(name: &str, file: &str, called: &str) -> Player {
    Player {
        name: name.to_owned(),
        terms: Terms::default(),
        who: Who::Program(Program::Function {
            file: file.to_owned(),
            function: called.to_owned(),
        }),
    }
}

#[derive(FromPyObject)]
enum Given {
    Strategy(String),
    Function(String, String, String),
}

impl Given {
    fn player(&self, game: &house::Offer) -> PyResult<Player> {
        match self {
            Self::Strategy(text) => seated(text, game),
            Self::Function(name, file, called) => Ok(function(name, file, called)),
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
        first: Given,
        second: Given,
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
            unheard: Side::BOTH.map(|side| vec![protocol::game_line(&*table, side, seed)]),
            seats: Mutex::new(table),
            limits: engines::limits(time, effort, 1)?,
            refusal: None,
            ending: None,
        })
    }

    /// Goes on until a function has to answer, or the game is over: what it is told.
    fn proceed(&mut self, py: Python<'_>) -> PyResult<Option<Asked>> {
        let stop = self.limits.stop.clone();
        let asked = interruptible(py, &stop, || self.until_asked())?;
        Ok(asked.map(|side| self.question(side)))
    }

    /// Answers for the function that has the hand; why not, when that cannot be.
    fn answer(&mut self, text: &str) -> PyResult<Option<String>> {
        self.refusal = None;
        let taken = self.heard(|table, hear| table.answer(text, hear));
        taken.map_err(|_| PyValueError::new_err("nobody is asked"))?;
        Ok(self.refusal.clone())
    }

    /// Ends the game against a side.
    fn forfeit(&mut self, side: &str, reason: &str) -> PyResult<()> {
        let side = crate::game::side(side)?;
        let reason: Forfeit = reason
            .parse()
            .map_err(|_| PyValueError::new_err(format!("{reason:?} is not a forfeit")))?;
        let ended = self.heard(|table, hear| table.forfeit(side, reason, hear));
        ended.map_err(|_| PyValueError::new_err("the game is over"))
    }

    /// `first`, `second`, `draw`; none while it goes on. A caught cheat loses.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.ending.map(|ending| match ending.loser() {
            None => "draw",
            Some(Side::First) => "second",
            Some(Side::Second) => "first",
        })
    }

    /// How it ended, as records write it.
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
    fn until_asked(&mut self) -> Option<Side> {
        while !self.limits.stop.pulled() {
            let next = self.heard(|table, hear| table.next(hear));
            match next {
                Next::Answer(side) => return Some(side),
                Next::Over(_) => return None,
                Next::Think(_) | Next::Draw { .. } => {
                    let limits = self.limits.clone();
                    let gone_on = self.heard(|table, hear| table.proceed(&limits, hear));
                    debug_assert!(gone_on.is_ok(), "it needs nobody");
                }
            }
        }
        None
    }

    fn table(&mut self) -> &mut dyn Erased {
        let table = self.seats.get_mut().unwrap_or_else(PoisonError::into_inner);
        &mut **table
    }

    /// What a side is told before it answers, what it has not heard first.
    fn question(&mut self, side: Side) -> Asked {
        let table = self.table();
        let brief = table.brief(side, protocol::MOST_MOVES);
        let time = table.time_left().unwrap_or(USUAL);
        let mut lines = std::mem::take(&mut self.unheard[side.index()]);
        lines.extend(protocol::question_lines(brief));
        lines.push(protocol::play_line(time));
        (name(side), lines)
    }

    /// Runs one call of the table and keeps what it tells.
    fn heard<T>(&mut self, call: impl FnOnce(&mut dyn Erased, house::Hear<'_>) -> T) -> T {
        let Self {
            seats,
            record,
            unheard,
            refusal,
            ending,
            ..
        } = self;
        let table = seats.get_mut().unwrap_or_else(PoisonError::into_inner);
        call(&mut **table, &mut |moment| {
            if let Some(entry) = moment.entry() {
                record.push(entry);
            }
            for (side, unheard) in Side::BOTH.into_iter().zip(&mut *unheard) {
                unheard.extend(protocol::event_line(moment, side, None, spoken()));
            }
            match moment.kind() {
                Kind::Refused | Kind::Unreadable | Kind::Foiled => {
                    let eyes = moment.side().map_or(Viewer::Spectator, Viewer::Player);
                    *refusal = moment.refusal(eyes).map(|reason| spoken().say(&reason));
                }
                Kind::Over => *ending = moment.ending(),
                _ => {}
            }
        })
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
