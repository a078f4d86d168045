//! Archives that were handed in, unpacked where they can do no harm: nothing leaves the folder, no
//! link is made, and every size is checked before it is used.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use tempfile::TempDir;

use crate::submission::SubmissionError;

/// Entries of one archive, bytes of all its files together, and of one: what is larger is no
/// homework and is left out.
const MOST_ENTRIES: usize = 50_000;
const MOST_BYTES: u64 = 512 << 20;
const LARGEST_FILE: u64 = 4 << 20;
const DEEPEST: usize = 16;
const LONGEST_NAME: usize = 255;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Zip,
    Tar,
    TarGz,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
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

/// Whether a path has the name of an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    Kind::of(path).is_some()
}

/// The files of an archive, in a folder that goes with the value.
///
/// # Errors
/// When it is no archive of its kind, or holds more than any class hands in.
pub(crate) fn unpack(path: &Path) -> Result<TempDir, SubmissionError> {
    let unreadable = |reason| SubmissionError::Unreadable {
        path: path.display().to_string(),
        reason,
    };
    let folder = tempfile::tempdir().map_err(unreadable)?;
    let mut room = Room {
        folder: folder.path(),
        entries: 0,
        bytes: 0,
    };
    let file = File::open(path).map_err(unreadable)?;
    let unpacked = match Kind::of(path) {
        Some(Kind::Zip) => room.zip(file),
        Some(Kind::TarGz) => room.tar(GzDecoder::new(file)),
        Some(Kind::Tar) | None => room.tar(file),
    };
    match unpacked {
        Ok(()) => Ok(folder),
        Err(Trouble::TooLarge) => Err(SubmissionError::TooLarge(path.display().to_string())),
        Err(Trouble::Broken) => Err(SubmissionError::Broken(path.display().to_string())),
        Err(Trouble::Io(reason)) => Err(unreadable(reason)),
    }
}

/// Why an archive is not unpacked.
#[derive(Debug)]
enum Trouble {
    TooLarge,
    Broken,
    /// What was read cannot be written here.
    Io(io::Error),
}

/// Where the files go, and what they took so far.
struct Room<'a> {
    folder: &'a Path,
    entries: usize,
    bytes: u64,
}

impl Room<'_> {
    fn zip(&mut self, file: File) -> Result<(), Trouble> {
        let mut archive = zip::ZipArchive::new(file).map_err(|_| Trouble::Broken)?;
        for index in 0..archive.len() {
            self.count()?;
            // An entry that cannot be read, a password for example, costs itself.
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

    fn tar(&mut self, bytes: impl Read) -> Result<(), Trouble> {
        let mut archive = tar::Archive::new(bytes.take(MOST_BYTES));
        for entry in archive.entries().map_err(|_| Trouble::Broken)? {
            self.count()?;
            let entry = entry.map_err(|_| Trouble::Broken)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if entry.header().entry_type().is_file() {
                self.keep(&name, entry)?;
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), Trouble> {
        self.entries += 1;
        if self.entries > MOST_ENTRIES {
            return Err(Trouble::TooLarge);
        }
        Ok(())
    }

    /// Writes one file, unless its name leads elsewhere or it is too large.
    fn keep(&mut self, name: &str, entry: impl Read) -> Result<(), Trouble> {
        let Some(path) = inside(name) else {
            return Ok(());
        };
        let mut content = Vec::new();
        // What an entry says of its own size is not asked.
        let read = entry.take(LARGEST_FILE + 1).read_to_end(&mut content);
        self.bytes += content.len() as u64;
        if self.bytes > MOST_BYTES {
            return Err(Trouble::TooLarge);
        }
        if read.is_err() || content.len() as u64 > LARGEST_FILE {
            return Ok(());
        }
        let file = self.folder.join(path);
        let folder = file.parent().unwrap_or(self.folder);
        // A file where another entry needs a folder: the first one stays.
        if fs::create_dir_all(folder).is_err() || file.is_dir() {
            return Ok(());
        }
        fs::write(file, content).map_err(Trouble::Io)
    }
}

/// A name as a path below the folder; none when it leads out of it.
fn inside(name: &str) -> Option<PathBuf> {
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
    fn a_name_that_leads_out_is_left_out() {
        for name in [
            "../x.py",
            "a/../../x.py",
            "/etc/x.py",
            "",
            ".",
            "a\\..\\..\\x",
            "a\0b",
        ] {
            assert_eq!(inside(name), None, "{name:?}");
        }
        assert_eq!(inside("./a\\b.py"), Some(PathBuf::from("a/b.py")));
        assert_eq!(inside(&"a/".repeat(40)), None);
    }

    fn zipped(entries: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
        let file = tempfile::Builder::new().suffix(".zip").tempfile();
        let file = file.expect("a file");
        let mut archive = zip::ZipWriter::new(file.reopen().expect("it is there"));
        for (name, content) in entries {
            let options = zip::write::SimpleFileOptions::default();
            archive.start_file(*name, options).expect("a name");
            archive.write_all(content).expect("a file");
        }
        archive.finish().expect("a file");
        file
    }

    #[test]
    fn nothing_is_written_outside_of_the_folder() {
        let archive = zipped(&[("../dehors.py", b"x"), ("dedans/devoir.py", b"y")]);
        let folder = unpack(archive.path()).expect("an archive");
        let inside = folder.path().join("dedans/devoir.py");
        assert_eq!(fs::read(inside).expect("it is there"), b"y");
        let above = folder.path().parent().expect("a folder").join("dehors.py");
        assert!(!above.exists());
    }

    #[test]
    fn a_file_that_grows_when_it_is_read_is_left_out() {
        let bomb = vec![0; 6 << 20];
        let archive = zipped(&[("bombe.py", &bomb), ("devoir.py", b"y")]);
        let folder = unpack(archive.path()).expect("an archive");
        assert!(!folder.path().join("bombe.py").exists());
        assert!(folder.path().join("devoir.py").exists());
    }

    #[test]
    fn links_of_a_tar_are_not_made() {
        let file = tempfile::Builder::new().suffix(".tar.gz").tempfile();
        let file = file.expect("a file");
        let gz = flate2::write::GzEncoder::new(
            file.reopen().expect("it is there"),
            flate2::Compression::fast(),
        );
        let mut archive = tar::Builder::new(gz);
        let mut link = tar::Header::new_gnu();
        link.set_entry_type(tar::EntryType::Symlink);
        link.set_size(0);
        archive
            .append_link(&mut link, "passwd.py", "/etc/passwd")
            .expect("a link");
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        archive
            .append_data(&mut header, "devoir.py", &b"y"[..])
            .expect("a file");
        archive
            .into_inner()
            .expect("a file")
            .finish()
            .expect("a file");
        let folder = unpack(file.path()).expect("an archive");
        assert!(folder.path().join("passwd.py").symlink_metadata().is_err());
        assert!(folder.path().join("devoir.py").exists());
    }

    #[test]
    fn what_is_no_archive_says_so() {
        let file = tempfile::Builder::new().suffix(".zip").tempfile();
        let file = file.expect("a file");
        fs::write(file.path(), b"PK no").expect("it is ours");
        assert!(matches!(
            unpack(file.path()),
            Err(SubmissionError::Broken(_))
        ));
    }
}
