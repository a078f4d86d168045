//! The server on real sockets: who is let in, and who gives way.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use web::{Config, ServeError, Server};

fn config(data: &Path) -> Config {
    Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        names: Vec::new(),
        origin: Some("https://jeux.example".to_owned()),
        proxies: Vec::new(),
        metrics: Some("127.0.0.1:0".parse().unwrap()),
        programs: web::Programs::default(),
        data: data.to_owned(),
    }
}

/// A server that runs until the test ends.
async fn serve(data: &Path) -> SocketAddr {
    let server = Server::open(&config(data)).await.unwrap();
    let address = server.address().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    address
}

async fn connect(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((IpAddr::from(from), 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// The status of an answer, if there is one.
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
async fn a_crowd_from_one_address_keeps_nobody_else_out() {
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
async fn half_a_request_is_not_waited_for() {
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

#[tokio::test]
async fn the_page_may_be_asked_under_the_address_of_its_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let address = serve(folder.path()).await;
    for (host, expected) in [("jeux.example", 200), ("jeux.example:443", 421)] {
        let mut stream = connect([127, 0, 0, 1], address).await;
        assert_eq!(status(&mut stream, host).await, Some(expected), "{host}");
    }
}

#[test]
fn on_the_usual_port_browsers_leave_it_out() {
    let origins = web::origins("192.168.1.20:80".parse().unwrap(), &["classe".to_owned()]);
    let expected = ["127.0.0.1", "localhost", "[::1]", "192.168.1.20", "classe"];
    assert_eq!(origins, expected.map(|name| format!("http://{name}")));
}

#[tokio::test]
async fn a_second_server_is_told_who_has_the_folder() {
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
