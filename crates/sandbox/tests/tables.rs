//! Programs in complete games: the referee's decision on each kind of answer, and no process left over.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use host::{GameInfo, Options, Setup};
use sandbox::{
    Launcher, ProgramLog, ProgramPlayer, SandboxConfig, SeatedPrograms, Strictness, drive,
};
use table::{Ending, Entry, Forfeit, Limits, Player, Side, Trust};
use tempfile::TempDir;
use text::Language;

/// Number of games of the long test; `BRELAN_GAMES` overrides it.
const GAMES: u64 = 60;

/// The beginning of a shell loop that runs its body for each `play` line.
const PLAYS: &str = "while read -r word rest; do [ \"$word\" = play ] || continue; ";

fn config(restarts: u32) -> SandboxConfig {
    SandboxConfig {
        strictness: Strictness::Best,
        allowed: Vec::new(),
        hidden: Vec::new(),
        restarts,
        language: Language::English,
        launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-cage")),
    }
}

/// A program in a temporary folder.
struct Script(TempDir);

impl Script {
    fn new(text: &str) -> Self {
        Self::named("bot", &format!("#!/bin/sh\n{text}\n"))
    }

    /// A shell script that runs the command `answer` for every question.
    fn answering(answer: &str) -> Self {
        Self::new(&format!("{PLAYS}{answer}; done"))
    }

    fn named(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        let file = folder.path().join(name);
        fs::write(&file, text).expect("the file can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755))
            .expect("the file belongs to this user");
        Self(folder)
    }

    fn player(&self, terms: &str, file: &str) -> Player {
        let text = format!("Bot@{terms}{}/{file}", self.0.path().display());
        text.parse().expect("the player is valid")
    }

    fn seated(&self) -> Player {
        self.player("", "bot")
    }
}

/// A finished game with its record and the program's log.
#[derive(Debug)]
struct Played {
    ending: Ending,
    entries: Vec<Entry>,
    log: ProgramLog,
}

struct Match {
    game: &'static GameInfo,
    options: Options,
    trust: Trust,
    players: [Player; 2],
    programs: SeatedPrograms,
}

impl Match {
    /// A match with `player` on the first side and the strategy `opponent` on the second.
    fn new(game: &str, player: Player, opponent: &str, restarts: u32) -> Self {
        let players = [player, Player::strategy("Brelan", opponent)];
        Self {
            game: games::find(game).expect("the game is registered"),
            options: Options::default(),
            trust: Trust::Guarded,
            programs: SeatedPrograms::new(&players, &config(restarts))
                .expect("a cage can be built"),
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
        let mut table = self.game.open(&setup).expect("the options are valid");
        self.programs.start_game(&*table, seed);
        let limits = Limits {
            effort: Some(50),
            ..Limits::default()
        };
        let mut entries = Vec::new();
        let ending = drive(&mut *table, &limits, &mut self.programs, &mut |event| {
            entries.extend(event.entry());
        });
        let program = self.programs.program(Side::First);
        Played {
            ending: ending
                .expect("the table accepts answers when it asks")
                .expect("nothing stops the game"),
            entries,
            log: program
                .map(|program| program.log().clone())
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
fn a_program_that_plays_legal_moves_finishes_every_game() {
    let script = Script::new(
        "while read -r word first rest; do case $word in moves) move=$first ;; play) echo $move ;; esac; done",
    );
    for game in games::games() {
        let mut game = Match::new(game.name, script.seated(), "naif", 0);
        for seed in 0..3 {
            let played = game.play(seed);
            assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
        }
        let starts = game
            .programs
            .program(Side::First)
            .map(|program| ProgramPlayer::starts(program));
        assert_eq!(starts, Some(1), "the process runs from game to game");
    }
}

#[test]
fn the_third_bad_answer_loses_with_a_forfeit_of_its_kind() {
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
        let bad_answers = played
            .entries
            .iter()
            .filter(|entry| matches!(entry, Entry::Answers(..) | Entry::Plays(Side::First, _)));
        assert_eq!(bad_answers.count(), 3, "{game} {answer}: {played:#?}");
    }
}

#[test]
fn two_bad_answers_are_refused_and_the_game_goes_on() {
    let script = Script::new(&format!(
        "n=0; {PLAYS} n=$((n+1)); case $n in 1) echo 9 ;; 2) echo x ;; *) echo 1 ;; esac; done"
    ));
    let played = played("allumettes", script.seated());
    assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
    let lines = played.log.exchanged;
    let refused: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("> refused "))
        .collect();
    assert_eq!(refused.len(), 2, "{lines:#?}");
    assert!(refused[0].starts_with("> refused 9 ") && refused[1].starts_with("> refused x "));
}

#[test]
fn a_line_before_the_question_is_never_a_move() {
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

/// The lines of the first side that are not moves.
fn answers(played: &Played) -> Vec<&str> {
    let entries = played.entries.iter();
    let texts = entries.filter_map(|entry| match entry {
        Entry::Answers(Side::First, text) => Some(&**text),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_line_after_the_end_is_unreadable_in_the_next_game() {
    let script = Script::new(
        "while read -r word rest; do case $word in play) echo 1 ;; over) echo 3 ;; esac; done",
    );
    let mut game = Match::new("allumettes", script.seated(), "naif", 0);
    for seed in 0..20 {
        let played = game.play(seed);
        assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
        let expected: &[&str] = if seed == 0 { &[] } else { &["between: 3"] };
        assert_eq!(answers(&played), expected, "{played:#?}");
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
fn resigning_and_cheating_have_their_own_forfeits() {
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
fn endless_cheating_under_a_trusting_referee_ends_the_game() {
    let script = Script::answering("echo triche");
    let mut game = Match::new("allumettes", script.seated(), "naif", 0);
    game.trust = Trust::Trusting;
    let played = game.play(1);
    let refused = Ending::Forfeited(Side::First, Forfeit::Refused);
    assert_eq!(
        played.ending, refused,
        "with one match left a cheat gains nothing: {played:#?}"
    );
}

#[test]
fn a_failed_process_forfeits_the_game() {
    let once = |then: &str| Script::new(&format!("{PLAYS} echo 1; {then}; done"));
    let crash = check_forfeit(
        "allumettes",
        once("echo oh >&2; exit 3").seated(),
        Forfeit::Crash,
    );
    assert_eq!(crash.log.errors.trim(), "oh");
    let silent = once("sleep 30");
    check_forfeit(
        "allumettes",
        silent.player("time=200,", "bot"),
        Forfeit::Time,
    );
    check_forfeit("allumettes", silent.player("", "missing"), Forfeit::Start);
    let flood = once("while :; do echo '# 0123456789012345678901234567890123456789'; done");
    check_forfeit("allumettes", flood.seated(), Forfeit::Flood);
}

#[test]
fn a_clock_counts_only_its_own_side() {
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
fn a_crashed_program_restarts_in_the_game_when_restarts_are_allowed() {
    let crashing = Script::new(
        "n=0; while read -r word rest; do [ $word = play ] && { n=$((n+1)); [ $n = 2 ] && exit 1; echo 1; }; done",
    );
    let mut game = Match::new("allumettes", crashing.seated(), "rapide", 9);
    let played = game.play(1);
    assert!(matches!(played.ending, Ending::Played(_)), "{played:#?}");
    assert!(played.log.restarted > 0);
    let is_game = |line: &&String| line.starts_with("> game ");
    let games = played.log.exchanged.iter().filter(is_game).count();
    assert_eq!(games as u32, played.log.restarted + 1);
    check_forfeit("allumettes", crashing.seated(), Forfeit::Crash);
}

#[test]
fn exiting_after_the_end_of_a_game_is_allowed() {
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
fn notes_are_kept_in_the_log() {
    let script = Script::answering("echo '# I take one'; echo 1");
    let played = played("allumettes", script.seated());
    assert!(
        played
            .log
            .notes
            .iter()
            .all(|note| note.contains("I take one"))
    );
    assert!(!played.log.notes.is_empty());
}

/// The lines that a program receives before its first answer, without `play`.
fn lines_before_answer(deal: &str, rule: &str) -> Vec<String> {
    let script = Script::answering("echo resign");
    let mut game = Match::new("dominos", script.seated(), "naif", 0);
    game.options.set("deal", deal);
    game.options.set("rule", rule);
    let lines = game.play(1).log.exchanged.into_iter();
    lines.filter(|line| !line.starts_with("> play")).collect()
}

#[test]
fn two_deals_with_the_same_hand_send_the_same_lines() {
    let own = "66,64,63,62,61";
    for rule in ["1", "2"] {
        let one = lines_before_answer(&format!("{own}/55,54,53,52,51"), rule);
        let other = lines_before_answer(&format!("{own}/50,44,43,42,41"), rule);
        assert_eq!(one, other);
        assert!(
            one.iter().any(|line| line == "> hand 66 64 63 62 61"),
            "{one:#?}"
        );
    }
}

#[test]
fn the_tiles_that_the_opponent_draws_are_hidden() {
    let script = Script::new(
        "while read -r word first rest; do case $word in moves) move=$first ;; play) echo $move ;; esac; done",
    );
    let mut game = Match::new("dominos", script.seated(), "naif", 0);
    game.options.set("rule", "2");
    let mut drawn = 0;
    for seed in 0..8 {
        let lines = game.play(seed).log.exchanged;
        let theirs = lines
            .iter()
            .filter(|line| line.starts_with("> seen second draws"));
        drawn += theirs
            .inspect(|line| assert_eq!(*line, "> seen second draws ?"))
            .count();
    }
    assert!(drawn > 0, "eight games contain a draw");
}

#[test]
fn a_single_python_function_can_play() {
    if !Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|out| out.status.success())
    {
        eprintln!("skipped: a_single_python_function_can_play: python3 is missing");
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
        assert!(played.log.errors.contains(says), "{}", played.log.errors);
    }
}

/// Numbers of descriptors, threads, children and temporary folders of this process.
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

/// Number of processes that run in a folder.
fn running_in(folder: &TempDir) -> usize {
    let processes = fs::read_dir("/proc").expect("/proc is mounted").flatten();
    let here = |process: &fs::DirEntry| {
        let at = fs::read_link(process.path().join("cwd"));
        at.is_ok_and(|at| at.starts_with(folder.path()))
    };
    processes.filter(here).count()
}

/// Resident memory of this process in bytes.
fn resident() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse::<u64>().ok());
    pages.expect("statm holds the resident pages") * 4096
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
        // The first answer has extra time, so the scripts misbehave from the second on.
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
    let (holdings, memory) = before.expect("at least 56 games");
    assert_eq!(
        held(),
        holdings,
        "descriptors, threads, children, temporary folders"
    );
    let more = resident().saturating_sub(memory);
    assert!(more < 1 << 20, "{more} bytes more");
}
