//! Three dice on the table or in the air, and which of them are thrown again.

use table::Chance;

/// What a die shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
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

    /// The face with this many pips, if there is one.
    pub fn new(pips: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.pips() == pips)
    }

    /// 1 to 6.
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// One of the six faces, each as likely.
    #[doc(alias = "jetDe")]
    pub fn throw(luck: &mut dyn Chance) -> Self {
        Self::ALL[luck.below(6) as usize]
    }
}

/// The dice to throw again, among the first, second and third.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias = "relancer")]
pub struct Again(pub [bool; 3]);

impl Again {
    /// All eight choices, from all three dice down to none.
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
}

/// The three dice in the order thrown; `None` is a die in the air.
///
/// Dice fall one at a time, in their order, so that nature decides one face at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice(pub [Option<Face>; 3]);

impl Dice {
    /// All three in the air.
    pub const IN_THE_AIR: Self = Self([None; 3]);

    /// The faces, once all three are down.
    pub fn faces(&self) -> Option<[Face; 3]> {
        match self.0 {
            [Some(a), Some(b), Some(c)] => Some([a, b, c]),
            _ => None,
        }
    }

    /// Which die falls next, from 0.
    pub fn next_to_fall(&self) -> Option<usize> {
        self.0.iter().position(Option::is_none)
    }

    /// The same with the dice in the air that are thrown again.
    #[must_use]
    pub fn without(self, again: Again) -> Self {
        let mut dice = self.0;
        for (die, again) in dice.iter_mut().zip(again.0) {
            if again {
                *die = None;
            }
        }
        Self(dice)
    }
}

impl From<[Face; 3]> for Dice {
    fn from(faces: [Face; 3]) -> Self {
        Self(faces.map(Some))
    }
}
