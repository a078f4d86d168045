//! The outlines mode: codes each row as the ends of its runs relative to the ends of the runs
//! above.
//!
//! The decoding time is proportional to the number of edges, not of pixels.

mod colour;
mod step;

use super::coder::RangeCoder;
use super::run::{EdgeHistory, Run};
use super::{Damage, damage};
use colour::{ColourContext, ColourModel};
use step::{EdgeContext, EdgeStep, ExpectedShift, StepKind, StepModel};

/// Codes the rows of a grid as runs and calls `each` with the runs of every row; a decoder passes
/// no rows.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    wanted: &[Vec<Run>],
    (height, width): (usize, usize),
    colours: usize,
    each: &mut impl FnMut(&[Run]),
) -> Result<(), Damage> {
    let mut outlines = OutlineCoder::new(width, colours);
    for row in 0..height {
        outlines.code_row(coder, wanted.get(row).map_or(&[], Vec::as_slice))?;
        each(&outlines.here.runs[..outlines.here.len()]);
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
    }
    Ok(())
}

/// The runs of a row, followed by a sentinel run that no column reaches.
struct RunRow {
    runs: Vec<Run>,
}

const BEYOND: Run = Run {
    end: u32::MAX,
    colour: 0,
    past: EdgeHistory { age: 0, last: 0 },
};

impl RunRow {
    /// A row of one run of colour 0.
    fn blank(end: u32) -> Self {
        Self {
            runs: vec![Run::new(end, 0), BEYOND],
        }
    }

    fn len(&self) -> usize {
        self.runs.len() - 1
    }

    /// Index of the first run from `run` on that ends after column `end`.
    #[inline]
    fn after(&self, mut run: usize, end: u32) -> usize {
        while self.runs[run].end <= end {
            run += 1;
        }
        run
    }
}

/// The state of the coder within a row.
#[derive(Clone, Copy)]
struct RowCursor {
    /// First column of the run whose end is coded next.
    start: u32,
    colour: u16,
    /// Index of the run above whose end is the reference edge.
    reference: usize,
    before: StepKind,
    /// Lengths of the last two runs, 0 unless they ended with a new edge.
    lengths: [u32; 2],
}

/// The effect of a step that ends a run.
#[derive(Clone, Copy)]
struct RunEnd {
    step: EdgeStep,
    end: u32,
    /// Index of the next reference run above.
    reference: usize,
}

/// The step and the colour after it that the encoder writes.
#[derive(Clone, Copy)]
struct PlannedStep {
    step: EdgeStep,
    colour: u16,
}

struct OutlineCoder {
    width: u32,
    row: u32,
    above: RunRow,
    here: RunRow,
    steps: StepModel,
    shifts: ShiftTable,
    colours: ColourModel,
}

impl OutlineCoder {
    fn new(width: usize, colours: usize) -> Self {
        let width = width as u32;
        Self {
            width,
            row: 0,
            above: RunRow::blank(width),
            here: RunRow::blank(width),
            steps: StepModel::new(),
            shifts: ShiftTable::new(),
            colours: ColourModel::new(colours),
        }
    }

    fn code_row(&mut self, coder: &mut impl RangeCoder, wanted: &[Run]) -> Result<(), Damage> {
        std::mem::swap(&mut self.above, &mut self.here);
        self.here.runs.clear();
        self.row += 1;
        let around = ColourContext::first(self.sides(0));
        let mut at = RowCursor {
            start: 0,
            colour: 0,
            reference: 0,
            before: StepKind::Straight,
            lengths: [0; 2],
        };
        if self.width > 0 {
            let wanted = wanted.first().map_or(0, |run| run.colour);
            at.colour = self.colours.code(coder, &around, wanted)?;
        }
        while at.start < self.width {
            self.code_step(coder, &mut at, wanted)?;
        }
        self.here.runs.push(BEYOND);
        Ok(())
    }

    /// Codes the next step, and the colour after it if the step ends a run.
    #[inline]
    fn code_step<C: RangeCoder>(
        &mut self,
        coder: &mut C,
        at: &mut RowCursor,
        wanted: &[Run],
    ) -> Result<(), Damage> {
        let seen = self.seen(at);
        let expected = self.expected(at, &seen);
        let north = self.above.runs[expected.reference].colour;
        let guess = self.colours.guess(at.colour, north);
        let plan = if C::WRITES {
            self.plan(at, &wanted[self.here.runs.len()..])
        } else {
            let step = EdgeStep::Shift(0);
            PlannedStep { step, colour: 0 }
        };
        let is_inside = expected.end < self.width;
        let is_guessed = !is_inside || plan.colour == guess;
        let is_expected = plan.step == expected.step && is_guessed;
        let mut next = (expected, guess);
        if !self.steps.code_expected(coder, &seen, is_expected) {
            match self.code_unexpected(coder, at, &seen, next, &plan)? {
                Some(other) => next = other,
                None => return Ok(()),
            }
        }
        self.finish(at, &seen, next);
        Ok(())
    }

    /// Codes a step or a colour that differs from the prediction; returns `None` if the step ends
    /// no run.
    #[inline(never)]
    fn code_unexpected(
        &mut self,
        coder: &mut impl RangeCoder,
        at: &mut RowCursor,
        seen: &EdgeContext,
        (expected, guess): (RunEnd, u16),
        plan: &PlannedStep,
    ) -> Result<Option<(RunEnd, u16)>, Damage> {
        let can_be_recoloured = expected.end < self.width && !self.colours.is_pair();
        let is_step = plan.step == expected.step;
        if can_be_recoloured && self.steps.code_recoloured(coder, seen, is_step) {
            let around = self.around(at, &expected).without(guess);
            let colour = self.colours.code(coder, &around, plan.colour)?;
            return Ok(Some((expected, colour)));
        }
        let step = self.steps.code(coder, seen, expected.step, plan.step);
        if let EdgeStep::Gone(count) = step {
            return self.skip(at, count).map(|()| None);
        }
        let turn = self
            .take(step, at)
            .ok_or(damage("a run extends beyond its row"))?;
        let around = self.around(at, &turn);
        let colour = if turn.end < self.width {
            self.colours.code(coder, &around, plan.colour)?
        } else {
            0
        };
        Ok(Some((turn, colour)))
    }

    fn skip(&self, at: &mut RowCursor, count: u32) -> Result<(), Damage> {
        at.reference = at.reference.saturating_add(count as usize);
        at.before = StepKind::Gone;
        at.lengths = [0; 2];
        if at.reference < self.above.len() {
            Ok(())
        } else {
            Err(damage("a step refers to an edge beyond the row above"))
        }
    }

    /// The colours of a run above and of the run after it.
    #[inline]
    fn sides(&self, run: usize) -> (u16, u16) {
        let next = self.above.runs.get(run + 1).unwrap_or(&BEYOND);
        (self.above.runs[run].colour, next.colour)
    }

    #[inline]
    fn seen(&self, at: &RowCursor) -> EdgeContext {
        let Run { end, colour, past } = self.above.runs[at.reference];
        EdgeContext {
            edge: end,
            past,
            before: at.before,
            is_same: colour == at.colour,
            is_last: end == self.width,
            shift: self.shifts.get(self.row, self.sides(at.reference)),
        }
    }

    /// The predicted step, from the last runs of this row and the shifts of edges between the same
    /// colours.
    #[inline]
    fn expected(&self, at: &RowCursor, seen: &EdgeContext) -> RunEnd {
        let [older, newer] = at.lengths;
        let length = if older > 0 { older } else { newer };
        if length > 0 && at.start + length < seen.edge {
            return RunEnd {
                step: EdgeStep::New(length),
                end: at.start + length,
                reference: at.reference,
            };
        }
        let end = seen.edge.wrapping_add_signed(seen.shift.by);
        let is_inside = end > at.start && end < self.width && !seen.is_last;
        let by = if is_inside { seen.shift.by } else { 0 };
        let end = seen.edge.wrapping_add_signed(by);
        RunEnd {
            step: EdgeStep::Shift(by),
            end,
            reference: self.above.after(at.reference + 1, end),
        }
    }

    /// The run end of a step, or `None` if the step is invalid in this row.
    fn take(&self, step: EdgeStep, at: &RowCursor) -> Option<RunEnd> {
        let edge = self.above.runs[at.reference].end;
        let (end, reference) = match step {
            // The last edge is the end of the row and cannot move.
            EdgeStep::Shift(by) if by != 0 && edge == self.width => return None,
            EdgeStep::Shift(by) => (edge.checked_add_signed(by)?, at.reference + 1),
            EdgeStep::New(length) => (at.start.checked_add(length)?, at.reference),
            EdgeStep::Gone(_) => return None,
        };
        if end <= at.start || end > self.width {
            return None;
        }
        Some(RunEnd {
            step,
            end,
            reference: self.above.after(reference, end),
        })
    }

    #[inline]
    fn around(&self, at: &RowCursor, turn: &RunEnd) -> ColourContext {
        ColourContext::new(at.colour, self.sides(turn.reference), turn.step.kind())
    }

    #[inline]
    fn finish(&mut self, at: &mut RowCursor, seen: &EdgeContext, (turn, colour): (RunEnd, u16)) {
        let (past, lengths) = match turn.step {
            EdgeStep::Shift(by) => {
                self.shifts.set(self.row, &seen.shift, by);
                (seen.past.shifted(by), [0; 2])
            }
            EdgeStep::New(length) => (EdgeHistory::default(), [at.lengths[1], length]),
            EdgeStep::Gone(_) => (EdgeHistory::default(), [0; 2]),
        };
        self.here.runs.push(Run {
            end: turn.end,
            colour: at.colour,
            past,
        });
        *at = RowCursor {
            start: turn.end,
            colour,
            reference: turn.reference,
            before: turn.step.kind(),
            lengths,
        };
    }

    /// Chooses the step that the encoder writes for the next run.
    fn plan(&self, at: &RowCursor, wanted: &[Run]) -> PlannedStep {
        let edge = self.above.runs[at.reference].end;
        let (end, next) = (wanted[0].end, wanted.get(1));
        let step = if next.is_some_and(|next| next.end <= edge) {
            EdgeStep::New(end - at.start)
        } else {
            match self.nearest(at, end) {
                0 => EdgeStep::Shift(end.cast_signed() - edge.cast_signed()),
                gone => EdgeStep::Gone(gone as u32),
            }
        };
        let colour = next.map_or(0, |run| run.colour);
        PlannedStep { step, colour }
    }

    /// Number of edges to skip so that the reference is the edge that most likely moved to `end`.
    fn nearest(&self, at: &RowCursor, end: u32) -> usize {
        let ahead = &self.above.runs[at.reference..self.above.len()];
        let last = ahead.len() - 1;
        if end == self.width {
            return last;
        }
        let reached = ahead.iter().take_while(|run| run.end <= end).count();
        let price = |&further: &usize| {
            let run = ahead[further];
            let is_other = run.colour != at.colour;
            run.end.abs_diff(end) as usize + 2 * usize::from(is_other) + further.min(1)
        };
        let near = reached.saturating_sub(3)..(reached + 1).min(last);
        let near = if reached == 0 { 0..0 } else { near };
        near.chain([0]).min_by_key(price).unwrap_or(0)
    }
}

/// For each pair of colours, the last shift in this row of an edge between them: the discs of a
/// board move alike, and their right edges mirror their left ones.
struct ShiftTable {
    /// For each hashed colour pair, the row of the last shift and the shift of an edge with the
    /// greater colour on the right.
    last: [(u32, i32); SHIFTS],
}

const SHIFTS: usize = 256;

impl ShiftTable {
    fn new() -> Self {
        Self {
            last: [(0, 0); SHIFTS],
        }
    }

    /// The shift predicted for an edge between two colours in a row.
    #[inline]
    fn get(&self, row: u32, (left, right): (u16, u16)) -> ExpectedShift {
        let sign = 1 - 2 * i32::from(left >= right);
        let (left, right) = (usize::from(left), usize::from(right));
        let slot = ((left + right) * 31 + (left ^ right)) % SHIFTS;
        let (last, by) = self.last[slot];
        let is_known = last == row;
        ExpectedShift {
            is_known,
            by: by * sign * i32::from(is_known),
            slot,
            sign,
        }
    }

    #[inline]
    fn set(&mut self, row: u32, shift: &ExpectedShift, by: i32) {
        self.last[shift.slot % SHIFTS] = (row, by * shift.sign);
    }
}
