//! Puissance 4 in the terminal: the grid after every move, refused moves, analysis, and the subject's
//! functions on its figures.

use std::path::Path;

use snapbox::cmd::{Command as Snap, cargo_bin};
use snapbox::str;

fn brelan(arguments: &[&str]) -> Snap {
    Snap::new(cargo_bin!("brelan")).args(arguments)
}

/// Figure 2 of the subject as its array, with the border.
const FIGURE_2: &str = "[[0,0,0,0,0,0,0,0,0],[0,1,2,1,1,2,2,1,0],[0,0,1,2,1,1,2,1,0],\
[0,0,0,1,2,0,2,2,0],[0,0,0,2,2,0,1,0,0],[0,0,0,0,2,0,0,0,0],[0,0,0,0,1,0,0,0,0],\
[0,0,0,0,0,0,0,0,0]]";

#[test]
fn a_game_shows_the_grid_after_every_move_and_names_the_row_that_wins() {
    let players = [
        "puissance4",
        "--first",
        "jaune",
        "Rouge@humain",
        "Jaune@humain",
    ];
    brelan(&players)
        .stdin("1 8 2 1 2 1 2 1\n")
        .assert()
        .success()
        .stderr_eq("")
        .stdout_eq(str![[r"
    1 2 3 4 5 6 7
  6                6
  5                5
  4                4
  3                3
  2                2
  1                1
    1 2 3 4 5 6 7
Jaune (o), quelle colonne ? Jaune (o) joue la colonne 1.
    1 2 3 4 5 6 7
  6                6
  5                5
  4                4
  3                3
  2                2
  1 o              1
    1 2 3 4 5 6 7
Rouge (*), quelle colonne ? Impossible ! La colonne 8 n'existe pas : choisir de 1 à 7.
    1 2 3 4 5 6 7
  6                6
  5                5
  4                4
  3                3
  2                2
  1 o              1
    1 2 3 4 5 6 7
Rouge (*), quelle colonne ? Rouge (*) joue la colonne 2.
[..]
...
  4 o              4
  3 o *            3
  2 o *            2
  1 o *            1
    1 2 3 4 5 6 7
Alignement vertical : (1,1) (1,2) (1,3) (1,4)
Rouge perd !
Jaune gagne !

"]]);
}

#[test]
fn a_wrong_first_answer_prints_the_grid_once_more_and_not_twice() {
    const GRID: &str = "    1 2 3 4 5 6 7\n  6                6\n";
    for (wrong, grids) in [("8", 2), ("0", 2), ("x", 1)] {
        let game = brelan(&["puissance4", "A@humain", "B@naif"]);
        let printed = game.stdin(format!("{wrong}\n")).output().unwrap().stdout;
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(printed.matches(GRID).count(), grids, "{printed}");
    }
}

#[test]
fn a_player_may_take_the_yellow_discs_and_red_begins() {
    let players = [
        "puissance4",
        "--colour",
        "jaune",
        "Ana@humain",
        "Bob@humain",
    ];
    let game = brelan(&players).stdin("1 2 1 2 1 2 1").assert().success();
    let printed = String::from_utf8(game.get_output().stdout.clone()).unwrap();
    assert!(
        printed.contains("\nBob (*), quelle colonne ? "),
        "{printed}"
    );
    assert!(
        printed.contains("\nAna (o), quelle colonne ? "),
        "{printed}"
    );
    assert!(
        printed.find("Bob (*)") < printed.find("Ana (o)"),
        "{printed}"
    );
    brelan(&["puissance4", "--colour", "vert", "A@naif", "B@naif"])
        .assert()
        .code(2)
        .stderr_eq("\nErreur : --colour : « vert » n'est pas une couleur : écrire rouge ou jaune\n\nUsage :\n...");
}

#[test]
fn several_games_are_a_match_with_a_heading_and_the_score() {
    let players = ["puissance4", "--games", "2", "Ana@humain", "Bob@humain"];
    // Ana wins the first game; Bob, with the yellow discs, begins the second and wins it.
    let game = brelan(&players)
        .stdin("1 2 1 2 1 2 1  1 2 1 2 1 2 1")
        .assert()
        .success();
    let printed = String::from_utf8(game.get_output().stdout.clone()).unwrap();
    assert!(
        printed.starts_with("Partie 1 sur 2\n    1 2 3 4 5 6 7\n"),
        "{printed}"
    );
    assert!(
        printed.contains("Ana gagne !\nScore : Ana 1, Bob 0\nPartie 2 sur 2\n"),
        "{printed}"
    );
    assert!(
        printed.ends_with("Bob gagne !\nScore : Ana 1, Bob 1\n"),
        "{printed}"
    );
}

#[test]
fn a_match_goes_on_until_somebody_answers_no() {
    let players = ["puissance4", "--match", "Ana@humain", "Bob@humain"];
    let game = brelan(&players)
        .stdin("1 2 1 2 1 2 1 oui 1 2 1 2 1 2 1 non")
        .assert()
        .success();
    let printed = String::from_utf8(game.get_output().stdout.clone()).unwrap();
    assert_eq!(
        printed.matches("Une autre partie (oui ou non) ? ").count(),
        2,
        "{printed}"
    );
    assert!(printed.contains("Partie 2\n"), "{printed}");
    let first = brelan(&["puissance4", "A@humain", "B@humain"])
        .stdin("1 2 1 2 1 2 1")
        .assert();
    let first = String::from_utf8(first.success().get_output().stdout.clone()).unwrap();
    assert!(
        !first.contains("Partie") && !first.contains("Score"),
        "{first}"
    );
}

/// Figure 2 of the subject, where yellow wins in column 5.
#[test]
fn conseil_gives_the_advice_of_exercises_7_and_8() {
    let position = "...*.../...o.../..oo.*./..*o.oo/.*o**o*/*o**oo*/yellow";
    let game = brelan(&["puissance4", "--position", position, "A@humain", "B@humain"]);
    let printed = game.stdin("conseil 5").output().unwrap().stdout;
    let printed = String::from_utf8(printed).unwrap();
    assert!(
        printed.contains("B (o), quelle colonne ? Conseil : colonne 5 (le plus long alignement) ; au hasard : colonne "),
        "{printed}"
    );
    assert!(printed.ends_with("A perd !\nB gagne !\n"), "{printed}");
}

#[test]
fn an_english_alias_speaks_the_language_of_the_locale() {
    let play = |name: &str, locale: &str| {
        let game = brelan(&[name, "A@naif", "B@naif", "--seed", "1"]).env("LC_ALL", locale);
        String::from_utf8(game.output().unwrap().stdout).unwrap()
    };
    assert!(play("connect4", "en_GB.UTF-8").contains("A (*) plays column"));
    assert!(play("connect4", "fr_FR.UTF-8").contains("A (*) joue la colonne"));
    assert!(play("puissance4", "en_GB.UTF-8").contains("A (*) joue la colonne"));
}

#[test]
fn scores_come_as_json_and_bad_positions_name_the_character() {
    brelan(&["analyse", "puissance4", "--json", "--value-only", "121212", "44444448", "4x"])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
{"game":"puissance4","position":"121212","to_move":"first","value":{"kind":"exact","win":1.0,"draw":0.0,"loss":0.0,"score":18},"moves":[],"nodes":0,"micros":[..]}

"#]])
        .stderr_eq(str![[r"
error: position `44444448`: the disc of character 7 does not fit: column 4 is full
error: position `4x`: `x` (character 2) is not a column: write digits from 1 to 7

"]]);
}

#[test]
fn the_subject_s_functions_answer_as_its_figures_say() {
    let cases: &[(&[&str], &str)] = &[
        (&["est_coup_possible", FIGURE_2, "4"], "false\n"),
        (&["est_coup_possible", FIGURE_2, "5"], "true\n"),
        (&["ligne_de_chute", FIGURE_2, "5"], "3\n"),
        (&["nb_pions_alignes", FIGURE_2, "1", "1"], "3\n"),
        (&["nb_pions_alignes", FIGURE_2, "1", "7"], "2\n"),
        (&["nb_pions_alignes", FIGURE_2, "2", "6"], "3\n"),
        (&["nb_pions_dir", FIGURE_2, "2", "6", "0", "1"], "3\n"),
        (&["colonne_conseillee", FIGURE_2, "2"], "5\n"),
    ];
    for (call, expected) in cases {
        let arguments = [&["subject", "puissance4"], *call].concat();
        brelan(&arguments).assert().success().stdout_eq(*expected);
    }
    brelan(&["subject", "puissance4", "lacher", FIGURE_2, "4", "2"])
        .assert()
        .code(2)
        .stderr_eq("error: lacher requires est_coup_possible(grille, colonne)\n");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = ["puissance4", "--seed", "5", "A@glouton", "B@tricheur"];
    let play = || brelan(&game).output().unwrap().stdout;
    assert_eq!(play(), play());
}

#[test]
fn who_begins_one_game_is_second_in_the_next() {
    let arguments = [
        "puissance4",
        "--games",
        "3",
        "--seed",
        "2",
        "A@naif",
        "B@naif",
    ];
    let output = brelan(&arguments).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let empty = "  1                1\n    1 2 3 4 5 6 7\n";
    let beginners: Vec<_> = printed
        .split(empty)
        .skip(1)
        .filter_map(|game| game.chars().next())
        .collect();
    assert_eq!(beginners, ['A', 'B', 'A']);
}

/// One bit of one score of the shipped book is changed; only the checksum covers every position.
#[test]
fn a_flipped_bit_of_a_book_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/puissance4/book.p4");
    let mut bytes = std::fs::read(shipped).unwrap();
    bytes[54_321] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let path = file.to_str().unwrap();
    brelan(&[
        "--lang",
        "en",
        "database",
        "check",
        "puissance4",
        "--file",
        path,
    ])
    .assert()
    .code(2)
    .stdout_eq("")
    .stderr_eq("error: [..]book: the checksum does not match: a byte was changed\n");
}
