//! From the changes of every turn, row by row, to the blocks of every number of seeds.

use std::ops::Range;

use awale::{MAX_TURNS, Staircase};

use crate::bits::BitWriter;
use crate::code::{Encoder, Step};
use crate::layout::BLOCK;
use crate::turn_file::{Segment, WORD, le_word, segments, set_bits};

/// Blocks of one number of seeds, in order: what some rows add to its file.
#[derive(Default)]
pub(crate) struct Blocks {
    /// The blocks, each with its checksum.
    pub(crate) body: Vec<u8>,
    /// The lengths of the blocks without their checksums.
    pub(crate) lengths: Vec<u16>,
}

/// One piece of one turn, being read.
struct Changes<'a> {
    words: std::slice::ChunksExact<'a, u8>,
    halves: std::slice::Iter<'a, u8>,
}

/// The steps of the boards of one word.
struct Columns {
    counts: [u8; WORD],
    last_turns: [u8; WORD],
    steps: Box<[[Step; MAX_TURNS as usize]; WORD]>,
}

impl Columns {
    fn new() -> Self {
        let nothing = Step { gap: 0, half: 0 };
        Self {
            counts: [0; WORD],
            last_turns: [0; WORD],
            steps: Box::new([[nothing; MAX_TURNS as usize]; WORD]),
        }
    }

    fn gather(&mut self, turns: &mut [Changes<'_>]) {
        self.counts = [0; WORD];
        self.last_turns = [0; WORD];
        for (turn, changes) in (1..).zip(turns) {
            let word = changes.words.next().map_or(0, le_word);
            for (board, half) in set_bits(word).zip(&mut changes.halves) {
                let step = Step {
                    gap: turn - self.last_turns[board],
                    half: half.cast_signed(),
                };
                self.steps[board][usize::from(self.counts[board])] = step;
                self.counts[board] += 1;
                self.last_turns[board] = turn;
            }
        }
    }

    fn steps_of(&self, board: usize) -> impl Iterator<Item = Step> {
        let count = usize::from(self.counts[board]);
        self.steps[board][..count].iter().copied()
    }
}

/// The blocks of some rows, by number of seeds; `turns` are the pieces of these rows from the first
/// turn on.
pub(crate) fn merge(
    stairs: &Staircase,
    rows: Range<usize>,
    turns: &[Vec<u8>],
    encoder: &Encoder,
) -> Vec<Blocks> {
    let mut parts: Vec<Blocks> = (0..=stairs.seeds()).map(|_| Blocks::default()).collect();
    let words = segments(stairs, rows.clone()).map(|segment| segment.boards.len().div_ceil(WORD));
    let bits = 8 * words.sum::<usize>();
    let mut turns: Vec<Changes<'_>> = turns.iter().map(|piece| changes(piece, bits)).collect();
    let mut columns = Columns::new();
    let mut writer = BitWriter::default();
    for Segment { seeds, boards } in segments(stairs, rows) {
        let part = &mut parts[usize::from(seeds)];
        for start in boards.clone().step_by(WORD) {
            columns.gather(&mut turns);
            let count = WORD.min(boards.end - start);
            for from in (0..count).step_by(BLOCK) {
                for board in from..count.min(from + BLOCK) {
                    encoder.write(columns.steps_of(board), &mut writer);
                }
                part.push(writer.finish());
            }
        }
    }
    parts
}

fn changes(piece: &[u8], bits: usize) -> Changes<'_> {
    let (words, halves) = piece.split_at(bits);
    Changes {
        words: words.chunks_exact(8),
        halves: halves.iter(),
    }
}

impl Blocks {
    fn push(&mut self, block: &mut Vec<u8>) {
        self.lengths.push(block.len() as u16);
        self.body.extend_from_slice(block);
        let checksum = crc32fast::hash(block);
        self.body.extend_from_slice(&checksum.to_le_bytes());
        block.clear();
    }
}
