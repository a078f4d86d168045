//! Grading of Java programs of the 13 matches: hostile submissions get what they honestly solve, and
//! right ones are not accused.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use games::subject;
use grade::{Check, GradeOptions, Report, Verdict, grade, homework_for};
use sandbox::{Cage, Launcher, Strictness};
use tempfile::TempDir;

/// One sandbox for all tests, because building it takes longer than grading.
fn cage() -> &'static Cage {
    static CAGE: OnceLock<Cage> = OnceLock::new();
    CAGE.get_or_init(|| {
        let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-grade-cage"));
        Cage::build(launcher, Strictness::Best).expect("the launcher works")
    })
}

/// The files of a right program, changed by replacements, with more files.
fn paper(changes: &[(&str, &str, &str)], more: &[(&str, &str)]) -> TempDir {
    let class = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/class/allumettes");
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    for from in ["donnes", "classes/allumettes"] {
        for file in fs::read_dir(class.join(from)).expect("the folder is in the tree") {
            let file = file.expect("the folder can be read");
            fs::copy(file.path(), folder.path().join(file.file_name()))
                .expect("a temporary folder is writable");
        }
    }
    for (name, text) in more {
        fs::write(folder.path().join(name), text).expect("a temporary folder is writable");
    }
    for (name, old, new) in changes {
        let file = folder.path().join(name);
        let text = fs::read_to_string(&file).expect("the file is in the program");
        assert!(text.contains(old), "{name} has no {old}");
        fs::write(file, text.replacen(old, new, 1)).expect("a temporary folder is writable");
    }
    folder
}

fn graded(paper: &TempDir, only: Option<&str>) -> Report {
    let homework = homework_for(subject("allumettes").expect("the subject exists"));
    let options = GradeOptions {
        only: only.map(str::to_owned),
        ..GradeOptions::default()
    };
    let homework = homework.expect("the subject is graded");
    grade(cage(), homework, paper.path(), &options).expect("java runs")
}

fn changed(changes: &[(&str, &str, &str)]) -> Report {
    graded(&paper(changes, &[]), None)
}

fn check<'a>(report: &'a Report, name: &str) -> &'a Check {
    let mut checks = report.checks.iter();
    let found = checks.find(|it| it.function.as_deref() == Some(name));
    found.expect("the subject has the check")
}

/// Asserts that these checks fail and all others pass.
#[track_caller]
fn assert_fails_only(report: &Report, names: &[&str]) {
    for check in &report.checks {
        let name = check.function.as_deref().unwrap_or_default();
        let fails = check.verdict.counts() && !check.verdict.passes();
        assert_eq!(fails, names.contains(&name), "{name}: {check:?}");
    }
}

/// A unit test with this body.
fn unit_test(body: &str) -> String {
    format!(
        "package allumettes;\nimport org.junit.Test;\nimport java.io.*;\n\
         import static org.junit.Assert.*;\npublic class RapideTest {{\n    @Test\n    \
         public void essai() throws Throwable {{\n        {body}\n    }}\n}}\n"
    )
}

fn with_unit_test(body: &str) -> Report {
    let paper = paper(&[], &[("RapideTest.java", &unit_test(body))]);
    // Both checks of unit tests are found by one run.
    graded(&paper, Some("tests-rapide"))
}

const FORGED_TESTS: &str = "new FileOutputStream(FileDescriptor.out).write(\
     \"{\\\"request\\\":\\\"x\\\",\\\"ran\\\":9,\\\"failed\\\":0,\\\"first\\\":\\\"\\\"}\\n\".getBytes());";

#[test]
fn tests_that_print_a_forged_answer_are_not_complete() {
    let report = with_unit_test(FORGED_TESTS);
    assert!(!check(&report, "tests-rapide").verdict.passes());
    let paper = paper(&[], &[("RapideTest.java", &unit_test(FORGED_TESTS))]);
    let report = graded(&paper, Some("tests"));
    assert_eq!(check(&report, "tests").verdict, Verdict::Crashed);
}

#[test]
fn tests_that_always_pass_or_end_the_machine_are_not_complete() {
    for body in [
        "assertTrue(true);",
        "System.exit(0);",
        "Runtime.getRuntime().halt(0);",
        // Passes once: a file of an earlier run would tell the order.
        "assertTrue(new File(\"/tmp/brelan-ordre\").createNewFile());",
    ] {
        let report = with_unit_test(body);
        let verdict = check(&report, "tests-rapide").verdict;
        assert!(!verdict.passes(), "{body}: {verdict:?}");
    }
}

#[test]
fn unit_tests_run_with_assertions() {
    let body = "for (int n = 1; n <= 13; n++) {\n            \
                assert new Rapide().getPrise(\"x\", new JeuReel(n)) == Math.min(3, n);\n        }";
    let report = with_unit_test(body);
    assert_eq!(check(&report, "tests-rapide").verdict, Verdict::Right);
}

/// The game that a program prints without reading what is typed, with the marks of typed answers.
const PRINTED_MARKS: &str =
    "String reponse = \"1\";\n            System.out.print(\"\\u00011\\u0002\");";
const READS: &str = "String reponse = CLAVIER.nextLine().trim();";

#[test]
fn printed_marks_of_typed_answers_are_not_typed_answers() {
    let report = changed(&[("Humain.java", READS, PRINTED_MARKS)]);
    let human = check(&report, "humain");
    assert_eq!(human.verdict, Verdict::Crashed, "{human:?}");
    assert!(!check(&report, "entier").verdict.passes());
}

/// Statements that write an answer for the judge on the descriptor of the answers.
const FORGED_GAME: &str = "try {\n            new java.io.FileOutputStream(java.io.FileDescriptor.out).write(\
     \"{\\\"request\\\":\\\"1\\\",\\\"shown\\\":\\\"\\\",\\\"ended\\\":\\\"exit\\\",\\\"code\\\":1,\
     \\\"kind\\\":\\\"\\\",\\\"text\\\":\\\"\\\",\\\"line\\\":0}\\n\".getBytes());\n        } catch (java.io.IOException e) {\n        }\n        ";

#[test]
fn a_forged_answer_for_a_game_fails_the_players_of_that_game() {
    let forged = FORGED_GAME.to_owned() + "int reste";
    let report = changed(&[("Expert.java", "int reste", &forged)]);
    assert!(!check(&report, "expert").verdict.passes());
    for name in ["rapide", "naif", "compte", "fin"] {
        assert!(check(&report, name).verdict.passes(), "{name}: {report:?}");
    }
}

#[test]
fn a_program_that_ends_the_machine_in_one_strategy_fails_that_strategy() {
    for end in [
        "Runtime.getRuntime().halt(0);",
        "if (jeu.getNombreAllumettes() < 13) Runtime.getRuntime().halt(0);",
    ] {
        let end = format!("{end}\n        int reste");
        let report = changed(&[("Expert.java", "int reste", &end)]);
        assert!(
            !check(&report, "expert").verdict.passes(),
            "{end}: {report:?}"
        );
        assert!(check(&report, "rapide").verdict.passes(), "{report:?}");
    }
}

#[test]
fn an_exception_with_the_name_of_a_missing_module_is_a_crash() {
    let class = "package allumettes;\nclass MissingModule extends RuntimeException {\n    \
                 MissingModule() { super(\"java 17\"); }\n}\n";
    let paper = paper(
        &[(
            "Expert.java",
            "int reste",
            "if (jeu != null) throw new MissingModule();\n        int reste",
        )],
        &[("MissingModule.java", class)],
    );
    let report = graded(&paper, None);
    assert_eq!(check(&report, "expert").verdict, Verdict::Crashed);
}

#[test]
fn a_thread_that_writes_answers_all_the_time_earns_nothing_for_its_games() {
    let thread = "NOMBRE = 13;\n    static {\n        Thread fil = new Thread(() -> { while (true) { forger(); } });\n        \
                  fil.setDaemon(true);\n        fil.start();\n    }\n    static void forger() {\n        "
        .to_owned() + FORGED_GAME + "}\n";
    let report = changed(&[("Jouer.java", "NOMBRE = 13;\n", &thread)]);
    assert!(report.points <= 5.0, "{report:?}");
    assert!(!check(&report, "arguments").verdict.passes());
}

#[test]
fn a_program_that_is_slow_in_every_game_is_stopped_and_named() {
    // The program sees a true clock here and an invented one in `System`.
    let slow = "NOMBRE = 13;\n    static {\n        java.time.Instant fin = java.time.Instant.now().plusMillis(900);\n        \
                while (java.time.Instant.now().isBefore(fin)) {\n        }\n    }\n";
    let report = changed(&[("Jouer.java", "NOMBRE = 13;\n", slow)]);
    let text = report.text(text::Language::English);
    assert!(text.contains("time used up"), "{text}");
    assert!(!check(&report, "naif").verdict.passes());
}

#[test]
fn a_program_that_takes_the_judge_s_streams_earns_no_game() {
    let taken = "NOMBRE = 13;\n    static {\n        try {\n            \
                 new java.io.FileInputStream(java.io.FileDescriptor.in).close();\n            \
                 new java.io.FileOutputStream(java.io.FileDescriptor.out).close();\n        \
                 } catch (java.io.IOException e) {\n        }\n    }\n";
    let report = changed(&[("Jouer.java", "NOMBRE = 13;\n", taken)]);
    assert!(report.points <= 5.0, "{report:?}");
}

#[test]
fn a_program_that_replaces_the_class_of_the_judge_s_process_earns_no_more() {
    let replaced = "try {\n            Class<?> juge = Thread.currentThread().getContextClassLoader().loadClass(\"Player\");\n            \
                    java.lang.reflect.Method dit = juge.getDeclaredMethod(\"quoted\", String.class);\n            \
                    dit.setAccessible(true);\n            dit.invoke(null, (Object) null);\n        \
                    } catch (Exception e) {\n            return 0;\n        }\n        int reste";
    let report = changed(&[("Expert.java", "int reste", replaced)]);
    assert_eq!(
        check(&report, "expert").verdict,
        Verdict::Wrong,
        "{report:?}"
    );
    assert!(check(&report, "refus").verdict.passes(), "{report:?}");
}

#[test]
fn text_that_is_no_text_is_a_wrong_line() {
    let surrogate = (
        "Arbitre.java",
        "\"Allumettes restantes : \"",
        "\"\\ud800\" + \"Allumettes restantes : \"",
    );
    let report = changed(&[surrogate]);
    assert!(!check(&report, "presentation").verdict.passes());
}

#[test]
fn the_same_program_gets_the_same_report_every_time() {
    let biased = (
        "Naif.java",
        "nextInt(Jeu.PRISE_MAX) + 1",
        "nextInt(40) == 0 ? 1 / 0 : this.hasard.nextInt(3) + 1",
    );
    let paper = paper(&[biased], &[]);
    let first = graded(&paper, None);
    assert_eq!(check(&first, "naif").verdict, Verdict::Crashed);
    for _ in 0..2 {
        assert_eq!(graded(&paper, None), first);
    }
}

#[test]
fn every_source_of_chance_repeats() {
    for chance in [
        "(int) (Math.random() * 3) + 1",
        "java.util.concurrent.ThreadLocalRandom.current().nextInt(3) + 1",
        "new java.security.SecureRandom().nextInt(3) + 1",
        "new Random(System.nanoTime()).nextInt(3) + 1",
        "(int) (System.nanoTime() / 100 % 3) + 1",
        "(int) (System.currentTimeMillis() % 3) + 1",
        "new Object().hashCode() % 3 + 1",
        "(int) (java.util.stream.DoubleStream.generate(Math::random).findFirst().getAsDouble() * 3) + 1",
        "java.util.stream.Stream.generate(Random::new).findFirst().get().nextInt(3) + 1",
    ] {
        let line = format!(
            "int tire = {chance};\n        System.out.println(\"tire \" + tire);\n        return tire"
        );
        let paper = paper(
            &[(
                "Naif.java",
                "return this.hasard.nextInt(Jeu.PRISE_MAX) + 1",
                &line,
            )],
            &[],
        );
        let reports = [(); 2].map(|()| graded(&paper, Some("presentation")));
        assert_eq!(reports[0], reports[1], "{chance}");
    }
}

#[test]
fn a_program_may_write_a_file_in_its_folder() {
    let trace = "NOMBRE = 13;\n    static {\n        try (java.io.FileWriter trace = new java.io.FileWriter(\"trace.txt\")) {\n            \
                 trace.write(\"partie\");\n        } catch (java.io.IOException e) {\n            throw new RuntimeException(e);\n        }\n    }\n";
    assert_fails_only(&changed(&[("Jouer.java", "NOMBRE = 13;\n", trace)]), &[]);
}

#[test]
fn text_before_the_end_of_a_game_that_a_person_s_cheat_ends_is_not_prescribed() {
    let caught = "} catch (OperationInterditeException e) {\n            System.out.println(\"[Triche impossible]\");\n            throw e;\n        } catch (CoupInvalideException e) {";
    assert_fails_only(
        &changed(&[("Humain.java", "} catch (CoupInvalideException e) {", caught)]),
        &[],
    );
}

#[test]
fn a_misplaced_question_costs_once() {
    let late = "String reponse = CLAVIER.nextLine().trim();\n            System.out.print(nom + \", combien d'allumettes ? \");";
    let report = changed(&[
        (
            "Humain.java",
            "System.out.print(nom + \", combien d'allumettes ? \");\n",
            "",
        ),
        ("Humain.java", READS, late),
    ]);
    assert!(!check(&report, "humain").verdict.passes());
    for name in ["entier", "triche", "refus", "abandon"] {
        assert!(check(&report, name).verdict.passes(), "{name}: {report:?}");
    }
}

#[test]
fn a_missing_blank_around_a_number_is_layout_only() {
    let report = changed(&[("Arbitre.java", "\" prend \" + prise", "\" prend\" + prise")]);
    assert_eq!(check(&report, "presentation").verdict, Verdict::Layout);
    assert_fails_only(&report, &[]);
}

#[test]
fn an_expert_that_takes_nothing_in_a_lost_position_costs_only_expert() {
    let report = changed(&[(
        "Expert.java",
        "return reste == 0 ? 1 : reste;",
        "return reste;",
    )]);
    assert_fails_only(&report, &["expert"]);
}

#[test]
fn a_class_that_does_not_compile_leaves_the_others_judged() {
    let report = changed(&[("Tricheur.java", "return 1;", "return inconnu;")]);
    assert_eq!(check(&report, "compilation").verdict, Verdict::Crashed);
    assert_eq!(check(&report, "tricheur").verdict, Verdict::Absent);
    for name in ["compte", "humain", "expert", "triche", "tests", "diagramme"] {
        assert!(check(&report, name).verdict.passes(), "{name}: {report:?}");
    }
}

#[test]
fn a_class_with_a_thousand_errors_leaves_the_others_judged() {
    let methods =
        (0..1000).map(|number| format!("    int f{number}() {{ return inconnu{number}; }}\n"));
    let body = methods.collect::<Vec<_>>().concat();
    let class = format!("package allumettes;\n\npublic class Brouillon {{\n{body}}}\n");
    let paper = paper(&[], &[("Brouillon.java", &class)]);
    assert_fails_only(&graded(&paper, None), &["compilation"]);
}

#[test]
fn a_mark_of_a_conflict_is_no_other_package() {
    let report = changed(&[(
        "Rapide.java",
        "package allumettes;",
        "<<<<<<< HEAD\npackage allumettes;",
    )]);
    assert!(check(&report, "paquetage").verdict.passes(), "{report:?}");
    assert!(!check(&report, "compilation").verdict.passes());
}

#[test]
fn two_people_with_a_scanner_each_miss_answers_of_one_stream() {
    let own = (
        "Humain.java",
        "private static final Scanner CLAVIER",
        "private final Scanner CLAVIER",
    );
    assert_fails_only(&changed(&[own]), &["humain"]);
}

#[test]
fn each_kind_of_wrong_command_line_has_a_check() {
    let accepted = (
        "Jouer.java",
        "throw new ConfigurationException(\"stratégie inconnue : \" + nom);",
        "return new Naif();",
    );
    assert_fails_only(&changed(&[accepted]), &["strategie-inconnue"]);
}

#[test]
fn a_program_that_plays_no_whole_game_gets_at_most_five_points() {
    for (name, old, new) in [
        (
            "Arbitre.java",
            "jeu.getNombreAllumettes() > 0) {",
            "jeu.getNombreAllumettes() > 5) {",
        ),
        ("JeuReel.java", "this.nombre -= nbPrises;", ""),
    ] {
        let report = changed(&[(name, old, new)]);
        assert!(report.points <= 5.0, "{name}: {report:?}");
    }
}

#[test]
fn the_right_program_has_all_points() {
    let report = changed(&[]);
    assert_fails_only(&report, &[]);
    assert!((report.points - 20.0).abs() < 0.01, "{report:?}");
}

/// The judge reads transcripts outside the sandbox: what they cost must not depend on what is in them.
#[test]
fn lines_of_thousands_of_sentences_earn_nothing_and_are_read_in_time() {
    let many = "\"Allumettes restantes : 1 combien d'allumettes ? \".repeat(600) + \"Allumettes restantes : \"";
    let report = changed(&[("Arbitre.java", "\"Allumettes restantes : \"", many)]);
    assert!(report.points <= 5.0, "{report:?}");
}

/// Replaces the beginning of the main class by this static code.
fn with_static(code: &str) -> Report {
    changed(&[(
        "Jouer.java",
        "NOMBRE = 13;\n",
        &format!("NOMBRE = 13;\n{code}\n"),
    )])
}

#[test]
fn a_program_that_attacks_the_process_around_it_earns_no_game() {
    let attacks = [
        // What is printed goes to the judge's stream.
        "static { System.setOut(new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true)); }",
        // A thread and a hook that answer after the end.
        "static { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println(\"{}\"))); \
         Runtime.getRuntime().halt(0); }",
        // A static initialiser without end.
        "static final Object SANS_FIN = attendre();\n    static Object attendre() { while (true) { } }",
        // A reader that swallows what the judge writes.
        "static { try { while (new java.io.FileInputStream(java.io.FileDescriptor.in).read() >= 0) { } } \
         catch (java.io.IOException e) { } }",
        // All memory, and all processes.
        "static { try { while (true) { new ProcessBuilder(\"sleep\", \"1000\").start(); } } \
         catch (java.io.IOException e) { throw new IllegalStateException(e); } }",
        "static { sansFin(0); }\n    static int sansFin(int n) { try { return sansFin(n + 1); } finally { sansFin(n + 1); } }",
    ];
    for attack in attacks {
        let report = with_static(&format!("    {attack}"));
        assert!(report.points <= 5.0, "{attack}: {report:?}");
        assert!(
            !check(&report, "fin").verdict.passes(),
            "{attack}: {report:?}"
        );
    }
}

/// Fields of the judge's object that plays the game, reached from the thread that runs the program.
const OWN_GAME: &str = "static {\n        try {\n            \
    java.lang.reflect.Field code = Thread.class.getDeclaredField(\"target\");\n            code.setAccessible(true);\n            \
    Object lambda = code.get(Thread.currentThread());\n            \
    java.lang.reflect.Field jeu = lambda.getClass().getDeclaredFields()[0];\n            jeu.setAccessible(true);\n            \
    Object partie = jeu.get(lambda);\n            \
    java.lang.reflect.Field montre = partie.getClass().getDeclaredField(\"shown\");\n            montre.setAccessible(true);\n            \
    ((java.io.ByteArrayOutputStream) montre.get(partie)).writeBytes(\"Xavier gagne !\\n\".getBytes());\n        \
    } catch (Exception e) {\n        }\n        System.exit(0);\n    }";

#[test]
fn a_program_that_writes_into_the_judge_s_game_by_reflection_earns_no_game() {
    let report = with_static(OWN_GAME);
    assert!(report.points <= 5.0, "{report:?}");
}

#[test]
fn classes_named_like_those_of_the_judge_or_of_java_cost_nothing_and_give_nothing() {
    let taken = [
        (
            "Player.java",
            "public class Player {\n    static { System.exit(0); }\n}\n",
        ),
        (
            "Compiler.java",
            "public class Compiler {\n    public static void main(String[] words) { }\n}\n",
        ),
        (
            "String.java",
            "package allumettes.faux;\npublic class String {\n}\n",
        ),
        ("Outil.java", "class Player$Chance {\n}\n"),
    ];
    let report = graded(&paper(&[], &taken), None);
    for check in &report.checks {
        // The classes are outside the package that the subject asks for, and one ends the program.
        let is_theirs = ["paquetage", "exit"]
            .map(Some)
            .contains(&check.function.as_deref());
        assert!(
            is_theirs || check.verdict.passes() || !check.verdict.counts(),
            "{check:?}"
        );
    }
}

#[test]
fn a_program_with_a_module_or_a_java_class_of_its_own_is_named_and_ends() {
    let modular = ("module-info.java", "module devoir {\n}\n");
    let system = (
        "Integer.java",
        "package java.lang;\npublic class Integer {\n}\n",
    );
    for more in [modular, system] {
        let report = graded(&paper(&[], &[more]), None);
        assert!(
            check(&report, "compte").verdict.passes(),
            "{more:?}: {report:?}"
        );
    }
}
