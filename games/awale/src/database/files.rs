//! An open endgame database and its lookups.

use std::path::{Path, PathBuf};

use crate::database::build::FEWEST;
use crate::database::error::DatabaseError;
use crate::database::level_file::{LevelFile, file_name};
use crate::engine::packed::Packed;
use crate::engine::sweep::MAX_SWEPT;
use crate::engine::values::Oracle;
use crate::rules::MAX_TURNS;

/// The open files of a folder: those of 3 seeds, 4 seeds and so on up to the first missing one.
#[derive(Debug)]
pub struct AwaleDatabase {
    /// Folder of the files, for error messages.
    pub(crate) folder: PathBuf,
    /// Open files, from [`FEWEST`] seeds up.
    pub(crate) levels: Vec<LevelFile>,
}

impl AwaleDatabase {
    /// Opens the files of a folder. Headers, codes, lengths and indices are verified here, each block
    /// when it is read.
    pub fn open(folder: &Path) -> Result<Self, DatabaseError> {
        let there = |seeds: &u8| folder.join(file_name(*seeds)).exists();
        let seeds = (FEWEST..=MAX_SWEPT).take_while(there);
        let levels = seeds.map(|seeds| LevelFile::open(folder, seeds));
        let levels: Vec<LevelFile> = levels.collect::<Result<_, _>>()?;
        if levels.is_empty() {
            return Err(DatabaseError::Absent(folder.to_owned()));
        }
        Ok(Self {
            folder: folder.to_owned(),
            levels,
        })
    }

    /// Looks up the value of a board for the side to move with `turns` turns left (R24); `None` with
    /// more seeds or turns than the database holds.
    #[inline]
    pub fn probe(&self, board: Packed, turns: u8) -> Result<Option<i8>, DatabaseError> {
        let seeds = board.seeds();
        if turns > MAX_TURNS {
            return Ok(None);
        }
        if seeds < FEWEST || board.own == 0 || turns == 0 {
            return Ok(Some(board.difference()));
        }
        let Some(level) = self.levels.get(usize::from(seeds - FEWEST)) else {
            return Ok(None);
        };
        let own = i8::midpoint(seeds.cast_signed(), board.difference()).cast_unsigned();
        let change = level.change(board, own, turns)?;
        Ok(Some(board.difference().wrapping_add(change)))
    }
}

impl Oracle for AwaleDatabase {
    fn seeds(&self) -> u8 {
        FEWEST - 1 + self.levels.len() as u8
    }

    /// Looks up a value; a block that cannot be read gives `None`, so that the engine searches.
    #[inline]
    fn value(&self, board: Packed, turns: u8) -> Option<i8> {
        self.probe(board, turns).ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::build;
    use crate::engine::rank::{Staircase, unrank};
    use crate::engine::values::Values;

    #[test]
    fn every_value_equals_the_value_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        build(folder.path(), 8, &mut |_, _| ()).unwrap();
        let database = AwaleDatabase::open(folder.path()).unwrap();
        let known = Values::new(8);
        let stairs = Staircase::new(8);
        assert_eq!(database.seeds(), 8);
        for row in (0..stairs.rows()).step_by(3) {
            for own in 0..stairs.row(row).len() {
                let board = Packed {
                    own: unrank(own),
                    other: unrank(row),
                };
                // Every number of turns would take minutes without optimisation.
                for turns in [0, 1, 2, 3, 10, 17, 50, 73, 99, MAX_TURNS] {
                    let found = database.probe(board, turns).unwrap();
                    assert_eq!(found, known.value(board, turns), "{board:?} {turns}");
                }
            }
        }
    }
}
