//! From a record to its review: every position is judged once, the last first, so that what an
//! engine learns about the end helps it with the beginning.

use std::time::Instant;

use table::{Budget, Evaluation, Game, Limits, Monotonic, Record, Seeded, Stopped, Turn};

use crate::account::{AccountEnds, account, gain};
use crate::judge::looker;
use crate::result_of;
use crate::trail::Action;
use crate::trail::{RecordedStep, Trail};
use crate::{Choice, Judge, Name, Ply, PlyKind, Review, ReviewError, Reviewed};
use host::{GameInfo, Progress};
use table::Share;

/// The most values that a review holds, of all its choices together.
const MOST_VALUES: usize = 1_000_000;

/// Of how many moves a choice lists at least the values.
const FEWEST_VALUES: usize = 8;

/// What a choice weighs when time is shared out; one that is none, or nature's, weighs 1.
const CHOICE: u32 = 8;

/// A position, and what is known of it.
struct Judged<M> {
    /// The first side's share, as far as whoever looks can tell.
    share: Share,
    /// The same if nothing were hidden, where somebody asks.
    open: Share,
    found: Option<Evaluation<M>>,
}

/// Reviews a record.
pub(crate) fn review<G: Reviewed>(
    judge: &mut (dyn Judge<G> + '_),
    record: &Record,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Review, ReviewError> {
    let trail: Trail<G> = Trail::replay(record)?;
    let mut bench = Bench {
        purse: Purse::new(&trail, judge, limits),
        hides: G::HIDES,
        judge,
        progress,
    };
    let judged = bench.judge_all(&trail)?;
    let plies = bench.plies(&trail, &judged);
    let dealt = usize::from(bench.hides && is_dealt(&trail));
    let share = |judged: &Judged<_>| {
        if bench.hides {
            judged.open
        } else {
            judged.share
        }
    };
    let sum = account(
        &plies,
        &AccountEnds {
            first: share(&judged[dealt]),
            last: share(&judged[trail.steps.len()]),
            result: trail.ending.map(result_of),
            hides: bench.hides,
            dealt,
        },
    );
    Ok(Review {
        game: GameInfo::new::<G>(),
        players: record.header.players.clone(),
        ending: trail.ending,
        sum,
        plies,
    })
}

/// Whether the record begins with a deal.
fn is_dealt<G: Game>(trail: &Trail<G>) -> bool {
    let first = trail.steps.first().map(|step| &step.action);
    matches!(first, Some(Action::Chance(_)))
}

/// A judge at work on one record.
struct Bench<'a, G: Reviewed> {
    judge: &'a mut (dyn Judge<G> + 'a),
    hides: bool,
    purse: Purse<'a>,
    progress: &'a mut dyn FnMut(Progress),
}

impl<G: Reviewed> Bench<'_, G> {
    /// Every position of the trail, its end included.
    fn judge_all(&mut self, trail: &Trail<G>) -> Result<Vec<Judged<G::Move>>, Stopped> {
        let count = trail.steps.len();
        let mut judged = Vec::with_capacity(count + 1);
        for index in (0..=count).rev() {
            let step = trail.steps.get(index);
            let game = step.map_or(&trail.last, |step| &step.before);
            judged.push(self.judge(game, index, is_open(trail, index))?);
            self.purse.paid(weight(game));
            let (done, total) = ((count - index + 1) as u64, count as u64 + 1);
            (self.progress)(Progress { done, total });
        }
        judged.reverse();
        if self.hides && is_dealt(trail) {
            // Before the deal both sides have the same.
            judged[0].share = Share::exactly(0.5);
            judged[0].open = Share::exactly(0.5);
        }
        Ok(judged)
    }

    /// One position. Luck belongs to its place, so that a review with a fixed effort repeats.
    fn judge(
        &mut self,
        game: &G,
        place: usize,
        asks_open: bool,
    ) -> Result<Judged<G::Move>, Stopped> {
        let turn = game.turn();
        if let Turn::Over(outcome) = turn {
            let share = Share::exactly(result_of(table::Ending::Played(outcome)));
            return Ok(Judged {
                share,
                open: share,
                found: None,
            });
        }
        let luck = |stream: usize| Seeded::stream(0, stream as u64);
        let clock = Monotonic::start();
        let mut open = Share::UNKNOWN;
        if self.hides && asks_open {
            let limits = self.purse.slice(1);
            let budget = Budget::new(&limits, &clock);
            open = self.judge.open(game, &mut luck(2 * place), &budget)?;
        }
        if self.hides && matches!(turn, Turn::Chance { .. }) {
            return Ok(Judged {
                share: open,
                open,
                found: None,
            });
        }
        let limits = self.purse.slice(weight(game));
        let budget = Budget::new(&limits, &clock);
        let view = game.view(looker(game));
        let found = self
            .judge
            .evaluate(view, &mut luck(2 * place + 1), &budget)?;
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
        let share = |judged: &Judged<G::Move>| {
            if self.hides {
                judged.open
            } else {
                judged.share
            }
        };
        let gained = || gain(share(judged), share(next));
        let (position, text, deed) = match &step.action {
            Action::Choice(mv) => (
                step.before.view(step.side).to_string(),
                mv.to_string(),
                PlyKind::Choice(self.choice(step, *mv, judged, next, most)),
            ),
            Action::Chance(effects) => (
                step.before.to_string(),
                self.judge.drawn(after, effects),
                PlyKind::Chance(gained()),
            ),
            // A cheat that only looks changes nothing.
            Action::Cheat(cheat) if self.hides && step.before == *after => (
                step.before.to_string(),
                cheat.to_string(),
                PlyKind::Cheat(gain(Share::exactly(0.0), Share::exactly(0.0))),
            ),
            Action::Cheat(cheat) => (
                step.before.to_string(),
                cheat.to_string(),
                PlyKind::Cheat(gained()),
            ),
        };
        Ply {
            side: step.side,
            position,
            text,
            value: judged.share,
            deed,
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
            return Choice::unknown(chosen.to_string());
        };
        let loss = loss(found, chosen, next.share.seen_by_first(step.side));
        let name = Name::from_loss(loss, self.judge.scale());
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
            name,
            why,
        }
    }
}

impl Choice {
    /// A choice of which nothing is known.
    fn unknown(chosen: String) -> Self {
        Self {
            values: Vec::new(),
            best: chosen,
            loss: Share::UNKNOWN,
            name: None,
            why: Vec::new(),
        }
    }
}

/// What the mover lost: the best of the other moves less the chosen one. `after` is the mover's
/// share afterwards, for a move that was not listed among very many.
pub fn loss<M: Copy + Eq>(found: &Evaluation<M>, chosen: M, after: Share) -> Share {
    let listed = found.moves.iter().find(|(mv, _)| *mv == chosen);
    let own = listed.map_or(after, |(_, value)| Share::from_value(*value));
    let others = found.moves.iter().filter(|(mv, _)| *mv != chosen);
    let best = others
        .map(|(_, value)| Share::from_value(*value))
        .reduce(Share::max);
    best.map_or(Share::exactly(0.0), |best| own.lost_to(best))
}

/// The share of the side that looks: where the engine is not sure of the position, the best that is
/// known of its moves.
fn position_share<M>(found: &Evaluation<M>) -> Share {
    let whole = Share::from_value(found.value);
    if whole.is_closed() {
        return whole;
    }
    let moves = found
        .moves
        .iter()
        .map(|(_, value)| Share::from_value(*value));
    moves.reduce(Share::max).unwrap_or(whole)
}

/// Whether somebody asks what a position were worth if nothing were hidden: before and after
/// nature's turn and a cheat's, where the game begins and where the record ends.
fn is_open<G: Game>(trail: &Trail<G>, index: usize) -> bool {
    let by_choice = |index: usize| matches!(trail.steps[index].action, Action::Choice(_));
    let last = index == trail.steps.len();
    let before = !last && !by_choice(index);
    let after = index > 0 && !by_choice(index - 1);
    index == 0 || last || before || after
}

fn weight<G: Game>(game: &G) -> u32 {
    match game.turn() {
        Turn::Player(_) if game.legal().nth(1).is_some() => CHOICE,
        Turn::Player(_) | Turn::Chance { .. } | Turn::Over(_) => 1,
    }
}

/// The time of a review, shared out among its positions: what one does not need the others get.
struct Purse<'a> {
    limits: &'a Limits,
    end: Option<Instant>,
    left: u32,
    /// Whether everybody may take all.
    open: bool,
}

impl<'a> Purse<'a> {
    fn new<G: Reviewed>(trail: &Trail<G>, judge: &dyn Judge<G>, limits: &'a Limits) -> Self {
        let free = limits.effort.is_some();
        let time = limits.time.unwrap_or(judge.usual_time());
        let positions = trail.steps.iter().map(|step| &step.before);
        Self {
            limits,
            end: (!free).then(|| Instant::now() + time),
            left: positions.chain([&trail.last]).map(weight).sum(),
            open: judge.learns_all_at_once(),
        }
    }

    /// What a position of this weight may take.
    fn slice(&self, weight: u32) -> Limits {
        let left = self
            .end
            .map(|end| end.saturating_duration_since(Instant::now()));
        let part = if self.open {
            1.0
        } else {
            f64::from(weight) / f64::from(self.left.max(weight))
        };
        Limits {
            time: left.map(|left| left.mul_f64(part)),
            ..self.limits.clone()
        }
    }

    fn paid(&mut self, weight: u32) {
        self.left = self.left.saturating_sub(weight);
    }
}
