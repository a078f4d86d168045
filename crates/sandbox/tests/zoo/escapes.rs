//! Ways out of the cage: each is tried on every rung that bars it, and where nothing does.

use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::{fs, process};

use rustix::io::{FdFlags, fcntl_setfd};

use sandbox::Rung::{Landlock, Limits, Namespaces, Seccomp, User};

use crate::animal::Outcome::Says;
use crate::animal::Uncaged::{Escapes, EscapesAsRoot, Unknown};
use crate::animal::{Animal, best_cage, skip};

/// Programs that need not be told anything: the rungs that bar them alone, and what they do uncaged.
macro_rules! escapes {
    ($($name:ident: $file:literal, [$($rung:expr),*], $uncaged:expr;)+) => {$(
        #[test]
        fn $name() {
            if let Some(animal) = Animal::new($file) {
                animal.check_caged(&[$($rung),*], $uncaged);
            }
        }
    )+};
}

escapes! {
    traces_its_parent: "traces_its_parent.c", [Landlock, Seccomp], EscapesAsRoot;
    reads_memory_of_its_parent: "reads_memory_of_its_parent.c", [Landlock], EscapesAsRoot;
    reads_the_keepers_environment: "reads_the_keepers_environment.c", [Landlock], EscapesAsRoot;
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
    second_numbers: "second_numbers.c", [Seccomp], Unknown;
    environment: "environment.c", [], Unknown;
    asks_for_too_much: "asks_for_too_much.c", [Limits], Escapes;
    descriptors: "descriptors.c", [Limits], Unknown;
    many_files: "many_files.c", [Namespaces], Unknown;
    several_large_files: "several_large_files.c", [Namespaces], Unknown;
    rewrites_itself: "rewrites_itself.py", [Landlock, Namespaces], Escapes;
    writes_in_its_folder: "writes_in_its_folder.c", [Landlock, Namespaces], Escapes;
}

#[test]
fn inherited_descriptors() {
    if let Some(animal) = Animal::new("inherited_descriptors.c") {
        let left_open = fs::File::open("/dev/null").unwrap();
        fcntl_setfd(&left_open, FdFlags::empty()).unwrap();
        animal.check_caged(&[], Unknown);
        animal.check_on(&best_cage().only(&[]), &[Says("caged")]);
    }
}

#[test]
fn signals_to_the_house() {
    if let Some(mut animal) = Animal::new("signals_to_the_house.c") {
        animal.word = process::id().to_string();
        animal.check_caged(&[Landlock, Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn kills_whom_it_can() {
    for name in ["kills_its_keeper.c", "kills_everybody.c"] {
        let rungs = best_cage();
        if !rungs.rungs().contains(&Namespaces) {
            skip(name, "namespaces are missing");
        } else if let Some(animal) = Animal::new(name) {
            animal.check(&[Says("1")]);
        }
    }
}

#[test]
fn reads_proc_of_others() {
    if let Some(mut animal) = Animal::new("reads_proc_of_others.c") {
        animal.word = process::id().to_string();
        animal.check_caged(&[Landlock, Namespaces], Escapes);
    }
}

#[test]
fn tcp() {
    if let Some(mut animal) = Animal::new("tcp.c") {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        animal.word = listener.local_addr().unwrap().port().to_string();
        animal.check_caged(&[Landlock, Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn udp() {
    if let Some(mut animal) = Animal::new("udp.c") {
        let listener = UdpSocket::bind("127.0.0.1:0").unwrap();
        animal.word = listener.local_addr().unwrap().port().to_string();
        animal.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn unix_socket() {
    if let Some(mut animal) = Animal::new("unix_socket.c") {
        let other = tempfile::tempdir().unwrap();
        let path = other.path().join("socket");
        let _listener = UnixListener::bind(&path).unwrap();
        animal.word = path.display().to_string();
        animal.check_caged(&[Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn abstract_socket() {
    if let Some(mut animal) = Animal::new("abstract_socket.c") {
        animal.word = format!("brelan-zoo-{}", process::id());
        let address = SocketAddr::from_abstract_name(&animal.word).unwrap();
        let _listener = UnixListener::bind_addr(&address).unwrap();
        animal.check_caged(&[Landlock, Seccomp, Namespaces], Escapes);
    }
}

#[test]
fn opponents_folder() {
    if let Some(mut animal) = Animal::new("opens_a_file.c") {
        let opponent = tempfile::tempdir().unwrap();
        let secret = opponent.path().join("strategy");
        fs::write(&secret, "the first column").unwrap();
        animal.word = secret.display().to_string();
        animal.check_caged(&[Landlock, Namespaces], Escapes);
    }
}

#[test]
fn files_of_the_machine() {
    for file in [
        "/etc/passwd",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ] {
        if let Some(mut animal) = Animal::new("opens_a_file.c") {
            animal.word = file.to_owned();
            animal.check_caged(&[Landlock, Namespaces], Escapes);
        }
    }
}

#[test]
fn folders_of_the_machine() {
    if let Some(mut animal) = Animal::new("lists_a_folder.c") {
        for folder in [env!("CARGO_MANIFEST_DIR"), "/etc", "/var", "/sys"] {
            animal.word = folder.to_owned();
            animal.check_caged(&[Landlock], Escapes);
        }
    }
}

#[test]
fn follows_a_link_out() {
    if let Some(animal) = Animal::new("follows_a_link_out.c") {
        let other = tempfile::tempdir().unwrap();
        let secret = other.path().join("secret");
        fs::write(&secret, "secret").unwrap();
        symlink(&secret, animal.folder().join("link")).unwrap();
        animal.check_caged(&[Landlock, Namespaces], Escapes);
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
    if let Some(mut animal) = Animal::new("opens_a_file.c") {
        animal.word = file.path().display().to_string();
        animal.check_caged(&[Landlock, Namespaces], Escapes);
    }
}
