//! Safe unpacking of `.zip`, `.tar`, `.tar.gz` and `.tgz` archives from unknown people.
//!
//! No file is written outside the folder, links are skipped, and every size is counted while it is
//! read: the sizes that an archive declares are not trusted.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use tempfile::TempDir;

use crate::submission::SubmissionError;

/// Maximum number of entries; the archive of a whole class has many.
const MOST_ENTRIES: usize = 50_000;
/// Maximum size of all files of a class together, in bytes.
const CLASS_BYTES: u64 = 512 << 20;
/// Maximum size of all files of one submission together, in bytes.
const SUBMISSION_BYTES: u64 = 64 << 20;
/// Size that an archive may always unpack to, and how many times its own size it may unpack to beyond
/// that. Source files shrink to a fifth at best.
const FREE_BYTES: u64 = 8 << 20;
const MOST_RATIO: u64 = 20;
/// Maximum size of one file, in bytes; a larger file is skipped.
const LARGEST_FILE: u64 = 4 << 20;
/// Maximum number of components in a path, the file's name included; a deeper file is skipped.
const DEEPEST: usize = 16;
/// Maximum length of one component of a path, in bytes.
const LONGEST_NAME: usize = 255;

#[derive(Clone, Copy)]
enum ArchiveFormat {
    Zip,
    Tar,
    TarGz,
}

impl ArchiveFormat {
    const ENDINGS: [(&str, Self); 4] = [
        (".zip", Self::Zip),
        (".tar.gz", Self::TarGz),
        (".tgz", Self::TarGz),
        (".tar", Self::Tar),
    ];

    fn from_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let ends = |ending: &str| name.strip_suffix(ending).is_some_and(|it| !it.is_empty());
        let found = Self::ENDINGS.into_iter().find(|(ending, _)| ends(ending));
        found.map(|(_, format)| format)
    }
}

/// Whether a file name ends in `.zip`, `.tar`, `.tar.gz` or `.tgz`, in any case.
pub(crate) fn is_archive(path: &Path) -> bool {
    ArchiveFormat::from_name(path).is_some()
}

/// Unpacks the archive of a submission into a temporary folder, deleted when dropped; `None` if it is
/// not an archive.
pub(crate) fn unpack(path: &Path) -> Result<Option<TempDir>, SubmissionError> {
    unpack_up_to(SUBMISSION_BYTES, path)
}

/// Unpacks the archive of a whole class.
pub(crate) fn unpack_class(path: &Path) -> Result<Option<TempDir>, SubmissionError> {
    unpack_up_to(CLASS_BYTES, path)
}

fn unpack_up_to(most: u64, path: &Path) -> Result<Option<TempDir>, SubmissionError> {
    let Some(format) = ArchiveFormat::from_name(path) else {
        return Ok(None);
    };
    let unreadable = |reason| SubmissionError::unreadable(path, reason);
    let folder = tempfile::tempdir().map_err(unreadable)?;
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let mut unpacker = Unpacker {
        archive: path,
        folder: folder.path(),
        bytes: 0,
        most: most.min(FREE_BYTES + MOST_RATIO * length),
    };
    match format {
        ArchiveFormat::Zip => unpacker.zip(file)?,
        ArchiveFormat::TarGz => unpacker.tar(GzDecoder::new(file))?,
        ArchiveFormat::Tar => unpacker.tar(file)?,
    }
    Ok(Some(folder))
}

/// Writes entries below a folder and counts them against the limits.
struct Unpacker<'a> {
    archive: &'a Path,
    folder: &'a Path,
    /// Bytes read so far, those of skipped files included.
    bytes: u64,
    /// Maximum number of bytes to read.
    most: u64,
}

impl Unpacker<'_> {
    fn zip(&mut self, file: File) -> Result<(), SubmissionError> {
        let mut archive = zip::ZipArchive::new(file).map_err(|_| self.damaged())?;
        for index in 0..archive.len() {
            self.check_count(index)?;
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

    fn tar(&mut self, bytes: impl Read) -> Result<(), SubmissionError> {
        // Headers count too: a stream of empty entries would have no end.
        let mut archive = tar::Archive::new(bytes.take(self.most + FREE_BYTES));
        let entries = archive.entries().map_err(|_| self.damaged())?;
        for (index, entry) in entries.enumerate() {
            self.check_count(index)?;
            let entry = entry.map_err(|_| self.damaged())?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if entry.header().entry_type().is_file() {
                self.keep(&name, entry)?;
            }
        }
        Ok(())
    }

    fn damaged(&self) -> SubmissionError {
        SubmissionError::Broken(self.archive.display().to_string())
    }

    fn too_large(&self) -> SubmissionError {
        SubmissionError::TooLarge(self.archive.display().to_string())
    }

    fn check_count(&self, index: usize) -> Result<(), SubmissionError> {
        (index < MOST_ENTRIES)
            .then_some(())
            .ok_or_else(|| self.too_large())
    }

    /// Writes one file; skips it when its name points outside the folder or it is too large.
    fn keep(&mut self, name: &str, entry: impl Read) -> Result<(), SubmissionError> {
        let Some(path) = relative_path(name) else {
            return Ok(());
        };
        let mut content = Vec::new();
        let left = self.most.saturating_sub(self.bytes);
        let mut entry = entry.take(left.min(LARGEST_FILE) + 1);
        let read = entry.read_to_end(&mut content);
        self.bytes += content.len() as u64;
        if self.bytes > self.most {
            return Err(self.too_large());
        }
        if read.is_err() || content.len() as u64 > LARGEST_FILE {
            return Ok(());
        }
        let file = self.folder.join(path);
        let folder = file.parent().unwrap_or(self.folder);
        // A file and a folder of one name: the entry that came first stays.
        if fs::create_dir_all(folder).is_err() || file.is_dir() {
            return Ok(());
        }
        let unwritable = |reason| SubmissionError::unreadable(self.archive, reason);
        fs::write(file, content).map_err(unwritable)
    }
}

/// The name of an entry as a relative path; `None` when it points outside the folder or exceeds the
/// limits. Backslashes separate folders too.
fn relative_path(name: &str) -> Option<PathBuf> {
    let name = name.replace('\\', "/");
    if name.starts_with('/') || name.contains('\0') {
        return None;
    }
    let parts: Vec<&str> = name
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    let harmless = |part: &&str| *part != ".." && part.len() <= LONGEST_NAME;
    let fits = !parts.is_empty() && parts.len() <= DEEPEST;
    (fits && parts.iter().all(harmless)).then(|| parts.iter().collect())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

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
            assert_eq!(relative_path(name), None, "{name:?}");
        }
        assert_eq!(relative_path("./a\\b.py"), Some(PathBuf::from("a/b.py")));
        assert_eq!(relative_path(&"a/".repeat(40)), None);
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

    fn unpacked(archive: &Path) -> TempDir {
        let unpacked = unpack(archive).expect("the archive is valid");
        unpacked.expect("the name is that of an archive")
    }

    #[test]
    fn no_file_is_written_outside_the_folder() {
        let archive = zipped(&[("../dehors.py", b"x"), ("dedans/devoir.py", b"y")]);
        let folder = unpacked(archive.path());
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
        let folder = unpacked(archive.path());
        assert!(!folder.path().join("bombe.py").exists());
        assert!(folder.path().join("devoir.py").exists());
    }

    #[test]
    fn an_archive_that_unpacks_to_many_times_its_size_is_refused() {
        let zeros = vec![0; 3 << 20];
        let names: Vec<String> = (0..20).map(|number| format!("{number}.py")).collect();
        let entries: Vec<_> = names
            .iter()
            .map(|name| (name.as_str(), &zeros[..]))
            .collect();
        let archive = zipped(&entries);
        let refused = unpack(archive.path());
        assert!(matches!(refused, Err(SubmissionError::TooLarge(_))));
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
        let folder = unpacked(file.path());
        assert!(folder.path().join("passwd.py").symlink_metadata().is_err());
        assert!(folder.path().join("devoir.py").exists());
    }

    #[test]
    fn a_file_that_is_not_an_archive_is_refused() {
        let file = tempfile::Builder::new().suffix(".zip").tempfile();
        let file = file.expect("temporary files can be written");
        fs::write(file.path(), b"PK no").expect("temporary files can be written");
        assert!(matches!(
            unpack(file.path()),
            Err(SubmissionError::Broken(_))
        ));
    }
}
