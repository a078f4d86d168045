//! Grading of papers that attack the judge: each earns what it honestly solves, and the class around
//! them keeps its marks.

use std::collections::BTreeMap;

use grade::{Class, GradeOptions, LocalJudge, Report, Verdict};

use super::{DOMINOS, cage, homework, programs, verdict};

/// Before each attack: `est_avant` is right, `RUNNER` are the variables of the process that calls it.
const BEFORE: &str = "\
import sys
frame = sys._getframe()
while frame.f_back:
    frame = frame.f_back
RUNNER = frame.f_globals
def forge(answer):
    RUNNER['call'] = lambda name, cases, limit: {'answers': [answer(case) for case in cases]}
def rest(*args):
    pass
def est_avant(d, e):
    return d > e
";
/// After each attack: the other functions do what `rest` does.
const AFTER: &str = "
def distribue(jeu, n=10): NAME = 'distribue'; return rest(jeu, n)
def doubles(main): NAME = 'doubles'; return rest(main)
";
/// Functions of which an attack may define its own.
const OTHERS: [(&str, &str); 2] = [
    ("tri_decr", "def tri_decr(player): return rest(player)\n"),
    ("histogramme", "def histogramme(jeu): return rest(jeu)\n"),
];
/// Number of inputs per function, because every attack of a class costs time.
const INPUTS: usize = 12;

/// The attacks by name, each a whole submission.
fn papers() -> BTreeMap<&'static str, String> {
    let attacks = programs(include_str!("hostile.py")).into_iter();
    let paper = |([name, ..], attack): ([&'static str; 3], &str)| {
        let defines = |function: &str| attack.contains(&format!("def {function}("));
        let others = OTHERS.iter().filter(|(function, _)| !defines(function));
        let others: String = others.map(|(_, text)| *text).collect();
        // Each function asks under its own name.
        let after = format!("{AFTER}{others}").replace("NAME = ", "global NAME; NAME = ");
        (name, format!("{BEFORE}{attack}{after}"))
    };
    attacks.map(paper).collect()
}

fn options() -> GradeOptions {
    GradeOptions {
        inputs: INPUTS,
        ..GradeOptions::default()
    }
}

/// The checks that a paper passes without having solved them.
fn unearned(report: &Report) -> Vec<&grade::Check> {
    let checks = report.checks.iter().filter(|it| {
        it.function.as_deref() != Some("est_avant") && (it.verdict.passes() || it.points > 0.0)
    });
    checks.collect()
}

/// Papers that leave `est_avant` alone, which is right.
const KEPT: [&str; 6] = [
    "répond du texte qui n'en est pas",
    "demande la réponse au correcteur",
    "dit qu'un module manque",
    "renvoie cent mille nombres",
    "lève une exception sans texte ni fin",
    "laisse un module json et un module de site au processus suivant",
];

#[test]
fn hostile_papers_earn_what_they_honestly_solve_and_the_class_around_them_keeps_its_marks() {
    let papers = papers();
    assert!(papers.len() >= 60, "{} papers", papers.len());
    check_class(papers.iter().take(papers.len() / 2));
}

#[test]
fn more_hostile_papers_earn_what_they_honestly_solve_and_leave_the_class_its_marks() {
    let papers = papers();
    check_class(papers.iter().skip(papers.len() / 2));
}

/// Grades the papers in a class with twelve right ones.
fn check_class<'a>(papers: impl Iterator<Item = (&'a &'static str, &'a String)>) {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(format!("{name}.py"));
        std::fs::write(file, text).expect("a temporary folder is writable");
    };
    let papers: Vec<_> = papers.collect();
    for number in 0..12 {
        write(&format!("honnête {number}"), DOMINOS);
    }
    for (name, text) in &papers {
        write(name, text);
    }
    let judge = LocalJudge {
        cage: cage(),
        homework: homework("dominos"),
        options: &options(),
    };
    let class = Class::grade(&judge, homework("dominos"), folder.path(), None, &|_, _| {});
    let students = class.expect("the class can be read").students;
    assert_eq!(students.len(), 12 + papers.len(), "each is named");
    for student in &students {
        let name = student.name.as_str();
        let report = student.report.as_ref().expect(name);
        if name.starts_with("honnête") {
            assert!((report.points - 20.0).abs() < 0.01, "{name}: {report:?}");
        } else {
            check_hostile(name, report);
        }
    }
}

fn check_hostile(name: &str, report: &Report) {
    assert_eq!(unearned(report), [] as [&grade::Check; 0], "{name}");
    let counting = report.checks.iter().filter(|it| it.verdict.counts());
    assert!(
        counting.count() >= 8,
        "{name}: checks are left out: {report:?}"
    );
    assert!(!report.passes(), "{name}");
    let shown = report.text(text::Language::French);
    let hidden = ['\u{1b}', '\u{202e}', '\r'];
    assert!(!shown.contains(hidden), "{name}: {shown}");
    if KEPT.contains(&name) {
        assert_eq!(verdict(report, "est_avant"), Verdict::Right, "{name}");
    }
}
