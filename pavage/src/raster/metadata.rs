//! Extracts profiles, Exif and text from files as PNG chunks.

use super::frames::png_chunks;
use super::{RasterError, RasterFormat};
use crate::metadata::{MetadataChunk, crc32};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{ImageDecoder, ImageReader};
use std::io::{Cursor, Write};

/// Names of the PNG chunks that are copied; all others are dropped.
const KEPT_CHUNKS: [[u8; 4]; 11] = [
    *b"iCCP", *b"eXIf", *b"tEXt", *b"zTXt", *b"iTXt", *b"gAMA", *b"cHRM", *b"sRGB", *b"cICP",
    *b"pHYs", *b"tIME",
];

impl RasterFormat {
    /// The metadata of a file as PNG chunks.
    pub fn metadata(self, file: &[u8]) -> Result<Vec<MetadataChunk>, RasterError> {
        match self {
            Self::Png => Ok(png_chunks(file).filter_map(kept).collect()),
            Self::Jpeg | Self::Webp | Self::Tiff => {
                let reader = ImageReader::with_format(Cursor::new(file), self.format());
                foreign(&mut reader.into_decoder()?)
            }
            Self::Bmp | Self::Gif | Self::Pnm => Ok(Vec::new()),
        }
    }
}

fn kept((name, body): ([u8; 4], &[u8])) -> Option<MetadataChunk> {
    let is_kept = KEPT_CHUNKS.contains(&name);
    is_kept.then(|| MetadataChunk::new(name, body.to_vec()))
}

fn foreign(decoder: &mut impl ImageDecoder) -> Result<Vec<MetadataChunk>, RasterError> {
    let mut chunks = Vec::new();
    if let Some(profile) = decoder.icc_profile()? {
        let body = named_and_compressed(b"icc", &profile);
        chunks.push(MetadataChunk::new(*b"iCCP", body));
    }
    if let Some(body) = decoder.exif_metadata()? {
        chunks.push(MetadataChunk::new(*b"eXIf", body));
    }
    if let Some(text) = decoder.xmp_metadata()? {
        // Flags of an uncompressed text, empty language and empty translated keyword.
        let body = [b"XML:com.adobe.xmp\0\0\0\0\0".as_slice(), &text].concat();
        chunks.push(MetadataChunk::new(*b"iTXt", body));
    }
    Ok(chunks)
}

/// The body of an `iCCP` chunk: a name, a zero, the compression method 0 and the deflated bytes.
fn named_and_compressed(name: &[u8], bytes: &[u8]) -> Vec<u8> {
    let start = [name, b"\0\0"].concat();
    let mut encoder = ZlibEncoder::new(start, Compression::best());
    let written = encoder.write_all(bytes);
    written
        .and_then(|()| encoder.finish())
        .expect("writing to a Vec cannot fail")
}

/// Inserts chunks into a PNG file after its header, before the pixel data.
pub(super) fn with_chunks(png: &[u8], chunks: &[MetadataChunk]) -> Vec<u8> {
    // The signature and the header chunk have a fixed length.
    let (start, rest) = png.split_at(8 + 8 + 13 + 4);
    let mut file = start.to_vec();
    for MetadataChunk { name, body } in chunks {
        let named = [name.as_slice(), body].concat();
        file.extend((body.len() as u32).to_be_bytes());
        file.extend(&named);
        file.extend(crc32(&named).to_be_bytes());
    }
    file.extend(rest);
    file
}
