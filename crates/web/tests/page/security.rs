//! Attacks that the server refuses: one test for each attack of the threat model.

use crate::client::{Browser, HOST, ORIGIN, TestServer};
use crate::tournaments;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

fn get(host: &str, path: &str) -> Request<Body> {
    Request::get(path)
        .header("host", host)
        .body(Body::empty())
        .unwrap()
}

#[tokio::test]
async fn a_host_that_is_not_ours_is_refused() {
    let server = TestServer::open().await;
    let look_alikes = [
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:4211",
        "127.0.0.1:42100",
        "127.0.0.1.evil.example:4210",
        "localhost.evil.example:4210",
        "127.0.0.1:4210.evil.example",
        "127.0.0.1:4210@evil.example",
        "LOCALHOST:4210",
        "",
    ];
    for host in look_alikes {
        for path in ["/", "/api/games", "/page/app.js"] {
            let answer = server.send(get(host, path)).await;
            assert_eq!(
                answer.status,
                StatusCode::MISDIRECTED_REQUEST,
                "{host} {path}"
            );
            assert_eq!(answer.code(), "foreign-host");
        }
    }
    let nameless = Request::get("/").body(Body::empty()).unwrap();
    assert_eq!(
        server.send(nameless).await.status,
        StatusCode::MISDIRECTED_REQUEST
    );
    assert_eq!(
        server.send(get(HOST, "/api/games")).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_change_from_another_origin_is_refused() {
    let server = TestServer::open().await;
    let origins = [
        None,
        Some("null"),
        Some("https://127.0.0.1:4210"),
        Some("http://127.0.0.1:4211"),
        Some("http://127.0.0.1:4210.evil.example"),
        Some("http://evil.example"),
        Some("http://127.0.0.1:4210/"),
        Some("http://localhost:4210"),
    ];
    for origin in origins {
        let mut request = Request::post("/api/tables").header("host", HOST);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let answer = server.send(request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{origin:?}");
        assert_eq!(answer.code(), "foreign-origin");
    }
}

#[tokio::test]
async fn a_socket_from_another_origin_is_refused() {
    let server = TestServer::open().await;
    let (id, _) = Browser::default().open(&server, ["here", "naif"]).await;
    for origin in ["http://evil.example", "http://localhost:4210"] {
        let request = Request::get(format!("/api/tables/{id}/events")).header("host", HOST);
        let request = request
            .header("origin", origin)
            .header("upgrade", "websocket");
        let answer = server.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.code(), "foreign-origin", "{origin}");
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = TestServer::open().await;
    for path in ["/", "/page/style.css", "/api/games", "/nowhere", "/table/x"] {
        let answer = server.send(get(HOST, path)).await;
        let header = |name: &str| answer.headers[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
    }
}

#[tokio::test]
async fn the_document_has_no_inline_script_or_style() {
    let server = TestServer::open().await;
    let page = server.send(get(HOST, "/")).await.text;
    assert!(page.contains("<script type=\"module\" src="));
    assert!(!page.contains("<style") && !page.contains("style=") && !page.contains("onclick"));
    assert_eq!(page.matches("<script").count(), 1);
}

#[tokio::test]
async fn paths_that_leave_the_page_find_nothing() {
    let server = TestServer::open().await;
    let paths = [
        "/page/../src/lib.rs",
        "/page/..%2fsrc%2flib.rs",
        "/page/%2e%2e/Cargo.toml",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/boards/../../Cargo.toml",
        "/page/",
        "/page/app.js/",
        "/games.sqlite",
    ];
    for path in paths {
        let answer = server.send(get(HOST, path)).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_table_cannot_be_guessed() {
    let server = TestServer::open().await;
    let (id, _) = Browser::default().open(&server, ["here", "naif"]).await;
    assert_eq!(id.len(), 32);
    for guess in [
        "",
        "1",
        "' OR 1=1 --",
        &"0".repeat(32),
        &id[1..],
        &id.to_uppercase(),
    ] {
        let path = format!("/api/tables/{}", guess.replace(' ', "%20"));
        let answer = Browser::default().get(&server, &path).await;
        let found = answer.status == StatusCode::OK && guess.is_empty();
        assert!(answer.status == StatusCode::NOT_FOUND || found, "{guess}");
    }
    assert_eq!(
        Browser::default().get(&server, "/api/tables").await.text,
        "[]"
    );
}

#[tokio::test]
async fn only_the_holder_of_the_seat_moves() {
    let server = TestServer::open().await;
    let (mut one, mut other, mut stranger) =
        (Browser::default(), Browser::default(), Browser::default());
    let (id, codes) = one.open(&server, ["here", "invited"]).await;
    let code = codes[1].clone().unwrap();
    let join = format!("/api/tables/{id}/join");
    let joined = other.post(&server, &join, &json!({"code": code})).await;
    assert_eq!(joined.status, StatusCode::NO_CONTENT);

    assert_eq!(
        stranger.play(&server, &id, "1", 0).await.code(),
        "spectator"
    );
    stranger.cookie = Some(format!("brelan={}", "0".repeat(32)));
    assert_eq!(
        stranger.play(&server, &id, "1", 0).await.code(),
        "spectator"
    );
    for action in ["resign", "take-back", "hint", "again"] {
        let path = format!("/api/tables/{id}/{action}");
        assert_eq!(
            stranger.post(&server, &path, &json!({})).await.code(),
            "spectator",
            "{action}"
        );
    }
    assert_eq!(
        other.play(&server, &id, "1", 0).await.code(),
        "not-your-turn"
    );
    assert_eq!(one.play(&server, &id, "1", 0).await.status, StatusCode::OK);
    assert_eq!(one.play(&server, &id, "1", 2).await.code(), "not-your-turn");
    assert_eq!(
        other.play(&server, &id, "1", 2).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn an_invitation_is_good_once_and_cannot_be_guessed() {
    let server = TestServer::open().await;
    let (mut one, mut other) = (Browser::default(), Browser::default());
    let (id, codes) = one.open(&server, ["here", "invited"]).await;
    let join = format!("/api/tables/{id}/join");
    for guess in ["", "x", &"0".repeat(32)] {
        let answer = Browser::default()
            .post(&server, &join, &json!({"code": guess}))
            .await;
        assert_eq!(answer.code(), "bad-invitation", "{guess}");
    }
    let code = json!({"code": codes[1].clone().unwrap()});
    let joined = other.post(&server, &join, &code).await;
    let cookie = joined.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.contains("; HttpOnly; SameSite=Strict; Path=/"),
        "{cookie}"
    );
    let again = Browser::default().post(&server, &join, &code).await;
    assert_eq!(again.code(), "bad-invitation");
}

#[tokio::test]
async fn a_move_sent_twice_is_played_once() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let first = one.play(&server, &id, "2", 0).await;
    assert_eq!(
        (first.status, &*first.text),
        (StatusCode::OK, "{\"number\":2}")
    );
    assert_eq!(one.play(&server, &id, "2", 0).await.text, first.text);
    assert_eq!(one.play(&server, &id, "3", 0).await.code(), "stale");
    assert_eq!(
        server.store.load(&id).await.unwrap().unwrap().lines,
        ["first plays 2"]
    );
}

#[tokio::test]
async fn of_two_tabs_that_race_one_is_refused() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let mut tab = one.clone();
    let (first, second) = tokio::join!(
        one.play(&server, &id, "1", 0),
        tab.play(&server, &id, "3", 0)
    );
    let codes = [first, second].map(|answer| answer.status);
    assert!(
        codes.contains(&StatusCode::OK) && codes.contains(&StatusCode::CONFLICT),
        "{codes:?}"
    );
    assert_eq!(
        server.store.load(&id).await.unwrap().unwrap().lines.len(),
        1
    );
}

#[tokio::test]
async fn a_finished_game_takes_no_move() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one
        .open_game(
            &server,
            "allumettes",
            ["here", "here"],
            &json!({"matches": "1"}),
        )
        .await;
    let record = format!("/api/tables/{id}/record");
    assert_eq!(one.get(&server, &record).await.code(), "not-over");
    assert_eq!(one.play(&server, &id, "1", 0).await.status, StatusCode::OK);
    assert_eq!(one.play(&server, &id, "1", 2).await.code(), "over");
    let resign = format!("/api/tables/{id}/resign");
    assert_eq!(one.post(&server, &resign, &json!({})).await.code(), "over");
    let expected = "brelan record 1\ngame allumettes\nposition 1\nreferee guarded\nfirst here@humain\n\
                    second here@humain\n\nfirst plays 1\nresult second wins\n";
    assert_eq!(one.get(&server, &record).await.text, expected);
}

#[tokio::test]
async fn a_cheat_at_the_page_is_caught() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "naif"]).await;
    one.play(&server, &id, "triche", 0).await;
    let ending = server.store.load(&id).await.unwrap().unwrap().ending;
    assert_eq!(ending.as_deref(), Some("first forfeits cheating"));
}

#[tokio::test]
async fn foreign_bytes_are_refused_with_a_reason() {
    let server = TestServer::open().await;
    let post = |body: Vec<u8>| {
        let request = Request::post("/api/tables")
            .header("host", HOST)
            .header("origin", ORIGIN);
        let request = request.header("content-type", "application/json");
        server.send(request.body(Body::from(body)).unwrap())
    };
    let player = |name: &str, who: &str| json!({"name": name, "who": who});
    let table = |game: &str, one, options| {
        let wanted =
            json!({"game": game, "players": [one, player("b", "naif")], "options": options});
        wanted.to_string().into_bytes()
    };
    let cases = [
        (b"".to_vec(), "malformed"),
        (b"{\"game\":".to_vec(), "malformed"),
        (vec![0xff; 10], "malformed"),
        (vec![b'['; 20_000], "too-large"),
        (b"[".repeat(10_000), "malformed"),
        (table("go", player("a", "here"), json!({})), "unknown-game"),
        (
            table("allumettes", player("", "here"), json!({})),
            "bad-player",
        ),
        (
            table("allumettes", player("a@b", "here"), json!({})),
            "bad-player",
        ),
        (
            table("allumettes", player("a\nsecond x@y", "here"), json!({})),
            "bad-name",
        ),
        (
            table("allumettes", player(&"é".repeat(41), "here"), json!({})),
            "bad-name",
        ),
        (
            table("allumettes", player("a", "humain"), json!({})),
            "malformed",
        ),
        (
            table("allumettes", player("a", "genius"), json!({})),
            "bad-player",
        ),
        (
            table("allumettes", player("a", "here"), json!({"max": "0"})),
            "bad-option",
        ),
        (
            table("allumettes", player("a", "here"), json!({"trusting": ""})),
            "malformed",
        ),
        (
            table(
                "allumettes",
                player("a", "here"),
                json!({"matches": "99999999999"}),
            ),
            "bad-option",
        ),
    ];
    for (body, code) in cases {
        let text = String::from_utf8_lossy(&body).into_owned();
        let answer = post(body).await;
        assert!(answer.status.is_client_error(), "{text}");
        assert_eq!(answer.code(), code, "{text}");
    }
}

#[tokio::test]
async fn a_player_with_too_many_commands_is_refused() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let mut codes = Vec::new();
    for _ in 0..60 {
        codes.push(one.play(&server, &id, "1", 999).await.code());
    }
    assert_eq!(codes[0], "stale");
    assert_eq!(codes.last().unwrap(), "too-fast");
}

#[tokio::test]
async fn opening_tables_is_limited() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let player = json!({"name": "a", "who": "here"});
    let wanted = json!({"game": "allumettes", "players": [player, player]});
    for _ in 0..200 {
        if one.post(&server, "/api/tables", &wanted).await.status == StatusCode::TOO_MANY_REQUESTS {
            return;
        }
    }
    panic!("two hundred tables at once");
}

#[tokio::test]
async fn errors_are_in_the_language_of_the_request() {
    let server = TestServer::open().await;
    let (id, _) = Browser::default().open(&server, ["here", "naif"]).await;
    for (language, message) in [
        (
            "fr-FR,fr;q=0.9",
            "Seul un joueur de cette table peut faire cela.",
        ),
        ("en", "Only a player of this table may do that."),
    ] {
        let request = Request::post(format!("/api/tables/{id}/resign")).header("host", HOST);
        let request = request
            .header("origin", ORIGIN)
            .header("accept-language", language);
        let answer = server.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.json()["message"], message);
    }
}

#[tokio::test]
async fn an_analysis_is_that_of_the_command_line() {
    let server = TestServer::open().await;
    let wanted = json!({"game": "allumettes", "position": "12"});
    let answer = Browser::default()
        .post(&server, "/api/analyse", &wanted)
        .await;
    let mut report = answer.json();
    report.as_object_mut().unwrap().remove("micros");
    let sure = |win: f64| json!({"kind": "exact", "win": win, "draw": 0.0, "loss": 1.0 - win});
    // Twelve left: taking three leaves nine, which loses for the side to move.
    let moves = [("1", 0.0), ("2", 0.0), ("3", 1.0)];
    let moves = moves.map(|(text, win)| json!({"move": text, "value": sure(win)}));
    let expected = json!({"game": "allumettes", "position": "12", "to_move": "first",
        "value": sure(1.0), "moves": moves});
    assert_eq!(report, expected);
    let bad = Browser::default()
        .post(
            &server,
            "/api/analyse",
            &json!({"game": "allumettes", "position": "x"}),
        )
        .await;
    assert_eq!(bad.code(), "bad-position");
}

/// All operations of the API: a new one is added here.
const OPERATIONS: [&str; 33] = [
    "get /api/codes/{code}",
    "get /api/games",
    "get /api/games/{game}/card",
    "get /api/games/{game}/drawing",
    "get /api/games/{game}/edits",
    "get /api/games/{game}/picture",
    "get /api/games/{game}/rules",
    "get /api/qr",
    "get /api/running",
    "get /api/tables",
    "get /api/tables/{id}",
    "get /api/tables/{id}/events",
    "get /api/tables/{id}/record",
    "get /api/tournaments",
    "get /api/tournaments/{id}",
    "get /api/tournaments/{id}/games",
    "get /api/words",
    "post /api/analyse",
    "post /api/games/{game}/tree",
    "post /api/records",
    "post /api/tables",
    "post /api/tables/{id}/again",
    "post /api/tables/{id}/code",
    "post /api/tables/{id}/hint",
    "post /api/tables/{id}/join",
    "post /api/tables/{id}/moves",
    "post /api/tables/{id}/resign",
    "post /api/tables/{id}/review",
    "post /api/tables/{id}/take-back",
    "post /api/tables/{id}/values",
    "post /api/tournaments",
    "post /api/tournaments/{id}/games/{number}/table",
    "post /api/values",
];

#[tokio::test]
async fn every_described_operation_is_served() {
    let server = TestServer::open().await;
    let mut one = Browser::default();
    let described = one.get(&server, "/api/openapi.json").await.json();
    let mut operations = Vec::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        let methods = methods.as_object().unwrap().keys();
        operations.extend(methods.map(|method| format!("{method} {path}")));
    }
    operations.sort();
    assert_eq!(operations, OPERATIONS);
    let (id, _) = one.open(&server, ["here", "here"]).await;
    let path = format!("/api/tables/{id}/code");
    let given = one.post(&server, &path, &json!({})).await.json();
    let code = given["code"].as_str().unwrap();
    let mut held = tournaments::held(&server, &id).await;
    held.keep(&id, &[1, 2].map(tournaments::game))
        .await
        .unwrap();
    for operation in operations {
        let (method, path) = operation.split_once(' ').unwrap();
        let path = path.replace("{id}", &id).replace("{game}", "allumettes");
        let path = path.replace("{code}", code).replace("{number}", "1");
        let answer = match method {
            "get" => one.get(&server, &path).await,
            _ => one.post(&server, &path, &json!({})).await,
        };
        assert_ne!(answer.status, StatusCode::NOT_FOUND, "{operation}");
        assert!(answer.status.is_success() || !answer.code().is_empty());
        let deleted = one.delete(&server, &path).await;
        assert_eq!(deleted.code(), "not-found", "{operation}");
    }
}

#[tokio::test]
async fn no_shared_cache_keeps_a_response_with_a_cookie() {
    let server = TestServer::open().await;
    let document = server.send(get(HOST, "/")).await;
    assert!(document.headers.contains_key("set-cookie"));
    assert_eq!(document.headers["cache-control"], "private, no-cache");
}

/// The address of the page's script in the document.
async fn script(server: &TestServer) -> String {
    let document = server.send(get(HOST, "/")).await.text;
    let (_, rest) = document
        .split_once("<script type=\"module\" src=\"")
        .unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

#[tokio::test]
async fn files_of_the_page_are_cached_for_ever_under_the_version_in_their_address() {
    let server = TestServer::open().await;
    let script = script(&server).await;
    let folder = script.strip_suffix("/app.js").unwrap();
    assert_ne!(folder, "/page");
    let for_ever = "public, max-age=31536000, immutable";
    for name in ["app.js", "style.css", "drawing.css", "icon.svg"] {
        let answer = server.send(get(HOST, &format!("{folder}/{name}"))).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}");
        assert_eq!(answer.headers["cache-control"], for_ever, "{name}");
    }
    for other in ["/page/app.js", "/page/0123456789abcdef/app.js"] {
        let answer = server.send(get(HOST, other)).await;
        assert_eq!(answer.status, StatusCode::OK, "{other}");
        assert_eq!(answer.headers["cache-control"], "no-cache", "{other}");
    }
}

#[tokio::test]
async fn texts_are_compressed_for_browsers_that_ask() {
    let server = TestServer::open().await;
    let path = script(&server).await;
    let mut request = get(HOST, &path);
    let gzip = "gzip".parse().unwrap();
    request.headers_mut().insert("accept-encoding", gzip);
    let compressed = server.send(request).await;
    assert_eq!(compressed.headers["content-encoding"], "gzip");
    let plain = server.send(get(HOST, &path)).await;
    assert!(!plain.headers.contains_key("content-encoding"));
}
