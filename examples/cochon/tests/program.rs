//! The registered game is listed, played, recorded, replayed and analysed.

use std::process::Command;

fn run(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brelan-cochon"));
    let output = program.args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn it_is_listed_played_recorded_replayed_and_analysed() {
    assert!(run(&["--lang", "en", "games"]).contains("Pig, to 20 points"));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let played = run(&[
        "cochon",
        "--seed",
        "7",
        "--record",
        file,
        "A@prudent",
        "B@parfait",
    ]);
    assert_eq!(run(&["replay", file]), played);

    // 6/7: see the test of the expert.
    let report = run(&["--lang", "en", "analyse", "pig", "7 18/18 -"]);
    assert!(report.contains("85.714"), "{report}");
}
