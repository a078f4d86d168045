//! The class `brelan.Game`: a game whose moves and chance results all come from the caller.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ::games::RegisteredGame;
use ::table::{
    Chance as _, Entry, Header, Nature, Player, Record, Seeded, Side, Trust, Turn, message,
};
use draw::standalone;
use host::{Arrays, DrawingRequest, DrawingStyle, Options, POSITION, Position, Viewer};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::engines::{self, find};
use crate::history::{GameHistory, HistoryStep};
use crate::json;
use crate::language::{current_language, exception, refused};

/// Maximum number of moves that `legal` lists.
const MOST_MOVES: usize = 1_000_000;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(self::games, module)?)?;
    module.add_function(wrap_pyfunction!(new, module)?)?;
    module.add_function(wrap_pyfunction!(read, module)?)
}

/// A game in progress, made by `brelan.new` or `brelan.read`.
///
#[doc = include_str!("../doctests/game.txt")]
#[pyclass(module = "brelan._brelan", subclass)]
struct Game {
    offer: &'static RegisteredGame,
    position: Box<dyn Position>,
    /// The turn in `position`.
    turn: Turn,
    /// Action numbers of the legal moves in `position`; `None` until they are first needed.
    numbers: Option<Vec<usize>>,
    /// Number of actions; `None` in a game whose moves have no numbers.
    actions: Option<usize>,
    history: GameHistory,
    /// The seed of the chance results that `draw` chooses; `None` in a copy without luck.
    seed: Option<u64>,
}

/// Parses 'first' or 'second'.
pub(crate) fn side(name: &str) -> PyResult<Side> {
    let message = || message!("python-side", text = name);
    name.parse()
        .map_err(|_| exception::<PyValueError>(&message()))
}

/// The names of the games.
///
/// >>> import brelan
/// >>> len(brelan.games())
/// 5
#[pyfunction]
fn games() -> Vec<&'static str> {
    ::games::games().map(|game| game.name).collect()
}

/// Begins a game, from a position if one is given, with the options of the command line.
///
#[doc = include_str!("../doctests/new.txt")]
#[pyfunction]
#[pyo3(signature = (game, position = None, *, seed = 0, **given))]
fn new(
    game: &str,
    position: Option<String>,
    seed: u64,
    given: Option<BTreeMap<String, Bound<'_, PyAny>>>,
) -> PyResult<Game> {
    let offer = find(game)?;
    let mut options = engines::options(offer, given.unwrap_or_default())?;
    if let Some(position) = position {
        options.set(POSITION.name, position);
    }
    let position = offer.free(&options).map_err(|error| refused(&error))?;
    Ok(Game::begin(offer, position, Some(seed)))
}

/// Reads a record and returns the game at its last position; without luck when `seed` is None.
///
#[doc = include_str!("../doctests/read.txt")]
#[pyfunction]
#[pyo3(signature = (record, seed = Some(0)), text_signature = "(record, seed=0)")]
fn read(record: &str, seed: Option<u64>) -> PyResult<Game> {
    let record: Record = record.parse().map_err(|error| refused(&error))?;
    let offer = find(&record.header.game)?;
    // Replayed by the referee, because a record may hold cheats and refused moves.
    let table = offer.replay(&record, &mut |_| ());
    let reached = position_at(offer, table.map_err(|error| refused(&error))?.position())?;
    let drawn = |(_, entry): &&(usize, Entry)| matches!(entry, Entry::Chance(_));
    let drawn = record.entries.iter().filter(drawn).count();
    let start = position_at(offer, &*record.header.position)?;
    let actions = start.arrays().map(Arrays::moves);
    let mut game = Game::begin(offer, reached, seed);
    game.actions = actions;
    game.history.before = Arc::new(record);
    game.history.drawn = drawn;
    Ok(game)
}

/// Parses a position.
pub(crate) fn position_at(
    offer: &RegisteredGame,
    text: impl Into<String>,
) -> PyResult<Box<dyn Position>> {
    let mut options = Options::default();
    options.set(POSITION.name, text);
    offer.free(&options).map_err(|error| refused(&error))
}

impl Game {
    fn begin(
        offer: &'static RegisteredGame,
        position: Box<dyn Position>,
        seed: Option<u64>,
    ) -> Self {
        let before = Record::new(Header {
            game: offer.name.to_owned(),
            position: position.text(),
            trust: Trust::Guarded,
            players: ["A", "B"].map(Player::person),
        });
        Self {
            offer,
            turn: position.turn(),
            numbers: None,
            actions: position.arrays().map(Arrays::moves),
            history: GameHistory {
                before: Arc::new(before),
                start: position.copy().into(),
                steps: Vec::new(),
                drawn: 0,
            },
            position,
            seed,
        }
    }

    fn arrays(&self) -> PyResult<&dyn Arrays> {
        let arrays = self.position.arrays();
        arrays.ok_or_else(|| engines::no_numbers(self.offer))
    }

    fn to_move(&self) -> PyResult<Side> {
        match self.turn {
            Turn::Player(side) => Ok(side),
            Turn::Chance { .. } => Err(exception::<PyValueError>(&message!("python-draw-first"))),
            Turn::Over(_) => Err(exception::<PyValueError>(&message!("python-over"))),
        }
    }

    /// Appends a step that was made in `position`, and forgets what depended on the position before.
    fn add_step(&mut self, step: HistoryStep) {
        self.history.steps.push(step);
        self.turn = self.position.turn();
        self.numbers = None;
    }

    /// The action numbers of the legal moves, computed once for each position.
    fn numbers(&mut self) -> PyResult<&[usize]> {
        if self.numbers.is_none() {
            let mut numbers = Vec::with_capacity(8);
            self.arrays()?.legal(&mut numbers);
            self.numbers = Some(numbers);
        }
        Ok(self.numbers.as_deref().unwrap_or_default())
    }
}

#[pymethods]
impl Game {
    /// The name of the game, as `brelan.games` lists it.
    #[getter]
    fn name(&self) -> &'static str {
        self.offer.name
    }

    /// The whole position as text, hidden parts included; `brelan.new` reads it.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// The side to move, 'first' or 'second'; 'chance' before a chance result; None when the game is
    /// over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        match self.turn {
            Turn::Player(side) => Some(side.name()),
            Turn::Chance { .. } => Some("chance"),
            Turn::Over(_) => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        matches!(self.turn, Turn::Over(_))
    }

    /// The number of equally likely chance results; 0 when it is a side's turn.
    #[getter]
    fn outcomes(&self) -> u8 {
        match self.turn {
            Turn::Chance { outcomes, .. } => outcomes,
            Turn::Player(_) | Turn::Over(_) => 0,
        }
    }

    /// The result for the first and the second side: 1, -1 or 0; 0 while the game is in progress.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        let winner = match self.turn {
            Turn::Over(outcome) => outcome.winner(),
            Turn::Player(_) | Turn::Chance { .. } => None,
        };
        match winner {
            Some(Side::First) => (1.0, -1.0),
            Some(Side::Second) => (-1.0, 1.0),
            None => (0.0, 0.0),
        }
    }

    /// The legal moves of the side to move, as text.
    ///
    #[doc = include_str!("../doctests/legal.txt")]
    fn legal(&self) -> Vec<String> {
        self.position.legal(MOST_MOVES)
    }

    /// Plays a move and returns its effect; raises `brelan.Refused`, with the reason, when it is not legal.
    ///
    #[doc = include_str!("../doctests/play.txt")]
    fn play(&mut self, mv: &str) -> PyResult<String> {
        self.to_move()?;
        let effect = self.position.play(mv).map_err(|error| refused(&error))?;
        self.add_step(HistoryStep::Move(mv.trim().into()));
        Ok(effect)
    }

    /// Draws one chance result: the one that is given, else the one of the game's seed. A copy without
    /// luck raises `ValueError` when none is given.
    ///
    #[doc = include_str!("../doctests/draw.txt")]
    #[pyo3(signature = (outcome = None))]
    fn draw(&mut self, outcome: Option<u8>) -> PyResult<String> {
        let Turn::Chance { outcomes, .. } = self.turn else {
            return Err(exception::<PyValueError>(&message!("python-nothing-drawn")));
        };
        let outcome = if let Some(outcome) = outcome {
            outcome
        } else {
            let without = || exception::<PyValueError>(&message!("python-no-luck"));
            let mut nature = Nature::new(self.seed.ok_or_else(without)?);
            nature.decide(self.history.drawn, self.position.slot(), outcomes)
        };
        let effect = self.position.draw(outcome).ok_or_else(|| {
            let message = message!("python-outcome", outcome, outcomes);
            exception::<PyValueError>(&message)
        })?;
        self.history.drawn += 1;
        self.add_step(HistoryStep::Chance(outcome));
        Ok(effect)
    }

    /// The position as 'first' or 'second' sees it, as text; without a side, as a spectator sees it.
    #[pyo3(signature = (viewer = None))]
    fn view(&self, viewer: Option<&str>) -> PyResult<String> {
        let viewer = match viewer {
            None => Viewer::Spectator,
            Some(name) => Viewer::Player(side(name)?),
        };
        Ok(self.position.view(viewer))
    }

    /// The board as 'first' or 'second' sees it, as SVG; without a side, as a spectator sees it.
    #[pyo3(signature = (viewer = None))]
    fn svg(&self, viewer: Option<&str>) -> PyResult<String> {
        let style = DrawingStyle {
            near: viewer.map_or(Ok(Side::First), side)?,
            ..DrawingStyle::wide(current_language())
        };
        let view = self.view(viewer)?;
        let drawn = self.offer.drawing(&DrawingRequest::still(&view, style));
        Ok(standalone(&drawn.map_err(|error| refused(&error))?.svg))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// Returns an independent copy of the game, which does not foresee its dice and tiles: without a seed
    /// the copy has no luck, and `draw` needs an outcome; with one it has luck of its own.
    ///
    #[doc = include_str!("../doctests/copy.txt")]
    #[pyo3(signature = (*, seed = None))]
    fn copy(&self, seed: Option<u64>) -> Self {
        Self {
            offer: self.offer,
            position: self.position.copy(),
            turn: self.turn,
            numbers: self.numbers.clone(),
            actions: self.actions,
            history: self.history.clone(),
            seed: seed.map(|seed| copied_seed(self.seed, seed)),
        }
    }

    fn __copy__(&self) -> Self {
        self.copy(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(None)
    }

    /// The record of the game so far, as text, which `brelan review` and `brelan.read` read.
    #[pyo3(signature = (first = "A", second = "B"))]
    fn record(&self, first: &str, second: &str) -> PyResult<String> {
        let players = [player(first)?, player(second)?];
        Ok(self.history.record(players).to_string())
    }

    /// Analyses the position as the side to move sees it, and returns the object of
    /// `brelan analyse --json`. `time` is in seconds.
    ///
    #[doc = include_str!("../doctests/values.txt")]
    #[pyo3(signature = (*, time = None, effort = None, threads = 1, seed = 0))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        time: Option<f64>,
        effort: Option<u64>,
        threads: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = match self.turn {
            Turn::Player(side) | Turn::Chance { side, .. } => Viewer::Player(side),
            Turn::Over(_) => Viewer::Spectator,
        };
        let limits = engines::limits(time, effort, threads)?;
        let seen = self.position.view(viewer);
        let report = engines::analyse_one(py, self.offer, &seen, seed, &limits)?;
        json::to_python(py, &report.json(self.offer.name, None))
    }

    /// The number of actions: every move of the game has a number below it.
    #[getter]
    fn actions(&self) -> PyResult<usize> {
        self.arrays()?;
        Ok(self.actions.unwrap_or(0))
    }

    /// The action numbers of the legal moves.
    ///
    #[doc = include_str!("../doctests/legal_actions.txt")]
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.numbers()?)
    }

    /// Plays the move with this action number.
    fn act(&mut self, action: usize) -> PyResult<()> {
        self.to_move()?;
        self.position.act(action).ok_or_else(|| illegal(action))?;
        self.add_step(HistoryStep::Action(action));
        Ok(())
    }

    /// Plays the move with this action number; returns False, and changes nothing, when it is not legal.
    fn try_act(&mut self, action: &Bound<'_, PyAny>) -> bool {
        action
            .extract()
            .is_ok_and(|action| self.act(action).is_ok())
    }

    /// Draws chance results, from the game's seed, until a side is to move or the game is over.
    fn draw_all(&mut self) -> PyResult<()> {
        while matches!(self.turn, Turn::Chance { .. }) {
            self.draw(None)?;
        }
        Ok(())
    }

    /// The text of the legal move with this action number.
    fn action_text(&self, action: usize) -> PyResult<String> {
        let text = self.arrays()?.text_of(action);
        text.ok_or_else(|| illegal(action))
    }

    /// The shape of the arrays of `observation`.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.arrays()?.shape())
    }

    /// The least and the greatest number in an observation.
    #[getter]
    fn range(&self) -> PyResult<(i32, i32)> {
        Ok(self.arrays()?.range().into())
    }

    /// The position as a side sees it, as an array of integers.
    fn observation<'py>(&self, py: Python<'py>, viewer: &str) -> PyResult<Bound<'py, PyAny>> {
        let arrays = self.arrays()?;
        let mut array = Vec::new();
        arrays.show(side(viewer)?, &mut array);
        let array = PyArray1::from_vec(py, array);
        Ok(array.reshape(arrays.shape())?.into_any())
    }

    /// An array with 1 for every legal action and 0 for the others.
    fn mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.actions.unwrap_or(0)];
        for number in self.numbers()? {
            if let Some(legal) = mask.get_mut(*number) {
                *legal = 1;
            }
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    fn __repr__(&self) -> String {
        format!("brelan.new({:?}, {:?})", self.offer.name, self.text())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __richcmp__(&self, other: &Self, compared: CompareOp) -> PyResult<bool> {
        let equal = self.offer.name == other.offer.name && self.text() == other.text();
        match compared {
            CompareOp::Eq => Ok(equal),
            CompareOp::Ne => Ok(!equal),
            _ => Err(exception::<PyTypeError>(&message!("python-order"))),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.offer.name, self.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let read = py.import("brelan._brelan")?.getattr("read")?;
        Ok((read, (self.record("A", "B")?, self.seed)))
    }
}

/// The arguments of `read` that restore a pickled game: its record and its seed.
type Pickled = (String, Option<u64>);

/// The seed of a copy with the given seed, which is that of no game it was copied from.
fn copied_seed(from: Option<u64>, given: u64) -> u64 {
    // Beyond the streams of nature, of the strategies and of programs.
    const COPIES: u64 = 1 << 63;
    let mut luck = Seeded::stream(given, COPIES | from.unwrap_or(0));
    let mut half = || u64::from(luck.below(1 << 31));
    half() << 31 | half()
}

fn illegal(action: usize) -> PyErr {
    exception::<PyIndexError>(&message!("python-action", action))
}

/// Parses a player; a bare name is a person's.
fn player(text: &str) -> PyResult<Player> {
    let bare = !text.contains('@');
    let strategy = if bare { "@humain" } else { "" };
    let player = format!("{text}{strategy}").parse();
    player.map_err(|error| refused(&error))
}
