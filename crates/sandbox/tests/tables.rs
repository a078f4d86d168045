//! Programs at the tables: every verdict of the referee on what they say, and nothing left of any.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use sandbox::{Admission, Guest, Launcher, Papers, Party, Strictness};
use house::{Language, Offer, Options, Setup};
use table::{Ending, Entry, Forfeit, Limits, Player, Side, Trust};
use tempfile::TempDir;

/// Games of the long run; more when `BRELAN_GAMES` says so.
const GAMES: u64 = 60;

/// Answers `play` with what follows, and passes over everything else.
const PLAYS: &str = "while read -r word rest; do [ \"$word\" = play ] || continue; ";

fn admission(restarts: u32) -> Admission {
    Admission {
        strictness: Strictness::Best,
        allowed: Vec::new(),
        restarts,
        language: Language::English,
        launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-cage")),
    }
}

/// A program in a folder of its own.
struct Script(TempDir);

impl Script {
    fn new(text: &str) -> Self {
        Self::named("bot", &format!("#!/bin/sh\n{text}\n"))
    }

    /// One that answers every question with `answer`.
    fn answering(answer: &str) -> Self {
        Self::new(&format!("{PLAYS}{answer}; done"))
    }

    fn named(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        let file = folder.path().join(name);
        fs::write(&file, text).expect("it can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is ours");
        Self(folder)
    }

    fn player(&self, terms: &str, file: &str) -> Player {
        let text = format!("Bot@{terms}{}/{file}", self.0.path().display());
        text.parse().expect("a player")
    }

    fn seated(&self) -> Player {
        self.player("", "bot")
    }
}

/// A game and what was kept of it.
#[derive(Debug)]
struct Played {
    ending: Ending,
    entries: Vec<Entry>,
    papers: Papers,
}

struct Match {
    game: &'static Offer,
    options: Options,
    trust: Trust,
    players: [Player; 2],
    party: Party,
}

impl Match {
    /// The first side is `player`, the second a strategy of the house.
    fn new(game: &str, player: Player, opponent: &str, restarts: u32) -> Self {
        let players = [player, Player::strategy("Brelan", opponent)];
        Self {
            game: house::find(game).expect("a game of the house"),
            options: Options::default(),
            trust: Trust::Guarded,
            party: Party::admit(&players, &admission(restarts)).expect("there is a cage"),
            players,
        }
    }

    fn play(&mut self, seed: u64) -> Played {
        let setup = Setup {
            options: self.options.clone(),
            players: self.players.clone(),
            trust: self.trust,
            seed,
        };
        let mut table = self.game.open(&setup).expect("possible options");
        self.party.sit(&*table, seed);
        let limits = Limits {
            effort: Some(50),
            ..Limits::default()
        };
        let mut entries = Vec::new();
        let ending = self.party.play(&mut *table, &limits, &mut |moment| {
            entries.extend(moment.entry());
        });
        let guest = self.party.guest(Side::First);
        Played {
            ending: ending.expect("the table waits for what it says"),
            entries,
            papers: guest
                .map(|guest| guest.papers().clone())
                .unwrap_or_default(),
        }
    }
}

fn played(game: &str, player: Player) -> Played {
    Match::new(game, player, "naif", 0).play(1)
}

#[track_caller]
fn check_forfeit(game: &str, player: Player, reason: Forfeit) -> Played {
    let played = played(game, player);
    assert_eq!(
        played.ending,
        Ending::Forfeited(Side::First, reason),
        "{played:#?}"
    );
    played
}

#[test]
fn whoever_answers_legal_moves_plays_whole_games_at_every_table() {
    let script = Script::new(
        "while read -r word first rest; do case $word in moves) move=$first ;; play) echo $move ;; esac; done",
    );
    for game in house::games() {
        let mut game = Match::new(game.name, script.seated(), "naif", 0);
        for seed in 0..3 {
            let played = game.play(seed);
            assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
        }
        let starts = game
            .party
            .guest(Side::First)
            .map(|guest| Guest::starts(guest));
        assert_eq!(starts, Some(1), "it is kept from game to game");
    }
}

#[test]
fn third_slip_of_a_game_loses_it_under_its_own_name() {
    let cases = [
        ("allumettes", "echo 9", Forfeit::Refused),
        ("allumettes", "echo hello", Forfeit::Unreadable),
        ("puissance4", "echo 8", Forfeit::Refused),
        ("awale", "echo 7", Forfeit::Refused),
        ("421", "echo 2", Forfeit::Unreadable),
        ("allumettes", "printf '1\\000\\n'", Forfeit::Unreadable),
        ("allumettes", "printf '1\\033[A\\n'", Forfeit::Unreadable),
        ("allumettes", "printf '\\377\\n'", Forfeit::Unreadable),
        ("allumettes", "printf '%0300d\\n' 1", Forfeit::Unreadable),
    ];
    for (game, answer, reason) in cases {
        let played = check_forfeit(game, Script::answering(answer).seated(), reason);
        let slips = played
            .entries
            .iter()
            .filter(|entry| matches!(entry, Entry::Answers(..) | Entry::Plays(Side::First, _)));
        assert_eq!(slips.count(), 3, "{game} {answer}: {played:#?}");
    }
}

#[test]
fn two_slips_are_told_and_forgiven() {
    let script = Script::new(&format!(
        "n=0; {PLAYS} n=$((n+1)); case $n in 1) echo 9 ;; 2) echo x ;; *) echo 1 ;; esac; done"
    ));
    let played = played("allumettes", script.seated());
    assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
    let lines = played.papers.exchanged;
    let refused: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("> refused "))
        .collect();
    assert_eq!(refused.len(), 2, "{lines:#?}");
    assert!(refused[0].starts_with("> refused 9 ") && refused[1].starts_with("> refused x "));
}

#[test]
fn what_comes_before_the_question_is_never_an_answer() {
    let script = Script::new(&format!("echo 3; sleep 0.2; {PLAYS} echo 1; done"));
    let mut game = Match::new("allumettes", script.seated(), "naif", 0);
    let played = game.play(1);
    let threes = |entry: &&Entry| matches!(entry, Entry::Plays(Side::First, text) if text == "3");
    assert_eq!(
        played.entries.iter().filter(threes).count(),
        0,
        "{played:#?}"
    );
    assert_eq!(answers(&played), ["early: 3"], "{played:#?}");
}

/// What the first side said that is no move.
fn answers(played: &Played) -> Vec<&str> {
    let entries = played.entries.iter();
    let said = entries.filter_map(|entry| match entry {
        Entry::Answers(Side::First, text) => Some(&**text),
        _ => None,
    });
    said.collect()
}

#[test]
fn a_move_after_the_end_is_a_slip_in_the_next_game_and_no_move_of_it() {
    let script = Script::new(
        "while read -r word rest; do case $word in play) echo 1 ;; over) echo 3 ;; esac; done",
    );
    let mut game = Match::new("allumettes", script.seated(), "naif", 0);
    for seed in 0..20 {
        let played = game.play(seed);
        assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
        let slips: &[&str] = if seed == 0 { &[] } else { &["between: 3"] };
        assert_eq!(answers(&played), slips, "{played:#?}");
        let threes =
            |entry: &&Entry| matches!(entry, Entry::Plays(Side::First, text) if text == "3");
        assert_eq!(played.entries.iter().filter(threes).count(), 0);
    }
}

#[test]
fn a_tile_of_the_opponent_is_refused() {
    let script = Script::answering("echo 66");
    let mut game = Match::new("dominos", script.seated(), "naif", 0);
    game.options.set(
        "deal",
        "65,64,63,62,61,60,55,54,53,52/66,51,50,44,43,42,41,40,33,32",
    );
    let played = game.play(1);
    let refused = Ending::Forfeited(Side::First, Forfeit::Refused);
    assert_eq!(played.ending, refused, "{played:#?}");
}

#[test]
fn giving_up_and_cheating_have_their_words() {
    check_forfeit(
        "awale",
        Script::answering("echo resign").seated(),
        Forfeit::Resignation,
    );
    check_forfeit(
        "allumettes",
        Script::answering("echo triche").seated(),
        Forfeit::Cheating,
    );
}

#[test]
fn cheating_for_ever_under_trust_ends() {
    let script = Script::answering("echo triche");
    let mut game = Match::new("allumettes", script.seated(), "naif", 0);
    game.trust = Trust::Trusting;
    let played = game.play(1);
    let refused = Ending::Forfeited(Side::First, Forfeit::Refused);
    assert_eq!(
        played.ending, refused,
        "nothing to gain with one match left: {played:#?}"
    );
}

#[test]
fn what_ends_a_process_ends_its_game_with_a_sentence() {
    let once = |then: &str| Script::new(&format!("{PLAYS} echo 1; {then}; done"));
    let crash = check_forfeit(
        "allumettes",
        once("echo oh >&2; exit 3").seated(),
        Forfeit::Crash,
    );
    assert_eq!(crash.papers.errors.trim(), "oh");
    let silent = once("sleep 30");
    check_forfeit(
        "allumettes",
        silent.player("time=200,", "bot"),
        Forfeit::Time,
    );
    check_forfeit("allumettes", silent.player("", "nobody"), Forfeit::Start);
    let flood = once("while :; do echo '# 0123456789012345678901234567890123456789'; done");
    check_forfeit("allumettes", flood.seated(), Forfeit::Flood);
}

#[test]
fn a_clock_counts_its_own_side_only() {
    let script = Script::answering("sleep 0.05; echo 1");
    let mut game = Match::new(
        "allumettes",
        script.player("clock=250ms,", "bot"),
        "rapide",
        0,
    );
    game.options.set("matches", "60");
    let late = game.play(1);
    let time = Ending::Forfeited(Side::First, Forfeit::Time);
    assert_eq!(late.ending, time, "fifteen moves of 50 ms: {late:#?}");
    let mut game = Match::new(
        "allumettes",
        script.player("clock=20s,", "bot"),
        "rapide",
        0,
    );
    let played = game.play(1);
    assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
}

#[test]
fn whoever_died_goes_on_in_mid_game_when_that_was_granted() {
    let mortal = Script::new(
        "n=0; while read -r word rest; do [ $word = play ] && { n=$((n+1)); [ $n = 2 ] && exit 1; echo 1; }; done",
    );
    let mut game = Match::new("allumettes", mortal.seated(), "rapide", 9);
    let played = game.play(1);
    assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
    assert!(played.papers.restarted > 0);
    let told_again = |line: &&String| line.starts_with("> game ");
    let told = played.papers.exchanged.iter().filter(told_again).count();
    assert_eq!(told as u32, played.papers.restarted + 1);
    check_forfeit("allumettes", mortal.seated(), Forfeit::Crash);
}

#[test]
fn leaving_after_the_end_is_no_fault() {
    let script = Script::new(
        "while read -r word rest; do case $word in play) echo 1 ;; over) exit 0 ;; esac; done",
    );
    let mut game = Match::new("allumettes", script.seated(), "naif", 0);
    for seed in 0..4 {
        let played = game.play(seed);
        assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
    }
}

#[test]
fn notes_are_kept_beside_the_game() {
    let script = Script::answering("echo '# I take one'; echo 1");
    let played = played("allumettes", script.seated());
    assert!(
        played
            .papers
            .notes
            .iter()
            .all(|note| note.contains("I take one"))
    );
    assert!(!played.papers.notes.is_empty());
}

/// What a program was told before its first answer, without the time.
fn told(deal: &str, rule: &str) -> Vec<String> {
    let script = Script::answering("echo resign");
    let mut game = Match::new("dominos", script.seated(), "naif", 0);
    game.options.set("deal", deal);
    game.options.set("rule", rule);
    let lines = game.play(1).papers.exchanged.into_iter();
    lines.filter(|line| !line.starts_with("> play")).collect()
}

#[test]
fn deals_that_look_alike_are_told_alike() {
    let own = "66,64,63,62,61";
    for rule in ["1", "2"] {
        let one = told(&format!("{own}/55,54,53,52,51"), rule);
        let other = told(&format!("{own}/50,44,43,42,41"), rule);
        assert_eq!(one, other);
        assert!(
            one.iter().any(|line| line == "> hand 66 64 63 62 61"),
            "{one:#?}"
        );
    }
}

#[test]
fn draws_of_the_other_side_are_not_told() {
    let script = Script::new(
        "while read -r word first rest; do case $word in moves) move=$first ;; play) echo $move ;; esac; done",
    );
    let mut game = Match::new("dominos", script.seated(), "naif", 0);
    game.options.set("rule", "2");
    let mut drawn = 0;
    for seed in 0..8 {
        let lines = game.play(seed).papers.exchanged;
        let theirs = lines
            .iter()
            .filter(|line| line.starts_with("> seen second draws"));
        drawn += theirs
            .inspect(|line| assert_eq!(*line, "> seen second draws ?"))
            .count();
    }
    assert!(drawn > 0, "somebody draws in eight games");
}

#[test]
fn one_python_function_is_enough() {
    if !Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|out| out.status.success())
    {
        eprintln!("skipped: one_python_function_is_enough: python3 is missing");
        return;
    }
    let text = "import random\n\
        def choisir(position, coups):\n    print('beside')\n    return coups[-1]\n\
        def plus(moves, left, heaps, temps, side, historique=None):\n\
        \x20   assert sum(heaps) == left and temps > 0 and side == 'first'\n    return moves[0]\n\
        def rien(coups):\n    return None\n\
        def autre(inconnu):\n    return 1\n";
    let script = Script::named("joueur.py", text);
    for function in ["choisir", "plus"] {
        let played = played(
            "allumettes",
            script.player("", &format!("joueur.py:{function}")),
        );
        assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
    }
    for (function, says) in [
        ("rien", "returned None"),
        ("autre", "inconnu"),
        ("absent", "absent"),
    ] {
        let player = script.player("", &format!("joueur.py:{function}"));
        let played = check_forfeit("allumettes", player, Forfeit::Crash);
        assert!(
            played.papers.errors.contains(says),
            "{}",
            played.papers.errors
        );
    }
}

/// What this process holds: descriptors, threads, children, temporary folders.
fn held() -> [usize; 4] {
    let count = |folder: &str| fs::read_dir(folder).map_or(0, Iterator::count);
    let children = fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    let temporary = fs::read_dir(std::env::temp_dir())
        .into_iter()
        .flatten()
        .flatten();
    let prefix = format!("brelan-{}-", std::process::id());
    let ours = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&prefix);
    [
        count("/proc/self/fd"),
        count("/proc/self/task"),
        children.split_whitespace().count(),
        temporary.filter(ours).count(),
    ]
}

/// Processes that run in a folder.
fn running_in(folder: &TempDir) -> usize {
    let processes = fs::read_dir("/proc").expect("there is /proc").flatten();
    let here = |process: &fs::DirEntry| {
        let at = fs::read_link(process.path().join("cwd"));
        at.is_ok_and(|at| at.starts_with(folder.path()))
    };
    processes.filter(here).count()
}

/// Resident memory in bytes.
fn resident() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse::<u64>().ok());
    pages.expect("the kernel tells it") * 4096
}

#[test]
fn many_games_with_one_in_five_misbehaving_leave_nothing() {
    let good = Script::answering("echo 1");
    let bad = [
        ("exit 3", "", Forfeit::Crash),
        ("echo 9", "", Forfeit::Refused),
        ("sleep 30", "time=30,", Forfeit::Time),
        ("echo hello", "", Forfeit::Unreadable),
        ("echo triche", "", Forfeit::Cheating),
        ("setsid sleep 30 & exit 0", "", Forfeit::Crash),
        ("echo resign", "", Forfeit::Resignation),
        ("kill -ABRT $$", "", Forfeit::Crash),
        ("yes >&2", "", Forfeit::Flood),
        ("exec >&-; sleep 30", "", Forfeit::Crash),
    ]
    .map(|(answer, terms, reason)| {
        // The first answer has its time off the clock, so that who is to be late answers it.
        let script = Script::new(&format!(
            "n=0; {PLAYS} n=$((n+1)); [ $n = 1 ] && echo 1 || {{ {answer}; }}; done"
        ));
        (script, terms, reason)
    });
    let asked = std::env::var("BRELAN_GAMES").ok();
    let games = asked.and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    let mut well = Match::new("allumettes", good.seated(), "naif", 0);
    let mut before = None;
    for number in 0..games {
        if number % 5 == 4 {
            let (script, terms, reason) = &bad[(number / 5) as usize % bad.len()];
            check_forfeit("allumettes", script.player(terms, "bot"), *reason);
            assert_eq!(running_in(&script.0), 0, "{reason:?}");
        } else {
            let played = well.play(number);
            assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
        }
        if number == 55 {
            before = Some((held(), resident()));
        }
    }
    let (holdings, memory) = before.expect("more than fifty games");
    assert_eq!(
        held(),
        holdings,
        "descriptors, threads, children, temporary folders"
    );
    let more = resident().saturating_sub(memory);
    assert!(more < 1 << 20, "{more} bytes more");
}
