//! Label maps as grey pictures: of 8 or 16 bits, and of one slice.

use super::file::{LoadedPicture, load_bytes};
use super::hint::HintedError;
use anyhow::bail;
use pavage::pav::{LabelFile, LabelKind, LabelMap, PavError, encode_labels, is_label_file};
use pavage::picture::{Channels, Depth, Layout};
use pavage::{CodecLimits, Picture};
use std::collections::BTreeSet;

/// Encodes a grey picture as a label map.
pub(crate) fn encode(loaded: &LoadedPicture, limits: &CodecLimits) -> anyhow::Result<Vec<u8>> {
    let picture = &loaded.picture;
    let Layout { channels, depth } = picture.layout();
    let kind = LabelKind::new(depth.bytes(), false).filter(|_| channels == Channels::Grey);
    let map = LabelMap {
        kind: kind.ok_or(HintedError::LabelsNotGrey)?,
        shape: [1, picture.height(), picture.width()],
        is_stack: false,
        bytes: &swapped(picture.samples().to_vec(), depth),
    };
    Ok(encode_labels(&map, limits)?)
}

/// Decodes a label map as a grey picture.
pub(crate) fn decode(file: &[u8], limits: &CodecLimits) -> anyhow::Result<Picture> {
    let file = LabelFile::open(file.to_vec(), limits)?;
    let ([count, height, width], kind) = (file.shape(), file.kind());
    let depth = match (count, kind.bytes(), kind.is_signed()) {
        (1, 1, false) => Depth::Eight,
        (1, 2, false) => Depth::Sixteen,
        _ => bail!(HintedError::LabelsNotAPicture),
    };
    let mut samples = vec![0; height * width * kind.bytes()];
    file.decode_slice(0, &mut samples)?;
    let layout = Layout::new(Channels::Grey, depth);
    Ok(Picture::new(
        width,
        height,
        layout,
        swapped(samples, depth),
    )?)
}

/// The labels of one slice, row by row.
pub(crate) struct FlatLabels {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) values: Vec<u64>,
}

/// Reads a label map of one slice, or a grey picture whose levels are labels.
pub(crate) fn read(file: Vec<u8>, limits: &CodecLimits) -> anyhow::Result<FlatLabels> {
    if !is_label_file(&file) {
        let picture = load_bytes(file, limits)?.picture;
        if picture.layout().channels != Channels::Grey {
            bail!(HintedError::LabelsNotGrey);
        }
        let (height, width) = (picture.height(), picture.width());
        limits.check_memory(16 * (height * width) as u64)?;
        let values = picture.pixel_values().collect();
        return Ok(FlatLabels {
            height,
            width,
            values,
        });
    }
    let file = LabelFile::open(file, limits)?;
    let ([depth, height, width], kind) = (file.shape(), file.kind());
    if depth != 1 || kind.is_signed() {
        bail!(HintedError::LabelsNotAPicture);
    }
    limits.check_memory(24 * (height * width) as u64)?;
    let mut bytes = vec![0; height * width * kind.bytes()];
    file.decode_slice(0, &mut bytes)?;
    let label = |bytes: &[u8]| {
        let join = |label, &byte: &u8| label << 8 | u64::from(byte);
        if cfg!(target_endian = "little") {
            bytes.iter().rev().fold(0, join)
        } else {
            bytes.iter().fold(0, join)
        }
    };
    let values = bytes.chunks_exact(kind.bytes()).map(label).collect();
    Ok(FlatLabels {
        height,
        width,
        values,
    })
}

/// What `info` prints of a label map.
pub(crate) fn facts(
    file: Vec<u8>,
    limits: &CodecLimits,
) -> Result<[(&'static str, String); 4], PavError> {
    let length = file.len();
    let file = LabelFile::open(file, limits)?;
    let ([depth, height, width], kind) = (file.shape(), file.kind());
    let labels: BTreeSet<u64> = (0..depth)
        .flat_map(|slice| file.labels(slice).to_vec())
        .collect();
    let sign = if kind.is_signed() {
        "signed"
    } else {
        "unsigned"
    };
    Ok([
        ("size", format!("{width} x {height} x {depth}")),
        ("labels", format!("{sign}, {} bits", 8 * kind.bytes())),
        ("different", labels.len().to_string()),
        ("file", format!("{length} bytes")),
    ])
}

/// Samples of 16 bits in the byte order of this machine from big-endian ones, or the reverse.
fn swapped(mut samples: Vec<u8>, depth: Depth) -> Vec<u8> {
    if depth == Depth::Sixteen && cfg!(target_endian = "little") {
        for pair in samples.as_chunks_mut::<2>().0 {
            pair.swap(0, 1);
        }
    }
    samples
}
