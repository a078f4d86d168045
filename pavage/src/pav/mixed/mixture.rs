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
    weights: Vec<[i32; N]>,
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
        weight: i32,
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
        for (number, (&context, found)) in contexts.iter().zip(&mut self.found).enumerate() {
            *found = find(&mut self.lines, self.bits, spread(context, number as u32));
        }
    }

    #[inline]
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        place: Place,
        extra: &[i32],
        decision: bool,
    ) -> bool {
        let mut inputs = [0; N];
        for (input, &found) in inputs.iter_mut().zip(&self.found) {
            *input = input_of(self.lines[found].0[place.node + 1]);
        }
        inputs[C..].copy_from_slice(extra);
        let [a, b, c] = place.sets.map(|set| &self.weights[set]);
        let mut sum = 0_i32;
        for at in 0..N {
            sum = sum.wrapping_add(inputs[at].wrapping_mul(a[at] + b[at] + c[at]));
        }
        let mixed = (sum >> 16).clamp(-LIMIT, LIMIT);
        let chance = squash(mixed);
        let refined = self.refined.chance(place.refine, mixed);
        let decision = coder.code(((chance + refined) / 2).clamp(8, 65_528), decision);

        let error = (i32::from(decision) << 16) - chance.cast_signed();
        for set in place.sets {
            for (weight, &input) in self.weights[set].iter_mut().zip(&inputs) {
                *weight += (input * (error >> 4) + RATE_HALF) >> RATE;
            }
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

const RATE: i32 = 11;
const RATE_HALF: i32 = 1 << (RATE - 1);

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
fn find(lines: &mut [Line], bits: u32, hash: u32) -> usize {
    let at = (hash >> (32 - bits)) as usize;
    let check = hash & 0xFFFF;
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

#[inline]
fn input_of(counter: u32) -> i32 {
    let input = stretch((counter >> 16) as u16);
    (input * CONFIDENCE[(counter & SEEN).min(15) as usize]) >> 4
}

static CONFIDENCE: [i32; 16] = [0, 8, 11, 12, 13, 14, 14, 15, 15, 15, 16, 16, 16, 16, 16, 16];

#[inline]
fn learn(counter: &mut u32, decision: bool, limit: u32) {
    let seen = *counter & SEEN;
    let chance = (*counter >> 10).cast_signed();
    let target = if decision { (1 << 22) - 1 } else { 0 };
    let step = (i64::from(target - chance) * i64::from(RATES[seen as usize])) >> 16;
    let chance = (chance + step as i32).cast_unsigned();
    *counter = chance << 10 | (seen + u32::from(seen < limit));
}

/// 1 / (seen + 3/2) in 1/65 536.
static RATES: [u32; 1024] = rates();

const fn rates() -> [u32; 1024] {
    let mut rates = [0; 1024];
    let mut seen = 0;
    while seen < rates.len() {
        rates[seen] = 2 * 65_536 / (2 * seen as u32 + 3);
        seen += 1;
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
        let at = |entry: usize| squash((entry as i32 - 16) * 192).min(65_535) as u16;
        Self {
            chances: vec![std::array::from_fn(at); contexts],
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
