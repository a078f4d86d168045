//! The layout of the line: from the opening tile both ways, turning at the edges, doubles across.

use crate::{End, Move, Tile};

use super::HALF;
use super::sight::Sight;

/// Distance between two tiles.
const GAP: i32 = 6;

/// A tile of the line, placed relative to the middle of the opening tile.
pub(super) struct Laid {
    pub(super) tile: Tile,
    /// Numbers of the left and the right half before the tile is turned.
    pub(super) halves: [u8; 2],
    pub(super) at: (i32, i32),
    pub(super) turn: i32,
}

/// The position of the next tile at an end.
#[derive(Clone, Copy)]
pub(super) struct LineSlot {
    pub(super) at: (i32, i32),
    pub(super) turn: i32,
    /// Number of pips that a tile needs to be laid here.
    pub(super) takes: u8,
}

pub(super) struct Line {
    pub(super) tiles: Vec<Laid>,
    slots: Option<[LineSlot; 2]>,
}

/// Lays tiles one way from the opening tile: to the right and down, or, turned about, to the left
/// and up.
struct Walker {
    sign: i32,
    limit: i32,
    /// Outer edge of the last tile, and the middle of its row.
    edge: i32,
    row: i32,
    /// Direction of the row: 1 to the right, −1 to the left.
    heading: i32,
    /// Whether the last tile lies across, and so reaches farther down.
    across: bool,
}

impl Walker {
    const fn new(sign: i32, limit: i32, opening_is_double: bool) -> Self {
        Self {
            sign,
            limit,
            edge: if opening_is_double { HALF / 2 } else { HALF },
            row: 0,
            heading: 1,
            across: opening_is_double,
        }
    }

    /// The middle and the turn, in degrees, of the next tile.
    fn step(&mut self, double: bool) -> ((i32, i32), i32) {
        let length = if double { HALF } else { 2 * HALF };
        let end = self.edge + self.heading * (GAP + length);
        let (at, turn) = if self.heading * end > self.limit {
            self.corner()
        } else {
            let at = (self.edge + self.heading * (GAP + length / 2), self.row);
            self.edge = end;
            self.across = double;
            let along = if self.heading > 0 { 0 } else { 180 };
            (at, if double { along + 90 } else { along })
        };
        let turned = if self.sign > 0 { turn } else { turn + 180 };
        ((at.0 * self.sign, at.1 * self.sign), turned % 360)
    }

    /// A tile that stands at the edge and leads to the next row, which runs back.
    fn corner(&mut self) -> ((i32, i32), i32) {
        let x = self.edge - self.heading * HALF / 2;
        let top = self.row + GAP + if self.across { HALF } else { HALF / 2 };
        self.row = top + 2 * HALF - HALF / 2;
        self.heading = -self.heading;
        self.edge = x + self.heading * HALF / 2;
        self.across = false;
        ((x, top + HALF), 90)
    }
}

impl Line {
    /// The line within `limit` of its middle, to both sides.
    pub(super) fn new(sight: &Sight, limit: i32) -> Self {
        let mut line = Self {
            tiles: Vec::new(),
            slots: None,
        };
        let mut walkers: Option<[Walker; 2]> = None;
        let mut ends = None;
        for step in &sight.steps {
            let Some(tile) = step.mv.tile() else { continue };
            let Some([left, right]) = &mut walkers else {
                let double = tile.is_double();
                line.push(tile, tile.halves(), ((0, 0), if double { 90 } else { 0 }));
                walkers = Some([-1, 1].map(|sign| Walker::new(sign, limit, double)));
                ends = step.ends_after();
                continue;
            };
            let Some(before) = step.ends else { continue };
            let to_right = matches!(step.mv, Move::LayRight(_));
            let Some((end, after)) = before.after(tile, to_right) else {
                continue;
            };
            // A walker's tile reads from the middle outwards.
            let (walker, halves) = match end {
                End::Left => (left, [before.left, after.left]),
                End::Right => (right, [before.right, after.right]),
            };
            line.push(tile, halves, walker.step(tile.is_double()));
            ends = Some(after);
        }
        line.slots = walkers.zip(ends).map(|([mut left, mut right], ends)| {
            let slot = |walker: &mut Walker, takes| {
                let (at, turn) = walker.step(false);
                LineSlot { at, turn, takes }
            };
            [slot(&mut left, ends.left), slot(&mut right, ends.right)]
        });
        line
    }

    fn push(&mut self, tile: Tile, halves: [u8; 2], (at, turn): ((i32, i32), i32)) {
        self.tiles.push(Laid {
            tile,
            halves,
            at,
            turn,
        });
    }

    pub(super) fn slot(&self, end: End) -> Option<LineSlot> {
        self.slots.map(|[left, right]| match end {
            End::Left => left,
            End::Right => right,
        })
    }

    /// The side of the drawing on which an end is, as the variable `place` of the catalogues.
    pub(super) fn place(&self, end: End) -> &'static str {
        let Some([left, right]) = self.slots.map(|slots| slots.map(|slot| slot.at)) else {
            return "left";
        };
        let (own, other) = match end {
            End::Left => (left, right),
            End::Right => (right, left),
        };
        let (dx, dy) = (own.0 - other.0, own.1 - other.1);
        match (dx.abs() >= dy.abs(), dx < 0, dy < 0) {
            (true, true, _) => "left",
            (true, false, _) => "right",
            (false, _, true) => "top",
            (false, _, false) => "bottom",
        }
    }

    /// Top and bottom of the line, relative to the middle of the opening tile.
    pub(super) fn reach(&self) -> (i32, i32) {
        let slots = self.slots.iter().flatten().map(|slot| slot.at.1);
        let tiles = self.tiles.iter().map(|laid| laid.at.1);
        let heights = || tiles.clone().chain(slots.clone());
        let top = heights().fold(-50, i32::min);
        let bottom = heights().fold(50, i32::max);
        (top - HALF - 10, bottom + HALF + 10)
    }
}
