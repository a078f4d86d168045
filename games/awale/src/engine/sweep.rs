//! Exact values, one turn after another: those of R24 for every board of at most N seeds with t turns
//! left, from those with t − 1.
//!
//! A turn changes the mover's half in a way that depends on that half alone, and the opponent's in
//! one of a few ways that depend on how many seeds reach it. So for one half of the mover, and one
//! pit, the values of all boards come from one row of the table before, through one list of ranks
//! that is the same for all halves: rows of a few kilobytes instead of random reads in the whole.

use std::ops::Range;

use crate::board::SIDE;
use crate::engine::packed::{Packed, Sowing, seeds_of};
use crate::engine::rank::{Staircase, halves_below, halves_with, rank, unrank};
use crate::rules::FEW_SEEDS;

/// The most seeds a sweep can hold: ranks fit in 20 bits, and values in `i8`.
pub const MAX_SWEPT: u8 = 24;

/// Stands where the mover has no seed left. Minus this is worse than any value, so that a move that
/// starves the opponent is never the best.
const STARVED: i8 = i8::MAX;

/// Below this no acceptable move was found.
const NO_MOVE: i8 = -64;

/// Opponent's halves that one job computes: long lines are what makes the sweep fast.
const JOB_ROWS: usize = 1024;

/// Mover's halves computed before their values go to their rows.
const TILE: usize = 16;

/// What becomes of an opponent's half: its rank after sowing and capture, and the seeds captured.
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

/// A pit of a mover's half played: the row of the table that holds what follows, and the way the
/// opponent's half changes.
#[derive(Clone, Copy)]
struct Play {
    row: u32,
    way: u32,
}

/// The way of an opponent's half that no seed reaches: it is found without a list of landings.
const STILL: u32 = 0;

/// What does not depend on the turn.
struct Shape {
    stairs: Staircase,
    /// By way and by the rank of the opponent's half.
    ways: Vec<Vec<Landing>>,
    /// By the rank of the mover's half.
    plays: Vec<Vec<Play>>,
}

impl Shape {
    fn new(stairs: Staircase) -> Self {
        let mut known = vec![Sowing::default()];
        let mut shape = Self {
            stairs,
            ways: vec![Vec::new()],
            plays: Vec::new(),
        };
        for own in 0..shape.stairs.rows() {
            let plays = shape.plays_of(unrank(own), &mut known);
            shape.plays.push(plays);
        }
        shape
    }

    fn plays_of(&mut self, own: u64, known: &mut Vec<Sowing>) -> Vec<Play> {
        let full = (0..SIDE).filter(|pit| own >> (8 * pit) & 0xff > 0);
        let plays = full.map(|pit| {
            let sowing = Packed { own, other: 0 }.sowing(pit);
            let left = sowing.leave(own, pit);
            let row = self.stairs.row_start(rank(left), seeds_of(left)) as u32;
            let way = known.iter().position(|way| way.lands_like(sowing));
            let way = way.unwrap_or_else(|| {
                known.push(*sowing);
                self.ways.push(self.landings(sowing));
                known.len() - 1
            });
            Play {
                row,
                way: way as u32,
            }
        });
        plays.collect()
    }

    /// Where every opponent's half lands that leaves room for the seeds sown into it.
    fn landings(&self, sowing: &Sowing) -> Vec<Landing> {
        let room = self.stairs.seeds() - seeds_of(sowing.other());
        let halves = 0..halves_below(room + 1);
        halves
            .map(|other| Landing::new(unrank(other), sowing))
            .collect()
    }
}

/// The values of all boards of at most N seeds with t turns left, and the means to get those of
/// t + 1.
pub struct Sweep {
    shape: Shape,
    turns: u8,
    values: Vec<i8>,
    next: Vec<i8>,
}

impl std::fmt::Debug for Sweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sweep")
            .field("seeds", &self.shape.stairs.seeds())
            .field("turns", &self.turns)
            .finish_non_exhaustive()
    }
}

/// A part of a step: the rows of some opponent's halves. Jobs of one step are independent.
pub struct Job<'a> {
    shape: &'a Shape,
    before: &'a [i8],
    others: Range<usize>,
    out: &'a mut [i8],
}

impl std::fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Job").field(&self.others).finish()
    }
}

impl Sweep {
    /// All boards of at most `seeds` seeds with no turn left.
    ///
    /// # Panics
    /// With more than [`MAX_SWEPT`] seeds.
    pub fn new(seeds: u8) -> Self {
        assert!(seeds <= MAX_SWEPT, "{seeds} seeds do not fit");
        let shape = Shape::new(Staircase::new(seeds));
        let values = settled(&shape.stairs);
        Self {
            next: values.clone(),
            turns: 0,
            shape,
            values,
        }
    }

    /// The order of the values.
    pub fn stairs(&self) -> &Staircase {
        &self.shape.stairs
    }

    /// Turns left.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Values for the side to move, where it has a seed; elsewhere a constant that means nothing.
    pub fn values(&self) -> &[i8] {
        &self.values
    }

    /// The values with one turn less.
    pub fn values_before(&self) -> &[i8] {
        &self.next
    }

    /// Goes on with one more turn left.
    pub fn step(&mut self) {
        self.step_with(|jobs| jobs.into_iter().for_each(Job::run));
    }

    /// The same; `run_all` runs every job once, in any order, on any threads.
    pub fn step_with(&mut self, run_all: impl FnOnce(Vec<Job<'_>>)) {
        run_all(jobs(&self.shape, &self.values, &mut self.next));
        std::mem::swap(&mut self.values, &mut self.next);
        self.turns += 1;
    }

    /// Goes on with values known from elsewhere: `change` makes them of those with one turn less.
    pub fn step_known(&mut self, change: impl FnOnce(&mut [i8])) {
        self.next.copy_from_slice(&self.values);
        std::mem::swap(&mut self.values, &mut self.next);
        change(&mut self.values);
        self.turns += 1;
    }
}

/// With no turn left each side has the seeds in its own pits.
fn settled(stairs: &Staircase) -> Vec<i8> {
    let mut values = Vec::with_capacity(stairs.boards());
    for other in 0..=stairs.seeds() {
        let row = settled_row(other, stairs.seeds() - other);
        (0..halves_with(other)).for_each(|_| values.extend_from_slice(&row));
    }
    values
}

fn settled_row(other: u8, room: u8) -> Vec<i8> {
    let values = (1..=room).flat_map(|own| {
        let value = own.cast_signed() - other.cast_signed();
        std::iter::repeat_n(value, halves_with(own))
    });
    std::iter::once(STARVED).chain(values).collect()
}

fn jobs<'a>(shape: &'a Shape, before: &'a [i8], mut next: &'a mut [i8]) -> Vec<Job<'a>> {
    let rows = shape.stairs.rows();
    let starts = (0..rows).step_by(JOB_ROWS);
    let job = |start: usize| {
        let others = start..rows.min(start + JOB_ROWS);
        let len = row_of(&shape.stairs, others.end).start - row_of(&shape.stairs, start).start;
        let (out, rest) = std::mem::take(&mut next).split_at_mut(len);
        next = rest;
        Job {
            shape,
            before,
            others,
            out,
        }
    };
    starts.map(job).collect()
}

/// The row of the opponent's half of this rank; empty at the end for one past the last.
pub fn row_of(stairs: &Staircase, other: usize) -> Range<usize> {
    if other == stairs.rows() {
        return stairs.boards()..stairs.boards();
    }
    let seeds = seeds_of(unrank(other));
    let start = stairs.row_start(other, seeds);
    start..start + stairs.row_len(seeds)
}

/// An opponent's half of a job.
struct Other {
    /// Where its row begins in the job's part of the table.
    row: usize,
    seeds: i8,
}

type Tile = [[i8; JOB_ROWS]; TILE];

impl Job<'_> {
    /// Computes its rows.
    pub fn run(self) {
        let stairs = &self.shape.stairs;
        let others: Vec<Other> = self.others.clone().map(|rank| self.other(rank)).collect();
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

    fn other(&self, rank: usize) -> Other {
        let base = row_of(&self.shape.stairs, self.others.start).start;
        Other {
            row: row_of(&self.shape.stairs, rank).start - base,
            seeds: seeds_of(unrank(rank)).cast_signed(),
        }
    }

    /// The best of the moves: a line for each of the mover's halves from `own` on, against the first
    /// `count` of the opponent's.
    fn fill(&self, tile: &mut [[i8; JOB_ROWS]], own: usize, count: usize) {
        let others = self.others.start..self.others.start + count;
        for (line, plays) in tile.iter_mut().zip(&self.shape.plays[own..]) {
            let line = &mut line[..count];
            line.fill(i8::MIN);
            for play in plays {
                let row = &self.before[play.row as usize..];
                if play.way == STILL {
                    improve(line, row[others.clone()].iter().map(|value| -value));
                } else {
                    let landings = &self.shape.ways[play.way as usize][others.clone()];
                    let value = |to: &Landing| to.captured() - row[to.rank()];
                    improve(line, landings.iter().map(value));
                }
            }
        }
    }
}

#[inline]
fn improve(line: &mut [i8], values: impl Iterator<Item = i8>) {
    for (best, value) in line.iter_mut().zip(values) {
        *best = value.max(*best);
    }
}

/// Where no move is acceptable, or too few seeds are left, the game stops.
fn settle(tile: &mut [[i8; JOB_ROWS]], own: i8, others: &[Other]) {
    for line in tile {
        for (value, other) in line.iter_mut().zip(others) {
            if *value < NO_MOVE || own + other.seeds <= FEW_SEEDS.cast_signed() {
                *value = own - other.seeds;
            }
        }
    }
}

fn transpose(tile: &Tile, owns: Range<usize>, others: &[Other], out: &mut [i8]) {
    for (column, other) in others.iter().enumerate() {
        let out = &mut out[other.row + owns.start..other.row + owns.end];
        for (value, line) in out.iter_mut().zip(tile) {
            *value = line[column];
        }
    }
}
