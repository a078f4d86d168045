//! The information set of a side: all hands of the opponent that agree with the moves, and unbiased
//! samples of them (determinizations).
//!
//! The opponent received its tiles in the deal (slot 0, several tiles) or by its draws (slots 1, 2, …,
//! one tile each). A tile that would have opened the game was not dealt, and a tile that fitted when
//! the opponent drew or passed was not held then: so each tile has an earliest slot, and a tile that
//! was laid has a latest one. All deals and draws are equally likely, so the probability of a hand is
//! proportional to the number of ways to fill the slots with it and with the tiles laid. Choosing slot
//! by slot in proportion to the number of ways that remain samples hands without bias.

use std::collections::HashMap;

use table::Chance;

use crate::engine::world_source::share;
use crate::rules::{Ends, Move, Rule};
use crate::tile::{TILES, Tile, Tiles};
use crate::view::View;

/// A tile that the opponent laid, and the slots in which it may have been received.
#[derive(Clone, Copy, Debug)]
struct LaidTile {
    tile: Tile,
    earliest: usize,
    latest: usize,
}

/// The information set of a side: all hands that the opponent may hold.
#[derive(Clone, Debug)]
pub(crate) struct Worlds {
    /// Number of tiles dealt to each side.
    size: usize,
    /// Tiles that the opponent laid.
    laid: Vec<LaidTile>,
    /// Tiles hidden from this side.
    unseen: Tiles,
    /// For each slot, the hidden tiles that may have been received in it; each set contains the one
    /// before.
    by_slot: Vec<Tiles>,
    /// Number of tiles that the opponent holds.
    opponent: u8,
}

/// A determinization: one possible distribution of the hidden tiles.
#[derive(Clone, Debug)]
pub(crate) struct World {
    /// Hand of the opponent.
    pub(crate) other: Tiles,
    /// All other hidden tiles.
    pub(crate) elsewhere: Tiles,
    /// Tiles that the opponent drew, in order, including those it has laid since.
    pub(crate) drawn: Vec<Tile>,
}

/// The number of ways to fill the slots after a slot, by that slot and the set of laid tiles that are
/// placed in it or before.
type Ways = HashMap<(usize, u32), f64>;

impl Worlds {
    /// The information set of a view after the opening.
    pub(crate) fn from_view(view: &View<'_>) -> Self {
        let opponent = view.side.other();
        let mut earliest = [0; TILES as usize];
        for tile in ruled_out_by_opening(view) {
            earliest[usize::from(tile.index())] = 1;
        }
        let (mut draws, mut laid) = (0, Vec::new());
        for step in view.steps().filter(|step| step.side == opponent) {
            if let Some(tile) = step.mv.tile() {
                laid.push(LaidTile {
                    tile,
                    earliest: earliest[usize::from(tile.index())],
                    latest: draws,
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

    /// The tiles that the opponent may hold.
    pub(crate) fn possible(&self) -> Tiles {
        self.by_slot.last().copied().unwrap_or_default()
    }

    /// The world in which the opponent holds `other` and drew `drawn`.
    fn world(&self, other: Tiles, drawn: Vec<Tile>) -> World {
        World {
            other,
            elsewhere: self.unseen - other,
            drawn,
        }
    }

    /// Number of worlds when all are equally likely: the opponent has drawn no tile, or has only one
    /// possible hand. Otherwise `None`.
    pub(crate) fn count(&self) -> Option<f64> {
        let count = choose(self.possible().len().into(), self.opponent.into());
        (self.by_slot.len() == 1 || count <= 1.0).then_some(count)
    }

    /// Returns whether at least one world is possible.
    pub(crate) fn exist(&self) -> bool {
        let enough = self.possible().len() >= self.opponent;
        let first = self.first_choices(&mut Ways::new());
        enough && first.iter().any(|&(_, ways)| ways > 0.0)
    }

    /// All worlds, when they are equally likely.
    pub(crate) fn all(&self) -> Vec<World> {
        let mut worlds = Vec::new();
        let mut each = |other| worlds.push(self.world(other, Vec::new()));
        subsets(self.possible(), self.opponent, &mut each);
        worlds
    }

    /// A sampler that draws each world with its probability.
    pub(crate) fn sampler(&self) -> Sampler<'_> {
        let mut ways = Ways::new();
        Sampler {
            first: self.first_choices(&mut ways),
            ways,
            worlds: self,
        }
    }

    /// The sets of laid tiles that may have been dealt, as bits, each with the number of ways to fill
    /// the rest.
    fn first_choices(&self, ways: &mut Ways) -> Vec<(u32, f64)> {
        let mut choices = Vec::new();
        let dealt = self.laid.iter().filter(|laid| laid.latest == 0).count();
        let sure = (1u32 << dealt) - 1;
        let maybe = (dealt..self.laid.len()).filter(|&i| self.laid[i].earliest == 0);
        let maybe = maybe.fold(0u32, |bits, i| bits | 1 << i);
        // Enumerates every subset of `maybe`, from itself to the empty set.
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

    /// The number of ways to fill the slots after `slot` when the laid tiles `placed` were received in
    /// it or before.
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

    /// Number of hidden tiles that may have been received in `slot` when `placed` were received before
    /// and hidden tiles fill all other places before it.
    fn unseen_choices(&self, slot: usize, placed: u32) -> f64 {
        let used = self.size + slot - 1 - placed.count_ones() as usize;
        (f64::from(self.by_slot[slot].len()) - used as f64).max(0.0)
    }
}

/// Samples worlds, each with its probability.
#[derive(Clone, Debug)]
pub(crate) struct Sampler<'a> {
    worlds: &'a Worlds,
    /// Sets of laid tiles that may have been dealt, with their numbers of ways.
    first: Vec<(u32, f64)>,
    /// Numbers of ways found so far.
    ways: Ways,
}

impl Sampler<'_> {
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

    /// Samples the laid tile that was received in `slot`; `None` for a hidden tile.
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

/// The tiles that neither side was dealt, because they would have opened the game.
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

/// A random index, each with a probability in proportion to its weight.
fn pick(weights: impl Iterator<Item = f64> + Clone, luck: &mut dyn Chance) -> usize {
    let total: f64 = weights.clone().sum();
    let mut left = total * share(luck);
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

/// A random tile of the set, each as likely.
pub(crate) fn one_of(tiles: Tiles, luck: &mut dyn Chance) -> Tile {
    tiles.nth(luck.below(tiles.len().into()) as u8)
}

/// A random subset of `n` tiles, each as likely.
pub(crate) fn some_of(tiles: Tiles, n: u8, luck: &mut dyn Chance) -> Tiles {
    let mut left = tiles;
    for _ in 0..n {
        left.remove(one_of(left, luck));
    }
    tiles - left
}

/// Calls `each` with every subset of `n` tiles.
fn subsets(tiles: Tiles, n: u8, each: &mut impl FnMut(Tiles)) {
    fn rest(tiles: Tiles, n: u8, chosen: Tiles, each: &mut impl FnMut(Tiles)) {
        if n == 0 {
            return each(chosen);
        }
        if tiles.len() < n {
            return;
        }
        let tile = tiles.nth(0);
        let mut with = chosen;
        with.insert(tile);
        rest(tiles.without(tile), n - 1, with, each);
        rest(tiles.without(tile), n, chosen, each);
    }
    rest(tiles, n, Tiles::NONE, each);
}

/// The binomial coefficient: number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use table::{Game, Seeded, Side, Turn};

    use super::*;
    use crate::rules::Dominos;

    /// Counts the ways in which the opponent can have received each hand, by replaying every deal and
    /// draw with the rules.
    fn brute(game: &Dominos, side: Side) -> BTreeMap<u32, u32> {
        let view = game.view(side);
        let opponent = side.other();
        let laid: Tiles = view
            .steps()
            .filter(|step| step.side == opponent)
            .filter_map(|step| step.mv.tile())
            .collect();
        let drew: Vec<Side> = view
            .steps()
            .filter(|step| step.mv == Move::Draw)
            .map(|step| step.side)
            .take(game.drawn.len())
            .collect();
        let own_drawn: Tiles = game
            .drawn
            .iter()
            .zip(&drew)
            .filter(|(_, by)| **by == side)
            .map(|(tile, _)| *tile)
            .collect();
        let own_laid: Tiles = view.laid() - laid;
        let mut counts = BTreeMap::new();
        subsets(view.unseen(), view.opponent, &mut |hand| {
            let had = hand | laid;
            let mut each = |drawn: &[Tile]| {
                let mut hands = [(view.hand | own_laid) - own_drawn; 2];
                hands[opponent.index()] = had - drawn.iter().copied().collect();
                if replays(game, hands, drawn, &drew, opponent) {
                    *counts.entry(hand.bits()).or_insert(0) += 1;
                }
            };
            let draws = drew.iter().filter(|by| **by == opponent).count();
            arrangements(had, draws, &mut Vec::new(), &mut each);
        });
        counts
    }

    /// Calls `each` with every ordered choice of `n` tiles.
    fn arrangements(from: Tiles, n: usize, chosen: &mut Vec<Tile>, each: &mut impl FnMut(&[Tile])) {
        if n == 0 {
            return each(chosen);
        }
        for tile in from {
            let mut rest = from;
            rest.remove(tile);
            chosen.push(tile);
            arrangements(rest, n - 1, chosen, each);
            chosen.pop();
        }
    }

    /// Returns whether the rules allow the history of `game` with these hands and draws.
    fn replays(
        game: &Dominos,
        hands: [Tiles; 2],
        drawn: &[Tile],
        drew: &[Side],
        opponent: Side,
    ) -> bool {
        let Ok(mut again) = Dominos::dealt(game.rule, hands, Tiles::ALL - hands[0] - hands[1])
        else {
            return false;
        };
        let (mut theirs, mut all) = (drawn.iter(), game.drawn.iter().zip(drew));
        if again.starter() != game.starter() {
            return false;
        }
        for &mv in &game.history {
            if again.play(mv).is_err() {
                return false;
            }
            if !again.awaits_tile {
                continue;
            }
            let Some((own, by)) = all.next() else {
                continue;
            };
            let tile = if *by == opponent {
                theirs.next()
            } else {
                Some(own)
            };
            let Some(&tile) = tile.filter(|tile| again.boneyard.contains(**tile)) else {
                return false;
            };
            again.deal_tile((again.boneyard & Tiles::above(tile)).len());
        }
        true
    }

    /// A random game with large hands, so that few tiles are hidden, after `moves` moves.
    fn random_game(rule: Rule, size: u8, moves: usize, luck: &mut Seeded) -> Dominos {
        let mut game = Dominos::new(rule, size).unwrap();
        while game.history.len() < moves || game.awaits_tile {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance { outcomes, .. } => {
                    game.draw(luck.below(outcomes.into()) as u8);
                }
                Turn::Player(_) => {
                    let mut legal = Vec::new();
                    legal.extend(game.legal());
                    game.play(legal[luck.below(legal.len() as u32) as usize])
                        .unwrap();
                }
            }
        }
        game
    }

    /// Compares the frequencies of sampled hands with the exact counts: they must agree within five
    /// standard deviations.
    #[track_caller]
    fn check_frequencies(worlds: &Worlds, counts: &BTreeMap<u32, u32>, luck: &mut Seeded) {
        const DRAWS: u32 = 4_000;
        let total: u32 = counts.values().sum();
        let mut drawn: BTreeMap<u32, u32> = BTreeMap::new();
        let mut sampler = worlds.sampler();
        for _ in 0..DRAWS {
            *drawn.entry(sampler.draw(luck).other.bits()).or_insert(0) += 1;
        }
        for hand in drawn.keys() {
            assert!(counts.contains_key(hand), "an impossible hand");
        }
        for (hand, &count) in counts {
            let p = f64::from(count) / f64::from(total);
            let (mean, n) = (
                p * f64::from(DRAWS),
                f64::from(*drawn.get(hand).unwrap_or(&0)),
            );
            let deviation = (mean * (1.0 - p)).sqrt().max(1.0);
            assert!((n - mean).abs() < 5.0 * deviation, "{n} of {mean} expected");
        }
    }

    #[test]
    fn under_rule_1_the_worlds_are_exactly_the_hands_that_the_rules_allow() {
        let mut luck = Seeded::new(3);
        for seed in 0..30 {
            let game = random_game(Rule::One, 12, 16 + seed % 6, &mut luck);
            let counts = brute(&game, Side::First);
            let worlds = Worlds::from_view(&game.view(Side::First));
            let all: Vec<u32> = worlds
                .all()
                .iter()
                .map(|world| world.other.bits())
                .collect();
            assert_eq!(all.len(), counts.len(), "{game}");
            assert!(all.iter().all(|hand| counts.contains_key(hand)), "{game}");
        }
    }

    #[test]
    fn under_rule_2_hands_are_sampled_in_proportion_to_their_number_of_ways() {
        let mut luck = Seeded::new(4);
        let mut ambiguous = 0;
        for seed in 0..60 {
            let game = random_game(Rule::Two, 11, 16 + seed % 8, &mut luck);
            let view = game.view(Side::First);
            let draws = view.steps().filter(|step| step.mv == Move::Draw);
            let theirs = draws.filter(|step| step.side == Side::Second).count();
            if theirs > 2 || view.opponent == 0 {
                continue;
            }
            let counts = brute(&game, Side::First);
            ambiguous += usize::from(theirs > 0 && counts.len() > 1);
            check_frequencies(&Worlds::from_view(&view), &counts, &mut luck);
        }
        assert!(
            ambiguous > 5,
            "only {ambiguous} games had several possible hands"
        );
    }
}
