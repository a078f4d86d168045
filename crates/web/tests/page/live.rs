//! Tables over their sockets: no event is missed, sent twice or shown to the wrong viewer.

use store::Address;

use crate::full_disk;
use std::time::{Duration, Instant};

use crate::client::{Browser, HOST, ORIGIN, TestServer};
use axum::http::StatusCode;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message, protocol::frame::coding::CloseCode};

pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Watches a table over a new connection; receives the events after number `after`, or all.
    pub(crate) async fn watch(
        server: &TestServer,
        browser: &Browser,
        id: &str,
        after: Option<usize>,
    ) -> Self {
        let watched = Self::try_watch(server, browser, id, after).await;
        watched.unwrap_or_else(|status| panic!("{status}"))
    }

    /// Watches a table in a language.
    async fn watch_in(server: &TestServer, browser: &Browser, id: &str, lang: &str) -> Self {
        let query = format!("?lang={lang}");
        let watched = Self::connect(server, browser, id, &query).await;
        watched.unwrap_or_else(|status| panic!("{status}"))
    }

    /// Watches a table, or returns the status of the refusal.
    pub(crate) async fn try_watch(
        server: &TestServer,
        browser: &Browser,
        id: &str,
        after: Option<usize>,
    ) -> Result<Self, StatusCode> {
        let query = after.map_or_else(String::new, |after| format!("?after={after}"));
        Self::connect(server, browser, id, &query).await
    }

    async fn connect(
        server: &TestServer,
        browser: &Browser,
        id: &str,
        query: &str,
    ) -> Result<Self, StatusCode> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = server
            .app()
            .into_make_service_with_connect_info::<std::net::SocketAddr>();
        tokio::spawn(async move { axum::serve(listener, service).await });
        let path = format!("ws://{HOST}/api/tables/{id}/events{query}");
        let mut request = path.into_client_request().unwrap();
        request
            .headers_mut()
            .insert("origin", ORIGIN.parse().unwrap());
        if let Some(cookie) = &browser.cookie {
            request
                .headers_mut()
                .insert("cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await.unwrap();
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(refused)) => Err(refused.status()),
            Err(error) => panic!("{error}"),
        }
    }

    async fn text(&mut self) -> String {
        loop {
            match self.0.next().await.unwrap().unwrap() {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) => (),
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next message of a type.
    async fn next(&mut self, wanted: &str) -> Value {
        loop {
            let message: Value = serde_json::from_str(&self.text().await).unwrap();
            if message["type"] == wanted {
                return message;
            }
        }
    }

    /// The next event.
    async fn event(&mut self) -> Value {
        self.next("event").await
    }

    /// Events up to the first of this kind.
    pub(crate) async fn until(&mut self, kind: &str) -> Vec<Value> {
        let mut events = vec![self.event().await];
        while events.last().unwrap()["kind"] != kind {
            events.push(self.event().await);
        }
        events
    }
}

fn numbers(events: &[Value]) -> Vec<u64> {
    events
        .iter()
        .map(|event| event["number"].as_u64().unwrap())
        .collect()
}

#[tokio::test]
async fn a_browser_that_connects_again_misses_no_event_and_gets_none_twice() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let mut socket = Socket::watch(&server, &one, &id, None).await;
    assert_eq!(numbers(&socket.until("asked").await), [0]);
    one.play(&server, &id, "2", 0).await;
    assert_eq!(numbers(&socket.until("asked").await), [1, 2]);
    drop(socket);
    one.play(&server, &id, "1", 2).await;
    let mut socket = Socket::watch(&server, &one, &id, Some(2)).await;
    let missed = socket.until("asked").await;
    assert_eq!(numbers(&missed), [3, 4]);
    assert_eq!(missed[0]["effect"], "1 left 10");
    one.play(&server, &id, "3", 4).await;
    assert_eq!(numbers(&socket.until("asked").await), [5, 6]);
}

#[tokio::test]
async fn numbers_and_steps_back_survive_a_restart() {
    let mut server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    one.play(&server, &id, "2", 0).await;
    one.play(&server, &id, "1", 2).await;
    one.post(&server, &format!("/api/tables/{id}/take-back"), &json!({}))
        .await;
    one.play(&server, &id, "3", 6).await;
    let before = Socket::watch(&server, &one, &id, None)
        .await
        .until_number(8)
        .await;
    server.restart();
    let after = Socket::watch(&server, &one, &id, None)
        .await
        .until_number(8)
        .await;
    assert_eq!(before, after);
    assert_eq!(
        numbers(&after),
        [0, 1, 6, 7, 8],
        "events that were taken back are not sent"
    );
    assert_eq!(after[4]["view"], "8");
    // A browser that has events which were taken back is told to forget all of them.
    let mut late = Socket::watch(&server, &one, &id, Some(4)).await;
    late.next("reset").await;
    assert_eq!(late.until_number(8).await, after);
    assert_eq!(one.play(&server, &id, "1", 8).await.status, 200);
}

impl Socket {
    pub(crate) async fn until_number(mut self, last: u64) -> Vec<Value> {
        let mut events = vec![self.event().await];
        while events.last().unwrap()["number"] != last {
            events.push(self.event().await);
        }
        events
    }
}

#[tokio::test]
async fn an_engine_answers_and_a_refusal_is_in_the_reader_s_language() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "expert"]).await;
    let mut socket = Socket::watch(&server, &one, &id, None).await;
    let mut french = Socket::watch_in(&server, &one, &id, "fr").await;
    let asked = socket.until("asked").await;
    french.until("asked").await;
    assert_eq!(asked[0]["legal"], json!(["1", "2", "3"]));
    assert_eq!(one.play(&server, &id, "9", 0).await.code(), "refused");
    let refused = socket.event().await;
    assert_eq!(refused["refusal"], "Impossible! Invalid number: 9 (> 3)");
    assert_eq!(
        french.event().await["refusal"],
        "Impossible ! Nombre invalide : 9 (> 3)"
    );
    let again = socket.until("asked").await;
    let turn = again[0]["number"].as_u64().unwrap() as usize;
    one.play(&server, &id, "2", turn).await;
    let answered = socket.until("asked").await;
    assert_eq!(answered[0]["effect"], "2 left 11");
    // The expert leaves a multiple of four and one.
    let answered = socket.until("asked").await;
    assert_eq!(answered[0]["effect"], "2 left 9");
}

#[tokio::test]
async fn legal_moves_are_sent_to_the_side_to_move_alone() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "invited"]).await;
    let mut spectator = Socket::watch(&server, &Browser::default(), &id, None).await;
    let asked = spectator.event().await;
    assert_eq!(
        (&asked["kind"], &asked["legal"]),
        (&json!("asked"), &Value::Null)
    );
}

#[tokio::test]
async fn a_browser_that_sends_into_the_socket_is_disconnected() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let mut socket = Socket::watch(&server, &one, &id, None).await;
    socket.until("asked").await;
    socket.0.send(Message::text("first plays 1")).await.unwrap();
    match socket.0.next().await.unwrap().unwrap() {
        Message::Close(Some(frame)) => assert_eq!(frame.code, CloseCode::Policy),
        other => panic!("{other:?}"),
    }
    let mut socket = Socket::watch(&server, &one, &id, None).await;
    socket.until("asked").await;
    socket
        .0
        .send(Message::text("x".repeat(100_000)))
        .await
        .unwrap();
    assert!(!matches!(socket.0.next().await, Some(Ok(Message::Text(_)))));
    assert!(
        server
            .store
            .load(&id)
            .await
            .unwrap()
            .unwrap()
            .lines
            .is_empty()
    );
}

#[tokio::test]
async fn a_full_disk_is_reported_and_the_game_goes_on_when_there_is_room() {
    let server = TestServer::open_file().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let Address::File(file) = server.store.address() else {
        panic!("the store is a file");
    };
    full_disk::fill(file, "lines", "TRUE").await;
    let nonsense = "x".repeat(60);
    let full = loop {
        let answer = one.play(&server, &id, &nonsense, 0).await;
        match answer.status.as_u16() {
            422 => (),
            429 => tokio::time::sleep(Duration::from_millis(50)).await,
            _ => break answer,
        }
    };
    assert_eq!((full.status.as_u16(), &*full.code()), (507, "disk-full"));
    assert_eq!(
        one.play(&server, &id, &nonsense, 0).await.code(),
        "disk-full"
    );
    let before = server.store.load(&id).await.unwrap().unwrap().lines.len();
    full_disk::make_room(file).await;
    assert_eq!(one.play(&server, &id, "1", 0).await.status, 200);
    let after = server.store.load(&id).await.unwrap().unwrap().lines;
    assert_eq!(after.len(), before + 1);
    assert_eq!(after.last().unwrap(), "first plays 1");
}

/// Plays a whole game of dominos by its first legal moves; the events of each of three sockets.
async fn watched_dominos(rule: &str) -> [Vec<Value>; 3] {
    let server = TestServer::open().await;
    let (mut one, mut other) = (Browser::default(), Browser::default());
    let options = json!({"rule": rule});
    let (id, codes) = one
        .open_game(&server, "dominos", ["here", "invited"], &options)
        .await;
    let join = format!("/api/tables/{id}/join");
    let code = json!({"code": codes[1].clone().unwrap()});
    other.post(&server, &join, &code).await;
    let mut sockets = [
        Socket::watch(&server, &one, &id, None).await,
        Socket::watch(&server, &other, &id, None).await,
        Socket::watch(&server, &Browser::default(), &id, None).await,
    ];
    let mut told = [const { Vec::new() }; 3];
    loop {
        for (socket, told) in sockets.iter_mut().zip(&mut told) {
            told.push(socket.event().await);
        }
        let asked = told[..2]
            .iter()
            .position(|told| told.last().unwrap()["legal"].is_array());
        if told[0].last().unwrap()["kind"] == "over" {
            return told;
        }
        if let Some(side) = asked {
            let event = told[side].last().unwrap();
            let turn = event["number"].as_u64().unwrap() as usize;
            let text = event["legal"][0].as_str().unwrap().to_owned();
            let browser = [&mut one, &mut other][side]
                .play(&server, &id, &text, turn)
                .await;
            assert_eq!(browser.status, 200, "{}", browser.text);
        }
    }
}

#[tokio::test]
async fn at_dominos_no_viewer_is_sent_the_hand_of_another() {
    for rule in ["1", "2"] {
        let told = watched_dominos(rule).await;
        for (viewer, events) in ["first", "second", "spectator"].into_iter().zip(&told) {
            for event in events {
                let view = event["view"].as_str().unwrap();
                let words: Vec<&str> = view.split(' ').collect();
                assert_eq!(words[1], viewer, "{view}");
                assert!(viewer != "spectator" || words[2] == "-", "{view}");
                let drawn = event["kind"] == "chance";
                let own = event["side"] == viewer;
                let shown = event.get("effect").is_some() || event.get("text").is_some();
                assert!(!drawn || own == shown, "{viewer} was told {event}");
                assert!(
                    own || event.get("legal").is_none(),
                    "{viewer} was told {event}"
                );
            }
        }
        // A tile is in one hand: no tile was shown to both sides as their own.
        let hands = |events: &[Value]| -> Vec<String> {
            let hand = |event: &Value| {
                event["view"]
                    .as_str()
                    .unwrap()
                    .split(' ')
                    .nth(2)
                    .unwrap()
                    .to_owned()
            };
            let tiles: Vec<String> = events.iter().map(hand).collect();
            tiles
                .iter()
                .flat_map(|hand| hand.split(','))
                .filter(|tile| *tile != "-")
                .map(str::to_owned)
                .collect()
        };
        let (first, second) = (hands(&told[0]), hands(&told[1]));
        assert!(!first.is_empty() && first.iter().all(|tile| !second.contains(tile)));
    }
}

#[tokio::test]
async fn an_engine_without_watchers_stops_and_its_permit_is_free() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let player = json!({"name": "e", "who": "expert"});
    let wanted = json!({"game": "dominos", "players": [player, player], "time_ms": 60_000});
    // More slow games than there are permits.
    for _ in 0..8 {
        let id = one.post(&server, "/api/tables", &wanted).await.json()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        drop(Socket::watch(&server, &one, &id, None).await);
    }
    let (id, _) = one.open(&server, ["here", "naif"]).await;
    let path = format!("/api/tables/{id}/hint");
    let nothing = json!({});
    let hint = one.post(&server, &path, &nothing);
    let hint = tokio::time::timeout(Duration::from_secs(30), hint).await;
    let hint = hint.expect("sooner than half of one slow answer");
    assert_eq!(hint.json()["move"], "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_search_at_one_table_delays_no_move_at_another() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let player = json!({"name": "e", "who": "expert"});
    let wanted = json!({"game": "dominos", "players": [player, player], "time_ms": 60_000});
    let mut watching = Vec::new();
    for _ in 0..4 {
        let opened = one.post(&server, "/api/tables", &wanted).await.json();
        let id = opened["id"].as_str().unwrap().to_owned();
        let mut socket = Socket::watch(&server, &one, &id, None).await;
        socket.until("asked").await;
        watching.push(socket);
    }
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let mut times = Vec::new();
    for number in 0..12 {
        let begun = Instant::now();
        assert_eq!(one.play(&server, &id, "1", 2 * number).await.status, 200);
        times.push(begun.elapsed());
    }
    // A move may be slowed by other work of the machine, but not by a search of a minute.
    let slowest = times.iter().max().unwrap();
    assert!(*slowest < Duration::from_secs(30), "{times:?}");
}

/// Neither a player nor a spectator has to request a drawing while the game is played.
#[tokio::test]
async fn every_change_of_the_board_comes_with_its_drawing() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let mut sockets = [
        Socket::watch(&server, &one, &id, None).await,
        Socket::watch(&server, &Browser::default(), &id, None).await,
    ];
    for socket in &mut sockets {
        let first = socket.event().await;
        let svg = first["drawing"]["svg"].as_str().unwrap();
        assert!(svg.starts_with("<svg"), "{first}");
    }
    one.play(&server, &id, "2", 0).await;
    for socket in &mut sockets {
        let [played, asked] = [socket.event().await, socket.event().await];
        let query = format!(
            "/api/games/allumettes/drawing?view={}&lang=en&last=first%202%20left%2011&played=first%202%20left%2011",
            played["view"].as_str().unwrap()
        );
        let requested = one.get(&server, &query).await.json();
        assert_eq!(played["drawing"], requested);
        assert_eq!(
            (&asked["view"], &asked["drawing"]),
            (&played["view"], &Value::Null)
        );
    }
}
