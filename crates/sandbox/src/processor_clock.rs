//! The processor time of another process, read with one system call.

use std::fs;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

/// The kernel's processor clock of one process. After the process ended, reading it fails or reads
/// the clock of a new process with the same number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessorClock(libc::clockid_t);

/// The number of the process behind a descriptor, in the caller's process namespace.
pub(crate) fn process_number(process: &OwnedFd) -> Option<libc::pid_t> {
    let facts = fs::read_to_string(format!("/proc/self/fdinfo/{}", process.as_raw_fd())).ok()?;
    let number = facts.lines().find_map(|line| line.strip_prefix("Pid:"))?;
    number.trim().parse().ok()
}

impl ProcessorClock {
    /// The clock of the process with this number; `None` when there is no such process.
    pub(crate) fn new(process: libc::pid_t) -> Option<Self> {
        let mut clock = 0;
        // SAFETY: the call writes only the clock that the pointer refers to.
        #[expect(unsafe_code, reason = "rustix has no clocks of processes")]
        let done = unsafe { libc::clock_getcpuclockid(process, &raw mut clock) };
        (done == 0).then_some(Self(clock))
    }

    /// The time used by all threads of the process, including those that ended.
    pub(crate) fn read(self) -> Option<Duration> {
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: the call writes only the time that the pointer refers to.
        #[expect(unsafe_code, reason = "rustix has no clocks of processes")]
        let done = unsafe { libc::clock_gettime(self.0, &raw mut time) };
        if done != 0 {
            return None;
        }
        let (seconds, nanos) = (
            u64::try_from(time.tv_sec).ok()?,
            u32::try_from(time.tv_nsec).ok()?,
        );
        Some(Duration::new(seconds, nanos))
    }
}
