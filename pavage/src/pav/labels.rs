//! Label maps: stacks of slices of whole numbers, each slice decoded alone.
//!
//! An index lists the labels of every slice, so that an object is found without decoding the slices
//! that lack it.

use super::checksum::RowChecksum;
use super::coder::{RangeCoder, RangeDecoder, RangeEncoder};
use super::header::{
    MAX_SIDE, SIDE_BYTES, TABLE_BYTES, read_magic, read_size, write_magic, write_size,
};
use super::model::{AdaptiveBit, AdaptiveNumber};
use super::palette::{Palette, code_step};
use super::parallel::{AT_ONCE, each_part};
use super::{Damage, PavError, checked, damage, regions};
use crate::image::Image;
use crate::limits::CodecLimits;
use std::collections::HashMap;
use std::sync::Mutex;

/// The mode number of label maps in the header.
const MODE: u8 = 3;

/// The type of the numbers of a label map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelKind {
    /// Base-two logarithm of the number of bytes, from 0 to 3.
    size: u8,
    is_signed: bool,
}

impl LabelKind {
    /// The kind of numbers of 1, 2, 4 or 8 bytes; `None` for other sizes.
    pub fn new(bytes: usize, is_signed: bool) -> Option<Self> {
        let size = [1, 2, 4, 8].iter().position(|&known| known == bytes)? as u8;
        Some(Self { size, is_signed })
    }

    /// The number of bytes of a label: 1, 2, 4 or 8.
    pub fn bytes(self) -> usize {
        1 << self.size
    }

    /// Whether labels may be negative.
    pub fn is_signed(self) -> bool {
        self.is_signed
    }

    /// The value of a label from the bits of its type: negative ones as their 64-bit complement.
    fn extend(self, bits: u64) -> u64 {
        let unused = 64 - 8 * self.bytes() as u32;
        if self.is_signed {
            ((bits << unused).cast_signed() >> unused).cast_unsigned()
        } else {
            bits << unused >> unused
        }
    }
}

/// A label map in memory: depth, height and width, and the bytes of all labels in the byte order of
/// this machine, slice by slice and row by row.
#[derive(Clone, Copy, Debug)]
pub struct LabelMap<'a> {
    /// Type of the labels.
    pub kind: LabelKind,
    /// Number of slices, of rows and of columns.
    pub shape: [usize; 3],
    /// Whether there is a dimension of slices; if not, there is one slice.
    pub is_stack: bool,
    /// The bytes of the labels.
    pub bytes: &'a [u8],
}

/// The extent of one label in a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelExtent {
    /// Number of cells with the label.
    pub area: u64,
    /// First slice, row and column with the label.
    pub first: [usize; 3],
    /// Last slice, row and column with the label.
    pub last: [usize; 3],
}

/// Whether a file is a label map rather than a picture.
pub fn is_label_file(file: &[u8]) -> bool {
    read_magic(file).is_ok_and(|kind| kind >> 4 == MODE)
}

/// Checks the memory for encoding before it is spent.
fn check_encoding(map: &LabelMap, limits: &CodecLimits) -> Result<(), PavError> {
    let [depth, height, width] = map.shape.map(|side| side as u64);
    let runs = match map.kind.size {
        0 => most_runs(map, map.bytes.as_chunks::<1>().0),
        1 => most_runs(map, map.bytes.as_chunks::<2>().0),
        2 => most_runs(map, map.bytes.as_chunks::<4>().0),
        _ => most_runs(map, map.bytes.as_chunks::<8>().0),
    };
    // The indices of a slice, its labels in a hash table and in the index, and the streams.
    let slice = 8 * height * width + 100 * runs + SIDE_BYTES * width + TABLE_BYTES;
    let slices = depth.clamp(1, AT_ONCE as u64);
    let memory = 3 * map.bytes.len() as u64 + slices * slice + SIDE_BYTES * depth;
    limits.check(depth * height * width, memory)?;
    Ok(())
}

/// The largest number of runs of equal labels of a slice, a bound of its labels.
fn most_runs<const N: usize>(map: &LabelMap, labels: &[[u8; N]]) -> u64 {
    let [_, height, width] = map.shape;
    let slices = labels.chunks((height * width).max(1));
    let changes = |slice: &[[u8; N]]| {
        let pairs = slice.iter().zip(&slice[1..]);
        1 + pairs.filter(|(here, next)| here != next).count()
    };
    let runs = slices.map(changes);
    runs.max().unwrap_or(0) as u64
}

/// Encodes a label map.
///
/// # Panics
/// If the number of bytes does not match the shape.
pub fn encode_labels(map: &LabelMap, limits: &CodecLimits) -> Result<Vec<u8>, PavError> {
    let [depth, height, width] = map.shape;
    if let Some(&side) = map.shape.iter().find(|&&side| side > MAX_SIDE) {
        return Err(PavError::Side { side });
    }
    check_encoding(map, limits)?;
    let slice_bytes = height * width * map.kind.bytes();
    assert_eq!(
        map.bytes.len(),
        depth * slice_bytes,
        "the labels fill the shape"
    );
    let numbers: Vec<usize> = (0..depth).collect();
    let slices = each_part(&numbers, |&slice| {
        encode_slice(map, &map.bytes[slice * slice_bytes..][..slice_bytes])
    });
    let mut encoder = RangeEncoder::new();
    let coded = code_index(&mut encoder, &slices, map.kind, map.shape, |_| Ok(()));
    let (_, check) = coded.expect("encoding finds no damage");
    let index = encoder.finish(check);
    let mut file = Vec::new();
    let flags = u8::from(map.kind.is_signed) << 2 | u8::from(map.is_stack) << 3;
    let kind = map.kind.size | flags | MODE << 4;
    write_magic(kind, &mut file);
    for side in [width, height, depth] {
        write_size(side, &mut file);
    }
    write_size(index.len(), &mut file);
    file.extend(index);
    for slice in slices {
        file.extend(slice.stream);
    }
    Ok(file)
}

/// A slice as its stream, and its labels in the order of their first appearance.
#[derive(Default)]
struct EncodedSlice {
    stream: Vec<u8>,
    labels: Vec<u64>,
}

fn encode_slice(map: &LabelMap, bytes: &[u8]) -> EncodedSlice {
    match map.kind.size {
        0 => encode_cells(map, bytes.as_chunks::<1>().0),
        1 => encode_cells(map, bytes.as_chunks::<2>().0),
        2 => encode_cells(map, bytes.as_chunks::<4>().0),
        _ => encode_cells(map, bytes.as_chunks::<8>().0),
    }
}

fn encode_cells<const N: usize>(map: &LabelMap, cells: &[[u8; N]]) -> EncodedSlice {
    let [_, height, width] = map.shape;
    let Palette { values, places } =
        Palette::new(cells, width, |label| label_value(map.kind, label));
    let places = Image::from_pixels(height, width, places).expect("one index for each label");
    let mut encoder = RangeEncoder::new();
    let (mut check, size) = (RowChecksum::default(), (height, width));
    regions::code(
        &mut encoder,
        Some(&places),
        size,
        values.len(),
        &mut |row| check.add_row(row),
    )
    .expect("encoding finds no damage");
    EncodedSlice {
        stream: encoder.finish(check.value()),
        labels: values,
    }
}

fn label_value<const N: usize>(kind: LabelKind, label: [u8; N]) -> u64 {
    let mut bytes = [0; 8];
    let at = if cfg!(target_endian = "little") {
        0
    } else {
        8 - N
    };
    bytes[at..at + N].copy_from_slice(&label);
    kind.extend(u64::from_ne_bytes(bytes))
}

/// The lengths of the streams of all slices, and their labels.
type Index = Vec<(usize, Vec<u64>)>;

/// Codes the index and returns it with its checksum. A decoder passes no slices; `may_hold` is asked
/// whether so many labels may be held before they are.
fn code_index(
    coder: &mut impl RangeCoder,
    slices: &[EncodedSlice],
    kind: LabelKind,
    [depth, height, width]: [usize; 3],
    may_hold: impl Fn(u64) -> Result<(), PavError>,
) -> Result<(Index, u32), IndexFault> {
    let mut lengths = AdaptiveNumber::new();
    let mut counts = AdaptiveNumber::new();
    let mut model = LabelModel::default();
    let mut index = Index::new();
    let mut check = RowChecksum::default();
    let (mut all, blank) = (0, EncodedSlice::default());
    for slice in 0..depth {
        let EncodedSlice { stream, labels } = slices.get(slice).unwrap_or(&blank);
        let length = lengths.code(coder, stream.len() as u64);
        let count = counts.code(coder, labels.len() as u64);
        if count > (height * width) as u64 || length > MAX_SIDE as u64 {
            return Err(damage("a slice has more labels than cells, or is too long").into());
        }
        if coder.is_exhausted() {
            return Err(Damage::Exhausted.into());
        }
        all += count;
        may_hold(all)?;
        let earlier = index
            .last()
            .map_or(&[][..], |(_, labels): &(_, Vec<u64>)| labels);
        let coded = model.code(coder, earlier, labels, count as usize)?;
        if coded.iter().any(|&label| kind.extend(label) != label) {
            return Err(damage("a label does not fit its type").into());
        }
        check.add_word(length);
        for &label in &coded {
            check.add_word(label);
        }
        index.push((length as usize, coded));
    }
    Ok((index, check.value()))
}

/// A fault of the index: damage, or a limit of the caller.
enum IndexFault {
    Damage(Damage),
    Refused(PavError),
}

impl std::fmt::Debug for IndexFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damage(damage) => damage.fmt(f),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl From<Damage> for IndexFault {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}

impl From<PavError> for IndexFault {
    fn from(error: PavError) -> Self {
        Self::Refused(error)
    }
}

/// Model of the labels of a slice: each often follows the one before as in the slice above.
struct LabelModel {
    follows: AdaptiveBit,
    steps: AdaptiveNumber,
}

impl Default for LabelModel {
    fn default() -> Self {
        Self {
            follows: AdaptiveBit::new(),
            steps: AdaptiveNumber::new(),
        }
    }
}

impl LabelModel {
    fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        earlier: &[u64],
        labels: &[u64],
        count: usize,
    ) -> Result<Vec<u64>, Damage> {
        let places: HashMap<u64, usize> = earlier.iter().copied().zip(1..).collect();
        let mut coded = Vec::with_capacity(count);
        // The place in the slice above of the label after the last one.
        let (mut last, mut next) = (0, 0);
        for at in 0..count {
            let label = labels.get(at).copied().unwrap_or(0);
            let follower = earlier.get(next).copied();
            last = match follower {
                Some(follower) if self.follows.code(coder, label == follower) => follower,
                _ => code_step(coder, &mut self.steps, last, label),
            };
            next = places.get(&last).copied().unwrap_or(next);
            coded.push(last);
            if coder.is_exhausted() {
                return Err(Damage::Exhausted);
            }
        }
        Ok(coded)
    }
}

/// An encoded label map whose index was read; slices are decoded when they are asked for.
#[derive(Debug)]
pub struct LabelFile {
    kind: LabelKind,
    shape: [usize; 3],
    is_stack: bool,
    file: Vec<u8>,
    slices: Vec<SliceEntry>,
}

/// A slice of a file: where its stream is, and its labels.
#[derive(Debug)]
struct SliceEntry {
    start: usize,
    end: usize,
    labels: Vec<u64>,
}

impl LabelFile {
    /// Reads the header and the index. The limits are those of the whole stack, and are checked
    /// before anything is allocated.
    pub fn open(file: Vec<u8>, limits: &CodecLimits) -> Result<Self, PavError> {
        let byte = read_magic(&file)?;
        let wrong = |reason| PavError::Damaged { at: 4, reason };
        if byte >> 4 != MODE {
            return Err(wrong("the file is not a label map"));
        }
        let kind = LabelKind {
            size: byte & 3,
            is_signed: byte & 4 != 0,
        };
        let mut start = 5;
        let [width, height, depth, length] = {
            let mut next = || read_size(&file, &mut start);
            [next()?, next()?, next()?, next()?]
        };
        let shape = [depth, height, width];
        let held = check_decoding(kind, shape, limits)?;
        let truncated = PavError::Truncated { at: file.len() };
        let end = start + length;
        let mut decoder = RangeDecoder::new(file.get(start..end).ok_or(truncated)?);
        let may_hold = |labels: u64| Ok(limits.check_memory(held + 64 * labels)?);
        let read = code_index(&mut decoder, &[], kind, shape, may_hold);
        let read = match read {
            Ok(read) => Ok(read),
            Err(IndexFault::Damage(damage)) => Err(damage),
            Err(IndexFault::Refused(error)) => return Err(error),
        };
        let index = checked(&decoder, read, &file[..end], start)?;
        let mut at = end;
        let entry = |(length, labels): (usize, Vec<u64>)| {
            let start = at;
            at += length;
            SliceEntry {
                start,
                end: at,
                labels,
            }
        };
        let slices: Vec<SliceEntry> = index.into_iter().map(entry).collect();
        if at > file.len() {
            return Err(truncated);
        }
        if at < file.len() {
            return Err(PavError::Trailing { at });
        }
        let is_stack = byte & 8 != 0;
        if !is_stack && depth != 1 {
            return Err(wrong("a flat label map has one slice"));
        }
        Ok(Self {
            kind,
            shape,
            is_stack,
            file,
            slices,
        })
    }

    /// The bytes of the file.
    pub fn into_file(self) -> Vec<u8> {
        self.file
    }

    /// The type of the labels.
    pub fn kind(&self) -> LabelKind {
        self.kind
    }

    /// The number of slices, of rows and of columns.
    pub fn shape(&self) -> [usize; 3] {
        self.shape
    }

    /// Whether there is a dimension of slices.
    pub fn is_stack(&self) -> bool {
        self.is_stack
    }

    /// The labels of a slice in the order of their first appearance; negative ones as their 64-bit
    /// complement.
    ///
    /// # Panics
    /// If there is no such slice.
    pub fn labels(&self, slice: usize) -> &[u64] {
        &self.slices[slice].labels
    }

    /// Decodes a slice into the bytes of its labels, in the byte order of this machine.
    ///
    /// # Panics
    /// If there is no such slice, or if the number of bytes is another one than the slice has.
    pub fn decode_slice(&self, slice: usize, bytes: &mut [u8]) -> Result<(), PavError> {
        let [_, height, width] = self.shape;
        assert_eq!(
            bytes.len(),
            height * width * self.kind.bytes(),
            "the slice fills the bytes"
        );
        match self.kind.size {
            0 => self.decode_cells(slice, bytes.as_chunks_mut::<1>().0),
            1 => self.decode_cells(slice, bytes.as_chunks_mut::<2>().0),
            2 => self.decode_cells(slice, bytes.as_chunks_mut::<4>().0),
            _ => self.decode_cells(slice, bytes.as_chunks_mut::<8>().0),
        }
    }

    /// Decodes all slices into the bytes of their labels, on several cores.
    ///
    /// # Panics
    /// If the number of bytes is another one than the label map has.
    pub fn decode(&self, bytes: &mut [u8]) -> Result<(), PavError> {
        let [depth, height, width] = self.shape;
        let slice_bytes = height * width * self.kind.bytes();
        assert_eq!(
            bytes.len(),
            depth * slice_bytes,
            "the slices fill the bytes"
        );
        if slice_bytes == 0 {
            return (0..depth).try_for_each(|slice| self.decode_slice(slice, &mut []));
        }
        let slices = bytes.chunks_exact_mut(slice_bytes).enumerate();
        let slices: Vec<_> = slices
            .map(|(slice, bytes)| (slice, Mutex::new(bytes)))
            .collect();
        let decoded = each_part(&slices, |(slice, bytes)| {
            let mut bytes = bytes.lock().expect("only one thread has this slice");
            self.decode_slice(*slice, &mut bytes)
        });
        decoded.into_iter().collect()
    }

    fn decode_cells<const N: usize>(
        &self,
        slice: usize,
        cells: &mut [[u8; N]],
    ) -> Result<(), PavError> {
        let label = |label: &u64| {
            let bytes = label.to_le_bytes();
            let mut label: [u8; N] = std::array::from_fn(|at| bytes[at]);
            if cfg!(target_endian = "big") {
                label.reverse();
            }
            label
        };
        let labels: Vec<[u8; N]> = self.slices[slice].labels.iter().map(label).collect();
        let mut at = 0;
        self.for_each_run(slice, |_, columns, place| {
            let next = at + columns.len();
            cells[at..next].fill(labels[place]);
            at = next;
        })
    }

    /// The area and the box of a label; `None` if no slice has it. Only slices that have it are
    /// decoded.
    pub fn extent(&self, label: u64) -> Result<Option<LabelExtent>, PavError> {
        let mut extent: Option<LabelExtent> = None;
        self.for_each_part(label, |slice, row, columns| {
            let [first, last] = [columns.start, columns.end - 1].map(|column| [slice, row, column]);
            let known = extent.get_or_insert(LabelExtent {
                area: 0,
                first,
                last,
            });
            known.area += columns.len() as u64;
            for side in 0..3 {
                known.first[side] = known.first[side].min(first[side]);
                known.last[side] = known.last[side].max(last[side]);
            }
        })?;
        Ok(extent)
    }

    /// Sets the bytes of the cells that have a label to 1. Only slices that have it are decoded.
    ///
    /// # Panics
    /// If there are fewer bytes than cells.
    pub fn paint(&self, label: u64, cells: &mut [u8]) -> Result<(), PavError> {
        let [_, height, width] = self.shape;
        self.for_each_part(label, |slice, row, columns| {
            let start = (slice * height + row) * width;
            cells[start + columns.start..start + columns.end].fill(1);
        })
    }

    /// Calls `each` with the slice, the row and the columns of every run of a label.
    fn for_each_part(
        &self,
        label: u64,
        mut each: impl FnMut(usize, usize, std::ops::Range<usize>),
    ) -> Result<(), PavError> {
        for (number, slice) in self.slices.iter().enumerate() {
            let Some(wanted) = slice.labels.iter().position(|&known| known == label) else {
                continue;
            };
            self.for_each_run(number, |row, columns, place| {
                if place == wanted {
                    each(number, row, columns);
                }
            })?;
        }
        Ok(())
    }

    /// Decodes a slice and calls `each` with the row, the columns and the place in the list of labels
    /// of every run.
    fn for_each_run(
        &self,
        slice: usize,
        mut each: impl FnMut(usize, std::ops::Range<usize>, usize),
    ) -> Result<(), PavError> {
        let [_, height, width] = self.shape;
        let SliceEntry { start, end, labels } = &self.slices[slice];
        let mut decoder = RangeDecoder::new(&self.file[*start..*end]);
        let (mut row, mut check) = (0, RowChecksum::default());
        let read = regions::code(
            &mut decoder,
            None,
            (height, width),
            labels.len(),
            &mut |cells| {
                check.add_row(cells);
                let mut column = 0;
                for run in cells {
                    each(row, column..run.end as usize, run.cell as usize);
                    column = run.end as usize;
                }
                row += 1;
            },
        );
        checked(
            &decoder,
            read.map(|()| ((), check.value())),
            &self.file[..*end],
            *start,
        )
    }
}

/// Checks the memory for decoding all slices, and returns it.
fn check_decoding(
    kind: LabelKind,
    shape: [usize; 3],
    limits: &CodecLimits,
) -> Result<u64, PavError> {
    let [depth, height, width] = shape.map(|side| side as u128);
    let cells = depth * height * width;
    let cells = u64::try_from(cells).unwrap_or(u64::MAX);
    let slices = depth.clamp(1, AT_ONCE as u128) as u64;
    let sides = SIDE_BYTES * (slices * width as u64 + (height + depth) as u64);
    let memory = cells.saturating_mul(kind.bytes() as u64);
    let memory = memory.saturating_add(sides + slices * TABLE_BYTES);
    limits.check(cells, memory)?;
    // Rows of the canvases, with margins.
    let memory = memory + slices * 4 * 70 * (width as u64 + 12);
    limits.check_memory(memory)?;
    Ok(memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_extend_their_sign() {
        let kind = |bytes, is_signed| LabelKind::new(bytes, is_signed).unwrap();
        assert_eq!(kind(1, true).extend(0xFF), u64::MAX);
        assert_eq!(kind(1, false).extend(0xFF), 255);
        assert_eq!(kind(8, false).extend(u64::MAX), u64::MAX);
        assert_eq!(LabelKind::new(3, false), None);
    }
}
