//! A game in a notebook: whoever holds it makes the moves of both sides and lets nature draw.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ::table::{Entry, Header, Message, Nature, Outcome, Player, Record, Side, Trust, Turn};
use house::drawing::standalone;
use house::{Arrays, Easel, Offer, Options, POSITION, Position, Viewer, Wanted};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::engines::{self, find};
use crate::json;
use crate::language::{refused, spoken, told, wrong};
use crate::past::{Past, Step};

/// The most moves that are listed.
const MOST_MOVES: usize = 1_000_000;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(new, module)?)?;
    module.add_function(wrap_pyfunction!(read, module)?)
}

/// A game in progress: make one by `brelan.new` or `brelan.read`.
///
/// >>> import brelan
/// >>> game = brelan.new("puissance4", "44535")
/// >>> game
/// brelan.new("puissance4", "44535")
/// >>> game.copy() == game, len({game, game.copy()})
/// (True, 1)
#[pyclass(module = "brelan._brelan", subclass)]
struct Game {
    offer: &'static Offer,
    position: Box<dyn Position>,
    /// Whose turn it is in `position`.
    turn: Turn,
    /// The numbers of the legal moves in `position`, once somebody asked.
    numbers: Option<Vec<usize>>,
    /// How many numbers moves have in this game.
    actions: Option<usize>,
    past: Past,
    seed: u64,
}

/// The side of that name.
pub(crate) fn side(name: &str) -> PyResult<Side> {
    let message = || Message::new("python-side").with("text", name);
    name.parse().map_err(|_| wrong::<PyValueError>(&message()))
}

/// The names of the games.
///
/// >>> import brelan
/// >>> len(brelan.games())
/// 5
#[pyfunction]
fn games() -> Vec<&'static str> {
    house::games().map(|game| game.name).collect()
}

/// A game that begins, with the options of the command line, or from a position.
///
/// >>> import brelan
/// >>> brelan.new("allumettes", matches=21, max=5).legal()
/// ['1', '2', '3', '4', '5']
/// >>> brelan.new("awale", "0,0,0,0,0,1,1,0,0,0,0,1/23-22/60").legal()
/// ['5']
/// >>> dice = brelan.new("421", seed=7)
/// >>> dice.turn, dice.outcomes
/// ('chance', 6)
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
    Ok(Game::begin(offer, position, seed))
}

/// The game of a record, where it ended or broke off.
///
/// >>> import brelan
/// >>> game = brelan.new("allumettes")
/// >>> _ = game.play("2")
/// >>> brelan.read(game.record("Ana", "Bob")) == game
/// True
#[pyfunction]
#[pyo3(signature = (record, seed = 0))]
fn read(record: &str, seed: u64) -> PyResult<Game> {
    let record: Record = record.parse().map_err(|error| refused(&error))?;
    let offer = find(&record.header.game)?;
    // The referee reads it: a record with cheats and refusals is as good as another.
    let table = offer.replay(&record, &mut |_| ());
    let reached = at(offer, table.map_err(|error| refused(&error))?.position())?;
    let drawn = |(_, entry): &&(usize, Entry)| matches!(entry, Entry::Chance(_));
    let drawn = record.entries.iter().filter(drawn).count();
    let start = at(offer, record.header.position.clone())?;
    let actions = start.arrays().map(Arrays::moves);
    let mut game = Game::begin(offer, reached, seed);
    game.actions = actions;
    game.past.before = Arc::new(record);
    game.past.drawn = drawn;
    Ok(game)
}

/// A position as text, to go on from.
fn at(offer: &Offer, text: String) -> PyResult<Box<dyn Position>> {
    let mut options = Options::default();
    options.set(POSITION.name, text);
    offer.free(&options).map_err(|error| refused(&error))
}

impl Game {
    fn begin(offer: &'static Offer, position: Box<dyn Position>, seed: u64) -> Self {
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
            past: Past {
                before: Arc::new(before),
                begun: position.copy().into(),
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
            Turn::Chance { .. } => Err(wrong::<PyValueError>(&Message::new("python-draw-first"))),
            Turn::Over(_) => Err(wrong::<PyValueError>(&Message::new("python-over"))),
        }
    }

    fn stepped(&mut self, step: Step) {
        self.past.steps.push(step);
        self.turn = self.position.turn();
        self.numbers = None;
    }

    /// The numbers of the legal moves, found once a position.
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
    /// The game's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.offer.name
    }

    /// The whole position as text, which `brelan.new` reads.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// 'first', 'second', or 'chance' when nature has to draw; None when it is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        match self.turn {
            Turn::Player(Side::First) => Some("first"),
            Turn::Player(Side::Second) => Some("second"),
            Turn::Chance { .. } => Some("chance"),
            Turn::Over(_) => None,
        }
    }

    /// Whether it is over.
    #[getter]
    fn over(&self) -> bool {
        matches!(self.turn, Turn::Over(_))
    }

    /// How many equally likely results nature draws from; 0 when it is not its turn.
    #[getter]
    fn outcomes(&self) -> u8 {
        match self.turn {
            Turn::Chance { outcomes, .. } => outcomes,
            Turn::Player(_) | Turn::Over(_) => 0,
        }
    }

    /// What it came to for the first side and the second: 1, -1 or 0; 0 while it goes on.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        match self.turn {
            Turn::Over(Outcome::Win(Side::First)) => (1.0, -1.0),
            Turn::Over(Outcome::Win(Side::Second)) => (-1.0, 1.0),
            Turn::Over(Outcome::Draw) | Turn::Player(_) | Turn::Chance { .. } => (0.0, 0.0),
        }
    }

    /// The legal moves of the side that has the hand.
    ///
    /// >>> import brelan
    /// >>> brelan.new("awale").legal()
    /// ['0', '1', '2', '3', '4', '5']
    fn legal(&self) -> Vec<String> {
        self.position.legal(MOST_MOVES)
    }

    /// Plays a move: what it did. `brelan.Refused` says why one cannot be.
    ///
    /// >>> import brelan
    /// >>> _ = brelan.language("en")
    /// >>> brelan.new("allumettes").play("4")
    /// Traceback (most recent call last):
    /// ...
    /// brelan.Refused: ...
    fn play(&mut self, mv: &str) -> PyResult<String> {
        self.to_move()?;
        let effect = self.position.play(mv).map_err(|message| told(&message))?;
        self.stepped(Step::Plays(mv.trim().into()));
        Ok(effect)
    }

    /// Lets nature draw once: by this game's seed, or the result that is given.
    ///
    /// >>> import brelan
    /// >>> dice = brelan.new("421")
    /// >>> for face in (4, 2, 1):
    /// ...     _ = dice.draw(face - 1)
    /// >>> dice.turn
    /// 'first'
    #[pyo3(signature = (outcome = None))]
    fn draw(&mut self, outcome: Option<u8>) -> PyResult<String> {
        let Turn::Chance { outcomes, .. } = self.turn else {
            return Err(wrong::<PyValueError>(&Message::new("python-nothing-drawn")));
        };
        let outcome = outcome.unwrap_or_else(|| {
            let slot = self.position.slot();
            Nature::new(self.seed).decide(self.past.drawn, slot, outcomes)
        });
        let effect = self.position.draw(outcome).ok_or_else(|| {
            let message = Message::new("python-outcome").with("outcome", outcome);
            wrong::<PyValueError>(&message.with("outcomes", outcomes))
        })?;
        self.past.drawn += 1;
        self.stepped(Step::Draws(outcome));
        Ok(effect)
    }

    /// What 'first' or 'second' sees as text; without a side, what everybody sees.
    #[pyo3(signature = (viewer = None))]
    fn view(&self, viewer: Option<&str>) -> PyResult<String> {
        let viewer = match viewer {
            None => Viewer::Spectator,
            Some(name) => Viewer::Player(side(name)?),
        };
        Ok(self.position.view(viewer))
    }

    /// The board as 'first' or 'second' sees it, as SVG; without a side, as everybody does.
    #[pyo3(signature = (viewer = None))]
    fn svg(&self, viewer: Option<&str>) -> PyResult<String> {
        let near = viewer.map_or(Ok(Side::First), side)?;
        let easel = Easel {
            near,
            ..Easel::wide(spoken())
        };
        let drawn = self
            .offer
            .drawing(&Wanted::still(&self.view(viewer)?, easel));
        Ok(standalone(&drawn.map_err(|message| told(&message))?.svg))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// The same game, to go on from apart.
    fn copy(&self) -> Self {
        Self {
            offer: self.offer,
            position: self.position.copy(),
            turn: self.turn,
            numbers: self.numbers.clone(),
            actions: self.actions,
            past: self.past.clone(),
            seed: self.seed,
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// The record so far, as text: what `brelan review` and `brelan.read` read.
    #[pyo3(signature = (first = "A", second = "B"))]
    fn record(&self, first: &str, second: &str) -> PyResult<String> {
        let players = [player(first)?, player(second)?];
        Ok(self.past.record(players).to_string())
    }

    /// What the position and every move is worth to the side that has the hand, from what it sees: the
    /// object of `brelan analyse --json`. `time` is in seconds.
    ///
    /// >>> import brelan
    /// >>> found = brelan.new("allumettes", "6").values()
    /// >>> [move["move"] for move in found["moves"] if move["value"]["win"] == 1.0]
    /// ['1']
    #[pyo3(signature = (*, time = None, effort = None, threads = 1, seed = 0))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        time: Option<f64>,
        effort: Option<u64>,
        threads: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let eyes = match self.turn {
            Turn::Player(side) | Turn::Chance { side, .. } => Viewer::Player(side),
            Turn::Over(_) => Viewer::Spectator,
        };
        let limits = engines::limits(time, effort, threads)?;
        let seen = self.position.view(eyes);
        let report = engines::one(py, self.offer, &seen, seed, &limits)?;
        json::written(py, &report.json(self.offer.name, None))
    }

    /// How many actions there can be: moves as numbers.
    #[getter]
    fn actions(&self) -> PyResult<usize> {
        self.arrays()?;
        Ok(self.actions.unwrap_or(0))
    }

    /// The numbers of the legal moves.
    ///
    /// >>> import brelan
    /// >>> brelan.new("puissance4").legal_actions()
    /// [0, 1, 2, 3, 4, 5, 6]
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.numbers()?)
    }

    /// Plays the move of a number.
    fn act(&mut self, action: usize) -> PyResult<()> {
        self.to_move()?;
        self.position.act(action).ok_or_else(|| illegal(action))?;
        self.stepped(Step::Acts(action));
        Ok(())
    }

    /// Plays the move of a number; False, and nothing changes, where it is not legal.
    fn try_act(&mut self, action: &Bound<'_, PyAny>) -> bool {
        action
            .extract()
            .is_ok_and(|action| self.act(action).is_ok())
    }

    /// Lets nature draw until a side has the hand, or the game is over.
    fn draw_all(&mut self) -> PyResult<()> {
        while matches!(self.turn, Turn::Chance { .. }) {
            self.draw(None)?;
        }
        Ok(())
    }

    /// The legal move of a number, as text.
    fn action_text(&self, action: usize) -> PyResult<String> {
        let text = self.arrays()?.text_of(action);
        text.ok_or_else(|| illegal(action))
    }

    /// The shape of observations.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.arrays()?.shape())
    }

    /// The least and the greatest number in observations.
    #[getter]
    fn range(&self) -> PyResult<(i32, i32)> {
        Ok(self.arrays()?.range().into())
    }

    /// What a side sees, as an array.
    fn observation<'py>(&self, py: Python<'py>, viewer: &str) -> PyResult<Bound<'py, PyAny>> {
        let arrays = self.arrays()?;
        let mut array = Vec::new();
        arrays.show(side(viewer)?, &mut array);
        let array = PyArray1::from_vec(py, array);
        Ok(array.reshape(arrays.shape())?.into_any())
    }

    /// 1 for every legal action, 0 for the others, as an array.
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
            _ => Err(wrong::<PyTypeError>(&Message::new("python-order"))),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.offer.name, self.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let made = py.import("brelan._brelan")?.getattr("read")?;
        Ok((made, (self.record("A", "B")?, self.seed)))
    }
}

type Pickled = (String, u64);

fn illegal(action: usize) -> PyErr {
    wrong::<PyIndexError>(&Message::new("python-action").with("action", action))
}

fn player(text: &str) -> PyResult<Player> {
    let with_strategy = text.contains('@');
    let text = if with_strategy {
        text.to_owned()
    } else {
        format!("{text}@humain")
    };
    text.parse().map_err(|error| refused(&error))
}
