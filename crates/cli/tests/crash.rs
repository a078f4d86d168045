//! A server that is killed at any moment keeps every acknowledged move exactly once; a damaged file or
//! a lack of descriptors does not stop it.
#![cfg(test)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const TABLES: usize = 4;
/// Kills after which new tables are opened, because a game may not grow without end.
const ROUNDS_AT_A_TABLE: u64 = 20;
const COOKIE: &str = "brelan=0123456789abcdef0123456789abcdef";

struct Server {
    child: Child,
    address: String,
    /// Kept open, because the server ends when its standard output is closed.
    _out: BufReader<ChildStdout>,
}

impl Server {
    fn start(data: &Path) -> Self {
        Self::start_with(Command::new(env!("CARGO_BIN_EXE_brelan")), data, &[])
    }

    fn start_with(mut command: Command, data: &Path, options: &[&str]) -> Self {
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--data"])
            .arg(data)
            .args(options);
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

    /// Sends a request and returns status and body; `None` when the server is gone.
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

    /// Number of moves of a table: after a first `asked`, each move is the events `played` and `asked`.
    fn moves(&self, id: &str) -> usize {
        let (status, body) = self.ask("GET", &format!("/api/tables/{id}"), "").unwrap();
        assert_eq!(status, 200, "{body}");
        let events: usize = field(&body, "\"events\":").parse().unwrap();
        (events - 1) / 2
    }

    /// Plays until the server is gone, and returns the number of acknowledged moves.
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

/// Kills the server during play `times` times, and compares its moves with the acknowledged ones after
/// each restart.
#[track_caller]
fn check_kills(times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let mut server = Server::start(data);
    // Name and acknowledged moves of each table; the last `TABLES` are in play.
    let mut tables: Vec<(String, usize)> = Vec::new();
    for round in 0..times {
        if round % ROUNDS_AT_A_TABLE == 0 {
            tables.extend((0..TABLES).map(|_| (server.open(), 0)));
        }
        let gone = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (server, gone) = (&server, &gone);
            let played_at = tables.len() - TABLES;
            let games = tables[played_at..].iter_mut().map(|(id, acknowledged)| {
                scope.spawn(move || *acknowledged = server.play(id, *acknowledged, gone))
            });
            let games: Vec<_> = games.collect();
            // The delay differs from round to round and is the same in every run.
            std::thread::sleep(Duration::from_millis(60 + 37 * (round * 7 % 11)));
            let killed = Command::new("kill")
                .args(["-9", &server.child.id().to_string()])
                .status();
            assert!(killed.unwrap().success());
            gone.store(true, Ordering::Relaxed);
            for game in games {
                game.join().unwrap();
            }
        });
        server.kill();
        server = Server::start(data);
        for (id, acknowledged) in &mut tables {
            let kept = server.moves(id);
            // A move may be stored although its response was lost.
            assert!(
                (*acknowledged..=*acknowledged + 1).contains(&kept),
                "{acknowledged} acknowledged, {kept} kept"
            );
            *acknowledged = kept;
        }
    }
    server.kill();
    assert!(tables.iter().all(|(_, acknowledged)| *acknowledged > 0));
    check_file(data);
}

#[track_caller]
fn check_file(data: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let checked = runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let url = format!("sqlite:{}", data.join("games.sqlite").display());
        let mut connection = <sqlx::AnyConnection as sqlx::Connection>::connect(&url).await?;
        let check = sqlx::query_scalar::<_, String>("PRAGMA integrity_check");
        check.fetch_one(&mut connection).await
    });
    assert_eq!(checked.unwrap(), "ok");
}

#[test]
fn five_kills_lose_and_double_no_acknowledged_move() {
    check_kills(5);
}

#[test]
#[ignore = "two minutes: the long form of the test above, run by `./check --full attacks`"]
fn two_hundred_kills_lose_and_double_no_acknowledged_move() {
    check_kills(200);
}

/// One bit of a stored move is flipped while the server is stopped.
#[test]
fn a_failure_is_one_line_of_the_log_with_its_cause_and_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (id, other) = (server.open(), server.open());
    server.ask(
        "POST",
        &format!("/api/tables/{id}/moves"),
        r#"{"move":"2","turn":0}"#,
    );
    interrupt(server);
    flip(&folder.path().join("games.sqlite"), b"first plays 2");
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command.stderr(Stdio::piped());
    let mut server = Server::start_with(command, folder.path(), &["--log", "json"]);
    let mut errors = server.child.stderr.take().unwrap();
    let (status, answer) = server.ask("GET", &format!("/api/tables/{id}"), "").unwrap();
    assert_eq!((status, field(&answer, "\"code\":\"")), (500, "internal"));
    assert_eq!(server.moves(&other), 0, "other tables still work");
    interrupt(server);
    let mut log = String::new();
    errors.read_to_string(&mut log).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    let [line] = lines[..] else {
        panic!("{log}");
    };
    assert_eq!(field(line, "\"cause\":\""), "line 0 of the game is damaged");
    assert!(!log.contains(&id) && !log.contains("127.0.0.1"), "{log}");
}

/// Sends SIGINT and waits for a clean end.
fn interrupt(mut server: Server) {
    let killed = Command::new("kill")
        .args(["-INT", &server.child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    assert!(server.child.wait().unwrap().success());
}

#[track_caller]
fn flip(file: &Path, text: &[u8]) {
    let mut bytes = std::fs::read(file).unwrap();
    let place = bytes.windows(text.len()).position(|seen| seen == text);
    bytes[place.expect("a closed store is one file")] ^= 1;
    std::fs::write(file, bytes).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn at_the_limit_of_descriptors_old_idle_connections_give_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_brelan");
    command.args(["-c", "ulimit -n 100; exec \"$0\" \"$@\"", program]);
    let server = Server::start_with(command, folder.path(), &[]);
    let idle: Vec<TcpStream> = (0..200)
        .filter_map(|_| TcpStream::connect(&server.address).ok())
        .collect();
    let answered = (0..20).find_map(|_| server.ask("GET", "/api/games", ""));
    assert_eq!(answered.map(|(status, _)| status), Some(200));
    drop(idle);
    interrupt(server);
}
