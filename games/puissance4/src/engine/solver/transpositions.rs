//! The transposition table: bounds of positions already searched, shared by all threads without
//! locks.
//!
//! An entry is one 64-bit word, so that it is never seen half written: 6 bits for each bound, 6 for
//! the work it cost, 8 for the generation, and the part of the mixed key that its bucket does not
//! tell. The mixing is a bijection of the 49 key bits: no two positions are ever confused.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::score::Bounds;

const KEY_BITS: u32 = 49;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;
const BOUND_BITS: u32 = 6;
const WORK_SHIFT: u32 = 2 * BOUND_BITS;
const GENERATION_SHIFT: u32 = WORK_SHIFT + 6;
const TAG_SHIFT: u32 = GENERATION_SHIFT + 8;
/// Scores are stored from 0.
const OFFSET: i32 = 32;
/// Fewer buckets would leave tags longer than what is left of the word.
const FEWEST_BUCKETS: usize = 1 << 14;
const MOST_BUCKETS: usize = 1 << 32;

/// A position as the table knows it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Key(u64);

impl Key {
    /// From a number of 49 bits that no other position has, by a bijection that spreads them.
    #[inline]
    pub(super) const fn of(unique: u64) -> Self {
        let mut mixed = unique.wrapping_mul(0x9e37_79b9_7f4a_7c15) & KEY_MASK;
        mixed ^= mixed >> 25;
        Self(mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) & KEY_MASK)
    }

    /// The bits, already spread.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

/// Two entries that share a place: the one that cost less work gives way.
#[derive(Debug, Default)]
#[repr(align(16))]
struct Bucket([AtomicU64; 2]);

/// A table of a fixed size.
#[derive(Debug)]
pub(super) struct Transpositions {
    buckets: Vec<Bucket>,
    tag_bits: u32,
    generation: u64,
    absorbed: AtomicBool,
}

impl Transpositions {
    /// The largest table of a power of two that fits `bytes`, and at least 256 KiB.
    pub(super) fn new(bytes: usize) -> Self {
        let wanted = (bytes / size_of::<Bucket>()).clamp(FEWEST_BUCKETS, MOST_BUCKETS);
        let bits = wanted.ilog2();
        let mut buckets: Vec<Bucket> = Vec::with_capacity(1 << bits);
        ask_for_huge_pages(&buckets);
        buckets.resize_with(1 << bits, Bucket::default);
        Self {
            buckets,
            tag_bits: KEY_BITS - bits,
            generation: 1,
            absorbed: AtomicBool::new(false),
        }
    }

    /// Forgets everything, mostly without touching the memory.
    pub(super) fn forget(&mut self) {
        *self.absorbed.get_mut() = false;
        self.generation += 1;
        if self.generation == 1 << 8 {
            self.buckets.fill_with(Bucket::default);
            self.generation = 1;
        }
    }

    /// Whether it has taken over what a smaller table knew since it last forgot.
    pub(super) fn has_absorbed(&self) -> bool {
        self.absorbed.load(Ordering::Relaxed)
    }

    /// Takes over everything that a smaller table knows.
    pub(super) fn absorb(&self, small: &Self) {
        self.absorbed.store(true, Ordering::Relaxed);
        for (index, bucket) in small.buckets.iter().enumerate() {
            for entry in bucket.0.iter().map(|entry| entry.load(Ordering::Relaxed)) {
                let work = small.work(entry);
                if work > 0 {
                    let key = ((index as u64) << small.tag_bits) | (entry >> TAG_SHIFT);
                    self.put_weighed(Key(key), bounds_of(entry), work);
                }
            }
        }
    }

    /// Where a key lives, and the entry's identifying bits.
    #[inline]
    fn locate(&self, Key(key): Key) -> (&Bucket, u64) {
        let tag = key & ((1 << self.tag_bits) - 1);
        let identity = (tag << (TAG_SHIFT - GENERATION_SHIFT)) | self.generation;
        (&self.buckets[(key >> self.tag_bits) as usize], identity)
    }

    /// Fetches what will be asked for soon into the cache.
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "half of the time was spent waiting for these lines; see docs/puissance4.md"
        )
    )]
    pub(super) fn prefetch(&self, key: Key) {
        let (bucket, _) = self.locate(key);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing, and the address is that of a live bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Bounds> {
        let (bucket, identity) = self.locate(key);
        let mut entries = bucket.0.iter().map(|entry| entry.load(Ordering::Relaxed));
        entries
            .find(|entry| entry >> GENERATION_SHIFT == identity)
            .map(bounds_of)
    }

    /// Keeps what a search of `work` nodes found.
    #[inline]
    pub(super) fn put(&self, key: Key, bounds: Bounds, work: u64) {
        // From 1, so that 0 is an empty entry.
        let work = u64::from(u64::BITS - work.leading_zeros()).max(1);
        self.put_weighed(key, bounds, work);
    }

    #[inline]
    fn put_weighed(&self, key: Key, bounds: Bounds, work: u64) {
        let (bucket, identity) = self.locate(key);
        let entry = (identity << GENERATION_SHIFT)
            | (work << WORK_SHIFT)
            | (((bounds.high + OFFSET) as u64) << BOUND_BITS)
            | (bounds.low + OFFSET) as u64;
        let held = [0, 1].map(|slot| bucket.0[slot].load(Ordering::Relaxed));
        let same = held
            .iter()
            .position(|entry| entry >> GENERATION_SHIFT == identity);
        let slot = same.unwrap_or_else(|| usize::from(self.work(held[1]) < self.work(held[0])));
        bucket.0[slot].store(entry, Ordering::Relaxed);
    }

    /// The logarithm of the work behind an entry; none behind one of another generation.
    #[inline]
    fn work(&self, entry: u64) -> u64 {
        let current = (entry >> GENERATION_SHIFT) & 0xff == self.generation;
        if current {
            (entry >> WORK_SHIFT) & 63
        } else {
            0
        }
    }
}

/// Asks the system for pages of 2 MiB: with small ones every look-up misses the address cache too.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a fifth of the time; see docs/puissance4.md")]
fn ask_for_huge_pages(buckets: &Vec<Bucket>) {
    const PAGE: usize = 4096;
    let start = buckets.as_ptr().addr();
    let end = start + buckets.capacity() * size_of::<Bucket>();
    let (first, past) = (start.next_multiple_of(PAGE), end / PAGE * PAGE);
    let pages = buckets.as_ptr().with_addr(first).cast_mut().cast();
    // SAFETY: the range lies within the allocation; the advice changes no content, and a refusal
    // only costs speed.
    unsafe { libc::madvise(pages, past.saturating_sub(first), libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_buckets: &Vec<Bucket>) {}

#[inline]
const fn bounds_of(entry: u64) -> Bounds {
    const fn bound(bits: u64) -> i32 {
        (bits & ((1 << BOUND_BITS) - 1)) as i32 - OFFSET
    }
    Bounds {
        low: bound(entry),
        high: bound(entry >> BOUND_BITS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_got_until_forgotten() {
        let mut table = Transpositions::new(0);
        let bounds = Bounds { low: -18, high: 21 };
        table.put(Key::of(KEY_MASK), bounds, 1000);
        assert_eq!(table.get(Key::of(KEY_MASK)), Some(bounds));
        assert_eq!(table.get(Key::of(KEY_MASK - 1)), None);
        for _ in 0..600 {
            table.forget();
            assert_eq!(table.get(Key::of(KEY_MASK)), None);
        }
    }

    #[test]
    fn a_larger_table_takes_over_what_a_smaller_one_knows() {
        let (small, large) = (Transpositions::new(0), Transpositions::new(1 << 20));
        let bounds = |key: u64| Bounds {
            low: -(key as i32 % 18),
            high: key as i32 % 18,
        };
        let keys = || (0..1000).map(|n| n * 0x7123_4567_89ab);
        keys().for_each(|key| small.put(Key::of(key), bounds(key), 5));
        large.absorb(&small);
        keys().for_each(|key| assert_eq!(large.get(Key::of(key)), small.get(Key::of(key))));
    }

    #[test]
    fn the_entry_that_cost_less_gives_way() {
        let table = Transpositions::new(0);
        let bucket = |key| std::ptr::from_ref(table.locate(Key::of(key)).0);
        let alike: Vec<u64> = (0..u64::MAX)
            .filter(|&k| bucket(k) == bucket(0))
            .take(3)
            .collect();
        let bounds = Bounds { low: 0, high: 0 };
        for (&key, work) in alike.iter().zip([1000, 10, 100]) {
            table.put(Key::of(key), bounds, work);
        }
        let known: Vec<bool> = alike
            .iter()
            .map(|&key| table.get(Key::of(key)).is_some())
            .collect();
        assert_eq!(known, [true, false, true]);
    }
}
