//! Nothing hidden is sent: of two games that look alike to a viewer, the server sends this viewer the
//! same bytes on every path.

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use games::RegisteredGame;
use host::Viewer;
use host::contract::alike_games;
use http_body_util::BodyExt as _;
use menteur::Menteur;
use serde_json::Value;
use store::{NewGame, SeatRow, Store};
use table::{Entry, Limits, Record, Side};
use text::Language;
use tower::ServiceExt as _;

use super::STUDY;
use super::command::{Subscription, TableCommand};
use super::hint::advise;
use super::programs::Programs;
use super::socket::missed;
use super::watchers::{ReaderFormat, WatcherMessage};
use crate::server::secret::digest;
use crate::server::visitor::{Requester, Visitor};
use crate::{Bus, Hub, Origin, Retention, Site, app};

const HOST: &str = "127.0.0.1:4210";
const ADDRESS: [u8; 4] = [127, 0, 0, 1];
/// Number of random records of each game, from which pairs that look alike to a viewer are made.
const GAMES: u64 = 16;
/// Engines are asked in every 6th pair of games, at every 3rd question: a player may ask 40 times in a
/// burst.
const ENGINE_PAIRS: usize = 6;
const ENGINE_GROUPS: usize = 3;
/// Nodes or samples of an engine.
const EFFORT: u64 = 20;

/// The token of the browser that plays a side.
fn token(side: Side) -> String {
    format!("{:032x}", 1 + side.index())
}

/// One server, and the browser of one viewer.
struct ViewedServer {
    hub: Hub,
    app: Router,
    viewer: Viewer,
    tables: usize,
    hints: usize,
}

impl ViewedServer {
    async fn new(store: Store, viewer: Viewer) -> Self {
        let origin: Origin = format!("http://{HOST}").parse().unwrap();
        // Nothing listens at this address. A table with a bus applies lines that the store received.
        let bus = Bus::join("nats://127.0.0.1:1").await.unwrap();
        let (site, programs) = (Site::from(origin), Programs::default());
        let hub = Hub::new(store, site, Vec::new(), programs, bus, Retention::default());
        Self {
            app: app(hub.clone()),
            hub,
            viewer,
            tables: 0,
            hints: 0,
        }
    }

    fn token(&self) -> Option<String> {
        match self.viewer {
            Viewer::Player(side) => Some(token(side)),
            Viewer::Spectator | Viewer::Referee => None,
        }
    }

    fn requester(&self) -> Requester {
        Requester {
            from: Visitor::at(ADDRESS.into()),
            who: self.token().map(|token| digest(&token)),
        }
    }

    /// Opens a table without lines; players may ask for values there.
    async fn open(&mut self, record: &Record) -> String {
        self.tables += 1;
        let id = format!("{:032x}", self.tables);
        let seat = |side| SeatRow {
            holder: Some(digest(&token(side)).0),
            invitation: None,
        };
        let game = NewGame {
            id: id.clone(),
            game: record.header.game.clone(),
            header: Record::new(record.header.clone()).to_string(),
            options: format!("{{\"{STUDY}\":\"\"}}"),
            time_ms: None,
            seed: Some(0),
            creator: String::new(),
            created_ms: 0,
            seats: Side::BOTH.map(seat),
        };
        self.hub.store().create(game).await.unwrap();
        id
    }

    async fn watch(&self, id: &str) -> Vec<Subscription> {
        let mut open = Vec::new();
        for language in Language::ALL {
            for tall in [false, true] {
                let format = ReaderFormat { language, tall };
                let watch = |reply| TableCommand::Watch { format, reply };
                let by = self.requester();
                open.push(self.hub.tables().request(&by, id, watch).await.unwrap());
            }
        }
        open
    }

    /// The body of a response to the viewer, without the time that an engine took.
    async fn http(&self, method: &str, path: &str, body: &str) -> String {
        let cookie = self.token().map(|token| format!("brelan={token}"));
        let request = Request::builder().method(method).uri(path);
        let request = request
            .header("host", HOST)
            .header("origin", format!("http://{HOST}"))
            .header("cookie", cookie.unwrap_or_default())
            .header("content-type", "application/json")
            .extension(ConnectInfo(std::net::SocketAddr::from((ADDRESS, 5555))));
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let response = self.app.clone().oneshot(request).await.unwrap();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let mut json: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
        if let Some(report) = json.get_mut("report").and_then(Value::as_object_mut) {
            report.remove("micros");
        }
        json.to_string()
    }

    /// All texts that the viewer is sent of a game while it is played, and after its last line.
    async fn sent(&mut self, record: &Record, asks_engines: bool) -> Vec<String> {
        let id = self.open(record).await;
        let (mut sent, mut watched, mut from) = (Vec::new(), Vec::new(), 0);
        let entries: Vec<&Entry> = record.entries.iter().map(|(_, entry)| entry).collect();
        // Each group ends with a question: the table would draw for chance by itself.
        let groups = entries.chunk_by(|_, next| matches!(next, Entry::Chance(_)));
        for (number, group) in groups.enumerate() {
            let lines = group.iter().map(ToString::to_string).collect();
            let kept = self.hub.store().append(&id, from, lines, None, 0);
            kept.await.unwrap();
            from += group.len();
            if watched.is_empty() {
                watched = self.watch(&id).await;
            }
            sent.push(self.http("GET", &format!("/api/tables/{id}"), "").await);
            let before = sent.len();
            for subscription in &mut watched {
                while let Ok(message) = subscription.messages.try_recv() {
                    sent.push(match message {
                        WatcherMessage::Event { text, .. } | WatcherMessage::Info(text) => {
                            text.to_string()
                        }
                        WatcherMessage::Resync(_) => panic!("the game was replayed"),
                    });
                }
            }
            assert!(number == 0 || sent.len() > before, "no event was sent");
            if asks_engines && number % ENGINE_GROUPS == 0 {
                sent.extend(self.sent_by_engines(&id).await);
            }
        }
        sent.extend(self.sent_after_connecting(&id).await);
        let [record, review] = ["record", "review"].map(|path| format!("/api/tables/{id}/{path}"));
        sent.push(self.http("GET", &record, "").await);
        sent.push(self.http("POST", &review, r#"{"lang":"fr"}"#).await);
        sent.iter().map(|text| text.replace(&id, "ID")).collect()
    }

    /// The texts for a browser that connects now: one that has no events, and one that has half of them.
    async fn sent_after_connecting(&self, id: &str) -> Vec<String> {
        let mut sent = Vec::new();
        for Subscription { snapshot, .. } in self.watch(id).await {
            sent.push(snapshot.table.to_string());
            for after in [None, Some(snapshot.log.len() / 2)] {
                let portion = missed(&snapshot.log, snapshot.reader, after);
                sent.extend(portion.unwrap().texts);
            }
        }
        sent
    }

    async fn sent_by_engines(&mut self, id: &str) -> Vec<String> {
        let values = format!("/api/tables/{id}/values");
        let wanted = format!(r#"{{"lang":"fr","effort":{EFFORT},"seed":1}}"#);
        let mut sent = vec![self.http("POST", &values, &wanted).await];
        let (by, tables) = (self.requester(), self.hub.tables());
        if let Ok((game, position)) = tables.request(&by, id, TableCommand::Sight).await {
            let limits = Limits {
                effort: Some(EFFORT),
                ..Limits::default()
            };
            self.hints += 1;
            for language in Language::ALL {
                let hint = advise(game, &position, &limits, language);
                sent.push(serde_json::to_string(&hint.unwrap()).unwrap());
            }
        }
        sent
    }
}

async fn check(viewer: Viewer) {
    // Another test of this process may have registered it.
    let _ = games::register(&[RegisteredGame::new::<Menteur>()]);
    for game in games::games().filter(|game| game.hides) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let store = Store::open(&store::Address::File(file)).await.unwrap();
        let mut server = ViewedServer::new(store, viewer).await;
        let pairs = alike_games(game, viewer, GAMES);
        assert!(pairs.len() > 10, "{}: {} pairs", game.name, pairs.len());
        for (number, [one, other]) in pairs.iter().enumerate() {
            let asks_engines = number % ENGINE_PAIRS == 0;
            let sent = server.sent(one, asks_engines).await;
            let twin = server.sent(other, asks_engines).await;
            assert_eq!(sent, twin, "to {viewer:?}\n{one}\n{other}");
        }
        let plays = matches!(viewer, Viewer::Player(_));
        assert_eq!(
            server.hints > 0,
            plays,
            "{}: {viewer:?} is given hints",
            game.name
        );
    }
}

#[tokio::test]
async fn nothing_hidden_is_sent_to_the_first_player() {
    check(Viewer::Player(Side::First)).await;
}

#[tokio::test]
async fn nothing_hidden_is_sent_to_the_second_player() {
    check(Viewer::Player(Side::Second)).await;
}

#[tokio::test]
async fn nothing_hidden_is_sent_to_a_spectator() {
    check(Viewer::Spectator).await;
}
