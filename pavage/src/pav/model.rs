//! Adaptive probabilities: one for a single context, a logistic mixer of several contexts, and
//! binarised numbers.

use super::coder::RangeCoder;

/// Adaptive probability of a binary decision in one context; its learning rate falls with the
/// number of decisions seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdaptiveBit {
    /// Probability that the decision is true, out of 65 536.
    probability: u16,
    seen: u8,
}

impl AdaptiveBit {
    pub(super) const fn new() -> Self {
        Self {
            probability: 1 << 15,
            seen: 0,
        }
    }

    /// Moves the probability towards `decision` at the rate 1 / (seen + 3/2), within the range that
    /// the range coder accepts.
    #[inline]
    fn learn(&mut self, decision: bool, limit: u8) {
        let target = if decision {
            65_536 - MIN_PROBABILITY
        } else {
            MIN_PROBABILITY
        };
        let step =
            (target.cast_signed() - i32::from(self.probability)) * RATES[usize::from(self.seen)];
        self.probability = (i32::from(self.probability) + (step >> 15)) as u16;
        self.seen += u8::from(self.seen < limit);
    }

    #[inline]
    pub(super) fn code(&mut self, coder: &mut impl RangeCoder, decision: bool) -> bool {
        let decision = coder.code(u32::from(self.probability), decision);
        self.learn(decision, 60);
        decision
    }
}

const MIN_PROBABILITY: u32 = 32;

/// Learning rates 1 / (seen + 3/2) in units of 1/32 768; the largest step times the first rate fits
/// 32 bits.
static RATES: [i32; 256] = rates();

const fn rates() -> [i32; 256] {
    let mut rates = [0; 256];
    let (mut seen, mut divisor) = (0, 3);
    while seen < rates.len() {
        rates[seen] = 2 * 32_768 / divisor;
        seen += 1;
        divisor += 2;
    }
    rates
}

/// Adaptive model of whole numbers in Elias gamma binarisation: the bit length of
/// `n + 1` in unary, then its bits from the top, the first three with adaptive probabilities.
#[derive(Clone, Debug)]
pub(super) struct AdaptiveNumber {
    lengths: [AdaptiveBit; 64],
    tops: [AdaptiveBit; 65 * 8],
}

impl AdaptiveNumber {
    pub(super) const fn new() -> Self {
        Self {
            lengths: [AdaptiveBit::new(); 64],
            tops: [AdaptiveBit::new(); 65 * 8],
        }
    }

    pub(super) fn code(&mut self, coder: &mut impl RangeCoder, number: u64) -> u64 {
        let value = u128::from(number) + 1;
        let length = self.code_length(coder, value.ilog2());
        let mut read = 1_u128;
        for below in (0..length).rev() {
            let bit = value >> below & 1 == 1;
            let bit = if read < 8 {
                self.tops[length as usize * 8 + read as usize].code(coder, bit)
            } else {
                coder.code(1 << 15, bit)
            };
            read = read << 1 | u128::from(bit);
        }
        // A length of 64 with further bits set does not occur in a file that was written.
        u64::try_from(read - 1).unwrap_or(u64::MAX)
    }

    fn code_length(&mut self, coder: &mut impl RangeCoder, length: u32) -> u32 {
        let more = |at: u32| at < length;
        (0..64)
            .find(|&at| !self.lengths[at as usize].code(coder, more(at)))
            .unwrap_or(64)
    }
}

/// The logistic functions stretch(p) = ln(p / (1 − p)) and its inverse squash, in units of 1/256
/// over −12 to 12.
pub(super) mod logistic {
    /// 65 536 / (1 + e^−x) at x = −12, −11.5, … 12.
    const SIGMOID: [u16; 49] = [
        1, 1, 1, 2, 3, 5, 8, 13, 22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812,
        11955, 17625, 24743, 32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816,
        65097, 65269, 65374, 65438, 65476, 65500, 65514, 65523, 65528, 65531, 65533, 65534, 65535,
        65535, 65535,
    ];

    pub(in crate::pav) const LIMIT: i32 = 12 * 256 - 1;

    /// The probability out of 65 536 at `x`/256, interpolated linearly in the table.
    #[inline]
    pub(in crate::pav) const fn squash(x: i32) -> u32 {
        let x = if x > LIMIT {
            LIMIT
        } else if x < -LIMIT {
            -LIMIT
        } else {
            x
        };
        let shifted = (x + 12 * 256) as u32;
        let (entry, part) = ((shifted >> 7) as usize, shifted & 127);
        (SIGMOID[entry] as u32 * (128 - part) + SIGMOID[entry + 1] as u32 * part) >> 7
    }

    /// For each probability in steps of 16/65 536, the smallest `x` whose [`squash`] reaches the
    /// middle of the step.
    static STRETCH: [i16; 4096] = inverse();

    const fn inverse() -> [i16; 4096] {
        let mut table = [0; 4096];
        let (mut entry, mut x) = (0, -LIMIT);
        while entry < 4096 {
            while x < LIMIT && squash(x) < entry as u32 * 16 + 8 {
                x += 1;
            }
            table[entry] = x as i16;
            entry += 1;
        }
        table
    }

    #[inline]
    pub(in crate::pav) fn stretch(probability: u16) -> i32 {
        i32::from(STRETCH[usize::from(probability >> 4)])
    }
}

/// Logistic mixer: combines the adaptive probabilities of `N` contexts with weights learned online.
#[derive(Clone, Debug)]
pub(super) struct Mixer<const N: usize> {
    /// `N` hash tables of adaptive probabilities, one for each context.
    bits: Vec<AdaptiveBit>,
    table_bits: u32,
    /// Sets of mixing weights, in units of 1/65 536.
    weights: Vec<[i32; N]>,
}

impl<const N: usize> Mixer<N> {
    /// Makes a mixer with `N` tables of 2^`table_bits` probabilities and `sets` sets of weights.
    pub(super) fn new(table_bits: u32, sets: usize) -> Self {
        Self {
            bits: vec![AdaptiveBit::new(); N << table_bits],
            table_bits,
            weights: vec![[65_536 / 5; N]; sets],
        }
    }

    #[inline]
    fn slots(&self, contexts: &[u32; N], salt: u32) -> [usize; N] {
        let mut slots = [0; N];
        for (input, (slot, &context)) in slots.iter_mut().zip(contexts).enumerate() {
            let hash = context
                .wrapping_add(salt.wrapping_mul(0x9E37_79B1))
                .wrapping_mul(0x85EB_CA6B);
            let hash = (hash ^ hash >> 15).wrapping_mul(0xC2B2_AE35);
            *slot = (input << self.table_bits) + (hash >> (32 - self.table_bits)) as usize;
        }
        slots
    }

    /// Codes a decision in the given contexts with one set of weights; `salt` separates the
    /// decisions of one symbol.
    #[inline]
    pub(super) fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        contexts: &[u32; N],
        salt: u32,
        set: usize,
        decision: bool,
    ) -> bool {
        let slots = self.slots(contexts, salt);
        let weights = &mut self.weights[set];
        let mut inputs = [0; N];
        let mut sum = 0_i64;
        for ((input, &slot), &weight) in inputs.iter_mut().zip(&slots).zip(&*weights) {
            *input = logistic::stretch(self.bits[slot].probability);
            sum += i64::from(*input) * i64::from(weight);
        }
        let probability = logistic::squash((sum >> 16).clamp(-4096, 4096) as i32);
        let decision = coder.code(
            probability.clamp(MIN_PROBABILITY, 65_536 - MIN_PROBABILITY),
            decision,
        );

        let error = (i32::from(decision) << 16) - probability.cast_signed();
        for (weight, &input) in weights.iter_mut().zip(&inputs) {
            *weight += (input * (error >> 4)) >> 11;
        }
        for slot in slots {
            self.bits[slot].learn(decision, u8::MAX);
        }
        decision
    }
}

/// Hashes several values to 32 bits.
#[inline]
pub(super) fn hash(values: &[u32]) -> u32 {
    values.iter().fold(0x811C_9DC5, |hash: u32, &value| {
        let mixed = (hash ^ value).wrapping_mul(0x9E37_79B1);
        mixed ^ mixed >> 15
    })
}
