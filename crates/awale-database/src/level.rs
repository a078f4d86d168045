//! The file of one number of seeds: header, code, index of block lengths, blocks.

use std::fs::File;
use std::path::{Path, PathBuf};

use awale::{MAX_TURNS, Packed};

use crate::bits::{BitReader, SLACK};
use crate::code::Code;
use crate::error::{DatabaseError, Part, at};
use crate::layout::{BLOCK, Layout};
use crate::positioned::read_exact_at;

const MAGIC: [u8; 8] = *b"BRLN-AWL";
const VERSION: u16 = 1;

/// Bytes of the header.
const HEADER: usize = 48;

/// Bytes after each block: its checksum.
pub(crate) const CHECKSUM: usize = 4;

/// Blocks between two offsets that are kept in memory.
const STRIDE: usize = 64;

/// A block that fits is read without allocation; nearly all do.
const USUAL_BLOCK: usize = 1024;

/// The name of the file of so many seeds.
pub(crate) fn file_name(seeds: u8) -> String {
    format!("awale-{seeds:02}.db")
}

/// What the first bytes of a file say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) seeds: u8,
    pub(crate) code_length: u32,
    pub(crate) code_checksum: u32,
    pub(crate) index_checksum: u32,
    pub(crate) blocks: u64,
    pub(crate) body: u64,
}

impl Header {
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
        let path = path.to_owned();
        let word = |from: usize| u32::from_le_bytes(bytes[from..from + 4].try_into().expect("4"));
        let long = |from: usize| u64::from(word(from)) | u64::from(word(from + 4)) << 32;
        if bytes[..8] != MAGIC {
            return Err(DatabaseError::Foreign(path));
        }
        let found = u16::from_le_bytes([bytes[8], bytes[9]]);
        if found != VERSION {
            let known = VERSION;
            return Err(DatabaseError::Version { path, found, known });
        }
        let as_expected = bytes[10..13] == [seeds, MAX_TURNS, BLOCK as u8];
        if word(44) != crc32fast::hash(&bytes[..44]) || !as_expected {
            let part = Part::Header;
            return Err(DatabaseError::Damaged { path, part });
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

    /// Where the index begins.
    fn index_start(&self) -> u64 {
        HEADER as u64 + u64::from(self.code_length)
    }

    /// Where the blocks begin.
    fn body_start(&self) -> u64 {
        body_start(self.code_length, self.blocks)
    }
}

/// Where the blocks begin after a code of so many bytes and an index of so many blocks.
pub(crate) fn body_start(code_length: u32, blocks: u64) -> u64 {
    HEADER as u64 + u64::from(code_length) + 2 * blocks
}

/// The open file of one number of seeds.
pub(crate) struct Level {
    path: PathBuf,
    file: File,
    layout: Layout,
    code: Code,
    lengths: Vec<u16>,
    /// Where every [`STRIDE`]th block begins.
    offsets: Vec<u64>,
}

impl std::fmt::Debug for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Level").field(&self.path).finish()
    }
}

impl Level {
    /// Opens the file of so many seeds in a folder; everything but the blocks is verified.
    ///
    /// # Errors
    /// The file is absent, foreign, of another version, truncated, or damaged.
    pub(crate) fn open(folder: &Path, seeds: u8) -> Result<Self, DatabaseError> {
        let path = folder.join(file_name(seeds));
        let file = File::open(&path).map_err(at(&path))?;
        let found = file.metadata().map_err(at(&path))?.len();
        let mut bytes = [0; HEADER];
        if found < HEADER as u64 {
            return Err(DatabaseError::Foreign(path));
        }
        read_exact_at(&file, &mut bytes, 0).map_err(at(&path))?;
        let header = Header::read(&bytes, seeds, &path)?;
        let layout = Layout::new(seeds);
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

    /// Bytes of the blocks `from` to `to`, excluded, with their checksums.
    pub(crate) fn span(&self, from: usize, to: usize) -> (u64, usize) {
        let length = |block: &u16| usize::from(*block) + CHECKSUM;
        let offset = self.offset(from);
        (offset, self.lengths[from..to].iter().map(length).sum())
    }

    fn offset(&self, block: usize) -> u64 {
        let start = block / STRIDE * STRIDE;
        let before = self.lengths[start..block].iter();
        let skipped: usize = before.map(|&length| usize::from(length) + CHECKSUM).sum();
        self.offsets[block / STRIDE] + skipped as u64
    }

    /// How much the value of a board, of which the mover has `own` seeds, differs with `turns` turns
    /// left from that with none.
    ///
    /// # Errors
    /// The block cannot be read, or is damaged.
    #[inline]
    pub(crate) fn change(&self, board: Packed, own: u8, turns: u8) -> Result<i8, DatabaseError> {
        let (block, place) = self.layout.locate(board, own);
        let length = usize::from(self.lengths[block]) + CHECKSUM;
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
        self.code.skip(&mut reader, place);
        Ok(self.code.change(&mut reader, turns))
    }

    /// Whether the checksum at the end of a block is right.
    fn verify(&self, block: &[u8], number: usize) -> Result<(), DatabaseError> {
        let (values, checksum) = block.split_at(block.len() - CHECKSUM);
        if crc32fast::hash(values).to_le_bytes() == checksum {
            return Ok(());
        }
        Err(DatabaseError::Damaged {
            path: self.path.clone(),
            part: Part::Block(number as u64),
        })
    }

    /// Verifies the checksums of the blocks `from` to `to`, excluded.
    ///
    /// # Errors
    /// The first damaged block.
    pub(crate) fn verify_blocks(&self, from: usize, to: usize) -> Result<(), DatabaseError> {
        let (offset, length) = self.span(from, to);
        let mut bytes = vec![0; length];
        read_exact_at(&self.file, &mut bytes, offset).map_err(at(&self.path))?;
        let mut rest = &bytes[..];
        for block in from..to {
            let (bytes, after) = rest.split_at(usize::from(self.lengths[block]) + CHECKSUM);
            self.verify(bytes, block)?;
            rest = after;
        }
        Ok(())
    }
}

fn read_code(file: &File, header: &Header, path: &Path) -> Result<Code, DatabaseError> {
    let mut bytes = vec![0; header.code_length as usize];
    read_exact_at(file, &mut bytes, HEADER as u64).map_err(at(path))?;
    let intact = crc32fast::hash(&bytes) == header.code_checksum;
    let code = Code::from_bytes(&bytes).filter(|_| intact);
    code.ok_or_else(|| DatabaseError::Damaged {
        path: path.to_owned(),
        part: Part::Code,
    })
}

fn read_index(file: &File, header: &Header, path: &Path) -> Result<Vec<u16>, DatabaseError> {
    let mut bytes = vec![0; 2 * header.blocks as usize];
    read_exact_at(file, &mut bytes, header.index_start()).map_err(at(path))?;
    let pairs = bytes.chunks_exact(2);
    let lengths: Vec<u16> = pairs
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let total: u64 = lengths
        .iter()
        .map(|&length| u64::from(length) + CHECKSUM as u64)
        .sum();
    if crc32fast::hash(&bytes) != header.index_checksum || total != header.body {
        return Err(DatabaseError::Damaged {
            path: path.to_owned(),
            part: Part::Index,
        });
    }
    Ok(lengths)
}

fn offsets(lengths: &[u16], start: u64) -> Vec<u64> {
    let mut next = start;
    let groups = lengths.chunks(STRIDE).map(|group| {
        let offset = next;
        next += group
            .iter()
            .map(|&length| u64::from(length) + CHECKSUM as u64)
            .sum::<u64>();
        offset
    });
    groups.collect()
}
