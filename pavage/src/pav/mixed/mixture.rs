//! A chance made from the counters of many contexts, whose weights learn which of them to trust.

use crate::pav::coder::Coder;
use crate::pav::model::logistic::{LIMIT, squash, stretch};

/// Counters of one context: the first word tells contexts apart, the others are found by the decisions
/// taken before in the same symbol, at most 15 of them.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u32; 16]);

/// An even chance that has seen nothing: 22 bits of chance above 10 bits of what was seen.
const FRESH: u32 = 1 << 31;
const SEEN: u32 = (1 << 10) - 1;

/// `C` contexts and `N` inputs, the contexts' first.
#[derive(Debug)]
pub(super) struct Mixture<const C: usize, const N: usize> {
    lines: Vec<Line>,
    bits: u32,
    limit: u32,
    found: [usize; C],
    weights: Vec<[i16; N]>,
    refined: Refined,
}

/// What a decision is seen from beside the contexts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Which of the counters of a line, from 0 to 14.
    pub(super) node: usize,
    /// Three sets of weights that are added.
    pub(super) sets: [usize; 3],
    /// What the chance is corrected by.
    pub(super) refine: usize,
}

impl<const C: usize, const N: usize> Mixture<C, N> {
    /// 2^`bits` lines; the first `general` sets of weights start as `weight`, the others as nothing.
    pub(super) fn new(
        bits: u32,
        limit: u32,
        sets: usize,
        general: usize,
        weight: i16,
        refines: usize,
    ) -> Self {
        let mut weights = vec![[0; N]; sets];
        weights[..general].fill([weight; N]);
        Self {
            lines: vec![Line([FRESH; 16]); 1 << bits],
            bits,
            limit,
            found: [0; C],
            weights,
            refined: Refined::new(refines),
        }
    }

    /// Finds the lines of the contexts for the decisions that follow.
    #[inline]
    pub(super) fn look(&mut self, contexts: &[u32; C]) {
        let mut hashes = [0; C];
        let mut checks = [0; C];
        // All lines are asked for before the first is looked at: their memory is waited for once.
        for number in 0..C {
            hashes[number] = spread(contexts[number], number as u32);
            checks[number] = self.lines[(hashes[number] >> (32 - self.bits)) as usize].0[0];
        }
        for number in 0..C {
            let at = (hashes[number] >> (32 - self.bits)) as usize;
            let is_there =
                checks[number] == hashes[number] & 0xFFFF && self.lines[at].0[0] == checks[number];
            self.found[number] = if is_there {
                at
            } else {
                find(&mut self.lines, at, hashes[number] & 0xFFFF)
            };
        }
    }

    /// Whether a context has met this decision before.
    #[inline]
    pub(super) fn has_seen(&self, context: usize, node: usize) -> bool {
        self.lines[self.found[context]].0[node + 1] & SEEN > 0
    }

    #[inline]
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        place: Place,
        extra: &[i16],
        decision: bool,
    ) -> bool {
        let mut inputs = [0; N];
        for (input, &found) in inputs.iter_mut().zip(&self.found) {
            *input = stretch((self.lines[found].0[place.node + 1] >> 16) as u16) as i16;
        }
        inputs[C..C + extra.len()].copy_from_slice(extra);
        let sum = dot(&inputs, place.sets.map(|set| &self.weights[set]));
        let mixed = (sum >> 14).clamp(-LIMIT, LIMIT);
        let chance = squash(mixed);
        let refined = self.refined.chance(place.refine, mixed);
        let decision = coder.code(u32::midpoint(chance, refined).clamp(8, 65_528), decision);

        let error = (((i32::from(decision) << 16) - chance.cast_signed()) * RATE) >> 5;
        for set in place.sets {
            train(&mut self.weights[set], &inputs, error);
        }
        self.refined.learn(place.refine, mixed, decision);
        for &found in &self.found {
            learn(
                &mut self.lines[found].0[place.node + 1],
                decision,
                self.limit,
            );
        }
        decision
    }
}

/// How fast weights learn, in 1/32.
const RATE: i32 = 14;

/// Weights are in 1/2¹⁴, those of the three sets added, and below 2: the sum of 21 inputs fits 32 bits.
#[inline]
fn dot<const N: usize>(inputs: &[i16; N], [a, b, c]: [&[i16; N]; 3]) -> i32 {
    let product = |at: usize| {
        let weight = a[at].saturating_add(b[at]).saturating_add(c[at]);
        i32::from(inputs[at]) * i32::from(weight)
    };
    (0..N).map(product).sum()
}

#[inline]
fn train<const N: usize>(weights: &mut [i16; N], inputs: &[i16; N], error: i32) {
    for (weight, &input) in weights.iter_mut().zip(inputs) {
        *weight = weight.saturating_add(((i32::from(input) * error + 0x8000) >> 16) as i16);
    }
}

/// One hash of a context and its number.
#[inline]
fn spread(context: u32, number: u32) -> u32 {
    let hash = context
        .wrapping_add(number.wrapping_mul(0x9E37_79B1))
        .wrapping_mul(0x85EB_CA6B);
    let hash = (hash ^ hash >> 15).wrapping_mul(0xC2B2_AE35);
    hash ^ hash >> 13
}

/// The line of a hash or of its neighbour; else the one of the two that has seen less, cleared.
#[inline]
fn find(lines: &mut [Line], at: usize, check: u32) -> usize {
    if lines[at].0[0] == check {
        return at;
    }
    let beside = at ^ 1;
    if lines[beside].0[0] == check {
        return beside;
    }
    let seen = |at: usize| lines[at].0[1] & SEEN;
    let at = if seen(beside) < seen(at) { beside } else { at };
    lines[at].0 = [FRESH; 16];
    lines[at].0[0] = check;
    at
}

/// Moves a chance by 1 / (seen + 7/4), in steps of 1/2²².
#[inline]
fn learn(counter: &mut u32, decision: bool, limit: u32) {
    let seen = *counter & SEEN;
    let distance = (i32::from(decision) << 22) - (*counter >> 10).cast_signed();
    let step = ((distance >> 3) * RATES[seen as usize]).cast_unsigned() & !SEEN;
    *counter = counter.wrapping_add(step) + u32::from(seen < limit);
}

/// In 1/8192.
static RATES: [i32; 1024] = rates();

const fn rates() -> [i32; 1024] {
    let mut rates = [0; 1024];
    let (mut seen, mut divisor) = (0, 7);
    while seen < rates.len() {
        rates[seen] = 4 * 8192 / divisor;
        seen += 1;
        divisor += 4;
    }
    rates
}

/// Corrects a chance by what became of such chances before.
#[derive(Debug)]
struct Refined {
    /// Chances out of 65 536 at 33 places of the logistic scale.
    chances: Vec<[u16; 33]>,
}

impl Refined {
    fn new(contexts: usize) -> Self {
        let mut chances = [0; 33];
        for (chance, place) in chances.iter_mut().zip(-16..) {
            *chance = squash(place * 192) as u16;
        }
        Self {
            chances: vec![chances; contexts],
        }
    }

    #[inline]
    fn split(mixed: i32) -> (usize, u32) {
        let shifted = (mixed + 16 * 192).cast_unsigned();
        ((shifted / 192) as usize, shifted % 192)
    }

    #[inline]
    fn chance(&self, context: usize, mixed: i32) -> u32 {
        let (entry, part) = Self::split(mixed);
        let chances = &self.chances[context];
        (u32::from(chances[entry]) * (192 - part) + u32::from(chances[entry + 1]) * part) / 192
    }

    #[inline]
    fn learn(&mut self, context: usize, mixed: i32, decision: bool) {
        let (entry, part) = Self::split(mixed);
        let nearest = &mut self.chances[context][entry + usize::from(part >= 96)];
        let target = if decision { 65_535 } else { 0 };
        *nearest = (i32::from(*nearest) + ((target - i32::from(*nearest)) >> 6)) as u16;
    }
}
