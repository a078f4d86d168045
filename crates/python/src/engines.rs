//! Engines asked from Python: without the interpreter's lock, on as many threads as are wanted, and
//! stopped by Ctrl-C.

use std::collections::{BTreeMap, HashMap};
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ::table::{Budget, Explain, Limits, Message, Monotonic, Record, Seeded, Stop, Value};
use house::review::Reviewer;
use house::{Analyst, Offer, Options, POSITION, Report};
use numpy::{PyArrayMethods, ToPyArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::json;
use crate::language::{Refused, refused, spoken, told, wrong};

/// How often Ctrl-C is looked for.
const PULSE: Duration = Duration::from_millis(40);

/// Threads of one call at most: each has an engine of its own.
const MOST_THREADS: usize = 256;

/// How many idle engines of a game are kept: some hold hundreds of megabytes.
const MOST_IDLE: usize = 2;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(analyse, module)?)?;
    module.add_function(wrap_pyfunction!(review, module)?)
}

/// The game of that name.
pub(crate) fn find(name: &str) -> PyResult<&'static Offer> {
    house::find(name).map_err(|error| refused(&error))
}

/// Options as Python gives them, each one of the game's: `True` for a flag.
pub(crate) fn options(
    game: &Offer,
    given: BTreeMap<String, Bound<'_, PyAny>>,
) -> PyResult<Options> {
    let mut options = Options::default();
    for (name, value) in given {
        let name = name.replace('_', "-");
        let known = game.options.iter().map(|spec| spec.name);
        if !known.clone().any(|known| known == name) {
            return Err(unknown_option(game, &name, &known.collect::<Vec<_>>()));
        }
        match value.extract::<bool>() {
            Ok(true) => options.set(name, ""),
            Ok(false) => {}
            Err(_) if value.is_none() => {}
            Err(_) => options.set(name, value.str()?.to_string()),
        }
    }
    Ok(options)
}

fn unknown_option(game: &Offer, name: &str, known: &[&str]) -> PyErr {
    let message = Message::new("python-option").with("game", game.name);
    wrong::<PyTypeError>(&message.with("option", name).with("known", known.join(", ")))
}

/// A game whose moves have no numbers was asked for them.
pub(crate) fn no_numbers(game: &Offer) -> PyErr {
    wrong::<PyTypeError>(&Message::new("python-no-numbers").with("game", game.name))
}

/// Lets `work` run without the interpreter's lock; an interrupt pulls `stop` and is raised.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, over) = mpsc::channel();
            scope.spawn(move || done.send(work()));
            let mut interrupt = Ok(());
            loop {
                match over.recv_timeout(PULSE) {
                    Ok(answer) => return interrupt.map(|()| answer),
                    Err(RecvTimeoutError::Timeout) if interrupt.is_ok() => {
                        interrupt = interrupted();
                        if interrupt.is_err() {
                            stop.pull();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyValueError::new_err("the engine broke down"));
                    }
                }
            }
        })
    })
}

/// Whether somebody pressed Ctrl-C, as the exception that says so.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone has too short a lifetime"
)]
fn interrupted() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

type Idle = HashMap<&'static str, Vec<Box<dyn Analyst>>>;

/// Engines that were asked before: what they remember changes no answer and saves time.
static IDLE: LazyLock<Mutex<Idle>> = LazyLock::new(Mutex::default);

fn idle() -> std::sync::MutexGuard<'static, Idle> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks an engine of the game, an idle one if there is one.
fn with_analyst<T>(
    game: &'static Offer,
    ask: impl FnOnce(&mut dyn Analyst) -> T,
) -> Result<T, Message> {
    let waiting = idle().entry(game.name).or_default().pop();
    let made = || game.analyst(&Options::default());
    let mut analyst = waiting
        .map_or_else(made, Ok)
        .map_err(|error| error.explain())?;
    let answer = ask(&mut *analyst);
    let mut idle = idle();
    let kept = idle.entry(game.name).or_default();
    if kept.len() < MOST_IDLE {
        kept.push(analyst);
    }
    Ok(answer)
}

/// How long and how hard engines may think.
pub(crate) fn limits(time: Option<f64>, effort: Option<u64>, threads: usize) -> PyResult<Limits> {
    if !(1..=MOST_THREADS).contains(&threads) {
        let message = Message::new("python-threads").with("threads", threads);
        return Err(wrong::<PyValueError>(&message.with("most", MOST_THREADS)));
    }
    let no_time = |seconds: f64| {
        let message = Message::new("python-time").with("seconds", seconds.to_string());
        wrong::<PyValueError>(&message)
    };
    let time =
        time.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|_| no_time(seconds)));
    Ok(Limits {
        time: time.transpose()?,
        effort,
        threads,
        stop: Stop::default(),
    })
}

/// What one position is worth.
fn asked(
    analyst: &mut dyn Analyst,
    position: &str,
    seed: u64,
    limits: &Limits,
) -> Result<Report, Message> {
    let clock = Monotonic::start();
    let budget = Budget::new(limits, &clock);
    analyst.analyse(position, &mut Seeded::new(seed), &budget)
}

/// What a position is worth, the engine using as many threads as `limits` say.
pub(crate) fn one(
    py: Python<'_>,
    game: &'static Offer,
    position: &str,
    seed: u64,
    limits: &Limits,
) -> PyResult<Report> {
    let report = interruptible(py, &limits.stop, || {
        with_analyst(game, |analyst| asked(analyst, position, seed, limits))
    })?;
    report.flatten().map_err(|message| told(&message))
}

/// What each position is worth, in order: every thread has an engine of its own.
fn all(
    game: &'static Offer,
    positions: &[String],
    seed: u64,
    limits: &Limits,
) -> Vec<Result<Report, Message>> {
    let next = AtomicUsize::new(0);
    let alone = Limits {
        threads: 1,
        ..limits.clone()
    };
    let work = || {
        let answers = with_analyst(game, |analyst| {
            let mut answers = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                match positions.get(at) {
                    Some(position) if !limits.stop.pulled() => {
                        answers.push((at, asked(analyst, position, seed, &alone)));
                    }
                    _ => return answers,
                }
            }
        });
        answers.unwrap_or_else(|message| vec![(0, Err(message))])
    };
    let threads = limits.threads.clamp(1, positions.len().max(1));
    let mut answers: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let answers = workers.into_iter().map(|it| it.join().unwrap_or_default());
        answers.flatten().collect()
    });
    answers.sort_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// What each position is worth, thousands at a time on as many threads as are wanted: a list of the
/// objects of `brelan analyse --json`. `time` is in seconds and `effort` in nodes or samples, of each.
///
/// >>> import brelan
/// >>> found = brelan.analyse("puissance4", ["4455", "445566"], threads=2)
/// >>> [report["value"]["score"] for report in found]
/// [18, 18]
///
/// With `arrays=True` a dict of arrays instead: `value` of each position, `moves` of every action
/// of each (NaN where it is not legal), `exact`. A number is the game's own score where it has one,
/// else the share of the game.
///
/// >>> found = brelan.analyse("puissance4", ["4455"], arrays=True)
/// >>> found["moves"].shape, found["value"].tolist()
/// ((1, 7), [18.0])
#[pyfunction]
#[pyo3(signature = (game, positions, *, threads = 1, time = None, effort = None, seed = 0, arrays = false))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
fn analyse<'py>(
    py: Python<'py>,
    game: &str,
    positions: Vec<String>,
    threads: usize,
    time: Option<f64>,
    effort: Option<u64>,
    seed: u64,
    arrays: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = find(game)?;
    let limits = limits(time, effort, threads)?;
    let answers = interruptible(py, &limits.stop, || all(game, &positions, seed, &limits))?;
    let reports = positions.iter().zip(answers).map(|(position, answer)| {
        let named = |message| format!("{position}: {}", spoken().say(&message));
        answer.map_err(|message| Refused::new_err(named(message)))
    });
    let reports = reports.collect::<PyResult<Vec<_>>>()?;
    if arrays {
        return Ok(Arrayed::of(game, &reports)?.written(py)?.into_any());
    }
    let objects = reports
        .iter()
        .map(|report| json::written(py, &report.json(game.name, None)));
    Ok(PyList::new(py, objects.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// Reports as arrays, a row a position.
#[derive(Default)]
struct Arrayed {
    value: Vec<f64>,
    rows: Vec<Vec<f64>>,
    exact: Vec<bool>,
}

impl Arrayed {
    fn of(game: &Offer, reports: &[Report]) -> PyResult<Self> {
        let mut arrays = Self::default();
        for report in reports {
            arrays.value.push(report.value.merit());
            arrays
                .exact
                .push(matches!(report.value, Value::Exact { .. }));
            arrays.rows.push(row(game, report)?);
        }
        Ok(arrays)
    }

    fn written<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut moves = Vec::with_capacity(widest * self.rows.len());
        for row in &self.rows {
            let missing = iter::repeat_n(f64::NAN, widest - row.len());
            moves.extend(row.iter().copied().chain(missing));
        }
        let dict = PyDict::new(py);
        dict.set_item("value", self.value.to_pyarray(py))?;
        dict.set_item(
            "moves",
            moves.to_pyarray(py).reshape([self.rows.len(), widest])?,
        )?;
        dict.set_item("exact", self.exact.to_pyarray(py))?;
        Ok(dict)
    }
}

/// What every action of a position is worth; NaN where it is not legal.
fn row(game: &Offer, report: &Report) -> PyResult<Vec<f64>> {
    let mut options = Options::default();
    options.set(POSITION.name, report.position.as_str());
    let position = game.free(&options).map_err(|error| refused(&error))?;
    let arrays = position.arrays().ok_or_else(|| no_numbers(game))?;
    let (mut row, mut numbers) = (vec![f64::NAN; arrays.moves()], Vec::new());
    arrays.legal(&mut numbers);
    for (number, text) in numbers.into_iter().zip(position.legal(usize::MAX)) {
        let known = report.moves.iter().find(|(mv, _)| *mv == text);
        if let Some((_, value)) = known {
            row[number] = value.merit();
        }
    }
    Ok(row)
}

/// What every move of a recorded game was worth: the object of `brelan review --json`.
///
/// >>> import brelan
/// >>> game = brelan.new("allumettes", "6")
/// >>> for take in ("2", "3", "1"):
/// ...     _ = game.play(take)
/// >>> review = brelan.review(game.record())
/// >>> [move.get("name") for move in review["moves"]]
/// ['blunder', 'best', 'best']
#[pyfunction]
#[pyo3(signature = (record, *, threads = 1, time = None, effort = None))]
fn review<'py>(
    py: Python<'py>,
    record: &str,
    threads: usize,
    time: Option<f64>,
    effort: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let record: Record = record.parse().map_err(|error| refused(&error))?;
    let game = find(&record.header.game)?;
    let limits = limits(time, effort, threads)?;
    let mut desk: Box<dyn Reviewer> = game
        .reviewer(&Options::default())
        .map_err(|error| refused(&error))?;
    let review = interruptible(py, &limits.stop, || {
        desk.review(&record, &limits, &mut |_| ())
    })?;
    let review = review.map_err(|error| refused(&error))?;
    json::written(py, &review.json(spoken()))
}
