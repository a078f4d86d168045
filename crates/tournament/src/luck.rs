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
const FEWEST: usize = 12;

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

/// The same pairs with the luck taken off their points, which may leave the range of the possible;
/// none where it is not known of every game. Every second pair between two players belongs to one
/// half, and each half is adjusted with what fits the other.
pub fn adjust(meetings: &[Meeting]) -> Option<Vec<Meeting>> {
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
    for (meeting, (rivals, half)) in meetings.iter().zip(&places) {
        fits.entry((*rivals, *half)).or_default().add(meeting);
    }
    let coefficient = |(rivals, half): &((usize, usize), usize)| {
        let other = 1 - half;
        // What fits other players may be far from what fits these: rather none.
        let own = fits.get(&(*rivals, other)).and_then(Fit::coefficient);
        own.unwrap_or(0.0)
    };
    let adjusted = meetings
        .iter()
        .zip(&places)
        .map(|(meeting, place)| Meeting {
            score: meeting.score - coefficient(place) * meeting.luck.unwrap_or(0.0),
            ..*meeting
        });
    Some(adjusted.collect())
}

fn rivals(meeting: &Meeting) -> (usize, usize) {
    let Meeting { home, away, .. } = *meeting;
    (home.min(away), home.max(away))
}

/// Least squares of points on luck.
#[derive(Default, Debug)]
struct Fit {
    /// The luck of each pair, and its points.
    pairs: Vec<(f64, f64)>,
}

impl Fit {
    fn add(&mut self, meeting: &Meeting) {
        self.pairs
            .push((meeting.luck.unwrap_or(0.0), meeting.score));
    }

    /// None of too few pairs, or of pairs that all had the same luck. What fits is drawn towards
    /// nothing by as much as it is unsure (James and Stein 1961), since where luck decides little a
    /// coefficient from few games would add more than it takes away.
    fn coefficient(&self) -> Option<f64> {
        let count = self.pairs.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| self.pairs.iter().map(of).sum::<f64>() / count;
        let (luck, score) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let apart = || {
            self.pairs
                .iter()
                .map(|pair| (pair.0 - luck, pair.1 - score))
        };
        let spread: f64 = apart().map(|(luck, _)| luck * luck).sum();
        if self.pairs.len() < FEWEST || spread <= 1e-12 {
            return None;
        }
        let slope = apart().map(|(luck, score)| luck * score).sum::<f64>() / spread;
        let residues = apart().map(|(luck, score)| luck * (score - slope * luck));
        let variance = residues.map(|residue| residue * residue).sum::<f64>() / spread.powi(2);
        let kept = 1.0 - variance / (slope * slope);
        // Of a slope of nothing there is nothing to keep.
        Some(if kept > 0.0 { slope * kept } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use house::{Setup, Table};
    use table::{Chance, HUMAN, Next, Player, Trust};

    use super::super::fixture::mixed;
    use super::super::plan::sample;
    use super::super::playing::play;
    use super::super::venue::Here;
    use super::super::{Fixture, Ledger, Plan};
    use super::*;

    /// Pairs of one repetition: most cancel their luck, and each half needs some that do not.
    const PAIRS: usize = 150;

    fn series(players: [&str; 2]) -> Plan {
        sample("421", &players)
    }

    /// So many pairs of a plan's first two players.
    fn meetings(plan: &Plan, pairs: u64) -> Vec<Meeting> {
        let mut gauge = Gauge::new(plan.game);
        let mut ledger = Ledger::default();
        for number in 1..=2 * pairs {
            let fixture = Fixture::of(plan, number, 0, 1);
            let played = play(plan, &Here(plan), &fixture, &mut gauge, None);
            let played = played.expect("possible options").expect("nobody stops it");
            let seats = [fixture.first, fixture.second];
            ledger.push(&played.line, seats, played.luck);
        }
        ledger.meetings()
    }

    /// Between two who make no mistakes: the value of the start, and luck.
    #[test]
    fn luck_is_all_that_decides_between_experts() {
        let plan = series(["A@expert", "B@expert"]);
        let start = plan.game.start(&plan.options).unwrap();
        let mut gauge = Gauge::new(plan.game);
        let value = gauge.worth(&start).expect("421 is solved").value;
        for number in 1..=30 {
            let fixture = Fixture::of(&plan, number, 0, 1);
            let played = play(&plan, &Here(&plan), &fixture, &mut gauge, None);
            let played = played.unwrap().unwrap();
            let result = f64::from(played.line.halves()) / 2.0;
            let luck = played.luck.expect("421 is solved");
            assert!((result - value - luck).abs() < 1e-9, "{luck} of {result}");
        }
    }

    /// A pair between one who plays best and one who in one choice of five plays anything.
    fn erring_pair(plan: &Plan, pair: u64, gauge: &mut Gauge) -> Meeting {
        let game = |number: u64, gauge: &mut Gauge| {
            let setup = Setup {
                options: plan.options.clone(),
                players: [Player::person("1"), Player::person("2")],
                trust: Trust::Guarded,
                seed: mixed(plan.seed, pair),
            };
            let mut table = plan.game.open(&setup).unwrap();
            let mut luck = Seeded::new(mixed(pair, number));
            gauge.begin(&table.position());
            let erring = Side::BOTH[usize::from(number % 2 == 1)];
            let halves = conduct(&mut *table, erring, gauge, &mut luck);
            (halves, gauge.end().expect("421 is solved"))
        };
        let [(home, lucky), (away, unlucky)] = [2 * pair - 1, 2 * pair].map(|n| game(n, gauge));
        Meeting {
            home: 0,
            away: 1,
            games: 2,
            score: home + 1.0 - away,
            luck: Some(lucky - unlucky),
        }
    }

    /// The points of the first side.
    fn conduct(table: &mut dyn Table, erring: Side, gauge: &mut Gauge, luck: &mut Seeded) -> f64 {
        loop {
            match table.next(&mut |moment| gauge.hear(moment)) {
                Next::Over(ending) => {
                    let loser = ending.loser();
                    return loser.map_or(0.5, |side| f64::from(side == Side::Second));
                }
                Next::Answer(side) => {
                    let mv = chosen(side, side == erring && luck.below(5) == 0, gauge, luck);
                    table.answer(&mv, &mut |moment| gauge.hear(moment)).unwrap();
                }
                Next::Think(_) | Next::Draw { .. } => {
                    let limits = table::Limits::default();
                    table
                        .proceed(&limits, &mut |moment| gauge.hear(moment))
                        .unwrap();
                }
            }
        }
    }

    fn chosen(side: Side, errs: bool, gauge: &Gauge, luck: &mut Seeded) -> String {
        let moves = &gauge.here.as_ref().expect("somebody was asked").moves;
        if errs {
            return moves[luck.below(moves.len() as u32) as usize].0.clone();
        }
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let best = moves
            .iter()
            .max_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
        best.expect("somebody was asked").0.clone()
    }

    struct Scatter {
        mean: f64,
        variance: f64,
    }

    impl Scatter {
        /// The standard error of the mean.
        fn error(&self, count: usize) -> f64 {
            (self.variance / count as f64).sqrt()
        }
    }

    fn scatter(values: &[f64]) -> Scatter {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2));
        Scatter {
            mean,
            variance: squares.sum::<f64>() / (count - 1.0),
        }
    }

    /// The share of the points in each repetition of a short series, plain and adjusted.
    struct Repeated(Vec<[f64; 2]>);

    impl Repeated {
        fn of(meetings: &[Meeting]) -> Self {
            let share = |meetings: &[Meeting]| {
                meetings.iter().map(|pair| pair.score / 2.0).sum::<f64>() / meetings.len() as f64
            };
            let both = |pairs: &[Meeting]| [share(pairs), share(&adjust(pairs).unwrap())];
            Self(meetings.chunks_exact(PAIRS).map(both).collect())
        }

        fn each(&self, of: impl Fn([f64; 2]) -> f64) -> Scatter {
            let values: Vec<f64> = self.0.iter().map(|both| of(*both)).collect();
            scatter(&values)
        }

        /// Both have the same mean within four standard errors.
        #[track_caller]
        fn check_unbiased(&self) {
            let apart = self.each(|[plain, adjusted]| adjusted - plain);
            let error = apart.error(self.0.len());
            assert!(
                apart.mean.abs() <= 4.0 * error,
                "bias {} ± {error}",
                apart.mean
            );
        }

        /// How many times as many games the adjustment is worth.
        fn worth(&self) -> f64 {
            self.each(|both| both[0]).variance / self.each(|both| both[1]).variance
        }

        /// The adjusted share is no farther from the truth, within three standard errors.
        #[track_caller]
        fn check_no_worse(&self, whose: &str) {
            let truth = self.each(|both| both[0]).mean;
            let farther = self.each(|both| {
                let [plain, adjusted] = both.map(|share| (share - truth).powi(2));
                adjusted - plain
            });
            let error = farther.error(self.0.len());
            assert!(
                farther.mean <= 3.0 * error,
                "{whose}: farther by {} ± {error}",
                farther.mean
            );
        }
    }

    fn erring(pairs: u64) -> Vec<Meeting> {
        let plan = series(["A@expert", "B@expert"]);
        let mut gauge = Gauge::new(plan.game);
        (1..=pairs)
            .map(|pair| erring_pair(&plan, pair, &mut gauge))
            .collect()
    }

    #[track_caller]
    fn check_worth(repetitions: u64) {
        let pairs = repetitions * PAIRS as u64;
        let against = [
            (
                "glouton",
                meetings(&series(["A@expert", "B@glouton"]), pairs),
            ),
            ("one who errs", erring(pairs)),
        ];
        for (whom, meetings) in against {
            let repeated = Repeated::of(&meetings);
            repeated.check_unbiased();
            let worth = repeated.worth();
            assert!(worth > 3.0, "worth {worth} against {whom}");
        }
    }

    #[test]
    fn taking_luck_out_is_unbiased_and_worth_three_times_the_games() {
        check_worth(20);
    }

    #[test]
    #[ignore = "minutes: the full count of repetitions"]
    fn two_thousand_repetitions_are_unbiased_and_worth_three_times_the_games() {
        check_worth(2000);
    }

    #[track_caller]
    fn check_never_worse(repetitions: u64) {
        let game = house::find("421").unwrap();
        let strategies: Vec<&str> = game.strategies().filter(|name| *name != HUMAN).collect();
        for (place, one) in strategies.iter().enumerate() {
            for other in &strategies[place..] {
                let players = [format!("A@{one}"), format!("B@{other}")];
                let plan = series([&players[0], &players[1]]);
                let repeated = Repeated::of(&meetings(&plan, repetitions * PAIRS as u64));
                repeated.check_unbiased();
                repeated.check_no_worse(&format!("{one} and {other}"));
            }
        }
    }

    #[test]
    fn taking_luck_out_is_never_worse_than_leaving_it_in() {
        check_never_worse(12);
    }

    #[test]
    #[ignore = "minutes: the full count of repetitions"]
    fn taking_luck_out_of_many_games_is_never_worse_than_leaving_it_in() {
        check_never_worse(200);
    }
}
