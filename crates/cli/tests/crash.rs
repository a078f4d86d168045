//! Killed at any moment, the server has every move that it acknowledged, once.
#![cfg(test)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const TABLES: usize = 4;
const COOKIE: &str = "brelan=0123456789abcdef0123456789abcdef";

struct Server {
    child: Child,
    address: String,
    /// Held, because a program whose output nobody reads ends.
    _out: BufReader<ChildStdout>,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--data"])
            .arg(data);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").unwrap();
        let address = rest.split(' ').next().unwrap().to_owned();
        Self {
            child,
            address,
            _out: out,
        }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// One request; none when the server is gone.
    fn ask(&self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .ok()?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncookie: {COOKIE}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}",
            host = self.address,
            length = body.len()
        )
        .ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        let status = text.get(9..12)?.parse().ok()?;
        let (_, body) = text.split_once("\r\n\r\n")?;
        Some((status, body.to_owned()))
    }

    fn open(&self) -> String {
        let body = r#"{"game":"allumettes","players":[{"name":"a","who":"here"},{"name":"b","who":"here"}],"options":{"matches":"100000"}}"#;
        let (status, body) = self.ask("POST", "/api/tables", body).unwrap();
        assert_eq!(status, 201, "{body}");
        field(&body, "\"id\":\"").to_owned()
    }

    /// How many moves the server knows of: each is a `played` and an `asked`, after the first.
    fn moves(&self, id: &str) -> usize {
        let (status, body) = self.ask("GET", &format!("/api/tables/{id}"), "").unwrap();
        assert_eq!(status, 200, "{body}");
        let events: usize = field(&body, "\"events\":").parse().unwrap();
        (events - 1) / 2
    }

    /// Plays until the server is gone; how many moves were acknowledged.
    fn play(&self, id: &str, mut played: usize, gone: &AtomicBool) -> usize {
        while !gone.load(Ordering::Relaxed) {
            let body = format!(r#"{{"move":"1","turn":{}}}"#, 2 * played);
            match self.ask("POST", &format!("/api/tables/{id}/moves"), &body) {
                Some((200, _)) => played += 1,
                Some((429, _)) => std::thread::sleep(Duration::from_millis(20)),
                Some((status, body)) => panic!("{status} {body}"),
                None => break,
            }
        }
        played
    }
}

fn field<'a>(json: &'a str, name: &str) -> &'a str {
    let (_, rest) = json.split_once(name).unwrap();
    rest.split(['"', ',', '}']).next().unwrap()
}

/// Kills the server that many times during play, and checks after each time.
#[track_caller]
fn check_kills(times: u64) {
    let data = std::env::temp_dir().join(format!("brelan-crash-{}-{times}", std::process::id()));
    let mut server = Server::start(&data);
    let tables: Vec<String> = (0..TABLES).map(|_| server.open()).collect();
    let mut acknowledged = [0; TABLES];
    for round in 0..times {
        let gone = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (server, gone) = (&server, &gone);
            let games = tables.iter().zip(acknowledged);
            let games =
                games.map(|(id, played)| scope.spawn(move || server.play(id, played, gone)));
            let games: Vec<_> = games.collect();
            // Moments that differ from round to round and repeat from run to run.
            std::thread::sleep(Duration::from_millis(60 + 37 * (round * 7 % 11)));
            let killed = Command::new("kill")
                .args(["-9", &server.child.id().to_string()])
                .status();
            assert!(killed.unwrap().success());
            gone.store(true, Ordering::Relaxed);
            for (count, game) in acknowledged.iter_mut().zip(games) {
                *count = game.join().unwrap();
            }
        });
        server.kill();
        server = Server::start(&data);
        for (id, count) in tables.iter().zip(&mut acknowledged) {
            let kept = server.moves(id);
            // The move under way may have been kept without its answer arriving.
            assert!(
                (*count..=*count + 1).contains(&kept),
                "{count} acknowledged, {kept} kept"
            );
            *count = kept;
        }
    }
    server.kill();
    assert!(acknowledged.iter().all(|count| *count > 0));
    check_file(&data);
    std::fs::remove_dir_all(&data).unwrap();
}

#[track_caller]
fn check_file(data: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let checked = runtime.block_on(async {
        let store = store::Store::open(&data.join("games.sqlite")).await?;
        store.check().await
    });
    assert_eq!(checked.unwrap(), "ok");
}

#[test]
fn five_kills_lose_and_double_no_acknowledged_move() {
    check_kills(5);
}

#[test]
#[ignore = "half a minute: the long form of the test above"]
fn fifty_kills_lose_and_double_no_acknowledged_move() {
    check_kills(50);
}
