//! Commands other than games: analyses, records, the subjects' functions, lists, help.

use snapbox::cmd::{Command, cargo_bin};
use snapbox::str;

fn brelan(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("brelan"))
        .args(arguments)
        .env("LC_ALL", "C")
}

#[test]
fn an_analysis_prints_the_value_of_every_move() {
    brelan(&["analyse", "allumettes", "12"])
        .assert()
        .success()
        .stdout_eq(str![[r"
12 (player 1 to move): won
       1  lost
       2  lost
       3  won

"]]);
}

#[test]
fn an_analysis_of_standard_input_answers_the_good_lines_and_names_the_bad_one() {
    let output = brelan(&["analyse", "allumettes", "--json", "--value-only", "-"])
        .stdin("13\nx\n0\n12/second\n")
        .assert()
        .code(2)
        .stderr_eq("error: line 2: `x` is not a number of matches\n");
    let lines = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let value = |win| {
        format!(
            "{{\"kind\":\"exact\",\"win\":{win}.0,\"draw\":0.0,\"loss\":{}.0}}",
            1 - win
        )
    };
    let expected = [
        ("13", "first", 0),
        ("0", "first", 1),
        ("12/second", "second", 1),
    ];
    assert_eq!(lines.lines().count(), 3);
    for (line, (position, side, win)) in lines.lines().zip(expected) {
        let start = format!(
            "{{\"game\":\"allumettes\",\"position\":\"{position}\",\"to_move\":\"{side}\",\
             \"value\":{},\"moves\":[],\"micros\":",
            value(win)
        );
        assert!(line.starts_with(&start), "{line}");
    }
}

#[test]
fn options_change_the_rules_of_an_analysis() {
    brelan(&[
        "analyse",
        "allumettes",
        "--max",
        "2",
        "--last-wins",
        "3",
        "4",
    ])
    .assert()
    .success()
    .stdout_eq(str![[r"
3 (player 1 to move): lost
       1  lost
       2  lost
4 (player 1 to move): won
       1  won
       2  lost

"]]);
}

#[test]
fn a_record_replays_to_the_same_transcript() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    let name = file.to_str().unwrap();
    let table = [
        "allumettes",
        "-confiant",
        "--record",
        name,
        "A@naif",
        "B@tricheur",
    ];
    let played = brelan(&table).output().unwrap();
    assert!(played.status.success());
    let replayed = brelan(&["replay", name]).output().unwrap();
    assert_eq!(
        String::from_utf8(replayed.stdout),
        String::from_utf8(played.stdout)
    );

    brelan(&table).assert().code(2).stderr_eq(
        "erreur : [..] existe déjà\nconseil : choisir un autre nom : rien n'est écrasé\n",
    );
    let record = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, record.replace("first plays", "first eats")).unwrap();
    brelan(&["replay", name])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            "erreur : ligne 8 : « first eats [..] » n'est pas une ligne de partie enregistrée\n",
        );
}

/// The analysis has one object for every move of the record, with the move that was played.
#[test]
fn an_analysis_reads_the_records_of_every_game() {
    let tables: [(&str, &[&str]); 5] = [
        ("allumettes", &["A@naif", "B@rapide"]),
        ("421", &["--tokens", "10", "A@naif", "B@naif"]),
        ("dominos", &["A@naif", "B@premier"]),
        ("puissance4", &["A@naif", "B@glouton"]),
        ("awale", &["A@naif", "B@glouton"]),
    ];
    for (game, players) in tables {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game");
        let record = ["--record", file.to_str().unwrap()];
        brelan(&[&[game, "--seed", "3"], &record[..], players].concat())
            .assert()
            .success();
        let judged = ["analyse", game, "--json", "--effort", "100"];
        let judged = brelan(&[&judged[..], &record].concat()).assert().success();
        let judged = String::from_utf8(judged.get_output().stdout.clone()).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let made: Vec<String> = text
            .lines()
            .filter_map(|line| line.split_once(" plays "))
            .map(|(_, made)| format!("\"played\":\"{made}\"}}"))
            .collect();
        assert_eq!(judged.lines().count(), made.len(), "{game}");
        for (line, made) in judged.lines().zip(&made) {
            assert!(line.ends_with(made), "{game}: {line} should name {made}");
        }
    }
}

#[test]
fn a_function_of_the_subject_answers_in_json() {
    let cases: &[(&[&str], &str)] = &[
        (&["PRISE_MAX"], "3\n"),
        (&["getNombreAllumettes", "13"], "13\n"),
        (
            &["retirer", "13", "2"],
            "{\"return\":null,\"args\":[11,2]}\n",
        ),
        (&["getPrise", "\"rapide\"", "2"], "2\n"),
        (&["getPrise", "\"expert\"", "8"], "3\n"),
        (
            &["getPrise", "\"tricheur\"", "13"],
            "[Je triche...]\n[Allumettes restantes : 2]\n{\"return\":1,\"args\":[\"tricheur\",2]}\n",
        ),
    ];
    for (arguments, answer) in cases {
        brelan(&["subject", "allumettes"])
            .args(*arguments)
            .assert()
            .success()
            .stdout_eq(*answer);
    }
}

#[test]
fn a_wrong_call_of_the_subject_is_explained() {
    let cases: &[(&[&str], &str)] = &[
        (&["go"], "error: `go` is not a subject: choose [..]\n"),
        (
            &["allumettes", "go"],
            "error: `go` is not a function of the subject allumettes\n",
        ),
        (
            &["allumettes", "retirer", "13"],
            "error: retirer takes (jeu, nbPrises), and was given 1 argument\n",
        ),
        (
            &["allumettes", "retirer", "13", "deux"],
            "error: argument 2 does not fit: `deux` is neither JSON nor Python; int is expected\n",
        ),
        (
            &["allumettes", "retirer", "13", "\"2\""],
            "error: argument 2 does not fit: [..]\n",
        ),
        (
            &["allumettes", "retirer", "13", "5"],
            "error: CoupInvalideException: Invalid number: 5 (> 3)\n",
        ),
        (
            &["allumettes", "retirer", "-1", "5"],
            "error: argument 1 does not fit: [..]\n",
        ),
    ];
    for (arguments, error) in cases {
        brelan(&["subject"])
            .args(*arguments)
            .assert()
            .code(2)
            .stdout_eq("")
            .stderr_eq(*error);
    }
}

#[test]
fn an_unknown_command_is_named_with_a_hint() {
    brelan(&["tarot"]).assert().code(2).stderr_eq(
        "error: `tarot` is neither a game nor a command\nhint: brelan --help lists the games and commands\n",
    );
}

#[test]
fn a_word_that_is_nearly_right_is_followed_by_the_right_one() {
    for (arguments, hint) in [
        (&["puisance4"][..], "did you mean puissance4?"),
        (&["reviw", "game.txt"], "did you mean review?"),
        (&["analyse", "awale", "--jsn"], "did you mean --json?"),
    ] {
        let refused = brelan(arguments).output().unwrap();
        let printed = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2));
        assert!(printed.ends_with(&format!("hint: {hint}\n")), "{printed}");
    }
}

#[test]
fn help_of_a_command_is_what_its_option_prints() {
    for words in [&["analyse"][..], &["store", "copy"], &["awale"], &[]] {
        let help = |arguments: Vec<&str>| brelan(&arguments).output().unwrap();
        let by_command = help([&["help"], words, &["--lang", "fr"]].concat());
        let by_option = help([words, &["--help", "--lang", "fr"]].concat());
        assert_eq!(by_command.stdout, by_option.stdout, "{words:?}");
        assert!(by_command.status.success() && !by_command.stdout.is_empty());
    }
    let unknown = brelan(&["help", "tarot"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn a_command_about_one_game_asks_for_a_game() {
    for command in ["play", "analyse", "card"] {
        let help = brelan(&[command, "--help", "--lang", "fr"])
            .output()
            .unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        assert!(help.contains("JEU") && help.contains("Jeux :\n"), "{help}");
        assert!(!help.contains("COMMANDE"), "{help}");
    }
}

#[test]
fn commands_are_listed_in_groups() {
    let help = brelan(&["--help", "--lang", "fr"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let places = [
        "Jouer :\n",
        "  puissance4 ",
        "  play ",
        "Apprendre :\n",
        "  analyse ",
        "Enseigner :\n",
        "  grade ",
        "Servir et installer :\n",
        "  serve ",
    ];
    let places: Vec<_> = places.iter().map(|part| help.find(part)).collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{help}"
    );
}

/// At some tables the expert is strong, not perfect.
#[test]
fn help_promises_no_perfect_play() {
    for language in ["fr", "en"] {
        let help = brelan(&["--help", "--lang", language]).output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        assert!(
            !help.contains("parfait") && !help.contains("perfect"),
            "{help}"
        );
    }
}

#[test]
fn every_option_of_a_game_is_in_its_help() {
    for game in games::games() {
        let choice = game.side_choice.iter().map(|choice| &choice.option);
        let options = game.options.iter().chain([&host::POSITION]).chain(choice);
        let options = options.map(|option| option.name).chain(["trusting"]);
        for words in [&[game.name][..], &["play", game.name]] {
            let help = brelan(&[words, &["--help"]].concat()).output().unwrap();
            let help = String::from_utf8(help.stdout).unwrap();
            for option in options.clone() {
                assert!(help.contains(&format!("--{option}")), "{words:?}: {option}");
            }
        }
    }
}

#[test]
fn every_strategy_says_in_a_line_how_it_chooses() {
    for language in ["fr", "en"] {
        let listed = brelan(&["strategies", "--lang", language])
            .output()
            .unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let strategies = listed.lines().filter(|line| line.starts_with("  "));
        for line in strategies {
            assert!(line.split_whitespace().count() > 2, "{line}");
        }
        let known: usize = games::games()
            .map(|game| game.strategies().count() + 2)
            .sum();
        assert_eq!(listed.lines().count(), known);
    }
}

#[test]
fn completions_offer_subjects_functions_and_strategies() {
    for shell in ["bash", "zsh", "fish"] {
        let script = brelan(&["completions", shell]).output().unwrap();
        let script = String::from_utf8(script.stdout).unwrap();
        for word in [
            "dominos",
            "histogramme",
            "nb_pions_alignes",
            "Brelan@glouton",
        ] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn one_command_writes_the_manual_pages_of_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let written = brelan(&["man", "--to", folder.path().to_str().unwrap()])
        .output()
        .unwrap();
    assert!(written.status.success(), "{written:?}");
    for page in [
        "brelan.1",
        "brelan-analyse.1",
        "brelan-store-copy.1",
        "brelan-puissance4.1",
    ] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
}

#[test]
fn help_completions_and_manual_are_written() {
    for arguments in [
        &["--help"][..],
        &["allumettes", "--help"],
        &["completions", "bash"],
        &["man"],
    ] {
        let output = brelan(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("allumettes"), "{arguments:?}");
    }
}

/// In the test, the option `--grid` of puissance4 names a file that does not exist.
#[test]
fn an_error_is_a_sentence_and_not_a_message_key() {
    brelan(&["analyse", "puissance4", "--grid", "/nope"])
        .assert()
        .code(2)
        .stderr_eq("error: /nope: no file or folder has that name\n");
    brelan(&["analyse", "puissance4", "--grid", "/nope", "--lang", "fr"])
        .assert()
        .code(2)
        .stderr_eq("erreur : /nope : aucun fichier ni dossier ne porte ce nom\n");
}

#[test]
fn help_ends_with_examples_of_the_command() {
    let endings: &[(&[&str], &str)] = &[
        (
            &["awale", "--lang", "en", "--help"],
            "Examples:
  brelan awale Xavier@humain Ordinateur@naif
  brelan awale --seed 7 A@naif B@expert
  brelan awale Moi@./joueur.py Brelan@expert
",
        ),
        (
            &["analyse", "--help"],
            "Examples:
  brelan analyse allumettes 13 1,3,5,7
  printf '12\\n13\\n' | brelan analyse allumettes --json -
",
        ),
        (
            &["store", "copy", "--help"],
            "Examples:
  brelan store copy games.sqlite postgres://brelan@db.example/games
",
        ),
    ];
    for (arguments, ending) in endings {
        let output = brelan(arguments).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(help.ends_with(ending), "{help}");
    }
}
