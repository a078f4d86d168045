//! Safe unpacking of `.zip`, `.tar`, `.tar.gz` and `.tgz` archives from unknown people.
//!
//! No file is written outside the folder, links are skipped, and every size is counted while it is
//! read: the sizes that an archive declares are not trusted.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use tempfile::TempDir;
use thiserror::Error;

/// Limits on one archive. An archive with more entries or bytes is refused; a single file that is
/// too large or too deep is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Maximum number of entries.
    pub entries: usize,
    /// Maximum size of all files together, in bytes.
    pub bytes: u64,
    /// Maximum size of one file, in bytes.
    pub file_bytes: u64,
    /// Maximum number of components in a path, the file's name included.
    pub depth: usize,
    /// Maximum length of one component of a path, in bytes.
    pub name_bytes: usize,
}

impl ArchiveLimits {
    /// Limits for a submission or for the archive that Moodle makes of a whole class.
    pub const HOMEWORK: Self = Self {
        entries: 50_000,
        bytes: 512 << 20,
        file_bytes: 4 << 20,
        depth: 16,
        name_bytes: 255,
    };
}

/// The reason why an archive cannot be unpacked.
#[derive(Debug, Error)]
pub enum UnpackError {
    /// The archive exceeds its [`ArchiveLimits`].
    #[error("the archive holds too many files or bytes")]
    TooLarge,
    /// The bytes are not an archive of the format that the file name says.
    #[error("the archive is damaged or of another format")]
    Damaged,
    /// The archive cannot be opened, or a file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArchiveFormat {
    Zip,
    Tar,
    TarGz,
}

impl ArchiveFormat {
    fn from_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let ends = |ending: &str| name.strip_suffix(ending).is_some_and(|it| !it.is_empty());
        match () {
            () if ends(".zip") => Some(Self::Zip),
            () if ends(".tar.gz") || ends(".tgz") => Some(Self::TarGz),
            () if ends(".tar") => Some(Self::Tar),
            () => None,
        }
    }
}

/// Whether a file name ends in `.zip`, `.tar`, `.tar.gz` or `.tgz`, in any case.
pub fn is_archive(path: &Path) -> bool {
    ArchiveFormat::from_name(path).is_some()
}

/// Unpacks an archive into a temporary folder, which is deleted when the value is dropped. The
/// format is told by the file name; any other name is read as `.tar`.
///
/// # Errors
/// When the archive cannot be read or exceeds its limits.
pub fn unpack(path: &Path, limits: &ArchiveLimits) -> Result<TempDir, UnpackError> {
    let folder = tempfile::tempdir()?;
    let mut unpacker = Unpacker {
        folder: folder.path(),
        limits,
        entries: 0,
        bytes: 0,
    };
    let file = File::open(path)?;
    match ArchiveFormat::from_name(path) {
        Some(ArchiveFormat::Zip) => unpacker.zip(file)?,
        Some(ArchiveFormat::TarGz) => unpacker.tar(GzDecoder::new(file))?,
        Some(ArchiveFormat::Tar) | None => unpacker.tar(file)?,
    }
    Ok(folder)
}

/// Writes entries below a folder and counts them against the limits.
struct Unpacker<'a> {
    folder: &'a Path,
    limits: &'a ArchiveLimits,
    /// Entries read so far, skipped ones included.
    entries: usize,
    /// Bytes read so far.
    bytes: u64,
}

impl Unpacker<'_> {
    fn zip(&mut self, file: File) -> Result<(), UnpackError> {
        let mut archive = zip::ZipArchive::new(file).map_err(|_| UnpackError::Damaged)?;
        for index in 0..archive.len() {
            self.count()?;
            // Skips an entry that cannot be read, for example one with a password.
            let Ok(entry) = archive.by_index(index) else {
                continue;
            };
            let name = entry.name().map(std::borrow::Cow::into_owned);
            if let Some(name) = name.ok().filter(|_| entry.is_file()) {
                self.keep(&name, entry)?;
            }
        }
        Ok(())
    }

    fn tar(&mut self, bytes: impl Read) -> Result<(), UnpackError> {
        let mut archive = tar::Archive::new(bytes.take(self.limits.bytes));
        for entry in archive.entries().map_err(|_| UnpackError::Damaged)? {
            self.count()?;
            let entry = entry.map_err(|_| UnpackError::Damaged)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if entry.header().entry_type().is_file() {
                self.keep(&name, entry)?;
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), UnpackError> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(UnpackError::TooLarge);
        }
        Ok(())
    }

    /// Writes one file; skips it when its name points outside the folder or it is too large.
    fn keep(&mut self, name: &str, entry: impl Read) -> Result<(), UnpackError> {
        let Some(path) = relative_path(name, self.limits) else {
            return Ok(());
        };
        let mut content = Vec::new();
        let most = self.limits.file_bytes;
        let read = entry.take(most + 1).read_to_end(&mut content);
        self.bytes += content.len() as u64;
        if self.bytes > self.limits.bytes {
            return Err(UnpackError::TooLarge);
        }
        if read.is_err() || content.len() as u64 > most {
            return Ok(());
        }
        let file = self.folder.join(path);
        let folder = file.parent().unwrap_or(self.folder);
        // A file and a folder of one name: the entry that came first stays.
        if fs::create_dir_all(folder).is_err() || file.is_dir() {
            return Ok(());
        }
        Ok(fs::write(file, content)?)
    }
}

/// The name of an entry as a relative path; `None` when it points outside the folder or exceeds the
/// limits. Backslashes separate folders too.
fn relative_path(name: &str, limits: &ArchiveLimits) -> Option<PathBuf> {
    let name = name.replace('\\', "/");
    if name.starts_with('/') || name.contains('\0') {
        return None;
    }
    let parts: Vec<&str> = name
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    let harmless = |part: &&str| *part != ".." && part.len() <= limits.name_bytes;
    let fits = !parts.is_empty() && parts.len() <= limits.depth;
    (fits && parts.iter().all(harmless)).then(|| parts.iter().collect())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const LIMITS: &ArchiveLimits = &ArchiveLimits::HOMEWORK;

    #[test]
    fn a_name_that_points_outside_the_folder_is_skipped() {
        for name in [
            "../x.py",
            "a/../../x.py",
            "/etc/x.py",
            "",
            ".",
            "a\\..\\..\\x",
            "a\0b",
        ] {
            assert_eq!(relative_path(name, LIMITS), None, "{name:?}");
        }
        assert_eq!(
            relative_path("./a\\b.py", LIMITS),
            Some(PathBuf::from("a/b.py"))
        );
        assert_eq!(relative_path(&"a/".repeat(40), LIMITS), None);
    }

    fn zipped(entries: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
        let file = tempfile::Builder::new().suffix(".zip").tempfile();
        let file = file.expect("temporary files can be written");
        let mut archive = zip::ZipWriter::new(file.reopen().expect("the file exists"));
        for (name, content) in entries {
            let options = zip::write::SimpleFileOptions::default();
            archive
                .start_file(*name, options)
                .expect("the name is valid");
            archive
                .write_all(content)
                .expect("temporary files can be written");
        }
        archive.finish().expect("temporary files can be written");
        file
    }

    #[test]
    fn no_file_is_written_outside_the_folder() {
        let archive = zipped(&[("../dehors.py", b"x"), ("dedans/devoir.py", b"y")]);
        let folder = unpack(archive.path(), LIMITS).expect("the archive is valid");
        let inside = folder.path().join("dedans/devoir.py");
        assert_eq!(fs::read(inside).expect("the file exists"), b"y");
        let above = folder
            .path()
            .parent()
            .expect("the folder has a parent")
            .join("dehors.py");
        assert!(!above.exists());
    }

    #[test]
    fn a_file_that_exceeds_its_limit_when_decompressed_is_skipped() {
        let bomb = vec![0; 6 << 20];
        let archive = zipped(&[("bombe.py", &bomb), ("devoir.py", b"y")]);
        let folder = unpack(archive.path(), LIMITS).expect("the archive is valid");
        assert!(!folder.path().join("bombe.py").exists());
        assert!(folder.path().join("devoir.py").exists());
    }

    #[test]
    fn links_in_a_tar_are_skipped() {
        let file = tempfile::Builder::new().suffix(".tar.gz").tempfile();
        let file = file.expect("temporary files can be written");
        let gz = flate2::write::GzEncoder::new(
            file.reopen().expect("the file exists"),
            flate2::Compression::fast(),
        );
        let mut archive = tar::Builder::new(gz);
        let mut link = tar::Header::new_gnu();
        link.set_entry_type(tar::EntryType::Symlink);
        link.set_size(0);
        archive
            .append_link(&mut link, "passwd.py", "/etc/passwd")
            .expect("the link can be added");
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        archive
            .append_data(&mut header, "devoir.py", &b"y"[..])
            .expect("temporary files can be written");
        archive
            .into_inner()
            .expect("temporary files can be written")
            .finish()
            .expect("temporary files can be written");
        let folder = unpack(file.path(), LIMITS).expect("the archive is valid");
        assert!(folder.path().join("passwd.py").symlink_metadata().is_err());
        assert!(folder.path().join("devoir.py").exists());
    }

    #[test]
    fn a_file_that_is_not_an_archive_is_refused() {
        let file = tempfile::Builder::new().suffix(".zip").tempfile();
        let file = file.expect("temporary files can be written");
        fs::write(file.path(), b"PK no").expect("temporary files can be written");
        assert!(matches!(
            unpack(file.path(), LIMITS),
            Err(UnpackError::Damaged)
        ));
    }
}
