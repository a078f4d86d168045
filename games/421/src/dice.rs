//! The three dice, on the table or in the air, and the choice of those to throw again.

use table::Chance;

/// The face that a die shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "each name is the number of pips")]
pub enum Face {
    One = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
}

impl Face {
    /// All six, in order.
    pub const ALL: [Self; 6] = {
        use Face::{Five, Four, One, Six, Three, Two};
        [One, Two, Three, Four, Five, Six]
    };

    /// The face with this many pips; `None` outside 1 to 6.
    pub fn new(pips: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.pips() == pips)
    }

    /// Number of pips, 1 to 6.
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// Throws a die: a random face, each as likely.
    #[doc(alias = "jetDe")]
    pub fn throw(luck: &mut dyn Chance) -> Self {
        Self::ALL[luck.below(6) as usize]
    }
}

/// The choice of dice to throw again: one flag for the first, the second and the third die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias = "relancer")]
pub struct Rethrow(pub [bool; 3]);

impl Rethrow {
    /// All eight choices, from all three dice to none.
    pub const ALL: [Self; 8] = {
        let mut all = [Self([false; 3]); 8];
        let mut index = 0;
        while index < 8 {
            let bits = 7 - index;
            all[index] = Self([bits & 4 != 0, bits & 2 != 0, bits & 1 != 0]);
            index += 1;
        }
        all
    };

    /// Indices of the dice to throw again.
    pub(crate) fn dice(self) -> impl Iterator<Item = usize> {
        (0..3).filter(move |&die| self.0[die])
    }
}

/// The faces of the three dice in the order of the throw; `None` is a die in the air.
///
/// Dice fall one at a time, in order, so that each chance event decides one face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice(pub [Option<Face>; 3]);

impl Dice {
    /// All three dice in the air.
    pub const IN_THE_AIR: Self = Self([None; 3]);

    /// The three faces; `None` while a die is in the air.
    pub fn faces(&self) -> Option<[Face; 3]> {
        match self.0 {
            [Some(a), Some(b), Some(c)] => Some([a, b, c]),
            _ => None,
        }
    }

    /// Index of the next die to fall, 0 to 2; `None` when all are down.
    pub fn next_to_fall(&self) -> Option<usize> {
        self.0.iter().position(Option::is_none)
    }

    /// The dice with those to throw again in the air.
    #[must_use]
    pub fn without(self, again: Rethrow) -> Self {
        let mut dice = self;
        again.dice().for_each(|die| dice.0[die] = None);
        dice
    }
}

impl From<[Face; 3]> for Dice {
    fn from(faces: [Face; 3]) -> Self {
        Self(faces.map(Some))
    }
}
