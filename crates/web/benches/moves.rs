//! Cost of one move for the server, in whole games of every registered game: a player and a spectator
//! watch, and a strategy answers the player at once.
//!
//! Prints, per move of the player: allocations, bytes allocated and bytes that stay, processor time,
//! bytes that the player and the spectator receive, and the median time from the move until both hold
//! the next question. The clients allocate nothing while this is counted.
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
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use web::{ServeConfig, Server};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Capacity in bytes of the buffer for the messages of one move, with room to spare.
const BUFFER: usize = 1 << 20;
/// Moves after which a game is left unfinished.
const MOST_MOVES: usize = 60;
/// Pause before each move: a player may send twenty commands a second.
const PAUSE: Duration = Duration::from_millis(50);

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(&folder.path().join("data"));
    for game in games::games() {
        measure(address, game.name);
    }
}

/// Starts the server on a thread of its own.
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
        retention: web::Retention::default(),
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

fn measure(address: SocketAddr, game: &str) {
    let mut requests = Requests::new(address);
    let players = ["here", "naif"].map(|who| json!({"name": who, "who": who}));
    let opened = requests.post("/api/tables", &json!({"game": game, "players": players}));
    let id = between(&opened, "\"id\":\"", "\"");
    between(&opened, "set-cookie: ", ";").clone_into(&mut requests.cookie);
    let mut clients = [&*requests.cookie, ""].map(|cookie| Client::new(address, id, cookie));
    clients.iter_mut().for_each(Client::follow);
    let path = format!("/api/tables/{id}/moves");
    let (mut times, mut processor) = (Vec::with_capacity(MOST_MOVES), Duration::ZERO);
    let (mut allocations, mut allocated, mut freed, mut received) = (0, 0, 0, [0; 2]);
    while times.len() < MOST_MOVES {
        let question: Value = serde_json::from_slice(clients[0].question().unwrap()).unwrap();
        let Some(legal) = question["legal"].as_array() else {
            break;
        };
        let choice = &legal[(7 * times.len() + 3) % legal.len()];
        let body = json!({"move": choice, "turn": question["number"]});
        let request = requests.text(&path, &body);
        for client in &mut clients {
            client.received.clear();
        }
        let (region, start, begun) = (Region::new(ALLOCATOR), ProcessTime::now(), Instant::now());
        let length = requests.exchange(&request);
        assert!(requests.buffer[..length].starts_with(b"HTTP/1.1 200"));
        clients.iter_mut().for_each(Client::follow);
        times.push(begun.elapsed());
        std::thread::sleep(PAUSE);
        let change = region.change();
        processor += start.elapsed();
        allocations += change.allocations;
        allocated += change.bytes_allocated;
        freed += change.bytes_deallocated;
        for (sum, client) in received.iter_mut().zip(&clients) {
            *sum += client.received.len();
        }
    }
    times.sort_unstable();
    let moves = times.len();
    println!(
        "{game}, per move: {} allocations, {} bytes, {} kept, {} µs of processor time; \
         {} bytes to the player, {} to the spectator, median {} µs",
        allocations / moves,
        allocated / moves,
        allocated.saturating_sub(freed) / moves,
        processor.as_micros() / moves as u128,
        received[0] / moves,
        received[1] / moves,
        times[moves / 2].as_micros(),
    );
}

/// A connection for requests, and the browser's cookie.
struct Requests {
    stream: TcpStream,
    address: SocketAddr,
    cookie: String,
    buffer: [u8; 16384],
}

impl Requests {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream,
            address,
            cookie: String::new(),
            buffer: [0; 16384],
        }
    }

    fn text(&self, path: &str, body: &Value) -> String {
        let (address, cookie, body) = (self.address, &self.cookie, body.to_string());
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    /// Sends a request and reads its response, which is shorter than a packet.
    fn exchange(&mut self, request: &str) -> usize {
        self.stream.write_all(request.as_bytes()).unwrap();
        self.stream.read(&mut self.buffer).unwrap()
    }

    fn post(&mut self, path: &str, body: &Value) -> String {
        let length = self.exchange(&self.text(path, body));
        String::from_utf8_lossy(&self.buffer[..length]).into_owned()
    }
}

/// A WebSocket at the table, read by hand: the library allocates.
struct Client {
    stream: TcpStream,
    /// Frames since the last move.
    received: Vec<u8>,
}

impl Client {
    fn new(address: SocketAddr, id: &str, cookie: &str) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!(
            "GET /api/tables/{id}/events HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Cookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        // The first frame may come in the same packet as the head of the response.
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        let received = Vec::with_capacity(BUFFER);
        Self { stream, received }
    }

    /// The whole frames that were received.
    fn frames(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &self.received[..];
        std::iter::from_fn(move || {
            let (from, length) = match rest.get(1)? & 127 {
                126 => (4, u16::from_be_bytes(*rest.get(2..)?.first_chunk()?).into()),
                127 => (10, u64::from_be_bytes(*rest.get(2..)?.first_chunk()?)),
                short => (2, short.into()),
            };
            let (frame, left) = rest.split_at_checked(from + usize::try_from(length).ok()?)?;
            rest = left;
            Some(&frame[from..])
        })
    }

    /// The question to the player who moves first, or the end of the game.
    fn question(&self) -> Option<&[u8]> {
        let has = |frame: &[u8], part: &[u8]| frame.windows(part.len()).any(|bytes| bytes == part);
        self.frames().find(|frame| {
            has(frame, b"\"kind\":\"asked\",\"side\":\"first\"") || has(frame, b"\"kind\":\"over\"")
        })
    }

    /// Reads frames until the player may move or the game is over.
    fn follow(&mut self) {
        let mut chunk = [0; 16384];
        while self.question().is_none() {
            let length = self.stream.read(&mut chunk).unwrap();
            assert!(length > 0, "the server closed the socket");
            self.received.extend_from_slice(&chunk[..length]);
        }
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{text}"));
    rest.split_once(after).unwrap().0
}
