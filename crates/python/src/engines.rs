//! Analyses and reviews for Python: engines run without the interpreter's lock, on several threads,
//! and Ctrl-C stops them.

use std::collections::{BTreeMap, HashMap};
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ::games::RegisteredGame;
use ::table::{Budget, Explain, Limits, Message, Monotonic, Record, Seeded, Stop, Value, message};
use host::{Analysis, Analyst, Options};
use numpy::{PyArrayMethods, ToPyArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::game::position_at;
use crate::json;
use crate::language::{Refused, current_language, exception, refused};

/// Time between two checks for Ctrl-C while an engine runs.
const SIGNAL_CHECK: Duration = Duration::from_millis(40);

/// Maximum number of threads of one call; each has an engine of its own.
const MOST_THREADS: usize = 256;

/// Maximum number of idle engines cached for each game: some hold hundreds of megabytes.
const MOST_IDLE: usize = 2;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(analyse, module)?)?;
    module.add_function(wrap_pyfunction!(self::review, module)?)
}

/// Finds a game by name or alias.
pub(crate) fn find(name: &str) -> PyResult<&'static RegisteredGame> {
    ::games::find(name).map_err(|error| refused(&error))
}

/// Reads keyword arguments as options of the game: `True` sets a flag, `False` and `None` leave an
/// option unset.
pub(crate) fn options(
    game: &RegisteredGame,
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

fn unknown_option(game: &RegisteredGame, name: &str, known: &[&str]) -> PyErr {
    let known = known.join(", ");
    let message = message!("python-option", game = game.name, option = name, known);
    exception::<PyTypeError>(&message)
}

/// The error for action numbers of a game that does not number its moves.
pub(crate) fn no_numbers(game: &RegisteredGame) -> PyErr {
    exception::<PyTypeError>(&message!("python-no-numbers", game = game.name))
}

/// Runs `work` without the interpreter's lock. Ctrl-C pulls `stop` and is raised once `work` returns.
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
                match over.recv_timeout(SIGNAL_CHECK) {
                    Ok(answer) => return interrupt.map(|()| answer),
                    Err(RecvTimeoutError::Timeout) if interrupt.is_ok() => {
                        interrupt = interrupted();
                        if interrupt.is_err() {
                            stop.pull();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyValueError::new_err(
                            "the engine stopped with an internal error",
                        ));
                    }
                }
            }
        })
    })
}

/// Returns `KeyboardInterrupt` as the error when Ctrl-C was pressed.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone has too short a lifetime"
)]
fn interrupted() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Idle engines by the name of their game.
type EngineCache = HashMap<&'static str, Vec<Box<dyn Analyst>>>;

/// Engines of earlier calls. Their transposition tables save time and change no answer.
static CACHE: LazyLock<Mutex<EngineCache>> = LazyLock::new(Mutex::default);

fn cache() -> std::sync::MutexGuard<'static, EngineCache> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `ask` with an engine of the game, taken from the cache or created.
fn with_analyst<T>(
    game: &'static RegisteredGame,
    ask: impl FnOnce(&mut dyn Analyst) -> T,
) -> Result<T, Message> {
    let cached = cache().entry(game.name).or_default().pop();
    let create = || game.analyst(&Options::default());
    let mut analyst = cached
        .map_or_else(create, Ok)
        .map_err(|error| error.explain())?;
    let answer = ask(&mut *analyst);
    let mut cache = cache();
    let idle = cache.entry(game.name).or_default();
    if idle.len() < MOST_IDLE {
        idle.push(analyst);
    }
    Ok(answer)
}

/// Limits of an engine: `time` in seconds, `effort` in nodes or samples, `threads` from 1 to 256.
pub(crate) fn limits(time: Option<f64>, effort: Option<u64>, threads: usize) -> PyResult<Limits> {
    if !(1..=MOST_THREADS).contains(&threads) {
        let message = message!("python-threads", threads, most = MOST_THREADS);
        return Err(exception::<PyValueError>(&message));
    }
    let no_time = |seconds: f64| {
        let message = message!("python-time", seconds = seconds.to_string());
        exception::<PyValueError>(&message)
    };
    let time =
        time.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|_| no_time(seconds)));
    Ok(Limits {
        time: time.transpose()?,
        effort,
        threads,
        ..Limits::default()
    })
}

/// Analyses one position with an engine.
fn ask(
    analyst: &mut dyn Analyst,
    position: &str,
    seed: u64,
    limits: &Limits,
) -> Result<Analysis, Message> {
    let clock = Monotonic::start();
    let budget = Budget::new(limits, &clock);
    analyst.analyse(position, &mut Seeded::new(seed), &budget)
}

/// Analyses one position with one engine, which uses the threads of `limits`.
pub(crate) fn analyse_one(
    py: Python<'_>,
    game: &'static RegisteredGame,
    position: &str,
    seed: u64,
    limits: &Limits,
) -> PyResult<Analysis> {
    let report = interruptible(py, &limits.stop, || {
        with_analyst(game, |analyst| ask(analyst, position, seed, limits))
    })?;
    report.flatten().map_err(|error| refused(&error))
}

/// Analyses positions on the threads of `limits`, with one engine for each thread. Answers are in the
/// order of the positions.
fn analyse_all(
    game: &'static RegisteredGame,
    positions: &[String],
    seed: u64,
    limits: &Limits,
) -> Vec<Result<Analysis, Message>> {
    let next = AtomicUsize::new(0);
    let one_thread = Limits {
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
                        answers.push((at, ask(analyst, position, seed, &one_thread)));
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

/// Analyses positions on several threads and returns a list of the objects of
/// `brelan analyse --json`. `time` in seconds and `effort` in nodes or samples limit each position.
///
#[doc = include_str!("../doctests/analyse.txt")]
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
    let answers = interruptible(py, &limits.stop, || {
        analyse_all(game, &positions, seed, &limits)
    })?;
    let reports = positions.iter().zip(answers).map(|(position, answer)| {
        let named = |message| format!("{position}: {}", current_language().say(&message));
        answer.map_err(|message| Refused::new_err(named(message)))
    });
    let reports = reports.collect::<PyResult<Vec<_>>>()?;
    if arrays {
        return Ok(report_arrays(py, game, &reports)?.into_any());
    }
    let objects = reports
        .iter()
        .map(|report| json::to_python(py, &report.json(game.name, None)));
    Ok(PyList::new(py, objects.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// Reports as columns with one entry for each position: its value, the value of every action, NaN
/// where it is not legal, and whether the value is exact.
fn report_arrays<'py>(
    py: Python<'py>,
    game: &RegisteredGame,
    reports: &[Analysis],
) -> PyResult<Bound<'py, PyDict>> {
    let rows = reports.iter().map(|report| row(game, report));
    let rows = rows.collect::<PyResult<Vec<_>>>()?;
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut moves = Vec::with_capacity(widest * rows.len());
    for row in &rows {
        moves.extend(row);
        moves.extend(iter::repeat_n(f64::NAN, widest - row.len()));
    }
    let values: Vec<f64> = reports.iter().map(|report| report.value.merit()).collect();
    let is_exact = |report: &Analysis| matches!(report.value, Value::Exact { .. });
    let exact: Vec<bool> = reports.iter().map(is_exact).collect();
    let dict = PyDict::new(py);
    dict.set_item("value", values.to_pyarray(py))?;
    let shape = [rows.len(), widest];
    dict.set_item("moves", moves.to_pyarray(py).reshape(shape)?)?;
    dict.set_item("exact", exact.to_pyarray(py))?;
    Ok(dict)
}

/// Value of every action of a position; NaN where it is not legal.
fn row(game: &RegisteredGame, report: &Analysis) -> PyResult<Vec<f64>> {
    let position = position_at(game, &*report.position)?;
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

/// Reviews a recorded game and returns the object of `brelan review --json`, with the value of every
/// move.
///
#[doc = include_str!("../doctests/review.txt")]
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
    let reviewer = game.reviewer(&Options::default());
    let mut reviewer = reviewer.map_err(|error| refused(&error))?;
    let review = interruptible(py, &limits.stop, || {
        reviewer.review(&record, &limits, &mut |_| ())
    })?;
    let review = review.map_err(|error| refused(&error))?;
    json::to_python(py, &review.json(current_language()))
}
