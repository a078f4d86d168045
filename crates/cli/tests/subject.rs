//! `brelan subject`: every identifier and example of the subjects, example values by name, arguments
//! without JSON quotes, and errors in both languages.

use snapbox::Data;
use snapbox::cmd::{Command, cargo_bin};

fn subject(arguments: &[&str]) -> Command {
    let command = Command::new(cargo_bin!("brelan")).arg("subject");
    command.args(arguments).env("LC_ALL", "C")
}

#[track_caller]
fn check_answers(cases: &[(&[&str], &str)]) {
    for (arguments, answer) in cases {
        let answer = Data::text(format!("{answer}\n")).raw();
        subject(arguments).assert().success().stdout_eq(answer);
    }
}

#[track_caller]
fn check_refused(language: &str, cases: &[(&[&str], &str)]) {
    for (arguments, error) in cases {
        // `--lang` comes first: all words after a function's name are its arguments.
        let command = Command::new(cargo_bin!("brelan")).args(["--lang", language, "subject"]);
        let error = Data::text(format!("{error}\n")).raw();
        let called = command.args(*arguments).assert();
        called.code(2).stdout_eq("").stderr_eq(error);
    }
}

#[test]
fn every_identifier_of_the_subjects_is_known() {
    let identifiers: &[(&str, &str)] = &[
        (
            "421",
            "permuter2i decroitre2i décroitre2i decroitre3i test_calcul test_calcul0 tierce brelan \
             est421 njetons evalcmb jetDe relancer jouerTour test_tour traiterJetonsDiff \
             traiterJetonsEgaux test_jeu",
        ),
        (
            "dominos",
            "creation_jeu distribue est_avant tri_decr doubles histogramme max_presence \
             maxpresence possibilites is_player1_first un_tour_de_jeu positionne",
        ),
        (
            "puissance4",
            "VIDE ROUGE JAUNE NB_LIGNES NB_COLONNES vider afficher afficher_case \
             afficher_numeros_colonnes symbole_case est_coup_possible lâcher lacher \
             ligne_de_chute nb_pions_alignés nb_pions_alignes nb_pions_dir \
             colonne_conseillée_aléatoire colonne_conseillee_aleatoire colonne_conseillee \
             colonne_conseilee",
        ),
        (
            "image",
            "creer_image noir_ou_blanc passer_en_nb passer_en_8_couleurs image_vers_ligne \
             ligne_vers_image compte_0_1 decompresse_ligne compresse_image decompresse_image \
             dim_largeur_max rectangle_max compression_rectangle decompression_rectangle",
        ),
        (
            "awale",
            "initialisation tour_joueur1 somme tourner_plateau semer_graines case_ramassable \
             ramasser_graines test_famine test_case cases_possibles tour_termine tour_jeu gagnant \
             awale",
        ),
        (
            "allumettes",
            "PRISE_MAX getNombreAllumettes retirer getPrise",
        ),
    ];
    for (name, identifiers) in identifiers {
        let subject = games::subject(name).unwrap();
        for identifier in identifiers.split_whitespace() {
            assert!(subject.function(identifier).is_ok(), "{name} {identifier}");
        }
    }
}

#[test]
fn the_list_has_signatures_and_remarks() {
    let printed = |language| {
        let listed = subject(&["awale", "--lang", language]).output().unwrap();
        String::from_utf8(listed.stdout).unwrap()
    };
    let french = printed("fr");
    let line = "semer_graines(plt: list[int], c: int) -> int  # modifie plt ; suppose plt[c] > 0\n";
    assert!(french.contains(line), "{french}");
    let line = "tour_jeu(etat_jeu: dict, c: int) -> bool  \
                # modifie etat_jeu ; affiche ; suppose tour_termine(etat_jeu)\n";
    assert!(french.contains(line), "{french}");
    let english = printed("en");
    let line =
        "semer_graines(plt: list[int], c: int) -> int  # changes plt ; requires plt[c] > 0\n";
    assert!(english.contains(line), "{english}");
}

#[test]
fn tiles_are_read_as_numbers_and_answered_in_the_form_given() {
    const J: &str = "[61,54,50,33,31,30,11]";
    check_answers(&[
        (&["dominos", "est_avant", "62", "50"], "true"),
        (&["dominos", "tri_decr", "[12,34,13,20]"], "[34,20,13,12]"),
        (&["dominos", "doubles", J], "[[33,11],[4,7]]"),
        (&["dominos", "histogramme", J], "[2,4,0,4,1,2,1]"),
        (&["dominos", "max_presence", J], "[1,3]"),
        (&["dominos", "maxpresence", "J"], "[1,3]"),
        (
            &["dominos", "possibilites", J, "5", "0"],
            "[[54,50,30],[2,3,6]]",
        ),
        (
            &["dominos", "possibilites", "[34,44]", "[23,15,46]"],
            "[0,2]",
        ),
        (&["dominos", "positionne", "46", "[34,44]"], "[34,44,46]"),
        (
            &["dominos", "un_tour_de_jeu", "[34,44]", "[15,46]", "1"],
            "{\"return\":[[34,44,46],[15],0],\"args\":[[34,44],[15],1]}",
        ),
        (&["dominos", "is_player1_first", "[65,21]", "[64]"], "true"),
    ]);
}

#[test]
fn tiles_given_as_numbers_stay_numbers() {
    check_answers(&[
        (&["dominos", "tri_decr", "[0,61,5]"], "[61,5,0]"),
        (&["dominos", "tri_decr", "[00,61,05]"], "[61,5,0]"),
        (&["dominos", "tri_decr", "[\"00\",61]"], "[61,0]"),
        (&["dominos", "doubles", "[00]"], "[[0],[1]]"),
        (&["dominos", "tri_decr", "[[0,0],[6,1]]"], "[[6,1],[0,0]]"),
        (
            &["dominos", "distribue", "[00]", "1"],
            "{\"return\":[0],\"args\":[[],1]}",
        ),
    ]);
}

#[test]
fn arguments_come_back_as_they_were_given() {
    check_answers(&[
        // The table as pairs, the hand as numbers; 5-0 fits neither end.
        (
            &["dominos", "un_tour_de_jeu", "[[3,4]]", "[5,14,0]", "1"],
            "{\"return\":[[[3,4],[4,1]],[5,0],0],\"args\":[[[3,4]],[5,0],1]}",
        ),
        (
            &["dominos", "un_tour_de_jeu", "[34]", "[[5,0]]", "0"],
            "{\"return\":[[34],[[5,0]],1],\"args\":[[34],[[5,0]],0]}",
        ),
    ]);
}

#[test]
fn arguments_may_be_written_as_in_python() {
    check_answers(&[
        (
            &["image", "creer_image", "2", "1", "(0, 0, 200)"],
            "[[[0,0,200]],[[0,0,200]]]",
        ),
        (&["image", "dim_largeur_max", "img1", "(2, 0)", "3"], "2"),
        (
            &[
                "image",
                "decompression_rectangle",
                "(1, 1, [{'pos': (0, 0), 'coul': 7, 'ha': 1, 'la': 1}])",
            ],
            "[[7]]",
        ),
        (&["dominos", "est_avant", "(6, 2)", "[5, 0]"], "true"),
    ]);
}

#[test]
fn options_may_stand_anywhere() {
    for arguments in [
        [
            "--seed",
            "5",
            "puissance4",
            "colonne_conseillee",
            "figure2",
            "2",
        ],
        [
            "puissance4",
            "colonne_conseillee",
            "figure2",
            "2",
            "--seed",
            "5",
        ],
        [
            "puissance4",
            "colonne_conseillee",
            "--seed",
            "5",
            "figure2",
            "2",
        ],
    ] {
        check_answers(&[(&arguments, "5")]);
    }
    check_answers(&[(&["421", "evalcmb", "-1", "0", "0"], "-100")]);
}

#[test]
fn what_a_function_prints_comes_before_its_answer() {
    const STATE: &str = r#"{"joueur1":"A","joueur2":"B","score_j1":0,"score_j2":0,"nb_tours":0,"plateau":[4,4,4,4,4,4,4,4,4,4,4,4]}"#;
    for pit in ["-1", "6", "12", "2147483647"] {
        let called = subject(&["awale", "tour_jeu", STATE, pit]).assert();
        let answer = format!(
            "La case choisie n’est pas acceptable\n{{\"return\":true,\"args\":[{STATE},{pit}]}}\n"
        );
        called
            .success()
            .stdout_eq(Data::text(answer).raw())
            .stderr_eq("");
    }
}

#[test]
fn a_pit_that_does_not_exist_is_not_acceptable() {
    for pit in ["-1", "6", "11", "12", "2147483647"] {
        check_answers(&[(&["awale", "test_case", "debut", pit], "false")]);
    }
    check_answers(&[(&["awale", "test_case", "debut", "5"], "true")]);
}

#[test]
fn a_broken_precondition_is_named_beside_the_answer() {
    let called = subject(&["awale", "somme", "debut", "5", "2", "--lang", "fr"]).assert();
    called
        .success()
        .stderr_eq("remarque : somme suppose n <= p\n");
    let called = subject(&["puissance4", "nb_pions_alignes", "figure2", "6", "1"]).assert();
    called
        .success()
        .stdout_eq("0\n")
        .stderr_eq("note: nb_pions_alignes requires grille(ligne, colonne) != VIDE\n");
}

#[test]
fn escape_codes_in_names_are_not_echoed() {
    let game = subject(&["awale", "awale", "\u{1b}[31mAna", "Bob"]).stdin("2\n");
    let printed = game.output().unwrap();
    for text in [printed.stdout, printed.stderr] {
        assert!(!text.contains(&0x1b), "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn boards_of_awale_hold_any_counts() {
    check_answers(&[
        (
            &["awale", "somme", "[9,9,9,9,9,9,9,9,9,9,9,9]", "0", "11"],
            "108",
        ),
        // 300 seeds make 27 laps of 11 pits, and 3 more pits.
        (
            &["awale", "semer_graines", "[0,0,300,0,0,0,0,0,0,0,0,0]", "2"],
            "{\"return\":5,\"args\":[[27,27,0,28,28,28,27,27,27,27,27,27],2]}",
        ),
    ]);
}

#[test]
fn a_cheat_changes_the_game_it_is_given_and_a_person_is_asked() {
    let cheat = subject(&["allumettes", "getPrise", "tricheur", "10"]).assert();
    cheat
        .success()
        .stdout_eq(
            Data::text(
                "[Je triche...]\n[Allumettes restantes : 2]\n\
                 {\"return\":1,\"args\":[\"tricheur\",2]}\n",
            )
            .raw(),
        )
        .stderr_eq("");
    let person = subject(&["allumettes", "getPrise", "Xavier@humain", "5"]);
    let person = person.stdin("triche\n3\n").assert();
    person
        .success()
        .stdout_eq(
            Data::text(
                "Xavier, combien d'allumettes ? [Une allumette en moins, plus que 4. Chut !]\n\
                 Xavier, combien d'allumettes ? \n\
                 {\"return\":3,\"args\":[\"Xavier@humain\",4]}\n",
            )
            .raw(),
        )
        .stderr_eq("");
    let person = subject(&["allumettes", "getPrise", "Xavier@humain", "10"]);
    let person = person.stdin("X 5").assert();
    person.success().stdout_eq(
        Data::text(
            "Xavier, combien d'allumettes ? Vous devez donner un entier.\n\
             Xavier, combien d'allumettes ? \n5\n",
        )
        .raw(),
    );
}

#[test]
fn the_first_stage_of_test_calcul_shows_three_integers_in_order() {
    for (answers, shown) in [("3 2 6\n", "6 3 2"), ("3\n2\n1\n", "3 2 1")] {
        let run = subject(&["421", "test_calcul0"]).stdin(answers).assert();
        let shown = Data::text(format!("Trois entiers? ==> {shown}\n")).raw();
        run.success().stdout_eq(shown).stderr_eq("");
    }
}

#[test]
fn pieces_of_the_grid_are_shown_as_in_the_figures() {
    let numbers = subject(&["puissance4", "afficher_numeros_colonnes"]).assert();
    let line = Data::text("    1 2 3 4 5 6 7\nnull\n").raw();
    numbers.success().stdout_eq(line).stderr_eq("");
    check_answers(&[
        (&["puissance4", "symbole_case", "1"], "\"*\""),
        (&["puissance4", "symbole_case", "2"], "\"o\""),
        (&["puissance4", "symbole_case", "0"], "\" \""),
    ]);
    let figure = "    1 2 3 4 5 6 7
  6       *        6
  5       o        5
  4     o o   *    4
  3     * o   o o  3
  2   * o * * o *  2
  1 * o * * o o *  1
    1 2 3 4 5 6 7
null
";
    let shown = subject(&["puissance4", "afficher", "figure2"]).assert();
    shown.success().stdout_eq(Data::text(figure).raw());
}

#[test]
fn the_figures_of_puissance_4_can_be_handed_to_its_functions() {
    const PLAIN: &str = "[[1,2,1,1,2,2,1],[0,1,2,1,0,2,1],[0,0,1,2,0,2,2],[0,0,2,2,0,1,0],\
                         [0,0,0,2,0,0,0],[0,0,0,1,0,0,0]]";
    const DROPPED: &str = "[[1,2,1,1,2,2,1],[0,1,2,1,1,2,1],[0,0,1,2,0,2,2],[0,0,2,2,0,1,0],\
                           [0,0,0,2,0,0,0],[0,0,0,1,0,0,0]]";
    for (column, possible) in (1..).zip([true, true, true, false, true, true, true]) {
        let (column, possible) = (&*format!("{column}"), &*format!("{possible}"));
        check_answers(&[
            (
                &["puissance4", "est_coup_possible", "figure1", column],
                possible,
            ),
            (
                &["puissance4", "est_coup_possible", PLAIN, column],
                possible,
            ),
        ]);
    }
    let dropped = format!("{{\"return\":null,\"args\":[{DROPPED},5,1]}}");
    check_answers(&[
        (&["puissance4", "lâcher", PLAIN, "5", "1"], &dropped),
        (
            &["puissance4", "nb_pions_alignés", "figure2", "1", "1"],
            "3",
        ),
        (
            &["puissance4", "nb_pions_alignes", "figure2", "1", "7"],
            "2",
        ),
        (
            &["puissance4", "nb_pions_alignes", "figure2", "2", "6"],
            "3",
        ),
        (&["puissance4", "colonne_conseilee", "figure2", "2"], "5"),
    ]);
    for colour in ["1", "2"] {
        let advised = [
            "puissance4",
            "colonne_conseillée_aléatoire",
            "figure1",
            colour,
        ];
        let output = subject(&advised).output().unwrap();
        let column = String::from_utf8(output.stdout).unwrap();
        assert!(
            ["1\n", "2\n", "3\n", "5\n", "6\n", "7\n"].contains(&&*column),
            "{column}"
        );
    }
}

#[test]
fn samples_are_printed_by_name() {
    check_answers(&[
        (
            &["image", "exemples", "imgA"],
            "[[0,1,1,1,1],[1,0,1,1,1],[1,1,0,1,1],[1,1,1,0,1],[1,1,1,1,0]]",
        ),
        (
            &["image", "examples", "img1"],
            "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]",
        ),
        (
            &["dominos", "exemples", "J"],
            "[[6,1],[5,4],[5,0],[3,3],[3,1],[3,0],[1,1]]",
        ),
        (
            &["awale", "exemples", "figure3"],
            "[0,0,2,0,16,5,2,1,0,1,0,1]",
        ),
    ]);
    let all = |name| {
        let listed = subject(&[name, "exemples"]).output().unwrap();
        String::from_utf8(listed.stdout).unwrap()
    };
    let images = all("image");
    for name in ["imgA", "imgB", "imgC", "img1", "ic1", "ic2"] {
        assert!(
            images
                .lines()
                .any(|line| line.starts_with(&format!("{name} = "))),
            "{images}"
        );
    }
    let grids = all("puissance4");
    assert!(
        grids.starts_with("figure1 = [[0,0,0") && grids.contains("\nfigure2 = [["),
        "{grids}"
    );
    let wanted: &[(&[&str], &str)] = &[(
        &["image", "exemples", "imgZ"],
        "erreur : « imgZ » n'est pas un exemple du sujet image",
    )];
    check_refused("fr", wanted);
}

#[test]
fn samples_answer_as_the_subjects_say() {
    check_answers(&[
        (
            &["image", "decompression_rectangle", "ic1"],
            "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]",
        ),
        (
            &["image", "decompression_rectangle", "ic2"],
            "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]",
        ),
        (&["image", "rectangle_max", "img1", "[0,3]"], "[3,1]"),
        (
            &["image", "compresse_image", "imgA"],
            "[5,[1,5,1,5,1,5,1,5,1]]",
        ),
        (&["image", "passer_en_nb", "imgC"], "[[0,0,0],[1,1,1]]"),
        (
            &["awale", "tourner_plateau", "figure3"],
            "{\"return\":null,\"args\":[[2,1,0,1,0,1,0,0,2,0,16,5]]}",
        ),
        (&["awale", "case_ramassable", "question6", "6"], "true"),
        (
            &["awale", "ramasser_graines", "question7", "10"],
            "{\"return\":8,\"args\":[[7,2,9,0,4,2,3,1,0,0,0,5],10]}",
        ),
        (&["awale", "test_famine", "question8", "2"], "true"),
        (&["awale", "tour_termine", "etat_initial"], "true"),
    ]);
}

#[test]
fn a_word_is_a_string_where_one_is_expected() {
    let start = "{\"joueur1\":\"Alice\",\"joueur2\":\"Bob\",\"score_j1\":0,\"score_j2\":0,\
                 \"nb_tours\":0,\"plateau\":[4,4,4,4,4,4,4,4,4,4,4,4]}";
    check_answers(&[
        (&["awale", "initialisation", "Alice", "Bob"], start),
        (&["awale", "initialisation", "\"Alice\"", "Bob"], start),
        (&["allumettes", "getPrise", "rapide", "2"], "2"),
    ]);
    let turn = subject(&["421", "jouerTour", "421"]).stdin("0").assert();
    let printed = "Combinaison actuelle = 421\n\
                   Pour la rejouer, tapez 1 (autre==fin)? Combinaison finale = 421\n[8,421]\n";
    turn.success().stdout_eq(Data::text(printed).raw());
}

#[test]
fn integers_of_the_matches_have_32_bits() {
    check_answers(&[
        (
            &["allumettes", "getNombreAllumettes", "2147483647"],
            "2147483647",
        ),
        (&["allumettes", "getNombreAllumettes", "0"], "0"),
        (
            &["allumettes", "retirer", "2147483647", "3"],
            "{\"return\":null,\"args\":[2147483644,3]}",
        ),
    ]);
    check_refused(
        "en",
        &[
            (
                &["allumettes", "getNombreAllumettes", "2147483648"],
                "error: argument 1 does not fit: 2147483648 is not between 0 and 2147483647",
            ),
            (
                &["allumettes", "retirer", "13", "2147483648"],
                "error: argument 2 does not fit: \
                 2147483648 is not between -2147483648 and 2147483647",
            ),
        ],
    );
}

/// Arguments, their error in French, and their error in English; one row for every kind of error.
const ERRORS: &[(&[&str], &str, &str)] = &[
    (
        &["echecs"],
        "« echecs » n'est pas un sujet : choisir 421, allumettes, awale, dominos, puissance4, image",
        "`echecs` is not a subject: choose 421, allumettes, awale, dominos, puissance4, image",
    ),
    (
        &["421", "quinte"],
        "« quinte » n'est pas une fonction du sujet 421",
        "`quinte` is not a function of the subject 421",
    ),
    (
        &["421", "tierce", "3", "2"],
        "tierce attend (a, b, c), et a reçu 2 arguments",
        "tierce takes (a, b, c), and was given 2 arguments",
    ),
    (
        &["421", "tierce", "3", "2", "un"],
        "l'argument 3 ne convient pas : « un » n'est ni du JSON ni du Python ; int est attendu",
        "argument 3 does not fit: `un` is neither JSON nor Python; int is expected",
    ),
    (
        &["421", "tierce", "3", "2", "\"1\""],
        "l'argument 3 ne convient pas : \"1\" au lieu de int",
        "argument 3 does not fit: \"1\" where int is expected",
    ),
    (
        &["421", "jouerTour", "789"],
        "l'argument 1 ne convient pas : « 789 » n'est pas une suite de faces de 1 à 6",
        "argument 1 does not fit: `789` is not a row of faces from 1 to 6",
    ),
    (
        &["awale", "somme", "[1]", "0", "0"],
        "l'argument 1 ne convient pas : 1 valeur au lieu de 12",
        "argument 1 does not fit: 1 value where 12 are expected",
    ),
    (
        &["awale", "tour_joueur1", "{}"],
        "l'argument 1 ne convient pas : la clef « joueur1 » manque",
        "argument 1 does not fit: the key `joueur1` is missing",
    ),
    (
        &["awale", "tour_joueur1", "{\"x\":1}"],
        "l'argument 1 ne convient pas : la clef « x » est inconnue",
        "argument 1 does not fit: the key `x` is not known",
    ),
    (
        &["dominos", "tri_decr", "[[6,1],7.5]"],
        "l'argument 1[1] ne convient pas : 7.5 n'est pas un domino : écrire [6,1] ou 61",
        "argument 1[1] does not fit: 7.5 is not a tile: write [6,1] or 61",
    ),
    (
        &["dominos", "positionne", "[1,5]", "[[3,4]]"],
        "positionne suppose table[0][0] in domino or table[-1][1] in domino",
        "positionne requires table[0][0] in domino or table[-1][1] in domino",
    ),
    (
        &["puissance4", "vider", "[[0,0],[0,0]]"],
        "l'argument 1 ne convient pas : 2 lignes de 2 cases, alors qu'une grille en a 6 de 7, ou 8 de 9 avec sa bordure",
        "argument 1 does not fit: 2 lines of 2 cells, where a grid has 6 of 7, or 8 of 9 with its border",
    ),
    (
        &["puissance4", "lacher", "figure1", "4", "1"],
        "lacher suppose est_coup_possible(grille, colonne)",
        "lacher requires est_coup_possible(grille, colonne)",
    ),
    (
        &[
            "puissance4",
            "afficher",
            "[[1,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0]]",
        ],
        "l'argument 1[0][0] ne convient pas : la bordure doit être vide",
        "argument 1[0][0] does not fit: the border must be empty",
    ),
    (
        &["image", "image_vers_ligne", "[[0,1],[1]]"],
        "l'argument 1 ne convient pas : la ligne 1 a 1 pixel alors que la ligne 0 en a 2",
        "argument 1 does not fit: row 1 has 1 pixel where row 0 has 2",
    ),
    (
        &["image", "creer_image", "100000", "100000", "0"],
        "l'argument 1 ne convient pas : plus de 4194304 pixels sont demandés",
        "argument 1 does not fit: more than 4194304 pixels are asked for",
    ),
    (
        &[
            "image",
            "decompression_rectangle",
            "[1,2,[{\"pos\":[0,0],\"coul\":7,\"ha\":1,\"la\":1}]]",
        ],
        "l'argument 1 ne convient pas : aucun rectangle ne couvre (0, 1)",
        "argument 1 does not fit: no rectangle covers (0, 1)",
    ),
    (
        &[
            "image",
            "decompression_rectangle",
            "[1,1,[{\"pos\":[0,0],\"coul\":7,\"ha\":1,\"la\":2}]]",
        ],
        "l'argument 1 ne convient pas : le rectangle 0 sort de l'image",
        "argument 1 does not fit: rectangle 0 leaves the image",
    ),
    (
        &[
            "image",
            "decompression_rectangle",
            "[1,1,[{\"pos\":[0,0],\"coul\":7,\"ha\":1,\"la\":0}]]",
        ],
        "l'argument 1 ne convient pas : le rectangle 0 est vide",
        "argument 1 does not fit: rectangle 0 is empty",
    ),
    (
        &[
            "image",
            "decompression_rectangle",
            "[1,1,[{\"pos\":[0,0],\"coul\":7,\"ha\":1,\"la\":1},{\"pos\":[0,0],\"coul\":7,\"ha\":1,\"la\":1}]]",
        ],
        "l'argument 1 ne convient pas : le rectangle 1 recouvre le rectangle 0",
        "argument 1 does not fit: rectangle 1 overlaps rectangle 0",
    ),
    (
        &["allumettes", "retirer", "2", "3"],
        "CoupInvalideException : Nombre invalide : 3 (> 2)",
        "CoupInvalideException: Invalid number: 3 (> 2)",
    ),
    (
        &["allumettes", "retirer", "2", "0"],
        "CoupInvalideException : Nombre invalide : 0 (< 1)",
        "CoupInvalideException: Invalid number: 0 (< 1)",
    ),
    (
        &["allumettes", "getPrise", "bluffeur", "2"],
        "l'argument 1 ne convient pas : « bluffeur » n'est pas une stratégie : choisir humain, naif, rapide, lente, expert, tricheur",
        "argument 1 does not fit: `bluffeur` is not a strategy: choose humain, naif, rapide, lente, expert, tricheur",
    ),
];

#[test]
fn errors_are_printed_in_french_and_in_english() {
    for (arguments, french, english) in ERRORS {
        check_refused("fr", &[(arguments, &format!("erreur : {french}"))]);
        check_refused("en", &[(arguments, &format!("error: {english}"))]);
    }
}

#[test]
fn the_answers_to_written_questions_show_what_the_functions_answer() {
    let page = include_str!("../../../docs/questions.md");
    let blocks = page.split("```console\n").skip(1);
    let lines = blocks.flat_map(|block| block.lines().take_while(|line| *line != "```"));
    let lines: Vec<&str> = lines.collect();
    for shown in lines.chunks_exact(2) {
        let command = shown[0].strip_prefix("$ brelan subject ").unwrap();
        let words = command.replace('\'', "");
        let words: Vec<&str> = words.split_whitespace().collect();
        check_answers(&[(&words, shown[1])]);
    }
    assert_eq!(lines.len(), 2 * 13, "one line of answer to each command");
}
