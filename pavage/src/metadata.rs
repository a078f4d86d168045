//! Metadata at the end of a `.pav` file: colour profile, Exif, text. `docs/pavage-metadata.md`
//! describes the bytes.
//!
//! Chunks have the names and bodies of PNG chunks, so that they are copied between PNG and `.pav`
//! unchanged.

use thiserror::Error;

/// A metadata chunk with the name and the body that PNG defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetadataChunk {
    /// The PNG name: `iCCP`, `eXIf`, `tEXt`, `zTXt`, `iTXt`, `gAMA`, `cHRM`, `sRGB`, `cICP`, `pHYs`
    /// or `tIME`.
    pub name: [u8; 4],
    /// The bytes between the chunk name and the CRC of a PNG chunk.
    pub body: Vec<u8>,
}

impl MetadataChunk {
    pub(crate) fn new(name: [u8; 4], body: Vec<u8>) -> Self {
        Self { name, body }
    }
}

/// Maximum number of bytes of all chunks of a file.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Error: the metadata exceeds 64 MiB.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{found} bytes of metadata exceed the maximum of {MAX_BYTES}")]
pub struct MetadataTooLarge {
    /// Number of bytes of metadata.
    pub found: usize,
}

/// The last eight bytes of a file with metadata.
const MARK: &[u8; 8] = b"PAV+META";
/// Length of the footer: the length of the chunks, their CRC-32 and the mark.
const FOOTER: usize = 4 + 4 + MARK.len();

/// Appends metadata chunks to a `.pav` file.
///
/// # Examples
/// ```
/// use pavage::metadata::{MetadataChunk, attach, split};
///
/// let chunk = MetadataChunk { name: *b"tEXt", body: b"Title\0Board".to_vec() };
/// let file = attach(b"PAV...".to_vec(), &[chunk.clone()])?;
/// assert_eq!(split(&file), (b"PAV...".as_slice(), vec![chunk]));
/// # Ok::<(), pavage::metadata::MetadataTooLarge>(())
/// ```
pub fn attach(mut file: Vec<u8>, chunks: &[MetadataChunk]) -> Result<Vec<u8>, MetadataTooLarge> {
    let found = chunks.iter().map(|chunk| 8 + chunk.body.len()).sum();
    if found > MAX_BYTES {
        return Err(MetadataTooLarge { found });
    }
    // A picture whose own last bytes look like a footer gets an empty section, so that it decodes.
    if chunks.is_empty() && split(&file).0.len() == file.len() {
        return Ok(file);
    }
    let start = file.len();
    for chunk in chunks {
        file.extend(chunk.name);
        file.extend((chunk.body.len() as u32).to_be_bytes());
        file.extend(&chunk.body);
    }
    let check = crc32(&file[start..]);
    file.extend((found as u32).to_be_bytes());
    file.extend(check.to_be_bytes());
    file.extend(MARK);
    Ok(file)
}

/// Splits a file into the picture and its chunks. Unless the footer is valid there are no chunks,
/// and the whole file is the picture.
pub fn split(file: &[u8]) -> (&[u8], Vec<MetadataChunk>) {
    read(file).unwrap_or((file, Vec::new()))
}

fn read(file: &[u8]) -> Option<(&[u8], Vec<MetadataChunk>)> {
    let (before, footer) = file.split_at_checked(file.len().checked_sub(FOOTER)?)?;
    let (length, rest) = footer.split_first_chunk()?;
    let (found, mark) = rest.split_first_chunk()?;
    let length = u32::from_be_bytes(*length) as usize;
    let (picture, section) = before.split_at_checked(before.len().checked_sub(length)?)?;
    if mark != MARK || crc32(section) != u32::from_be_bytes(*found) {
        return None;
    }
    let mut chunks = Vec::new();
    let mut rest = section;
    while !rest.is_empty() {
        let (name, after) = rest.split_first_chunk()?;
        let (length, after) = after.split_first_chunk()?;
        let (body, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        chunks.push(MetadataChunk::new(*name, body.to_vec()));
        rest = after;
    }
    Some((picture, chunks))
}

/// CRC-32 as PNG computes it.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk() -> MetadataChunk {
        MetadataChunk {
            name: *b"eXIf",
            body: vec![1, 2, 3],
        }
    }

    #[test]
    fn a_file_without_metadata_splits_into_itself_and_no_chunks() {
        assert_eq!(split(b"PAV\x01"), (b"PAV\x01".as_slice(), vec![]));
        assert_eq!(attach(b"PAV\x01".to_vec(), &[]), Ok(b"PAV\x01".to_vec()));
    }

    #[test]
    fn a_picture_that_ends_like_a_footer_survives_a_round_trip() {
        let strange = attach(b"PAV\x01".to_vec(), &[chunk()]).unwrap();
        let file = attach(strange.clone(), &[]).unwrap();
        assert_eq!(split(&file), (strange.as_slice(), vec![]));
    }

    #[test]
    fn a_file_with_a_changed_byte_has_no_metadata() {
        let file = attach(b"PAV\x01".to_vec(), &[chunk(), chunk()]).unwrap();
        for at in 4..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert_eq!(split(&changed), (changed.as_slice(), vec![]), "{at}");
        }
    }

    #[test]
    fn the_crc_of_iend_is_that_of_the_png_specification() {
        assert_eq!(crc32(b"IEND"), 0xAE42_6082);
    }
}
