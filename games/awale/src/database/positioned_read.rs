//! Reading of a file at a position without moving its cursor, so that threads can share the file.

use std::fs::File;
use std::io;

/// Fills `bytes` from `offset` on; `UnexpectedEof` when the file ends before.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

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

/// Always fails: this platform has no positioned read, so that no database can be opened on it.
#[cfg(not(any(unix, windows)))]
pub(crate) fn read_exact_at(_file: &File, _bytes: &mut [u8], _offset: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
