//! Programs as players in the terminal and on the page, and `brelan program`.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// A program that plays the first legal move.
const FIRST: &str = "#!/bin/sh\nwhile read -r word first rest; do\n\
    case $word in moves) move=$first ;; play) echo \"# $move\"; echo $move ;; esac\ndone\n";

fn program(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    fs::write(&file, text).expect("a temporary folder can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("the test owns the file");
}

fn brelan(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command.current_dir(folder).args(arguments);
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is text")
}

#[test]
fn a_program_s_game_is_recorded_replayed_and_its_question_repeated() {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "bot", FIRST);
    let players = ["Bot@./bot", "Brelan@expert"];
    let arguments = "allumettes --seed 1 --matches 15 --record game.txt";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let played = brelan(folder.path(), &[&arguments[..], &players].concat());
    assert!(played.status.success(), "{played:?}");
    let transcript = text(&played.stdout);
    assert!(
        transcript.ends_with("Bot perd !\nBrelan gagne !\n"),
        "{transcript}"
    );
    let printed = text(&played.stderr);
    assert!(printed.contains("Bot, ses notes :\n"), "{printed}");
    // With 15 matches the winning move is 2, which leaves 13.
    let lost = "Bot a perdu la partie à son coup 1, prendre 1 ; prendre 2 était meilleur. \
        Lui reposer exactement cette question : \
        brelan program try allumettes ./bot --record game.txt --at 1\n";
    assert!(printed.ends_with(lost), "{printed}");

    let replayed = brelan(folder.path(), &["replay", "game.txt"]);
    assert_eq!(text(&replayed.stdout), transcript);

    let again = [
        "program",
        "try",
        "allumettes",
        "./bot",
        "--record",
        "game.txt",
        "--at",
        "1",
    ];
    let again = text(&brelan(folder.path(), &again).stdout);
    assert!(again.starts_with("> game allumettes first matches=15 max=3 last=loses seed="));
    assert!(
        again.ends_with("> moves 1 2 3\n> play 5000\n< 1\n"),
        "{again}"
    );
}

#[test]
fn the_question_at_which_a_program_forfeited_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let falls = "#!/bin/sh\nn=0\nwhile read -r word rest; do\n\
        [ $word = play ] && { n=$((n+1)); case $n in 1) echo 9 ;; 2) echo 3 ;; *) exit 7 ;; esac; }\n\
        done\n";
    program(folder.path(), "bot", falls);
    let played = "allumettes --seed 1 --lang en --record game.txt Bot@./bot Brelan@rapide";
    let played = brelan(folder.path(), &played.split(' ').collect::<Vec<_>>());
    let printed = text(&played.stderr);
    let command = "program try allumettes ./bot --record game.txt";
    assert!(
        printed.contains("Bot: it ended in mid-game, with code 7\n")
            && printed.ends_with(&format!("Ask Bot exactly that again: brelan {command}\n")),
        "{printed}"
    );
    // 13 less 3 of the program and 3 of `rapide`.
    let again = brelan(folder.path(), &command.split(' ').collect::<Vec<_>>());
    let lines = text(&again.stdout);
    assert!(
        lines.contains("> left 7\n> heaps 7\n> moves 1 2 3\n> play 5000\n"),
        "{lines}"
    );
    let first = format!("{command} --at 1");
    let first = brelan(folder.path(), &first.split(' ').collect::<Vec<_>>());
    assert!(
        text(&first.stdout).ends_with("> left 13\n> heaps 13\n> moves 1 2 3\n> play 5000\n< 9\n")
    );
}

/// The kernel does not limit the processes of root; `setpriv` removes the right to change users.
#[test]
fn root_that_cannot_change_users_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "bot", FIRST);
    let caps = "--bounding-set=-setuid,-setgid";
    let mut command = Command::new("setpriv");
    command
        .args([caps, env!("CARGO_BIN_EXE_brelan")])
        .current_dir(folder.path());
    command.args(["allumettes", "--lang", "en", "Bot@./bot", "Brelan@naif"]);
    let tried = Command::new("setpriv").args([caps, "true"]).status();
    if !tried.is_ok_and(|status| status.success()) {
        skip(
            "root_that_cannot_change_users_starts_no_program",
            "setpriv fails",
        );
        return;
    }
    let refused = command.output().expect("setpriv started a program before");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let printed = text(&refused.stderr);
    assert!(
        printed.contains("as root without the right to change users"),
        "{printed}"
    );
}

/// Prints the name of a skipped test and the reason.
#[expect(clippy::print_stderr, reason = "a skipped test is named")]
fn skip(name: &str, reason: &str) {
    eprintln!("skipped: {name}: {reason}");
}

#[test]
fn the_exit_code_of_a_check_says_whether_it_passed() {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "good", FIRST);
    program(
        folder.path(),
        "bad",
        "#!/bin/sh\nwhile read -r line; do echo 9; done\n",
    );
    let check = |name| {
        brelan(
            folder.path(),
            &["program", "check", "allumettes", name, "--lang", "en"],
        )
    };
    let good = check("./good");
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stdout));
    let bad = check("./bad");
    assert_eq!(bad.status.code(), Some(1), "{}", text(&bad.stdout));
    assert!(text(&bad.stdout).contains("2. failed: answers the first question"));
    let missing = check("nobody");
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn a_starter_shows_the_protocol_lines_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let new = ["program", "new", "puissance4", "--in", "c", "--lang", "fr"];
    let written = brelan(folder.path(), &new);
    assert!(
        text(&written.stdout).contains("cc -O2 -o joueur joueur.c"),
        "{written:?}"
    );
    let source = fs::read_to_string(folder.path().join("joueur.c")).unwrap();
    assert!(source.contains("C'EST ICI") && source.contains("//   moves 1 2 3 4 5 6 7\n"));
    assert_eq!(
        brelan(folder.path(), &new).status.code(),
        Some(2),
        "nothing is overwritten"
    );
    let unknown = ["program", "new", "awale", "--in", "cobol"];
    assert_eq!(brelan(folder.path(), &unknown).status.code(), Some(2));
}

#[test]
fn the_commands_printed_for_a_starter_work_where_one_stands() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mes bots")).unwrap();
    let new = [
        "program",
        "new",
        "allumettes",
        "--in",
        "c",
        "--to",
        "mes bots",
        "--lang",
        "en",
    ];
    let written = brelan(folder.path(), &new);
    let printed = text(&written.stdout);
    let commands: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .collect();
    assert_eq!(
        commands,
        [
            "cc -O2 -o 'mes bots/'joueur 'mes bots/'joueur.c",
            "brelan allumettes 'Moi@mes bots/joueur' Brelan@naif",
            "brelan program check allumettes 'mes bots/joueur'",
        ]
    );
    let path = std::env::var("PATH").unwrap_or_default();
    let programs = Path::new(env!("CARGO_BIN_EXE_brelan")).parent().unwrap();
    for command in commands {
        let ran = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", programs.display()))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{command}: {ran:?}");
    }
}

/// Sends one request on a new connection and returns the whole response.
fn request(address: &str, method: &str, path: &str, body: &str) -> String {
    request_by("", address, method, path, body)
}

/// Sends one request with a cookie.
fn request_by(cookie: &str, address: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
         content-type: application/json\r\ncookie: {cookie}\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n"
    );
    stream
        .write_all(format!("{head}{body}").as_bytes())
        .expect("the server reads");
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("the server answers");
    answer
}

/// The value of the first `"key":"value"` in a response.
fn value<'a>(answer: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = answer.split_once(&format!("\"{key}\":\""))?;
    rest.split('"').next()
}

/// A server that is killed when dropped, and the rest of its output.
struct Server(Child, Option<BufReader<ChildStdout>>);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server that offers `./bot`, and returns it with its address.
fn serve(folder: &Path) -> (Server, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command.current_dir(folder).stdout(Stdio::piped());
    command
        .args("serve --lang en --listen 127.0.0.1:0 --data games --program Bot@./bot".split(' '));
    let mut server = Server(command.spawn().expect("the program runs"), None);
    let mut line = String::new();
    let mut out = BufReader::new(server.0.stdout.take().expect("the output is piped"));
    out.read_line(&mut line)
        .expect("the server prints its address");
    let (_, address) = line.split_once("//").expect("the line has an address");
    let address = address
        .split_whitespace()
        .next()
        .expect("the line has an address");
    server.1 = Some(out);
    (server, address.to_owned())
}

#[test]
fn a_person_can_resign_while_a_program_thinks() {
    let folder = tempfile::tempdir().unwrap();
    program(
        folder.path(),
        "bot",
        "#!/bin/sh\nwhile read -r word; do :; done\n",
    );
    let (_server, address) = serve(folder.path());
    let players = r#"{"name":"A","who":"here"},{"name":"B","who":"@Bot"}"#;
    let wanted = format!(r#"{{"game":"allumettes","players":[{players}]}}"#);
    let opened = request(&address, "POST", "/api/tables", &wanted);
    let id = value(&opened, "id").unwrap_or_else(|| panic!("{opened}"));
    let (_, cookie) = opened
        .split_once("set-cookie: ")
        .expect("the response sets a cookie");
    let cookie = cookie
        .split(';')
        .next()
        .expect("the response sets a cookie");
    let post = |action: &str, body: &str| {
        let path = format!("/api/tables/{id}/{action}");
        request_by(cookie, &address, "POST", &path, body)
    };
    let played = post("moves", r#"{"move":"1","turn":0}"#);
    assert!(played.starts_with("HTTP/1.1 200"), "{played}");
    // The program never answers: if it had to be waited for, it would lose on time.
    let resigned = post("resign", "");
    assert!(resigned.starts_with("HTTP/1.1 200"), "{resigned}");
    let table = request(&address, "GET", &format!("/api/tables/{id}"), "");
    assert_eq!(
        value(&table, "ending"),
        Some("first forfeits resignation"),
        "{table}"
    );
}

#[test]
fn a_program_is_an_opponent_on_the_page() {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "bot", FIRST);
    let (_server, address) = serve(folder.path());
    let address = &*address;

    assert!(request(address, "GET", "/api/games", "").contains(r#""@Bot""#));
    let table = |who: &str| {
        let players = format!(r#"{{"name":"A","who":"{who}"}},{{"name":"B","who":"rapide"}}"#);
        let wanted = format!(r#"{{"game":"allumettes","players":[{players}]}}"#);
        request(address, "POST", "/api/tables", &wanted)
    };
    assert!(
        table("@Other").contains("bad-player"),
        "a program that the server does not offer"
    );
    assert!(
        table("./bot").contains(r#""code":"malformed"#),
        "a path is not accepted from a visitor"
    );
    let opened = table("@Bot");
    let id = value(&opened, "id").unwrap_or_else(|| panic!("{opened}"));
    let described = (0..600).find_map(|_| {
        let table = request(address, "GET", &format!("/api/tables/{id}"), "");
        assert!(
            !table.contains("./bot"),
            "the path of the program is shown: {table}"
        );
        thread::sleep(Duration::from_millis(50));
        value(&table, "ending").map(str::to_owned)
    });
    // They take 1, 3, 1, 3, 1, 3 of 13, and the program takes the last match.
    assert_eq!(described.as_deref(), Some("second wins"));
}
