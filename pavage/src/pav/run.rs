//! A row of a grid as its runs, which is how every mode hands it to be painted and checked.

use crate::image::Image;

/// Cells of one colour up to, and without, the column `end`; the next run has another colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) end: u32,
    pub(super) colour: u16,
    /// Only the outlines have one; it fills what the other two leave of eight bytes.
    pub(super) past: EdgeHistory,
}

/// How the edge at the end of a run came down the rows to where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgeHistory {
    /// Rows since it moved.
    pub(super) age: u8,
    /// One more than the rows it had stood before it moved, negative if it moved left; 0 if it never
    /// did.
    pub(super) last: i8,
}

impl Run {
    #[inline]
    pub(super) fn new(end: u32, colour: u16) -> Self {
        Self {
            end,
            colour,
            past: EdgeHistory::default(),
        }
    }
}

/// Replaces `runs` by those of a row of cells.
pub(super) fn fill_runs(cells: &[u16], runs: &mut Vec<Run>) {
    runs.clear();
    let mut end = 0;
    for run in cells.chunk_by(PartialEq::eq) {
        end += run.len() as u32;
        runs.push(Run::new(end, run[0]));
    }
}

/// The runs of every row.
pub(super) fn runs_by_row(cells: &Image<u16>) -> Vec<Vec<Run>> {
    let row = |cells: &[u16]| {
        let mut runs = Vec::new();
        fill_runs(cells, &mut runs);
        runs
    };
    cells.rows().map(row).collect()
}

/// Adds cells up to a column, to the last run if it has their colour.
pub(super) fn push(runs: &mut Vec<Run>, end: usize, colour: u16) {
    let end = end as u32;
    match runs.last_mut() {
        Some(last) if last.colour == colour => last.end = end,
        _ => runs.push(Run::new(end, colour)),
    }
}
