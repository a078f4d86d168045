//! Where the worlds of an average come from, and what each weighs.

use table::{Budget, Chance};

use crate::engine::inference::Choices;
use crate::engine::tally::Certainty;
use crate::engine::worlds::{Sampler, World, Worlds};
use crate::rules::Rule;
use crate::view::View;

/// What a world costs to draw and weigh, in nodes of the solver.
const WORLD_COST: u64 = 12;

/// The part of the effort or time that goes into worlds that are only weighed.
const WEIGHING: f64 = 0.4;

/// More worlds than this are never weighed.
const MOST_WEIGHED: usize = 20_000;

/// Playouts of few worlds, all together.
const PLAYOUTS: usize = 200;

/// What the average is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Choosing: the opponent may go on being careless.
    Play,
    /// Saying what moves are worth against best play.
    Analysis,
}

/// A world to be judged: the weight of its solution, and that of its playouts.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) world: World,
    pub(crate) solved: f64,
    pub(crate) played: f64,
}

/// A world, what it weighs, and how likely the opponent is careless in it.
#[derive(Clone, Debug)]
struct Weighed {
    world: World,
    weight: f64,
    careless: f64,
}

impl Weighed {
    fn by(choices: &Choices, purpose: Purpose, world: World) -> Self {
        let likelihood = choices.likelihood(&world);
        let careless = match purpose {
            Purpose::Play => likelihood.careless_share(),
            Purpose::Analysis => 0.0,
        };
        Self {
            world,
            weight: likelihood.total(),
            careless,
        }
    }

    /// Both kinds of opponent, in proportion.
    fn case(&self) -> Case {
        Case {
            world: self.world.clone(),
            solved: self.weight * (1.0 - self.careless),
            played: self.weight * self.careless,
        }
    }

    /// One kind of opponent, drawn in proportion.
    fn drawn_case(self, luck: &mut dyn Chance) -> Case {
        let played = f64::from(u8::from(share(luck) < self.careless));
        Case {
            world: self.world,
            solved: 1.0 - played,
            played,
        }
    }
}

/// Where worlds come from.
#[derive(Debug)]
pub(crate) struct Source<'a>(Supply<'a>);

#[derive(Debug)]
enum Supply<'a> {
    /// All there are, in random order.
    All(Vec<Weighed>),
    /// A sample to draw from again, in proportion to the weights, which are added up.
    Pool(Vec<Weighed>),
    /// Drawn anew one by one, as many as wanted.
    Fresh(Sampler<'a>, Choices, Purpose),
}

impl<'a> Source<'a> {
    /// All worlds where they are few and nothing is left to draw, else samples.
    pub(crate) fn of(
        view: &View<'_>,
        worlds: &'a Worlds,
        choices: Choices,
        purpose: Purpose,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Self {
        let effort = budget.effort().unwrap_or(u64::MAX);
        let most = (effort as f64 * WEIGHING) as u64 / WORLD_COST;
        let most = most.clamp(16, MOST_WEIGHED as u64) as usize;
        let nothing_to_draw = view.rule == Rule::One || view.boneyard == 0;
        let few = worlds.count().is_some_and(|count| count <= most as f64);
        let weigh = |world| Weighed::by(&choices, purpose, world);
        Self(if nothing_to_draw && few {
            let mut all: Vec<_> = worlds.all().into_iter().map(weigh).collect();
            shuffle(&mut all, luck);
            Supply::All(all)
        } else if choices.is_empty() {
            Supply::Fresh(worlds.sampler(), choices, purpose)
        } else {
            Supply::Pool(pool(worlds, weigh, most, luck, budget))
        })
    }

    /// The same world again and again, with an opponent that is not careless.
    pub(crate) fn repeated(world: World, times: usize) -> Self {
        let weighed = Weighed {
            world,
            weight: 1.0,
            careless: 0.0,
        };
        Self(Supply::All(vec![weighed; times]))
    }

    /// The `n`-th world, if there are that many.
    pub(crate) fn next(&mut self, n: usize, luck: &mut dyn Chance) -> Option<Case> {
        match &mut self.0 {
            Supply::All(worlds) => worlds.get(n).map(Weighed::case),
            Supply::Pool(worlds) => {
                let at = worlds.last()?.weight * share(luck);
                let index = worlds.partition_point(|weighed| weighed.weight <= at);
                Some(worlds.get(index)?.clone().drawn_case(luck))
            }
            Supply::Fresh(sampler, choices, purpose) => {
                let weighed = Weighed::by(choices, *purpose, sampler.draw(luck));
                Some(weighed.drawn_case(luck))
            }
        }
    }

    /// How often to play a world out that is to be played out.
    pub(crate) fn playouts(&self) -> usize {
        match &self.0 {
            Supply::All(worlds) => (PLAYOUTS / worlds.len()).max(1),
            Supply::Pool(_) | Supply::Fresh(..) => 1,
        }
    }

    /// How sure an average of solutions is when no world is left.
    pub(crate) fn certainty(&self) -> Certainty {
        match &self.0 {
            Supply::All(worlds) if worlds.len() == 1 => Certainty::Exact,
            Supply::All(_) => Certainty::Complete,
            Supply::Pool(_) | Supply::Fresh(..) => Certainty::Sampled,
        }
    }

    /// What drawing and weighing has cost when `judged` worlds were judged.
    pub(crate) fn cost(&self, judged: usize) -> u64 {
        let drawn = match &self.0 {
            Supply::All(worlds) | Supply::Pool(worlds) => worlds.len(),
            Supply::Fresh(..) => judged,
        };
        WORLD_COST * drawn as u64
    }
}

/// Worlds drawn and weighed, with their weights added up.
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

/// A number from 0 to 1.
fn share(luck: &mut dyn Chance) -> f64 {
    const PARTS: u32 = 1 << 31;
    f64::from(luck.below(PARTS)) / f64::from(PARTS)
}

fn shuffle<T>(items: &mut [T], luck: &mut dyn Chance) {
    for end in (1..items.len()).rev() {
        items.swap(end, luck.below(end as u32 + 1) as usize);
    }
}
