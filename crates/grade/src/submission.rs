//! What was handed in: the Python, Fortran or Java files of a path, as text.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use house::subject::Subject;
use serde_json::Value as Json;
use table::{Explain, Message};
use thiserror::Error;

use crate::archive;
use crate::fortran::fixed::freed;

/// Bytes of one file, of all of them, and how many there may be.
const LARGEST: u64 = 256 << 10;
const LARGEST_ALL: usize = 640 << 10;
const MOST_FILES: usize = 40;
const DEEPEST: usize = 8;
/// Archives of one student that are opened.
const MOST_ARCHIVES: usize = 4;

/// The files of one student.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Where it was found.
    pub path: PathBuf,
    /// The name of each file without its ending, and its text.
    pub files: Vec<(String, String)>,
    /// The same of unit tests.
    pub tests: Vec<(String, String)>,
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
    /// No file of the language.
    #[error("{path} holds no {language} file")]
    Empty {
        /// Where.
        path: String,
        /// Which language.
        language: &'static str,
    },
    /// A folder of a teacher's tests without any.
    #[error("{0} holds no .run file with its .expected")]
    NoTests(String),
    /// An archive that cannot be unpacked.
    #[error("{0} is no archive that can be read")]
    Broken(String),
    /// More than anybody writes for this.
    #[error("{0} is too large to be a student's work")]
    TooLarge(String),
}

impl Explain for SubmissionError {
    fn explain(&self) -> Message {
        match self {
            Self::Unreadable { path, reason } => Message::new("grade-unreadable")
                .with("path", path.as_str())
                .with("reason", reason.explain()),
            Self::Empty { path, language } => Message::new("grade-empty")
                .with("path", path.as_str())
                .with("language", *language),
            Self::NoTests(path) => Message::new("grade-tests-none").with("path", path.as_str()),
            Self::Broken(path) => Message::new("grade-broken").with("path", path.as_str()),
            Self::TooLarge(path) => Message::new("grade-too-large").with("path", path.as_str()),
        }
    }
}

impl Submission {
    /// What was handed in for a subject, in the language of that subject.
    ///
    /// # Errors
    /// As [`python`](Self::python).
    pub fn of(subject: &Subject, path: &Path) -> Result<Self, SubmissionError> {
        match subject.name {
            "allumettes" => Self::java(path),
            "puissance4" => Self::fortran(path),
            _ => Self::python(path),
        }
    }

    /// The Python file at a path, or those of a folder and its folders.
    ///
    /// # Errors
    /// When there is none, when one cannot be read, or when they are too large.
    pub fn python(path: &Path) -> Result<Self, SubmissionError> {
        let files = files(path, "Python", &["py", NOTEBOOK])?;
        let files = files.into_iter().map(|(file, text)| (stem(&file), text));
        Ok(Self {
            path: path.to_owned(),
            files: files.collect(),
            tests: vec![],
        })
    }

    /// The Fortran file at a path, or those of a folder and its folders.
    ///
    /// # Errors
    /// As [`python`](Self::python).
    pub fn fortran(path: &Path) -> Result<Self, SubmissionError> {
        let endings = ["f90", "f95", "f03", "f08", "f", "for", "f77"];
        let files = files(path, "Fortran", &endings)?;
        let is_fixed = |file: &Path| {
            let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
            endings[4..].iter().any(|it| ending == *it)
        };
        let files = files.into_iter().map(|(file, text)| {
            let text = if is_fixed(&file) { freed(&text) } else { text };
            (stem(&file), text)
        });
        Ok(Self {
            path: path.to_owned(),
            files: files.collect(),
            tests: vec![],
        })
    }

    /// The Java file at a path, or those of a folder and its folders; of two copies of a class the
    /// one beside the main class, else the one less deep.
    ///
    /// # Errors
    /// As [`python`](Self::python).
    pub fn java(path: &Path) -> Result<Self, SubmissionError> {
        let mut found = files(path, "Java", &["java"])?;
        let is_main = |file: &Path| ["Jouer", "Partie"].contains(&stem(file).as_str());
        let mains = found.iter().map(|(file, _)| file.clone());
        let main = mains
            .filter(|file| is_main(file))
            .min_by_key(|it| depth(it));
        let beside = main.as_deref().and_then(Path::parent).map(Path::to_owned);
        found.sort_by_key(|(file, _)| {
            let is_beside = file.parent() == beside.as_deref();
            (!is_beside, depth(file), file.clone())
        });
        let mut seen = BTreeSet::new();
        found.retain(|(file, text)| seen.insert((package(text), stem(file))));
        let is_test = |(file, text): &(PathBuf, String)| {
            stem(file).ends_with("Test") || text.contains("org.junit")
        };
        let (tests, programs): (Vec<_>, Vec<_>) = found.into_iter().partition(is_test);
        let named = |(file, text): (PathBuf, String)| (stem(&file) + ".java", text);
        // Classes of the same name in different packages: the compiler wants no two files alike.
        let numbered = |(number, (file, text)): (usize, (PathBuf, String))| {
            (format!("{number}/{}.java", stem(&file)), text)
        };
        Ok(Self {
            path: path.to_owned(),
            files: programs.into_iter().enumerate().map(numbered).collect(),
            tests: tests.into_iter().map(named).collect(),
        })
    }
}

/// The files of a language with their texts.
fn files(
    path: &Path,
    language: &'static str,
    endings: &[&str],
) -> Result<Vec<(PathBuf, String)>, SubmissionError> {
    let (mut found, mut archives) = (Vec::new(), Vec::new());
    search(path, endings, DEEPEST, &mut found, &mut archives)?;
    let mut unpacked = Vec::new();
    for archive in archives.into_iter().take(MOST_ARCHIVES) {
        let folder = archive::unpack(&archive)?;
        // An archive in an archive is not opened.
        search(folder.path(), endings, DEEPEST, &mut found, &mut Vec::new())?;
        unpacked.push(folder);
    }
    found.sort();
    let shown = || path.display().to_string();
    if found.is_empty() {
        let path = shown();
        return Err(SubmissionError::Empty { path, language });
    }
    let files = found.into_iter().map(|file| {
        let text = read(&file)?;
        let is_notebook = file.extension().is_some_and(|it| it == NOTEBOOK);
        let text = if is_notebook { cells(&text) } else { text };
        Ok((file, text))
    });
    let files: Vec<_> = files.collect::<Result<_, _>>()?;
    let length: usize = files.iter().map(|(_, text)| text.len()).sum();
    if length > LARGEST_ALL || files.len() > MOST_FILES {
        return Err(SubmissionError::TooLarge(shown()));
    }
    Ok(files)
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn depth(file: &Path) -> usize {
    file.components().count()
}

/// The package that a Java file declares.
fn package(text: &str) -> Option<String> {
    let lines = text.lines().map(str::trim);
    let mut declared = lines.filter_map(|line| line.strip_prefix("package "));
    let name = declared.next()?.split(';').next()?;
    Some(name.trim().to_owned())
}

fn search(
    path: &Path,
    endings: &[&str],
    depth: usize,
    found: &mut Vec<PathBuf>,
    archives: &mut Vec<PathBuf>,
) -> Result<(), SubmissionError> {
    let unreadable = |reason| SubmissionError::Unreadable {
        path: path.display().to_string(),
        reason,
    };
    if fs::metadata(path).map_err(unreadable)?.is_file() {
        let list = if archive::is_archive(path) {
            archives
        } else {
            found
        };
        list.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (kind, path) = (entry.file_type().map_err(unreadable)?, entry.path());
        let hidden = entry.file_name().to_string_lossy().starts_with(['.', '_']);
        let ending = path
            .extension()
            .map(|it| it.to_string_lossy().to_lowercase());
        let wanted = ending.is_some_and(|it| endings.contains(&it.as_str()));
        // A link could lead out of what was handed in.
        if kind.is_dir() && !hidden && depth > 0 {
            search(&path, endings, depth - 1, found, archives)?;
        } else if kind.is_file() && wanted && found.len() <= MOST_FILES {
            found.push(path);
        } else if kind.is_file() && archive::is_archive(&path) {
            archives.push(path);
        }
    }
    Ok(())
}

/// How the file of a notebook ends.
const NOTEBOOK: &str = "ipynb";

/// The code of a notebook, without what only a notebook understands.
fn cells(text: &str) -> String {
    let notebook: Json = serde_json::from_str(text).unwrap_or_default();
    let cells = notebook["cells"].as_array().into_iter().flatten();
    let code = cells.filter(|cell| cell["cell_type"] == "code");
    let source = |cell: &Json| match &cell["source"] {
        Json::Array(lines) => lines.iter().filter_map(Json::as_str).collect(),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    let lines = code.map(source).collect::<Vec<String>>().join("\n\n");
    let line = |line: &str| {
        let magic = line.starts_with(['%', '!']);
        format!("{}{line}\n", if magic { "# " } else { "" })
    };
    lines.lines().map(line).collect()
}

/// UTF-8 with or without its mark, UTF-16 with it, else Latin-1; lines end as on Unix.
fn read(file: &Path) -> Result<String, SubmissionError> {
    let path = || file.display().to_string();
    let unreadable = |reason| SubmissionError::Unreadable {
        path: path(),
        reason,
    };
    if fs::metadata(file).map_err(unreadable)?.len() > LARGEST {
        return Err(SubmissionError::TooLarge(path()));
    }
    let bytes = fs::read(file).map_err(unreadable)?;
    let text = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes).unwrap_or_else(|error| {
            let bytes = error.into_bytes();
            bytes.into_iter().map(char::from).collect()
        }),
    };
    let text = text.trim_start_matches('\u{feff}');
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().expect("it has one")).expect("the folder is ours");
            fs::write(file, bytes).expect("the folder is ours");
        }
        folder
    }

    #[test]
    fn of_two_copies_the_one_beside_the_main_class_is_judged() {
        let folder = written(&[
            ("ancien/Jeu.java", b"package allumettes; // ancien"),
            ("projet/src/allumettes/Jeu.java", b"package allumettes;"),
            ("projet/src/allumettes/Jouer.java", b"package allumettes;"),
            ("projet/src/allumettes/JeuTest.java", b"package allumettes;"),
        ]);
        let submission = Submission::java(folder.path()).expect("it was written");
        let names: Vec<_> = submission
            .files
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["0/Jeu.java", "1/Jouer.java"]);
        assert_eq!(submission.files[0].1, "package allumettes;");
        assert_eq!(submission.tests.len(), 1);
    }

    #[test]
    fn latin_1_is_read_where_it_is_no_utf_8() {
        let folder = written(&[("Jouer.java", b"// strat\xe9gie\r\n")]);
        let submission = Submission::java(folder.path()).expect("it was written");
        assert_eq!(submission.files[0].1, "// strat\u{e9}gie\n");
    }

    #[test]
    fn a_folder_without_java_says_so() {
        let folder = written(&[("devoir.py", b"")]);
        let refused = Submission::java(folder.path());
        assert!(matches!(
            refused,
            Err(SubmissionError::Empty {
                language: "Java",
                ..
            })
        ));
    }
}
