//! `brelan play` in a real pseudo-terminal: whole games by keyboard, and what the screen shows; the plain
//! mode through a pipe.

#![cfg(test)]
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use snapbox::cmd::cargo_bin;

/// Longest wait for the next output of the program.
const PATIENCE: Duration = Duration::from_mins(2);

/// A program in a pseudo-terminal.
struct Terminal {
    keyboard: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// All bytes so far.
    bytes: Vec<u8>,
    child: Child,
}

impl Terminal {
    fn start(
        size: (u16, u16),
        folder: &Path,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        let program = cargo_bin!("brelan").to_str().unwrap();
        Self::run(
            size,
            folder,
            &[&[program][..], arguments].concat(),
            environment,
        )
    }

    /// Starts any command.
    fn run(
        (columns, rows): (u16, u16),
        folder: &Path,
        command: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        // The program must not inherit it: a terminal that it holds open itself does not hang up.
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let master = openpt(flags).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        set_size(&master, (columns, rows));
        let other = OpenOptions::new()
            .read(true)
            .write(true)
            .open(name.to_str().unwrap())
            .unwrap();
        let stdio = || Stdio::from(other.try_clone().unwrap());
        // A session of its own makes the pseudo-terminal the controlling terminal.
        let child = Command::new("setsid")
            .arg("--ctty")
            .args(command)
            .env("TERM", "xterm-256color")
            .env("BRELAN_DATA", folder)
            .env_remove("NO_COLOR")
            .envs(environment.iter().copied())
            .stdin(stdio())
            .stdout(stdio())
            .stderr(stdio())
            .spawn()
            .unwrap();
        let keyboard = File::from(master);
        let mut reader = keyboard.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails when the program has ended and closed the terminal.
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            keyboard,
            output,
            screen: vt100::Parser::new(rows, columns, 0),
            bytes: Vec::new(),
            child,
        }
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) {
        set_size(&self.keyboard, (columns, rows));
        self.screen.screen_mut().set_size(rows, columns);
    }

    fn shown(&self) -> String {
        self.screen.screen().contents()
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Reads output until the screen meets the condition.
    #[track_caller]
    fn wait(&mut self, condition: impl Fn(&str) -> bool) -> String {
        while !condition(&self.shown()) {
            let Ok(bytes) = self.output.recv_timeout(PATIENCE) else {
                panic!("the screen stays:\n{}", self.shown());
            };
            self.screen.process(&bytes);
            self.bytes.extend(bytes);
        }
        self.shown()
    }

    /// Reads the rest of the output, and waits for the exit code.
    fn finish(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        for bytes in &self.output {
            self.screen.process(&bytes);
            self.bytes.extend(bytes);
            if self.screen.screen().contents().contains("brelan review") {
                break;
            }
        }
        (code, self.shown())
    }
}

fn set_size(terminal: impl AsFd, (columns, rows): (u16, u16)) {
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).unwrap();
}

/// Whether `brelan replay` reads a record.
fn replays(record: &Path) -> bool {
    let replayed = Command::new(cargo_bin!("brelan"))
        .arg("replay")
        .arg(record)
        .output()
        .unwrap();
    replayed.status.success()
}

/// The number of moves in the first line, as `coup 7`.
fn moves(screen: &str, word: &str) -> Option<u32> {
    let head = screen.lines().next()?;
    let (_, number) = head.rsplit_once(word)?;
    number.split_whitespace().next()?.parse().ok()
}

/// Plays a whole game with Enter alone, which plays the chosen move: the first one.
fn play_to_the_end(terminal: &mut Terminal, [turn, word, over]: [&str; 3]) -> String {
    let mut last = None;
    loop {
        let screen = terminal.wait(|screen| {
            screen.contains(over) || (screen.contains(turn) && moves(screen, word) != last)
        });
        if screen.contains(over) {
            return screen;
        }
        last = moves(&screen, word);
        terminal.press("\r");
    }
}

const FRENCH: [&str; 3] = ["À vous :", "coup ", "n autre partie"];
const ENGLISH: [&str; 3] = ["Your turn:", "move ", "n another game"];

#[test]
fn a_whole_game_is_played_by_keyboard_at_every_table_and_its_record_is_kept() {
    let tables: [(&str, &[&str]); 5] = [
        ("421", &["--tokens", "2"]),
        ("allumettes", &[]),
        ("dominos", &[]),
        ("puissance4", &[]),
        ("awale", &["--position", "0,0,0,0,0,3,1,2,1,0,0,6/16-19/90"]),
    ];
    for (game, options) in tables {
        for (size, language, words) in [
            ((80, 24), "fr", FRENCH),
            ((40, 30), "en", ENGLISH),
            ((120, 40), "fr", FRENCH),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let players = [
                "Moi@humain",
                "Brelan@naif",
                "--seed",
                "3",
                "--lang",
                language,
            ];
            let arguments = [&["play", game][..], options, &players].concat();
            let mut terminal = Terminal::start(size, folder.path(), &arguments, &[]);
            let screen = play_to_the_end(&mut terminal, words);
            let widest = screen.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(size.0.into()), "{screen}");
            terminal.press("q");
            let (code, printed) = terminal.finish();
            assert_eq!(code, Some(0), "{printed}");
            let record = folder.path().join("played").join(format!("{game}-1.txt"));
            let replayed = Command::new(cargo_bin!("brelan"))
                .arg("replay")
                .arg(record)
                .output()
                .unwrap();
            assert!(replayed.status.success(), "{game}: {replayed:?}");
            assert!(
                String::from_utf8(replayed.stdout).unwrap().contains("Moi"),
                "{game}"
            );
        }
    }
}

#[test]
fn moves_are_chosen_with_arrows_typed_taken_back_and_resigned() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "play",
        "puissance4",
        "Moi@humain",
        "Brelan@naif",
        "--seed",
        "1",
        "--lang",
        "fr",
    ];
    let mut terminal = Terminal::start((80, 24), folder.path(), &arguments, &[]);
    terminal.wait(|screen| screen.contains("À vous : colonne 1"));
    terminal.press("\u{1b}[C\u{1b}[C");
    terminal.wait(|screen| screen.contains("À vous : colonne 3"));
    terminal.press("\u{1b}[D\r");
    terminal.wait(|screen| screen.contains("coup 2") && screen.contains("Vous jouez colonne 2."));
    terminal.press("9\r");
    terminal.wait(|screen| screen.contains("La colonne 9 n'existe pas"));
    terminal.press("5\r");
    terminal.wait(|screen| screen.contains("coup 4") && screen.contains("Vous jouez colonne 5."));
    terminal.press("u");
    terminal.wait(|screen| screen.contains("coup 2") && !screen.contains("colonne 5."));
    terminal.press("?");
    terminal.wait(|screen| screen.contains("reprendre son dernier coup"));
    terminal.press("x");
    terminal.press("r");
    terminal.wait(|screen| screen.contains("Abandonner la partie ?"));
    terminal.press("o");
    terminal.wait(|screen| screen.contains("Vous abandonnez."));
    terminal.press("q");
    assert_eq!(terminal.finish().0, Some(0));
}

#[test]
fn hints_and_values_are_shown_to_one_person_and_not_to_two() {
    let folder = tempfile::tempdir().unwrap();
    let alone = [
        "play",
        "allumettes",
        "Moi@humain",
        "Brelan@naif",
        "--lang",
        "fr",
    ];
    let mut terminal = Terminal::start((80, 24), folder.path(), &alone, &[]);
    terminal.wait(|screen| screen.contains("À vous"));
    terminal.press("v");
    terminal.wait(|screen| screen.contains("prendre 1 : perd"));
    terminal.press("q");
    terminal.wait(|screen| screen.contains("Quitter ?"));
    terminal.press("o");
    assert_eq!(terminal.finish().0, Some(0));
    let two = [
        "play",
        "allumettes",
        "Ana@humain",
        "Bob@humain",
        "--lang",
        "fr",
    ];
    let mut terminal = Terminal::start((80, 24), folder.path(), &two, &[]);
    terminal.wait(|screen| screen.contains("À Ana :"));
    terminal.press("h");
    terminal.wait(|screen| screen.contains("Pas de conseil ici"));
    terminal.press("\u{3}");
    assert_eq!(terminal.finish().0, Some(130));
}

#[test]
fn two_people_at_dominos_do_not_see_each_other_s_tiles() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "play",
        "dominos",
        "--deal",
        "66,21/61,10",
        "--rule",
        "2",
        "Ana@humain",
        "Bob@humain",
        "--lang",
        "fr",
    ];
    let mut terminal = Terminal::start((80, 24), folder.path(), &arguments, &[]);
    let screen = terminal.wait(|screen| screen.contains("À Ana :"));
    assert!(
        screen.contains("2│1") && !screen.contains("1│0") && !screen.contains("6│1"),
        "{screen}"
    );
    terminal.press("\r");
    let screen = terminal.wait(|screen| screen.contains("Passez l'écran à Bob"));
    assert!(!screen.contains('│'), "{screen}");
    terminal.press("\r");
    let screen = terminal.wait(|screen| screen.contains("À Bob :"));
    assert!(
        screen.contains("1│0") && !screen.contains("2│1"),
        "{screen}"
    );
    terminal.press("\u{3}");
    assert_eq!(terminal.finish().0, Some(130));
}

#[test]
fn no_colour_is_written_when_it_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (environment, coloured) in [(&[][..], true), (&[("NO_COLOR", "1")], false)] {
        let arguments = [
            "play",
            "puissance4",
            "Moi@humain",
            "Brelan@naif",
            "--lang",
            "fr",
        ];
        let mut terminal = Terminal::start((80, 24), folder.path(), &arguments, environment);
        terminal.wait(|screen| screen.contains("À vous"));
        let codes = String::from_utf8_lossy(&terminal.bytes).into_owned();
        assert_eq!(codes.contains("[38;5;"), coloured, "{codes:?}");
        terminal.press("\u{3}");
        terminal.finish();
    }
}

#[test]
fn without_players_it_asks_who_plays() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, keys) in [
        (&["play", "--lang", "fr"][..], "\u{1b}[C\u{1b}[B\u{1b}[B"),
        (&["allumettes"], "\u{1b}[B"),
    ] {
        let mut terminal = Terminal::start((80, 24), folder.path(), arguments, &[]);
        terminal.wait(|screen| screen.contains("Qui joue ?"));
        terminal.press(keys);
        // From `naif` to `rapide`.
        terminal.press("\u{1b}[C");
        terminal
            .wait(|screen| screen.contains("◂ 13 allumettes ▸") && screen.contains("◂ rapide ▸"));
        terminal.press("\r");
        terminal.wait(|screen| screen.contains("Rapide") && screen.contains("À vous"));
        terminal.press("\u{3}");
        assert_eq!(terminal.finish().0, Some(130));
    }
}

#[test]
fn the_plain_mode_plays_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(cargo_bin!("brelan"))
        .args([
            "play",
            "--plain",
            "allumettes",
            "--matches",
            "5",
            "Moi@humain",
            "Brelan@rapide",
            "--lang",
            "fr",
        ])
        .env("BRELAN_DATA", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"m\n1\n1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    for part in [
        "2 : prendre 2",
        "Vous prenez 1 allumette",
        "Brelan prend 3 allumettes",
        "Vous prenez 1 allumette",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    assert!(!printed.contains('\u{1b}'), "{printed}");
    assert!(output.status.success());
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(cargo_bin!("brelan"))
        .args(["play", "awale", "A@humain", "B@naif", "--lang", "fr"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(
        printed.starts_with("erreur : brelan play dessine dans un terminal"),
        "{printed}"
    );
}

const MATCHES: [&str; 6] = [
    "play",
    "allumettes",
    "Moi@humain",
    "Brelan@lente",
    "--lang",
    "fr",
];

#[test]
fn a_paste_is_typed_and_never_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start((80, 24), folder.path(), &MATCHES, &[]);
    terminal.wait(|screen| screen.contains("À vous"));
    terminal.press("\u{1b}[200~ro\nqo\u{1b}\u{7}vh?\u{1b}[201~");
    terminal.wait(|screen| screen.contains("À vous : roqovh?_"));
    terminal.press(&format!("\u{1b}[200~{}\u{1b}[201~", "x".repeat(100_000)));
    terminal.wait(|screen| screen.contains("roqovh?xxx"));
    terminal.press("\r");
    terminal.wait(|screen| screen.contains("n'est pas un nombre d'allumettes"));
    terminal.press("1\r");
    terminal.wait(|screen| screen.contains("coup 2"));
    terminal.press("\u{3}");
    assert_eq!(terminal.finish().0, Some(130));
}

#[test]
fn two_terminals_keep_two_records() {
    let folder = tempfile::tempdir().unwrap();
    let start = || Terminal::start((80, 24), folder.path(), &MATCHES, &[]);
    let mut terminals = [start(), start()];
    for terminal in &mut terminals {
        terminal.wait(|screen| screen.contains("À vous"));
        terminal.press("1\r");
        terminal.wait(|screen| screen.contains("coup 2"));
        terminal.press("\u{3}");
    }
    for terminal in terminals {
        assert_eq!(terminal.finish().0, Some(130));
    }
    for name in ["allumettes-1.txt", "allumettes-2.txt"] {
        assert!(replays(&folder.path().join("played").join(name)), "{name}");
    }
}

#[test]
fn a_game_without_a_move_leaves_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start((80, 24), folder.path(), &MATCHES, &[]);
    terminal.wait(|screen| screen.contains("À vous"));
    terminal.press("\u{3}");
    assert_eq!(terminal.finish().0, Some(130));
    let left = std::fs::read_dir(folder.path().join("played")).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn the_records_of_several_games_have_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ma partie.txt");
    let record = ["--matches", "2", "--record", file.to_str().unwrap()];
    let arguments = [&MATCHES[..], &record].concat();
    let mut terminal = Terminal::start((80, 24), folder.path(), &arguments, &[]);
    for _ in 0..2 {
        play_to_the_end(&mut terminal, FRENCH);
        terminal.press("n");
        terminal.wait(|screen| screen.contains("À vous :"));
    }
    terminal.press("\u{3}");
    let (code, printed) = terminal.finish();
    assert_eq!(code, Some(130), "{printed}");
    assert!(printed.contains("brelan review '"), "{printed}");
    assert!(replays(&file));
    assert!(replays(&folder.path().join("ma partie.txt.2")));
}

#[test]
fn a_change_of_size_is_drawn_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start((80, 24), folder.path(), &MATCHES, &[]);
    terminal.wait(|screen| screen.contains("À vous"));
    terminal.resize((30, 8));
    terminal.wait(|screen| screen.contains("Agrandissez"));
    terminal.resize((200, 50));
    let screen = terminal.wait(|screen| screen.contains("À vous"));
    assert!(!screen.contains("Agrandissez"), "{screen}");
    terminal.press("\u{3}");
    assert_eq!(terminal.finish().0, Some(130));
}

#[test]
fn a_suspended_game_gives_the_terminal_back_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let shell = ["sh", "-i"];
    let environment = [("PS1", "shell> "), ("ENV", "")];
    let mut terminal = Terminal::run((80, 24), folder.path(), &shell, &environment);
    terminal.wait(|screen| screen.contains("shell>"));
    let program = cargo_bin!("brelan").to_str().unwrap();
    terminal.press(&format!("{program} {}\r", MATCHES.join(" ")));
    terminal.wait(|screen| screen.contains("À vous"));
    terminal.press("\u{1a}");
    terminal.wait(|screen| !screen.contains("À vous") && screen.contains("shell>"));
    terminal.press("fg\r");
    terminal.wait(|screen| screen.contains("À vous"));
    terminal.press("1\r");
    terminal.wait(|screen| screen.contains("coup 2"));
    terminal.press("qo");
    terminal.wait(|screen| screen.contains("brelan review"));
    terminal.press("exit\r");
    assert_eq!(terminal.finish().0, Some(0));
}

#[test]
fn a_closed_terminal_ends_the_game_and_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start((80, 24), folder.path(), &MATCHES, &[]);
    terminal.wait(|screen| screen.contains("À vous"));
    terminal.press("1\r");
    terminal.wait(|screen| screen.contains("coup 2"));
    let Terminal {
        mut keyboard,
        output,
        mut child,
        ..
    } = terminal;
    // The next output ends the thread that reads, which holds the terminal open.
    drop(output);
    keyboard.write_all(b"?").unwrap();
    drop(keyboard);
    child.wait().unwrap();
    assert!(replays(&folder.path().join("played/allumettes-1.txt")));
}

#[test]
fn a_signal_to_end_gives_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start((80, 24), folder.path(), &MATCHES, &[]);
    terminal.wait(|screen| screen.contains("À vous"));
    let child = Pid::from_child(&terminal.child);
    kill_process(child, Signal::TERM).unwrap();
    let (code, screen) = terminal.finish();
    assert_eq!(code, Some(130));
    assert!(!screen.contains("À vous"), "{screen}");
}

#[test]
fn a_game_in_plain_mode_is_kept_when_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(cargo_bin!("brelan"))
        .args(MATCHES)
        .arg("--plain")
        .env("BRELAN_DATA", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    keyboard.write_all(b"1\n").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(output.any(|line| line.unwrap().contains("Brelan prend 1 allumette")));
    // The answer to the next question comes after the record was written.
    keyboard.write_all(b"?\n").unwrap();
    assert!(output.any(|line| line.unwrap().contains("Écrivez un coup")));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(replays(&folder.path().join("played/allumettes-1.txt")));
}

#[test]
fn the_plain_mode_asks_who_plays() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(cargo_bin!("brelan"))
        .args(["play", "--plain", "--lang", "fr"])
        .env("BRELAN_DATA", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A game by its number, a person, a wrong number, a strategy; then one match, and out.
    let typed = b"2\n1\n0\nlente\n1\nq\n";
    child.stdin.take().unwrap().write_all(typed).unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    for part in [
        "2 : 13 allumettes\n",
        " : lente (prend une seule allumette)\n",
        "Lente prend 1 allumette : il en reste 11.",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    assert!(output.status.success());
}

/// Types the answers of a transcript of the subject, each after its question, and compares all bytes.
#[test]
fn at_a_terminal_the_subject_s_command_prints_the_subject_s_bytes() {
    let transcript = "\
Allumettes restantes : 13
Xavier, combien d'allumettes ? 1
Xavier prend 1 allumette.

Allumettes restantes : 12
Ordinateur prend 3 allumettes.

Allumettes restantes : 9
Xavier, combien d'allumettes ? 3
Xavier prend 3 allumettes.

Allumettes restantes : 6
Ordinateur prend 1 allumette.

Allumettes restantes : 5
Xavier, combien d'allumettes ? triche
[Une allumette en moins, plus que 4. Chut !]
Xavier, combien d'allumettes ? 3
Xavier prend 3 allumettes.

Allumettes restantes : 1
Ordinateur prend 1 allumette.

Ordinateur perd !
Xavier gagne !
";
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "allumettes",
        "-confiant",
        "Xavier@humain",
        "Ordinateur@expert",
    ];
    let mut terminal = Terminal::start((80, 40), folder.path(), &arguments, &[("LANG", "en_US")]);
    let (mut asked, lines) = (0, transcript.lines());
    for answer in lines.filter_map(|line| Some(line.split_once(" ? ")?.1)) {
        asked += 1;
        terminal.wait(|screen| screen.matches(" ?").count() == asked);
        terminal.press(&format!("{answer}\n"));
    }
    terminal.wait(|screen| screen.contains("Xavier gagne !"));
    let bytes = String::from_utf8(terminal.bytes.clone()).unwrap();
    assert_eq!(bytes, transcript.replace('\n', "\r\n"));
}

#[test]
fn the_locale_decides_the_language() {
    let folder = tempfile::tempdir().unwrap();
    for (locale, question) in [("fr_FR.UTF-8", "votre coup"), ("en_GB.UTF-8", "your move")] {
        let mut child = Command::new(cargo_bin!("brelan"))
            .args([
                "play",
                "allumettes",
                "Moi@humain",
                "Brelan@lente",
                "--plain",
            ])
            .env("BRELAN_DATA", folder.path())
            .env("LC_ALL", locale)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"q\n").unwrap();
        let output = child.wait_with_output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains(question), "{locale}: {printed}");
    }
}
