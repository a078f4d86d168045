//! From an edge of the row above to the end of a run.

use crate::pav::coder::Coder;
use crate::pav::model::{Counter, Number};
use crate::pav::row::Past;

impl Past {
    #[inline]
    pub(super) fn shifted(self, by: i32) -> Self {
        let stood = self.age.min(126).cast_signed() + 1;
        let moved = Self {
            age: 0,
            last: if by < 0 { -stood } else { stood },
        };
        let age = self.age.saturating_add(1);
        if by == 0 { Self { age, ..self } } else { moved }
    }

    /// Whether it never moved, last moved left, or right.
    fn way(self) -> usize {
        match self.last {
            0 => 0,
            ..0 => 1,
            1.. => 2,
        }
    }
}

/// What comes next in a row, seen from an edge of the row above.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The run ends that many cells to the right.
    Shift(i32),
    /// It ends at a new edge before, after that many cells.
    New(u32),
    /// That many edges have no successor: the next one is looked at.
    Gone(u32),
}

/// What decisions are told of the step before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Straight,
    Left,
    Right,
    New,
    Gone,
}

impl Kind {
    pub(super) const COUNT: usize = 5;
}

impl Step {
    #[inline]
    pub(super) fn kind(self) -> Kind {
        match self {
            // Looked up, because a branch would often be wrong.
            Self::Shift(by) => {
                [Kind::Left, Kind::Straight, Kind::Right][(by.signum() + 1) as usize]
            }
            Self::New(_) => Kind::New,
            Self::Gone(_) => Kind::Gone,
        }
    }
}

/// What is known of an edge before the step is coded.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) edge: u32,
    pub(super) past: Past,
    pub(super) before: Kind,
    /// Whether the run above has the colour of the one to be ended.
    pub(super) is_same: bool,
    pub(super) is_last: bool,
    /// What an edge between the same colours did in this row.
    pub(super) shift: Shift,
}

/// How an edge moved, if any did; 0 if none.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    pub(super) is_known: bool,
    pub(super) by: i32,
    /// Where that is kept, and with which sign.
    pub(super) slot: usize,
    pub(super) sign: i32,
}

const PLACES: usize = 4 * Kind::COUNT;
const RHYTHMS: usize = 49;

impl Seen {
    #[inline]
    fn place(&self) -> usize {
        let sides = usize::from(self.is_same) + 2 * usize::from(self.is_last);
        sides * Kind::COUNT + self.before as usize
    }

    /// By what edges of its colours did, or else by how long the edge has stood, against how long it
    /// stood before it last moved.
    #[inline]
    fn rhythm(&self) -> usize {
        let Past { age, last } = self.past;
        let stood = i32::from(last.unsigned_abs().max(1)) - 1;
        let against = (i32::from(age) - stood).clamp(-2, 2) + 2;
        let age = usize::from(AGES[usize::from(age)]);
        let alone = age * 5 + against as usize;
        let alike = 35 + 7 * usize::from(self.shift.by != 0) + age;
        if self.shift.is_known { alike } else { alone }
    }

    #[inline]
    fn context(&self) -> usize {
        self.rhythm() * PLACES + self.place()
    }
}

/// Ages 0, 1, 2 and 3, 4 to 7, 8 to 15, 16 to 63, and more.
static AGES: [u8; 256] = ages();

const fn ages() -> [u8; 256] {
    let mut ages = [6; 256];
    let mut age = 0;
    while age < 64 {
        ages[age] = match age {
            0 => 0,
            1 => 1,
            2..4 => 2,
            4..8 => 3,
            8..16 => 4,
            _ => 5,
        };
        age += 1;
    }
    ages
}

pub(super) struct Steps {
    expected: [Counter; RHYTHMS * PLACES],
    straight: [Counter; RHYTHMS * PLACES],
    recoloured: [Counter; PLACES],
    shifts: [Counter; PLACES],
    ways: [Counter; 3 * PLACES],
    news: [Counter; PLACES],
    by: [Number; 2],
    lengths: [Number; 2],
    gone: Number,
}

impl Steps {
    pub(super) fn new() -> Self {
        Self {
            expected: [Counter::new(); RHYTHMS * PLACES],
            straight: [Counter::new(); RHYTHMS * PLACES],
            recoloured: [Counter::new(); PLACES],
            shifts: [Counter::new(); PLACES],
            ways: [Counter::new(); 3 * PLACES],
            news: [Counter::new(); PLACES],
            by: [Number::new(), Number::new()],
            lengths: [Number::new(), Number::new()],
            gone: Number::new(),
        }
    }

    /// Whether step and colour are as expected.
    #[inline]
    pub(super) fn code_expected(
        &mut self,
        coder: &mut impl Coder,
        seen: &Seen,
        wanted: bool,
    ) -> bool {
        self.expected[seen.context()].code(coder, wanted)
    }

    /// Whether the step is as expected though the colour is not.
    pub(super) fn code_recoloured(
        &mut self,
        coder: &mut impl Coder,
        seen: &Seen,
        wanted: bool,
    ) -> bool {
        self.recoloured[seen.place()].code(coder, wanted)
    }

    /// A step that is not the expected one.
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        seen: &Seen,
        expected: Step,
        planned: Step,
    ) -> Step {
        let straight = Step::Shift(0);
        if expected != straight && self.straight[seen.context()].code(coder, planned == straight) {
            return straight;
        }
        let place = seen.place();
        if self.shifts[place].code(coder, matches!(planned, Step::Shift(_))) {
            return self.code_shift(coder, seen, planned);
        }
        if self.news[place].code(coder, matches!(planned, Step::New(_))) {
            let lengths =
                &mut self.lengths[usize::from(matches!(seen.before, Kind::New | Kind::Gone))];
            let length = if let Step::New(length) = planned {
                length
            } else {
                1
            };
            return Step::New(code_count(lengths, coder, length));
        }
        let count = if let Step::Gone(count) = planned {
            count
        } else {
            1
        };
        Step::Gone(code_count(&mut self.gone, coder, count))
    }

    fn code_shift(&mut self, coder: &mut impl Coder, seen: &Seen, planned: Step) -> Step {
        let by = if let Step::Shift(by) = planned { by } else { 1 };
        let ways = &mut self.ways[seen.past.way() * PLACES + seen.place()];
        let is_left = ways.code(coder, by < 0);
        let count = code_count(
            &mut self.by[usize::from(is_left)],
            coder,
            by.unsigned_abs().max(1),
        );
        let by = count.min(i32::MAX as u32).cast_signed();
        Step::Shift(if is_left { -by } else { by })
    }
}

/// A number from 1; what no row holds comes back as more than any does.
fn code_count(model: &mut Number, coder: &mut impl Coder, count: u32) -> u32 {
    let count = model.code(coder, u64::from(count) - 1).saturating_add(1);
    u32::try_from(count).unwrap_or(u32::MAX)
}
