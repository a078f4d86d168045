//! The worlds that an evaluation averages over, with their importance weights: all of them, or a
//! sample.

use table::{Budget, Chance};

use crate::engine::inference::OpponentChoices;
use crate::engine::tally::Certainty;
use crate::engine::worlds::{Sampler, World, Worlds};
use crate::rules::Rule;
use crate::view::View;

/// Cost of sampling and weighting one world, in nodes of the solver.
const WORLD_COST: u64 = 12;

/// Share of the effort or time that is spent on weighting worlds before any is evaluated.
const WEIGHING: f64 = 0.4;

/// Maximum number of worlds that are weighted.
const MOST_WEIGHED: usize = 20_000;

/// Number of playouts that are spread over all worlds when these are few.
const PLAYOUTS: usize = 200;

/// The use of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvaluationPurpose {
    /// Choosing a move; a careless opponent is expected to stay careless.
    Play,
    /// Valuing moves against best play.
    Analysis,
}

/// A world to evaluate, with the weights of its solution and of its playouts.
#[derive(Clone, Debug)]
pub(crate) struct WorldSample {
    pub(crate) world: World,
    /// Weight of the result found by solving.
    pub(crate) solved: f64,
    /// Weight of the results of playouts.
    pub(crate) played: f64,
}

/// A world with its importance weight and the probability that the opponent is careless in it.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    world: World,
    /// Importance weight; in a pool, the sum of the weights up to this world.
    weight: f64,
    careless: f64,
}

impl Weighed {
    /// Weights a world by the likelihood of the opponent's choices.
    fn new(choices: &OpponentChoices, purpose: EvaluationPurpose, world: World) -> Self {
        let likelihood = choices.likelihood(&world);
        let careless = match purpose {
            EvaluationPurpose::Play => likelihood.careless_share(),
            EvaluationPurpose::Analysis => 0.0,
        };
        Self {
            world,
            weight: likelihood.total(),
            careless,
        }
    }

    /// The world with both kinds of opponent, weighted by their probabilities.
    fn sample(&self) -> WorldSample {
        WorldSample {
            world: self.world.clone(),
            solved: self.weight * (1.0 - self.careless),
            played: self.weight * self.careless,
        }
    }

    /// The world with one kind of opponent, drawn by its probability.
    fn drawn_sample(self, luck: &mut dyn Chance) -> WorldSample {
        let played = f64::from(u8::from(share(luck) < self.careless));
        WorldSample {
            world: self.world,
            solved: 1.0 - played,
            played,
        }
    }
}

/// A source of worlds for one evaluation.
#[derive(Debug)]
pub(crate) enum WorldSource<'a> {
    /// All worlds of the information set, in random order.
    All(Vec<Weighed>),
    /// A sample from which worlds are drawn again in proportion to their weights, stored as cumulative
    /// sums.
    Pool(Vec<Weighed>),
    /// Worlds sampled one by one without end.
    Fresh(Sampler<'a>, OpponentChoices, EvaluationPurpose),
}

impl<'a> WorldSource<'a> {
    /// All worlds when they are few and no tile is left to draw, otherwise a sample.
    pub(crate) fn new(
        view: &View<'_>,
        worlds: &'a Worlds,
        choices: OpponentChoices,
        purpose: EvaluationPurpose,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Self {
        let effort = budget.effort().unwrap_or(u64::MAX);
        let most = (effort as f64 * WEIGHING) as u64 / WORLD_COST;
        let most = most.clamp(16, MOST_WEIGHED as u64) as usize;
        let nothing_to_draw = view.rule == Rule::One || view.boneyard == 0;
        let few = worlds.count().is_some_and(|count| count <= most as f64);
        let weigh = |world| Weighed::new(&choices, purpose, world);
        if nothing_to_draw && few {
            let mut all: Vec<_> = worlds.all().into_iter().map(weigh).collect();
            shuffle(&mut all, luck);
            Self::All(all)
        } else if choices.is_empty() {
            Self::Fresh(worlds.sampler(), choices, purpose)
        } else {
            Self::Pool(pool(worlds, weigh, most, luck, budget))
        }
    }

    /// The same world `times` times, with an opponent that is not careless.
    pub(crate) fn repeated(world: World, times: usize) -> Self {
        let weighed = Weighed {
            world,
            weight: 1.0,
            careless: 0.0,
        };
        Self::All(vec![weighed; times])
    }

    /// The world with number `n`, from 0; `None` when all were returned.
    pub(crate) fn next(&mut self, n: usize, luck: &mut dyn Chance) -> Option<WorldSample> {
        match self {
            Self::All(worlds) => worlds.get(n).map(Weighed::sample),
            Self::Pool(worlds) => {
                let at = worlds.last()?.weight * share(luck);
                let index = worlds.partition_point(|weighed| weighed.weight <= at);
                Some(worlds.get(index)?.clone().drawn_sample(luck))
            }
            Self::Fresh(sampler, choices, purpose) => {
                let weighed = Weighed::new(choices, *purpose, sampler.draw(luck));
                Some(weighed.drawn_sample(luck))
            }
        }
    }

    /// The world with number `n` of a source that has returned all its worlds, which begin again.
    pub(crate) fn again(&self, n: usize) -> Option<WorldSample> {
        match self {
            Self::All(worlds) => worlds.get(n % worlds.len().max(1)).map(Weighed::sample),
            Self::Pool(_) | Self::Fresh(..) => None,
        }
    }

    /// Number of playouts of one world.
    pub(crate) fn playouts(&self) -> usize {
        match self {
            Self::All(worlds) => (PLAYOUTS / worlds.len()).max(1),
            Self::Pool(_) | Self::Fresh(..) => 1,
        }
    }

    /// The certainty of an average over all worlds of the source.
    pub(crate) fn certainty(&self) -> Certainty {
        match self {
            Self::All(worlds) if worlds.len() == 1 => Certainty::Exact,
            Self::All(_) => Certainty::Complete,
            Self::Pool(_) | Self::Fresh(..) => Certainty::Sampled,
        }
    }

    /// Cost of sampling and weighting, in nodes, after `judged` worlds were evaluated.
    pub(crate) fn cost(&self, judged: usize) -> u64 {
        let drawn = match self {
            Self::All(worlds) => worlds.len().max(judged),
            Self::Pool(worlds) => worlds.len(),
            Self::Fresh(..) => judged,
        };
        WORLD_COST * drawn as u64
    }
}

/// Samples and weights up to `most` worlds within the budget; the weights are cumulative sums.
fn pool(
    worlds: &Worlds,
    weigh: impl Fn(World) -> Weighed,
    most: usize,
    luck: &mut dyn Chance,
    budget: &Budget<'_>,
) -> Vec<Weighed> {
    let until = budget.time_left().map(|time| time.mul_f64(1.0 - WEIGHING));
    let late = || until.is_some_and(|until| budget.time_left().is_some_and(|left| left < until));
    let mut sampler = worlds.sampler();
    let mut sum = 0.0;
    let mut pool = Vec::with_capacity(most.min(1024));
    while pool.len() < most && !(pool.len() % 64 == 63 && late()) {
        let mut weighed = weigh(sampler.draw(luck));
        sum += weighed.weight;
        weighed.weight = sum;
        pool.push(weighed);
    }
    pool
}

/// A random number from 0 to 1.
pub(crate) fn share(luck: &mut dyn Chance) -> f64 {
    const PARTS: u32 = 1 << 31;
    f64::from(luck.below(PARTS)) / f64::from(PARTS)
}

pub(crate) fn shuffle<T>(items: &mut [T], luck: &mut dyn Chance) {
    for end in (1..items.len()).rev() {
        items.swap(end, luck.below(end as u32 + 1) as usize);
    }
}
