//! An open database: values of any board of few enough seeds.

use std::path::{Path, PathBuf};

use awale::{MAX_SWEPT, MAX_TURNS, Oracle, Packed};

use crate::build::FEWEST;
use crate::error::DatabaseError;
use crate::level::{Level, file_name};

/// The files of a folder, from the fewest seeds up to the first that is not there.
#[derive(Debug)]
pub struct Database {
    pub(crate) folder: PathBuf,
    pub(crate) levels: Vec<Level>,
}

impl Database {
    /// Opens what a folder holds. Headers, codes, lengths and indices are verified here, blocks when
    /// they are read.
    ///
    /// # Errors
    /// There is no database, or a file is foreign, of another version, truncated or damaged.
    pub fn open(folder: &Path) -> Result<Self, DatabaseError> {
        let there =
            (FEWEST..=MAX_SWEPT).take_while(|&seeds| folder.join(file_name(seeds)).exists());
        let levels: Vec<Level> = there
            .map(|seeds| Level::open(folder, seeds))
            .collect::<Result<_, _>>()?;
        if levels.is_empty() {
            return Err(DatabaseError::Absent(folder.to_owned()));
        }
        Ok(Self {
            folder: folder.to_owned(),
            levels,
        })
    }

    /// The value of R24 with so many turns left; `None` with more seeds or turns than it holds.
    ///
    /// # Errors
    /// The file cannot be read, or its block is damaged.
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

impl Oracle for Database {
    fn seeds(&self) -> u8 {
        FEWEST - 1 + self.levels.len() as u8
    }

    /// A block that cannot be read is as good as unknown here: the engine searches instead.
    #[inline]
    fn value(&self, board: Packed, turns: u8) -> Option<i8> {
        self.probe(board, turns).ok().flatten()
    }
}
