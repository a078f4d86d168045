//! The transposition table of the search, keyed by board and turns left.

use crate::engine::packed::Packed;

/// The meaning of a value found by a search with an alpha-beta window.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is this or more: the search failed high.
    #[default]
    Lower,
    /// The true value is this.
    Exact,
    /// The true value is this or less: the search failed low.
    Upper,
}

impl Bound {
    /// The meaning of a value that a search with the window `alpha` to `beta` returned.
    #[inline]
    pub(crate) const fn from_window(value: i8, (alpha, beta): (i8, i8)) -> Self {
        if value >= beta {
            Self::Lower
        } else if value <= alpha {
            Self::Upper
        } else {
            Self::Exact
        }
    }
}

/// An entry of the transposition table: the result of searching one position.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TranspositionEntry {
    key: u64,
    /// Value for the side to move, in seeds.
    pub(crate) value: i8,
    pub(crate) bound: Bound,
    /// Depth of the search in turns; [`PROVED`] when the value does not depend on an estimate.
    pub(crate) depth: u8,
    /// Number of the best pit, 0 to 5.
    pub(crate) pit: u8,
    generation: u32,
}

/// Depth of an entry whose value is exact, greater than the depth of any search.
pub(crate) const PROVED: u8 = u8::MAX;

/// Two entries whose keys share a bucket: the deepest one, and the latest of the others.
type Bucket = [TranspositionEntry; 2];

pub(crate) struct Transpositions {
    buckets: Vec<Bucket>,
    /// Incremented when the table is cleared; entries of earlier generations count as empty.
    generation: u32,
}

impl std::fmt::Debug for Transpositions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Transpositions({})", self.buckets.len())
    }
}

/// Hash of a board and the turns left, never 0: that is the key of an empty entry.
#[inline]
pub(crate) fn position_key(board: Packed, turns: u8) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let own = (board.own | u64::from(turns) << 48).wrapping_mul(ODD);
    let mixed = (own ^ own >> 32 ^ board.other).wrapping_mul(ODD.rotate_left(17) | 1);
    (mixed ^ mixed >> 29) | 1
}

impl Transpositions {
    /// An empty table of 2 to the power `bits` buckets of 32 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self {
            buckets: vec![Bucket::default(); 1 << bits],
            generation: 1,
        }
    }

    /// Empties the table by starting a new generation, nearly always without writing to the entries.
    pub(crate) fn clear(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            let entries = self.buckets.iter_mut().flatten();
            entries.for_each(|entry| entry.generation = 0);
            1
        });
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 1) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TranspositionEntry> {
        let mut entries = self.buckets[self.bucket(key)].iter();
        let found = entries.find(|entry| entry.key == key && entry.generation == self.generation);
        found.copied()
    }

    /// Stores the result of a search. A deeper entry of another position keeps the first place of the
    /// bucket.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: i8, bound: Bound, depth: u8, pit: u8) {
        let entry = TranspositionEntry {
            key,
            value,
            bound,
            depth,
            pit,
            generation: self.generation,
        };
        let index = self.bucket(key);
        let bucket = &mut self.buckets[index];
        let current = bucket[0].generation == self.generation;
        if current && bucket[0].key == key {
            bucket[0] = entry;
        } else if current && bucket[0].depth > depth {
            bucket[1] = entry;
        } else {
            bucket[1] = bucket[0];
            bucket[0] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_the_deepest_entry_and_the_latest() {
        let mut table = Transpositions::new(0);
        table.put(1, 5, Bound::Exact, 9, 0);
        table.put(3, 6, Bound::Exact, 2, 1);
        table.put(5, 7, Bound::Exact, 3, 2);
        assert_eq!(table.get(1).map(|entry| entry.value), Some(5));
        assert_eq!(table.get(5).map(|entry| entry.value), Some(7));
        assert!(table.get(3).is_none());
    }

    #[test]
    fn entries_of_a_cleared_table_are_gone_and_can_be_replaced() {
        let mut table = Transpositions::new(0);
        table.generation = u32::MAX - 2;
        for _ in 0..4 {
            table.put(1, 5, Bound::Exact, PROVED, 0);
            table.clear();
            assert!(table.get(1).is_none());
            table.put(3, 6, Bound::Exact, 2, 1);
            table.put(5, 7, Bound::Exact, 1, 2);
            assert!(table.get(3).is_some() && table.get(5).is_some());
        }
    }
}
