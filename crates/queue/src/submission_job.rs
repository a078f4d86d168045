//! A student's submission as a job: its archive, and the options of grading.

use std::path::{Path, PathBuf};

use grade::GradeOptions;
use serde::{Deserialize, Serialize};
use subject::Subject;

use crate::job::InvalidJob;

/// Maximum number of inputs that a job may ask for each function.
const MAX_INPUTS: usize = 10_000;
/// Maximum number of functions that a job may map to other names.
const MAX_MAPPED_NAMES: usize = 1000;

/// One submission in a form that can be sent, without its scale, which only the dispatcher needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubmissionJob {
    subject: String,
    archive: String,
    /// Name of the submitted file in the archive; none for a whole folder.
    file: Option<String>,
    /// Path of the submission at the dispatcher, which the report shows.
    display_path: String,
    /// Number of inputs for each function.
    inputs: usize,
    /// Names of the subject's functions, each with the name that the student gave it.
    map: Vec<(String, String)>,
    /// Command that runs the submission, if it is not the usual one.
    run: Option<String>,
    /// Digest of the archive of a teacher's own tests.
    tests: Option<String>,
}

impl SubmissionJob {
    /// The job for the submission at a path, which was packed.
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
            display_path: path.to_string_lossy().into_owned(),
            inputs: options.inputs,
            map: options.map.clone(),
            run: options.run.clone(),
            tests: tests.map(str::to_owned),
        }
    }

    /// Digests of the archives that grading needs: the submission's, then that of the tests.
    pub(crate) fn archives(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.archive).chain(self.tests.as_deref())
    }

    /// Digest of the submission's archive.
    pub(crate) fn digest(&self) -> &str {
        &self.archive
    }

    pub(crate) fn display_path(&self) -> &str {
        &self.display_path
    }

    pub(crate) fn subject(&self) -> Result<&'static Subject, InvalidJob> {
        games::subject(&self.subject).map_err(|error| InvalidJob(error.to_string()))
    }

    /// Path of the submission on this machine; `folder` is its unpacked archive.
    pub(crate) fn path(&self, folder: &Path) -> Result<PathBuf, InvalidJob> {
        let Some(file) = &self.file else {
            return Ok(folder.to_owned());
        };
        let is_name = Path::new(file)
            .file_name()
            .is_some_and(|name| name == &**file);
        if is_name {
            Ok(folder.join(file))
        } else {
            Err(InvalidJob(format!("{file:?} is not a file name")))
        }
    }

    /// The options of grading; `tests` is the unpacked folder of a teacher's own tests.
    pub(crate) fn options(&self, tests: Option<&Path>) -> Result<GradeOptions, InvalidJob> {
        let (inputs, names) = (self.inputs, self.map.len());
        if inputs > MAX_INPUTS || names > MAX_MAPPED_NAMES {
            let reason = format!("{inputs} inputs and {names} mapped names are too many");
            return Err(InvalidJob(reason));
        }
        Ok(GradeOptions {
            inputs: self.inputs,
            map: self.map.clone(),
            run: self.run.clone(),
            tests: tests.map(Path::to_owned),
            called: Some(self.display_path.clone().into()),
            ..GradeOptions::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::encode;

    fn sample() -> SubmissionJob {
        SubmissionJob {
            subject: "421".to_owned(),
            archive: "0".repeat(64),
            file: Some("devoir.py".to_owned()),
            display_path: "rendus/ana/devoir.py".to_owned(),
            inputs: 1000,
            map: vec![("trier".to_owned(), "tri_decr".to_owned())],
            run: None,
            tests: None,
        }
    }

    #[test]
    fn a_decoded_job_asks_for_the_same_grading() {
        let bytes = encode(&sample());
        let decoded: SubmissionJob =
            serde_json::from_slice(&bytes).expect("an encoded job decodes");
        let options = decoded.options(None).expect("options within the limits");
        assert_eq!(options.map, sample().map);
        assert_eq!(
            options.called.as_deref(),
            Some(Path::new("rendus/ana/devoir.py"))
        );
        assert_eq!(decoded.subject().map(|subject| subject.name), Ok("421"));
        let path = decoded.path(Path::new("cache"));
        assert_eq!(path, Ok("cache/devoir.py".into()));
    }

    #[test]
    fn a_submission_with_a_foreign_path_an_unknown_subject_or_too_many_inputs_is_refused() {
        for file in ["../x.py", "/etc/passwd", "a/b.py", "..", ""] {
            let file = Some(file.to_owned());
            let job = SubmissionJob { file, ..sample() };
            assert!(job.path(Path::new("cache")).is_err(), "{:?}", job.file);
        }
        let subject = "chess".to_owned();
        assert!(
            SubmissionJob {
                subject,
                ..sample()
            }
            .subject()
            .is_err()
        );
        let inputs = MAX_INPUTS + 1;
        assert!(SubmissionJob { inputs, ..sample() }.options(None).is_err());
    }
}
