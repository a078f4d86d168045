//! Finds the submissions of a class: one folder or file per student, with or without Moodle's names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use text::printable;

use crate::submission::SubmissionError;

const MOST_STUDENTS: usize = 2000;

/// The folder of the class: the only folder inside `folder` if there is one, else `folder` itself.
pub(super) fn class_folder(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder).map(|it| it.flatten().map(|entry| entry.path()));
    let entries: Vec<PathBuf> = entries.map_or_else(|_| vec![], Iterator::collect);
    match entries.as_slice() {
        [only] if only.is_dir() && student_name(only).1.is_none() => only.clone(),
        _ => folder.to_owned(),
    }
}

/// Copies files that Moodle puts side by side into one folder per student, below `into`. Other paths
/// are returned unchanged.
pub(super) fn group_by_student(paths: Vec<PathBuf>, into: &Path) -> Vec<PathBuf> {
    let mut by_student: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut grouped = Vec::new();
    for path in paths {
        match student_name(&path) {
            (name, Some(number)) if path.is_file() => {
                let folder = format!("{name}_{number}_assignsubmission_file_");
                by_student.entry(folder).or_default().push(path);
            }
            _ => grouped.push(path),
        }
    }
    for (name, files) in by_student {
        let folder = into.join(name);
        let copied = files.iter().all(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let own = name.rsplit("assignsubmission_file_").next();
            let made = fs::create_dir_all(&folder).is_ok();
            made && fs::copy(file, folder.join(own.unwrap_or_default())).is_ok()
        });
        match files.as_slice() {
            // A single file needs no folder; files that cannot be copied stay where they are.
            [one] => grouped.push(one.clone()),
            _ if copied => grouped.push(folder),
            several => grouped.extend(several.iter().cloned()),
        }
    }
    grouped.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    grouped
}

/// The visible folders and files of a class, sorted by name.
pub(super) fn list_submissions(folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let unreadable = |reason| SubmissionError::unreadable(folder, reason);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let hidden = entry.file_name().to_string_lossy().starts_with(['.', '_']);
        if !hidden && paths.len() <= MOST_STUDENTS {
            paths.push(entry.path());
        }
    }
    if paths.len() > MOST_STUDENTS {
        return Err(SubmissionError::TooLarge(folder.display().to_string()));
    }
    paths.sort();
    Ok(paths)
}

/// The student's name and Moodle's participant number, from a path that Moodle names
/// `Nom Prénom_123456_assignsubmission_file_`. Another path has its own name and no number.
pub(super) fn student_name(path: &Path) -> (String, Option<String>) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    // A name stays on the line on which it is printed.
    let stem = printable(&stem).replace(['\n', '\t'], "\u{fffd}");
    let mut parts = stem.splitn(3, '_');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), Some(number), Some(rest)) if rest.starts_with("assignsubmission") => {
            (name.to_owned(), Some(number.to_owned()))
        }
        _ => (stem, None),
    }
}

/// The student whose file or folder a path in a class is, as one word.
pub(super) fn owner(path: &Path) -> String {
    let (name, number) = student_name(path);
    name + "_" + &number.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_of_moodle_are_recognised() {
        let moodle = student_name(Path::new("x/Ana Dupont_123456_assignsubmission_file_"));
        assert_eq!(moodle, ("Ana Dupont".to_owned(), Some("123456".to_owned())));
        assert_eq!(
            student_name(Path::new("x/ana_dupont.py")),
            ("ana_dupont".to_owned(), None)
        );
        let hostile = student_name(Path::new("x/\u{1b}[31mBob\n20 sur 20\u{202e}.py")).0;
        assert_eq!(hostile, "\u{fffd}[31mBob\u{fffd}20 sur 20\u{fffd}");
    }
}
