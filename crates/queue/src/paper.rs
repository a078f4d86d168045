//! A student's paper on its way to whoever judges it.

use std::path::{Path, PathBuf};

use grade::GradeOptions;
use house::subject::{self, Subject};
use serde::{Deserialize, Serialize};

use crate::job::BadJob;

/// Inputs of a function, and functions under other names: nobody asks for more.
const MOST_INPUTS: usize = 10_000;
const MOST_NAMES: usize = 1000;

/// What one student handed in, and what is asked of it. What each check is worth stays at home.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paper {
    subject: String,
    /// The digest of the archive it travels in.
    archive: String,
    /// The file in it, where it is not a whole folder.
    file: Option<String>,
    /// How the report calls it.
    called: String,
    inputs: usize,
    map: Vec<(String, String)>,
    run: Option<String>,
    /// The digest of a teacher's own tests.
    tests: Option<String>,
}

impl Paper {
    /// A path that was packed.
    pub(crate) fn new(
        subject: &Subject,
        path: &Path,
        archive: &str,
        tests: Option<&str>,
        options: &GradeOptions,
    ) -> Self {
        let file = path.file_name().filter(|_| path.is_file());
        Self {
            subject: subject.name.to_owned(),
            archive: archive.to_owned(),
            file: file.map(|file| file.to_string_lossy().into_owned()),
            called: path.to_string_lossy().into_owned(),
            inputs: options.inputs,
            map: options.map.clone(),
            run: options.run.clone(),
            tests: tests.map(str::to_owned),
        }
    }

    /// The digests of what it takes.
    pub(crate) fn archives(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.archive).chain(self.tests.as_deref())
    }

    pub(crate) fn called(&self) -> &str {
        &self.called
    }

    /// The subject, as this house has it.
    ///
    /// # Errors
    /// When it has none of that name.
    pub(crate) fn subject(&self) -> Result<&'static Subject, BadJob> {
        subject::subject(&self.subject).map_err(|error| BadJob(error.to_string()))
    }

    /// Where it lies below the folder of its archive.
    ///
    /// # Errors
    /// When it leads out of there.
    pub(crate) fn path(&self, folder: &Path) -> Result<PathBuf, BadJob> {
        let Some(file) = &self.file else {
            return Ok(folder.to_owned());
        };
        let plain = Path::new(file)
            .file_name()
            .is_some_and(|name| name == &**file);
        if plain {
            Ok(folder.join(file))
        } else {
            Err(BadJob(format!("{file:?} is no file of a paper")))
        }
    }

    /// What is asked, with a teacher's tests where they are here.
    ///
    /// # Errors
    /// When it is more than anybody asks.
    pub(crate) fn options(&self, tests: Option<&Path>) -> Result<GradeOptions, BadJob> {
        if self.inputs > MOST_INPUTS || self.map.len() > MOST_NAMES {
            return Err(BadJob(format!("{} inputs", self.inputs)));
        }
        Ok(GradeOptions {
            inputs: self.inputs,
            map: self.map.clone(),
            run: self.run.clone(),
            tests: tests.map(Path::to_owned),
            called: Some(self.called.clone().into()),
            ..GradeOptions::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::written;

    fn sample() -> Paper {
        Paper {
            subject: "421".to_owned(),
            archive: "0".repeat(64),
            file: Some("devoir.py".to_owned()),
            called: "rendus/ana/devoir.py".to_owned(),
            inputs: 1000,
            map: vec![("trier".to_owned(), "tri_decr".to_owned())],
            run: None,
            tests: None,
        }
    }

    #[test]
    fn a_paper_is_the_same_question_there() {
        let there: Paper = serde_json::from_slice(&written(&sample())).expect("a paper");
        let options = there.options(None).expect("usual");
        assert_eq!(options.map, sample().map);
        assert_eq!(
            options.called.as_deref(),
            Some(Path::new("rendus/ana/devoir.py"))
        );
        assert_eq!(there.subject().map(|subject| subject.name), Ok("421"));
        let path = there.path(Path::new("shelf"));
        assert_eq!(path, Ok("shelf/devoir.py".into()));
    }

    #[test]
    fn a_paper_that_no_class_would_send_is_refused() {
        for file in ["../x.py", "/etc/passwd", "a/b.py", "..", ""] {
            let file = Some(file.to_owned());
            let paper = Paper { file, ..sample() };
            assert!(paper.path(Path::new("shelf")).is_err(), "{:?}", paper.file);
        }
        let subject = "chess".to_owned();
        assert!(
            Paper {
                subject,
                ..sample()
            }
            .subject()
            .is_err()
        );
        let inputs = MOST_INPUTS + 1;
        assert!(Paper { inputs, ..sample() }.options(None).is_err());
    }
}
