//! Attempts to escape from the cage, each with every protection that prevents it, and with none.

use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::Path;
use std::{fs, process};

use rustix::io::{FdFlags, fcntl_setfd};

use sandbox::Protection::{Landlock, Limits, Namespaces, Seccomp, User};

use crate::test_program::Outcome::Says;
use crate::test_program::Uncaged::{Escapes, EscapesAsRoot, Unknown};
use crate::test_program::{MOVE, TestProgram, best_cage, skip};

/// Tests of programs without arguments: file, protections that prevent the escape alone, and result
/// without a cage.
macro_rules! escapes {
    ($($name:ident: $file:literal, [$($protection:expr),*], $uncaged:expr;)+) => {$(
        #[test]
        fn $name() {
            if let Some(program) = TestProgram::new($file) {
                program.check_caged(&[$($protection),*], $uncaged);
            }
        }
    )+};
}

escapes! {
    traces_its_parent: "traces_its_parent.c", [Landlock, Seccomp], EscapesAsRoot;
    reads_memory_of_its_parent: "reads_memory_of_its_parent.c", [Landlock], EscapesAsRoot;
    reads_the_supervisors_environment: "reads_the_supervisors_environment.c", [Landlock], EscapesAsRoot;
    reads_another_memory: "reads_another_memory.c", [Seccomp], Escapes;
    shared_memory: "shared_memory.c", [Seccomp], Escapes;
    memory_file: "memory_file.c", [Seccomp], Escapes;
    io_uring: "io_uring.c", [Seccomp], Unknown;
    nested_namespaces: "nested_namespaces.c", [Seccomp], Unknown;
    clones_namespaces: "clones_namespaces.c", [Seccomp], Unknown;
    keyring: "keyring.c", [Seccomp], Unknown;
    bpf: "bpf.c", [Seccomp], Unknown;
    mounts: "mounts.c", [Seccomp, User], Unknown;
    gains_privileges: "gains_privileges.c", [User], EscapesAsRoot;
    x32_call_numbers: "x32_call_numbers.c", [Seccomp], Unknown;
    unlisted_calls: "unlisted_calls.c", [Seccomp], Escapes;
    touches_devices: "touches_devices.c", [Seccomp, Namespaces], Escapes;
    locks_a_file: "locks_a_file.c", [Seccomp], Escapes;
    leaves_a_hint: "leaves_a_hint.c", [Seccomp], Escapes;
    limits_its_supervisor: "limits_its_supervisor.c", [Seccomp], Escapes;
    maps_huge_pages: "maps_huge_pages.c", [Seccomp], Escapes;
    passes_descriptors: "passes_descriptors.c", [Seccomp], Escapes;
    hides_from_proc: "hides_from_proc.c", [Seccomp], Escapes;
    sees_the_machine: "sees_the_machine.c", [], Escapes;
    environment: "environment.c", [], Unknown;
    asks_for_too_much: "asks_for_too_much.c", [Limits], Escapes;
    descriptors: "descriptors.c", [Limits], Unknown;
    many_files: "many_files.c", [Namespaces], Unknown;
    several_large_files: "several_large_files.c", [Namespaces], Unknown;
    rewrites_itself: "rewrites_itself.py", [Landlock, Namespaces], Escapes;
    writes_in_its_folder: "writes_in_its_folder.c", [Landlock, Namespaces], Escapes;
}

#[test]
fn the_machine_looks_the_same_at_all_times_without_namespaces() {
    if let Some(program) = TestProgram::new("sees_the_machine.c") {
        let cage = best_cage().only(&[User, Limits, Landlock, Seccomp]);
        if cage.protections().contains(&Landlock) {
            program.check_on(&cage, &[Says("caged")]);
        }
    }
}

#[test]
fn sockets_of_the_machine_without_namespaces() {
    if let Some(mut program) = TestProgram::new("opens_a_file.c") {
        let cage = best_cage().only(&[User, Limits, Landlock, Seccomp]);
        for file in ["/proc/self/net/unix", "/proc/self/smaps"] {
            program.word = file.to_owned();
            if cage.protections().contains(&Landlock) {
                program.check_on(&cage, &[Says("caged")]);
            }
        }
    }
}

/// The kernel counts processes, pipes and signals for each user.
#[test]
fn every_program_has_a_user_of_its_own() {
    if !rustix::process::geteuid().is_root() {
        return skip("writes_its_user.c", "only root can change user");
    }
    if let Some(program) = TestProgram::new("writes_its_user.c") {
        let cage = best_cage();
        let user = || {
            let mut process = cage.start(&program.command()).expect("the program starts");
            process.ask("play", MOVE).expect("the program answers").line
        };
        assert_ne!(user(), user());
    }
}

#[test]
fn sends_to_a_named_socket() {
    if let Some(mut program) = TestProgram::new("sends_to_a_named_socket.c") {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        open(folder.path(), 0o755);
        let at = folder.path().join("socket");
        let _socket = UnixDatagram::bind(&at).unwrap();
        open(&at, 0o777);
        program.word = at.display().to_string();
        program.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn inherited_descriptors() {
    if let Some(program) = TestProgram::new("inherited_descriptors.c") {
        let left_open = fs::File::open("/dev/null").unwrap();
        fcntl_setfd(&left_open, FdFlags::empty()).unwrap();
        program.check_caged(&[], Unknown);
        program.check_on(&best_cage().only(&[]), &[Says("caged")]);
    }
}

#[test]
fn signals_the_host() {
    if let Some(mut program) = TestProgram::new("signals_the_host.c") {
        program.word = process::id().to_string();
        program.check_caged(&[Landlock, Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn signals_the_host_by_a_pipe() {
    if let Some(mut program) = TestProgram::new("signals_by_a_pipe.c") {
        program.word = process::id().to_string();
        program.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn reads_the_processor_time_of_the_host() {
    if let Some(mut program) = TestProgram::new("reads_processor_clocks.c") {
        program.word = process::id().to_string();
        program.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

/// Landlock does not restrict changes of modes and times, and the user who starts a program may own files.
#[test]
fn changes_a_file_of_the_user() {
    if let Some(mut program) = TestProgram::new("changes_modes.c") {
        let other = tempfile::tempdir().unwrap();
        let file = other.path().join("marks");
        fs::write(&file, "17").unwrap();
        program.word = file.display().to_string();
        program.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn changes_its_own_files() {
    if let Some(mut program) = TestProgram::new("changes_modes.c") {
        let file = program.folder().join("memory");
        fs::write(&file, "17").unwrap();
        program.word = file.display().to_string();
        program.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn kills_every_process_it_can() {
    for name in ["kills_its_supervisor.c", "kills_all_processes.c"] {
        let cage = best_cage();
        if !cage.protections().contains(&Namespaces) {
            skip(name, "namespaces are missing");
        } else if let Some(program) = TestProgram::new(name) {
            program.check(&[Says("1")]);
        }
    }
}

#[test]
fn reads_proc_of_others() {
    if let Some(mut program) = TestProgram::new("reads_proc_of_others.c") {
        program.word = process::id().to_string();
        program.check_caged(&[Landlock, Namespaces], Escapes);
    }
}

#[test]
fn tcp() {
    if let Some(mut program) = TestProgram::new("tcp.c") {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        program.word = listener.local_addr().unwrap().port().to_string();
        program.check_caged(&[Landlock, Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn udp() {
    if let Some(mut program) = TestProgram::new("udp.c") {
        let listener = UdpSocket::bind("127.0.0.1:0").unwrap();
        program.word = listener.local_addr().unwrap().port().to_string();
        program.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn unix_socket() {
    if let Some(mut program) = TestProgram::new("unix_socket.c") {
        let other = tempfile::tempdir().unwrap();
        let path = other.path().join("socket");
        let _listener = UnixListener::bind(&path).unwrap();
        program.word = path.display().to_string();
        program.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn abstract_socket() {
    if let Some(mut program) = TestProgram::new("abstract_socket.c") {
        program.word = format!("brelan-test-{}", process::id());
        let address = SocketAddr::from_abstract_name(&program.word).unwrap();
        let _listener = UnixListener::bind_addr(&address).unwrap();
        program.check_caged(&[Landlock, Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn opponents_folder() {
    if let Some(mut program) = TestProgram::new("opens_a_file.c") {
        let opponent = tempfile::tempdir().unwrap();
        let secret = opponent.path().join("strategy");
        fs::write(&secret, "the first column").unwrap();
        program.word = secret.display().to_string();
        program.check_caged(&[Landlock, Namespaces], Escapes);
    }
}

/// The opponent's program and the results so far may be in the program's own folder.
#[test]
fn hidden_files_of_its_own_folder() {
    if let Some(mut program) = TestProgram::new("opens_a_file.c") {
        let folder = program.folder().canonicalize().unwrap();
        fs::create_dir(folder.join("results")).unwrap();
        for (name, hidden) in [
            ("opponent.py", "opponent.py"),
            ("results/games.jsonl", "results/games.jsonl"),
            ("results/games.jsonl", "results"),
        ] {
            let file = folder.join(name);
            fs::write(&file, "the first column").unwrap();
            program.word = file.display().to_string();
            program.hidden = vec![folder.join(hidden)];
            program.check_caged(&[Landlock], Escapes);
            // Root may open a file that nobody else may.
            let cage = best_cage().only(&[User, Namespaces]);
            if cage.protections().contains(&Namespaces) {
                program.check_on(&cage, &[Says("caged")]);
            }
        }
        program.hidden.clear();
        program.check_on(&best_cage(), &[Says("escaped")]);
    }
}

#[test]
fn files_of_the_machine() {
    for file in [
        "/etc/passwd",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ] {
        if let Some(mut program) = TestProgram::new("opens_a_file.c") {
            program.word = file.to_owned();
            program.check_caged(&[Landlock, Namespaces], Escapes);
        }
    }
}

#[test]
fn folders_of_the_machine() {
    if let Some(mut program) = TestProgram::new("lists_a_folder.c") {
        for folder in [env!("CARGO_MANIFEST_DIR"), "/etc", "/var", "/sys"] {
            program.word = folder.to_owned();
            program.check_caged(&[Landlock], Escapes);
        }
    }
}

#[test]
fn follows_a_link_out() {
    if let Some(program) = TestProgram::new("follows_a_link_out.c") {
        let other = tempfile::tempdir().unwrap();
        let secret = other.path().join("secret");
        fs::write(&secret, "secret").unwrap();
        symlink(&secret, program.folder().join("link")).unwrap();
        program.check_caged(&[Landlock, Namespaces], Escapes);
    }
}

#[test]
fn shared_memory_of_others() {
    let Ok(file) = tempfile::NamedTempFile::new_in("/dev/shm") else {
        skip("opens_a_file.c", "there is no /dev/shm");
        return;
    };
    let readable = fs::Permissions::from_mode(0o644);
    fs::set_permissions(file.path(), readable).unwrap();
    if let Some(mut program) = TestProgram::new("opens_a_file.c") {
        program.word = file.path().display().to_string();
        program.check_caged(&[Landlock, Namespaces], Escapes);
    }
}
