//! `ReportCache`: reports saved in a folder, so that an unchanged submission is not graded again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::grade::GradeOptions;
use crate::homework::Homework;
use crate::report::Report;

/// Maximum number of files in a submission whose report is saved.
const MOST_FILES: usize = 4000;
/// Maximum size of a submission whose report is saved, in bytes.
const MOST_BYTES: u64 = 256 << 20;
/// Levels of folders that are hashed.
const DEEPEST: usize = 12;
/// Maximum size of a saved report, in bytes; a larger file is ignored.
const LARGEST: u64 = 16 << 20;

/// A folder of saved reports, one JSON file per student.
#[derive(Debug)]
pub struct ReportCache {
    folder: PathBuf,
    /// Hash of everything beside the submission that a report depends on: program, subject, options.
    question: Vec<u8>,
    /// Whether saved reports are ignored and overwritten.
    fresh: bool,
}

impl ReportCache {
    /// Opens or creates the folder. With `fresh`, saved reports are ignored and overwritten.
    pub fn new(
        folder: &Path,
        fresh: bool,
        homework: &Homework,
        options: &GradeOptions,
    ) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut question = Sha256::new();
        let program = std::env::current_exe().and_then(fs::metadata);
        let stamp = program.and_then(|it| Ok((it.len(), it.modified()?)));
        question.update(format!("{} {stamp:?} ", env!("CARGO_PKG_VERSION")));
        question.update(format!("{} {options:?}", homework.subject.name));
        if let Some(tests) = &options.tests {
            question.update(digest(tests)?.unwrap_or_default());
        }
        Ok(Self {
            folder: folder.to_owned(),
            question: question.finalize().to_vec(),
            fresh,
        })
    }

    /// The entry of a submission, and its saved report if nothing has changed. There is no entry
    /// for a submission that is too large or cannot be read.
    pub(super) fn find(&self, path: &Path) -> (Option<CacheEntry>, Option<Report>) {
        let Ok(Some(content)) = digest(path) else {
            return (None, None);
        };
        let both = Sha256::digest([&self.question[..], &content].concat());
        let entry = CacheEntry {
            file: self.folder.join(file_name(path)),
            digest: hex::encode(both),
        };
        let report = (!self.fresh).then(|| entry.read()).flatten();
        (Some(entry), report)
    }
}

/// The file of one student's saved report.
pub(super) struct CacheEntry {
    file: PathBuf,
    /// Hash of the submission and the question; a saved report with another hash is outdated.
    digest: String,
}

impl CacheEntry {
    fn read(&self) -> Option<Report> {
        fs::metadata(&self.file)
            .ok()
            .filter(|it| it.len() <= LARGEST)?;
        let saved: SavedReport = serde_json::from_slice(&fs::read(&self.file).ok()?).ok()?;
        (saved.digest == self.digest).then_some(saved.report)
    }

    /// Saves a report: the file is replaced at once, so that it is never half written.
    pub(super) fn save(&self, report: &Report) -> io::Result<()> {
        let saved = SavedReport {
            digest: self.digest.clone(),
            report: report.clone(),
        };
        let begun = self.file.with_extension("part");
        fs::write(&begun, serde_json::to_vec(&saved)?)?;
        fs::rename(begun, &self.file)
    }
}

/// The name of the report's file, from the name of the submission.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let harmless = |c: char| c.is_alphanumeric() || " -_.".contains(c);
    name.replace(|c: char| !harmless(c), "-") + ".json"
}

/// Hash of a file, or of the names and contents of all files in a folder; `None` above the limits.
fn digest(path: &Path) -> io::Result<Option<Vec<u8>>> {
    // A submission may be a link; links inside it are skipped, as they are when it is read.
    let path = &path.canonicalize()?;
    let mut files = vec![];
    list(path, DEEPEST, &mut files)?;
    files.sort();
    let mut bytes = 0;
    let mut all = Sha256::new();
    for file in &files {
        bytes += fs::metadata(file)?.len();
        if files.len() > MOST_FILES || bytes > MOST_BYTES {
            return Ok(None);
        }
        let name = file.strip_prefix(path).unwrap_or(file);
        all.update(name.as_os_str().as_encoded_bytes());
        all.update([0]);
        all.update(Sha256::digest(fs::read(file)?));
    }
    Ok(Some(all.finalize().to_vec()))
}

fn list(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let data = fs::symlink_metadata(path)?;
    if data.is_file() {
        files.push(path.to_owned());
    } else if data.is_dir() && depth > 0 && files.len() <= MOST_FILES {
        for entry in fs::read_dir(path)? {
            list(&entry?.path(), depth - 1, files)?;
        }
    }
    Ok(())
}

#[derive(Serialize, Deserialize)]
struct SavedReport {
    digest: String,
    report: Report,
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_submission_has_the_digest_of_its_files() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [own, link] = ["own", "link"].map(|name| folder.path().join(name));
        fs::create_dir(&own)?;
        std::os::unix::fs::symlink(&own, &link)?;
        let empty = digest(&link)?;
        fs::write(own.join("devoir.py"), "x = 1")?;
        assert_ne!(digest(&link)?, empty);
        assert_eq!(digest(&link)?, digest(&own)?);
        Ok(())
    }
}
