//! Luck taken out: how lucky a side was, and what the points are worth without it.
//!
//! Luck has mean zero whoever plays, so that any multiple of it may be taken off the points without
//! a bias, provided that the multiple was not chosen on the same games.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use house::{Analyst, Kind, Moment, Offer, Options, Viewer};
use table::{Budget, Seeded, Side, Value};

use super::Meeting;

/// Positions whose values are remembered.
const MOST_KNOWN: usize = 200_000;
/// Pairs that a coefficient is fitted on, at least.
const FEWEST: usize = 8;

/// What a position and its moves are worth to the first side.
#[derive(Debug)]
struct Worth {
    value: f64,
    moves: Vec<(String, f64)>,
}

/// Measures luck as a game goes: the value after a throw minus its mean before, summed. Values are
/// those of the game's own exact analysis, so that only 421 has luck here: at dominos the swapped
/// pair cancels the deal.
pub(crate) struct Gauge {
    analyst: Option<Box<dyn Analyst>>,
    known: HashMap<String, Rc<Worth>>,
    here: Option<Rc<Worth>>,
    /// What the game was worth when a player last had a say.
    before: f64,
    luck: f64,
    exact: bool,
}

impl Gauge {
    pub(crate) fn new(game: &Offer) -> Self {
        let measured = game.name == "421";
        let analyst = measured.then(|| game.analyst(&Options::default()));
        Self {
            analyst: analyst.and_then(Result::ok),
            known: HashMap::new(),
            here: None,
            before: 0.0,
            luck: 0.0,
            exact: false,
        }
    }

    pub(crate) fn begin(&mut self, position: &str) {
        if self.analyst.is_none() {
            return;
        }
        self.luck = 0.0;
        let start = self.worth(position);
        self.exact = start.is_some();
        self.before = start.map_or(0.0, |start| start.value);
    }

    pub(crate) fn hear(&mut self, moment: &dyn Moment) {
        if !self.exact {
            return;
        }
        match moment.kind() {
            Kind::Asked => self.arrive(&moment.view(Viewer::House)),
            Kind::Played => self.choose(&moment.text(Viewer::House).unwrap_or_default()),
            _ => {}
        }
    }

    fn arrive(&mut self, position: &str) {
        self.here = self.worth(position);
        match &self.here {
            Some(here) => {
                self.luck += here.value - self.before;
                self.before = here.value;
            }
            None => self.exact = false,
        }
    }

    fn choose(&mut self, mv: &str) {
        let here = self.here.as_ref().map(|here| &here.moves);
        let chosen = here.and_then(|moves| moves.iter().find(|(known, _)| known == mv));
        match chosen {
            Some((_, value)) => self.before = *value,
            None => self.exact = false,
        }
    }

    /// How lucky the first side was.
    pub(crate) fn end(&mut self) -> Option<f64> {
        self.exact.then_some(self.luck)
    }

    fn worth(&mut self, position: &str) -> Option<Rc<Worth>> {
        // Its number after `#` does not change what a round is worth.
        let position = position.split('#').next().unwrap_or(position);
        if let Some(known) = self.known.get(position) {
            return Some(Rc::clone(known));
        }
        let analyst = self.analyst.as_mut()?;
        let report = analyst
            .analyse(position, &mut Seeded::new(0), &Budget::unlimited())
            .ok()?;
        let share = |value: &Value| match (value, report.to_move) {
            (Value::Exact { win, draw, .. }, Side::First) => Some(win + draw / 2.0),
            (Value::Exact { win, draw, .. }, Side::Second) => Some(1.0 - win - draw / 2.0),
            _ => None,
        };
        let valued = |(mv, value): &(String, Value)| Some((mv.clone(), share(value)?));
        let worth = Rc::new(Worth {
            value: share(&report.value)?,
            moves: report.moves.iter().map(valued).collect::<Option<_>>()?,
        });
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(position.to_owned(), Rc::clone(&worth));
        Some(worth)
    }
}

/// The same pairs with the luck taken off their points.
#[derive(Clone, PartialEq, Debug)]
pub struct Adjusted {
    /// In the order they were given; points may leave the range of the possible.
    pub meetings: Vec<Meeting>,
    /// The mean of the coefficients that were used.
    pub coefficient: f64,
}

/// Takes the luck off; none where it is not known of every game. Every second pair between two
/// players belongs to one half, and each half is adjusted with what fits the other.
pub fn adjust(meetings: &[Meeting]) -> Option<Adjusted> {
    if meetings.is_empty() || meetings.iter().any(|meeting| meeting.luck.is_none()) {
        return None;
    }
    let mut seen: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut place = |meeting: &Meeting| {
        let rivals = rivals(meeting);
        let count = seen.entry(rivals).or_default();
        *count += 1;
        (rivals, *count % 2)
    };
    let places: Vec<_> = meetings.iter().map(&mut place).collect();
    let mut fits: BTreeMap<((usize, usize), usize), Fit> = BTreeMap::new();
    let mut all = [Fit::default(), Fit::default()];
    for (meeting, (rivals, half)) in meetings.iter().zip(&places) {
        fits.entry((*rivals, *half)).or_default().add(meeting);
        all[*half].add(meeting);
    }
    let coefficient = |(rivals, half): &((usize, usize), usize)| {
        let other = 1 - half;
        let own = fits.get(&(*rivals, other)).and_then(Fit::coefficient);
        own.or_else(|| all[other].coefficient()).unwrap_or(0.0)
    };
    let coefficients: Vec<f64> = places.iter().map(coefficient).collect();
    let adjusted = meetings
        .iter()
        .zip(&coefficients)
        .map(|(meeting, c)| Meeting {
            score: meeting.score - c * meeting.luck.unwrap_or(0.0),
            ..*meeting
        });
    Some(Adjusted {
        meetings: adjusted.collect(),
        coefficient: coefficients.iter().sum::<f64>() / coefficients.len() as f64,
    })
}

fn rivals(meeting: &Meeting) -> (usize, usize) {
    let Meeting { home, away, .. } = *meeting;
    (home.min(away), home.max(away))
}

/// Least squares of points on luck.
#[derive(Default, Debug)]
struct Fit {
    count: usize,
    luck: f64,
    score: f64,
    squares: f64,
    products: f64,
}

impl Fit {
    fn add(&mut self, meeting: &Meeting) {
        let luck = meeting.luck.unwrap_or(0.0);
        self.count += 1;
        self.luck += luck;
        self.score += meeting.score;
        self.squares += luck * luck;
        self.products += luck * meeting.score;
    }

    /// None of too few pairs, or of pairs that all had the same luck.
    fn coefficient(&self) -> Option<f64> {
        let count = self.count as f64;
        let spread = self.squares - self.luck * self.luck / count;
        let together = self.products - self.luck * self.score / count;
        (self.count >= FEWEST && spread > 1e-12).then(|| together / spread)
    }
}
