//! Who is in a class: a folder or file a student, as Moodle names them or as they come.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::submission::SubmissionError;

/// More students than any course has.
const MOST_STUDENTS: usize = 2000;

/// The folder of a class in an archive that holds it as its only folder.
pub(super) fn within(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder).map(|it| it.flatten().map(|entry| entry.path()));
    let entries: Vec<PathBuf> = entries.map_or_else(|_| vec![], Iterator::collect);
    match entries.as_slice() {
        [only] if only.is_dir() && named(only).1.is_none() => only.clone(),
        _ => folder.to_owned(),
    }
}

/// Files that Moodle puts side by side, of which several are one student's, in a folder each.
pub(super) fn gather(paths: Vec<PathBuf>, into: &Path) -> Vec<PathBuf> {
    let mut of_student: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut gathered = Vec::new();
    for path in paths {
        match named(&path) {
            (name, Some(number)) if path.is_file() => {
                let folder = format!("{name}_{number}_assignsubmission_file_");
                of_student.entry(folder).or_default().push(path);
            }
            _ => gathered.push(path),
        }
    }
    for (name, files) in of_student {
        let folder = into.join(name);
        let copied = files.iter().all(|file| {
            let own = file.file_name().unwrap_or_default().to_string_lossy();
            let own = own
                .split("assignsubmission_file_")
                .last()
                .unwrap_or_default();
            let made = fs::create_dir_all(&folder).is_ok();
            made && fs::copy(file, folder.join(own)).is_ok()
        });
        match files.as_slice() {
            // One file is judged where it lies, and what cannot be copied as well.
            [one] => gathered.push(one.clone()),
            _ if copied => gathered.push(folder),
            several => gathered.extend(several.iter().cloned()),
        }
    }
    gathered.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    gathered
}

/// What is in the folder of a class, without what is hidden.
pub(super) fn handed_in(folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let shown = || folder.display().to_string();
    let unreadable = |reason| SubmissionError::Unreadable {
        path: shown(),
        reason,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let hidden = entry.file_name().to_string_lossy().starts_with(['.', '_']);
        if !hidden && paths.len() <= MOST_STUDENTS {
            paths.push(entry.path());
        }
    }
    if paths.len() > MOST_STUDENTS {
        return Err(SubmissionError::TooLarge(shown()));
    }
    paths.sort();
    Ok(paths)
}

/// `Nom Prénom_123456_assignsubmission_file_` as Moodle names it, or any name.
pub(super) fn named(path: &Path) -> (String, Option<String>) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut parts = stem.splitn(3, '_');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), Some(number), Some(rest)) if rest.starts_with("assignsubmission") => {
            (name.to_owned(), Some(number.to_owned()))
        }
        _ => (stem.into_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_moodle() {
        let moodle = named(Path::new("x/Ana Dupont_123456_assignsubmission_file_"));
        assert_eq!(moodle, ("Ana Dupont".to_owned(), Some("123456".to_owned())));
        assert_eq!(
            named(Path::new("x/ana_dupont.py")),
            ("ana_dupont".to_owned(), None)
        );
    }
}
