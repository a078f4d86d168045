//! Reports that are the same every time, blame a function for its own mistakes only, and say it in the
//! student's terms.

use grade::{Check, Class, GradeOptions, LocalJudge, Report, Verdict, grade};
use text::Language;

use super::{DOMINOS, cage, homework, report_of, verdict, written};

/// Number of inputs per function: the verdicts of these tests show on few.
const INPUTS: usize = 60;

fn options() -> GradeOptions {
    GradeOptions {
        inputs: INPUTS,
        ..GradeOptions::default()
    }
}

fn check<'a>(report: &'a Report, function: &str) -> &'a Check {
    let mut checks = report.checks.iter();
    let found = checks.find(|it| it.function.as_deref() == Some(function));
    found.expect("the subject asks for the function")
}

#[test]
fn a_class_gets_the_same_bytes_in_every_run() {
    let chance = "\
import datetime, os, time
class Tuile:
    def __init__(self, n):
        self.n = n
def distribue(jeu, n=10):
    random.seed()
    random.shuffle(jeu)
    main = jeu[:n]
    if random.random() < 0.01 or random.Random().random() < 0.01:
        main = main[:-1]
    del jeu[:n]
    return main
def creation_jeu(max=6):
    return repr(object())
def doubles(main):
    return list({str(d) for d in main})
def max_presence(jeu):
    raise ValueError(object())
def histogramme(jeu):
    clocks = [time.time_ns() // 1000, time.perf_counter_ns(), datetime.datetime.now().microsecond, time.localtime().tm_sec]
    return clocks + [os.urandom(1)[0], hash('a')] + [it.n for it in {Tuile(n) for n in range(9)}]
";
    let folder = written(&[
        ("Ana.py", DOMINOS),
        ("Bob.py", &format!("{DOMINOS}\n{chance}")),
        ("Eve.py", "def est_avant(d, e):\n    return d > e\n"),
    ]);
    let outputs = || {
        let judge = LocalJudge {
            cage: cage(),
            homework: homework("dominos"),
            options: &options(),
        };
        let class = Class::grade(&judge, homework("dominos"), folder.path(), None, &|_, _| {});
        let class = class.expect("the class can be read");
        let json = class
            .students
            .iter()
            .map(|it| it.json(Language::French).to_string());
        let json: String = json.collect();
        [
            json,
            class.csv(Language::French),
            class.html(Language::French),
        ]
    };
    let first = outputs();
    for _ in 0..2 {
        assert_eq!(outputs(), first);
    }
}

#[test]
fn mixed_tabs_and_blanks_break_the_function_that_mixes_them() {
    let text = format!("{DOMINOS}\ndef doubles(main):\n        if main:\n\treturn main\n");
    let report = report_of("dominos", &text, &options());
    let doubles = check(&report, "doubles");
    assert_eq!(doubles.verdict, Verdict::Crashed);
    let shown = doubles.text(Language::English);
    assert!(shown.contains("TabError"), "{shown}");
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Right);
}

#[test]
fn functions_that_are_methods_of_a_class_are_judged() {
    let text = "class Jeu:\n    def __init__(self, nom='moi'):\n        self.nom = nom\n    \
                def est_avant(self, d, e):\n        return d > e\n    \
                def tri_decr(self, player):\n        return sorted(player)\n\
                class Main:\n    def __init__(self, jeu):\n        self.jeu = jeu\n    \
                def doubles(self):\n        return []\n";
    let report = report_of("dominos", text, &options());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Right);
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Wrong);
    assert_eq!(verdict(&report, "doubles"), Verdict::Unjudged);
}

#[test]
fn a_function_is_shown_its_own_mistake_and_not_that_of_its_helper() {
    let text = format!(
        "{DOMINOS}\ndef est_avant(d, e):\n    return halves(d) < halves(e)\n\
         def is_player1_first(p1, p2):\n    return est_avant(p1[-1], p2[-1])\n"
    );
    let report = report_of("dominos", &text, &options());
    let own = check(&report, "is_player1_first");
    assert_eq!(own.verdict, Verdict::Wrong);
    let command = own.command.as_deref().unwrap_or_default();
    assert!(command.ends_with(" --with est_avant"), "{command}");
    // The same call with the same help shows the same mistake.
    let input = own.input.clone().expect("a mistake has an input");
    let case = subject::Case::new(input.as_array().expect("it is a list").clone());
    let options = GradeOptions {
        only: Some("is_player1_first".to_owned()),
        case: Some(case),
        helpers: vec!["est_avant".to_owned()],
        ..GradeOptions::default()
    };
    let again = report_of("dominos", &text, &options);
    assert_eq!(check(&again, "is_player1_first").got, own.got);
}

#[test]
fn a_report_begins_with_the_mark_and_writes_values_as_python_does() {
    let text = format!(
        "{DOMINOS}\ndef est_avant(d, e):\n    return [None, True]\n\
         def creation_jeu(max=6):\n    return True\n"
    );
    let report = report_of("dominos", &text, &options());
    let shown = report.text(Language::French);
    let mut lines = shown.lines();
    let first = lines.next().unwrap_or_default();
    assert_eq!(first, format!("{} points sur 20", report.points));
    let second = lines.next().unwrap_or_default();
    assert!(second.starts_with("À reprendre d'abord : "), "{second}");
    let written = check(&report, "est_avant").text(Language::French);
    assert!(written.contains("est_avant(["), "{written}");
    let expected = ["sujet   : True", "sujet   : False"];
    assert!(expected.iter().any(|it| written.contains(it)), "{written}");
    assert!(written.contains("obtenu  : [None, True]"), "{written}");
    assert!(!written.contains("[0, 0]"), "{written}");
    let json = report.json();
    let worth = json["checks"].as_array().into_iter().flatten();
    assert!(
        worth
            .map(|it| &it["worth"])
            .all(serde_json::Value::is_number)
    );
}

#[test]
fn an_error_in_a_notebook_names_the_cell() {
    let cells = r##"{"cells": [
        {"cell_type": "markdown", "source": "# Dominos"},
        {"cell_type": "code", "source": ["import random\n"]},
        {"cell_type": "code", "source": ["def doubles(main):\n", "    return main[99]\n"]}]}"##;
    let folder = written(&[("devoir.ipynb", cells)]);
    let report = grade(cage(), homework("dominos"), folder.path(), &options());
    let report = report.expect("python3 runs");
    let shown = check(&report, "doubles").text(Language::English);
    assert!(shown.contains("(cell 3, line 2)"), "{shown}");
}

#[test]
fn a_sheet_for_a_student_names_no_folder_of_the_teacher() {
    let folder = written(&[
        ("Ana.py", "def doubles(main):\n    return 0\n"),
        ("Bob.py", ""),
    ]);
    std::fs::create_dir(folder.path().join("Zoe")).expect("a temporary folder is writable");
    let judge = LocalJudge {
        cage: cage(),
        homework: homework("dominos"),
        options: &options(),
    };
    let class = Class::grade(&judge, homework("dominos"), folder.path(), None, &|_, _| {});
    let class = class.expect("the class can be read");
    let secret = folder.path().to_string_lossy().into_owned();
    for output in [
        class.html(Language::French),
        class.csv(Language::French),
        class.junit(Language::French),
    ] {
        assert!(!output.contains(&secret), "{output}");
        assert!(output.contains("brelan grade dominos Ana.py"), "{output}");
    }
}
