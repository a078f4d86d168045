//! What a program learns about the machine: the same made-up answers at all times; and, where nothing else
//! counts them, the number of processes that it creates.
//!
//! Real numbers, such as the free memory, would let two games that run at the same time talk to each
//! other.

use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};

use super::Protection;
use super::launch_request::LaunchRequest;
use crate::ProgramLimits;

/// Number of questions that the supervisor answers; later ones fail, so that they cannot keep it busy.
const MOST_ANSWERS: u32 = 1000;
/// The machine's memory as programs see it, in multiples of the limit: Java and JavaScript take a quarter
/// for their heap.
const MEMORY_FACTOR: u64 = 4;

/// The files of `/proc` about the machine that programs read: path and text.
pub(super) fn proc_files(limits: &ProgramLimits) -> [(&'static str, String); 6] {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let each = |text: fn(usize) -> String| (0..processors).map(text).collect::<String>();
    let kilobytes = (limits.memory * MEMORY_FACTOR) >> 10;
    let sizes = ["MemTotal", "MemFree", "MemAvailable"];
    let sizes: String = sizes
        .map(|name| format!("{name}: {kilobytes} kB\n"))
        .concat();
    let none = [
        "Buffers",
        "Cached",
        "SwapCached",
        "SwapTotal",
        "SwapFree",
        "Shmem",
    ];
    let none: String = none.map(|name| format!("{name}: 0 kB\n")).concat();
    let zeros = "0 0 0 0 0 0 0 0 0 0\n";
    let stat = each(|number| format!("cpu{number} 0 0 0 0 0 0 0 0 0 0\n"));
    let rest = "intr 0\nctxt 0\nbtime 0\nprocesses 1\nprocs_running 1\nprocs_blocked 0\n";
    [
        ("meminfo", sizes + &none),
        ("stat", format!("cpu  {zeros}{stat}{rest}")),
        (
            "cpuinfo",
            each(|number| format!("processor\t: {number}\nmodel name\t: unknown\n\n")),
        ),
        ("loadavg", "0.00 0.00 0.00 1/1 1\n".to_owned()),
        ("uptime", "1.00 1.00\n".to_owned()),
        ("sys/vm/overcommit_memory", "0\n".to_owned()),
    ]
}

/// Calls that create a process or thread.
const CREATING: &[i64] = &[
    libc::SYS_clone,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

/// Tests whether the filter alone can count the processes that a program creates. A control group counts
/// their processor time, and in a process namespace their numbers are counted.
fn counts_processes(request: &LaunchRequest) -> bool {
    !request.has(Protection::Cgroups) && !request.has(Protection::Namespaces)
}

/// Filters `sysinfo`, and where it counts processes their creation, of this process and its children: the
/// holder of the returned descriptor answers.
pub(super) fn listen(request: &LaunchRequest) -> io::Result<OwnedFd> {
    let instruction = |code: u32, jt, jf, k| libc::sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let end = |value| instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value);
    let mut filter = vec![instruction(
        libc::BPF_LD | libc::BPF_W | libc::BPF_ABS,
        0,
        0,
        0,
    )];
    let counted = CREATING.iter().filter(|_| counts_processes(request));
    for call in counted.chain(&[libc::SYS_sysinfo]) {
        // Another filter refuses calls of other processor families.
        let call = *call as u32;
        filter.push(instruction(
            libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
            0,
            1,
            call,
        ));
        filter.push(end(libc::SECCOMP_RET_USER_NOTIF));
    }
    filter.push(end(libc::SECCOMP_RET_ALLOW));
    let program = libc::sock_fprog {
        len: filter.len() as u16,
        filter: filter.as_mut_ptr(),
    };
    // SAFETY: the program and its filter outlive the call, and the length is the filter's. The returned
    // descriptor is new.
    #[expect(unsafe_code, reason = "no safe interface returns the listener")]
    unsafe {
        let listener = libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        );
        if listener < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(OwnedFd::from_raw_fd(listener as i32))
    }
}

/// Answers the questions of a cage's processes.
#[derive(Debug)]
pub(super) struct MachineInfo {
    listener: OwnedFd,
    answer: libc::sysinfo,
    /// Number of questions about the machine that are still answered.
    left: u32,
    /// Number of processes and threads created, where the filter counts them.
    created: Option<u64>,
}

impl MachineInfo {
    pub(super) fn new(listener: OwnedFd, request: &LaunchRequest) -> Self {
        // SAFETY: all zeros is a valid value of this structure of integers.
        #[expect(unsafe_code, reason = "the structure has hidden fields")]
        let mut answer: libc::sysinfo = unsafe { std::mem::zeroed() };
        let memory = request.limits.memory * MEMORY_FACTOR;
        (answer.totalram, answer.freeram) = (memory, memory);
        (answer.uptime, answer.procs, answer.mem_unit) = (1, 1, 1);
        Self {
            listener,
            answer,
            left: MOST_ANSWERS,
            created: counts_processes(request).then_some(0),
        }
    }

    /// Number of processes and threads that the cage's processes asked to create, where the filter counts
    /// them.
    pub(super) const fn created(&self) -> Option<u64> {
        self.created
    }

    /// Answers one question; false when no more is answered, so that the listener must be dropped.
    pub(super) fn answer(&mut self) -> bool {
        // A question fails to be received when its process was killed meanwhile.
        let _ = self.try_answer();
        self.left > 0 || self.created.is_some()
    }

    #[expect(unsafe_code, reason = "no safe interface has these system calls")]
    fn try_answer(&mut self) -> io::Result<()> {
        let listener = self.listener.as_raw_fd();
        let request = |operation: u64, argument: *mut libc::c_void| {
            // SAFETY: each operation is called with the structure that it reads or writes.
            match unsafe { libc::ioctl(listener, operation as _, argument) } {
                0.. => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        };
        // SAFETY: all zeros is what the kernel asks for in this structure of integers.
        let mut question: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        request(RECEIVE, (&raw mut question).cast())?;
        let mut response = libc::seccomp_notif_resp {
            id: question.id,
            val: 0,
            error: 0,
            flags: 0,
        };
        if i64::from(question.data.nr) != libc::SYS_sysinfo {
            self.created = self.created.map(|created| created + 1);
            response.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32;
        } else if self.left == 0 {
            response.error = -libc::ENOSYS;
        } else {
            self.left -= 1;
            let wrote = self.write(question.pid, question.data.args[0]);
            // Had the process ended meanwhile, its number could have been given to another of this cage.
            request(IS_VALID, (&raw mut question.id).cast())?;
            response.error = wrote.map_or(-libc::EFAULT, |()| 0);
        }
        request(SEND, (&raw mut response).cast())
    }

    /// Writes the answer to the memory of the process that asked.
    #[expect(unsafe_code, reason = "writes to another process")]
    fn write(&self, process: u32, address: u64) -> io::Result<()> {
        let length = size_of_val(&self.answer);
        let from = libc::iovec {
            iov_base: (&raw const self.answer).cast_mut().cast(),
            iov_len: length,
        };
        let to = libc::iovec {
            iov_base: address as *mut libc::c_void,
            iov_len: length,
        };
        let process = i32::try_from(process).map_err(io::Error::other)?;
        // SAFETY: the kernel only reads this process's structure, and checks the other's addresses.
        let written =
            unsafe { libc::process_vm_writev(process, &raw const from, 1, &raw const to, 1, 0) };
        match usize::try_from(written) {
            Ok(written) if written == length => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

impl AsFd for MachineInfo {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.listener.as_fd()
    }
}

/// The request `SECCOMP_IOCTL_NOTIF_RECV`.
const RECEIVE: u64 = 0xc050_2100;
/// The request `SECCOMP_IOCTL_NOTIF_SEND`.
const SEND: u64 = 0xc018_2101;
/// The request `SECCOMP_IOCTL_NOTIF_ID_VALID`.
const IS_VALID: u64 = 0x4008_2102;
