//! 421 in the terminal: the subject's sample runs byte for byte in the spelling of ruling R4, cheats,
//! records, functions, analysis and card.

use snapbox::cmd::{Command, cargo_bin};
use snapbox::{Data, str};

fn brelan(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("brelan"))
        .args(arguments)
        .env("LC_ALL", "C")
}

/// Splits a sample run into the typed answers and the output of a pipe, which does not echo them.
fn dialogue(run: &str) -> (String, String) {
    let (mut answers, mut output) = (String::new(), String::new());
    for line in run.lines() {
        if let Some((question, answer)) = line.split_once("? ") {
            answers = answers + answer + "\n";
            output = output + question + "? ";
        } else {
            output = output + line + "\n";
        }
    }
    (answers, output)
}

#[track_caller]
fn check_run(arguments: &[&str], run: &str) {
    let (answers, output) = dialogue(run);
    brelan(arguments)
        .stdin(answers)
        .assert()
        .success()
        .stdout_eq(Data::text(output).raw())
        .stderr_eq("");
}

#[test]
fn the_first_sample_run_of_the_subject() {
    let run = "\
Nombre de jetons? 10
==> Joueur 1 actif:
Combinaison actuelle = 113
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 1 (tapez 1 pour relancer)? 0
Valeur du 2eme de = 1 (tapez 1 pour relancer)? 1
Valeur du 3eme de = 3 (tapez 1 pour relancer)? 1
Combinaison actuelle = 122
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 1 (tapez 1 pour relancer)? 0
Valeur du 2eme de = 2 (tapez 1 pour relancer)? 0
Valeur du 3eme de = 2 (tapez 1 pour relancer)? 1
Combinaison actuelle = 124
Pour la rejouer, tapez 1 (autre==fin)? 0
Combinaison finale = 124
==> Joueur 2 actif:
Combinaison actuelle = 164
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 1 (tapez 1 pour relancer)? 0
Valeur du 2eme de = 6 (tapez 1 pour relancer)? 1
Valeur du 3eme de = 4 (tapez 1 pour relancer)? 0
Combinaison actuelle = 164
Pour la rejouer, tapez 1 (autre==fin)? 0
Combinaison finale = 164
cas de jetons differents -- joueur 1 gagnant
njtot1 = 2, njtot2 = 18
==> Joueur 1 actif:
Combinaison actuelle = 654
Pour la rejouer, tapez 1 (autre==fin)? ";
    let (answers, output) = dialogue(run);
    let answers = answers.trim_end().to_owned() + "\n";
    let table = ["421", "--dice", "1132241646654", "A@humain", "B@humain"];
    for answers in [answers.clone(), answers.replace('\n', " ")] {
        // The sample ends at a question, so the input ends there too.
        brelan(&table)
            .stdin(answers)
            .assert()
            .code(2)
            .stdout_eq(Data::text(format!("{output}\n")).raw())
            .stderr_eq("erreur : l'entrée s'est terminée alors qu'une réponse était attendue\n");
    }
}

#[test]
fn the_second_sample_run_of_the_subject() {
    let run = "\
Combinaison actuelle = 665
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 6 (tapez 1 pour relancer)? 0
Valeur du 2eme de = 6 (tapez 1 pour relancer)? 0
Valeur du 3eme de = 5 (tapez 1 pour relancer)? 1
Combinaison actuelle = 665
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 6 (tapez 1 pour relancer)? 0
Valeur du 2eme de = 6 (tapez 1 pour relancer)? 0
Valeur du 3eme de = 5 (tapez 1 pour relancer)? 1
Combinaison actuelle = 666
Pour la rejouer, tapez 1 (autre==fin)? 0
Combinaison finale = 666
njetons = 5, evalcmb = 666
";
    check_run(&["subject", "421", "test_tour", "\"66556\""], run);
}

#[test]
fn the_sample_runs_of_test_calcul() {
    let run = "\
Trois entiers? 4 5 3
==> 5 4 3
tierce = 1
brelan = 0
est421 = 0
njetons = 2
evalcmb = 543
";
    check_run(&["subject", "421", "test_calcul"], run);
    for (numbers, sorted) in [("3\n2\n6\n", "6 3 2"), ("3 2 1", "3 2 1")] {
        brelan(&["subject", "421", "test_calcul"])
            .stdin(numbers)
            .assert()
            .success()
            .stdout_eq(format!("Trois entiers? ==> {sorted}\n..."));
    }
}

#[test]
fn after_the_third_throw_another_is_refused_and_ends_the_turn() {
    let run = "\
==> Joueur 1 actif:
Combinaison actuelle = 321
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 3 (tapez 1 pour relancer)? 0
Valeur du 2eme de = 2 (tapez 1 pour relancer)? 0
Valeur du 3eme de = 1 (tapez 1 pour relancer)? 0
Combinaison actuelle = 321
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 3 (tapez 1 pour relancer)? 1
Valeur du 2eme de = 2 (tapez 1 pour relancer)? 0
Valeur du 3eme de = 1 (tapez 1 pour relancer)? 0
Combinaison actuelle = 621
Pour la rejouer, tapez 1 (autre==fin)? 1
Impossible ! Les des ont deja ete lances 3 fois.
Combinaison finale = 621
==> Joueur 2 actif:
Combinaison actuelle = 126
Pour la rejouer, tapez 1 (autre==fin)? 2
Combinaison finale = 126
cas d'egalite de combinaisons -- tour a vide... on recommence
njtot1 = 1, njtot2 = 1
==> Joueur 1 actif:
Combinaison actuelle = 666
Pour la rejouer, tapez 1 (autre==fin)? -1
Combinaison finale = 666
==> Joueur 2 actif:
Combinaison actuelle = 444
Pour la rejouer, tapez 1 (autre==fin)? 0
Combinaison finale = 444
cas de jetons egaux -- joueur 1 gagnant
njtot1 = -4, njtot2 = 6
Ada gagne !
";
    let dice = "3216126666444";
    check_run(
        &[
            "421",
            "--tokens",
            "1",
            "--dice",
            dice,
            "Ada@humain",
            "Bob@humain",
        ],
        run,
    );
    let of_the_subject = format!("Nombre de jetons? 1\n{}", run.replace("Ada", "Joueur 1"));
    check_run(
        &["subject", "421", "test_jeu", &format!("\"{dice}\"")],
        &of_the_subject,
    );
}

#[test]
fn an_answer_that_is_not_an_integer_is_refused_and_asked_again() {
    let run = "\
Nombre de jetons? dix
« dix » n'est pas un nombre entier possible
Nombre de jetons? 0
0 jeton, c'est trop peu : il en faut au moins 1
Nombre de jetons? 10001
10001 jetons, c'est trop : 10000 au plus
Nombre de jetons? 1
==> Joueur 1 actif:
Combinaison actuelle = 113
Pour la rejouer, tapez 1 (autre==fin)? oui
Vous devez donner un entier.
Pour la rejouer, tapez 1 (autre==fin)? 1
Valeur du 1eme de = 1 (tapez 1 pour relancer)? 0
Valeur du 2eme de = 1 (tapez 1 pour relancer)? non
Vous devez donner un entier.
Valeur du 2eme de = 1 (tapez 1 pour relancer)? 0
Valeur du 3eme de = 3 (tapez 1 pour relancer)? 1
Combinaison actuelle = 111
Pour la rejouer, tapez 1 (autre==fin)? 0
Combinaison finale = 111
==> Joueur 2 actif:
Combinaison actuelle = 421
Combinaison finale = 421
cas de jetons differents -- joueur 2 gagnant
njtot1 = 9, njtot2 = -7
B gagne !
";
    check_run(&["421", "--dice", "1131421", "A@humain", "B@expert"], run);
}

#[test]
fn a_strategy_shows_the_dice_it_keeps() {
    // Against 421 the second player can at best draw, so the strategy plays for 421.
    let run = "\
==> Joueur 1 actif:
Combinaison actuelle = 142
Combinaison finale = 142
==> Joueur 2 actif:
Combinaison actuelle = 264
Des gardes = 2-4
Combinaison actuelle = 234
Des gardes = 2-4
Combinaison actuelle = 224
Combinaison finale = 224
cas de jetons differents -- joueur 1 gagnant
njtot1 = 0, njtot2 = 16
A gagne !
";
    check_run(
        &[
            "421", "--tokens", "8", "--dice", "14226432", "A@expert", "B@expert",
        ],
        run,
    );
}

#[test]
fn a_cheat_works_under_trust_and_is_caught_otherwise() {
    let trusting = "\
==> Joueur 1 actif:
Combinaison actuelle = 211
Pour la rejouer, tapez 1 (autre==fin)? triche665
[Combinaison actuelle = 665. Chut !]
Pour la rejouer, tapez 1 (autre==fin)? triche665
[Les des montrent deja cela, inutile de tricher.]
Pour la rejouer, tapez 1 (autre==fin)? 0
Combinaison finale = 665
==> Joueur 2 actif:
Combinaison actuelle = 221
[Je triche...]
[Combinaison actuelle = 421. Chut !]
Combinaison finale = 421
cas de jetons differents -- joueur 2 gagnant
njtot1 = 16, njtot2 = 0
B gagne !
";
    let options = [
        "--tokens",
        "8",
        "--dice",
        "211221",
        "A@humain",
        "B@tricheur",
    ];
    check_run(&[&["421", "-confiant"], &options[..]].concat(), trusting);
    let guarded = "\
==> Joueur 1 actif:
Combinaison actuelle = 211
Pour la rejouer, tapez 1 (autre==fin)? triche
Abandon de la partie car A triche !
";
    check_run(&[&["421"], &options[..]].concat(), guarded);
}

#[test]
fn a_record_replays_to_the_same_transcript() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    let name = file.to_str().unwrap();
    let played = brelan(&[
        "421",
        "--tokens",
        "5",
        "--record",
        name,
        "A@naif",
        "B@glouton",
    ]);
    let played = played.output().unwrap();
    let replayed = brelan(&["replay", name]).output().unwrap();
    assert_eq!(
        String::from_utf8(replayed.stdout),
        String::from_utf8(played.stdout)
    );
}

#[test]
fn wrong_options_are_refused() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["--tokens", "0"],
            "--tokens : 0 jeton, c'est trop peu : il en faut au moins 1",
        ),
        (
            &["--tokens", "-3"],
            "--tokens : -3 jetons, c'est trop peu : il en faut au moins 1",
        ),
        (
            &["--tokens", "10001"],
            "--tokens : 10001 jetons, c'est trop : 10000 au plus",
        ),
        (
            &["--tokens", "dix"],
            "--tokens : « dix » n'est pas un nombre entier possible",
        ),
        (
            &["--tokens", "1", "--dice", "127"],
            "--dice : « 127 » n'est pas une suite de faces de 1 à 6",
        ),
    ];
    for (options, error) in cases {
        brelan(&["421"])
            .args(*options)
            .args(["A@naif", "B@naif"])
            .assert()
            .code(2)
            .stdout_eq("")
            .stderr_eq(format!("\nErreur : {error}\n\nUsage :\n..."));
    }
}

#[test]
fn functions_of_the_subject_answer_in_json() {
    let cases: &[(&[&str], &str)] = &[
        (&["permuter2i", "1", "2"], "[2,1]\n"),
        (&["decroitre2i", "1", "2"], "[2,1]\n"),
        (&["decroitre3i", "3", "2", "6"], "[6,3,2]\n"),
        (&["tierce", "3", "2", "1"], "true\n"),
        (&["tierce", "5", "3", "2"], "false\n"),
        (&["brelan", "4", "4", "4"], "true\n"),
        (&["est421", "4", "2", "1"], "true\n"),
        (&["njetons", "4", "2", "1"], "8\n"),
        (&["evalcmb", "6", "5", "1"], "651\n"),
    ];
    for (arguments, answer) in cases {
        let call = brelan(&["subject", "421"]).args(*arguments);
        call.assert().success().stdout_eq(*answer).stderr_eq("");
    }
}

#[test]
fn text_printed_by_a_function_comes_before_its_answer() {
    let cases: &[(&[&str], &str, &str, &str)] = &[
        (
            &["traiterJetonsDiff", "8", "1", "10", "10"],
            "",
            "[2,18]\n",
            "cas de jetons differents -- joueur 1 gagnant\n",
        ),
        (
            &["traiterJetonsEgaux", "5", "444", "666", "10", "10"],
            "",
            "[15,5]\n",
            "cas de jetons egaux -- joueur 2 gagnant\n",
        ),
        (
            &["relancer", "3", "1"],
            "0",
            "3\n",
            "Valeur du 1eme de = 3 (tapez 1 pour relancer)? \n",
        ),
        (
            &["jouerTour", "\"421\""],
            "0",
            "[8,421]\n",
            "Combinaison actuelle = 421\n\
             Pour la rejouer, tapez 1 (autre==fin)? Combinaison finale = 421\n",
        ),
    ];
    for (arguments, answers, returned, printed) in cases {
        let call = brelan(&["subject", "421"]).args(*arguments).stdin(*answers);
        call.assert()
            .success()
            .stdout_eq(Data::text(format!("{printed}{returned}")).raw())
            .stderr_eq("");
    }
}

#[test]
fn jet_de_throws_a_die_and_repeats_with_a_seed() {
    let throw = |seed: &str| {
        let output = brelan(&["subject", "421", "--seed", seed, "jetDe"])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let faces: std::collections::BTreeSet<String> =
        (0..20).map(|seed| throw(&seed.to_string())).collect();
    assert!(
        faces
            .iter()
            .all(|face| ["1\n", "2\n", "3\n", "4\n", "5\n", "6\n"].contains(&&**face))
    );
    assert!(faces.len() > 1);
    assert_eq!(throw("7"), throw("7"));
}

/// The value of the first member `name` in a line of JSON.
fn number(json: &str, name: &str) -> Option<f64> {
    let rest = json.split(&format!("\"{name}\":")).nth(1)?;
    rest.split([',', '}']).next()?.parse().ok()
}

#[test]
fn an_analysis_agrees_with_an_independent_computation() {
    // Expected values: exact fractions for one token, and the same computation in doubles for more.
    let known = [
        ("1/1", 171_702_818_839.0 / 396_105_341_039.0),
        ("2/2", 0.446_386_904_820_786),
        ("5/5", 0.479_674_393_351_306),
        ("10/10", 0.459_468_956_963_172),
    ];
    for (position, win) in known {
        let output = brelan(&["analyse", "421", "--json", position])
            .output()
            .unwrap();
        let json = String::from_utf8(output.stdout).unwrap();
        let found = number(&json, "win").unwrap();
        assert!((found - win).abs() < 1e-12, "{json}");
        assert!(
            json.contains("\"kind\":\"exact\"") && json.contains("\"moves\":[]"),
            "{json}"
        );
    }
}

#[test]
fn an_analysis_names_every_way_to_keep_dice_and_explains_what_it_cannot_read() {
    let output = brelan(&["analyse", "421", "--json", "7/9/second/164/2/421"])
        .output()
        .unwrap();
    let json = String::from_utf8(output.stdout).unwrap();
    assert!(json.contains("\"to_move\":\"second\""), "{json}");
    for mv in [
        "0", "1111", "1110", "1101", "1100", "1011", "1010", "1001", "1000",
    ] {
        assert!(
            json.contains(&format!("{{\"move\":\"{mv}\"")),
            "{mv} in {json}"
        );
    }
    brelan(&["analyse", "421", "-"])
        .stdin("10\n0/0\n0/20\n10/10/first/117/1\n")
        .assert()
        .code(2)
        .stdout_eq("0/20 (player 1 to move): won\n")
        .stderr_eq(str![[r"
error: line 1: `10` is not a position: write 10/10, 10/10/first/113/1 or 10/10/second/164/1/421
error: line 2: `0/0` are not possible totals: one player at least has tokens, and both together 2 to 20000
error: line 4: `117` is not three dice: write three digits from 1 to 6, - for a die in the air

"]]);
}

#[test]
fn the_most_tokens_are_answered_and_a_hopeless_position_is_not_called_lost() {
    brelan(&["analyse", "421", "10000/10000"])
        .assert()
        .success()
        .stdout_eq("10000/10000 (player 1 to move): win 0.000 %, draw 0.000 %, loss 100.000 %\n");
}

#[test]
fn a_card_has_a_line_for_every_combination() {
    let output = brelan(&["card", "421", "--tokens", "10"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("421 at 10 to 10, card of player 1: it wins 45.947 % of the games\n"));
    let words: Vec<&str> = text
        .lines()
        .skip(4)
        .flat_map(str::split_whitespace)
        .collect();
    assert_eq!(words.len(), 56 * 3);
    for advice in words.chunks(3) {
        let fits = |kept: &str| {
            kept.chars()
                .zip(advice[0].chars())
                .all(|(k, face)| k == face || k == '-')
        };
        assert!(fits(advice[1]) && fits(advice[2]), "{advice:?}");
    }
    assert!(
        words
            .chunks(3)
            .any(|advice| advice == ["421", "421", "421"])
    );
    assert!(
        words
            .chunks(3)
            .any(|advice| advice == ["642", "-42", "-42"])
    );
}

#[test]
fn a_card_for_impossible_options_is_refused_with_a_reason() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["--tokens", "0"],
            "error: 0 tokens are too few: at least 1 is needed\n",
        ),
        (&["--tokens", "0/5"], "error: The game is over.\n"),
        (
            &["--against", "42"],
            "error: `42` is not three dice: [..]\n",
        ),
    ];
    for (options, error) in cases {
        brelan(&["card", "421"])
            .args(*options)
            .assert()
            .code(2)
            .stdout_eq("")
            .stderr_eq(*error);
    }
}
