//! Grading of whole submissions. Each wrong program has one mistake: the report names it, shows an
//! input no larger than one written by hand, and calls nothing else wrong.

#![cfg(target_os = "linux")]

use std::sync::OnceLock;

use games::subject;
use grade::{
    Class, CodeLanguage, GradeError, GradeOptions, Homework, LocalJudge, Report, Submission,
    Verdict, grade, homework_for,
};
use sandbox::{Cage, Launcher, Strictness};
use serde_json::Value as Json;

/// Number of inputs per function, fewer than the default of 1,000 to save time.
const FEWER: usize = 300;

/// One sandbox for all tests, because building it takes longer than grading.
fn cage() -> &'static Cage {
    static CAGE: OnceLock<Cage> = OnceLock::new();
    CAGE.get_or_init(|| {
        let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-grade-cage"));
        Cage::build(launcher, Strictness::Best).expect("the launcher works")
    })
}

fn homework(name: &str) -> &'static Homework {
    let subject = subject(name).expect("the subject exists");
    homework_for(subject).expect("the subject is graded")
}

fn report_of(name: &str, text: impl AsRef<[u8]>, options: &GradeOptions) -> Report {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let file = folder.path().join("devoir.py");
    std::fs::write(&file, text).expect("a temporary folder is writable");
    grade(cage(), homework(name), &file, options).expect("python3 runs")
}

fn verdict(report: &Report, function: &str) -> Verdict {
    let named = |check: &&grade::Check| check.function.as_deref() == Some(function);
    report
        .checks
        .iter()
        .find(named)
        .expect("the subject asks for the function")
        .verdict
}

/// The programs of a file: `#: function | mistake | smallest input`, then the definition.
fn programs(text: &'static str) -> Vec<([&'static str; 3], &'static str)> {
    let sections = text.split("\n#: ").enumerate();
    // Text before the first head is a comment.
    let sections = sections.filter_map(|(number, section)| match number {
        0 => section.strip_prefix("#: "),
        _ => Some(section),
    });
    sections
        .map(|section| {
            let (head, body) = section
                .split_once('\n')
                .expect("a section begins with its head");
            let mut head = head.splitn(3, '|').map(str::trim);
            ([(); 3].map(|()| head.next().unwrap_or_default()), body)
        })
        .collect()
}

#[track_caller]
fn check_right(name: &str, text: &str) {
    let report = report_of(name, text, &GradeOptions::default());
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
        let options = GradeOptions {
            inputs: FEWER,
            ..GradeOptions::default()
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
            let by_hand: Json = serde_json::from_str(smallest).expect("the smallest input is JSON");
            if found > by_hand.to_string().len() {
                let input = check.input.as_ref().map(Json::to_string);
                faults.push(format!("{function}, {mistake}: {input:?} for {by_hand}"));
            }
        }
    }
    faults
}

/// Checks right programs in other styles. `#: style` is added to the right program; `#: style | alone`
/// is a program of its own, in which functions may be missing.
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
        let options = GradeOptions {
            inputs: FEWER,
            ..GradeOptions::default()
        };
        let report = report_of(name, text, &options);
        for check in &report.checks {
            let absent = alone && check.verdict == Verdict::Absent;
            // The subject gives `initialisation`, so that students need not submit it.
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

#[path = "class/fairness.rs"]
mod fairness;
#[path = "class/fortran.rs"]
mod fortran;
#[path = "class/hostile.rs"]
mod hostile;
#[path = "class/programs.rs"]
mod programs;

const DOMINOS: &str = include_str!("class/dominos.py");

#[test]
fn a_syntax_error_breaks_only_the_function_around_it() {
    let text = format!(
        "import absent_module\nn = int(input('combien ? '))\n{DOMINOS}\n<<<<<<< HEAD\n\
         def histogramme(jeu):\n    print \"ici\"\n    return []\n=======\n>>>>>>> autre\n\
         while True:\n    pass\nprint \"Joueur 1\"\n"
    );
    // The readable definition stands before the broken one.
    let report = report_of(
        "dominos",
        text.replacen("def histogramme", "def histo", 1),
        &GradeOptions::default(),
    );
    assert_eq!(verdict(&report, "histogramme"), Verdict::Crashed);
    assert_eq!(verdict(&report, "est_avant"), Verdict::Right);
    assert_eq!(verdict(&report, "doubles"), Verdict::Right);
}

#[test]
fn an_endless_loop_or_a_flood_does_not_affect_other_functions() {
    let text = format!(
        "{DOMINOS}\ndef est_avant(d, e):\n    while True:\n        pass\n\
         def doubles(main):\n    while True:\n        print('x' * 1000)\n\
         def creation_jeu(max=6):\n    import os\n    os._exit(3)\n"
    );
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Hung);
    assert_eq!(verdict(&report, "doubles"), Verdict::Crashed);
    assert_eq!(verdict(&report, "creation_jeu"), Verdict::Crashed);
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Right);
}

#[test]
fn misbehaving_functions_crash_and_do_not_affect_the_others() {
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
    let report = report_of("dominos", &text, &GradeOptions::default());
    for (head, body) in zoo {
        let name = head.split('(').next().expect("the name is valid");
        assert_eq!(verdict(&report, name), Verdict::Crashed, "{body}");
    }
    for name in ["histogramme", "possibilites"] {
        assert_eq!(verdict(&report, name), Verdict::Right, "{report:?}");
    }
    assert!(
        !report.faults.is_empty(),
        "the endless loop outside functions is reported"
    );
}

#[test]
fn a_call_that_catches_every_interruption_hangs() {
    let text = format!(
        "{DOMINOS}\ndef est_avant(d, e):\n    while True:\n        try:\n            \
         while True:\n                pass\n        except BaseException:\n            pass\n"
    );
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Hung);
    assert_eq!(verdict(&report, "doubles"), Verdict::Right);
}

#[test]
fn a_check_that_needs_a_missing_module_earns_nothing_until_it_is_left_out() {
    // `Tkinter` is the old name of the module, which no machine has.
    let text = format!(
        "from Tkinter import Canvas\nimport winsound as son\n{DOMINOS}\n\
         def doubles(main):\n    son.Beep(440, 10)\n    return main\n\
         def histogramme(jeu):\n    raise ModuleNotFoundError('winsound')\n"
    );
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "doubles"), Verdict::Unjudged);
    // The source of this function needs no module, whatever it says when it runs.
    assert_eq!(verdict(&report, "histogramme"), Verdict::Crashed);
    assert!(report.unjudged > 0.0 && !report.passes());
    let lost = report.checks.iter().map(|it| it.worth - it.points);
    assert!((report.out_of - report.points - lost.sum::<f64>()).abs() < 0.1);
    let shown = report.text(text::Language::English);
    assert!(
        shown.contains("points could not be judged: winsound"),
        "{shown}"
    );
    for name in ["winsound", "doubles"] {
        let options = GradeOptions {
            without: vec![name.to_owned()],
            ..GradeOptions::default()
        };
        let report = report_of("dominos", &text, &options);
        assert_eq!(verdict(&report, "doubles"), Verdict::Excluded);
        assert!(report.unjudged.abs() < 0.001);
        let worth: f64 = report.checks.iter().map(|it| it.worth).sum();
        assert!((worth - report.out_of).abs() < 0.1, "{worth}");
    }
}

#[test]
fn arguments_in_another_order_are_wrong_and_the_order_is_named() {
    let text =
        format!("{DOMINOS}\ndef positionne(table, domino):\n    return autre(domino, table)\n")
            .replacen("def positionne(", "def autre(", 1);
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "positionne"), Verdict::Crashed);
    let named = |check: &&grade::Check| check.function.as_deref() == Some("positionne");
    let check = report
        .checks
        .iter()
        .find(named)
        .expect("the subject asks for the function");
    let text = check.text(text::Language::English);
    assert!(text.contains("in this order: table, domino"), "{text}");
}

fn written(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a temporary folder is writable");
    }
    folder
}

#[test]
fn a_main_program_is_judged_by_what_it_prints() {
    let right = include_str!("class/421.py");
    let main = format!("{right}\ntest_jeu()\n");
    let wrong = main.replace("(njtot1 - nj1,", "(njtot1 - 1,");
    assert_ne!(main, wrong);
    let (cage, homework) = (cage(), homework("421"));
    for (text, expected) in [(main, Verdict::Right), (wrong, Verdict::Wrong)] {
        let folder = written(&[("principal.py", &text)]);
        let options = GradeOptions {
            run: Some("python3 principal.py".to_owned()),
            ..GradeOptions::default()
        };
        let report =
            grade(cage, homework, folder.path(), &options).expect("the program can be run");
        assert_eq!(verdict(&report, "test_jeu"), expected, "{report:?}");
    }
}

#[test]
fn tests_of_a_teacher_are_run() {
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
    let options = GradeOptions {
        tests: Some(tests.path().to_owned()),
        ..GradeOptions::default()
    };
    let (cage, homework) = (cage(), homework("dominos"));
    let report = grade(cage, homework, folder.path(), &options).expect("the tests can be run");
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
fn static_methods_of_a_class_are_judged() {
    let text = "class Jeu:\n    @staticmethod\n    def est_avant(d, e):\n        return d > e\n";
    let report = report_of("dominos", text, &GradeOptions::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Right);
}

#[test]
fn a_mistake_in_a_called_function_does_not_count_twice() {
    let text = format!("{DOMINOS}\ndef est_avant(d, e):\n    return halves(d) < halves(e)\n");
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "est_avant"), Verdict::Wrong);
    assert_eq!(verdict(&report, "is_player1_first"), Verdict::Helped);
}

#[test]
fn another_name_is_recognised_and_accepted_on_demand() {
    let text = DOMINOS.replace("histogramme", "compter");
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "histogramme"), Verdict::Absent);
    let map = vec![("compter".to_owned(), "histogramme".to_owned())];
    let options = GradeOptions {
        map,
        ..GradeOptions::default()
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
    let report = report_of("dominos", &text, &GradeOptions::default());
    for function in ["tri_decr", "est_avant", "max_presence"] {
        assert_eq!(verdict(&report, function), Verdict::Right, "{function}");
    }
}

#[test]
fn files_that_are_not_python_get_a_report() {
    let noise: Vec<u8> = (0..60_000_u32).map(|it| ((it * it) >> 7) as u8).collect();
    let deep = format!("x = {}{}\n", "(".repeat(5000), ")".repeat(5000));
    for text in [
        &b""[..],
        b"\0\0\n",
        &noise,
        deep.as_bytes(),
        b"break\nreturn 3\n",
    ] {
        let report = report_of("dominos", text, &GradeOptions::default());
        let absent = |check: &grade::Check| check.verdict == Verdict::Absent;
        assert!(report.checks.iter().all(absent), "{report:?}");
    }
}

#[test]
fn a_file_that_ends_its_process_is_loaded_again_with_its_definitions() {
    let text = format!("{DOMINOS}\nimport os\nos._exit(0)\n");
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Right);
    assert_eq!(report.faults.len(), 1);
}

#[test]
fn a_function_that_does_not_compile_does_not_affect_the_others() {
    let text = format!("{DOMINOS}\ndef doubles(main):\n    break\n");
    let report = report_of("dominos", &text, &GradeOptions::default());
    assert_eq!(verdict(&report, "doubles"), Verdict::Crashed);
    assert_eq!(verdict(&report, "tri_decr"), Verdict::Right);
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let file = folder.path().join("devoir.py");
    std::fs::write(&file, vec![b'#'; 1 << 20]).expect("a temporary folder is writable");
    let refused = Submission::read(CodeLanguage::Python { module: "" }, &file);
    assert!(matches!(refused, Err(grade::SubmissionError::TooLarge(_))));
}

#[test]
fn a_class_is_graded_and_a_submission_that_hangs_does_not_affect_the_others() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let write = |name: &str, text: &str| {
        let folder = folder.path().join(name);
        std::fs::create_dir(&folder).expect("a temporary folder is writable");
        std::fs::write(folder.join("devoir.py"), text).expect("a temporary folder is writable");
    };
    write("Ana Un_11_assignsubmission_file_", DOMINOS);
    write(
        "Bob Deux_12_assignsubmission_file_",
        "while True:\n    pass\n",
    );
    let wrong = format!("{DOMINOS}\ndef doubles(main):\n    return '<b>'\n");
    write("Eve Trois_13_assignsubmission_file_", &wrong);
    std::fs::create_dir(folder.path().join("Zoe Quatre_14_assignsubmission_file_"))
        .expect("a temporary folder is writable");
    let class = class_of(homework("dominos"), folder.path());
    let class = class.expect("the class can be read");
    let names: Vec<_> = class.students.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Ana Un", "Bob Deux", "Eve Trois", "Zoe Quatre"]);
    assert!(class.students[3].report.is_err(), "nothing was handed in");
    assert_eq!(class.failures()[0], ("Q5 doubles".to_owned(), 2));
    let csv = class.csv(text::Language::English);
    assert!(
        csv.contains("\n\"Participant 11\",\"Ana Un\",\"20\",\"20\","),
        "{csv}"
    );
    assert!(
        csv.contains("\n\"Participant 14\",\"Zoe Quatre\",\"\",\"20\","),
        "{csv}"
    );
    let html = class.html(text::Language::English);
    assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"));
    let junit = class.junit(text::Language::English);
    assert!(
        junit.contains("<testsuite name=\"Ana Un\" tests=\"11\" failures=\"0\" errors=\"0\">"),
        "{junit}"
    );
    assert!(
        junit.contains("<testsuite name=\"Eve Trois\" tests=\"11\" failures=\"1\" errors=\"0\">")
    );
}

fn class_of(homework: &'static Homework, path: &std::path::Path) -> Result<Class, GradeError> {
    let judge = LocalJudge {
        cage: cage(),
        homework,
        options: &GradeOptions::default(),
    };
    Class::grade(&judge, homework, path, None, &|_, _| {})
}

/// A zip archive with these entries, as Moodle makes one of a class.
fn archive_of_a_class(entries: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".zip").tempfile();
    let file = file.expect("temporary files can be written");
    let mut archive = zip::ZipWriter::new(file.reopen().expect("the file exists"));
    for (name, content) in entries {
        let options = zip::write::SimpleFileOptions::default();
        archive
            .start_file(*name, options)
            .expect("the name is valid");
        std::io::Write::write_all(&mut archive, content).expect("temporary files can be written");
    }
    archive.finish().expect("temporary files can be written");
    file
}

#[test]
fn an_archive_of_moodle_is_a_class_with_folders_files_and_archives() {
    let packed = archive_of_a_class(&[("projet/devoir.py", DOMINOS.as_bytes())]);
    let packed = std::fs::read(packed.path()).expect("temporary files can be written");
    let (first, second) = DOMINOS.split_at(
        DOMINOS
            .find("def doubles")
            .expect("the text defines doubles"),
    );
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
    let class = class_of(homework("dominos"), archive.path());
    let students = class.expect("the class can be read").students;
    let names: Vec<_> = students.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Ana Un", "Bob Deux", "Eve Trois", "Max Quatre"]);
    for student in &students[..2] {
        let report = student.report.as_ref().expect("there is a report");
        assert!((report.points - 20.0).abs() < 0.01, "{report:?}");
    }
    let eve = students[2].report.as_ref().expect("there is a report");
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
    let scale = "out_of = 10\nothers = 0\n[points]\ndoubles = 3\nQ4 = 1\nest_avant = 1\n";
    let options = GradeOptions {
        inputs: 20,
        scale: Some(grade::Scale::parse(scale, homework("dominos")).expect("the scale is valid")),
        ..GradeOptions::default()
    };
    let report = report_of("dominos", &text, &options);
    let json = report.json();
    assert_eq!(
        (&json["points"], &json["out_of"]),
        (&Json::from(4.0), &Json::from(10.0))
    );
    let keys: Vec<_> = json
        .as_object()
        .expect("a report is an object")
        .keys()
        .collect();
    assert_eq!(
        keys,
        ["subject", "path", "points", "out_of", "unjudged", "checks"]
    );
    let check = |name: &str| {
        let checks = json["checks"].as_array().expect("the checks are a list");
        checks
            .iter()
            .find(|it| it["function"] == name)
            .expect("the subject asks for the function")
            .clone()
    };
    assert_eq!(check("tri_decr")["points"], 2.0);
    assert_eq!(check("doubles")["points"], 0.0);
    let keys: Vec<_> = check("doubles")
        .as_object()
        .expect("a check is an object")
        .keys()
        .cloned()
        .collect();
    let expected = [
        "id", "function", "verdict", "points", "worth", "input", "expected", "got", "command",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn nearly_equal_sources_are_listed_and_cost_no_points() {
    let other = format!("{DOMINOS}\n# Bob\n");
    let different = include_str!("class/dominos.right.py");
    let alone = different
        .split("#: ")
        .find(|it| it.starts_with("des nombres"));
    let alone = alone
        .and_then(|it| it.split_once('\n'))
        .expect("the file holds a program");
    let archive = archive_of_a_class(&[
        ("Ana.py", DOMINOS.as_bytes()),
        ("Bob.py", other.as_bytes()),
        ("Eve.py", alone.1.as_bytes()),
    ]);
    let class = class_of(homework("dominos"), archive.path());
    let class = class.expect("the class can be read");
    let pairs: Vec<_> = class.similar.iter().map(|it| (it.0, it.1)).collect();
    assert_eq!(pairs, [(0, 1)]);
    let text = class.text(text::Language::English);
    assert!(text.contains("Ana and Bob (100% in common)"), "{text}");
    for student in &class.students[..2] {
        let report = student.report.as_ref().expect("there is a report");
        assert!((report.points - report.out_of).abs() < 0.01);
    }
}
