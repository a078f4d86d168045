//! Rows of a grid as runs, the form in which the palette modes deliver them.

use crate::image::Image;

/// A run of cells of one colour that ends before column `end`; the next run has another colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) end: u32,
    pub(super) colour: u16,
    /// History of the edge at `end`, used by the outlines mode only; it fits into the padding of
    /// the eight bytes.
    pub(super) past: EdgeHistory,
}

/// The movement of the edge at the end of a run over the rows above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgeHistory {
    /// Number of rows since the edge moved.
    pub(super) age: u8,
    /// One plus the number of rows between the last two moves, negative if the last move was to the
    /// left; 0 if it never moved.
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

/// Replaces `runs` by the runs of a row of cells.
pub(super) fn fill_runs(cells: &[u16], runs: &mut Vec<Run>) {
    runs.clear();
    let mut end = 0;
    for run in cells.chunk_by(PartialEq::eq) {
        end += run.len() as u32;
        runs.push(Run::new(end, run[0]));
    }
}

/// The runs of every row of an image.
pub(super) fn runs_by_row(cells: &Image<u16>) -> Vec<Vec<Run>> {
    let row = |cells: &[u16]| {
        let mut runs = Vec::new();
        fill_runs(cells, &mut runs);
        runs
    };
    cells.rows().map(row).collect()
}

/// Appends cells up to column `end`, extending the last run if it has their colour.
pub(super) fn push(runs: &mut Vec<Run>, end: usize, colour: u16) {
    let end = end as u32;
    match runs.last_mut() {
        Some(last) if last.colour == colour => last.end = end,
        _ => runs.push(Run::new(end, colour)),
    }
}
