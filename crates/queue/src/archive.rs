//! Packs a folder or a file into a compressed archive, and unpacks it within limits.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::error::PackError;

pub(crate) const MAX_FILES: usize = 2000;
/// Maximum size of all files of an archive together, in bytes.
pub(crate) const MAX_BYTES: u64 = 64 << 20;
/// Maximum size of an archive in bytes: files that cannot be compressed become slightly larger.
pub(crate) const MAX_ARCHIVE_BYTES: u64 = MAX_BYTES + (1 << 20);
/// Maximum number of folders between the root of an archive and a file.
const MAX_DEPTH: usize = 16;
const GIT_FOLDER: &str = ".git";
const SHA256_BYTES: usize = 32;
/// Permission bits that unpacked files never have: only their owner may write.
const FORBIDDEN_MODE: u32 = 0o022;

/// Reason why an archive cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("more than {MAX_FILES} files, {MAX_BYTES} bytes or {MAX_DEPTH} nested folders")]
    TooLarge,
    /// The archive is missing, has another digest, or has an entry that is not a file below the folder.
    #[error("the archive is missing or damaged")]
    Damaged,
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A gzip-compressed tar archive.
#[derive(Clone, Debug)]
pub(crate) struct PackedArchive {
    pub(crate) bytes: Vec<u8>,
    /// SHA-256 digest of the content in hexadecimal, which is the archive's name at the server.
    pub(crate) digest: String,
}

impl PackedArchive {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        let digest = sha256_hex(&bytes, SHA256_BYTES);
        Self { bytes, digest }
    }

    /// Accepts downloaded bytes if they have the expected digest, else [`ArchiveError::Damaged`].
    pub(crate) fn verify(bytes: Vec<u8>, digest: &str) -> Result<Self, ArchiveError> {
        let archive = Self::new(bytes);
        if archive.digest == digest {
            Ok(archive)
        } else {
            Err(ArchiveError::Damaged)
        }
    }

    /// Packs a file, or a folder without `.git` and the paths in `left_out`. The same files always
    /// give the same bytes. Links that lead out of the folder are left out.
    pub(crate) fn pack(path: &Path, left_out: &[PathBuf]) -> Result<Self, PackError> {
        let path = path.canonicalize()?;
        let is_file = path.is_file();
        let root = path.parent().filter(|_| is_file).unwrap_or(&path);
        let mut packer = Packer {
            root,
            left_out,
            archive: tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast())),
            files: 0,
            bytes: 0,
        };
        if is_file {
            packer.add_file(&path)?;
        } else {
            packer.add_folder(root, 0)?;
        }
        Ok(Self::new(packer.archive.into_inner()?.finish()?))
    }

    /// Writes the files below a folder. Refuses links, paths that leave the folder, and archives above
    /// the limits; each size is checked before the file is written.
    pub(crate) fn unpack(&self, folder: &Path) -> Result<(), ArchiveError> {
        let damaged = |_| ArchiveError::Damaged;
        // Each entry has a header of 512 bytes, and a long name takes two more.
        let max_tar_bytes = MAX_BYTES + (MAX_FILES as u64) * 4096;
        let bytes = GzDecoder::new(self.bytes.as_slice()).take(max_tar_bytes);
        let mut archive = tar::Archive::new(bytes);
        archive.set_overwrite(false);
        archive.set_preserve_mtime(false);
        archive.set_mask(FORBIDDEN_MODE);
        let (mut files, mut bytes_left) = (0, MAX_BYTES);
        for entry in archive.entries().map_err(damaged)? {
            let mut entry = entry.map_err(damaged)?;
            let path = entry.path().map_err(damaged)?;
            let is_name = |part: Component<'_>| matches!(part, Component::Normal(_));
            let is_below = path.components().all(is_name);
            let depth = path.components().count();
            if !is_below || depth > MAX_DEPTH + 1 || !entry.header().entry_type().is_file() {
                return Err(ArchiveError::Damaged);
            }
            files += 1;
            if files > MAX_FILES || entry.size() > bytes_left {
                return Err(ArchiveError::TooLarge);
            }
            bytes_left -= entry.size();
            entry.unpack_in(folder)?;
        }
        Ok(())
    }
}

/// First `length` bytes of the SHA-256 digest of a content, in lower-case hexadecimal.
pub(crate) fn sha256_hex(content: impl AsRef<[u8]>, length: usize) -> String {
    let digest = Sha256::digest(content);
    let bytes = digest.iter().take(length);
    bytes.fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

struct Packer<'a> {
    root: &'a Path,
    left_out: &'a [PathBuf],
    archive: tar::Builder<GzEncoder<Vec<u8>>>,
    files: usize,
    bytes: u64,
}

impl Packer<'_> {
    fn add_folder(&mut self, folder: &Path, depth: usize) -> Result<(), PackError> {
        if depth > MAX_DEPTH {
            return Err(PackError::TooLarge);
        }
        let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
        let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
        paths.sort();
        for path in paths {
            if path.ends_with(GIT_FOLDER) || self.left_out.contains(&path) {
                continue;
            }
            if path.symlink_metadata()?.is_dir() {
                self.add_folder(&path, depth + 1)?;
            } else {
                self.add_file(&path)?;
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path) -> Result<(), PackError> {
        let real = path.canonicalize().ok();
        let Some(real) = real.filter(|real| real.starts_with(self.root) && real.is_file()) else {
            return Ok(());
        };
        let metadata = real.metadata()?;
        self.files += 1;
        self.bytes += metadata.len();
        if self.files > MAX_FILES || self.bytes > MAX_BYTES {
            return Err(PackError::TooLarge);
        }
        let content = fs::read(&real)?;
        let mut header = tar::Header::new_gnu();
        // Mode 755 or 644, and no time or owner: the same files give the same bytes everywhere.
        header.set_metadata_in_mode(&metadata, tar::HeaderMode::Deterministic);
        header.set_size(content.len() as u64);
        let name = path.strip_prefix(self.root).unwrap_or(path);
        let written = self.archive.append_data(&mut header, name, &*content);
        Ok(written?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("the path is in the folder"))
                .expect("the folder can be written");
            fs::write(path, content).expect("the folder can be written");
        }
        folder
    }

    #[test]
    fn a_folder_is_packed_whole_and_always_as_the_same_bytes() {
        let folder = folder_with(&[("bot.py", "x"), ("lib/a.py", "y"), (".git/config", "z")]);
        let packed =
            PackedArchive::pack(folder.path(), &[]).expect("the files are within the limits");
        assert_eq!(
            packed.digest,
            PackedArchive::pack(folder.path(), &[])
                .expect("the files are within the limits")
                .digest
        );
        let target = folder_with(&[]);
        packed.unpack(target.path()).expect("the archive is whole");
        let read = |name: &str| fs::read_to_string(target.path().join(name)).ok();
        assert_eq!(read("bot.py").as_deref(), Some("x"));
        assert_eq!(read("lib/a.py").as_deref(), Some("y"));
        assert_eq!(read(".git/config"), None);
    }

    #[test]
    fn a_file_is_packed_without_its_folder() {
        let folder = folder_with(&[("devoir.py", "x"), ("autre.py", "y")]);
        let packed = PackedArchive::pack(&folder.path().join("devoir.py"), &[])
            .expect("the files are within the limits");
        let target = folder_with(&[]);
        packed.unpack(target.path()).expect("the archive is whole");
        let read = |name: &str| fs::read_to_string(target.path().join(name)).ok();
        assert_eq!(read("devoir.py").as_deref(), Some("x"));
        assert_eq!(read("autre.py"), None);
    }

    #[cfg(unix)]
    #[test]
    fn executables_stay_executable_and_links_out_of_the_folder_are_left_out() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder_with(&[("bot", "#!/bin/sh"), ("left/out", "")]);
        let bot = folder.path().join("bot");
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o700))
            .expect("the test owns the file");
        symlink("/etc/passwd", folder.path().join("passwd")).expect("the folder can be written");
        symlink("bot", folder.path().join("same")).expect("the folder can be written");
        let left_out = folder.path().canonicalize().expect("the folder exists");
        let packed = PackedArchive::pack(folder.path(), &[left_out.join("left")])
            .expect("the files are within the limits");
        let target = folder_with(&[]);
        packed.unpack(target.path()).expect("the archive is whole");
        for name in ["bot", "same"] {
            let mode =
                fs::symlink_metadata(target.path().join(name)).expect("the file was unpacked");
            assert_eq!(mode.permissions().mode() & 0o777, 0o755, "{name}");
        }
        for name in ["passwd", "left"] {
            assert!(!target.path().join(name).exists(), "{name}");
        }
    }

    fn archive_with(entries: &[(&str, tar::EntryType, usize)]) -> PackedArchive {
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
                .expect("memory can be written");
        }
        let bytes = archive.into_inner().and_then(GzEncoder::finish);
        PackedArchive::new(bytes.expect("the archive is whole"))
    }

    #[test]
    fn an_archive_with_a_link_a_foreign_path_or_too_much_content_is_refused() {
        use tar::EntryType::{Regular, Symlink};
        let large = MAX_BYTES as usize + 1;
        let names: Vec<String> = (0..=MAX_FILES).map(|name| name.to_string()).collect();
        let many: Vec<_> = names.iter().map(|name| (&**name, Regular, 0)).collect();
        let cases: [&[(&str, tar::EntryType, usize)]; 6] = [
            &[("../out", Regular, 1)],
            &[("/tmp/out", Regular, 1)],
            &[("link", Symlink, 0)],
            &[("twice", Regular, 1), ("twice", Regular, 1)],
            &[("large", Regular, large)],
            &many,
        ];
        for entries in cases {
            let target = folder_with(&[]);
            let name = entries[0].0;
            assert!(
                archive_with(entries).unpack(target.path()).is_err(),
                "{name}"
            );
        }
    }

    #[test]
    fn bytes_with_another_digest_are_refused() {
        let mut packed = archive_with(&[("bot", tar::EntryType::Regular, 3)]);
        let digest = packed.digest.clone();
        assert!(PackedArchive::verify(packed.bytes.clone(), &digest).is_ok());
        packed.bytes[12] ^= 1;
        assert!(PackedArchive::verify(packed.bytes, &digest).is_err());
    }
}
