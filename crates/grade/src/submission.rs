//! `Submission`: the source files of one student, read as text from a file, a folder or archives.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use table::Explain;

use crate::archive;
use crate::fortran_fixed_form::to_free_form;
use crate::homework::CodeLanguage;

/// Maximum size of one source file, in bytes.
const LARGEST: u64 = 256 << 10;
/// Maximum size of all source files together, in bytes.
const LARGEST_ALL: usize = 640 << 10;
const MOST_FILES: usize = 40;
/// Levels of folders that are searched.
const DEEPEST: usize = 8;
/// Number of archives that are unpacked; further ones are ignored.
const MOST_ARCHIVES: usize = 4;

/// The source files of one student.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Path of the submission as the report shows it.
    pub path: PathBuf,
    /// Name without extension and text of each Python or Fortran file; for Java, a numbered file
    /// name such as `0/Jeu.java`.
    pub files: Vec<(String, String)>,
    /// File name and text of each Java unit test.
    pub tests: Vec<(String, String)>,
}

/// The reason why a submission cannot be read.
#[derive(Debug, Explain)]
pub enum SubmissionError {
    /// The system refuses to read a file or folder.
    #[message("grade-unreadable", reason = explain(reason))]
    Unreadable {
        /// Path of the file or folder.
        path: String,
        /// Error of the system.
        #[source]
        reason: io::Error,
    },
    /// The path holds no source file of the subject's language.
    #[message("grade-empty")]
    Empty {
        /// Path that was searched.
        path: String,
        /// Name of the programming language.
        language: &'static str,
    },
    /// A folder of a teacher's tests contains no test.
    #[message("grade-tests-none", path = _0)]
    NoTests(String),
    /// An archive is damaged or not of the format that its name says.
    #[message("grade-broken", path = _0)]
    Broken(String),
    /// The files exceed the limits on size or number.
    #[message("grade-too-large", path = _0)]
    TooLarge(String),
}

impl SubmissionError {
    /// The error without the folders that lead to the submission at `path`.
    pub(crate) fn without_folder(mut self, path: &Path) -> Self {
        let (Self::Unreadable { path: shown, .. }
        | Self::Empty { path: shown, .. }
        | Self::NoTests(shown)
        | Self::Broken(shown)
        | Self::TooLarge(shown)) = &mut self;
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Ok(own) = Path::new(shown.as_str()).strip_prefix(folder) {
            *shown = own.display().to_string();
        }
        self
    }

    pub(crate) fn unreadable(path: &Path, reason: io::Error) -> Self {
        Self::Unreadable {
            path: path.display().to_string(),
            reason,
        }
    }
}

impl Submission {
    /// Reads the source files of a language: the file at `path`, or all files in the folder or
    /// archive at `path` and in its folders. To find none is an error.
    pub fn read(language: CodeLanguage, path: &Path) -> Result<Self, SubmissionError> {
        let files = match language {
            CodeLanguage::Python { .. } => files(path, "Python", &["py", NOTEBOOK])?,
            CodeLanguage::Fortran => {
                let free_form = ["f90", "f95", "f03", "f08"];
                files(path, "Fortran", &[&free_form[..], &FIXED_FORM].concat())?
            }
            CodeLanguage::Java { main_classes } => return Self::java(path, main_classes),
        };
        let files = files.into_iter().map(|(file, text)| (stem(&file), text));
        Ok(Self {
            path: path.to_owned(),
            files: files.collect(),
            tests: vec![],
        })
    }

    /// Of two copies of a class, reads the one beside the main class, else the one in fewer folders.
    fn java(path: &Path, main_classes: &[&str]) -> Result<Self, SubmissionError> {
        let mut found = files(path, "Java", &["java"])?;
        let is_main = |file: &&PathBuf| main_classes.contains(&stem(file).as_str());
        let mains = found.iter().map(|(file, _)| file).filter(is_main);
        let main = mains.min_by_key(|it| depth(it));
        let beside = main.and_then(|it| it.parent()).map(Path::to_owned);
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
        // Classes of different packages may have one name, but the compiler needs distinct files.
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

/// Finds and reads the files with one of the endings; `language` names them in errors.
fn files(
    path: &Path,
    language: &'static str,
    endings: &[&str],
) -> Result<Vec<(PathBuf, String)>, SubmissionError> {
    let (mut found, mut archives) = (Vec::new(), Vec::new());
    search(path, endings, DEEPEST, &mut found, &mut archives)?;
    let mut unpacked = Vec::new();
    for archive in archives.into_iter().take(MOST_ARCHIVES) {
        if let Some(folder) = archive::unpack(&archive)? {
            // An archive inside an archive is ignored.
            search(folder.path(), endings, DEEPEST, &mut found, &mut vec![])?;
            unpacked.push(folder);
        }
    }
    found.sort();
    let shown = || path.display().to_string();
    if found.is_empty() {
        let path = shown();
        return Err(SubmissionError::Empty { path, language });
    }
    let files = found.into_iter().map(|file| {
        let text = read(&file)?;
        let ending = file.extension().unwrap_or_default();
        let text = match ending.to_ascii_lowercase() {
            _ if ending == NOTEBOOK => notebook_code(&text),
            lower if FIXED_FORM.iter().any(|it| lower == *it) => to_free_form(&text),
            _ => text,
        };
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

fn package(text: &str) -> Option<String> {
    let lines = text.lines().map(str::trim);
    let mut declared = lines.filter_map(|line| line.strip_prefix("package "));
    let name = declared.next()?.split(';').next()?;
    Some(name.trim().to_owned())
}

/// Collects the files with one of the endings and the archives at a path, `depth` folders deep.
fn search(
    path: &Path,
    endings: &[&str],
    depth: usize,
    found: &mut Vec<PathBuf>,
    archives: &mut Vec<PathBuf>,
) -> Result<(), SubmissionError> {
    let unreadable = |reason| SubmissionError::unreadable(path, reason);
    if fs::metadata(path).map_err(unreadable)?.is_file() {
        let is_archive = archive::is_archive(path);
        let list = if is_archive { archives } else { found };
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
        // Links are skipped: one could point outside the submission.
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

const NOTEBOOK: &str = "ipynb";
/// Extensions of Fortran files in fixed form.
const FIXED_FORM: [&str; 3] = ["f", "for", "f77"];

/// Beginning of the comment before the code of each cell of a notebook; the cell's number follows.
const CELL: &str = "#%% ";

/// The number of the notebook cell that holds a line of a source text, and the line in the cell, all
/// from 1; `None` outside notebooks.
pub(crate) fn notebook_cell(text: &str, line: u32) -> Option<(u32, u32)> {
    let lines: Vec<&str> = text.lines().take(line as usize).collect();
    let at = lines.iter().rposition(|it| it.starts_with(CELL))?;
    let cell = lines[at].strip_prefix(CELL)?.parse().ok()?;
    Some((cell, (lines.len() - at).saturating_sub(1) as u32))
}

/// The code cells of a notebook as Python, each after a comment with its number; lines that begin with
/// `%` or `!` become comments.
fn notebook_code(text: &str) -> String {
    let notebook: Json = serde_json::from_str(text).unwrap_or_default();
    let cells = notebook["cells"].as_array().into_iter().flatten();
    let code = (1..)
        .zip(cells)
        .filter(|(_, cell)| cell["cell_type"] == "code");
    let source = |(number, cell): (u32, &Json)| {
        let source: String = match &cell["source"] {
            Json::Array(lines) => lines.iter().filter_map(Json::as_str).collect(),
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        format!("{CELL}{number}\n{source}")
    };
    let lines = code.map(source).collect::<Vec<String>>().join("\n\n");
    let line = |line: &str| {
        let magic = line.starts_with(['%', '!']);
        format!("{}{line}\n", if magic { "# " } else { "" })
    };
    lines.lines().map(line).collect()
}

/// Reads UTF-16 with a byte order mark, else UTF-8, else Latin-1. Line ends become `\n`.
fn read(file: &Path) -> Result<String, SubmissionError> {
    let bytes = read_bytes(file)?;
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

/// The bytes of a file of at most 256 KiB.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, SubmissionError> {
    let unreadable = |reason| SubmissionError::unreadable(file, reason);
    if fs::metadata(file).map_err(unreadable)?.len() > LARGEST {
        return Err(SubmissionError::TooLarge(file.display().to_string()));
    }
    fs::read(file).map_err(unreadable)
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
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        for (name, bytes) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().expect("files have a folder"))
                .expect("a temporary folder is writable");
            fs::write(file, bytes).expect("a temporary folder is writable");
        }
        folder
    }

    #[test]
    fn of_two_copies_of_a_class_the_one_beside_the_main_class_is_read() {
        let folder = written(&[
            ("ancien/Jeu.java", b"package allumettes; // ancien"),
            ("projet/src/allumettes/Jeu.java", b"package allumettes;"),
            ("projet/src/allumettes/Jouer.java", b"package allumettes;"),
            ("projet/src/allumettes/JeuTest.java", b"package allumettes;"),
        ]);
        let submission =
            Submission::java(folder.path(), &["Jouer"]).expect("the files were written above");
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
    fn a_file_that_is_not_utf_8_is_read_as_latin_1() {
        let folder = written(&[("Jouer.java", b"// strat\xe9gie\r\n")]);
        let submission =
            Submission::java(folder.path(), &["Jouer"]).expect("the files were written above");
        assert_eq!(submission.files[0].1, "// strat\u{e9}gie\n");
    }

    #[test]
    fn a_line_of_a_notebook_is_told_by_its_cell() {
        let notebook = r##"{"cells": [
            {"cell_type": "markdown", "source": ["# titre"]},
            {"cell_type": "code", "source": ["a = 1\n", "b = 2"]},
            {"cell_type": "code", "source": "%magic\nc = 3"}]}"##;
        let text = notebook_code(notebook);
        let line = |of: &str| 1 + text.lines().position(|it| it == of).expect("it is there") as u32;
        assert_eq!(notebook_cell(&text, line("b = 2")), Some((2, 2)));
        assert_eq!(notebook_cell(&text, line("c = 3")), Some((3, 2)));
        assert_eq!(notebook_cell("a = 1\n", 1), None);
    }

    #[test]
    fn a_folder_without_java_files_is_refused() {
        let folder = written(&[("devoir.py", b"")]);
        let refused = Submission::java(folder.path(), &["Jouer"]);
        assert!(matches!(
            refused,
            Err(SubmissionError::Empty {
                language: "Java",
                ..
            })
        ));
    }
}
