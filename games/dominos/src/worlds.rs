//! What a side cannot see, as far as everything that was done allows it.
//!
//! The opponent's tiles came in the deal (slot 0, as many as the deal has) or by one of its draws
//! (slots 1, 2, …, one tile each). A tile cannot have been dealt when it would have opened the game,
//! and cannot have been held when it would have fitted and the opponent drew or passed: so each
//! tile has an earliest slot, and a tile that was laid has a latest one. Deals and draws are
//! equally likely one by one, so a hand is as likely as the number of ways to fill the slots with
//! it and with what was laid. Choosing slot by slot in proportion to the ways that remain samples
//! hands without bias.

use std::collections::HashMap;

use table::Chance;

use crate::rules::{Ends, Move, Rule};
use crate::tile::{TILES, Tile, Tiles};
use crate::view::View;

/// How a tile that was laid can have come: the slots from the earliest to the latest.
#[derive(Clone, Copy, Debug)]
struct Laid {
    tile: Tile,
    earliest: usize,
    latest: usize,
}

/// The hands the opponent can hold.
#[derive(Clone, Debug)]
pub(crate) struct Worlds {
    /// Tiles dealt to each side.
    size: usize,
    /// Every tile the opponent laid.
    laid: Vec<Laid>,
    /// The tiles this side cannot see.
    unseen: Tiles,
    /// For each slot, the unseen tiles that may have come by it: more and more.
    by_slot: Vec<Tiles>,
    /// How many tiles the opponent holds.
    opponent: u8,
}

/// One way things can be.
#[derive(Clone, Debug)]
pub(crate) struct World {
    /// The opponent's hand.
    pub(crate) other: Tiles,
    /// The unseen tiles elsewhere.
    pub(crate) elsewhere: Tiles,
    /// What the opponent drew, in order, laid or not.
    pub(crate) drawn: Vec<Tile>,
}

/// The number of ways to fill the slots after one, by that slot and the set of laid tiles that are
/// placed.
type Ways = HashMap<(usize, u32), f64>;

impl Worlds {
    /// The worlds a side must reckon with once the game was opened.
    pub(crate) fn of(view: &View<'_>) -> Self {
        let opponent = view.side.other();
        let mut earliest = [0; TILES as usize];
        for tile in ruled_out_by_opening(view) {
            earliest[usize::from(tile.index())] = 1;
        }
        let (mut draws, mut laid) = (0, Vec::new());
        for step in view.steps().filter(|step| step.side == opponent) {
            if let Some(tile) = step.mv.tile() {
                let earliest = earliest[usize::from(tile.index())];
                let latest = draws;
                laid.push(Laid {
                    tile,
                    earliest,
                    latest,
                });
                continue;
            }
            for tile in step.ends.into_iter().flat_map(Ends::fitting) {
                earliest[usize::from(tile.index())] = draws + 1;
            }
            draws += usize::from(step.mv == Move::Draw);
        }
        let awaits = view.awaits_tile && view.next() == opponent;
        let may_come = |slot| {
            let comes = |tile: &Tile| earliest[usize::from(tile.index())] <= slot;
            view.unseen().into_iter().filter(comes).collect()
        };
        Self {
            size: view.size.into(),
            laid,
            unseen: view.unseen(),
            by_slot: (0..=draws - usize::from(awaits)).map(may_come).collect(),
            opponent: view.opponent,
        }
    }

    /// The tiles the opponent may hold.
    pub(crate) fn possible(&self) -> Tiles {
        self.by_slot.last().copied().unwrap_or_default()
    }

    fn world(&self, other: Tiles, drawn: Vec<Tile>) -> World {
        World {
            other,
            elsewhere: self.unseen - other,
            drawn,
        }
    }

    /// How many there are, where each is as likely as the others: the opponent has not drawn, or
    /// holds all that it may.
    pub(crate) fn count(&self) -> Option<f64> {
        let count = choose(self.possible().len().into(), self.opponent.into());
        (self.by_slot.len() == 1 || count <= 1.0).then_some(count)
    }

    /// Whether there is any.
    pub(crate) fn exist(&self) -> bool {
        let enough = self.possible().len() >= self.opponent;
        let first = self.first_choices(&mut Ways::new());
        enough && first.iter().any(|&(_, ways)| ways > 0.0)
    }

    /// Every world, where they are equally likely.
    pub(crate) fn all(&self) -> Vec<World> {
        let mut worlds = Vec::new();
        let mut each = |other| worlds.push(self.world(other, Vec::new()));
        subsets(self.possible(), self.opponent, &mut each);
        worlds
    }

    /// Hands, each drawn with its probability.
    pub(crate) fn sampler(&self) -> Sampler<'_> {
        let mut ways = Ways::new();
        Sampler {
            first: self.first_choices(&mut ways),
            ways,
            worlds: self,
        }
    }

    /// Which laid tiles may have been dealt, as bits, with the ways that leaves for the rest.
    fn first_choices(&self, ways: &mut Ways) -> Vec<(u32, f64)> {
        let mut choices = Vec::new();
        let dealt = self.laid.iter().filter(|laid| laid.latest == 0).count();
        let sure = (1u32 << dealt) - 1;
        let maybe = (dealt..self.laid.len()).filter(|&i| self.laid[i].earliest == 0);
        let maybe = maybe.fold(0u32, |bits, i| bits | 1 << i);
        // Every subset of `maybe`, itself first.
        let mut also = maybe;
        loop {
            let placed = sure | also;
            let rest = self.size.checked_sub(placed.count_ones() as usize);
            if let Some(rest) = rest {
                let hands = choose(self.by_slot[0].len().into(), rest);
                if hands > 0.0 {
                    choices.push((placed, hands * self.ways(0, placed, ways)));
                }
            }
            if also == 0 {
                return choices;
            }
            also = (also - 1) & maybe;
        }
    }

    /// The ways to fill the slots after `slot` when the laid tiles `placed` came by it or before.
    fn ways(&self, slot: usize, placed: u32, known: &mut Ways) -> f64 {
        let missing = self
            .laid
            .iter()
            .enumerate()
            .filter(|(i, _)| placed & 1 << i == 0);
        if missing.clone().any(|(_, laid)| laid.latest <= slot) {
            return 0.0;
        }
        if slot + 1 == self.by_slot.len() {
            return 1.0;
        }
        if let Some(&ways) = known.get(&(slot, placed)) {
            return ways;
        }
        let next = slot + 1;
        let unseen = self.unseen_choices(next, placed);
        let mut sum = unseen * self.ways(next, placed, known);
        for (i, _) in missing.filter(|(_, laid)| laid.earliest <= next) {
            sum += self.ways(next, placed | 1 << i, known);
        }
        known.insert((slot, placed), sum);
        sum
    }

    /// How many unseen tiles can have come by `slot`, when `placed` came before and unseen tiles
    /// fill all other slots before it.
    fn unseen_choices(&self, slot: usize, placed: u32) -> f64 {
        let used = self.size + slot - 1 - placed.count_ones() as usize;
        (f64::from(self.by_slot[slot].len()) - used as f64).max(0.0)
    }
}

/// Draws worlds.
#[derive(Clone, Debug)]
pub(crate) struct Sampler<'a> {
    worlds: &'a Worlds,
    first: Vec<(u32, f64)>,
    ways: Ways,
}

impl Sampler<'_> {
    /// One world, as likely as it is.
    pub(crate) fn draw(&mut self, luck: &mut dyn Chance) -> World {
        let worlds = self.worlds;
        let weights = self.first.iter().map(|&(_, ways)| ways);
        let mut placed = self.first[pick(weights, luck)].0;
        let dealt = worlds.size - placed.count_ones() as usize;
        let mut other = some_of(worlds.by_slot[0], dealt as u8, luck);
        let mut drawn = Vec::with_capacity(worlds.by_slot.len() - 1);
        for slot in 1..worlds.by_slot.len() {
            if let Some(laid) = self.laid_by(slot, placed, luck) {
                placed |= 1 << laid;
                drawn.push(worlds.laid[laid].tile);
            } else {
                let tile = one_of(worlds.by_slot[slot] - other, luck);
                other.insert(tile);
                drawn.push(tile);
            }
        }
        worlds.world(other, drawn)
    }

    /// Which laid tile came by `slot`, if it was one of them.
    fn laid_by(&mut self, slot: usize, placed: u32, luck: &mut dyn Chance) -> Option<usize> {
        let worlds = self.worlds;
        let unseen = worlds.unseen_choices(slot, placed);
        let mut weights = vec![unseen * worlds.ways(slot, placed, &mut self.ways)];
        for (i, laid) in worlds.laid.iter().enumerate() {
            let may = placed & 1 << i == 0 && laid.earliest <= slot;
            let ways = if may {
                worlds.ways(slot, placed | 1 << i, &mut self.ways)
            } else {
                0.0
            };
            weights.push(ways);
        }
        pick(weights.into_iter(), luck).checked_sub(1)
    }
}

/// What neither side can have been dealt, since it would have opened the game.
fn ruled_out_by_opening(view: &View<'_>) -> Tiles {
    let Some(opening) = view.history.first().and_then(|mv| mv.tile()) else {
        return Tiles::NONE;
    };
    let above = Tiles::above(opening);
    match view.rule {
        Rule::One if opening.is_double() => above & Tiles::DOUBLES,
        Rule::One => above | Tiles::DOUBLES,
        Rule::Two => above,
    }
}

/// An index, in proportion to its weight.
fn pick(weights: impl Iterator<Item = f64> + Clone, luck: &mut dyn Chance) -> usize {
    let total: f64 = weights.clone().sum();
    let mut left = total * f64::from(luck.below(1 << 31)) / f64::from(1u32 << 31);
    let mut last = 0;
    for (index, weight) in weights.enumerate().filter(|(_, weight)| *weight > 0.0) {
        last = index;
        if left < weight {
            break;
        }
        left -= weight;
    }
    last
}

/// One of the tiles, each as likely as the others.
pub(crate) fn one_of(tiles: Tiles, luck: &mut dyn Chance) -> Tile {
    tiles.nth(luck.below(tiles.len().into()) as u8)
}

/// `n` of the tiles, every choice as likely as the others.
pub(crate) fn some_of(tiles: Tiles, n: u8, luck: &mut dyn Chance) -> Tiles {
    let mut left = tiles;
    for _ in 0..n {
        left.remove(one_of(left, luck));
    }
    tiles - left
}

/// Hands every set of `n` of the tiles to `each`.
fn subsets(tiles: Tiles, n: u8, each: &mut impl FnMut(Tiles)) {
    fn rest(tiles: Tiles, n: u8, chosen: Tiles, each: &mut impl FnMut(Tiles)) {
        if n == 0 {
            return each(chosen);
        }
        if tiles.len() < n {
            return;
        }
        let tile = tiles.nth(0);
        let mut tiles = tiles;
        tiles.remove(tile);
        let mut with = chosen;
        with.insert(tile);
        rest(tiles, n - 1, with, each);
        rest(tiles, n, chosen, each);
    }
    rest(tiles, n, Tiles::NONE, each);
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}
