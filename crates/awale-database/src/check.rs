//! Verifying a database: every checksum, and random boards recomputed by search.

use awale::{Board, FEW_SEEDS, MAX_TURNS, Oracle, PITS, Packed};
use rayon::prelude::*;
use table::Chance;

use crate::build::Progress;
use crate::database::Database;
use crate::error::DatabaseError;

/// Blocks verified at a time.
const BATCH: usize = 1 << 14;

/// Turns that a recomputed board is searched: below, the values come from the files.
const DEPTH: u8 = 3;

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Boards of up to this many seeds are in the files.
    pub seeds: u8,
    /// Blocks whose checksum was right.
    pub blocks: u64,
    /// Boards whose value was what a search finds.
    pub boards: u64,
}

/// Verifies every block, then `boards` random boards at random numbers of turns left.
///
/// # Errors
/// The first block that is damaged, or the first board whose value is not what a search finds.
pub fn check(
    database: &Database,
    boards: u64,
    luck: &mut dyn Chance,
    progress: &mut dyn FnMut(Progress),
) -> Result<Checked, DatabaseError> {
    let total: u64 = database
        .levels
        .iter()
        .map(|level| level.blocks() as u64)
        .sum();
    let mut done = 0;
    for level in &database.levels {
        let starts: Vec<usize> = (0..level.blocks()).step_by(BATCH).collect();
        for batch in starts.chunks(64) {
            batch.par_iter().try_for_each(|&start| {
                level.verify_blocks(start, level.blocks().min(start + BATCH))
            })?;
            let end = level.blocks().min(batch[batch.len() - 1] + BATCH);
            progress(Progress {
                done: done + end as u64,
                total,
            });
        }
        done += level.blocks() as u64;
    }
    (0..boards).try_for_each(|_| check_board(database, luck))?;
    Ok(Checked {
        seeds: database.seeds(),
        blocks: total,
        boards,
    })
}

fn check_board(database: &Database, luck: &mut dyn Chance) -> Result<(), DatabaseError> {
    let board = random_board(database.seeds(), luck);
    let turns = luck.below(u32::from(MAX_TURNS) + 1) as u8;
    let packed = Packed::from(&board);
    let found = database.probe(packed, turns)?.unwrap_or(i8::MIN);
    let expected = search(database, packed, turns, DEPTH)?;
    if found == expected {
        return Ok(());
    }
    Err(DatabaseError::Wrong {
        path: database.folder.clone(),
        board,
        turns,
        found,
        expected,
    })
}

fn random_board(most: u8, luck: &mut dyn Chance) -> Board {
    let mut pits = [0; PITS];
    for _ in 0..=luck.below(most.into()) {
        pits[luck.below(PITS as u32) as usize] += 1;
    }
    Board::new(pits).expect("no more seeds than the database has")
}

/// R24, with the values of the files at the leaves.
fn search(database: &Database, board: Packed, turns: u8, depth: u8) -> Result<i8, DatabaseError> {
    if turns == 0 || board.seeds() <= FEW_SEEDS {
        return Ok(board.difference());
    }
    if depth == 0 {
        return Ok(database.probe(board, turns)?.unwrap_or(i8::MIN));
    }
    let mut best = None;
    for (_, after, captured) in board.moves() {
        let value = captured.cast_signed() - search(database, after, turns - 1, depth - 1)?;
        best = best.max(Some(value));
    }
    Ok(best.unwrap_or(board.difference()))
}
