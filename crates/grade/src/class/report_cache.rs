//! Reports that are kept from one run of a class to the next: whoever handed in the same bytes for the
//! same question is not judged again.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use house::subject::Subject;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::grade::Options;
use crate::verdict::Report;
use crate::whole::Whole;

/// What is read to know whether something changed: files, bytes of all, and how deep. Of more than
/// that nothing is kept.
const MOST_FILES: usize = 4000;
const MOST_BYTES: u64 = 256 << 20;
const DEEPEST: usize = 12;
/// Bytes of a kept report that is read.
const LARGEST: u64 = 16 << 20;

/// A folder of kept reports.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    /// What every report depends on besides what was handed in.
    question: Vec<u8>,
    fresh: bool,
}

impl Keeper {
    /// Keeps reports in a folder, which is made if it is not there; `fresh` reads none of them.
    ///
    /// # Errors
    /// When the folder, or what the options name, cannot be read.
    pub fn new(
        folder: &Path,
        fresh: bool,
        subject: &Subject,
        options: &Options,
    ) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut question = Sha256::new();
        let program = std::env::current_exe().and_then(fs::metadata);
        let stamp = program.and_then(|it| Ok((it.len(), it.modified()?)));
        question.update(format!("{} {stamp:?} ", env!("CARGO_PKG_VERSION")));
        question.update(format!("{} {options:?}", subject.name));
        if let Some(tests) = &options.tests {
            question.update(digest(tests)?.unwrap_or_default());
        }
        Ok(Self {
            folder: folder.to_owned(),
            question: question.finalize().to_vec(),
            fresh,
        })
    }

    /// What is kept of this path, if nothing has changed, and the key under which to keep it.
    pub(super) fn look(&self, path: &Path) -> (Option<Key>, Option<Report>) {
        let Ok(Some(content)) = digest(path) else {
            return (None, None);
        };
        let both = Sha256::digest([&self.question[..], &content].concat());
        let key = Key {
            file: self.folder.join(file_name(path)),
            digest: hexadecimal(&both),
        };
        let report = (!self.fresh).then(|| key.read()).flatten();
        (Some(key), report)
    }
}

/// Where a report is kept, and what it was made of.
pub(super) struct Key {
    file: PathBuf,
    digest: String,
}

impl Key {
    fn read(&self) -> Option<Report> {
        let length = fs::metadata(&self.file).ok()?.len();
        let text = (length <= LARGEST)
            .then(|| fs::read(&self.file).ok())
            .flatten()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        (kept.digest == self.digest)
            .then(|| kept.report.report().ok())
            .flatten()
    }

    /// Written whole or not at all.
    pub(super) fn keep(&self, report: &Report) -> io::Result<()> {
        let kept = Kept {
            digest: self.digest.clone(),
            report: report.into(),
        };
        let begun = self.file.with_extension("part");
        fs::write(&begun, serde_json::to_vec(&kept)?)?;
        fs::rename(begun, &self.file)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// A student's folder as the name of a file.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let harmless = |c: char| c.is_alphanumeric() || " -_.".contains(c);
    let name: String = name
        .chars()
        .map(|c| if harmless(c) { c } else { '-' })
        .collect();
    name + ".json"
}

/// The bytes of a file, or of all in a folder with their names; none when there are too many.
fn digest(path: &Path) -> io::Result<Option<Vec<u8>>> {
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
struct Kept {
    digest: String,
    report: Whole,
}
