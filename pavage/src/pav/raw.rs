//! The raw mode: uncompressed samples; black and white at one bit a pixel.

use super::checksum::{at_end, check_bytes};
use super::{PavError, PavHeader};
use crate::picture::Picture;

/// Appends the packed samples and their checksum.
pub(super) fn write(picture: &Picture, file: &mut Vec<u8>) {
    let start = file.len();
    if picture.is_black_and_white() {
        file.extend(picture.samples().chunks(8).map(pack));
    } else {
        file.extend_from_slice(picture.samples());
    }
    let check = check_bytes(&file[start..]);
    file.extend_from_slice(&check.to_be_bytes()[1..]);
}

/// Packs eight pixels into a byte, the first one in the top bit, white as 1.
fn pack(levels: &[u8]) -> u8 {
    levels
        .iter()
        .enumerate()
        .fold(0, |byte, (at, &level)| byte | (level & 0x80) >> at)
}

pub(super) fn read(header: &PavHeader, file: &[u8], start: usize) -> Result<Picture, PavError> {
    let length = if header.is_black_and_white {
        header.samples().div_ceil(8)
    } else {
        header.samples()
    };
    let end = start + length + 3;
    if file.len() < end {
        return Err(PavError::Truncated { at: file.len() });
    }
    if file.len() > end {
        return Err(PavError::Trailing { at: end });
    }
    let body = &file[start..end - 3];
    if check_bytes(body) != at_end(file) {
        return Err(PavError::Check { at: end - 3 });
    }
    let samples = if header.is_black_and_white {
        (0..header.samples())
            .map(|at| 255 * (body[at / 8] >> (7 - at % 8) & 1))
            .collect()
    } else {
        body.to_vec()
    };
    Ok(header.picture(samples))
}
