//! A test server with an empty store, and the client side of a browser.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use store::{Address, Store, Tournaments};
use tempfile::TempDir;
use tower::ServiceExt as _;
use web::{Bus, Hub, Origin, Programs, Retention, Site, app};

use crate::place;

pub(crate) const HOST: &str = "127.0.0.1:4210";
pub(crate) const ORIGIN: &str = "http://127.0.0.1:4210";

fn site() -> Site {
    Site::from(ORIGIN.parse::<Origin>().unwrap())
}

/// A server without proxies, programs or other nodes.
fn hub_alone(store: Store) -> Hub {
    let (proxies, programs) = (Vec::new(), Programs::default());
    let retention = Retention::default();
    Hub::new(store, site(), proxies, programs, Bus::default(), retention)
}

/// The server of one test.
pub(crate) struct TestServer {
    folder: Arc<TempDir>,
    pub(crate) store: Store,
    pub(crate) hub: Hub,
    app: Router,
}

impl TestServer {
    pub(crate) async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = place::address(folder.path()).await;
        Self::over(address, folder).await
    }

    /// A server over a file, which can be made full.
    pub(crate) async fn open_file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = Address::File(folder.path().join("games.sqlite"));
        Self::over(address, folder).await
    }

    async fn over(address: Address, folder: TempDir) -> Self {
        let store = Store::open(&address).await.unwrap();
        let hub = hub_alone(store.clone());
        let app = app(hub.clone());
        Self {
            folder: Arc::new(folder),
            store,
            hub,
            app,
        }
    }

    /// Two nodes over the same store, each with its own connections to it; their bus is that of
    /// `BRELAN_NATS`, or disconnected.
    pub(crate) async fn nodes() -> [Self; 2] {
        let alone = Self::open().await;
        [alone.node().await, alone.node().await]
    }

    async fn node(&self) -> Self {
        let url = std::env::var("BRELAN_NATS");
        let bus = Bus::join(url.as_deref().unwrap_or("nats://127.0.0.1:1")).await;
        let store = Store::open(self.store.address()).await.unwrap();
        let (proxies, programs) = (Vec::new(), Programs::default());
        let (bus, retention) = (bus.unwrap(), Retention::default());
        let hub = Hub::new(store.clone(), site(), proxies, programs, bus, retention);
        Self {
            folder: Arc::clone(&self.folder),
            store,
            app: app(hub.clone()),
            hub,
        }
    }

    /// The tournaments of the same store.
    pub(crate) async fn tournaments(&self) -> Tournaments {
        Tournaments::open(self.store.address()).await.unwrap()
    }

    /// Restarts the server over the same store.
    pub(crate) fn restart(&mut self) {
        self.hub = hub_alone(self.store.clone());
        self.app = app(self.hub.clone());
    }

    pub(crate) fn app(&self) -> Router {
        self.app.clone()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let mut request = request;
        let from: std::net::SocketAddr = "127.0.0.1:5555".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(from));
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {:?}", self.text))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A browser, which keeps its cookie.
#[derive(Clone, Default)]
pub(crate) struct Browser {
    pub(crate) cookie: Option<String>,
}

impl Browser {
    pub(crate) async fn get(&self, server: &TestServer, path: &str) -> Answer {
        server.send(self.request(Method::GET, path, None)).await
    }

    pub(crate) async fn post(&mut self, server: &TestServer, path: &str, body: &Value) -> Answer {
        let answer = server
            .send(self.request(Method::POST, path, Some(body)))
            .await;
        if let Some(cookie) = answer.headers.get("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        answer
    }

    pub(crate) async fn delete(&self, server: &TestServer, path: &str) -> Answer {
        server.send(self.request(Method::DELETE, path, None)).await
    }

    fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Request<Body> {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("host", HOST).header("origin", ORIGIN);
        let request = match &self.cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        };
        let request = request.header("content-type", "application/json");
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        request.body(body).unwrap()
    }

    /// Opens a table of allumettes; `who` is the API's field of both players.
    pub(crate) async fn open(
        &mut self,
        server: &TestServer,
        who: [&str; 2],
    ) -> (String, [Option<String>; 2]) {
        self.open_game(server, "allumettes", who, &json!({})).await
    }

    pub(crate) async fn open_game(
        &mut self,
        server: &TestServer,
        game: &str,
        who: [&str; 2],
        options: &Value,
    ) -> (String, [Option<String>; 2]) {
        let players = who.map(|who| json!({"name": who, "who": who}));
        let wanted = json!({"game": game, "players": players, "options": options});
        let answer = self.post(server, "/api/tables", &wanted).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        let json = answer.json();
        let code = |side: usize| json["invitations"][side].as_str().map(str::to_owned);
        (json["id"].as_str().unwrap().to_owned(), [code(0), code(1)])
    }

    pub(crate) async fn play(
        &mut self,
        server: &TestServer,
        id: &str,
        text: &str,
        turn: usize,
    ) -> Answer {
        let body = json!({"move": text, "turn": turn});
        self.post(server, &format!("/api/tables/{id}/moves"), &body)
            .await
    }
}
