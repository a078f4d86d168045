//! A failed step of a launch, as the launcher reports it to the host.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::program_failure::StartFailure;

/// The step of a launch that failed, and the system's error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchFailure {
    /// The name of the step, such as `exec` or `mount`.
    pub step: String,
    /// The error number; 0 when there is none.
    errno: i32,
    /// The system's error text.
    pub reason: String,
}

impl LaunchFailure {
    /// Converts an error of `step`, for use with `map_err`.
    pub(super) fn at<E: Into<io::Error>>(step: &'static str) -> impl FnOnce(E) -> Self {
        move |error| {
            let error = error.into();
            Self {
                step: step.to_owned(),
                errno: error.raw_os_error().unwrap_or(0),
                reason: error.to_string(),
            }
        }
    }

    /// The failure as the owner of the program `file` reads it.
    pub(super) fn into_start_failure(self, file: &Path) -> StartFailure {
        match (self.step.as_str(), self.errno) {
            ("exec", libc::ENOENT) => StartFailure::Missing(file.to_owned()),
            ("exec", libc::EACCES) => StartFailure::Denied(file.to_owned()),
            ("exec", libc::ENOEXEC) => StartFailure::NoFormat(file.to_owned()),
            _ => StartFailure::System(self),
        }
    }
}
