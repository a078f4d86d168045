//! Review of a record. Each position is evaluated once, the last one first, so that the engine's
//! cache of later positions helps with earlier ones.

use std::time::Instant;

use table::{
    Budget, Ending, Evaluation, Game, Limits, Monotonic, Record, Seeded, Share, Stopped, Turn,
    Value,
};

use crate::account::{AccountEnds, account, gain};
use crate::judge::viewing_side;
use crate::result_of;
use crate::trail::{Action, RecordedStep, Trail};
use crate::{Choice, Gain, Judge, Name, Ply, PlyKind, Review, ReviewError, Reviewed};
use host::{GameInfo, Progress};

/// Maximum number of values in a review, over all choices. Long reviews list fewer moves per
/// choice.
const MOST_VALUES: usize = 1_000_000;

/// Moves listed for each choice even if the review then exceeds [`MOST_VALUES`].
const FEWEST_VALUES: usize = 8;

/// Weight of a position with two or more legal moves when time is divided; other positions weigh 1.
const CHOICE_WEIGHT: u32 = 8;

/// The shares of a position and the values of its moves.
struct Judged<M> {
    /// The first side's share, from the view of the side whose turn it is.
    share: Share,
    /// The first side's share with nothing hidden; `UNKNOWN` where it is not needed.
    open: Share,
    /// Values of the moves; `None` if the engine was not asked.
    found: Option<Evaluation<M>>,
}

impl<M> Judged<M> {
    /// A position whose share is known without the engine.
    fn known(share: Share) -> Self {
        Self {
            share,
            open: share,
            found: None,
        }
    }

    /// The first side's share that luck and cheats are measured with.
    fn whole(&self, hides: bool) -> Share {
        if hides { self.open } else { self.share }
    }
}

/// Reviews a record.
pub(crate) fn review<G: Reviewed>(
    judge: &mut (dyn Judge<G> + '_),
    record: &Record,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Review, ReviewError> {
    let trail: Trail<G> = Trail::replay(record)?;
    let mut review = ReviewInProgress {
        time: TimeShare::new(&trail, judge, limits),
        hides: G::HIDES,
        judge,
        progress,
    };
    let judged = review.judge_all(&trail)?;
    let plies = review.plies(&trail, &judged);
    let dealt = usize::from(review.hides && is_dealt(&trail));
    let ends = AccountEnds {
        first: judged[dealt].whole(review.hides),
        last: judged[trail.steps.len()].whole(review.hides),
        result: trail.ending.map(result_of),
        hides: review.hides,
        dealt,
    };
    Ok(Review {
        game: GameInfo::new::<G>(),
        players: record.header.players.clone(),
        ending: trail.ending,
        sum: account(&plies, &ends),
        plies,
    })
}

/// Whether the record begins with a deal.
fn is_dealt<G: Game>(trail: &Trail<G>) -> bool {
    let first = trail.steps.first().map(|step| &step.action);
    matches!(first, Some(Action::Chance(_)))
}

/// The review of one record in progress.
struct ReviewInProgress<'a, G: Reviewed> {
    judge: &'a mut (dyn Judge<G> + 'a),
    hides: bool,
    time: TimeShare<'a>,
    progress: &'a mut dyn FnMut(Progress),
}

impl<G: Reviewed> ReviewInProgress<'_, G> {
    /// Evaluates every position of the trail, the last one included.
    fn judge_all(&mut self, trail: &Trail<G>) -> Result<Vec<Judged<G::Move>>, Stopped> {
        let count = trail.steps.len();
        let mut judged = Vec::with_capacity(count + 1);
        for index in (0..=count).rev() {
            let step = trail.steps.get(index);
            let game = step.map_or(&trail.last, |step| &step.before);
            judged.push(self.judge(game, index, needs_open_value(trail, index))?);
            self.time.finish(weight(game));
            let (done, total) = ((count - index + 1) as u64, count as u64 + 1);
            (self.progress)(Progress { done, total });
        }
        judged.reverse();
        if self.hides && is_dealt(trail) {
            // Before the deal the game is symmetric.
            judged[0] = Judged::known(Share::exactly(0.5));
        }
        Ok(judged)
    }

    /// Evaluates the position at `index`. Random numbers depend only on the index, so that a review
    /// with a fixed effort is reproducible.
    fn judge(
        &mut self,
        game: &G,
        index: usize,
        needs_open: bool,
    ) -> Result<Judged<G::Move>, Stopped> {
        let turn = game.turn();
        if let Turn::Over(outcome) = turn {
            let share = Share::exactly(result_of(Ending::Played(outcome)));
            return Ok(Judged::known(share));
        }
        let luck = |stream: usize| Seeded::stream(0, stream as u64);
        let clock = Monotonic::start();
        let mut open = Share::UNKNOWN;
        if self.hides && needs_open {
            let limits = self.time.slice(1);
            let budget = Budget::new(&limits, &clock);
            open = self.judge.open(game, &mut luck(2 * index), &budget)?;
        }
        if self.hides && matches!(turn, Turn::Chance { .. }) {
            return Ok(Judged::known(open));
        }
        let limits = self.time.slice(weight(game));
        let budget = Budget::new(&limits, &clock);
        let view = game.view(viewing_side(game));
        let luck = &mut luck(2 * index + 1);
        let found = self.judge.evaluate(view, luck, &budget)?;
        Ok(Judged {
            share: position_share(&found).seen_by_first(found.side),
            open,
            found: Some(found),
        })
    }

    fn plies(&mut self, trail: &Trail<G>, judged: &[Judged<G::Move>]) -> Vec<Ply> {
        let most = (MOST_VALUES / trail.steps.len().max(1)).max(FEWEST_VALUES);
        let afters = trail.steps.iter().skip(1).map(|step| &step.before);
        let afters = afters.chain([&trail.last]);
        let mut plies = Vec::with_capacity(trail.steps.len());
        for ((step, after), judged) in trail.steps.iter().zip(afters).zip(judged.windows(2)) {
            plies.push(self.ply(step, after, &judged[0], &judged[1], most));
        }
        plies
    }

    fn ply(
        &mut self,
        step: &RecordedStep<G>,
        after: &G,
        judged: &Judged<G::Move>,
        next: &Judged<G::Move>,
        most: usize,
    ) -> Ply {
        let gained = gain(judged.whole(self.hides), next.whole(self.hides));
        let (text, kind) = match &step.action {
            Action::Choice(mv) => {
                let choice = self.choice(step, *mv, judged, next, most);
                (mv.to_string(), PlyKind::Choice(choice))
            }
            Action::Chance(effects) => (self.judge.drawn(after, effects), PlyKind::Chance(gained)),
            Action::Cheat(cheat) => {
                // A cheat that only looks at a hand changes no value.
                let only_looks = self.hides && step.before == *after;
                let nothing = Gain {
                    value: 0.0,
                    error: 0.0,
                };
                let gained = if only_looks { Some(nothing) } else { gained };
                (cheat.to_string(), PlyKind::Cheat(gained))
            }
        };
        let position = match &kind {
            PlyKind::Choice(_) => step.before.view(step.side).to_string(),
            PlyKind::Chance(_) | PlyKind::Cheat(_) => step.before.to_string(),
        };
        Ply {
            side: step.side,
            position,
            text,
            value: judged.share,
            kind,
        }
    }

    fn choice(
        &mut self,
        step: &RecordedStep<G>,
        chosen: G::Move,
        judged: &Judged<G::Move>,
        next: &Judged<G::Move>,
        most: usize,
    ) -> Choice {
        let Some(found) = &judged.found else {
            return Choice {
                values: Vec::new(),
                best: chosen.to_string(),
                loss: Share::UNKNOWN,
                behind: None,
                near: Vec::new(),
                name: None,
                why: Vec::new(),
            };
        };
        let loss = loss(found, chosen, next.share.seen_by_first(step.side));
        let proved = Name::from_loss(loss, self.judge.scale());
        let points = |mv: G::Move| points_behind(found, mv).filter(|_| proved.is_none());
        let behind = points(chosen);
        let name = proved.or(behind.and_then(Name::from_points));
        let near = found.moves.iter().map(|(mv, _)| *mv);
        let near =
            near.filter(|mv| points(*mv).is_some_and(|behind| Name::from_points(behind).is_none()));
        let near = near.map(|mv| mv.to_string()).collect();
        let best = found.best().unwrap_or(chosen);
        let view = step.before.view(step.side);
        let why = if name.is_some_and(Name::is_mistake) {
            self.judge.why(view, found, Some(chosen))
        } else {
            Vec::new()
        };
        let listed =
            |(rank, (mv, _)): &(usize, &(G::Move, _))| *rank < most || *mv == chosen || *mv == best;
        let moves = found.moves.iter().enumerate().filter(listed);
        let values = moves.map(|(_, (mv, value))| {
            let share = Share::from_value(*value).seen_by_first(step.side);
            (mv.to_string(), share)
        });
        Choice {
            values: values.collect(),
            best: best.to_string(),
            loss,
            behind,
            near,
            name,
            why,
        }
    }
}

/// Share that the mover lost: the best other move minus the chosen one, at least 0. `after` is the
/// mover's share after the move, used if `found` does not list the chosen move.
pub fn loss<M: Copy + Eq>(found: &Evaluation<M>, chosen: M, after: Share) -> Share {
    let listed = found.moves.iter().find(|(mv, _)| *mv == chosen);
    let own = listed.map_or(after, |(_, value)| Share::from_value(*value));
    let others = found.moves.iter().filter(|(mv, _)| *mv != chosen);
    let best = others
        .map(|(_, value)| Share::from_value(*value))
        .reduce(Share::max);
    best.map_or(Share::exactly(0.0), |best| own.lost_to(best))
}

/// Points that a move stays behind the best one, where both are estimates.
fn points_behind<M: Copy + Eq>(found: &Evaluation<M>, chosen: M) -> Option<f64> {
    let score = |value: Value| match value {
        Value::Estimate { score } => Some(score),
        Value::Exact { .. } | Value::Sampled { .. } | Value::Bounded { .. } => None,
    };
    let of = |wanted: M| found.moves.iter().find(|(mv, _)| *mv == wanted);
    let (_, best) = of(found.best()?)?;
    let (_, own) = of(chosen)?;
    Some((score(*best)? - score(*own)?).max(0.0))
}

/// Share of the side that the evaluation is for. If the value of the position is only bounded, it
/// is the share of the best move.
fn position_share<M>(found: &Evaluation<M>) -> Share {
    let whole = Share::from_value(found.value);
    if whole.is_closed() {
        return whole;
    }
    let moves = found.moves.iter();
    let shares = moves.map(|(_, value)| Share::from_value(*value));
    shares.reduce(Share::max).unwrap_or(whole)
}

/// Whether the review needs the value with nothing hidden: at the first and last position, and
/// before and after chance results and cheats.
fn needs_open_value<G: Game>(trail: &Trail<G>, index: usize) -> bool {
    let by_choice = |index: usize| matches!(trail.steps[index].action, Action::Choice(_));
    let last = index == trail.steps.len();
    let before = !last && !by_choice(index);
    let after = index > 0 && !by_choice(index - 1);
    index == 0 || last || before || after
}

fn weight<G: Game>(game: &G) -> u32 {
    match game.turn() {
        Turn::Player(_) if game.legal().nth(1).is_some() => CHOICE_WEIGHT,
        Turn::Player(_) | Turn::Chance { .. } | Turn::Over(_) => 1,
    }
}

/// Divides the time of a review among its positions by weight. Time that a position does not use
/// goes to the others.
struct TimeShare<'a> {
    limits: &'a Limits,
    end: Option<Instant>,
    /// Total weight of the positions that are not evaluated yet.
    weight_left: u32,
    /// Whether every position may use all the remaining time.
    undivided: bool,
}

impl<'a> TimeShare<'a> {
    fn new<G: Reviewed>(trail: &Trail<G>, judge: &dyn Judge<G>, limits: &'a Limits) -> Self {
        let untimed = limits.effort.is_some();
        let time = limits.time.unwrap_or(judge.usual_time());
        let positions = trail.steps.iter().map(|step| &step.before);
        Self {
            limits,
            end: (!untimed).then(|| Instant::now() + time),
            weight_left: positions.chain([&trail.last]).map(weight).sum(),
            undivided: judge.learns_all_at_once(),
        }
    }

    /// Limits for a position of this weight.
    fn slice(&self, weight: u32) -> Limits {
        let now = Instant::now();
        let left = self.end.map(|end| end.saturating_duration_since(now));
        let part = if self.undivided {
            1.0
        } else {
            f64::from(weight) / f64::from(self.weight_left.max(weight))
        };
        Limits {
            time: left.map(|left| left.mul_f64(part)),
            ..self.limits.clone()
        }
    }

    fn finish(&mut self, weight: u32) {
        self.weight_left = self.weight_left.saturating_sub(weight);
    }
}
