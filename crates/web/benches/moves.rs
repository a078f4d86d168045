//! Cost of one move for the server: allocations, bytes, processor time, and the memory that stays, with the
//! player and a spectator watching.
//!
//! `cargo bench -p brelan-web --bench moves`

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark reports, or stops"
)]

use std::alloc::System;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use cpu_time::ProcessTime;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use web::{ServeConfig, Server};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A game to open, and a legal sequence of moves.
struct Script {
    game: &'static str,
    options: &'static str,
    moves: Vec<&'static str>,
}

fn scripts() -> [Script; 3] {
    let columns = ["1", "2", "3", "7", "6", "5"];
    [
        Script {
            game: "puissance4",
            options: "{}",
            moves: columns.into_iter().flat_map(|column| [column; 6]).collect(),
        },
        Script {
            game: "allumettes",
            options: "{\"matches\":\"1000\"}",
            moves: vec!["1"; 200],
        },
        Script {
            game: "allumettes",
            options: "{\"matches\":\"1000\",\"max\":\"1000\"}",
            moves: vec!["1"; 200],
        },
    ]
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(folder.path());
    for script in scripts() {
        measure(address, &script);
    }
}

/// Starts the server on a thread of its own; the browser's thread allocates nothing while a move is
/// measured.
fn serve(data: &std::path::Path) -> SocketAddr {
    let config = ServeConfig {
        listen: "127.0.0.1:0".parse().unwrap(),
        names: Vec::new(),
        origin: None,
        proxies: Vec::new(),
        metrics: None,
        programs: web::Programs::default(),
        bus: None,
        store: store::Address::File(data.join("games.sqlite")),
    };
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let server = Server::open(&config).await.unwrap();
            sender.send(server.address().unwrap()).unwrap();
            server.run(std::future::pending()).await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

fn measure(address: SocketAddr, script: &Script) {
    let mut browser = Browser::new(address);
    let opened = browser.post(
        "/api/tables",
        &format!(
            r#"{{"game":"{}","players":[{{"name":"A","who":"here"}},{{"name":"B","who":"here"}}],"options":{}}}"#,
            script.game, script.options
        ),
    );
    let id = between(&opened, "\"id\":\"", "\"").to_owned();
    let player = watch(address, &id, Some(&browser.cookie));
    let spectator = watch(address, &id, None);
    std::thread::sleep(Duration::from_millis(300));
    let path = format!("/api/tables/{id}/moves");
    let requests: Vec<String> = {
        let mut turn = 0;
        let request = |mv: &&str| {
            let text = browser.request(&path, &format!(r#"{{"move":"{mv}","turn":{turn}}}"#));
            turn += 2;
            text
        };
        script.moves.iter().map(request).collect()
    };
    let (region, start) = (Region::new(ALLOCATOR), ProcessTime::now());
    for request in &requests {
        browser.send_quietly(request);
    }
    std::thread::sleep(Duration::from_millis(100));
    let (change, time) = (region.change(), start.elapsed());
    drop((player, spectator));
    let moves = requests.len();
    let held = change
        .bytes_allocated
        .saturating_sub(change.bytes_deallocated);
    println!(
        "{} {}: {} allocations, {} bytes, {} µs of processor time a move; {} bytes kept a move",
        script.game,
        script.options,
        change.allocations / moves,
        change.bytes_allocated / moves,
        time.as_micros() / moves as u128,
        held / moves,
    );
}

/// A kept connection, and the browser's cookie.
struct Browser {
    stream: TcpStream,
    address: SocketAddr,
    cookie: String,
    buffer: [u8; 16384],
}

impl Browser {
    fn new(address: SocketAddr) -> Self {
        Self {
            stream: TcpStream::connect(address).unwrap(),
            address,
            cookie: String::new(),
            buffer: [0; 16384],
        }
    }

    fn request(&self, path: &str, body: &str) -> String {
        let Self {
            address, cookie, ..
        } = self;
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    fn post(&mut self, path: &str, body: &str) -> String {
        let request = self.request(path, body);
        let length = self.exchange(&request);
        let answer = String::from_utf8_lossy(&self.buffer[..length]).into_owned();
        if answer.contains("set-cookie: ") {
            between(&answer, "set-cookie: ", ";").clone_into(&mut self.cookie);
        }
        answer
    }

    fn send_quietly(&mut self, request: &str) {
        let length = self.exchange(request);
        let answer = &self.buffer[..length];
        assert!(
            answer.starts_with(b"HTTP/1.1 200"),
            "{}",
            String::from_utf8_lossy(answer)
        );
        // A player may send twenty commands a second.
        std::thread::sleep(Duration::from_millis(55));
    }

    fn exchange(&mut self, request: &str) -> usize {
        self.stream.write_all(request.as_bytes()).unwrap();
        self.stream.read(&mut self.buffer).unwrap()
    }
}

/// A WebSocket whose frames a thread reads and drops without allocating.
fn watch(address: SocketAddr, id: &str, cookie: Option<&str>) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let cookie = cookie.map_or(String::new(), |cookie| format!("Cookie: {cookie}\r\n"));
    let request = format!(
        "GET /api/tables/{id}/events HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n{cookie}\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut reader = stream.try_clone().unwrap();
    std::thread::spawn(move || {
        let mut buffer = [0; 16384];
        while reader.read(&mut buffer).is_ok_and(|read| read > 0) {}
    });
    stream
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{text}"));
    rest.split_once(after).unwrap().0
}
