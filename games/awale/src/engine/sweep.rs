//! Retrograde analysis, one turn at a time: the exact values (R24) of all boards of at most N seeds
//! with t turns left, computed from those with t − 1.
//!
//! A move changes the mover's half in a way that depends on that half alone, and the opponent's half
//! in a way that depends only on the seeds that reach it. So for one half of the mover and one pit,
//! the values of all boards come from one row of the previous table through one list of ranks, which
//! many moves share: the reads stay within a few kilobytes instead of the whole table.

use std::ops::Range;

use crate::board::SIDE;
use crate::engine::packed::{Packed, Sowing, seeds_in_half};
use crate::engine::rank::{Staircase, halves_below, halves_with, rank, unrank};
use crate::rules::FEW_SEEDS;

/// Most seeds a sweep can handle: ranks fit in 20 bits and values in `i8`.
pub const MAX_SWEPT: u8 = 24;

/// Stands for boards where the mover has no seed. Its negation is worse than any value, so that a
/// move that starves the opponent is never the best.
const STARVED: i8 = i8::MAX;

/// A best value below this means that the position has no acceptable move.
const NO_MOVE: i8 = -64;

/// Number of the opponent's half boards in one job: long lines make the sweep fast.
const JOB_ROWS: usize = 1024;

/// Number of the mover's half boards computed before their values are copied to their rows.
const TILE: usize = 16;

/// An opponent's half board after a move: its rank after sowing and capture, and the number of seeds
/// captured, in one word.
#[derive(Clone, Copy)]
struct Landing(u32);

impl Landing {
    const RANK_BITS: u32 = 20;

    fn new(other: u64, sowing: &Sowing) -> Self {
        let (left, captured) = sowing.land(other);
        Self(rank(left) as u32 | u32::from(captured) << Self::RANK_BITS)
    }

    #[inline]
    fn rank(self) -> usize {
        (self.0 & ((1 << Self::RANK_BITS) - 1)) as usize
    }

    #[inline]
    fn captured(self) -> i8 {
        (self.0 >> Self::RANK_BITS) as i8
    }
}

/// A move from a given half board of the mover.
#[derive(Clone, Copy)]
struct Play {
    /// Start of the row with the values of the boards after the move.
    row: u32,
    /// Number of the list of landings that says how the opponent's half changes.
    landings: u32,
}

/// Number of the list of landings for moves that leave the opponent's half as it is; the list itself
/// is never read.
const UNCHANGED: u32 = 0;

/// Moves and landings, which are the same for every number of turns left.
struct MoveTables {
    stairs: Staircase,
    /// Lists of landings, each indexed by the rank of the opponent's half.
    landings: Vec<Vec<Landing>>,
    /// Moves by the rank of the mover's half.
    plays: Vec<Vec<Play>>,
}

impl MoveTables {
    fn new(stairs: Staircase) -> Self {
        let mut known = vec![Sowing::default()];
        let mut tables = Self {
            stairs,
            landings: vec![Vec::new()],
            plays: Vec::new(),
        };
        for own in 0..tables.stairs.rows() {
            let plays = tables.plays_from(unrank(own), &mut known);
            tables.plays.push(plays);
        }
        tables
    }

    /// The moves of a mover's half; a list of landings that is not in `known` yet is added.
    fn plays_from(&mut self, own: u64, known: &mut Vec<Sowing>) -> Vec<Play> {
        let full = (0..SIDE).filter(|pit| own >> (8 * pit) & 0xff > 0);
        let plays = full.map(|pit| {
            let sowing = Packed { own, other: 0 }.sowing(pit);
            let left = sowing.leave(own, pit);
            let row = self.stairs.row_start(rank(left), seeds_in_half(left)) as u32;
            let landings = known.iter().position(|known| known.lands_like(sowing));
            let landings = landings.unwrap_or_else(|| {
                known.push(*sowing);
                self.landings.push(self.landings_after(sowing));
                known.len() - 1
            });
            Play {
                row,
                landings: landings as u32,
            }
        });
        plays.collect()
    }

    /// The landing of every opponent's half that has room for the seeds sown into it, by rank.
    fn landings_after(&self, sowing: &Sowing) -> Vec<Landing> {
        let room = self.stairs.seeds() - seeds_in_half(sowing.other);
        let halves = 0..halves_below(room + 1);
        halves
            .map(|other| Landing::new(unrank(other), sowing))
            .collect()
    }
}

/// The values of all boards of at most N seeds with t turns left, which [`step`](Self::step) turns
/// into those with t + 1.
pub struct Sweep {
    tables: MoveTables,
    turns: u8,
    /// Values with `turns` turns left, in the order of the staircase.
    values: Vec<i8>,
    /// Values with one turn less; the next step overwrites them.
    next: Vec<i8>,
}

impl std::fmt::Debug for Sweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seeds = self.tables.stairs.seeds();
        write!(f, "Sweep({seeds} seeds, {} turns)", self.turns)
    }
}

/// A part of a step: the rows of some half boards of the opponent. The jobs of one step can run in
/// parallel.
pub(crate) struct SweepJob<'a> {
    tables: &'a MoveTables,
    /// Values of all boards with one turn less.
    before: &'a [i8],
    others: Range<usize>,
    out: &'a mut [i8],
}

impl Sweep {
    /// The values of all boards of at most `seeds` seeds with no turn left.
    ///
    /// # Panics
    /// When `seeds` is more than [`MAX_SWEPT`].
    pub fn new(seeds: u8) -> Self {
        assert!(seeds <= MAX_SWEPT, "{seeds} seeds do not fit");
        let tables = MoveTables::new(Staircase::new(seeds));
        let values = settled(&tables.stairs);
        Self {
            next: values.clone(),
            turns: 0,
            tables,
            values,
        }
    }

    /// The order of the boards in [`values`](Self::values).
    pub fn stairs(&self) -> &Staircase {
        &self.tables.stairs
    }

    /// Number of turns left for the current values.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Values for the side to move, in seeds; a meaningless constant where it has no seed.
    pub fn values(&self) -> &[i8] {
        &self.values
    }

    #[cfg(feature = "database")]
    pub(crate) fn values_before(&self) -> &[i8] {
        &self.next
    }

    /// Computes the values with one turn more on the calling thread.
    pub fn step(&mut self) {
        self.step_with(|jobs| jobs.into_iter().for_each(SweepJob::run));
    }

    /// Computes the values with one turn more; `run_all` must run every job once, in any order, on any
    /// threads.
    pub(crate) fn step_with(&mut self, run_all: impl FnOnce(Vec<SweepJob<'_>>)) {
        run_all(jobs(&self.tables, &self.values, &mut self.next));
        std::mem::swap(&mut self.values, &mut self.next);
        self.turns += 1;
    }

    /// Replaces the values by those with one turn more without computing them: `change` is given the
    /// current values and turns them into the new ones.
    #[cfg(feature = "database")]
    pub(crate) fn step_known(&mut self, change: impl FnOnce(&mut [i8])) {
        self.next.copy_from_slice(&self.values);
        std::mem::swap(&mut self.values, &mut self.next);
        change(&mut self.values);
        self.turns += 1;
    }
}

/// Values with no turn left: each side has the seeds in its own pits.
fn settled(stairs: &Staircase) -> Vec<i8> {
    let mut values = Vec::with_capacity(stairs.boards());
    for other in 0..=stairs.seeds() {
        let mut row = vec![STARVED];
        for own in 1..=stairs.seeds() - other {
            let value = own.cast_signed() - other.cast_signed();
            row.extend(std::iter::repeat_n(value, halves_with(own)));
        }
        (0..halves_with(other)).for_each(|_| values.extend_from_slice(&row));
    }
    values
}

fn jobs<'a>(tables: &'a MoveTables, before: &'a [i8], mut next: &'a mut [i8]) -> Vec<SweepJob<'a>> {
    let rows = tables.stairs.rows();
    let starts = (0..rows).step_by(JOB_ROWS);
    let job = |start: usize| {
        let others = start..rows.min(start + JOB_ROWS);
        let len = tables.stairs.row(others.end).start - tables.stairs.row(start).start;
        let (out, rest) = std::mem::take(&mut next).split_at_mut(len);
        next = rest;
        SweepJob {
            tables,
            before,
            others,
            out,
        }
    };
    starts.map(job).collect()
}

/// A half board of the opponent in a job.
struct OtherHalf {
    /// Start of its row in the job's part of the table.
    row: usize,
    seeds: i8,
}

/// Values of some of the mover's halves, one line each, against the opponent's halves of a job.
type Tile = [[i8; JOB_ROWS]; TILE];

impl SweepJob<'_> {
    pub(crate) fn run(self) {
        let stairs = &self.tables.stairs;
        let others: Vec<OtherHalf> = self.others.clone().map(|rank| self.other(rank)).collect();
        for other in &others {
            self.out[other.row] = STARVED;
        }
        let mut tile = [[0; JOB_ROWS]; TILE];
        for own_seeds in 1..=stairs.seeds() {
            let room = halves_below(stairs.seeds() - own_seeds + 1);
            let count = self
                .others
                .len()
                .min(room.saturating_sub(self.others.start));
            let owns = halves_below(own_seeds)..halves_below(own_seeds + 1);
            for start in owns.clone().step_by(TILE).filter(|_| count > 0) {
                let owns = start..owns.end.min(start + TILE);
                self.fill(&mut tile[..owns.len()], owns.start, count);
                settle(
                    &mut tile[..owns.len()],
                    own_seeds.cast_signed(),
                    &others[..count],
                );
                transpose(&tile, owns, &others[..count], self.out);
            }
        }
    }

    fn other(&self, rank: usize) -> OtherHalf {
        let stairs = &self.tables.stairs;
        OtherHalf {
            row: stairs.row(rank).start - stairs.row(self.others.start).start,
            seeds: seeds_in_half(unrank(rank)).cast_signed(),
        }
    }

    /// Fills one line for each of the mover's halves from rank `own` on with the value of the best
    /// move against each of the first `count` halves of the opponent.
    fn fill(&self, tile: &mut [[i8; JOB_ROWS]], own: usize, count: usize) {
        let others = self.others.start..self.others.start + count;
        for (line, plays) in tile.iter_mut().zip(&self.tables.plays[own..]) {
            let line = &mut line[..count];
            line.fill(i8::MIN);
            for play in plays {
                let row = &self.before[play.row as usize..];
                if play.landings == UNCHANGED {
                    improve(line, row[others.clone()].iter().map(|value| -value));
                } else {
                    let landings = &self.tables.landings[play.landings as usize][others.clone()];
                    let value = |to: &Landing| to.captured() - row[to.rank()];
                    improve(line, landings.iter().map(value));
                }
            }
        }
    }
}

/// Raises each value of the line to the new value if that is larger.
#[inline]
fn improve(line: &mut [i8], values: impl Iterator<Item = i8>) {
    for (best, value) in line.iter_mut().zip(values) {
        *best = value.max(*best);
    }
}

/// Corrects the boards where the game stops: no move is acceptable, or too few seeds are left.
fn settle(tile: &mut [[i8; JOB_ROWS]], own: i8, others: &[OtherHalf]) {
    for line in tile {
        for (value, other) in line.iter_mut().zip(others) {
            if *value < NO_MOVE || own + other.seeds <= FEW_SEEDS.cast_signed() {
                *value = own - other.seeds;
            }
        }
    }
}

/// Copies the lines of a tile, which are columns of the table, to its rows.
fn transpose(tile: &Tile, owns: Range<usize>, others: &[OtherHalf], out: &mut [i8]) {
    for (column, other) in others.iter().enumerate() {
        let out = &mut out[other.row + owns.start..other.row + owns.end];
        for (value, line) in out.iter_mut().zip(tile) {
            *value = line[column];
        }
    }
}
