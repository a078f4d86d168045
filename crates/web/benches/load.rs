//! Load test: games with two watching clients each and a move every ten seconds, with full
//! synchronisation, on loopback. Prints the time from a move to the event at both clients, the processor
//! time of a move, the servers' and the clients' apart, and the memory of an idle socket.
//!
//! `cargo bench -p brelan-web --bench load [-- GAMES SECONDS [INTERVAL]]`, with the seconds between two
//! moves of a game; without numbers it doubles from 500 games, and at 8000 halves the interval, until the
//! median of three 99th percentiles is above 50 ms, 60 seconds each.
//!
//! `BRELAN_LOAD_STORE=postgres://…` keeps the games in that database instead of a file, and
//! `BRELAN_LOAD_NODES=3` with `BRELAN_NATS` serves it from three nodes, with each game's clients and
//! moves at different ones.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark reports, or stops"
)]

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use cpu_time::ProcessTime;
use futures_util::StreamExt as _;
use sha2::{Digest as _, Sha256};
use store::{NewGame, SeatRow, Store};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use web::{ServeConfig, Server};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";
const EVERY: Duration = Duration::from_secs(10);
const LIMIT: Duration = Duration::from_millis(50);
/// A server has at most 16,384 connections.
const MOST_GAMES: usize = 8000;
/// Shortest interval between two moves of a game.
const LEAST_EVERY: Duration = Duration::from_secs(1);
/// Length of a clock tick of `/proc`.
const TICK: Duration = Duration::from_millis(10);
const IDLE_SOCKETS: usize = 500;
/// Environment variable with the data folder, set in the child process that runs the server: its memory
/// is measured apart from the clients'.
const AS_SERVER: &str = "BRELAN_LOAD_SERVER";
/// Environment variables with the URL of the database, and with the number of nodes.
const STORE: &str = "BRELAN_LOAD_STORE";
const NODES: &str = "BRELAN_LOAD_NODES";

fn nodes() -> usize {
    let nodes = std::env::var(NODES).ok().and_then(|text| text.parse().ok());
    nodes.unwrap_or(1)
}

fn address(data: &Path) -> store::Address {
    let file = || store::Address::File(data.join("games.sqlite"));
    std::env::var(STORE).map_or_else(|_| file(), |url| store::Address::from(url.as_str()))
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let Some(data) = std::env::var_os(AS_SERVER) {
        runtime.block_on(serve(Path::new(&data)));
        return;
    }
    let numbers: Vec<usize> = std::env::args()
        .filter_map(|word| word.parse().ok())
        .collect();
    let run = |games, seconds, every| runtime.block_on(measure(games, seconds, every));
    match numbers[..] {
        [games, seconds, every, ..] => {
            run(games, seconds as u64, Duration::from_secs(every as u64));
        }
        [games, ref rest @ ..] => {
            run(
                games,
                rest.first().map_or(60, |seconds| *seconds as u64),
                EVERY,
            );
        }
        [] => {
            let (mut games, mut every) = (500, EVERY);
            loop {
                let mut runs = [0; 3].map(|_| run(games, 60, every));
                runs.sort_unstable();
                if runs[1] >= LIMIT || every < 2 * LEAST_EVERY {
                    return;
                }
                if games < MOST_GAMES {
                    games *= 2;
                } else {
                    every /= 2;
                }
            }
        }
    }
}

async fn serve(data: &Path) {
    let config = ServeConfig {
        listen: "127.0.0.1:0".parse().unwrap(),
        names: Vec::new(),
        origin: None,
        proxies: Vec::new(),
        metrics: None,
        programs: web::Programs::default(),
        bus: (nodes() > 1).then(|| std::env::var("BRELAN_NATS").unwrap()),
        store: address(data),
        retention: web::Retention::default(),
    };
    let server = Server::open(&config).await.unwrap();
    println!("{}", server.address().unwrap());
    server.run(std::future::pending()).await.unwrap();
}

/// The process of a server, killed when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    fn start(data: &Path) -> (Self, SocketAddr) {
        use std::io::BufRead as _;
        let mut command = Command::new(std::env::current_exe().unwrap());
        let mut child = command
            .env(AS_SERVER, data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        std::io::BufReader::new(out).read_line(&mut line).unwrap();
        (Self(child), line.trim().parse().unwrap())
    }

    /// Resident memory in KiB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Processor time used so far.
    fn processor(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let ticks = fields.split_whitespace().skip(11).take(2);
        ticks
            .map(|ticks| TICK * ticks.parse::<u32>().unwrap())
            .sum()
    }
}

/// Plays `games` games for `seconds`, with a move in each after `every`; returns the 99th percentile.
async fn measure(games: usize, seconds: u64, every: Duration) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let ids = create(folder.path(), games).await;
    let nodes: Vec<_> = (0..nodes())
        .map(|_| Process::start(folder.path()))
        .collect();
    let (process, first) = &nodes[0];
    idle(process, *first, &ids).await;
    let addresses: Vec<SocketAddr> = nodes.iter().map(|(_, address)| *address).collect();
    let start = Instant::now() + Duration::from_secs(5 + games as u64 / 200);
    let end = start + Duration::from_secs(seconds);
    let tasks = ids.iter().enumerate().map(|(number, id)| {
        let first = start + every.mul_f64(number as f64 / games as f64);
        let at = |place: usize| Visitor {
            number,
            address: addresses[(number + place) % addresses.len()],
        };
        tokio::spawn(play([0, 1, 2].map(at), id.clone(), [first, end], every))
    });
    let tasks: Vec<_> = tasks.collect();
    sleep_until(start).await;
    let servers = || {
        nodes
            .iter()
            .map(|(node, _)| node.processor())
            .sum::<Duration>()
    };
    let (served, client) = (servers(), ProcessTime::now());
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    let (served, client) = (servers().saturating_sub(served), client.elapsed());
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let per_move = |time: Duration| time.as_micros() / times.len() as u128;
    println!(
        "{games} games, {seconds} s, {:.0} a second: {} moves, p50 {:.1?}, p99 {:.1?}, max {:.1?}; \
     a move {} µs of processor at the servers, {} µs at the clients; a server {} MiB",
        games as f64 / every.as_secs_f64(),
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        per_move(served),
        per_move(client),
        process.memory() / 1024
    );
    let expected = games as f64 * seconds as f64 / every.as_secs_f64();
    assert!(times.len() as f64 >= 0.9 * expected, "moves are missing");
    at(0.99)
}

/// Creates games in the store: opening tables over HTTP is limited.
async fn create(data: &Path, games: usize) -> Vec<String> {
    let address = address(data);
    // A server refuses a folder that others may read.
    address.own_folder(Some(data)).unwrap();
    let store = Store::open(&address).await.unwrap();
    let digest = Sha256::digest(TOKEN)
        .iter()
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    // The database may have games of an earlier run.
    let run = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis();
    let ids = (0..games).map(|number| format!("{run:016x}{number:016x}"));
    let ids: Vec<String> = ids.collect();
    for id in &ids {
        let seat = SeatRow {
            holder: Some(digest.clone()),
            invitation: None,
        };
        store.create(NewGame {
            id: id.clone(),
            game: "allumettes".to_owned(),
            header: "brelan record 1\ngame allumettes\nposition 10000\nreferee guarded\nfirst a@humain\nsecond b@humain\n\n".to_owned(),
            options: "{}".to_owned(),
            seed: Some(0),
            time_ms: None,
            creator: digest.clone(),
            // A server deletes games that were abandoned long ago.
            created_ms: run as i64,
            seats: [seat.clone(), seat],
        }).await.unwrap();
    }
    store.close().await;
    ids
}

type Socket = WebSocketStream<TcpStream>;

/// A client with its own address, because limits count by address.
#[derive(Clone, Copy)]
struct Visitor {
    number: usize,
    /// Address of the server.
    address: SocketAddr,
}

impl Visitor {
    async fn connect(self) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        let own = 0x7f01_0000 + self.number as u32;
        socket.bind((IpAddr::from(own.to_be_bytes()), 0).into())?;
        let stream = socket.connect(self.address).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    async fn watch(self, id: &str, cookie: &str) -> Result<Socket, Error> {
        let address = self.address;
        let path = format!("ws://{address}/api/tables/{id}/events");
        let mut request = path.into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("origin", format!("http://{address}").parse().unwrap());
        headers.insert("cookie", cookie.parse().unwrap());
        let config = WebSocketConfig::default().read_buffer_size(2048);
        let stream = self.connect().await?;
        let (socket, _) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(socket)
    }
}

/// Plays one game with two sockets and a connection for each move, each at its node; returns the time of
/// each move.
async fn play(
    at: [Visitor; 3],
    id: String,
    [first, end]: [Instant; 2],
    every: Duration,
) -> Vec<Duration> {
    let cookie = format!("brelan={TOKEN}");
    let mut sockets = [
        at[0].watch(&id, &cookie).await.unwrap(),
        at[1].watch(&id, &cookie).await.unwrap(),
    ];
    for socket in &mut sockets {
        receive(socket, "asked").await;
    }
    let (mut times, mut next) = (Vec::new(), first);
    while next < end {
        sleep_until(next).await;
        // The server closes idle connections.
        let mut requests = at[2].connect().await.unwrap();
        let begun = Instant::now();
        send(&mut requests, at[2].address, &id, 2 * times.len()).await;
        let [one, other] = &mut sockets;
        tokio::join!(receive(one, "played"), receive(other, "played"));
        times.push(begun.elapsed());
        answered(&mut requests).await;
        next += every;
    }
    times
}

/// Waits for an event of this kind.
async fn receive(socket: &mut Socket, kind: &str) {
    let kind = format!("\"kind\":\"{kind}\"");
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) if text.contains(&kind) => return,
            _ => (),
        }
    }
}

async fn send(stream: &mut TcpStream, address: SocketAddr, id: &str, turn: usize) {
    let body = format!("{{\"move\":\"1\",\"turn\":{turn}}}");
    let request = format!(
        "POST /api/tables/{id}/moves HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
         cookie: brelan={TOKEN}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
}

async fn answered(stream: &mut TcpStream) {
    let mut answer = vec![0; 4096];
    let length = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// Prints the memory of an idle socket at a fresh server. A table has at most 64 watchers, so that the
/// sockets are spread over tables that are loaded before.
async fn idle(process: &Process, address: SocketAddr, ids: &[String]) {
    const A_TABLE: usize = 50;
    let mut sockets = Vec::new();
    let mut before = 0;
    for number in 0..IDLE_SOCKETS + IDLE_SOCKETS / A_TABLE {
        if number == IDLE_SOCKETS / A_TABLE {
            before = process.memory();
        }
        let table = &ids[number % (IDLE_SOCKETS / A_TABLE)];
        let visitor = Visitor { number, address };
        let mut socket = visitor.watch(table, "").await.unwrap();
        receive(&mut socket, "asked").await;
        sockets.push(socket);
    }
    let grown = process.memory().saturating_sub(before) as f64 / IDLE_SOCKETS as f64;
    println!("an idle socket takes {grown:.1} KiB ({IDLE_SOCKETS} sockets)");
    assert!(grown <= 32.0, "more than 32 KiB a socket");
}
