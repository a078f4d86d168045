//! Merging of the turn files: from the value changes of each turn to the blocks of each number of
//! seeds.

use std::ops::Range;

use crate::database::bits::BitWriter;
use crate::database::code::{ValueChange, ValueEncoder};
use crate::database::layout::BLOCK;
use crate::database::turn_file::{PieceReader, RowSegment, WORD, segments, words};
use crate::engine::rank::Staircase;
use crate::rules::MAX_TURNS;

/// Consecutive blocks of one number of seeds, ready to be appended to its file.
#[derive(Default)]
pub(crate) struct LevelBlocks {
    /// Bytes of the blocks, each followed by its checksum.
    pub(crate) body: Vec<u8>,
    /// Length in bytes of each block, without checksum.
    pub(crate) lengths: Vec<u16>,
}

/// The value changes of 64 consecutive boards over all turns.
struct Columns {
    counts: [u8; WORD],
    /// Turn of the last change of each board, 0 before the first.
    last_turns: [u8; WORD],
    changes: Box<[[ValueChange; MAX_TURNS as usize]; WORD]>,
}

impl Columns {
    fn new() -> Self {
        let nothing = ValueChange { gap: 0, half: 0 };
        Self {
            counts: [0; WORD],
            last_turns: [0; WORD],
            changes: Box::new([[nothing; MAX_TURNS as usize]; WORD]),
        }
    }

    /// Reads the changes of the next 64 boards from every turn.
    fn gather(&mut self, turns: &mut [PieceReader<'_>]) {
        self.counts = [0; WORD];
        self.last_turns = [0; WORD];
        for (turn, reader) in (1..).zip(turns) {
            for (board, half) in reader.next_word() {
                let gap = turn - self.last_turns[board];
                let change = ValueChange { gap, half };
                self.changes[board][usize::from(self.counts[board])] = change;
                self.counts[board] += 1;
                self.last_turns[board] = turn;
            }
        }
    }

    /// The changes of one of the 64 boards, in the order of turns.
    fn board_changes(&self, board: usize) -> impl Iterator<Item = ValueChange> {
        let count = usize::from(self.counts[board]);
        self.changes[board][..count].iter().copied()
    }
}

/// Encodes the blocks of some rows, indexed by number of seeds; `turns` are the pieces of these rows
/// in the turn files, from the first turn on.
pub(crate) fn merge(
    stairs: &Staircase,
    rows: Range<usize>,
    turns: &[Vec<u8>],
    encoder: &ValueEncoder,
) -> Vec<LevelBlocks> {
    let mut blocks = Vec::new();
    blocks.resize_with(usize::from(stairs.seeds()) + 1, LevelBlocks::default);
    let words = words(stairs, rows.clone());
    let turns = turns.iter().map(|piece| PieceReader::new(piece, words));
    let mut turns: Vec<PieceReader<'_>> = turns.collect();
    let mut columns = Columns::new();
    let mut writer = BitWriter::default();
    for RowSegment { seeds, boards } in segments(stairs, rows) {
        let level = &mut blocks[usize::from(seeds)];
        for start in boards.clone().step_by(WORD) {
            columns.gather(&mut turns);
            let count = WORD.min(boards.end - start);
            for from in (0..count).step_by(BLOCK) {
                for board in from..count.min(from + BLOCK) {
                    encoder.write(columns.board_changes(board), &mut writer);
                }
                level.push(writer.finish());
            }
        }
    }
    blocks
}

impl LevelBlocks {
    /// Appends a block and its checksum, and empties `block`.
    fn push(&mut self, block: &mut Vec<u8>) {
        self.lengths.push(block.len() as u16);
        self.body.extend_from_slice(block);
        let checksum = crc32fast::hash(block);
        self.body.extend_from_slice(&checksum.to_le_bytes());
        block.clear();
    }
}
