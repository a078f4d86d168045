//! Dominos in the terminal: the subject's messages (ruling R15), both rules, and given deals.

use snapbox::cmd::{Command, cargo_bin};
use snapbox::str;

fn brelan(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("brelan"))
        .args(arguments)
        .env("LC_ALL", "C")
}

/// Worked out by hand: 6-1 and 2-1 are laid on the left; then no tile fits the ends 2 and 6.
#[test]
fn programs_show_both_hands_the_table_after_every_tile_and_who_passes() {
    brelan(&[
        "dominos",
        "--deal",
        "66,21,43/61,10,53",
        "A@premier",
        "B@premier",
    ])
    .assert()
    .success()
    .stdout_eq(str![[r"
Joueur 1: [[6, 6], [4, 3], [2, 1]]
Joueur 2: [[6, 1], [5, 3], [1, 0]]

Joueur 1 commence
Table: [[6, 6]]
Table: [[1, 6], [6, 6]]
Table: [[2, 1], [1, 6], [6, 6]]
Joueur 2 passe
Joueur 1 passe
Joueur 1: [[4, 3]]
Joueur 2: [[5, 3], [1, 0]]
Points: 7 pour le joueur 1, 9 pour le joueur 2
A gagne !

"]])
    .stderr_eq("");
}

/// Tiles are drawn in the given order, and a player who draws a tile passes even if it fits.
#[test]
fn rule_2_draws_from_the_boneyard_that_was_given() {
    let deal = "66,21/55,43/62,31";
    brelan(&[
        "dominos",
        "--rule",
        "2",
        "--deal",
        deal,
        "A@premier",
        "B@premier",
    ])
    .assert()
    .success()
    .stdout_eq(str![[r"
Joueur 1: [[6, 6], [2, 1]]
Joueur 2: [[5, 5], [4, 3]]

Joueur 1 commence
Table: [[6, 6]]
Joueur 2 pioche et passe
Joueur 2 reçoit [[6, 2]]
Joueur 1 pioche et passe
Joueur 1 reçoit [[3, 1]]
Table: [[2, 6], [6, 6]]
Table: [[1, 2], [2, 6], [6, 6]]
Joueur 2 passe
Table: [[3, 1], [1, 2], [2, 6], [6, 6]]
Joueur 1: []
Joueur 2: [[5, 5], [4, 3]]
Points: 0 pour le joueur 1, 17 pour le joueur 2
A gagne !

"]])
    .stderr_eq("");
}

/// A person sees only their own hand and chooses the end; a forced move is played without a question.
#[test]
fn a_person_is_asked_only_where_there_is_a_choice() {
    let deal = "66,64,53/65,54,10";
    brelan(&["dominos", "--deal", deal, "Xavier@humain", "B@premier"])
        .stdin("10 12 53 64 53\n")
        .assert()
        .success()
        .stdout_eq(str![[r"
Joueur 1: [[6, 6], [6, 4], [5, 3]]

Joueur 1 commence
Table: [[6, 6]]
Table: [[5, 6], [6, 6]]
Joueur 1: [[6, 4], [5, 3]]
Xavier, quel domino ? Impossible ! Vous n'avez pas le 10.
Joueur 1: [[6, 4], [5, 3]]
Xavier, quel domino ? Impossible ! Vous n'avez pas le 21.
Joueur 1: [[6, 4], [5, 3]]
Xavier, quel domino ? Table: [[3, 5], [5, 6], [6, 6]]
Joueur 2 passe
Joueur 1: [[6, 4]]
Xavier, quel domino ? Table: [[3, 5], [5, 6], [6, 6], [6, 4]]
Joueur 1: []
Joueur 2: [[5, 4], [1, 0]]
Points: 0 pour le joueur 1, 10 pour le joueur 2
Xavier gagne !

"]])
        .stderr_eq("");
}

#[test]
fn a_tile_that_fits_both_ends_is_asked_about() {
    let deal = "66,54,40/64,65,10";
    let run = |answers: &str| {
        let output = brelan(&["dominos", "--deal", deal, "A@glouton", "Xavier@humain"])
            .stdin(answers)
            .assert();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let right = run("64 65 d\n");
    assert!(right.contains("À gauche ou à droite (g/d) ?"), "{right}");
}

#[test]
fn a_cheat_sees_the_other_hand_under_a_trusting_referee_only() {
    let deal = "66,65,61/64,10,00";
    let game = |trust: &[&str]| {
        let players = ["--deal", deal, "A@premier", "Xavier@humain"];
        let arguments = [&["dominos"], trust, &players].concat();
        let output = brelan(&arguments).stdin("triche 64\n").assert();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let trusting = game(&["-confiant"]);
    assert!(
        trusting.contains("quel domino ? [Joueur 1: [[6, 5], [6, 1]]]\n"),
        "{trusting}"
    );
    let guarded = game(&[]);
    assert!(
        guarded.ends_with("Abandon de la partie car Xavier triche !\n"),
        "{guarded}"
    );
}

#[test]
fn a_seeded_run_repeats_and_its_record_replays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let arguments = ["dominos", "--rule", "2", "--seed", "5", "--effort", "500"];
    let players = ["A@expert", "B@habile"];
    let played = brelan(&[&arguments[..], &["--record", file], &players].concat())
        .assert()
        .success();
    let output = played.get_output().stdout.clone();
    brelan(&[&arguments[..], &players].concat())
        .assert()
        .success()
        .stdout_eq(output.clone());
    brelan(&["replay", file])
        .assert()
        .success()
        .stdout_eq(output);
}

#[test]
fn wrong_options_are_named() {
    let cases = [
        (["--rule", "3"], "Erreur : --rule"),
        (["--hand", "15"], "Erreur : --hand"),
        (["--deal", "66,21/61"], "Erreur : --deal"),
        (["--deal", "66,21/66,10"], "Erreur : --deal"),
        (["--deal", "66"], "Erreur : --deal"),
        (["--deal", "77/61"], "Erreur : --deal"),
    ];
    for (option, start) in cases {
        let arguments = [&["dominos"], &option[..], &["A@naif", "B@naif"]].concat();
        let output = brelan(&arguments).assert().code(2);
        let printed = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(printed.trim_start().starts_with(start), "{printed}");
    }
}

#[test]
fn an_analysis_reads_a_view_or_a_whole_game() {
    brelan(&["analyse", "dominos", "1x2 66,21/61,10 : 66 61", "1x2 first 21 1/24 : first 66 61"])
        .assert()
        .success()
        .stdout_eq(str![[r"
1x2 66,21/61,10 : 66 61 (player 1 to move): win 100.000 %, draw 0.000 %, loss 0.000 % (± 0.000)
      21  win 100.000 %, draw 0.000 %, loss 0.000 % (± 0.000)
1x2 first 21 1/24 : first 66 61 (player 1 to move): win 100.000 %, draw 0.000 %, loss 0.000 % (± 0.000)
      21  win 100.000 %, draw 0.000 %, loss 0.000 % (± 0.000)

"]]);
}

/// Worked out by hand: 6-6, 6-1 and 2-1 are forced, and 2-1 empties the hand. Each move is analysed
/// from the view of its side.
#[test]
fn an_analysis_reads_a_record_and_marks_the_moves_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let deal = ["--deal", "66,21/61,10", "--record", file];
    brelan(&[&["dominos"], &deal[..], &["A@premier", "B@premier"]].concat())
        .assert()
        .success();
    let analyse = ["analyse", "dominos", "--effort", "100", "--record", file];
    brelan(&analyse).assert().success().stdout_eq(str![[r"
1x2 first 66,21 2/24 : first (player 1 to move): [..]
>     66  [..]
1x2 second 61,10 1/24 : first 66 (player 2 to move): [..]
>     61  [..]
     61d  [..]
1x2 first 21 1/24 : first 66 61 (player 1 to move): win 100.000 %, draw 0.000 %, loss 0.000 % (± 0.000)
>     21  win 100.000 %, draw 0.000 %, loss 0.000 % (± 0.000)

"]]);
    let json = brelan(&[&analyse[..], &["--json"]].concat())
        .assert()
        .success();
    let json = String::from_utf8(json.get_output().stdout.clone()).unwrap();
    let last = json.lines().last().unwrap();
    assert!(last.ends_with(r#""played":"21"}"#), "{last}");
    let record = std::fs::read_to_string(file).unwrap();
    let (begun, _) = record.split_once("first plays 21").unwrap();
    std::fs::write(file, begun).unwrap();
    let unfinished = brelan(&analyse).assert().success();
    let unfinished = String::from_utf8(unfinished.get_output().stdout.clone()).unwrap();
    let last = unfinished.lines().last().unwrap();
    assert!(last.starts_with("      21  win 100.000 %"), "{unfinished}");
    brelan(&["analyse", "allumettes", "--record", file])
        .assert()
        .code(2)
        .stderr_eq(str![[r"
error: this is a record of dominos

"]]);
}

#[test]
fn an_impossible_view_is_refused_in_both_languages() {
    let view = "1x3 first 30,10 2/22 : first 66 54";
    let printed = |language| {
        let output = brelan(&["--lang", language, "analyse", "dominos", view]).assert();
        String::from_utf8(output.code(2).get_output().stderr.clone()).unwrap()
    };
    let (english, french) = (printed("en"), printed("fr"));
    assert!(
        english.contains("54 does not fit where it was laid"),
        "{english}"
    );
    assert!(
        french.contains("le 54 ne va pas là où il est posé"),
        "{french}"
    );
}

#[test]
fn the_subject_s_functions_answer_as_its_examples_do() {
    let hand = "[[6,1],[5,4],[5,0],[3,3],[3,1],[3,0],[1,1]]";
    let cases: [(&[&str], &str); 9] = [
        (&["est_avant", "[6,2]", "[5,0]"], "true"),
        (&["est_avant", "[2,3]", "[2,4]"], "false"),
        (
            &["tri_decr", "[[1,2],[3,4],[1,3],[2,0]]"],
            "[[3,4],[2,0],[1,3],[1,2]]",
        ),
        (&["doubles", hand], "[[3,1],[3,1],[4,7]]"),
        (&["histogramme", hand], "[2,4,0,4,1,2,1]"),
        (&["max_presence", hand], "[1,3]"),
        (
            &["possibilites", hand, "5", "0"],
            "[[5,5,3],[4,0,0],[2,3,6]]",
        ),
        (
            &["possibilites", "[[3,4],[4,4]]", "[[2,3],[1,5],[4,6]]"],
            "[0,2]",
        ),
        (&["histogramme", "[[6,1],[5,4]]"], "[0,1,0,0,1,1,1]"),
    ];
    for (arguments, answer) in cases {
        brelan(&[&["subject", "dominos"], arguments].concat())
            .assert()
            .success()
            .stdout_eq(format!("{answer}\n"));
    }
}

#[test]
fn the_end_is_asked_for_when_the_ends_differ_and_until_it_is_named() {
    let printed = |position, answers: &str| {
        let arguments = ["dominos", "--position", position, "A@naif", "B@humain"];
        let output = brelan(&arguments).stdin(answers).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let asked = printed("1x4 66,51,40,30/65,61,20,10 : 66 61 51", "65 x d");
    let end = "À gauche ou à droite (g/d) ? ";
    let again = format!("{end}Répondre g pour la gauche ou d pour la droite.\n{end}");
    assert!(asked.contains(&again), "{asked}");
    assert!(
        asked.contains("Table: [[5, 1], [1, 6], [6, 6], [6, 5]]"),
        "{asked}"
    );
    let same = printed("1x2 66,21/61,10 : 66", "61");
    assert!(!same.contains("(g/d)"), "{same}");
}

#[test]
fn a_wrong_rule_is_named_without_a_position() {
    let output = brelan(&["dominos", "--rule", "3", "A@naif", "B@naif"])
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(
        printed.contains("« 3 » n'est pas une règle : choisir 1 ou 2"),
        "{printed}"
    );
}
