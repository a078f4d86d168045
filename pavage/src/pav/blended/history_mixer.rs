//! Logistic mixer over the bit histories of many contexts, followed by an adaptive probability map.

use super::history;
use super::lanes::Lanes;
use crate::pav::coder::RangeCoder;
use crate::pav::model::logistic::{LIMIT, squash, stretch};
use std::ops::Range;

/// A hash-table line of one context: a check byte, then 15 bit histories indexed by the bits coded
/// before in the same symbol.
type HistoryLine = [u8; 16];

/// Number of history lines in a 64-byte cache line; a context may occupy any of three of them.
const BUCKET: usize = 4;

/// Mixes `C` contexts and extra inputs; there are 8 × `V` inputs in all, those of the contexts
/// first.
#[derive(Debug)]
pub(super) struct HistoryMixer<const C: usize, const V: usize> {
    lines: Vec<HistoryLine>,
    /// Number of lines to skip so that a bucket starts at a cache line.
    skew: usize,
    bits: u32,
    /// For each context, the index of its line and its check byte.
    places: [(usize, u8); C],
    /// For each context, the index of the line found, and the working copy of that line.
    found: [usize; C],
    open: [HistoryLine; C],
    /// For each context and each bit-history state, the adaptive probability.
    predictions: Box<[[StatePrediction; 256]; C]>,
    weights: Vec<Weights<V>>,
    map: ProbabilityMap,
}

/// The selection of history, weight sets and probability map for one decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct MixSelector {
    /// Index of the bit history in a line, from 0 to 14.
    pub(super) node: usize,
    /// Indices of three weight sets, which are added.
    pub(super) sets: [usize; 3],
    /// Context of the adaptive probability map.
    pub(super) map_context: usize,
}

impl<const C: usize, const V: usize> HistoryMixer<C, V> {
    /// Makes a table of 2^`bits` lines; the first `general` weight sets start at `weight`, the
    /// others at 0.
    pub(super) fn new(
        bits: u32,
        sets: usize,
        general: usize,
        weight: i16,
        map_contexts: usize,
    ) -> Self {
        let mut weights = vec![[[0; 8]; V]; sets];
        weights[..general].fill([[weight; 8]; V]);
        let lines = vec![[0; 16]; (1 << bits) + BUCKET];
        let skew = lines.as_ptr().addr().wrapping_neg() % (16 * BUCKET) / 16;
        Self {
            lines,
            skew,
            bits,
            places: [(0, 0); C],
            found: [0; C],
            open: [[0; 16]; C],
            predictions: Box::new([history::INITIAL_PROBABILITIES.map(StatePrediction::new); C]),
            weights,
            map: ProbabilityMap::new(map_contexts),
        }
    }

    /// Starts some contexts with no weight in any set, so that they do not slow the others down in
    /// small pictures.
    pub(super) fn with_late(mut self, contexts: Range<usize>) -> Self {
        for set in &mut self.weights {
            set.as_flattened_mut()[contexts.clone()].fill(0);
        }
        self
    }

    /// Finds the lines of the contexts for the decisions that follow.
    #[inline]
    pub(super) fn find_lines(&mut self, contexts: &[u32; C]) {
        for (number, (place, &context)) in self.places.iter_mut().zip(contexts).enumerate() {
            let hash = spread(context, number as u32);
            *place = ((hash >> (32 - self.bits)) as usize, hash as u8);
        }
        self.fetch();
    }

    /// Finds the lines of the same contexts after four bits of a symbol, in neighbouring buckets.
    #[inline]
    pub(super) fn find_nested_lines(&mut self, decisions: u32) {
        for (at, check) in &mut self.places {
            *at ^= (decisions as usize + 1) * BUCKET;
            *check = check.wrapping_add(decisions as u8 * 16 + 1);
        }
        self.fetch();
    }

    #[inline]
    fn fetch(&mut self) {
        let lines = &mut self.lines[self.skew..][..1 << self.bits];
        // All lines are loaded before the first is used, so that their cache misses overlap.
        let first = self
            .places
            .iter()
            .fold(0, |first, &(at, _)| first | lines[at][0]);
        std::hint::black_box(first);
        for (&found, &open) in self.found.iter().zip(&self.open) {
            lines[found] = open;
        }
        for (number, &(at, check)) in self.places.iter().enumerate() {
            let at = find(lines, at, check);
            self.found[number] = at;
            self.open[number] = lines[at];
        }
    }

    /// Whether a context has seen this decision before.
    #[inline]
    pub(super) fn has_seen(&self, context: usize, node: usize) -> bool {
        self.open[context][node + 1] > 0
    }

    #[inline]
    fn added(&self, sets: [usize; 3]) -> [Lanes; V] {
        let [a, b, c] = sets.map(|set| &self.weights[set]);
        let mut added = [Lanes::default(); V];
        for (at, added) in added.iter_mut().enumerate() {
            *added = Lanes::read(&a[at])
                .plus(Lanes::read(&b[at]))
                .plus(Lanes::read(&c[at]));
        }
        added
    }

    /// Codes a decision; extra inputs beyond the 8 × `V` inputs are dropped.
    #[inline]
    pub(super) fn code<const E: usize>(
        &mut self,
        coder: &mut impl RangeCoder,
        place: MixSelector,
        extra: [i16; E],
        decision: bool,
    ) -> bool {
        let node = (place.node + 1) & 15;
        let mut states = [0; C];
        for (state, line) in states.iter_mut().zip(&self.open) {
            *state = usize::from(line[node]);
        }
        let mut numbers = [[0; 8]; V];
        let known = self.predictions.iter().zip(&states);
        for (number, (predictions, &state)) in numbers.as_flattened_mut().iter_mut().zip(known) {
            *number = predictions[state].input;
        }
        for (number, &input) in numbers.as_flattened_mut()[C..].iter_mut().zip(&extra) {
            *number = input;
        }
        let inputs = numbers.map(Lanes::from_array);
        let sum = Lanes::dot(inputs, self.added(place.sets));
        let mixed = (sum >> 14).clamp(-LIMIT, LIMIT);
        let probability = squash(mixed);
        let map = self.map.probability(place.map_context, mixed);
        let decision = coder.code(u32::midpoint(probability, map).clamp(8, 65_528), decision);

        let error =
            ((((i32::from(decision) << 16) - probability.cast_signed()) * RATE) >> 5) as i16;
        let steps = inputs.map(|inputs| inputs.scaled(error));
        for set in place.sets {
            train(&mut self.weights[set], &steps);
        }
        self.map.learn(place.map_context, mixed, decision);
        let next = &history::NEXT[usize::from(decision)];
        for (at, state) in states.into_iter().enumerate() {
            self.predictions[at][state].learn(decision);
            self.open[at][node] = next[state];
        }
        decision
    }
}

/// Learning rate of the weights, in units of 1/32.
const RATE: i32 = 14;

/// Weights in units of 1/2¹⁴; the sum of three sets is below 2, so that the dot product of 21
/// inputs fits 32 bits.
type Weights<const V: usize> = [[i16; 8]; V];

#[inline]
fn train<const V: usize>(weights: &mut Weights<V>, steps: &[Lanes; V]) {
    for (weights, &steps) in weights.iter_mut().zip(steps) {
        Lanes::read(weights).plus(steps).write(weights);
    }
}

/// Hashes a context with its index.
#[inline]
fn spread(context: u32, number: u32) -> u32 {
    let hash = context
        .wrapping_add(number.wrapping_mul(0x9E37_79B1))
        .wrapping_mul(0x85EB_CA6B);
    let hash = (hash ^ hash >> 15).wrapping_mul(0xC2B2_AE35);
    hash ^ hash >> 13
}

/// Finds the line with the check byte at `at` or two others of its bucket; else clears and returns
/// the one of the three that has seen the fewest decisions.
#[inline]
fn find(lines: &mut [HistoryLine], at: usize, check: u8) -> usize {
    if lines[at][0] == check {
        return at;
    }
    let others = [at ^ 1, at ^ 2];
    if let Some(other) = others.into_iter().find(|&other| lines[other][0] == check) {
        return other;
    }
    let mut least = at;
    for other in others {
        if lines[other][1] < lines[least][1] {
            least = other;
        }
    }
    lines[least] = [0; 16];
    lines[least][0] = check;
    least
}

/// Adaptive probability of a bit-history state, out of 65 536, and its stretched value as mixer
/// input.
#[derive(Clone, Copy, Debug)]
struct StatePrediction {
    probability: u16,
    input: i16,
    seen: u8,
}

/// Learning rates 1 / (seen + 20) in units of 1/65 536.
static RATES: [i32; 236] = {
    let mut rates = [0; 236];
    let mut seen = 0;
    while seen < 236 {
        rates[seen] = (65_536 / (seen as u32 + 20)).cast_signed();
        seen += 1;
    }
    rates
};

impl StatePrediction {
    fn new(probability: u16) -> Self {
        let input = stretch(probability) as i16;
        Self {
            probability,
            input,
            seen: 0,
        }
    }

    /// Moves the probability at the rate 1 / (seen + 20).
    #[inline]
    fn learn(&mut self, decision: bool) {
        let distance = (i32::from(decision) << 16) - i32::from(self.probability);
        let step = (distance * RATES[usize::from(self.seen)]) >> 16;
        let seen = self.seen + u8::from(self.seen < 235);
        let learned = Self::new((i32::from(self.probability) + step) as u16);
        *self = Self { seen, ..learned };
    }
}

/// Adaptive probability map: corrects a mixed probability by the observed frequency in a small
/// context.
#[derive(Debug)]
struct ProbabilityMap {
    /// For each context, the probability out of 65 536 at 33 points of the logistic scale.
    probabilities: Vec<[u16; 33]>,
}

impl ProbabilityMap {
    fn new(contexts: usize) -> Self {
        let mut probabilities = [0; 33];
        for (probability, place) in probabilities.iter_mut().zip(-16..) {
            *probability = squash(place * 192) as u16;
        }
        Self {
            probabilities: vec![probabilities; contexts],
        }
    }

    #[inline]
    fn split(mixed: i32) -> (usize, u32) {
        let shifted = (mixed + 16 * 192).cast_unsigned();
        ((shifted / 192) as usize, shifted % 192)
    }

    #[inline]
    fn probability(&self, context: usize, mixed: i32) -> u32 {
        let (entry, part) = Self::split(mixed);
        let probabilities = &self.probabilities[context];
        (u32::from(probabilities[entry]) * (192 - part)
            + u32::from(probabilities[entry + 1]) * part)
            / 192
    }

    #[inline]
    fn learn(&mut self, context: usize, mixed: i32, decision: bool) {
        let (entry, part) = Self::split(mixed);
        let nearest = &mut self.probabilities[context][entry + usize::from(part >= 96)];
        let target = if decision { 65_535 } else { 0 };
        *nearest = (i32::from(*nearest) + ((target - i32::from(*nearest)) >> 6)) as u16;
    }
}
