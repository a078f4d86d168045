//! Reading at a position of a file without moving anybody's: what Unix calls `pread` and Windows a
//! read with an offset.

use std::fs::File;
use std::io;

/// Fills `bytes` from `offset` on.
///
/// # Errors
/// As [`File`]'s own reads; `UnexpectedEof` where the file ends before.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` from `offset` on.
///
/// # Errors
/// As [`File`]'s own reads; `UnexpectedEof` where the file ends before.
#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    let (mut rest, mut offset) = (bytes, offset);
    while !rest.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, rest, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                rest = &mut rest[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
