//! The server on real sockets: connections, timeouts and health checks.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use web::{ServeConfig, ServeError, Server};

fn config(data: &Path) -> ServeConfig {
    ServeConfig {
        listen: "127.0.0.1:0".parse().unwrap(),
        names: Vec::new(),
        origin: None,
        proxies: Vec::new(),
        metrics: Some("127.0.0.1:0".parse().unwrap()),
        programs: web::Programs::default(),
        bus: None,
        store: store::Address::File(data.join("games.sqlite")),
        retention: web::Retention::default(),
    }
}

/// A server that runs until the test ends.
async fn serve(data: &Path) -> SocketAddr {
    serve_as(&config(data)).await
}

async fn serve_as(config: &ServeConfig) -> SocketAddr {
    let server = Server::open(config).await.unwrap();
    let address = server.address().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    address
}

async fn connect(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((IpAddr::from(from), 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// The status of the response, if there is one.
async fn status(stream: &mut TcpStream, host: &str) -> Option<u16> {
    let request = format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut head = [0; 12];
    let read = stream.read_exact(&mut head);
    let read = tokio::time::timeout(Duration::from_secs(30), read).await;
    read.ok()?.ok()?;
    std::str::from_utf8(&head[9..]).ok()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_connections_of_one_address_do_not_lock_out_others() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(folder.path()).await;
    let mut crowd = Vec::new();
    for _ in 0..700 {
        crowd.push(connect([127, 0, 0, 9], address).await);
    }
    let mut other = connect([127, 0, 0, 10], address).await;
    assert_eq!(status(&mut other, &address.to_string()).await, Some(200));
    let mut cut_off = 0;
    for stream in &mut crowd {
        let read = tokio::time::timeout(Duration::from_millis(1), stream.read_u8()).await;
        cut_off += usize::from(matches!(read, Ok(Err(_))));
    }
    assert!(cut_off >= 700 - 512, "{cut_off}");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_request_is_closed_after_ten_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(folder.path()).await;
    let mut stream = connect([127, 0, 0, 1], address).await;
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: 127")
        .await
        .unwrap();
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_mins(1), stream.read_to_end(&mut rest));
    closed.await.expect("cut off after ten seconds").unwrap();
}

/// The response to these bytes, as far as it is read before the connection ends.
async fn response(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = connect([127, 0, 0, 1], address).await;
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let read = tokio::time::timeout(Duration::from_secs(30), read).await;
    // Bytes that the server left unread reset the connection.
    let _ = read.expect("the connection ends");
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn bytes_that_are_no_request_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(folder.path()).await;
    for request in ["no request\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n"] {
        let answer = response(address, request.as_bytes()).await;
        assert!(
            answer.starts_with("HTTP/1.1 400 Bad Request\r\n"),
            "{answer}"
        );
    }
    let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "a".repeat(20_000));
    let answer = response(address, long.as_bytes()).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431"),
        "{answer}"
    );
}

#[tokio::test]
async fn the_page_is_served_under_the_address_of_its_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let origin = Some("https://jeux.example".parse().unwrap());
    let config = config(folder.path());
    let address = serve_as(&ServeConfig { origin, ..config }).await;
    let here = address.to_string();
    for (host, expected) in [
        ("jeux.example", 200),
        ("jeux.example:443", 421),
        (&here, 421),
    ] {
        let mut stream = connect([127, 0, 0, 1], address).await;
        assert_eq!(status(&mut stream, host).await, Some(expected), "{host}");
    }
}

#[tokio::test]
async fn a_second_server_is_refused_and_names_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(folder.path()).await;
    let refused = Server::open(&config(folder.path())).await;
    let Err(ServeError::Held { by, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(
        by,
        format!("process {} at http://{address}", std::process::id())
    );
}

async fn get(address: SocketAddr, host: &str, path: &str) -> String {
    let mut stream = connect([127, 0, 0, 1], address).await;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn the_operator_sees_which_errors_were_sent() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(&config(folder.path())).await.unwrap();
    let address = server.address().unwrap();
    let operator = server.metrics_address().unwrap().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    let here = &operator.to_string();
    let health = get(operator, here, "/healthz").await;
    assert!(health.ends_with("\r\n\r\nok\n"), "{health}");
    let ready = get(operator, here, "/readyz").await;
    assert!(ready.ends_with("\r\n\r\nok\n"), "{ready}");
    for _ in 0..2 {
        get(address, "elsewhere", "/").await;
    }
    let metrics = get(operator, here, "/metrics").await;
    let counted = "brelan_failed_requests_total{code=\"foreign-host\"} 2";
    assert!(metrics.lines().any(|line| line == counted), "{metrics}");
    // The page's own address does not serve them.
    let page = get(address, &address.to_string(), "/metrics").await;
    assert!(page.starts_with("HTTP/1.1 404"), "{page}");
}

/// A load balancer sees that the server closes while open requests are still served.
#[tokio::test]
async fn a_server_that_closes_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(&config(folder.path())).await.unwrap();
    let address = server.address().unwrap();
    let operator = server.metrics_address().unwrap().unwrap();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(ended.await) }));
    // A request whose body does not arrive keeps the server open.
    let mut slow = connect([127, 0, 0, 1], address).await;
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
         content-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n"
    );
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut asked = [0; 21];
    slow.read_exact(&mut asked).await.unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue");
    end.send(()).unwrap();
    let closing = loop {
        let ready = get(operator, &operator.to_string(), "/readyz").await;
        if !ready.starts_with("HTTP/1.1 200") {
            break ready;
        }
    };
    assert!(closing.starts_with("HTTP/1.1 503"), "{closing}");
    assert!(closing.ends_with("the server closes\n"), "{closing}");
    drop(slow);
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn the_operators_address_serves_its_own_hosts_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(&config(folder.path())).await.unwrap();
    let operator = server.metrics_address().unwrap().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    let local = format!("localhost:{}", operator.port());
    for (host, expected) in [
        (&*operator.to_string(), "HTTP/1.1 200"),
        (&*local, "HTTP/1.1 200"),
        ("evil.example", "HTTP/1.1 421"),
        ("", "HTTP/1.1 421"),
    ] {
        for path in ["/metrics", "/healthz", "/readyz"] {
            let answer = get(operator, host, path).await;
            assert!(answer.starts_with(expected), "{host} {path}: {answer}");
        }
    }
}

#[cfg(unix)]
mod permissions {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use store::StoreError;
    use web::{ServeError, Server};

    use super::config;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn set(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// Everything in a folder is its owner's alone.
    fn check(folder: &Path) {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
        let files: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
        assert!(files.len() >= 2, "{files:?}");
        for file in files {
            assert_eq!(mode(&file.path()), 0o600, "{}", file.path().display());
        }
    }

    #[tokio::test]
    async fn other_users_can_read_no_file_of_a_server() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("games");
        let server = Server::open(&config(&data)).await.unwrap();
        check(&data);
        drop(server);
    }

    #[tokio::test]
    async fn files_that_other_users_could_read_are_corrected() {
        let folder = tempfile::tempdir().unwrap();
        set(folder.path(), 0o700);
        let files = ["games.sqlite", "server.lock"].map(|name| folder.path().join(name));
        for file in &files {
            fs::write(file, "").unwrap();
            set(file, 0o644);
        }
        let server = Server::open(&config(folder.path())).await.unwrap();
        check(folder.path());
        drop(server);
    }

    #[tokio::test]
    async fn an_empty_folder_is_closed_and_one_with_other_files_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        set(folder.path(), 0o755);
        fs::write(folder.path().join("homework.txt"), "").unwrap();
        let refused = Server::open(&config(folder.path())).await;
        let exposed = matches!(&refused, Err(ServeError::Store(StoreError::Exposed(at)))
            if at == folder.path());
        assert!(exposed, "{refused:?}");
        assert_eq!(mode(folder.path()), 0o755);
        fs::remove_file(folder.path().join("homework.txt")).unwrap();
        let server = Server::open(&config(folder.path())).await.unwrap();
        check(folder.path());
        drop(server);
    }
}
