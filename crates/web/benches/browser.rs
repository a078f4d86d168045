//! Cost of one move of a whole game played from a browser: the player at the table, a strategy that
//! answers at once as the opponent, and one spectator, each with a socket.
//!
//! Prints, for each registered game and per move of the player: allocations and bytes allocated in
//! the process, HTTP requests (the move, and every drawing that the page has to fetch because an
//! event came without one), bytes received by each client, and the median time from the move until
//! both clients hold the next question and its drawing. The figures of the tree before drawings
//! travelled with the events stand beside.
//!
//! `cargo bench -p brelan-web --bench browser`

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark reports, or stops"
)]

use std::alloc::System;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use web::{ServeConfig, Server};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Bytes of the largest answer, with room to spare. Buffers are allocated before anything is counted.
const BUFFER: usize = 1 << 20;
/// Moves after which a game is left unfinished.
const MOST_MOVES: usize = 60;

/// Figures of one game, per move of the player.
struct Figures {
    game: &'static str,
    allocations: usize,
    allocated: usize,
    /// In tenths.
    requests: usize,
    /// Bytes that the player's and the spectator's connections received.
    received: [usize; 2],
    micros: u128,
}

/// Figures of 2026-11-18, before drawings travelled with the events.
const BEFORE: [Figures; 5] = [
    Figures {
        game: "421",
        allocations: 2715,
        allocated: 531_183,
        requests: 132,
        received: [40_054, 39_993],
        micros: 10_623,
    },
    Figures {
        game: "allumettes",
        allocations: 1106,
        allocated: 188_876,
        requests: 50,
        received: [7_576, 7_665],
        micros: 3_368,
    },
    Figures {
        game: "dominos",
        allocations: 1537,
        allocated: 251_783,
        requests: 48,
        received: [25_599, 19_702],
        micros: 14_712,
    },
    Figures {
        game: "puissance4",
        allocations: 1155,
        allocated: 198_230,
        requests: 45,
        received: [13_032, 12_998],
        micros: 14_006,
    },
    Figures {
        game: "awale",
        allocations: 2134,
        allocated: 1_159_935,
        requests: 50,
        received: [19_245, 19_212],
        micros: 17_971,
    },
];

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(folder.path());
    println!(
        "per move: allocations, bytes allocated, requests, bytes to player, to spectator, p50"
    );
    for offer in games::games() {
        let now = measure(address, offer.name);
        if let Some(before) = BEFORE.iter().find(|known| known.game == offer.name) {
            print("before", before);
        }
        print("now", &now);
    }
}

fn print(when: &str, figures: &Figures) {
    let Figures {
        game,
        allocations,
        allocated,
        requests,
        received: [player, spectator],
        micros,
    } = figures;
    println!(
        "{game:>10} {when:>6}: {allocations:>6} {allocated:>8} {:>4}.{} {player:>7} {spectator:>7} {micros:>6} µs",
        requests / 10,
        requests % 10
    );
}

/// Starts the server on a thread of its own; the clients run on the main thread and allocate nothing
/// while a move is measured.
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

fn measure(address: SocketAddr, game: &'static str) -> Figures {
    let mut requests = Requests::new(address);
    let wanted = format!(
        r#"{{"game":"{game}","players":[{{"name":"A","who":"here"}},{{"name":"B","who":"naif"}}]}}"#
    );
    requests.post("/api/tables", &wanted);
    requests.keep_cookie();
    let id = text(&requests.body, b"\"id\":\"").to_owned();
    let mut player = Client::new(address, game, &id, requests.cookie.clone());
    let mut spectator = Client::new(address, game, &id, String::new());
    player.follow();
    spectator.follow_to(player.last);
    let path = format!("/api/tables/{id}/moves");
    let mut body = String::with_capacity(256);
    let mut times: Vec<Duration> = Vec::with_capacity(MOST_MOVES);
    let (mut allocations, mut allocated) = (0, 0);
    let before = [player.received(), spectator.received()];
    let (fetched, mut moves) = (player.fetched + spectator.fetched, 0);
    while !player.over && moves < MOST_MOVES {
        body.clear();
        let choice = (7 * moves + 3) % player.choices;
        player.write_move(choice, &mut body);
        let (region, begun) = (Region::new(ALLOCATOR), Instant::now());
        requests.post(&path, &body);
        assert!(requests.head.starts_with(b"HTTP/1.1 200"), "{body}");
        player.follow();
        spectator.follow_to(player.last);
        times.push(begun.elapsed());
        let change = region.change();
        allocations += change.allocations;
        allocated += change.bytes_allocated;
        moves += 1;
        // A player may do twenty things a second.
        std::thread::sleep(Duration::from_millis(50));
    }
    times.sort_unstable();
    let drawings = player.fetched + spectator.fetched - fetched;
    Figures {
        game,
        allocations: allocations / moves,
        allocated: allocated / moves,
        requests: 10 * (moves + drawings) / moves,
        received: [
            (player.received() - before[0]) / moves,
            (spectator.received() - before[1]) / moves,
        ],
        micros: times[times.len() / 2].as_micros(),
    }
}

/// A kept HTTP connection. What was answered last is in `head` and `body`.
struct Requests {
    stream: TcpStream,
    address: SocketAddr,
    cookie: String,
    request: Vec<u8>,
    head: Vec<u8>,
    body: Vec<u8>,
    received: usize,
}

impl Requests {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream,
            address,
            cookie: String::new(),
            request: Vec::with_capacity(BUFFER),
            head: Vec::with_capacity(BUFFER),
            body: Vec::with_capacity(BUFFER),
            received: 0,
        }
    }

    fn post(&mut self, path: &str, body: &str) {
        let Self {
            address, cookie, ..
        } = self;
        self.request.clear();
        write!(
            self.request,
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        self.exchange();
    }

    /// Sends `request` and reads one whole answer.
    fn exchange(&mut self) {
        self.stream.write_all(&self.request).unwrap();
        self.head.clear();
        self.body.clear();
        let mut chunk = [0; 4096];
        let end = loop {
            let length = self.stream.read(&mut chunk).unwrap();
            assert!(length > 0, "the server closed the connection");
            self.received += length;
            self.head.extend_from_slice(&chunk[..length]);
            if let Some(end) = find(&self.head, b"\r\n\r\n") {
                break end + 4;
            }
        };
        self.body.extend_from_slice(&self.head[end..]);
        self.head.truncate(end);
        let length = number(&self.head, b"content-length: ");
        while self.body.len() < length {
            let read = self.stream.read(&mut chunk).unwrap();
            self.received += read;
            self.body.extend_from_slice(&chunk[..read]);
        }
    }

    fn keep_cookie(&mut self) {
        let at = find(&self.head, b"set-cookie: ").unwrap() + "set-cookie: ".len();
        let rest = &self.head[at..];
        let end = find(rest, b";").unwrap();
        self.cookie = String::from_utf8(rest[..end].to_vec()).unwrap();
    }
}

/// A page at the table: its socket, and the connection on which it fetches drawings.
struct Client {
    game: &'static str,
    socket: TcpStream,
    drawings: Requests,
    /// Bytes of the socket that are not read yet as frames.
    pending: Vec<u8>,
    /// The event that came last, as JSON.
    event: Vec<u8>,
    received: usize,
    fetched: usize,
    /// Number of the event that came last.
    last: usize,
    over: bool,
    /// Legal moves of the question that came last, and its number.
    choices: usize,
    question: Vec<u8>,
    /// As the page keeps them: what happened last, and what a player did last.
    effect: Vec<u8>,
    played: Vec<u8>,
    /// The request for the drawing that was fetched last.
    shown: Vec<u8>,
    /// The view of the last drawing that came with an event.
    drawn: Vec<u8>,
}

impl Client {
    fn new(address: SocketAddr, game: &'static str, id: &str, cookie: String) -> Self {
        let mut socket = TcpStream::connect(address).unwrap();
        let request = format!(
            "GET /api/tables/{id}/events?lang=fr HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Cookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        socket.write_all(request.as_bytes()).unwrap();
        let mut client = Self {
            game,
            socket,
            drawings: Requests::new(address),
            pending: Vec::with_capacity(BUFFER),
            event: Vec::with_capacity(BUFFER),
            received: 0,
            fetched: 0,
            last: 0,
            over: false,
            choices: 0,
            question: Vec::with_capacity(BUFFER),
            effect: Vec::with_capacity(4096),
            played: Vec::with_capacity(4096),
            shown: Vec::with_capacity(BUFFER),
            drawn: Vec::with_capacity(4096),
        };
        client.drawings.cookie = cookie;
        let end = loop {
            client.fill();
            if let Some(end) = find(&client.pending, b"\r\n\r\n") {
                break end + 4;
            }
        };
        client.pending.drain(..end);
        client
    }

    fn received(&self) -> usize {
        self.received + self.drawings.received
    }

    fn fill(&mut self) {
        let mut chunk = [0; 16384];
        let length = self.socket.read(&mut chunk).unwrap();
        assert!(length > 0, "the server closed the socket");
        self.received += length;
        self.pending.extend_from_slice(&chunk[..length]);
    }

    /// Reads events until this client may move or the game is over.
    fn follow(&mut self) {
        loop {
            self.next_event();
            let mine = has(&self.event, b"\"kind\":\"asked\"") && has(&self.event, b"\"legal\":[");
            if mine || self.over {
                return;
            }
        }
    }

    /// Reads events up to that number.
    fn follow_to(&mut self, number: usize) {
        while self.last < number || (self.shown.is_empty() && self.drawn.is_empty()) {
            self.next_event();
        }
    }

    /// Reads the next event, and fetches its drawing as the page does where the event has none.
    fn next_event(&mut self) {
        loop {
            self.next_frame();
            if has(&self.event, b"\"type\":\"event\"") {
                break;
            }
        }
        self.last = number(&self.event, b"\"number\":");
        self.over = has(&self.event, b"\"kind\":\"over\"");
        if has(&self.event, b"\"legal\":[") {
            self.question.clear();
            self.question.extend_from_slice(&self.event);
            self.choices = legal(&self.question).split(|byte| *byte == b',').count();
        }
        if has(&self.event, b"\"effect\":\"") {
            self.effect.clear();
            self.effect
                .extend_from_slice(text(&self.event, b"\"side\":\"").as_bytes());
            self.effect.push(b' ');
            self.effect
                .extend_from_slice(text(&self.event, b"\"effect\":\"").as_bytes());
            if has(&self.event, b"\"kind\":\"played\"") {
                self.played.clear();
                self.played.extend_from_slice(&self.effect);
            }
        }
        let view = text(&self.event, b"\"view\":\"").as_bytes();
        if has(&self.event, b"\"svg\":\"") {
            self.drawn.clear();
            self.drawn.extend_from_slice(view);
        }
        // The page keeps the drawing of an event until the view changes.
        if self.drawn == view {
            return;
        }
        self.fetch();
    }

    /// Fetches the drawing of the event unless it is the one that is shown.
    fn fetch(&mut self) {
        let Requests {
            request, address, ..
        } = &mut self.drawings;
        request.clear();
        write!(request, "GET /api/games/{}/drawing?view=", self.game).unwrap();
        encode(request, text(&self.event, b"\"view\":\"").as_bytes());
        request.extend_from_slice(b"&near=first&lang=fr&tall=false");
        for (name, value) in [("last", &self.effect), ("played", &self.played)] {
            if !value.is_empty() {
                write!(request, "&{name}=").unwrap();
                encode(request, value);
            }
        }
        write!(request, " HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        if *request == self.shown {
            return;
        }
        self.shown.clear();
        self.shown.extend_from_slice(request);
        self.drawings.exchange();
        assert!(self.drawings.head.starts_with(b"HTTP/1.1 200"));
        self.fetched += 1;
    }

    /// Reads one text frame into `event`; pings are passed over.
    fn next_frame(&mut self) {
        loop {
            while self.frame().is_none() {
                self.fill();
            }
            let (from, length, opcode) = self.frame().unwrap();
            self.event.clear();
            self.event
                .extend_from_slice(&self.pending[from..from + length]);
            self.pending.drain(..from + length);
            if opcode == 1 {
                return;
            }
        }
    }

    /// Where the payload of the first frame begins, its length, and its opcode, once all of it is there.
    fn frame(&self) -> Option<(usize, usize, u8)> {
        let bytes = &self.pending;
        let (opcode, short) = (bytes.first()? & 15, bytes.get(1)? & 127);
        let (from, length) = match short {
            126 => (
                4,
                u16::from_be_bytes(*bytes.get(2..)?.first_chunk()?).into(),
            ),
            127 => {
                let long = u64::from_be_bytes(*bytes.get(2..)?.first_chunk()?);
                (10, usize::try_from(long).ok()?)
            }
            short => (2, short.into()),
        };
        (bytes.len() >= from + length).then_some((from, length, opcode))
    }

    /// Writes the request for a legal move of the question that came last.
    fn write_move(&self, choice: usize, body: &mut String) {
        use std::fmt::Write as _;
        let moves = legal(&self.question);
        let mv = moves.split(|byte| *byte == b',').nth(choice).unwrap();
        let turn = number(&self.question, b"\"number\":");
        let mv = std::str::from_utf8(mv).unwrap();
        write!(body, "{{\"move\":{mv},\"turn\":{turn}}}").unwrap();
    }
}

/// The elements of `legal`. No move of a game has a comma or a bracket in it but those of dice, which
/// have neither.
fn legal(event: &[u8]) -> &[u8] {
    let at = find(event, b"\"legal\":[").unwrap() + "\"legal\":[".len();
    let rest = &event[at..];
    &rest[..find(rest, b"]").unwrap()]
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

fn has(text: &[u8], part: &[u8]) -> bool {
    find(text, part).is_some()
}

/// The JSON string that follows `name`; none of those that are read here has an escape.
fn text<'a>(json: &'a [u8], name: &[u8]) -> &'a str {
    let at = find(json, name).unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(json)));
    let rest = &json[at + name.len()..];
    std::str::from_utf8(&rest[..find(rest, b"\"").unwrap()]).unwrap()
}

fn number(text: &[u8], name: &[u8]) -> usize {
    let at = find(text, name).unwrap() + name.len();
    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |sum, digit| 10 * sum + usize::from(digit - b'0'))
}

/// Writes text as a query's value.
fn encode(into: &mut Vec<u8>, text: &[u8]) {
    for byte in text {
        if byte.is_ascii_alphanumeric() {
            into.push(*byte);
        } else {
            write!(into, "%{byte:02X}").unwrap();
        }
    }
}
