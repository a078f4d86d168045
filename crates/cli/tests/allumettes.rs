//! The 13 matches in the terminal: the subject's transcripts byte for byte, and wrong command lines.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use snapbox::cmd::{Command as Snap, cargo_bin};
use snapbox::{Data, str};

fn brelan(arguments: &[&str]) -> Snap {
    Snap::new(cargo_bin!("brelan")).args(arguments)
}

/// Removes the typed answers from a transcript: a pipe does not echo them, so the next line of output
/// follows the question.
fn unechoed(transcript: &str) -> String {
    let mut text = String::new();
    for line in transcript.lines() {
        if let Some((question, _answer)) = line.split_once(" ? ") {
            text.push_str(question);
            text.push_str(" ? ");
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[track_caller]
fn check_transcript(arguments: &[&str], answers: &str, transcript: &str) {
    let expected = Data::text(unechoed(transcript)).raw();
    brelan(arguments)
        .stdin(answers)
        .assert()
        .success()
        .stdout_eq(expected)
        .stderr_eq("");
}

#[test]
fn xavier_against_a_naive_computer_as_in_the_subject() {
    // With this seed the naive player takes 1 1 2 2 1, as in the subject's listing.
    let arguments = [
        "allumettes",
        "--seed",
        "613",
        "Xavier@humain",
        "Ordinateur@naif",
    ];
    let transcript = "\
Allumettes restantes : 13
Xavier, combien d'allumettes ? 2
Xavier prend 2 allumettes.

Allumettes restantes : 11
Ordinateur prend 1 allumette.

Allumettes restantes : 10
Xavier, combien d'allumettes ? X
Vous devez donner un entier.
Xavier, combien d'allumettes ? 5
Xavier prend 5 allumettes.
Impossible ! Nombre invalide : 5 (> 3)

Allumettes restantes : 10
Xavier, combien d'allumettes ? 0
Xavier prend 0 allumette.
Impossible ! Nombre invalide : 0 (< 1)

Allumettes restantes : 10
Xavier, combien d'allumettes ? 3
Xavier prend 3 allumettes.

Allumettes restantes : 7
Ordinateur prend 1 allumette.

Allumettes restantes : 6
Xavier, combien d'allumettes ? 2
Xavier prend 2 allumettes.

Allumettes restantes : 4
Ordinateur prend 2 allumettes.

Allumettes restantes : 2
Xavier, combien d'allumettes ? 1
Xavier prend 1 allumette.

Allumettes restantes : 1
Ordinateur prend 2 allumettes.
Impossible ! Nombre invalide : 2 (> 1)

Allumettes restantes : 1
Ordinateur prend 1 allumette.

Ordinateur perd !
Xavier gagne !
";
    check_transcript(&arguments, "2\nX\n5\n0\n3\n2\n1\n", transcript);
    // Several answers may be typed on one line.
    check_transcript(&arguments, "2 X 5 0\n3 2 1", transcript);
}

#[test]
fn a_cheat_is_caught_by_the_distrustful_referee() {
    check_transcript(
        &["allumettes", "Ordinateur@rapide", "Xavier@tricheur"],
        "",
        "\
Allumettes restantes : 13
Ordinateur prend 3 allumettes.

Allumettes restantes : 10
[Je triche...]
Abandon de la partie car Xavier triche !
",
    );
}

#[test]
fn a_cheat_wins_under_the_trusting_referee() {
    check_transcript(
        &[
            "allumettes",
            "-confiant",
            "Ordinateur@rapide",
            "Xavier@tricheur",
        ],
        "",
        "\
Allumettes restantes : 13
Ordinateur prend 3 allumettes.

Allumettes restantes : 10
[Je triche...]
[Allumettes restantes : 2]
Xavier prend 1 allumette.

Allumettes restantes : 1
Ordinateur prend 1 allumette.

Ordinateur perd !
Xavier gagne !
",
    );
}

#[test]
fn a_person_who_cheats_beats_even_the_expert() {
    check_transcript(
        &[
            "allumettes",
            "-confiant",
            "Xavier@humain",
            "Ordinateur@expert",
        ],
        "1\n3\ntriche\n3\n",
        "\
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
",
    );
}

#[test]
fn a_person_who_cheats_is_caught_too() {
    check_transcript(
        &["allumettes", "Xavier@humain", "Ordinateur@expert"],
        "triche\n",
        "\
Allumettes restantes : 13
Xavier, combien d'allumettes ? triche
Abandon de la partie car Xavier triche !
",
    );
}

#[test]
fn a_cheat_takes_nothing_when_one_match_is_left() {
    check_transcript(
        &[
            "allumettes",
            "-confiant",
            "--matches",
            "1",
            "Xavier@humain",
            "Ordinateur@naif",
        ],
        "triche\n-2\n1\n",
        "\
Allumettes restantes : 1
Xavier, combien d'allumettes ? triche
[Plus qu'une allumette, impossible de tricher.]
Xavier, combien d'allumettes ? -2
Xavier prend -2 allumette.
Impossible ! Nombre invalide : -2 (< 1)

Allumettes restantes : 1
Xavier, combien d'allumettes ? 1
Xavier prend 1 allumette.

Xavier perd !
Ordinateur gagne !
",
    );
}

#[test]
fn a_cheat_with_two_matches_left_announces_nothing() {
    check_transcript(
        &[
            "allumettes",
            "--matches",
            "2",
            "Xavier@tricheur",
            "Ordinateur@lente",
        ],
        "",
        "\
Allumettes restantes : 2
Xavier prend 1 allumette.

Allumettes restantes : 1
Ordinateur prend 1 allumette.

Ordinateur perd !
Xavier gagne !
",
    );
}

#[test]
fn with_several_heaps_the_heap_is_asked_for() {
    check_transcript(
        &[
            "allumettes",
            "--heaps",
            "1,2",
            "--last-wins",
            "A@humain",
            "B@rapide",
        ],
        "x\n3:1\n2:1\n1\n2:1\n",
        "\
Allumettes restantes : 1 2
A, quel tas et combien d'allumettes (tas:nombre) ? x
Vous devez donner un tas et un entier, par exemple 3:2.
A, quel tas et combien d'allumettes (tas:nombre) ? 3:1
A prend 1 allumette.
Impossible ! Tas invalide : 3 (> 2)

Allumettes restantes : 1 2
A, quel tas et combien d'allumettes (tas:nombre) ? 2:1
A prend 1 allumette.

Allumettes restantes : 1 1
B prend 1 allumette.

Allumettes restantes : 0 1
A, quel tas et combien d'allumettes (tas:nombre) ? 1
A prend 1 allumette.
Impossible ! Nombre invalide : 1 (> 0)

Allumettes restantes : 0 1
A, quel tas et combien d'allumettes (tas:nombre) ? 2:1
A prend 1 allumette.

B perd !
A gagne !
",
    );
}

#[test]
fn a_usage_error_is_printed_as_in_the_subject() {
    brelan(&["allumettes", "Xavier@humain"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r"

Erreur : il faut deux joueurs, et non 1

Usage :
	brelan allumettes [-confiant] joueur1 joueur2
		joueur est de la forme nom@stratégie
		stratégie = humain | naif | rapide | lente | expert | tricheur

	Exemple :
	brelan allumettes Xavier@humain Ordinateur@naif

"]]);
}

#[test]
fn every_wrong_argument_is_named() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "il faut deux joueurs, et non 0"),
        (
            &["a@naif", "b@naif", "c@naif"],
            "il faut deux joueurs, et non 3",
        ),
        (
            &["x", "b@naif"],
            "« x » n'est pas un joueur : écrire nom@stratégie",
        ),
        (
            &["x@", "b@naif"],
            "« x@ » n'est pas un joueur : écrire nom@stratégie",
        ),
        (
            &["@humain", "b@naif"],
            "« @humain » n'a pas de nom : écrire nom@stratégie",
        ),
        (
            &["a@rapide@naif", "b@naif"],
            "« a@rapide@naif » n'est pas un joueur : écrire nom@stratégie",
        ),
        (
            &["a@naif", "b@naif", "-confiant"],
            "-confiant ne se met qu'une fois, avant les joueurs",
        ),
        (
            &["-confiant", "-confiant", "a@naif", "b@naif"],
            "-confiant ne se met qu'une fois, avant les joueurs",
        ),
        (
            &["--matches", "0", "a@naif", "b@naif"],
            "--matches : il n'y a pas d'allumette à prendre : il en faut au moins 1",
        ),
        (
            &["--matches", "-5", "a@naif", "b@naif"],
            "--matches : « -5 » n'est pas un nombre entier possible",
        ),
        (
            &["--matches", "4000000000", "a@naif", "b@naif"],
            "--matches : 4000000000 allumettes, c'est trop : 1000000 au plus",
        ),
        (
            &["--matches", "99999999999999999999", "a@naif", "b@naif"],
            "--matches : « 99999999999999999999 » n'est pas un nombre entier possible",
        ),
        (&["--matches"], "--matches attend une valeur"),
        (
            &["--max", "0", "a@naif", "b@naif"],
            "--max : « 0 » n'est pas un nombre entier possible",
        ),
        (
            &["--heaps", "1,x", "a@naif", "b@naif"],
            "--heaps : « x » n'est pas un nombre d'allumettes",
        ),
        (
            &["--seed", "x", "a@naif", "b@naif"],
            "--seed ne peut pas valoir « x »",
        ),
        (&["--foo", "a@naif", "b@naif"], "option inconnue : --foo"),
        (
            &["a@inconnue", "b@naif"],
            "« inconnue » n'est pas une stratégie du jeu allumettes : choisir humain, naif, rapide, lente, expert, tricheur, niveau=1…8",
        ),
    ];
    for (arguments, error) in cases {
        let output = brelan(&["allumettes"]).args(*arguments).output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            printed.starts_with(&format!("\nErreur : {error}\n\nUsage :\n")),
            "{printed}"
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn end_of_input_is_told_and_exits_with_2() {
    brelan(&["allumettes", "Xavier@humain", "Ordinateur@naif"])
        .stdin("")
        .assert()
        .code(2)
        .stdout_eq("Allumettes restantes : 13\nXavier, combien d'allumettes ? \n")
        .stderr_eq("erreur : l'entrée s'est terminée alors qu'une réponse était attendue\n");
}

#[test]
fn an_answer_that_is_not_utf_8_is_asked_again() {
    let output = brelan(&["allumettes", "--matches", "1", "X@humain", "O@naif"])
        .stdin(&b"\xff\xfe\n1\n"[..])
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("? Vous devez donner un entier.\n"),
        "{printed}"
    );
    assert!(output.status.success());
}

#[test]
fn a_closed_pipe_ends_the_game_quietly() {
    let arguments = ["allumettes", "--matches", "1000000", "A@lente", "B@lente"];
    let mut child = Command::new(cargo_bin!("brelan"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut printed = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut printed)
        .unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), printed.as_str()),
        (Some(0), "")
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_keeps_its_record_and_prints_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    let mut child = Command::new(cargo_bin!("brelan"))
        .args([
            "allumettes",
            "--record",
            file.to_str().unwrap(),
            "X@humain",
            "O@rapide",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(b"2\n").unwrap();
    let mut received = String::new();
    let mut byte = [0];
    while !received.contains("restantes : 8") {
        child
            .stdout
            .as_mut()
            .unwrap()
            .read_exact(&mut byte)
            .unwrap();
        received.push(char::from(byte[0]));
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(
        record.ends_with("\nfirst plays 2\nsecond plays 3\n"),
        "{record}"
    );
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let run = |seed| {
        let output = brelan(&[
            "allumettes",
            "--matches",
            "200",
            "--seed",
            seed,
            "A@naif",
            "B@naif",
        ]);
        output.output().unwrap().stdout
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}

#[test]
fn the_option_lang_changes_the_language() {
    brelan(&[
        "allumettes",
        "--lang",
        "en",
        "--matches",
        "2",
        "Ann@fast",
        "Bob@slow",
    ])
    .assert()
    .success()
    .stdout_eq("Matches left: 2\nAnn takes 2 matches.\n\nAnn loses!\nBob wins!\n");
}

#[test]
fn each_player_has_its_own_options_and_the_record_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let players = ["Ana@clock=5m+3s,rapide", "Max@time=0,humain"];
    let transcript = "\
Allumettes restantes : 13
Ana prend 3 allumettes.

Allumettes restantes : 10
Max a dépassé son temps.
Ana gagne !
";
    let arguments = ["allumettes", "--record", file, players[0], players[1]];
    check_transcript(&arguments, "", transcript);
    let record = std::fs::read_to_string(file).unwrap();
    assert_eq!(
        record,
        "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
         first Ana@clock=5m+3s,rapide\nsecond Max@time=0,humain\n\n\
         first plays 3\nsecond forfeits time\n"
    );
    check_transcript(&["replay", file], "", transcript);
}

#[test]
fn a_wrong_option_of_a_player_is_named() {
    let cases = [
        ("A@clock=5,naif", "« 5 » n'est pas une durée"),
        (
            "A@speed=9,naif",
            "« speed » n'est pas une option des joueurs",
        ),
        ("A@time=soon,naif", "time=soon est impossible"),
        ("A@clock=25h,naif", "« 25h » n'est pas une durée"),
    ];
    for (player, reason) in cases {
        let output = brelan(&["allumettes", player, "B@naif"]).output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{player}");
        assert!(printed.contains(reason), "{player}: {printed}");
    }
}

#[test]
fn an_empty_line_prompts_again() {
    brelan(&["allumettes", "--matches", "1", "A@humain", "B@humain"])
        .stdin("\n  \n1\n")
        .assert()
        .success()
        .stdout_eq(
            "Allumettes restantes : 1\nA, combien d'allumettes ? A, combien d'allumettes ? \
             A, combien d'allumettes ? A prend 1 allumette.\n\nA perd !\nB gagne !\n",
        );
}

#[test]
fn zero_takes_the_plural_in_english_and_the_singular_in_french() {
    let takes_none = |language, line: &str| {
        let arguments = ["allumettes", "--lang", language, "A@humain", "B@humain"];
        let output = brelan(&arguments).stdin("0").output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains(line), "{printed}");
    };
    takes_none("fr", "A prend 0 allumette.\n");
    takes_none("en", "A takes 0 matches.\n");
}

#[test]
fn confiant_is_accepted_anywhere_before_the_players_and_misspellings_are_refused() {
    let players = ["A@tricheur", "B@rapide"];
    let trusting = ["--seed", "1", "-confiant", "--matches", "9"];
    brelan(&[&["allumettes"][..], &trusting, &players].concat())
        .assert()
        .success()
        .stdout_eq(
            "Allumettes restantes : 9\n[Je triche...]\n[Allumettes restantes : 2]\n\
            A prend 1 allumette.\n\nAllumettes restantes : 1\nB prend 1 allumette.\n\n\
            B perd !\nA gagne !\n",
        );
    let mistaken = [&["allumettes", "-confiance"][..], &players].concat();
    let printed = brelan(&mistaken).output().unwrap();
    let printed = String::from_utf8(printed.stderr).unwrap();
    assert!(
        printed.starts_with("\nErreur : option inconnue : -confiance\n"),
        "{printed}"
    );
}

#[test]
fn every_game_begins_from_the_position_of_the_option() {
    let starts = [
        ("allumettes", "5", "Allumettes restantes : 5\n"),
        (
            "awale",
            "0,0,0,0,0,1,4,0,0,0,0,0/10-3",
            "| 0 | 0 | 0 | 0 | 0 | 4 |\n",
        ),
        ("puissance4", "44", "  2       o        2\n"),
        ("421", "3/4/first/113/1", "Combinaison actuelle = 113\n"),
        ("dominos", "1x2 66,21/61,10", "Joueur 1: [[6, 6], [2, 1]]\n"),
    ];
    for (game, position, line) in starts {
        let arguments = [
            game,
            "--seed",
            "1",
            "--position",
            position,
            "A@naif",
            "B@naif",
        ];
        let output = brelan(&arguments).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && printed.contains(line),
            "{game}: {printed}"
        );
        let wrong = brelan(&[game, "--position", "?", "A@naif", "B@naif"])
            .output()
            .unwrap();
        let printed = String::from_utf8(wrong.stderr).unwrap();
        assert_eq!(wrong.status.code(), Some(2), "{game}");
        assert!(printed.contains("--position"), "{game}: {printed}");
    }
}
