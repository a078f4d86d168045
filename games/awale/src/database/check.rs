//! Checking of a database: the checksum of every block, and random boards recomputed by search.

use rayon::prelude::*;
use table::Chance;

use crate::board::{Board, PITS};
use crate::database::error::DatabaseError;
use crate::database::files::AwaleDatabase;
use crate::engine::packed::Packed;
use crate::engine::values::Oracle;
use crate::rules::{FEW_SEEDS, MAX_TURNS};

/// Blocks that one task verifies with one read.
const BATCH: usize = 1 << 14;

/// Depth in turns of the search that recomputes a board; its leaves are values of the files.
const DEPTH: u8 = 3;

/// Verifies every block, then recomputes `boards` random boards with random numbers of turns left.
/// `progress` is given the number of blocks verified so far and of all blocks. Returns the number of
/// blocks; an error names the first damaged one, or the first board whose value differs from the one
/// found by search.
pub fn check(
    database: &AwaleDatabase,
    boards: u64,
    luck: &mut dyn Chance,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<u64, DatabaseError> {
    let levels = database.levels.iter();
    let total = levels.map(|level| level.blocks() as u64).sum();
    let mut done = 0;
    for level in &database.levels {
        let starts: Vec<usize> = (0..level.blocks()).step_by(BATCH).collect();
        let end = |start: usize| level.blocks().min(start + BATCH);
        for batch in starts.chunks(64) {
            let starts = batch.par_iter();
            starts.try_for_each(|&start| level.verify_blocks(start..end(start)))?;
            progress(done + end(batch[batch.len() - 1]) as u64, total);
        }
        done += level.blocks() as u64;
    }
    (0..boards).try_for_each(|_| check_board(database, luck))?;
    Ok(total)
}

fn check_board(database: &AwaleDatabase, luck: &mut dyn Chance) -> Result<(), DatabaseError> {
    let board = random_board(database.seeds(), luck);
    let turns = luck.below(u32::from(MAX_TURNS) + 1) as u8;
    let packed = Packed::from(&board);
    let found = database.probe(packed, turns)?.unwrap_or(i8::MIN);
    let expected = minimax(database, packed, turns, DEPTH)?;
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

/// Plain minimax of `depth` turns (R24) with the values of the files at the leaves.
fn minimax(
    database: &AwaleDatabase,
    board: Packed,
    turns: u8,
    depth: u8,
) -> Result<i8, DatabaseError> {
    if turns == 0 || board.seeds() <= FEW_SEEDS {
        return Ok(board.difference());
    }
    if depth == 0 {
        return Ok(database.probe(board, turns)?.unwrap_or(i8::MIN));
    }
    let mut best = None;
    for (_, after, captured) in board.moves() {
        let value = captured.cast_signed() - minimax(database, after, turns - 1, depth - 1)?;
        best = best.max(Some(value));
    }
    Ok(best.unwrap_or(board.difference()))
}
