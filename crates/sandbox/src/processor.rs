//! The processor time of another process, in one system call.

use std::fs;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

/// The clock of one process; once that is gone, it may be nobody's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessorClock(libc::clockid_t);

/// The number of the process behind a descriptor, whatever it is in its own namespace.
pub(crate) fn number(process: &OwnedFd) -> Option<libc::pid_t> {
    let facts = fs::read_to_string(format!("/proc/self/fdinfo/{}", process.as_raw_fd())).ok()?;
    let number = facts.lines().find_map(|line| line.strip_prefix("Pid:"))?;
    number.trim().parse().ok()
}

impl ProcessorClock {
    /// The clock of the process with a number.
    pub(crate) fn of(process: libc::pid_t) -> Option<Self> {
        let mut clock = 0;
        // SAFETY: the call writes the clock where it is told to, and nowhere else.
        #[expect(unsafe_code, reason = "rustix has no clocks of processes")]
        let done = unsafe { libc::clock_getcpuclockid(process, &raw mut clock) };
        (done == 0).then_some(Self(clock))
    }

    /// The time used by all threads of the process, living and dead.
    pub(crate) fn read(self) -> Option<Duration> {
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: the call writes the time where it is told to, and nowhere else.
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
