//! A folder or a file as an archive, packed and unpacked within limits.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Files of a program, folders below its own, and bytes of all its files together.
pub(crate) const MOST_FILES: usize = 2000;
const DEEPEST: usize = 16;
pub(crate) const MOST_BYTES: u64 = 64 << 20;
/// Bytes of an archive: compression makes what cannot be made smaller a little larger.
pub(crate) const MOST_PACKED: u64 = MOST_BYTES + (1 << 20);
/// What a version control keeps is no part of a program.
const LEFT_OUT: &str = ".git";

/// Why a folder does not travel.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    /// More files, bytes or folders in folders than travel.
    #[error("more than {MOST_FILES} files or {MOST_BYTES} bytes")]
    TooLarge,
    /// Not what was packed.
    #[error("not the archive that was packed")]
    Damaged,
    /// A file of this machine.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An archive, and the digest that is its name.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    pub(crate) bytes: Vec<u8>,
    pub(crate) digest: String,
}

impl Packed {
    /// Whether bytes that came from elsewhere are the archive of that name.
    ///
    /// # Errors
    /// When they are not.
    pub(crate) fn checked(bytes: Vec<u8>, digest: &str) -> Result<Self, ArchiveError> {
        let packed = Self::of(bytes);
        if packed.digest == digest {
            Ok(packed)
        } else {
            Err(ArchiveError::Damaged)
        }
    }

    fn of(bytes: Vec<u8>) -> Self {
        let digest = hex(&Sha256::digest(&bytes));
        Self { bytes, digest }
    }
}

/// Two letters a byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or_default();
    let letters = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    letters.map(digit).collect()
}

/// A file, or all files of a folder but those below `left_out`, always as the same bytes. Links that
/// lead out of the folder stay behind.
///
/// # Errors
/// When it is too large, or cannot be read.
pub(crate) fn pack(path: &Path, left_out: &[PathBuf]) -> Result<Packed, ArchiveError> {
    let whole = path.canonicalize()?;
    let is_file = whole.is_file();
    let around = whole.parent().filter(|_| is_file);
    let root = around.map_or_else(|| whole.clone(), Path::to_owned);
    let mut packer = Packer {
        root: &root,
        left_out,
        archive: tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast())),
        files: 0,
        bytes: 0,
    };
    if is_file {
        packer.file(&whole)?;
    } else {
        packer.folder(&root, 0)?;
    }
    Ok(Packed::of(packer.archive.into_inner()?.finish()?))
}

struct Packer<'a> {
    root: &'a Path,
    left_out: &'a [PathBuf],
    archive: tar::Builder<GzEncoder<Vec<u8>>>,
    files: usize,
    bytes: u64,
}

impl Packer<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), ArchiveError> {
        if depth > DEEPEST {
            return Err(ArchiveError::TooLarge);
        }
        let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
        let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
        paths.sort();
        for path in paths {
            let left_out = path.ends_with(LEFT_OUT) || self.left_out.contains(&path);
            let is_folder = path.symlink_metadata()?.is_dir();
            match (left_out, is_folder) {
                (true, _) => {}
                (false, true) => self.folder(&path, depth + 1)?,
                (false, false) => self.file(&path)?,
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<(), ArchiveError> {
        let inside = path.canonicalize().ok();
        let inside = inside.filter(|real| real.starts_with(self.root) && real.is_file());
        let Some(real) = inside else {
            return Ok(());
        };
        self.files += 1;
        self.bytes += real.metadata()?.len();
        if self.files > MOST_FILES || self.bytes > MOST_BYTES {
            return Err(ArchiveError::TooLarge);
        }
        let content = fs::read(&real)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(mode(&real)?);
        let name = path.strip_prefix(self.root).unwrap_or(path);
        Ok(self
            .archive
            .append_data(&mut header, name, content.as_slice())?)
    }
}

#[cfg(unix)]
fn mode(file: &Path) -> io::Result<u32> {
    use std::os::unix::fs::PermissionsExt;
    let runs = file.metadata()?.permissions().mode() & 0o111 != 0;
    Ok(if runs { 0o755 } else { 0o644 })
}

#[cfg(not(unix))]
fn mode(_: &Path) -> io::Result<u32> {
    Ok(0o644)
}

/// Writes the files of an archive below a folder: nothing leaves it, no link is made, and every size
/// is checked before it is used.
///
/// # Errors
/// When it is no archive of a program, or cannot be written here.
pub(crate) fn unpack(packed: &Packed, folder: &Path) -> Result<(), ArchiveError> {
    let damaged = |_| ArchiveError::Damaged;
    let bytes = GzDecoder::new(packed.bytes.as_slice());
    // Beside its content an entry takes a header, and a long name two more.
    let most = MOST_BYTES + (MOST_FILES as u64) * 4096;
    let mut archive = tar::Archive::new(bytes.take(most));
    let (mut files, mut left) = (0, MOST_BYTES);
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let path = entry.path().map_err(damaged)?.into_owned();
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        let fits = path.components().all(plain) && path.components().count() <= DEEPEST + 1;
        if !fits || !entry.header().entry_type().is_file() {
            return Err(ArchiveError::Damaged);
        }
        files += 1;
        if files > MOST_FILES || entry.size() > left {
            return Err(ArchiveError::TooLarge);
        }
        left -= entry.size();
        let runs = entry.header().mode().map_err(damaged)? & 0o111 != 0;
        write(&mut entry, &folder.join(path), runs)?;
    }
    Ok(())
}

fn write(content: &mut impl Read, path: &Path, runs: bool) -> Result<(), ArchiveError> {
    let mut bytes = Vec::new();
    content
        .read_to_end(&mut bytes)
        .map_err(|_| ArchiveError::Damaged)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create_new(path)?;
    file.write_all(&bytes)?;
    set_mode(&file, runs)?;
    Ok(())
}

#[cfg(unix)]
fn set_mode(file: &File, runs: bool) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if runs { 0o755 } else { 0o644 };
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &File, _: bool) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("room");
            fs::write(path, content).expect("room");
        }
        folder
    }

    #[test]
    fn a_folder_travels_whole_and_always_as_the_same_bytes() {
        let folder = folder_of(&[("bot.py", "x"), ("lib/a.py", "y"), (".git/config", "z")]);
        let packed = pack(folder.path(), &[]).expect("small");
        assert_eq!(
            packed.digest,
            pack(folder.path(), &[]).expect("small").digest
        );
        let there = folder_of(&[]);
        unpack(&packed, there.path()).expect("an archive");
        let read = |name: &str| fs::read_to_string(there.path().join(name)).ok();
        assert_eq!(read("bot.py").as_deref(), Some("x"));
        assert_eq!(read("lib/a.py").as_deref(), Some("y"));
        assert_eq!(read(".git/config"), None);
    }

    #[test]
    fn a_file_travels_alone() {
        let folder = folder_of(&[("devoir.py", "x"), ("autre.py", "y")]);
        let packed = pack(&folder.path().join("devoir.py"), &[]).expect("small");
        let there = folder_of(&[]);
        unpack(&packed, there.path()).expect("an archive");
        let read = |name: &str| fs::read_to_string(there.path().join(name)).ok();
        assert_eq!(read("devoir.py").as_deref(), Some("x"));
        assert_eq!(read("autre.py"), None);
    }

    #[cfg(unix)]
    #[test]
    fn what_runs_runs_there_and_links_out_of_the_folder_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder_of(&[("bot", "#!/bin/sh"), ("left/out", "")]);
        let bot = folder.path().join("bot");
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o700)).expect("it is ours");
        symlink("/etc/passwd", folder.path().join("passwd")).expect("room");
        symlink("bot", folder.path().join("same")).expect("room");
        let left_out = folder.path().canonicalize().expect("it is there");
        let packed = pack(folder.path(), &[left_out.join("left")]).expect("small");
        let there = folder_of(&[]);
        unpack(&packed, there.path()).expect("an archive");
        for name in ["bot", "same"] {
            let mode = fs::symlink_metadata(there.path().join(name)).expect("it came");
            assert_eq!(mode.permissions().mode() & 0o777, 0o755, "{name}");
        }
        for name in ["passwd", "left"] {
            assert!(!there.path().join(name).exists(), "{name}");
        }
    }

    fn made(entries: &[(&str, tar::EntryType, usize)]) -> Packed {
        let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (name, kind, size) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(*kind);
            header.set_size(*size as u64);
            header.set_mode(0o644);
            header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            archive
                .append(&header, io::repeat(b'x').take(*size as u64))
                .expect("room");
        }
        let bytes = archive.into_inner().and_then(GzEncoder::finish);
        Packed::of(bytes.expect("room"))
    }

    #[test]
    fn an_archive_that_would_do_harm_is_refused() {
        use tar::EntryType::{Regular, Symlink};
        let large = MOST_BYTES as usize + 1;
        let many = vec![("a", Regular, 0); MOST_FILES + 1];
        let cases: [&[(&str, tar::EntryType, usize)]; 5] = [
            &[("../out", Regular, 1)],
            &[("/tmp/out", Regular, 1)],
            &[("link", Symlink, 0)],
            &[("large", Regular, large)],
            &many,
        ];
        for entries in cases {
            let there = folder_of(&[]);
            let name = entries[0].0;
            assert!(unpack(&made(entries), there.path()).is_err(), "{name}");
        }
    }

    #[test]
    fn other_bytes_are_not_the_archive_of_that_name() {
        let mut packed = made(&[("bot", tar::EntryType::Regular, 3)]);
        let digest = packed.digest.clone();
        assert!(Packed::checked(packed.bytes.clone(), &digest).is_ok());
        packed.bytes[12] ^= 1;
        assert!(Packed::checked(packed.bytes, &digest).is_err());
    }
}
