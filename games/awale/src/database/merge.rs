//! Merging of the turn files: from the value changes of each turn to the blocks of each number of
//! seeds.

use std::ops::Range;

use crate::database::bits::BitWriter;
use crate::database::code::{ValueChange, ValueEncoder};
use crate::database::layout::BLOCK;
use crate::database::turn_file::{RowSegment, WORD, le_word, segments, set_bits};
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

/// Reader of one piece of one turn file.
struct TurnReader<'a> {
    /// Words of 64 bits: one bit for each board, set where the value changes.
    words: std::slice::ChunksExact<'a, u8>,
    /// Half of each change, one byte for each set bit.
    halves: std::slice::Iter<'a, u8>,
}

/// The value changes of 64 consecutive boards over all turns.
struct Columns {
    /// Number of changes of each board.
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
    fn gather(&mut self, turns: &mut [TurnReader<'_>]) {
        self.counts = [0; WORD];
        self.last_turns = [0; WORD];
        for (turn, reader) in (1..).zip(turns) {
            let word = reader.words.next().map_or(0, le_word);
            for (board, half) in set_bits(word).zip(&mut reader.halves) {
                let change = ValueChange {
                    gap: turn - self.last_turns[board],
                    half: half.cast_signed(),
                };
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
    let mut blocks: Vec<LevelBlocks> = (0..=stairs.seeds())
        .map(|_| LevelBlocks::default())
        .collect();
    let words = segments(stairs, rows.clone()).map(|segment| segment.boards.len().div_ceil(WORD));
    let bytes = 8 * words.sum::<usize>();
    let mut turns: Vec<TurnReader<'_>> = turns
        .iter()
        .map(|piece| TurnReader::new(piece, bytes))
        .collect();
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

impl<'a> TurnReader<'a> {
    /// Splits a piece whose first `bytes` bytes are the words of bits.
    fn new(piece: &'a [u8], bytes: usize) -> Self {
        let (words, halves) = piece.split_at(bytes);
        Self {
            words: words.chunks_exact(8),
            halves: halves.iter(),
        }
    }
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
