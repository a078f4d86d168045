//! `brelan serve`: errors at the start, and a clean end at SIGINT.
#![cfg(test)]

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Command, Stdio};

fn serve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command.args(["serve", "--lang", "en"]).args(arguments);
    command
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = serve(arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*errors), (Some(2), expected));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_busy_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let expected = format!(
        "error: {address} is taken by another program\n\
         hint: brelan serve --listen 127.0.0.1:0 takes a free port\n"
    );
    check_refused(&["--listen", &address], &expected);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = env!("CARGO_BIN_EXE_brelan");
    let folder = format!("{file}/games");
    let expected = format!(
        "error: {folder} cannot be opened: it is not a folder\n\
         hint: brelan serve --data DIR keeps them elsewhere\n"
    );
    check_refused(&["--listen", "127.0.0.1:0", "--data", &folder], &expected);
}

#[test]
fn an_interrupted_server_saves_the_games_and_exits_with_0() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let mut command = serve(&["--listen", "127.0.0.1:0", "--data", data]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(
        line.starts_with("Brelan is served at http://127.0.0.1:"),
        "{line}"
    );
    out.read_line(&mut line).unwrap();
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "Closed; every game is saved.\n");
    assert!(child.wait().unwrap().success());
}
