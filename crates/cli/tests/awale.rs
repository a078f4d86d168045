//! Awalé in the terminal: the board and messages of the subject, its functions, and the files of exact
//! values.

use snapbox::cmd::{Command as Snap, cargo_bin};
use snapbox::{Data, str};

/// Runs `brelan` with an empty data folder, so that no file of exact values is found.
fn brelan(arguments: &[&str]) -> Snap {
    Snap::new(cargo_bin!("brelan"))
        .args(arguments)
        .env("BRELAN_DATA", env!("CARGO_TARGET_TMPDIR"))
}

#[track_caller]
fn check_answer(arguments: &[&str], answer: &str) {
    let expected = Data::text(format!("{answer}\n")).raw();
    let called = brelan(&["subject", "awale"]).args(arguments).assert();
    called.success().stdout_eq(expected).stderr_eq("");
}

const QUESTION_1: &str = "[0,0,2,0,16,5,2,1,0,1,0,1]";
const QUESTION_8: &str = "[19,0,9,3,0,2,1,2,1,1,2,2]";

#[test]
fn the_board_is_drawn_for_the_player_to_move_and_an_unacceptable_pit_is_asked_again() {
    let position = "0,0,2,0,16,5,2,1,0,1,0,1/10-10/98";
    brelan(&[
        "awale",
        "--position",
        position,
        "Alice@humain",
        "Bob@humain",
    ])
    .stdin("0 8 x 2 3")
    .assert()
    .success()
    .stdout_eq(str![[r"
         — Bob —
 11  10   9   8   7   6
+---+---+---+---+---+---+
| 1 | 0 | 1 | 0 | 1 | 2 |
+---+---+---+---+---+---+
| 0 | 0 | 2 | 0 |16 | 5 |
+---+---+---+---+---+---+
  0   1   2   3   4   5
        — Alice —
Alice, quelle case ? La case choisie n’est pas acceptable
La case 0 est vide.
         — Bob —
 11  10   9   8   7   6
+---+---+---+---+---+---+
| 1 | 0 | 1 | 0 | 1 | 2 |
+---+---+---+---+---+---+
| 0 | 0 | 2 | 0 |16 | 5 |
+---+---+---+---+---+---+
  0   1   2   3   4   5
        — Alice —
Alice, quelle case ? La case choisie n’est pas acceptable
La case 8 n'est pas à vous : choisir de 0 à 5.
         — Bob —
 11  10   9   8   7   6
+---+---+---+---+---+---+
| 1 | 0 | 1 | 0 | 1 | 2 |
+---+---+---+---+---+---+
| 0 | 0 | 2 | 0 |16 | 5 |
+---+---+---+---+---+---+
  0   1   2   3   4   5
        — Alice —
Alice, quelle case ? Il faut donner le numéro d'une case, de 0 à 5.
Alice, quelle case ? Alice joue la case 2.
Alice : 10, Bob : 10

        — Alice —
 11  10   9   8   7   6
+---+---+---+---+---+---+
| 5 |17 | 1 | 0 | 0 | 0 |
+---+---+---+---+---+---+
| 2 | 1 | 0 | 1 | 0 | 1 |
+---+---+---+---+---+---+
  0   1   2   3   4   5
         — Bob —
Bob, quelle case ? Bob joue la case 3.
Alice : 10, Bob : 10

Alice : 33, Bob : 15
Alice

"]])
    .stderr_eq("");
}

#[test]
fn every_integer_that_is_no_pit_gets_the_sentence_of_the_subject() {
    for answer in ["-1", "6", "12", "300", "99999999999999999999"] {
        let game = brelan(&["awale", "A@humain", "B@naif"]);
        let printed = game.stdin(format!("{answer}\n")).output().unwrap().stdout;
        let printed = String::from_utf8(printed).unwrap();
        let refused = "A, quelle case ? La case choisie n’est pas acceptable\n";
        assert_eq!(printed.matches(refused).count(), 1, "{answer}: {printed}");
    }
}

#[test]
fn a_draw_is_announced_as_in_the_subject() {
    let position = "1,0,0,0,0,0,1,0,0,0,0,0/23-23/40";
    brelan(&["awale", "--position", position, "A@naif", "B@naif"])
        .assert()
        .success()
        .stdout_eq("A : 24, B : 24\négalité\n");
}

#[test]
fn a_cheat_is_caught_by_a_guarded_referee_and_works_under_a_trusting_one() {
    let guarded = brelan(&["awale", "A@tricheur", "B@naif"]).output().unwrap();
    let printed = String::from_utf8(guarded.stdout).unwrap();
    assert!(printed.ends_with("[Je triche...]\nAbandon de la partie car A triche !\n"));
    let trusting = brelan(&["awale", "-confiant", "--seed", "1", "A@tricheur", "B@naif"]);
    let printed = String::from_utf8(trusting.output().unwrap().stdout).unwrap();
    assert!(printed.contains("[Je triche...]\n[24 graines de moins en face. Chut !]\n"));
    assert!(printed.ends_with("\nA\n"), "{printed}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = || {
        let game = [
            "awale", "--seed", "5", "--effort", "2000", "A@expert", "B@naif",
        ];
        brelan(&game).output().unwrap().stdout
    };
    assert_eq!(play(), play());
}

#[test]
fn the_subject_s_questions_have_their_answers() {
    check_answer(
        &["semer_graines", QUESTION_1, "4"],
        r#"{"return":9,"args":[[1,1,3,1,0,7,4,3,2,3,1,2],4]}"#,
    );
    check_answer(
        &["semer_graines", QUESTION_1, "5"],
        r#"{"return":10,"args":[[0,0,2,0,16,0,3,2,1,2,1,1],5]}"#,
    );
    check_answer(
        &["tourner_plateau", QUESTION_1],
        r#"{"return":null,"args":[[2,1,0,1,0,1,0,0,2,0,16,5]]}"#,
    );
    check_answer(&["somme", QUESTION_1, "4", "6"], "23");
    check_answer(
        &["case_ramassable", "[3,2,0,5,4,3,3,2,0,4,5,1]", "7"],
        "true",
    );
    check_answer(
        &["case_ramassable", "[3,2,0,5,4,3,3,2,0,4,5,1]", "1"],
        "false",
    );
    check_answer(
        &["ramasser_graines", "[7,2,9,0,4,2,3,1,3,2,3,5]", "10"],
        r#"{"return":8,"args":[[7,2,9,0,4,2,3,1,0,0,0,5],10]}"#,
    );
    for (pit, starves) in [("0", "false"), ("2", "true"), ("5", "false")] {
        check_answer(&["test_famine", QUESTION_8, pit], starves);
    }
    check_answer(&["test_case", QUESTION_8, "2"], "false");
}

fn state(scores: [u8; 2], turns: u8, board: &str) -> String {
    let [one, two] = scores;
    format!(
        r#"{{"joueur1":"Alice","joueur2":"Bob","score_j1":{one},"score_j2":{two},"nb_tours":{turns},"plateau":{board}}}"#
    )
}

#[test]
fn the_state_is_the_subject_s_dictionary() {
    let start = state([0, 0], 0, "[4,4,4,4,4,4,4,4,4,4,4,4]");
    check_answer(&["initialisation", "\"Alice\"", "\"Bob\""], &start);
    check_answer(&["tour_joueur1", &start], "true");
    check_answer(
        &["cases_possibles", &state([0, 0], 3, QUESTION_8)],
        "[0,3,5]",
    );
    check_answer(&["tour_termine", &start], "true");
    check_answer(&["tour_termine", &state([0, 0], 100, QUESTION_1)], "false");
    let played = state([0, 0], 1, "[5,4,4,4,4,4,4,4,0,5,5,5]");
    let answer = format!(r#"{{"return":true,"args":[{played},2]}}"#);
    check_answer(&["tour_jeu", &start, "2"], &answer);
}

#[test]
fn the_second_player_captures_for_the_second_score() {
    let before = state([20, 19], 11, "[0,0,0,0,0,2,1,2,4,0,0,0]");
    let after = state([20, 24], 12, "[0,0,4,0,0,0,0,0,0,0,0,0]");
    let answer = format!(r#"{{"return":true,"args":[{after},5]}}"#);
    check_answer(&["tour_jeu", &before, "5"], &answer);
    let settled = state([24, 24], 12, "[0,0,0,0,0,0,0,0,0,0,0,0]");
    let answer = format!(r#"{{"return":"égalité","args":[{settled}]}}"#);
    check_answer(&["gagnant", &after], &answer);
}

#[test]
fn an_unacceptable_pit_prints_a_message_and_changes_nothing() {
    let start = state([0, 0], 0, "[4,4,4,4,4,4,4,4,4,4,4,4]");
    let printed = "La case choisie n’est pas acceptable";
    let answer = format!("{printed}\n{{\"return\":true,\"args\":[{start},6]}}\n");
    brelan(&["subject", "awale", "tour_jeu", &start, "6"])
        .assert()
        .success()
        .stdout_eq(Data::text(answer).raw())
        .stderr_eq("");
}

#[test]
fn wrong_arguments_are_named() {
    let cases = [
        (
            ["somme", "[1]", "0", "1"].as_slice(),
            "l'argument 1 ne convient pas",
        ),
        (
            &["tourner_plateau", "[-1,9,9,9,9,9,0,0,0,0,0,0]"],
            "l'argument 1[0] ne convient pas : -1 n'est pas entre 0 et 1000000",
        ),
        (&["tour_jeu", "{}", "1"], "l'argument 1 ne convient pas"),
    ];
    for (arguments, reason) in cases {
        let called = brelan(&["--lang", "fr", "subject", "awale"]).args(arguments);
        let output = called.output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(printed.contains(reason), "{printed}");
    }
}

#[test]
fn twelve_seeds_are_exact_without_files() {
    let positions = "1,1,1,1,1,1,1,1,1,1,1,1\n5,5\n0,0,0,0,0,1,1,1,0,0,0,0/20-25/7\n";
    let run = brelan(&["analyse", "awale", "--json", "--value-only", "-"]).stdin(positions);
    let output = run.output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[0].contains(r#""value":{"kind":"exact","win":0.0,"draw":1.0,"loss":0.0,"score":0}"#)
    );
    // The game is over with 25 seeds captured: 20 + 1 against 25 + 2.
    assert!(lines[1].contains(r#""to_move":"second""#), "{printed}");
    assert!(lines[1].contains(r#""score":-6"#), "{printed}");
    assert_eq!((lines.len(), output.status.code()), (2, Some(2)));
    assert!(String::from_utf8(output.stderr).unwrap().contains("12"));
}

#[test]
fn a_value_that_is_not_proved_is_an_estimate() {
    let start = "4,4,4,4,4,4,4,4,4,4,4,4";
    let run = brelan(&["analyse", "awale", "--json", "--effort", "5000", start]);
    let printed = String::from_utf8(run.output().unwrap().stdout).unwrap();
    assert!(
        printed.contains(r#""value":{"kind":"estimate","#),
        "{printed}"
    );
    // With two turns left, the search reaches the end of the same game.
    let run = brelan(&["analyse", "awale", "--json", &format!("{start}/0-0/98")]);
    let printed = String::from_utf8(run.output().unwrap().stdout).unwrap();
    assert!(printed.contains(r#""value":{"kind":"exact","#), "{printed}");
}

#[test]
fn files_are_built_checked_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let absent = brelan(&["database", "check", "awale", "--dir", dir]).assert();
    absent.code(2).stdout_eq("");
    brelan(&[
        "--lang", "en", "database", "build", "awale", "--seeds", "6", "--dir", dir,
    ])
    .assert()
    .success()
    .stdout_eq(format!("exact values up to 6 seeds in {dir}\n"));
    brelan(&["--lang", "en", "database", "check", "awale", "--dir", dir])
        .assert()
        .success()
        .stdout_eq("all is right: up to 6 seeds, [..] blocks, 20000 boards recomputed\n");
    brelan(&["analyse", "awale", "--dir", dir, "1,0,0,0,0,2,1,0,0,0,0,1"])
        .assert()
        .success();
    std::fs::write(folder.path().join("awale-03.db"), "nothing of the kind").unwrap();
    brelan(&["--lang", "en", "database", "check", "awale", "--dir", dir])
        .assert()
        .code(2)
        .stderr_eq(format!(
            "error: {dir}/awale-03.db is not a file of values of awalé\n"
        ));
}
