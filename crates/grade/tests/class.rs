//! A class of students: each wrong program has one mistake, found where it is and shown by an input
//! no larger than a hand-made one; nothing else in it is called wrong.

#![cfg(target_os = "linux")]

use std::sync::OnceLock;

use grade::{Class, GradeError, Here, Options, Report, Submission, Verdict, grade};
use house::subject::{Subject, subject};
use sandbox::{Cage, Launcher, Strictness};
use serde_json::Value as Json;

/// A third of the usual inputs: the machine that runs the gate has other things to do.
const FEWER: usize = 300;

/// One for all: to try what the machine has takes longer than to judge.
fn cage() -> &'static Cage {
    static CAGE: OnceLock<Cage> = OnceLock::new();
    CAGE.get_or_init(|| {
        let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-grade-cage"));
        Cage::build(launcher, Strictness::Best).expect("the launcher works")
    })
}

fn report_of(name: &str, text: impl AsRef<[u8]>, options: &Options) -> Report {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("devoir.py");
    std::fs::write(&file, text).expect("the folder is ours");
    let subject = subject(name).expect("a subject");
    grade(cage(), subject, &file, options).expect("python3 runs")
}

fn verdict(report: &Report, function: &str) -> Verdict {
    let named = |check: &&grade::Check| check.function.as_deref() == Some(function);
    report
        .checks
        .iter()
        .find(named)
        .expect("it is asked")
        .verdict
}

/// The programs of a file: `#: function | mistake | smallest input`, then the definition.
fn programs(text: &'static str) -> Vec<([&'static str; 3], &'static str)> {
    let sections = text.split("\n#: ").enumerate();
    // What comes before the first head is a word to the reader, if the file does not begin with it.
    let sections = sections.filter_map(|(number, section)| match number {
        0 => section.strip_prefix("#: "),
        _ => Some(section),
    });
    sections
        .map(|section| {
            let (head, body) = section.split_once('\n').expect("a head line");
            let mut head = head.splitn(3, '|').map(str::trim);
            ([(); 3].map(|()| head.next().unwrap_or_default()), body)
        })
        .collect()
}

#[track_caller]
fn check_right(name: &str, text: &str) {
    let report = report_of(name, text, &Options::default());
    for check in &report.checks {
        assert_eq!(check.verdict, Verdict::Right, "{check:?}");
    }
    assert!((report.points - report.out_of).abs() < 0.01);
}

#[track_caller]
fn check_wrong(name: &str, right: &str, wrong: &'static str) {
    let programs = programs(wrong);
    assert!(programs.len() >= 15, "{} wrong programs", programs.len());
    let mut failures = Vec::new();
    for ([function, mistake, smallest], body) in programs {
        let options = Options {
            inputs: FEWER,
            ..Options::default()
        };
        let report = report_of(name, format!("{right}\n{body}"), &options);
        failures.extend(faults(&report, function, mistake, smallest));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn faults(report: &Report, function: &str, mistake: &str, smallest: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for check in &report.checks {
        let name = check.function.as_deref().unwrap_or_default();
        if name != function && !check.verdict.passes() {
            faults.push(format!(
                "{function}, {mistake}: {name} is blamed: {check:?}"
            ));
        }
        if name == function && check.verdict != Verdict::Wrong {
            faults.push(format!("{function}, {mistake}: {:?}", check.verdict));
        }
        if name == function {
            let found = check
                .input
                .as_ref()
                .map_or(usize::MAX, |it| it.to_string().len());
            let by_hand: Json = serde_json::from_str(smallest).expect("an input by hand");
            if found > by_hand.to_string().len() {
                let input = check.input.as_ref().map(Json::to_string);
                faults.push(format!("{function}, {mistake}: {input:?} for {by_hand}"));
            }
        }
    }
    faults
}

/// Programs in other styles: `#: style` adds to the right one, `#: style | alone` stands for itself
/// and may lack functions.
#[track_caller]
fn check_styles(name: &str, right: &str, styles: &'static str) {
    let styles = programs(styles);
    assert!(styles.len() >= 15, "{} styles", styles.len());
    let mut failures = Vec::new();
    for ([style, alone, _], body) in styles {
        let alone = alone == "alone";
        let text = if alone {
            body.to_owned()
        } else {
            format!("{right}\n{body}")
        };
        let options = Options {
            inputs: FEWER,
            ..Options::default()
        };
        let report = report_of(name, text, &options);
        for check in &report.checks {
            let absent = alone && check.verdict == Verdict::Absent;
            // The subject gives `initialisation`, which a student need not hand in again.
            let helped = style.contains("sans initialisation")
                && check.function.as_deref() == Some("awale")
                && check.verdict == Verdict::Helped;
            if !absent && !helped && ![Verdict::Right, Verdict::Layout].contains(&check.verdict) {
                failures.push(format!("{style}: {check:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

macro_rules! class {
    ($right:ident, $styles:ident, $(#[$note:meta])? $wrong:ident, $name:literal) => {
        #[test]
        fn $styles() {
            let right = include_str!(concat!("class/", $name, ".py"));
            let styles = include_str!(concat!("class/", $name, ".right.py"));
            check_styles($name, right, styles);
        }

        #[test]
        fn $right() {
            check_right($name, include_str!(concat!("class/", $name, ".py")));
        }

        #[test]
        $(#[$note])?
        fn $wrong() {
            let right = include_str!(concat!("class/", $name, ".py"));
            let wrong = include_str!(concat!("class/", $name, ".wrong.py"));
            check_wrong($name, right, wrong);
        }
    };
}

class!(
    right_421_is_right,
    other_styles_of_421_are_right,
    each_mistake_at_421_is_found,
    "421"
);
class!(
    right_dominos_are_right,
    other_styles_of_dominos_are_right,
    each_mistake_at_dominos_is_found,
    "dominos"
);
class!(
    right_image_is_right,
    other_styles_of_image_are_right,
    each_mistake_at_images_is_found,
    "image"
);
class!(
    right_awale_is_right,
    other_styles_of_awale_are_right,
    each_mistake_at_awale_is_found,
    "awale"
);

#[path = "class/fortran.rs"]
mod fortran;
#[path = "class/programs.rs"]
mod programs;

const DOMINOS: &str = include_str!("class/dominos.py");

#[test]
fn what_cannot_be_read_costs_only_what_it_touches() {
    let text = format!(
        "import absent_module\nn = int(input('combien ? '))\n{DOMINOS}\n<<<<<<< HEAD\n\
         def histogramme(jeu):\n    print \"ici\"\n    return []\n=======\n>>>>>>> autre\n\
         while True:\n    pass\nprint \"Joueur 1\"\n"
    );
    // The definition that can be read stands before the one that cannot.
    let report = report_of(
        "dominos",
        text.replacen("def histogramme", "def histo", 1),
        &Options::default(),
    );
    assert_eq!(verdict(&report, "histogramme"), Verdict::Crashed);
    assert_eq!(verdict(&report, "est_avant"), Verdict::Right);
    assert_eq!(verdict(&report, "doubles"), Verdict::Right);
}

#[test]
fn endless_loop_and_flood_are_named_and_cost_nothing_else() {
    let text = format!(
        "{DOMINOS}\ndef est_avant(d, e):\n    while True:\n        pass\n\
         def doubles(main):\n    while True:\n        print('x' * 1000)\n\
         def creation_jeu(max=6):\n    import os\n    os._exit(3)\n"
    );
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Hung);
    assert_eq!(verdict(&report, "doubles"), Verdict::Crashed);
    assert_eq!(verdict(&report, "creation_jeu"), Verdict::Crashed);
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Right);
}

#[test]
fn whatever_misbehaves_is_named_and_costs_nothing_else() {
    let zoo = [
        ("creation_jeu(max=6)", "os.kill(os.getppid(), 9)"),
        ("distribue(jeu, n=10)", "[os.fork() for _ in iter(int, 1)]"),
        ("est_avant(d, e)", "bytearray(1 << 34)"),
        ("tri_decr(player)", "sys.exit(0)"),
        ("doubles(main)", "open('/etc/passwd')"),
        (
            "max_presence(jeu)",
            "socket.create_connection(('127.0.0.1', 80))",
        ),
        (
            "is_player1_first(p, q)",
            "threading.Thread(target=threading.Event().wait).start()",
        ),
        ("positionne(domino, table)", "os.remove(sys.executable)"),
        ("un_tour_de_jeu(table, player, passe)", "input()"),
    ];
    let mut text = format!("import os, sys, socket, threading\n{DOMINOS}\n");
    for (head, body) in zoo {
        text.extend(["def ", head, ":\n    ", body, "\n"]);
    }
    text += "while True:\n    try:\n        while True:\n            print('x' * 99)\n    \
             except BaseException:\n        pass\n";
    let report = report_of("dominos", &text, &Options::default());
    for (head, body) in zoo {
        let name = head.split('(').next().expect("a name");
        assert_eq!(verdict(&report, name), Verdict::Crashed, "{body}");
    }
    for name in ["histogramme", "possibilites"] {
        assert_eq!(verdict(&report, name), Verdict::Right, "{report:?}");
    }
    assert!(!report.faults.is_empty(), "the loop outside is named");
}

#[test]
fn a_call_that_catches_every_interruption_is_hung() {
    let text = format!(
        "{DOMINOS}\ndef est_avant(d, e):\n    while True:\n        try:\n            \
         while True:\n                pass\n        except BaseException:\n            pass\n"
    );
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Hung);
    assert_eq!(verdict(&report, "doubles"), Verdict::Right);
}

#[test]
fn a_module_that_the_machine_lacks_costs_nobody_points() {
    // No machine has it under its old name.
    let text = format!(
        "from Tkinter import Canvas\nimport winsound as son\n{DOMINOS}\n\
         def doubles(main):\n    son.Beep(440, 10)\n    return main\n"
    );
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "doubles"), Verdict::Unjudged);
    assert!((report.points - report.out_of).abs() < 0.01);
}

#[test]
fn arguments_in_another_order_are_wrong_and_it_is_said() {
    let text =
        format!("{DOMINOS}\ndef positionne(table, domino):\n    return autre(domino, table)\n")
            .replacen("def positionne(", "def autre(", 1);
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "positionne"), Verdict::Crashed);
    let named = |check: &&grade::Check| check.function.as_deref() == Some("positionne");
    let check = report.checks.iter().find(named).expect("it is asked");
    let told = check.text(house::Language::English);
    assert!(told.contains("in this order: table, domino"), "{told}");
}

fn written(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("the folder is ours");
    }
    folder
}

#[test]
fn a_main_program_is_judged_by_what_it_prints() {
    let right = include_str!("class/421.py");
    let main = format!("{right}\ntest_jeu()\n");
    let wrong = main.replace("(njtot1 - nj1,", "(njtot1 - 1,");
    assert_ne!(main, wrong);
    let (cage, subject) = (cage(), subject("421").expect("a subject"));
    for (text, expected) in [(main, Verdict::Right), (wrong, Verdict::Wrong)] {
        let folder = written(&[("principal.py", &text)]);
        let options = Options {
            run: Some("python3 principal.py".to_owned()),
            ..Options::default()
        };
        let report = grade(cage, subject, folder.path(), &options).expect("it can be run");
        assert_eq!(verdict(&report, "test_jeu"), expected, "{report:?}");
    }
}

#[test]
fn tests_of_a_teacher_are_run_as_they_are() {
    let folder = written(&[("devoir.py", "print(int(input()) * 2)\n")]);
    let tests = written(&[
        ("deux.run", "echo 2 | python3 devoir.py\n"),
        ("deux.expected", "4\n"),
        ("trois.run", "python3 devoir.py <<FIN\n3\nFIN\n"),
        ("trois.expected", "5\n"),
        ("blancs.run", "printf 'a  b'"),
        ("blancs.expected", "a b\n"),
        ("sans.run", "echo nobody expects it"),
        ("fin.run", "while :; do :; done"),
        ("fin.expected", ""),
        ("flot.run", "yes"),
        ("flot.expected", ""),
    ]);
    let options = Options {
        tests: Some(tests.path().to_owned()),
        ..Options::default()
    };
    let (cage, subject) = (cage(), subject("dominos").expect("a subject"));
    let report = grade(cage, subject, folder.path(), &options).expect("they can be run");
    let tests = report.checks.iter().filter(|it| it.id == "test");
    let found: Vec<_> = tests
        .map(|it| (it.function.as_deref().unwrap_or_default(), it.verdict))
        .collect();
    assert_eq!(
        found,
        [
            ("blancs", Verdict::Layout),
            ("deux", Verdict::Right),
            ("fin", Verdict::Hung),
            ("flot", Verdict::Wrong),
            ("trois", Verdict::Wrong),
        ]
    );
}

#[test]
fn functions_that_a_class_keeps_are_judged() {
    let text = "class Jeu:\n    @staticmethod\n    def est_avant(d, e):\n        return d > e\n";
    let report = report_of("dominos", text, &Options::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Right);
}

#[test]
fn nobody_loses_twice_for_one_mistake() {
    let text = format!("{DOMINOS}\ndef est_avant(d, e):\n    return halves(d) < halves(e)\n");
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Wrong);
    assert_eq!(verdict(&report, "is_player1_first"), Verdict::Helped);
}

#[test]
fn another_name_is_recognised_and_accepted_on_demand() {
    let text = DOMINOS.replace("histogramme", "compter");
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "histogramme"), Verdict::Absent);
    let map = vec![("compter".to_owned(), "histogramme".to_owned())];
    let options = Options {
        map,
        ..Options::default()
    };
    let report = report_of("dominos", &text, &options);
    assert_eq!(verdict(&report, "histogramme"), Verdict::Right);
}

#[test]
fn other_forms_of_a_right_answer_are_right() {
    let text = format!(
        "{DOMINOS}\ndef tri_decr(player):\n    player.sort(key=halves, reverse=True)\n\
         def est_avant(d, e):\n    if halves(d) > halves(e):\n        return True\n\
         def max_presence(jeu):\n    h = histogramme(jeu)\n    \
         return tuple(i for i in range(len(h)) if h[i] == max(h))\n"
    );
    let report = report_of("dominos", &text, &Options::default());
    for function in ["tri_decr", "est_avant", "max_presence"] {
        assert_eq!(verdict(&report, function), Verdict::Right, "{function}");
    }
}

#[test]
fn whatever_is_handed_in_gets_a_report() {
    let noise: Vec<u8> = (0..60_000_u32).map(|it| ((it * it) >> 7) as u8).collect();
    let deep = format!("x = {}{}\n", "(".repeat(5000), ")".repeat(5000));
    for text in [
        &b""[..],
        b"\0\0\n",
        &noise,
        deep.as_bytes(),
        b"break\nreturn 3\n",
    ] {
        let report = report_of("dominos", text, &Options::default());
        let absent = |check: &grade::Check| check.verdict == Verdict::Absent;
        assert!(report.checks.iter().all(absent), "{report:?}");
    }
}

#[test]
fn a_file_that_ends_its_process_is_judged_by_its_definitions() {
    let text = format!("{DOMINOS}\nimport os\nos._exit(0)\n");
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Right);
    assert_eq!(report.faults.len(), 1);
}

#[test]
fn a_definition_that_python_refuses_is_the_only_one_lost() {
    let text = format!("{DOMINOS}\ndef doubles(main):\n    break\n");
    let report = report_of("dominos", &text, &Options::default());
    assert_eq!(verdict(&report, "doubles"), Verdict::Crashed);
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Right);
}

#[test]
fn more_than_a_student_writes_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("devoir.py");
    std::fs::write(&file, vec![b'#'; 1 << 20]).expect("the folder is ours");
    let refused = Submission::python(&file);
    assert!(matches!(refused, Err(grade::SubmissionError::TooLarge(_))));
}

#[test]
fn a_class_is_judged_side_by_side_and_one_who_hangs_costs_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let folder = folder.path().join(name);
        std::fs::create_dir(&folder).expect("the folder is ours");
        std::fs::write(folder.join("devoir.py"), text).expect("the folder is ours");
    };
    write("Ana Un_11_assignsubmission_file_", DOMINOS);
    write(
        "Bob Deux_12_assignsubmission_file_",
        "while True:\n    pass\n",
    );
    let wrong = format!("{DOMINOS}\ndef doubles(main):\n    return '<b>'\n");
    write("Eve Trois_13_assignsubmission_file_", &wrong);
    std::fs::create_dir(folder.path().join("Zoe Quatre_14_assignsubmission_file_")).expect("ours");
    let subject = subject("dominos").expect("a subject");
    let class = class_of(subject, folder.path());
    let class = class.expect("it can be read");
    let names: Vec<_> = class.students.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Ana Un", "Bob Deux", "Eve Trois", "Zoe Quatre"]);
    assert!(class.students[3].report.is_err(), "nothing was handed in");
    assert_eq!(class.failures()[0], ("Q5 doubles".to_owned(), 2));
    let csv = class.csv(house::Language::English);
    assert!(
        csv.contains("\n\"Participant 11\",\"Ana Un\",\"20\",\"20\","),
        "{csv}"
    );
    let html = class.html(house::Language::English);
    assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"));
    let junit = class.junit(house::Language::English);
    assert!(
        junit.contains("<testsuite name=\"Ana Un\" tests=\"11\" failures=\"0\">"),
        "{junit}"
    );
    assert!(junit.contains("<testsuite name=\"Eve Trois\" tests=\"11\" failures=\"1\">"));
}

fn class_of(subject: &'static Subject, path: &std::path::Path) -> Result<Class, GradeError> {
    let judge = Here {
        cage: cage(),
        subject,
        options: &Options::default(),
    };
    Class::grade(&judge, subject, path, None, &|_, _| {})
}

/// An archive as Moodle makes it, with its own folder around it.
fn archive_of_a_class(entries: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".zip").tempfile();
    let file = file.expect("a file");
    let mut archive = zip::ZipWriter::new(file.reopen().expect("it is there"));
    for (name, content) in entries {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(*name, options).expect("a name");
        std::io::Write::write_all(&mut archive, content).expect("a file");
    }
    archive.finish().expect("a file");
    file
}

#[test]
fn an_archive_of_moodle_is_a_class_whatever_each_student_packed() {
    let packed = archive_of_a_class(&[("projet/devoir.py", DOMINOS.as_bytes())]);
    let packed = std::fs::read(packed.path()).expect("it is ours");
    let (first, second) = DOMINOS.split_at(DOMINOS.find("def doubles").expect("it has one"));
    let archive = archive_of_a_class(&[
        (
            "Ana Un_11_assignsubmission_file_/devoir.py",
            DOMINOS.as_bytes(),
        ),
        ("Bob Deux_12_assignsubmission_file_/rendu.zip", &packed),
        ("Eve Trois_13_assignsubmission_file_un.py", first.as_bytes()),
        (
            "Eve Trois_13_assignsubmission_file_deux.py",
            second.as_bytes(),
        ),
        (
            "Max Quatre_14_assignsubmission_file_/rendu.zip",
            b"PK broken",
        ),
        (
            "Zoe Cinq_15_assignsubmission_file_/../../devoir.py",
            DOMINOS.as_bytes(),
        ),
    ]);
    let subject = subject("dominos").expect("a subject");
    let class = class_of(subject, archive.path());
    let students = class.expect("it can be read").students;
    let names: Vec<_> = students.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Ana Un", "Bob Deux", "Eve Trois", "Max Quatre"]);
    for student in &students[..2] {
        let report = student.report.as_ref().expect("a report");
        assert!((report.points - 20.0).abs() < 0.01, "{report:?}");
    }
    let eve = students[2].report.as_ref().expect("a report");
    assert_eq!(
        verdict(eve, "est_avant"),
        Verdict::Right,
        "in the first file"
    );
    assert!(matches!(
        students[3].report,
        Err(GradeError::Submission(grade::SubmissionError::Broken(_)))
    ));
}

#[test]
fn points_are_shared_as_the_scale_says() {
    let text = format!("{DOMINOS}\ndef doubles(main):\n    return 0\n");
    let dominos = subject("dominos").expect("a subject");
    let scale = "out_of = 10\nothers = 0\n[points]\ndoubles = 3\nQ4 = 1\nest_avant = 1\n";
    let options = Options {
        inputs: 20,
        scale: Some(grade::Scale::read(scale, dominos).expect("a scale")),
        ..Options::default()
    };
    let report = report_of("dominos", &text, &options);
    let json = serde_json::to_value(&report).expect("a report is JSON");
    assert_eq!(
        (&json["points"], &json["out_of"]),
        (&Json::from(4.0), &Json::from(10.0))
    );
    let keys: Vec<_> = json.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["subject", "path", "points", "out_of", "checks"]);
    let of = |name: &str| {
        let checks = json["checks"].as_array().expect("a list");
        checks
            .iter()
            .find(|it| it["function"] == name)
            .expect("it is asked")
            .clone()
    };
    assert_eq!(of("tri_decr")["points"], 2.0);
    assert_eq!(of("doubles")["points"], 0.0);
    let keys: Vec<_> = of("doubles")
        .as_object()
        .expect("an object")
        .keys()
        .cloned()
        .collect();
    let expected = [
        "id", "function", "verdict", "points", "input", "expected", "got", "command",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn nearly_equal_sources_are_listed_and_cost_nothing() {
    let other = format!("{DOMINOS}\n# Bob\n");
    let different = include_str!("class/dominos.right.py");
    let alone = different
        .split("#: ")
        .find(|it| it.starts_with("des nombres"));
    let alone = alone.and_then(|it| it.split_once('\n')).expect("a program");
    let archive = archive_of_a_class(&[
        ("Ana.py", DOMINOS.as_bytes()),
        ("Bob.py", other.as_bytes()),
        ("Eve.py", alone.1.as_bytes()),
    ]);
    let subject = subject("dominos").expect("a subject");
    let class = class_of(subject, archive.path());
    let class = class.expect("it can be read");
    let pairs: Vec<_> = class.pairs.iter().map(|it| (it.0, it.1)).collect();
    assert_eq!(pairs, [(0, 1)]);
    let text = class.text(house::Language::English);
    assert!(text.contains("Ana and Bob (100% in common)"), "{text}");
    for student in &class.students[..2] {
        let report = student.report.as_ref().expect("a report");
        assert!((report.points - report.out_of).abs() < 0.01);
    }
}
