//! Grading of Fortran routines: right programs in many styles, and programs with one mistake each.

#[path = "fortran/hostile.rs"]
mod hostile;

use super::*;

const MODULE: &str = include_str!("puissance4/module.f90");
const PROGRAMME: &str = include_str!("puissance4/programme.f90");
const TYPES: &str = include_str!("puissance4/types.f90");
const SUJET: &str = include_str!("puissance4/sujet.f90");
const SEULS: &str = include_str!("puissance4/seuls.f90");
/// A program without a border, which counts alignments only from cells with a disc.
const CAPITALES: &str = include_str!("puissance4/capitales.f90");

fn report_of_files(files: &[(&str, String)]) -> Report {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a temporary folder is writable");
    }
    let options = GradeOptions {
        inputs: FEWER / 3,
        ..GradeOptions::default()
    };
    grade(cage(), homework("puissance4"), folder.path(), &options).expect("gfortran runs")
}

fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    text
}

/// Adds `PRINT *` after each line, as in the subject's own text.
const BLANK_LINES: (&str, &str) = ("NB_COLONNES), i\n", "NB_COLONNES), i\n      PRINT *\n");

type Style = (&'static str, Vec<(&'static str, String)>);

fn one(text: String) -> Vec<(&'static str, String)> {
    vec![("devoir.f90", text)]
}

fn one_changed(text: &str, changes: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    one(changed(text, changes))
}

fn modules() -> Vec<Style> {
    vec![
        ("module", one(MODULE.to_owned())),
        ("the subject's own text", one(SUJET.to_owned())),
        ("module, small letters", one(MODULE.to_lowercase())),
        (
            "module, private types",
            one_changed(MODULE, &[("TYPE, PUBLIC", "TYPE, PRIVATE")]),
        ),
        (
            "module, other colours",
            one_changed(
                MODULE,
                &[("VIDE = 0", "VIDE = -1"), ("ROUGE = 1", "ROUGE = 10")],
            ),
        ),
        ("module, blank lines", one_changed(MODULE, &[BLANK_LINES])),
        (
            "module, intent(out)",
            one_changed(MODULE, &[("INTENT(INOUT)", "INTENT(OUT)")]),
        ),
        (
            "module, accents in texts",
            one_changed(
                MODULE,
                &[
                    ("   \", (j", "   \", (j"),
                    ("IMPLICIT NONE", "IMPLICIT NONE ! vérifié"),
                ],
            ),
        ),
        (
            "module and a program",
            one(format!(
                "{MODULE}\nprogram p\nuse puissance4\ncall afficher(reshape([0], [6, 7], [0]))\nend program\n"
            )),
        ),
    ]
}

fn others() -> Vec<Style> {
    let (module, main) = TYPES.split_at(
        TYPES
            .find("program principal")
            .expect("the text has a main program"),
    );
    vec![
        ("programme", one(PROGRAMME.to_owned())),
        (
            "programme, own bounds",
            one_changed(
                PROGRAMME,
                &[("g(0:, 0:)", "g(0:NB_LIGNES+1, 0:NB_COLONNES+1)")],
            ),
        ),
        (
            "programme, numbers",
            one_changed(
                PROGRAMME,
                &[
                    ("g(0:, 0:)", "g(0:7, 0:8)"),
                    ("NB_LIGNES", "6"),
                    (
                        "integer, parameter :: 6 = 6, NB_COLONNES = 7",
                        "integer, parameter :: NB_COLONNES = 7",
                    ),
                ],
            ),
        ),
        (
            "programme, dimension",
            one_changed(
                PROGRAMME,
                &[(
                    "integer, intent(in) :: g(0:, 0:)\n    integer :: i",
                    "integer, dimension(0:, 0:), intent(in) :: g\n    integer :: i",
                )],
            ),
        ),
        (
            "programme, renamed",
            one_changed(
                PROGRAMME,
                &[
                    ("(g, ligne, colonne)", "(g, y, x)"),
                    ("g(0:, 0:), ligne, colonne", "g(0:, 0:), x, y"),
                    ("g(ligne, colonne)", "g(y, x)"),
                    ("= ligne +", "= y +"),
                    ("= colonne +", "= x +"),
                ],
            ),
        ),
        ("types", one(TYPES.to_owned())),
        (
            "types, two files",
            vec![
                ("zz_principal.f90", main.to_owned()),
                ("grilles.F90", module.to_owned()),
            ],
        ),
        (
            "types, as long as needed",
            one_changed(
                TYPES,
                &[(
                    "integer :: cases(0:nb_colonnes+1, 0:nb_lignes+1)",
                    "integer :: nombre = 0\n    integer, dimension(0:8, 0:7) :: cases",
                )],
            ),
        ),
        ("seuls", one(SEULS.to_owned())),
        (
            "seuls, open end",
            one_changed(
                SEULS,
                &[(
                    "intent(in) :: grille(0:7, 0:8), ligne",
                    "intent(in) :: grille(0:7, 0:*), ligne",
                )],
            ),
        ),
        ("capitals, no border", one(CAPITALES.to_owned())),
        ("seuls, one line more", one(format!("! en-tête\n\n{SEULS}"))),
    ]
}

#[test]
fn fixed_form_is_judged() {
    let text = "C     Un symbole\n      character function symbole_case(contenu)\n      integer contenu\n\
                \x20     symbole_case = merge('*', merge('o', ' ',\n     &  contenu == 2), contenu == 1)\n      end\n";
    let report = report_of_files(&[("devoir.f", text.to_owned())]);
    assert_eq!(
        verdict(&report, "symbole_case"),
        Verdict::Right,
        "{report:?}"
    );
}

#[test]
fn right_modules_in_fortran_are_right_in_every_style() {
    check_styles_of_fortran(modules());
}

#[test]
fn right_fortran_without_a_module_is_right_in_every_style() {
    check_styles_of_fortran(others());
}

#[track_caller]
fn check_styles_of_fortran(styles: Vec<Style>) {
    let mut failures = Vec::new();
    for (style, files) in styles {
        let report = report_of_files(&files);
        for check in &report.checks {
            let passes = check.verdict.passes() || check.verdict == Verdict::Silent;
            let is_layout = check.verdict == Verdict::Layout;
            if !passes
                || (is_layout
                    && !["module, blank lines", "the subject's own text"].contains(&style))
            {
                failures.push(format!("{style}: {check:?} {:?}", report.faults));
            }
        }
        assert!(report.checks.len() >= 8, "{style}: {report:?}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn bounds_are_checked_separately() {
    let bounds = |text: &str| {
        let report = report_of_files(&[("devoir.f90", text.to_owned())]);
        verdict(&report, "bornes")
    };
    assert_eq!(bounds(MODULE), Verdict::Silent, "as the subject's text");
    assert_eq!(bounds(PROGRAMME), Verdict::Right);
}

const SECOND_SIDE: &str = "    l = ligne - dir_y\n    c = colonne - dir_x\n    DO\n";

/// Mistakes: the routine, its verdict, the text that is replaced, its replacement, and the number of
/// discs in the smallest grid that shows the mistake, found by hand; `None` where no grid is needed.
const WRONG: &[(&str, Verdict, &str, &str, Option<usize>)] = &[
    (
        "vider",
        Verdict::Wrong,
        "grille(:, :) = VIDE",
        "grille(:, 1:NB_COLONNES - 1) = VIDE",
        Some(1),
    ),
    (
        "symbole_case",
        Verdict::Wrong,
        "CASE (JAUNE)\n      resultat = 'o'",
        "CASE (JAUNE)\n      resultat = 'O'",
        None,
    ),
    (
        "afficher_numeros_colonnes",
        Verdict::Wrong,
        "(j, j = 1, NB_COLONNES)",
        "(j, j = 0, NB_COLONNES - 1)",
        None,
    ),
    (
        "afficher",
        Verdict::Wrong,
        "DO i = NB_LIGNES, 1, -1",
        "DO i = 1, NB_LIGNES",
        Some(0),
    ),
    (
        "afficher",
        Verdict::Wrong,
        "(symbole_case(grille(i, j)), j = 1, NB_COLONNES), i",
        "(symbole_case(grille(i, j)), j = 1, NB_COLONNES)",
        Some(0),
    ),
    (
        "afficher",
        Verdict::Layout,
        "(I3,7A2,I3)",
        "(I3,7A3,I3)",
        Some(0),
    ),
    (
        "est_coup_possible",
        Verdict::Wrong,
        "(NB_LIGNES, colonne) == VIDE",
        "(NB_LIGNES, colonne) /= VIDE",
        Some(0),
    ),
    (
        "est_coup_possible",
        Verdict::Wrong,
        "(NB_LIGNES, colonne) == VIDE",
        "(NB_LIGNES - 1, colonne) == VIDE",
        Some(5),
    ),
    (
        "est_coup_possible",
        Verdict::Crashed,
        "resultat = (grille(NB_LIGNES, colonne) == VIDE)",
        "resultat = (grille(NB_LIGNES, colonne == VIDE",
        None,
    ),
    (
        "est_coup_possible",
        Verdict::Absent,
        "est_coup_possible",
        "peut_jouer",
        None,
    ),
    (
        "ligne_de_chute",
        Verdict::Wrong,
        "DO l = 1, NB_LIGNES",
        "DO l = NB_LIGNES, 1, -1",
        Some(0),
    ),
    (
        "ligne_de_chute",
        Verdict::Wrong,
        "resultat = l\n",
        "resultat = l - 1\n",
        Some(0),
    ),
    (
        "lacher",
        Verdict::Wrong,
        "colonne) = couleur",
        "colonne) = ROUGE",
        Some(0),
    ),
    (
        "nb_pions_dir",
        Verdict::Wrong,
        "    resultat = 1\n",
        "    resultat = 0\n",
        Some(1),
    ),
    (
        "nb_pions_dir",
        Verdict::Wrong,
        SECOND_SIDE,
        "    l = ligne\n    c = colonne\n    DO\n",
        Some(1),
    ),
    (
        "nb_pions_dir",
        Verdict::Wrong,
        SECOND_SIDE,
        "    l = 0\n    c = 0\n    DO\n",
        Some(2),
    ),
    (
        "nb_pions_alignes",
        Verdict::Wrong,
        "1, -1), &\n",
        "1, 0), &\n",
        Some(3),
    ),
    (
        "nb_pions_alignes",
        Verdict::Wrong,
        "resultat = MAX(",
        "resultat = MIN(",
        Some(2),
    ),
    (
        "colonne_conseillee_aleatoire",
        Verdict::Wrong,
        "alea * NB_COLONNES + 1",
        "alea * (NB_COLONNES - 1) + 1",
        Some(0),
    ),
    (
        "colonne_conseillee_aleatoire",
        Verdict::Wrong,
        "IF (est_coup_possible(grille, colonne)) EXIT",
        "EXIT",
        Some(6),
    ),
    (
        "colonne_conseillee_aleatoire",
        Verdict::Hung,
        "IF (est_coup_possible(grille, colonne)) EXIT",
        "IF (colonne < 1) EXIT",
        Some(0),
    ),
    (
        "colonne_conseillee_aleatoire",
        Verdict::Crashed,
        "IF (est_coup_possible(grille, colonne)) EXIT",
        "STOP",
        Some(0),
    ),
    (
        "colonne_conseillee",
        Verdict::Wrong,
        "c, couleur)\n        nb_pions",
        "c, 3 - couleur)\n        nb_pions",
        Some(1),
    ),
    (
        "colonne_conseillee",
        Verdict::Wrong,
        "nb_pions > max",
        "max == 0",
        Some(1),
    ),
];

fn discs(check: &grade::Check) -> usize {
    let cells = check
        .input
        .as_ref()
        .and_then(|input| input.get(0)?.as_array());
    let cells = cells
        .into_iter()
        .flatten()
        .filter_map(Json::as_array)
        .flatten();
    cells.filter(|cell| cell.as_i64() != Some(0)).count()
}

type Mistake = (
    &'static str,
    Verdict,
    &'static str,
    &'static str,
    Option<usize>,
);

/// Differences between the report of one wrong program and the expected one.
fn failures((function, expected, old, new, smallest): &Mistake) -> Vec<String> {
    let text = changed(MODULE, &[(old, new)]);
    let report = report_of_files(&[("devoir.f90", text)]);
    let mut failures = Vec::new();
    for check in &report.checks {
        let name = check.function.as_deref().unwrap_or_default();
        let passes = check.verdict.passes() || check.verdict == Verdict::Silent;
        if name != *function && !passes {
            failures.push(format!("{function}, {new}: {name} is blamed: {check:?}"));
        }
        if name == *function && check.verdict != *expected {
            failures.push(format!("{function}, {new}: {check:?}"));
        }
        let found = discs(check);
        if name == *function && smallest.is_some_and(|most| found > most) {
            let input = &check.input;
            failures.push(format!("{function}, {new}: {found} discs: {input:?}"));
        }
    }
    failures
}

/// Checks every fourth mistake from `first` on. The four tests run in parallel, as compiling is slow.
#[track_caller]
fn check_wrong(first: usize) {
    assert!(WRONG.len() >= 15, "{} wrong programs", WRONG.len());
    let mistakes = WRONG.iter().skip(first).step_by(4);
    let failures: Vec<String> = mistakes.flat_map(failures).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_mistake_in_fortran_is_found() {
    check_wrong(0);
}

#[test]
fn each_mistake_in_fortran_is_found_second_part() {
    check_wrong(1);
}

#[test]
fn each_mistake_in_fortran_is_found_third_part() {
    check_wrong(2);
}

#[test]
fn each_mistake_in_fortran_is_found_last_part() {
    check_wrong(3);
}
