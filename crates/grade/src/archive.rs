//! Safe unpacking of `.zip`, `.tar`, `.tar.gz` and `.tgz` archives from unknown people.
//!
//! No file is written outside the folder, links are skipped, and every size is counted while it is
//! read: the sizes that an archive declares are not trusted.

use std::collections::{BTreeMap, BTreeSet};
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
/// Size that a submission may always unpack to, and how many times its packed size it may unpack to
/// beyond that. Source files shrink to a fifth at best.
const FREE_BYTES: u64 = 8 << 20;
const MOST_RATIO: u64 = 20;
/// Maximum size of one file, in bytes; a larger file is skipped.
const LARGEST_FILE: u64 = 4 << 20;
/// Maximum number of components in a path, the file's name included; a deeper file is skipped.
const DEEPEST: usize = 16;
/// Maximum length of one component of a path, in bytes.
const LONGEST_NAME: usize = 255;

/// Receives the name, the packed size and the content of a file.
type EntryVisitor<'a> = dyn FnMut(&str, u64, &mut dyn Read) -> Result<(), SubmissionError> + 'a;

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
    let Some(archive) = Archive::open(path)? else {
        return Ok(None);
    };
    let most = SUBMISSION_BYTES.min(FREE_BYTES + MOST_RATIO * archive.length);
    let class = archive.unpack(most, &|_| String::new())?;
    if class.too_large.is_empty() {
        Ok(Some(class.folder))
    } else {
        Err(archive.too_large())
    }
}

/// The files of a class from its archive.
pub(crate) struct UnpackedClass {
    /// Temporary folder, deleted when dropped.
    pub(crate) folder: TempDir,
    /// Owners whose files exceed the limits of a submission; their further files are left out.
    pub(crate) too_large: BTreeSet<String>,
}

/// Unpacks the archive of a whole class. `owner` tells from the path of a student's file or folder in the
/// class whose it is, so that the files of one student leave those of the others alone.
pub(crate) fn unpack_class(
    path: &Path,
    owner: &dyn Fn(&Path) -> String,
) -> Result<Option<UnpackedClass>, SubmissionError> {
    let archive = Archive::open(path)?;
    archive.map(|it| it.unpack(CLASS_BYTES, owner)).transpose()
}

/// An archive on disk.
struct Archive<'a> {
    path: &'a Path,
    format: ArchiveFormat,
    /// Size of the archive itself, in bytes.
    length: u64,
}

impl<'a> Archive<'a> {
    /// The archive at a path; `None` if its name is not that of one.
    fn open(path: &'a Path) -> Result<Option<Self>, SubmissionError> {
        let Some(format) = ArchiveFormat::from_name(path) else {
            return Ok(None);
        };
        let data = fs::metadata(path).map_err(|error| SubmissionError::unreadable(path, error))?;
        Ok(Some(Self {
            path,
            format,
            length: data.len(),
        }))
    }

    fn unpack(
        &self,
        most: u64,
        owner: &dyn Fn(&Path) -> String,
    ) -> Result<UnpackedClass, SubmissionError> {
        let unwritable = |reason| SubmissionError::unreadable(self.path, reason);
        let folder = tempfile::tempdir().map_err(unwritable)?;
        let mut roots = BTreeSet::new();
        self.for_each_file(most, &mut |name, _, _| {
            let path = relative_path(name);
            roots.extend(path.and_then(|it| Some(it.components().next()?.as_os_str().to_owned())));
            Ok(())
        })?;
        let mut unpacker = Unpacker {
            archive: self,
            folder: folder.path(),
            owner,
            has_root: roots.len() == 1,
            bytes: 0,
            most,
            shares: BTreeMap::new(),
        };
        self.for_each_file(most, &mut |name, packed, content| {
            unpacker.keep(name, packed, content)
        })?;
        let too_large = unpacker.shares.into_iter().filter(|(_, it)| it.is_over());
        let too_large = too_large.map(|(owner, _)| owner).collect();
        Ok(UnpackedClass { folder, too_large })
    }

    /// Calls `each` with the name, the packed size and the content of every file; links are skipped. The
    /// files of a tar have no size of their own: the whole archive's stands for it.
    fn for_each_file(&self, most: u64, each: &mut EntryVisitor<'_>) -> Result<(), SubmissionError> {
        let unreadable = |reason| SubmissionError::unreadable(self.path, reason);
        let file = File::open(self.path).map_err(unreadable)?;
        match self.format {
            ArchiveFormat::Zip => self.for_each_in_zip(file, each),
            ArchiveFormat::TarGz => self.for_each_in_tar(GzDecoder::new(file), most, each),
            ArchiveFormat::Tar => self.for_each_in_tar(file, most, each),
        }
    }

    fn for_each_in_zip(
        &self,
        file: File,
        each: &mut EntryVisitor<'_>,
    ) -> Result<(), SubmissionError> {
        let mut archive = zip::ZipArchive::new(file).map_err(|_| self.damaged())?;
        for index in 0..archive.len() {
            self.check_count(index)?;
            // Skips an entry that cannot be read, for example one with a password.
            let Ok(mut entry) = archive.by_index(index) else {
                continue;
            };
            let name = entry.name().map(std::borrow::Cow::into_owned);
            if let Some(name) = name.ok().filter(|_| entry.is_file()) {
                let packed = entry.compressed_size();
                each(&name, packed, &mut entry)?;
            }
        }
        Ok(())
    }

    fn for_each_in_tar(
        &self,
        bytes: impl Read,
        most: u64,
        each: &mut EntryVisitor<'_>,
    ) -> Result<(), SubmissionError> {
        // Headers count too: a stream of empty entries would have no end.
        let mut archive = tar::Archive::new(bytes.take(most + FREE_BYTES));
        let entries = archive.entries().map_err(|_| self.damaged())?;
        for (index, entry) in entries.enumerate() {
            self.check_count(index)?;
            let mut entry = entry.map_err(|_| self.damaged())?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if entry.header().entry_type().is_file() {
                each(&name, self.length, &mut entry)?;
            }
        }
        Ok(())
    }

    fn damaged(&self) -> SubmissionError {
        SubmissionError::Broken(self.path.display().to_string())
    }

    fn too_large(&self) -> SubmissionError {
        SubmissionError::TooLarge(self.path.display().to_string())
    }

    fn check_count(&self, index: usize) -> Result<(), SubmissionError> {
        (index < MOST_ENTRIES)
            .then_some(())
            .ok_or_else(|| self.too_large())
    }
}

/// The files of one owner in an archive.
#[derive(Default)]
struct Share {
    /// Sizes of the files before they are unpacked, and bytes read, those of skipped files included.
    packed: u64,
    bytes: u64,
}

impl Share {
    /// Maximum number of bytes to read.
    fn most(&self) -> u64 {
        let packed = self.packed.saturating_mul(MOST_RATIO);
        SUBMISSION_BYTES.min(packed.saturating_add(FREE_BYTES))
    }

    fn is_over(&self) -> bool {
        self.bytes > self.most()
    }
}

/// Writes files below a folder and counts them against the limits.
struct Unpacker<'a> {
    archive: &'a Archive<'a>,
    folder: &'a Path,
    owner: &'a dyn Fn(&Path) -> String,
    /// Whether all files are in one folder, below which each owner has another.
    has_root: bool,
    /// Bytes read so far, and their maximum.
    bytes: u64,
    most: u64,
    shares: BTreeMap<String, Share>,
}

impl Unpacker<'_> {
    /// Writes one file; skips it when its name points outside the folder, it is too large, or its owner's
    /// files are.
    fn keep(
        &mut self,
        name: &str,
        packed: u64,
        entry: &mut dyn Read,
    ) -> Result<(), SubmissionError> {
        let Some(path) = relative_path(name) else {
            return Ok(());
        };
        let own = path.components().nth(usize::from(self.has_root));
        let own = own.or_else(|| path.components().next());
        let owner = own.map_or_else(String::new, |it| (self.owner)(Path::new(it.as_os_str())));
        let share = self.shares.entry(owner).or_default();
        if share.is_over() {
            return Ok(());
        }
        share.packed = share.packed.saturating_add(packed);
        let left = (self.most - self.bytes).min(share.most() - share.bytes);
        let mut content = Vec::new();
        let read = entry
            .take(left.min(LARGEST_FILE) + 1)
            .read_to_end(&mut content);
        let length = content.len() as u64;
        share.bytes += length;
        self.bytes += length;
        if self.bytes > self.most {
            return Err(self.archive.too_large());
        }
        if read.is_err() || length > LARGEST_FILE || share.is_over() {
            return Ok(());
        }
        self.write(&path, &content)
    }

    fn write(&self, path: &Path, content: &[u8]) -> Result<(), SubmissionError> {
        let file = self.folder.join(path);
        let folder = file.parent().unwrap_or(self.folder);
        // A file and a folder of one name: the entry that came first stays.
        if fs::create_dir_all(folder).is_err() || file.is_dir() {
            return Ok(());
        }
        let unwritable = |reason| SubmissionError::unreadable(self.archive.path, reason);
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
    fn a_student_with_too_many_bytes_in_the_archive_of_a_class_leaves_the_others_alone() {
        let zeros = vec![0; 3 << 20];
        let bombs: Vec<String> = (0..40).map(|number| format!("Bob/{number}.py")).collect();
        let mut entries: Vec<(&str, &[u8])> =
            vec![("Ana/devoir.py", b"a"), ("Zoe/devoir.py", b"z")];
        entries.extend(bombs.iter().map(|name| (name.as_str(), &zeros[..])));
        let own = |path: &Path| path.display().to_string();
        for root in ["", "promo/"] {
            let named = entries
                .iter()
                .map(|(name, it)| (format!("{root}{name}"), *it));
            let named: Vec<(String, &[u8])> = named.collect();
            let named: Vec<_> = named
                .iter()
                .map(|(name, it)| (name.as_str(), *it))
                .collect();
            let class = unpack_class(zipped(&named).path(), &own).expect("the archive is valid");
            let class = class.expect("the name is that of an archive");
            assert_eq!(class.too_large.into_iter().collect::<Vec<_>>(), ["Bob"]);
            for name in ["Ana", "Zoe"] {
                let file = class.folder.path().join(format!("{root}{name}/devoir.py"));
                assert!(file.exists(), "{root} {name}");
            }
        }
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
