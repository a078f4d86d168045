//! Tiles (*dominos*) and sets of tiles, in the order of the subject's box: 6-6, 6-5, … 1-0, 0-0.

use std::ops::{BitAnd, BitOr, Sub};

/// Largest number on a half of a tile.
pub const MAX_PIPS: u8 = 6;

/// Number of tiles in a double-six box.
pub const TILES: u8 = 28;

/// The two numbers of each tile, the larger first, in the order of the box.
const HALVES: [[u8; 2]; TILES as usize] = {
    let mut halves = [[0; 2]; TILES as usize];
    let (mut index, mut high) = (0, MAX_PIPS + 1);
    while high > 0 {
        high -= 1;
        let mut low = high + 1;
        while low > 0 {
            low -= 1;
            halves[index] = [high, low];
            index += 1;
        }
    }
    halves
};

/// The tiles that have a given number on one of their halves.
const WITH: [Tiles; MAX_PIPS as usize + 1] = {
    let mut with = [Tiles::NONE; MAX_PIPS as usize + 1];
    let mut index = 0;
    while index < TILES {
        let [high, low] = HALVES[index as usize];
        with[high as usize].0 |= 1 << index;
        with[low as usize].0 |= 1 << index;
        index += 1;
    }
    with
};

/// A tile of a double-six box, identified by its index; the order of its halves does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// The double blank.
    pub const LOWEST: Self = Self(TILES - 1);

    /// The tile with these numbers in either order; `None` when one exceeds [`MAX_PIPS`].
    pub const fn new(one: u8, other: u8) -> Option<Self> {
        let (high, low) = if one < other {
            (other, one)
        } else {
            (one, other)
        };
        if high > MAX_PIPS {
            return None;
        }
        let higher_first = MAX_PIPS - high;
        let before = higher_first * (2 * MAX_PIPS + 3 - higher_first) / 2;
        Some(Self(before + high - low))
    }

    /// Index in the order of the box, 0 to 27.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Both numbers, the larger first.
    pub const fn halves(self) -> [u8; 2] {
        HALVES[self.0 as usize]
    }

    /// Sum of both numbers.
    pub const fn points(self) -> u8 {
        let [high, low] = self.halves();
        high + low
    }

    /// Returns whether both numbers are equal.
    pub const fn is_double(self) -> bool {
        let [high, low] = self.halves();
        high == low
    }

    /// The number at the free end when the tile is laid against `pips`; `None` when it does not fit.
    pub const fn beyond(self, pips: u8) -> Option<u8> {
        let [high, low] = self.halves();
        if high == pips {
            Some(low)
        } else if low == pips {
            Some(high)
        } else {
            None
        }
    }
}

/// A set of tiles, such as a hand or the boneyard. Iterates from the highest tile to the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tiles(u32);

impl Tiles {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// All 28 tiles.
    pub const ALL: Self = Self((1 << TILES) - 1);
    /// The seven doubles.
    pub const DOUBLES: Self = {
        let mut doubles = 0;
        let mut index = 0;
        while index < TILES {
            doubles |= (Tile(index).is_double() as u32) << index;
            index += 1;
        }
        Self(doubles)
    };

    /// The tiles that have `pips`, at most [`MAX_PIPS`], on one of their halves.
    pub const fn with(pips: u8) -> Self {
        WITH[pips as usize]
    }

    /// The tiles that come before `tile` in the box, the higher ones.
    pub const fn above(tile: Tile) -> Self {
        Self((1 << tile.0) - 1)
    }

    /// The set as bits: bit `i` is the tile with index `i`.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Number of tiles.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `tile` is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & 1 << tile.0 != 0
    }

    /// Adds a tile to the set.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    /// Removes a tile from the set.
    pub const fn remove(&mut self, tile: Tile) {
        *self = self.without(tile);
    }

    /// The set without a tile.
    #[must_use]
    pub const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.0))
    }

    /// The highest tile, which comes before all others in the box.
    pub const fn highest(self) -> Option<Tile> {
        if self.is_empty() {
            None
        } else {
            Some(Tile(self.0.trailing_zeros() as u8))
        }
    }

    /// The tile with index `n` in the set, counted from the highest as 0. The set has more than `n`.
    pub fn nth(self, n: u8) -> Tile {
        let after = (0..n).fold(self.0, |bits, _| bits & bits.wrapping_sub(1));
        Self(after)
            .highest()
            .expect("the index is below the number of tiles")
    }

    /// Sum of the numbers of all tiles.
    pub fn points(self) -> u32 {
        self.into_iter().map(|tile| u32::from(tile.points())).sum()
    }
}

impl BitAnd for Tiles {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Tiles {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Tiles {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = Self::NONE;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl IntoIterator for Tiles {
    type Item = Tile;
    type IntoIter = TilesIter;

    fn into_iter(self) -> TilesIter {
        TilesIter(self)
    }
}

/// Iterator over the tiles of a set, highest first.
#[derive(Clone, Debug)]
pub struct TilesIter(Tiles);

impl Iterator for TilesIter {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let tile = self.0.highest()?;
        self.0.remove(tile);
        Some(tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_numbered_in_the_order_of_the_box() {
        let halves: Vec<_> = Tiles::ALL.into_iter().map(Tile::halves).collect();
        assert_eq!(halves.len(), 28);
        assert_eq!(halves[..3], [[6, 6], [6, 5], [6, 4]]);
        assert_eq!(halves[25..], [[1, 1], [1, 0], [0, 0]]);
        for (index, [high, low]) in halves.into_iter().enumerate() {
            let tile = Tile::new(low, high).unwrap();
            assert_eq!(usize::from(tile.index()), index);
            assert_eq!(Some(tile), Tile::new(high, low));
        }
        assert_eq!(Tile::new(7, 0), None);
    }

    #[test]
    fn each_number_is_on_seven_tiles_and_the_box_has_168_points() {
        for pips in 0..=MAX_PIPS {
            assert_eq!(Tiles::with(pips).len(), 7);
        }
        assert_eq!(Tiles::DOUBLES.len(), 7);
        assert_eq!(Tiles::ALL.points(), 168);
    }
}
