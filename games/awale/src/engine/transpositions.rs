//! What a search has found so far, by board and turns left.

use crate::engine::packed::Packed;

/// On which side of the truth a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Lower,
    Exact,
    Upper,
}

impl Bound {
    /// What a value says that was found in a window.
    #[inline]
    pub(crate) const fn of(value: i8, alpha: i8, beta: i8) -> Self {
        if value >= beta {
            Self::Lower
        } else if value <= alpha {
            Self::Upper
        } else {
            Self::Exact
        }
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    key: u64,
    pub(crate) value: i8,
    pub(crate) bound: Bound,
    /// Turns searched; [`PROVED`] where no estimate was involved.
    pub(crate) depth: u8,
    /// The pit that was best.
    pub(crate) pit: u8,
    generation: u32,
}

/// A depth that no search outdoes.
pub(crate) const PROVED: u8 = u8::MAX;

/// Two places for each key: the deeper entry stays, the other is the latest.
type Bucket = [Memory; 2];

/// A table of fixed size.
pub(crate) struct Transpositions {
    buckets: Vec<Bucket>,
    /// Another one each time everything is forgotten: what was put in an earlier one is as good as
    /// absent.
    generation: u32,
}

impl std::fmt::Debug for Transpositions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Transpositions({})", self.buckets.len())
    }
}

/// Boards and turns mixed by two rounds of multiplication; 0 is kept for empty places.
#[inline]
pub(crate) fn key(board: Packed, turns: u8) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let own = (board.own | u64::from(turns) << 48).wrapping_mul(ODD);
    let mixed = (own ^ own >> 32 ^ board.other).wrapping_mul(ODD.rotate_left(17) | 1);
    (mixed ^ mixed >> 29) | 1
}

impl Transpositions {
    /// 2 to the power `bits` buckets of 32 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        let nothing = Memory {
            key: 0,
            value: 0,
            bound: Bound::Lower,
            depth: 0,
            pit: 0,
            generation: 0,
        };
        Self {
            buckets: vec![[nothing; 2]; 1 << bits],
            generation: 1,
        }
    }

    /// Forgets everything, nearly always without touching the memory.
    pub(crate) fn forget(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            let generations = self.buckets.iter_mut().flatten();
            generations.for_each(|memory| memory.generation = 0);
            1
        });
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 1) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Memory> {
        let bucket = &self.buckets[self.bucket(key)];
        let is_it = |memory: &&Memory| memory.key == key && memory.generation == self.generation;
        bucket.iter().find(is_it).copied()
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: i8, bound: Bound, depth: u8, pit: u8) {
        let memory = Memory {
            key,
            value,
            bound,
            depth,
            pit,
            generation: self.generation,
        };
        let place = self.bucket(key);
        let bucket = &mut self.buckets[place];
        let current = bucket[0].generation == self.generation;
        if current && bucket[0].key == key {
            bucket[0] = memory;
        } else if current && bucket[0].depth > depth {
            bucket[1] = memory;
        } else {
            bucket[1] = bucket[0];
            bucket[0] = memory;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deeper_entry_stays_and_the_latest_is_there_too() {
        let mut table = Transpositions::new(0);
        table.put(1, 5, Bound::Exact, 9, 0);
        table.put(3, 6, Bound::Exact, 2, 1);
        table.put(5, 7, Bound::Exact, 3, 2);
        assert_eq!(table.get(1).map(|memory| memory.value), Some(5));
        assert_eq!(table.get(5).map(|memory| memory.value), Some(7));
        assert!(table.get(3).is_none());
    }

    #[test]
    fn what_was_forgotten_is_gone_and_in_nobodys_way() {
        let mut table = Transpositions::new(0);
        table.generation = u32::MAX - 2;
        for _ in 0..4 {
            table.put(1, 5, Bound::Exact, PROVED, 0);
            table.forget();
            assert!(table.get(1).is_none());
            table.put(3, 6, Bound::Exact, 2, 1);
            table.put(5, 7, Bound::Exact, 1, 2);
            assert!(table.get(3).is_some() && table.get(5).is_some());
        }
    }
}
