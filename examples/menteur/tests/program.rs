//! The registered game is listed, played, recorded, replayed and analysed.

use std::process::Command;

fn run(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brelan-menteur"));
    let output = program.args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn it_is_listed_played_recorded_replayed_and_analysed() {
    assert!(run(&["--lang", "en", "games"]).contains("Liar's dice"));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let played = run(&[
        "menteur",
        "--seed",
        "7",
        "--record",
        file,
        "A@franc",
        "B@bluffeur",
    ]);
    assert_eq!(run(&["replay", file]), played);

    // The hidden die is a 4 once in six times: a call is worth 5/6 − 1/6. What the first side sees of
    // a whole position is worth the same.
    for position in ["3/? first 1x4", "3/4 first 1x4"] {
        let report = run(&["--lang", "en", "analyse", "liar", position]);
        assert!(report.contains("+0.67"), "{report}");
    }
    let advice = run(&["--lang", "en", "analyse", "liar", "--why", "3/? first 1x4"]);
    assert!(advice.contains("what: menteur"), "{advice}");
}
