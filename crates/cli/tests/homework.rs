//! The hand-ins of `examples/homework`: the right one of each subject has full marks, the wrong one has not.
#![cfg(test)]
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use snapbox::cmd::cargo_bin;

/// Grades both hand-ins of a subject; `file` stands for their names without `juste` or `faux`.
#[track_caller]
fn check(subject: &str, ending: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/homework");
    for (name, expected) in [("juste", 0), ("faux", 1)] {
        let path = folder.join(subject).join(format!("{name}{ending}"));
        let mut command = Command::new(cargo_bin!("brelan"));
        let graded = command.args(["grade", subject]).arg(path).output().unwrap();
        let report = String::from_utf8_lossy(&graded.stdout).into_owned();
        assert_eq!(
            graded.status.code(),
            Some(expected),
            "{subject} {name}: {report}"
        );
    }
}

#[test]
fn the_right_python_hand_ins_have_full_marks_and_the_wrong_ones_have_not() {
    for subject in ["421", "dominos", "awale", "image"] {
        check(subject, ".py");
    }
}

#[test]
#[ignore = "needs gfortran"]
fn the_right_fortran_hand_in_has_full_marks_and_the_wrong_one_has_not() {
    check("puissance4", ".f90");
}

#[test]
#[ignore = "needs a JDK"]
fn the_right_java_hand_in_has_full_marks_and_the_wrong_one_has_not() {
    check("allumettes", "");
}
