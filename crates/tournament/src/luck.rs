//! The luck of the players: measured during games, and removed from the points of pairs.
//!
//! Luck has mean zero for every player, so any multiple of it can be subtracted from the points without
//! bias, provided that the multiple was not fitted to the same games.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use host::{Analyst, EventKind, EventView, GameInfo, Options, Viewer};
use table::{Budget, Seeded, Side, Value};

use super::openings::has_chance;
use super::scoreboard::PairResult;

/// Maximum number of cached position values; a full cache is cleared.
const MOST_CACHED: usize = 200_000;
/// Minimum number of pairs to which a coefficient is fitted.
const FEWEST: usize = 12;

/// The values of a position and of its moves for the first side.
#[derive(Debug)]
struct PositionValue {
    value: f64,
    moves: Vec<(String, f64)>,
}

/// Measures the luck of the first side during a game: the sum of the values after each random draw minus
/// their means before it. It needs exact values, so it measures only games with chance and without
/// hidden information.
pub(crate) struct LuckMeter {
    analyst: Option<Box<dyn Analyst>>,
    cache: HashMap<String, Rc<PositionValue>>,
    here: Option<Rc<PositionValue>>,
    /// The first side's expected share before the next random draw: that of the last move, or of the
    /// start.
    before: f64,
    luck: f64,
    /// Every value so far was exact.
    exact: bool,
}

impl LuckMeter {
    pub(crate) fn new(game: &GameInfo) -> Self {
        let options = Options::default();
        let measured = !game.hides && has_chance(game, &options).unwrap_or(false);
        let analyst = measured.then(|| game.analyst(&options));
        Self {
            analyst: analyst.and_then(Result::ok),
            cache: HashMap::new(),
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
        let start = self.value(position);
        self.exact = start.is_some();
        self.before = start.map_or(0.0, |start| start.value);
    }

    pub(crate) fn observe(&mut self, event: &dyn EventView) {
        if !self.exact {
            return;
        }
        match event.kind() {
            EventKind::Asked => self.at_question(&event.view(Viewer::Referee)),
            EventKind::Played => self.after_move(&event.text(Viewer::Referee).unwrap_or_default()),
            _ => {}
        }
    }

    fn at_question(&mut self, position: &str) {
        self.here = self.value(position);
        match &self.here {
            Some(here) => {
                self.luck += here.value - self.before;
                self.before = here.value;
            }
            None => self.exact = false,
        }
    }

    fn after_move(&mut self, mv: &str) {
        let here = self.here.as_ref().map(|here| &here.moves);
        let chosen = here.and_then(|moves| moves.iter().find(|(known, _)| known == mv));
        match chosen {
            Some((_, value)) => self.before = *value,
            None => self.exact = false,
        }
    }

    /// The luck of the first side; `None` when a value was not exact.
    pub(crate) fn end(&mut self) -> Option<f64> {
        self.exact.then_some(self.luck)
    }

    fn value(&mut self, position: &str) -> Option<Rc<PositionValue>> {
        // A suffix `#ROUND` does not change the value.
        let position = position.split('#').next().unwrap_or(position);
        if let Some(cached) = self.cache.get(position) {
            return Some(Rc::clone(cached));
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
        let value = Rc::new(PositionValue {
            value: share(&report.value)?,
            moves: report.moves.iter().map(valued).collect::<Option<_>>()?,
        });
        if self.cache.len() >= MOST_CACHED {
            self.cache.clear();
        }
        self.cache.insert(position.to_owned(), Rc::clone(&value));
        Some(value)
    }
}

/// The results of `pairs` with luck subtracted from the points, which may leave the range 0 to 2;
/// `None` when a game has no measured luck. The pairs of two players are divided into two halves in
/// turn, and each half uses the coefficient fitted to the other.
pub(crate) fn remove_luck(pairs: &[PairResult]) -> Option<Vec<PairResult>> {
    if pairs.is_empty() || pairs.iter().any(|pair| pair.luck.is_none()) {
        return None;
    }
    let mut seen: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut place = |pair: &PairResult| {
        let rivals = rivals(pair);
        let count = seen.entry(rivals).or_default();
        *count += 1;
        (rivals, *count % 2)
    };
    let places: Vec<_> = pairs.iter().map(&mut place).collect();
    let mut groups: BTreeMap<_, Vec<(f64, f64)>> = BTreeMap::new();
    for (pair, place) in pairs.iter().zip(&places) {
        let group = groups.entry(*place).or_default();
        group.push((pair.luck.unwrap_or(0.0), pair.score));
    }
    let coefficient = |(rivals, half): &((usize, usize), usize)| {
        let other = 1 - half;
        // The coefficient of other players may be far off, so without one luck stays.
        let group = groups.get(&(*rivals, other));
        group.and_then(|group| luck_slope(group)).unwrap_or(0.0)
    };
    let adjusted = pairs.iter().zip(&places).map(|(pair, place)| PairResult {
        score: pair.score - coefficient(place) * pair.luck.unwrap_or(0.0),
        ..*pair
    });
    Some(adjusted.collect())
}

fn rivals(pair: &PairResult) -> (usize, usize) {
    let PairResult { home, away, .. } = *pair;
    (home.min(away), home.max(away))
}

/// The slope of the least-squares fit of points to luck, shrunk towards zero by its uncertainty (James
/// and Stein 1961), because a slope from few games can add more noise than it removes. `None` with too
/// few pairs, or when all had the same luck.
fn luck_slope(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (luck, score) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let apart = || pairs.iter().map(|pair| (pair.0 - luck, pair.1 - score));
    let spread: f64 = apart().map(|(luck, _)| luck * luck).sum();
    if pairs.len() < FEWEST || spread <= 1e-12 {
        return None;
    }
    let slope = apart().map(|(luck, score)| luck * score).sum::<f64>() / spread;
    let residues = apart().map(|(luck, score)| luck * (score - slope * luck));
    let variance = residues.map(|residue| residue * residue).sum::<f64>() / spread.powi(2);
    let kept = 1.0 - variance / (slope * slope);
    // Also for a slope of zero, where `kept` is not a number.
    Some(if kept > 0.0 { slope * kept } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use host::{Setup, Table, Waiting, advance};
    use table::{Chance, HUMAN, Player, Trust};

    use super::super::executor::LocalExecutor;
    use super::super::plan::sample;
    use super::super::play_game::play_game;
    use super::super::scheduled_game::mix_seed;
    use super::super::{ScheduledGame, Scoreboard, TournamentPlan};
    use super::*;

    /// Number of pairs of one repetition: enough for each half to have pairs in which luck does not
    /// cancel.
    const PAIRS: usize = 150;

    fn series(players: [&str; 2]) -> TournamentPlan {
        sample("421", &players)
    }

    /// The results of `count` pairs between the first two players of a plan.
    fn play_pairs(plan: &TournamentPlan, count: u64) -> Vec<PairResult> {
        let mut meter = LuckMeter::new(plan.game);
        let mut scoreboard = Scoreboard::default();
        for number in 1..=2 * count {
            let scheduled = ScheduledGame::new(plan, number, 0, 1);
            let played = play_game(plan, &LocalExecutor(plan), &scheduled, &mut meter, None);
            let played = played
                .expect("the options are valid")
                .expect("nothing stops it");
            let seats = [scheduled.first, scheduled.second];
            scoreboard.push(&played.game, seats, played.luck);
        }
        scoreboard.pair_results()
    }

    /// Without mistakes, the result is the value of the start plus luck.
    #[test]
    fn luck_alone_decides_between_experts() {
        let plan = series(["A@expert", "B@expert"]);
        let start = plan.game.start(&plan.options).unwrap();
        let mut meter = LuckMeter::new(plan.game);
        let value = meter.value(&start).expect("421 is solved").value;
        for number in 1..=30 {
            let scheduled = ScheduledGame::new(&plan, number, 0, 1);
            let played = play_game(&plan, &LocalExecutor(&plan), &scheduled, &mut meter, None);
            let played = played.unwrap().unwrap();
            let result = f64::from(played.game.halves()) / 2.0;
            let luck = played.luck.expect("421 is solved");
            assert!((result - value - luck).abs() < 1e-9, "{luck} of {result}");
        }
    }

    /// A pair between a perfect player and one who makes a random move one time in five.
    fn erring_pair(plan: &TournamentPlan, pair: u64, meter: &mut LuckMeter) -> PairResult {
        let game = |number: u64, meter: &mut LuckMeter| {
            let setup = Setup {
                options: plan.options.clone(),
                players: [Player::person("1"), Player::person("2")],
                trust: Trust::Guarded,
                seed: mix_seed(plan.seed, pair),
            };
            let mut table = plan.game.open(&setup).unwrap();
            let mut luck = Seeded::new(mix_seed(pair, number));
            meter.begin(&table.position());
            let erring = Side::BOTH[usize::from(number % 2 == 1)];
            let halves = play_erring(&mut *table, erring, meter, &mut luck);
            (halves, meter.end().expect("421 is solved"))
        };
        let [(home, lucky), (away, unlucky)] = [2 * pair - 1, 2 * pair].map(|n| game(n, meter));
        PairResult {
            home: 0,
            away: 1,
            games: 2,
            score: home + 1.0 - away,
            luck: Some(lucky - unlucky),
        }
    }

    /// Plays a game, and returns the points of the first side.
    fn play_erring(
        table: &mut dyn Table,
        erring: Side,
        meter: &mut LuckMeter,
        luck: &mut Seeded,
    ) -> f64 {
        loop {
            let limits = table::Limits::default();
            match advance(table, &limits, &mut |event| meter.observe(event)) {
                Waiting::Over(ending) => {
                    let loser = ending.loser();
                    return loser.map_or(0.5, |side| f64::from(side == Side::Second));
                }
                Waiting::Answer(side) => {
                    let mv = choose_move(side, side == erring && luck.below(5) == 0, meter, luck);
                    table
                        .answer(&mv, &mut |event| meter.observe(event))
                        .unwrap();
                }
                Waiting::Stopped => panic!("nothing stops this game"),
            }
        }
    }

    fn choose_move(side: Side, errs: bool, meter: &LuckMeter, luck: &mut Seeded) -> String {
        let moves = &meter.here.as_ref().expect("a question came first").moves;
        if errs {
            return moves[luck.below(moves.len() as u32) as usize].0.clone();
        }
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let best = moves
            .iter()
            .max_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
        best.expect("a question came first").0.clone()
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

    /// The share of the points in each repetition of a short series, with and without luck.
    struct Repetitions(Vec<[f64; 2]>);

    impl Repetitions {
        fn new(pairs: &[PairResult]) -> Self {
            let share = |pairs: &[PairResult]| {
                pairs.iter().map(|pair| pair.score / 2.0).sum::<f64>() / pairs.len() as f64
            };
            let both = |pairs: &[PairResult]| [share(pairs), share(&remove_luck(pairs).unwrap())];
            Self(pairs.chunks_exact(PAIRS).map(both).collect())
        }

        fn each(&self, of: impl Fn([f64; 2]) -> f64) -> Scatter {
            let values: Vec<f64> = self.0.iter().map(|both| of(*both)).collect();
            scatter(&values)
        }

        /// Checks that both means are equal within four standard errors.
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

        /// Factor by which removing luck reduces the variance.
        fn gain(&self) -> f64 {
            self.each(|both| both[0]).variance / self.each(|both| both[1]).variance
        }

        /// Checks that the adjusted share is no farther from the truth, within three standard errors.
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

    fn erring(pairs: u64) -> Vec<PairResult> {
        let plan = series(["A@expert", "B@expert"]);
        let mut meter = LuckMeter::new(plan.game);
        (1..=pairs)
            .map(|pair| erring_pair(&plan, pair, &mut meter))
            .collect()
    }

    #[track_caller]
    fn check_gain(repetitions: u64) {
        let pairs = repetitions * PAIRS as u64;
        let against = [
            (
                "glouton",
                play_pairs(&series(["A@expert", "B@glouton"]), pairs),
            ),
            ("an erring player", erring(pairs)),
        ];
        for (whom, pairs) in against {
            let repeated = Repetitions::new(&pairs);
            repeated.check_unbiased();
            let gain = repeated.gain();
            assert!(gain > 3.0, "gain {gain} against {whom}");
        }
    }

    #[test]
    fn removing_luck_is_unbiased_and_reduces_the_variance_to_a_third() {
        check_gain(20);
    }

    #[test]
    #[ignore = "minutes: the full count of repetitions"]
    fn removing_luck_two_thousand_times_is_unbiased_and_reduces_the_variance() {
        check_gain(2000);
    }

    #[track_caller]
    fn check_never_worse(repetitions: u64) {
        let game = games::find("421").unwrap();
        let strategies: Vec<&str> = game.strategies().filter(|name| *name != HUMAN).collect();
        for (place, one) in strategies.iter().enumerate() {
            for other in &strategies[place..] {
                let players = [format!("A@{one}"), format!("B@{other}")];
                let plan = series([&players[0], &players[1]]);
                let repeated = Repetitions::new(&play_pairs(&plan, repetitions * PAIRS as u64));
                repeated.check_unbiased();
                repeated.check_no_worse(&format!("{one} and {other}"));
            }
        }
    }

    #[test]
    fn removing_luck_is_never_worse_than_leaving_it() {
        check_never_worse(12);
    }

    #[test]
    #[ignore = "minutes: the full count of repetitions"]
    fn removing_luck_from_many_games_is_never_worse_than_leaving_it() {
        check_never_worse(200);
    }
}
