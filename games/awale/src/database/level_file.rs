//! The database file of one number of seeds: header, Huffman code, index of block lengths, blocks.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::database::bits::{BitReader, SLACK};
use crate::database::code::ValueCode;
use crate::database::error::{DatabaseError, FileSection, at};
use crate::database::layout::{BLOCK, BlockLayout};
use crate::database::positioned_read::read_exact_at;
use crate::engine::packed::Packed;
use crate::rules::MAX_TURNS;

/// First bytes of every database file.
const MAGIC: [u8; 8] = *b"BRLN-AWL";
pub(crate) const VERSION: u16 = 1;

/// Length of the header in bytes.
const HEADER: usize = 48;

/// Bytes of the checksum after each block.
const CHECKSUM: usize = 4;

/// The offset of every 64th block is kept in memory.
const STRIDE: usize = 64;

/// Blocks of up to this many bytes, nearly all, are read without allocation.
const USUAL_BLOCK: usize = 1024;

pub(crate) fn file_name(seeds: u8) -> String {
    format!("awale-{seeds:02}.db")
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelHeader {
    /// Seeds on every board of the file.
    pub(crate) seeds: u8,
    /// Length of the Huffman code in bytes.
    pub(crate) code_length: u32,
    pub(crate) code_checksum: u32,
    pub(crate) index_checksum: u32,
    pub(crate) blocks: u64,
    /// Length in bytes of all blocks with their checksums.
    pub(crate) body: u64,
}

impl LevelHeader {
    pub(crate) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..13].copy_from_slice(&[self.seeds, MAX_TURNS, BLOCK as u8]);
        bytes[16..20].copy_from_slice(&self.code_length.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.code_checksum.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.index_checksum.to_le_bytes());
        bytes[28..36].copy_from_slice(&self.blocks.to_le_bytes());
        bytes[36..44].copy_from_slice(&self.body.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..44]);
        bytes[44..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8; HEADER], seeds: u8, path: &Path) -> Result<Self, DatabaseError> {
        let word =
            |from: usize| u32::from_le_bytes(bytes[from..from + 4].try_into().expect("four bytes"));
        let long = |from: usize| u64::from(word(from)) | u64::from(word(from + 4)) << 32;
        if bytes[..8] != MAGIC {
            return Err(DatabaseError::Foreign(path.to_owned()));
        }
        let found = u16::from_le_bytes([bytes[8], bytes[9]]);
        if found != VERSION {
            return Err(DatabaseError::Version(path.to_owned(), found));
        }
        let as_expected = bytes[10..13] == [seeds, MAX_TURNS, BLOCK as u8];
        if word(44) != crc32fast::hash(&bytes[..44]) || !as_expected {
            return Err(damaged(path, FileSection::Header));
        }
        Ok(Self {
            seeds,
            code_length: word(16),
            code_checksum: word(20),
            index_checksum: word(24),
            blocks: long(28),
            body: long(36),
        })
    }

    fn index_start(&self) -> u64 {
        HEADER as u64 + u64::from(self.code_length)
    }

    /// Offset of the first block in the file.
    pub(crate) fn body_start(&self) -> u64 {
        self.index_start() + 2 * self.blocks
    }
}

/// Bytes of a block with its checksum.
fn stored_length(length: u16) -> usize {
    usize::from(length) + CHECKSUM
}

pub(crate) struct LevelFile {
    path: PathBuf,
    file: File,
    layout: BlockLayout,
    code: ValueCode,
    /// Length in bytes of each block, without checksum.
    lengths: Vec<u16>,
    /// Offset in the file of every [`STRIDE`]th block.
    offsets: Vec<u64>,
}

impl std::fmt::Debug for LevelFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LevelFile").field(&self.path).finish()
    }
}

impl LevelFile {
    /// Opens the file of `seeds` seeds in a folder and verifies everything but its blocks.
    pub(crate) fn open(folder: &Path, seeds: u8) -> Result<Self, DatabaseError> {
        let path = folder.join(file_name(seeds));
        let file = File::open(&path).map_err(at(&path))?;
        let found = file.metadata().map_err(at(&path))?.len();
        if found < HEADER as u64 {
            return Err(DatabaseError::Foreign(path));
        }
        let mut bytes = [0; HEADER];
        read_exact_at(&file, &mut bytes, 0).map_err(at(&path))?;
        let header = LevelHeader::read(&bytes, seeds, &path)?;
        let layout = BlockLayout::new(seeds);
        let expected = header.body_start() + header.body;
        if found != expected || header.blocks != layout.blocks() as u64 {
            return Err(DatabaseError::Length {
                path,
                expected,
                found,
            });
        }
        let code = read_code(&file, &header, &path)?;
        let lengths = read_index(&file, &header, &path)?;
        let offsets = offsets(&lengths, header.body_start());
        Ok(Self {
            path,
            file,
            layout,
            code,
            lengths,
            offsets,
        })
    }

    pub(crate) fn blocks(&self) -> usize {
        self.lengths.len()
    }

    /// Length in bytes of some blocks with their checksums.
    fn length(&self, blocks: Range<usize>) -> usize {
        let lengths = self.lengths[blocks].iter();
        lengths.map(|&length| stored_length(length)).sum()
    }

    fn offset(&self, block: usize) -> u64 {
        let start = block / STRIDE * STRIDE;
        self.offsets[block / STRIDE] + self.length(start..block) as u64
    }

    /// Reads the value of a board with `turns` turns left minus its value with none. The mover has
    /// `own` of the seeds, at least one.
    #[inline]
    pub(crate) fn change(&self, board: Packed, own: u8, turns: u8) -> Result<i8, DatabaseError> {
        let (block, index) = self.layout.locate(board, own);
        let length = stored_length(self.lengths[block]);
        let mut usual = [0; USUAL_BLOCK];
        let mut unusual = Vec::new();
        let buffer = if length + SLACK <= USUAL_BLOCK {
            &mut usual[..length + SLACK]
        } else {
            unusual.resize(length + SLACK, 0);
            &mut unusual[..]
        };
        let read = read_exact_at(&self.file, &mut buffer[..length], self.offset(block));
        read.map_err(at(&self.path))?;
        self.verify(&buffer[..length], block)?;
        let mut reader = BitReader::new(buffer);
        self.code.skip(&mut reader, index);
        Ok(self.code.change(&mut reader, turns))
    }

    /// Compares the checksum at the end of a block with its bytes.
    fn verify(&self, block: &[u8], number: usize) -> Result<(), DatabaseError> {
        let (values, checksum) = block.split_at(block.len() - CHECKSUM);
        if crc32fast::hash(values).to_le_bytes() == checksum {
            return Ok(());
        }
        Err(damaged(&self.path, FileSection::Block(number as u64)))
    }

    /// Verifies the checksums of some blocks with one read; an error names the first damaged one.
    pub(crate) fn verify_blocks(&self, blocks: Range<usize>) -> Result<(), DatabaseError> {
        let mut bytes = vec![0; self.length(blocks.clone())];
        let offset = self.offset(blocks.start);
        read_exact_at(&self.file, &mut bytes, offset).map_err(at(&self.path))?;
        let mut rest = &bytes[..];
        for block in blocks {
            let (bytes, after) = rest.split_at(stored_length(self.lengths[block]));
            self.verify(bytes, block)?;
            rest = after;
        }
        Ok(())
    }
}

fn read_code(file: &File, header: &LevelHeader, path: &Path) -> Result<ValueCode, DatabaseError> {
    let mut bytes = vec![0; header.code_length as usize];
    read_exact_at(file, &mut bytes, HEADER as u64).map_err(at(path))?;
    let intact = crc32fast::hash(&bytes) == header.code_checksum;
    let code = ValueCode::from_bytes(&bytes).filter(|_| intact);
    code.ok_or_else(|| damaged(path, FileSection::Code))
}

fn read_index(file: &File, header: &LevelHeader, path: &Path) -> Result<Vec<u16>, DatabaseError> {
    let mut bytes = vec![0; 2 * header.blocks as usize];
    read_exact_at(file, &mut bytes, header.index_start()).map_err(at(path))?;
    let pairs = bytes.chunks_exact(2);
    let lengths: Vec<u16> = pairs
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let stored = lengths.iter().map(|&length| stored_length(length) as u64);
    if crc32fast::hash(&bytes) != header.index_checksum || stored.sum::<u64>() != header.body {
        return Err(damaged(path, FileSection::Index));
    }
    Ok(lengths)
}

fn damaged(path: &Path, section: FileSection) -> DatabaseError {
    DatabaseError::Damaged(path.to_owned(), section)
}

/// Offset in the file of every [`STRIDE`]th block, the first at `start`.
fn offsets(lengths: &[u16], start: u64) -> Vec<u64> {
    let mut next = start;
    let groups = lengths.chunks(STRIDE).map(|group| {
        let stored = group.iter().map(|&length| stored_length(length) as u64);
        let offset = next;
        next += stored.sum::<u64>();
        offset
    });
    groups.collect()
}
