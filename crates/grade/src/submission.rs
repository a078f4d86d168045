//! What was handed in: the Python files of a path, as text.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use table::{Explain, Message};
use thiserror::Error;

/// Bytes of one file, of all of them, and how many there may be.
const LARGEST: u64 = 256 << 10;
const LARGEST_ALL: usize = 640 << 10;
const MOST_FILES: usize = 40;
const DEEPEST: usize = 5;

/// The files of one student.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Where it was found.
    pub path: PathBuf,
    /// The name of each file without its ending, and its text.
    pub files: Vec<(String, String)>,
}

/// Why nothing can be judged.
#[derive(Debug, Error)]
pub enum SubmissionError {
    /// It cannot be read.
    #[error("{path} cannot be read: {reason}")]
    Unreadable {
        /// Which file or folder.
        path: String,
        /// What the machine said.
        reason: io::Error,
    },
    /// No Python file.
    #[error("{0} holds no Python file")]
    Empty(String),
    /// More than anybody writes for this.
    #[error("{0} is too large to be a student's work")]
    TooLarge(String),
}

impl Explain for SubmissionError {
    fn explain(&self) -> Message {
        match self {
            Self::Unreadable { path, reason } => Message::new("grade-unreadable")
                .with("path", path.as_str())
                .with("reason", reason.to_string()),
            Self::Empty(path) => Message::new("grade-empty").with("path", path.as_str()),
            Self::TooLarge(path) => Message::new("grade-too-large").with("path", path.as_str()),
        }
    }
}

impl Submission {
    /// The Python file at a path, or those of a folder and its folders.
    ///
    /// # Errors
    /// When there is none, when one cannot be read, or when they are too large.
    pub fn python(path: &Path) -> Result<Self, SubmissionError> {
        let mut found = Vec::new();
        search(path, DEEPEST, &mut found)?;
        found.sort();
        let shown = || path.display().to_string();
        if found.is_empty() {
            return Err(SubmissionError::Empty(shown()));
        }
        let files = found.iter().map(|file| read(file));
        let files: Vec<_> = files.collect::<Result<_, _>>()?;
        let length: usize = files.iter().map(|(_, text)| text.len()).sum();
        if length > LARGEST_ALL || files.len() > MOST_FILES {
            return Err(SubmissionError::TooLarge(shown()));
        }
        let path = path.to_owned();
        Ok(Self { path, files })
    }
}

fn search(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), SubmissionError> {
    let unreadable = |reason| SubmissionError::Unreadable {
        path: path.display().to_string(),
        reason,
    };
    if fs::metadata(path).map_err(unreadable)?.is_file() {
        found.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (kind, path) = (entry.file_type().map_err(unreadable)?, entry.path());
        let hidden = entry.file_name().to_string_lossy().starts_with(['.', '_']);
        let python = path.extension().is_some_and(|ending| ending == "py");
        // A link could lead out of what was handed in.
        if kind.is_dir() && !hidden && depth > 0 {
            search(&path, depth - 1, found)?;
        } else if kind.is_file() && python && found.len() <= MOST_FILES {
            found.push(path);
        }
    }
    Ok(())
}

/// UTF-8 with or without its mark, else Latin-1.
fn read(file: &Path) -> Result<(String, String), SubmissionError> {
    let path = || file.display().to_string();
    let unreadable = |reason| SubmissionError::Unreadable {
        path: path(),
        reason,
    };
    if fs::metadata(file).map_err(unreadable)?.len() > LARGEST {
        return Err(SubmissionError::TooLarge(path()));
    }
    let bytes = fs::read(file).map_err(unreadable)?;
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let bytes = error.into_bytes();
        bytes.into_iter().map(char::from).collect()
    });
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok((name.into_owned(), text))
}
