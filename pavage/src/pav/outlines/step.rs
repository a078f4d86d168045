//! Model of the steps from an edge of the row above to the end of a run.

use crate::pav::coder::RangeCoder;
use crate::pav::model::{AdaptiveBit, AdaptiveNumber};
use crate::pav::run::EdgeHistory;

impl EdgeHistory {
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

    /// 0 if the edge never moved, 1 if it last moved left, 2 if right.
    fn way(self) -> usize {
        match self.last {
            0 => 0,
            ..0 => 1,
            1.. => 2,
        }
    }
}

/// A step of the outline coder, relative to the reference edge of the row above.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeStep {
    /// The run ends this many columns right of the reference edge.
    Shift(i32),
    /// The run ends at a new edge before the reference edge, after this many cells.
    New(u32),
    /// This many edges above end; the reference moves on and no run ends.
    Gone(u32),
}

/// The kind of the last step, a context of the next decisions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StepKind {
    Straight,
    Left,
    Right,
    New,
    Gone,
}

impl StepKind {
    pub(super) const COUNT: usize = 5;
}

impl EdgeStep {
    #[inline]
    pub(super) fn kind(self) -> StepKind {
        match self {
            // A table instead of a branch that would often be mispredicted.
            Self::Shift(by) => {
                [StepKind::Left, StepKind::Straight, StepKind::Right][(by.signum() + 1) as usize]
            }
            Self::New(_) => StepKind::New,
            Self::Gone(_) => StepKind::Gone,
        }
    }

    /// The number of columns, cells or edges that is coded, at least 1.
    fn count(self) -> u32 {
        match self {
            Self::Shift(by) => by.unsigned_abs().max(1),
            Self::New(count) | Self::Gone(count) => count,
        }
    }
}

/// The context in which a step is coded: the state of the reference edge and the kind of the last
/// step.
#[derive(Clone, Copy)]
pub(super) struct EdgeContext {
    pub(super) edge: u32,
    pub(super) past: EdgeHistory,
    pub(super) before: StepKind,
    /// Whether the reference run has the colour of the current run.
    pub(super) is_same: bool,
    pub(super) is_last: bool,
    /// The shift of another edge between the same colours in this row.
    pub(super) shift: ExpectedShift,
}

/// The predicted shift of an edge, 0 if none is known.
#[derive(Clone, Copy)]
pub(super) struct ExpectedShift {
    pub(super) is_known: bool,
    pub(super) by: i32,
    /// Entry of the shift table, and the sign of shifts in it.
    pub(super) slot: usize,
    pub(super) sign: i32,
}

const PLACES: usize = 4 * StepKind::COUNT;
const RHYTHMS: usize = 49;

impl EdgeContext {
    #[inline]
    fn place(&self) -> usize {
        let sides = usize::from(self.is_same) + 2 * usize::from(self.is_last);
        sides * StepKind::COUNT + self.before as usize
    }

    /// Context of the movement: the known shift of similar edges, or else the age of the edge
    /// relative to the time between its last moves.
    #[inline]
    fn rhythm(&self) -> usize {
        let EdgeHistory { age, last } = self.past;
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

/// Age classes: 0, 1, 2 to 3, 4 to 7, 8 to 15, 16 to 63, and above.
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

pub(super) struct StepModel {
    expected: [AdaptiveBit; RHYTHMS * PLACES],
    straight: [AdaptiveBit; RHYTHMS * PLACES],
    recoloured: [AdaptiveBit; PLACES],
    shifts: [AdaptiveBit; PLACES],
    ways: [AdaptiveBit; 3 * PLACES],
    news: [AdaptiveBit; PLACES],
    by: [AdaptiveNumber; 2],
    lengths: [AdaptiveNumber; 2],
    gone: AdaptiveNumber,
}

impl StepModel {
    pub(super) fn new() -> Self {
        Self {
            expected: [AdaptiveBit::new(); RHYTHMS * PLACES],
            straight: [AdaptiveBit::new(); RHYTHMS * PLACES],
            recoloured: [AdaptiveBit::new(); PLACES],
            shifts: [AdaptiveBit::new(); PLACES],
            ways: [AdaptiveBit::new(); 3 * PLACES],
            news: [AdaptiveBit::new(); PLACES],
            by: [AdaptiveNumber::new(), AdaptiveNumber::new()],
            lengths: [AdaptiveNumber::new(), AdaptiveNumber::new()],
            gone: AdaptiveNumber::new(),
        }
    }

    /// Codes whether both the step and the colour are as predicted.
    #[inline]
    pub(super) fn code_expected(
        &mut self,
        coder: &mut impl RangeCoder,
        seen: &EdgeContext,
        wanted: bool,
    ) -> bool {
        self.expected[seen.context()].code(coder, wanted)
    }

    /// Codes whether the step is as predicted although the colour is not.
    pub(super) fn code_recoloured(
        &mut self,
        coder: &mut impl RangeCoder,
        seen: &EdgeContext,
        wanted: bool,
    ) -> bool {
        self.recoloured[seen.place()].code(coder, wanted)
    }

    /// Codes a step other than the predicted one.
    pub(super) fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        seen: &EdgeContext,
        expected: EdgeStep,
        planned: EdgeStep,
    ) -> EdgeStep {
        let straight = EdgeStep::Shift(0);
        if expected != straight && self.straight[seen.context()].code(coder, planned == straight) {
            return straight;
        }
        let place = seen.place();
        if self.shifts[place].code(coder, matches!(planned, EdgeStep::Shift(_))) {
            return self.code_shift(coder, seen, planned);
        }
        if self.news[place].code(coder, matches!(planned, EdgeStep::New(_))) {
            let lengths = &mut self.lengths
                [usize::from(matches!(seen.before, StepKind::New | StepKind::Gone))];
            return EdgeStep::New(code_count(lengths, coder, planned.count()));
        }
        EdgeStep::Gone(code_count(&mut self.gone, coder, planned.count()))
    }

    fn code_shift(
        &mut self,
        coder: &mut impl RangeCoder,
        seen: &EdgeContext,
        planned: EdgeStep,
    ) -> EdgeStep {
        let ways = &mut self.ways[seen.past.way() * PLACES + seen.place()];
        let is_left = ways.code(coder, matches!(planned, EdgeStep::Shift(..0)));
        let counts = &mut self.by[usize::from(is_left)];
        let count = code_count(counts, coder, planned.count());
        let by = count.min(i32::MAX as u32).cast_signed();
        EdgeStep::Shift(if is_left { -by } else { by })
    }
}

/// Codes a number from 1 on; a decoder returns `u32::MAX` for numbers that do not fit.
fn code_count(model: &mut AdaptiveNumber, coder: &mut impl RangeCoder, count: u32) -> u32 {
    let count = model.code(coder, u64::from(count) - 1).saturating_add(1);
    u32::try_from(count).unwrap_or(u32::MAX)
}
