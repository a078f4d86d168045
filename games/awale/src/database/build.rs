//! Building of a database by retrograde analysis: one file of value changes for each turn, then a
//! merge into one file for each number of seeds. A killed build is resumed by the next one, and the
//! resulting files are the same byte for byte.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::engine::rank::Staircase;
use crate::engine::sweep::{MAX_SWEPT, Sweep, SweepJob};
use crate::rules::{FEW_SEEDS, MAX_TURNS};
use rayon::prelude::*;

use crate::database::code::{ValueCode, ValueEncoder};
use crate::database::error::{DatabaseError, at};
use crate::database::layout::BlockLayout;
use crate::database::level_file::{LevelFile, LevelHeader, file_name};
use crate::database::merge::{LevelBlocks, merge};
use crate::database::turn_file::{self, TurnFile, apply, difference, pieces};

/// Most seeds on the boards whose values the Huffman code is fitted to. With 12 instead of 10 the
/// files would be 3 % smaller and every build a second longer.
const FITTED: u8 = 10;

/// Fewest seeds that have a file; with fewer the game is over.
pub(crate) const FEWEST: u8 = FEW_SEEDS + 1;

/// Builds the missing files of 3 to `seeds` seeds, at most [`MAX_SWEPT`], in a folder; intact files
/// are left as they are. `progress` is given the units of work done so far and of the whole build.
pub fn build(
    folder: &Path,
    seeds: u8,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), DatabaseError> {
    if !(FEWEST..=MAX_SWEPT).contains(&seeds) {
        return Err(DatabaseError::Seeds(seeds));
    }
    fs::create_dir_all(folder).map_err(at(folder))?;
    let _lock = lock(folder)?;
    let missing = (FEWEST..=seeds).filter(|seeds| LevelFile::open(folder, *seeds).is_err());
    let missing: Vec<u8> = missing.collect();
    if missing.is_empty() {
        return Ok(());
    }
    let work = folder.join(format!("building-{seeds:02}"));
    fs::create_dir_all(&work).map_err(at(&work))?;
    let stairs = Staircase::new(seeds);
    let build = Build {
        pieces: pieces(&stairs),
        work,
        stairs,
    };
    build.sweep(progress)?;
    build.publish(folder, &missing, progress)?;
    fs::remove_dir_all(&build.work).map_err(at(&build.work))
}

/// Takes the build lock of the folder; it is released when the file is dropped or the process dies.
fn lock(folder: &Path) -> Result<File, DatabaseError> {
    let path = folder.join("building.lock");
    let file = File::create(&path).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(DatabaseError::Busy(folder.to_owned())),
        Err(fs::TryLockError::Error(source)) => Err(at(&path)(source)),
    }
}

struct Build {
    /// Folder of the turn files, removed at the end.
    work: PathBuf,
    stairs: Staircase,
    /// Rows of each piece of a turn file.
    pieces: Vec<Range<usize>>,
}

impl Build {
    fn turn_path(&self, turn: u8) -> PathBuf {
        self.work.join(format!("turn-{turn:03}"))
    }

    /// Reports the progress after `turns` turns of the sweep and `merged` pieces of the merge. The
    /// sweep and the merge each count for half of the build.
    fn report(&self, turns: u8, merged: usize, progress: &mut dyn FnMut(u64, u64)) {
        let half = u64::from(MAX_TURNS);
        let done = u64::from(turns) + half * merged as u64 / self.pieces.len() as u64;
        progress(done, 2 * half);
    }

    /// Writes the turn files that are missing or damaged.
    fn sweep(&self, progress: &mut dyn FnMut(u64, u64)) -> Result<(), DatabaseError> {
        let intact = |file: TurnFile| file.is_intact().is_ok_and(|intact| intact);
        let whole = (1..=MAX_TURNS).all(|turn| self.open_turn(turn).is_some_and(intact));
        if whole {
            return Ok(());
        }
        let mut sweep = Sweep::new(self.stairs.seeds());
        for turn in 1..=MAX_TURNS {
            if !self.replay(&mut sweep, turn)? {
                sweep.step_with(|jobs| jobs.into_par_iter().for_each(SweepJob::run));
                self.write_turn(&sweep)?;
            }
            self.report(turn, 0, progress);
        }
        Ok(())
    }

    fn open_turn(&self, turn: u8) -> Option<TurnFile> {
        TurnFile::open(&self.turn_path(turn), self.pieces.len())
    }

    /// Advances the sweep by one turn from its file; `false` when the file is missing or damaged.
    fn replay(&self, sweep: &mut Sweep, turn: u8) -> Result<bool, DatabaseError> {
        let path = self.turn_path(turn);
        let Some(file) = self.open_turn(turn) else {
            return Ok(false);
        };
        if !file.is_intact().map_err(at(&path))? {
            return Ok(false);
        }
        let read = |piece| file.piece(piece).map_err(at(&path));
        let known: Vec<Vec<u8>> = (0..self.pieces.len()).map(read).collect::<Result<_, _>>()?;
        sweep.step_known(|values| {
            for (rows, piece) in self.pieces.iter().zip(&known) {
                apply(&self.stairs, rows.clone(), piece, values);
            }
        });
        Ok(true)
    }

    fn write_turn(&self, sweep: &Sweep) -> Result<(), DatabaseError> {
        let (before, after) = (sweep.values_before(), sweep.values());
        let rows = self.pieces.par_iter();
        let pieces: Vec<Vec<u8>> = rows
            .map(|rows| difference(&self.stairs, rows.clone(), before, after))
            .collect();
        let path = self.turn_path(sweep.turns());
        turn_file::write(&path, &pieces).map_err(at(&path))
    }

    /// Merges the turn files into the missing database files and renames these to their final names,
    /// fewest seeds first.
    fn publish(
        &self,
        folder: &Path,
        missing: &[u8],
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), DatabaseError> {
        let code = ValueCode::fitted(FITTED);
        let encoder = ValueEncoder::new(&code);
        let turns = (1..=MAX_TURNS).filter_map(|turn| self.open_turn(turn));
        let turns: Vec<TurnFile> = turns.collect();
        let levels = missing.iter();
        let levels = levels.map(|&seeds| Unpublished::create(folder, seeds, &code));
        let mut levels: Vec<Unpublished> = levels.collect::<Result<_, _>>()?;
        let numbers: Vec<usize> = (0..self.pieces.len()).collect();
        for batch in numbers.chunks(4 * rayon::current_num_threads()) {
            let merged = batch.par_iter().map(|&piece| {
                let read = |turn: &TurnFile| turn.piece(piece).map_err(at(&self.work));
                let changes: Vec<Vec<u8>> = turns.iter().map(read).collect::<Result<_, _>>()?;
                let rows = self.pieces[piece].clone();
                Ok(merge(&self.stairs, rows, &changes, &encoder))
            });
            let merged: Vec<Vec<LevelBlocks>> = merged.collect::<Result<_, DatabaseError>>()?;
            for blocks in &merged {
                for level in &mut levels {
                    level.append(&blocks[usize::from(level.header.seeds)])?;
                }
            }
            self.report(MAX_TURNS, batch[batch.len() - 1] + 1, progress);
        }
        levels.into_iter().try_for_each(Unpublished::publish)
    }
}

/// The file of one number of seeds while it is written under a temporary name.
struct Unpublished {
    path: PathBuf,
    unfinished: PathBuf,
    writer: BufWriter<File>,
    /// Header as far as it is known: the index and the length of the body come last.
    header: LevelHeader,
    code: Vec<u8>,
    /// Length in bytes of every block so far, without checksum.
    lengths: Vec<u16>,
}

impl Unpublished {
    fn create(folder: &Path, seeds: u8, code: &ValueCode) -> Result<Self, DatabaseError> {
        let path = folder.join(file_name(seeds));
        let unfinished = path.with_extension("part");
        let code = code.to_bytes();
        let header = LevelHeader {
            seeds,
            code_length: code.len() as u32,
            code_checksum: crc32fast::hash(&code),
            index_checksum: 0,
            blocks: BlockLayout::new(seeds).blocks() as u64,
            body: 0,
        };
        let mut file = File::create(&unfinished).map_err(at(&unfinished))?;
        let start = SeekFrom::Start(header.body_start());
        file.seek(start).map_err(at(&unfinished))?;
        Ok(Self {
            path,
            unfinished,
            writer: BufWriter::with_capacity(1 << 20, file),
            header,
            code,
            lengths: Vec::new(),
        })
    }

    fn append(&mut self, blocks: &LevelBlocks) -> Result<(), DatabaseError> {
        self.lengths.extend_from_slice(&blocks.lengths);
        self.header.body += blocks.body.len() as u64;
        let written = self.writer.write_all(&blocks.body);
        written.map_err(at(&self.unfinished))
    }

    fn publish(mut self) -> Result<(), DatabaseError> {
        let lengths = self.lengths.iter();
        let index: Vec<u8> = lengths.flat_map(|length| length.to_le_bytes()).collect();
        self.header.index_checksum = crc32fast::hash(&index);
        let head = [&self.header.to_bytes()[..], &self.code, &index].concat();
        self.finish(&head).map_err(at(&self.unfinished))?;
        fs::rename(&self.unfinished, &self.path).map_err(at(&self.path))
    }

    fn finish(&mut self, head: &[u8]) -> io::Result<()> {
        self.writer.rewind()?;
        self.writer.write_all(head)?;
        self.writer.flush()?;
        self.writer.get_ref().sync_all()
    }
}
