//! `brelan review`, and the advice of `brelan analyse --why`.

use std::path::PathBuf;

use snapbox::cmd::{Command, cargo_bin};
use snapbox::str;

fn brelan(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("brelan"))
        .args(arguments)
        .env("LC_ALL", "C")
}

/// A record with one mistake: with 12 matches the winning move leaves 9, but the first side leaves 10.
const RECORD: &str = "brelan record 1\ngame allumettes\nposition 12\nreferee guarded\n\
    first Ana@humain\nsecond Bob@humain\n\nfirst plays 2\nsecond plays 1\nfirst forfeits resignation\n";

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).expect("the test owns the folder");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_review_names_the_mistake_the_best_move_and_the_reason() {
    brelan(&["review", "-"])
        .stdin(RECORD)
        .assert()
        .success()
        .stdout_eq(str![[r"
allumettes: Ana against Bob, Bob won

ply  player  move    best    lost     called
1    Ana     take 2  take 3  100.0 %  blunder
      To take 3 leaves 9, which is 1 modulo 4: the next player loses, because 1 is the losing remainder.
      To take 2 leaves 10, which is 2 modulo 4: the next player wins by leaving a remainder of 1.

The share of Ana, position by position:
█▁▁

Where the result comes from, for Ana, compared with one half:
  place at the table    +50.0 %
  luck                    0.0 %
  mistakes of Ana      -100.0 %
  mistakes of Bob         0.0 %
  cheats                  0.0 %
  end by forfeit          0.0 %
  together              -50.0 %

"]]);
}

#[test]
fn json_has_one_object_for_each_game() {
    brelan(&["review", "--json", "-"])
        .stdin(RECORD)
        .assert()
        .success()
        .stdout_eq(concat!(
            r#"{"game":"allumettes","players":["Ana@humain","Bob@humain"],"result":0.0,"#,
            r#""terms":{"seat":0.5,"luck":0.0,"mistakes":{"first":1.0,"second":0.0},"#,
            r#""cheats":0.0,"forfeit":0.0},"moves":["#,
            r#"{"ply":1,"side":"first","kind":"choice","position":"12","move":"2","value":1.0,"#,
            r#""values":{"1":0.0,"2":0.0,"3":1.0},"best":"3","loss":1.0,"name":"blunder","#,
            r#""why":["To take 3 leaves 9, which is 1 modulo 4: the next player loses, because 1 is the "#,
            r#"losing remainder.","To take 2 leaves 10, which is 2 modulo 4: the next player "#,
            r#"wins by leaving a remainder of 1."]},"#,
            r#"{"ply":2,"side":"second","kind":"choice","position":"10/second","move":"1","#,
            r#""value":0.0,"values":{"1":0.0,"2":1.0,"3":1.0},"best":"1","loss":0.0,"#,
            r#""name":"best"}]}"#,
            "\n",
        ));
}

#[test]
fn of_many_files_the_bad_ones_are_named_and_the_others_reviewed_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for number in 0..40 {
        let text = RECORD.replace("Ana", &format!("Ana{number}"));
        let text = if number == 7 {
            "nothing".to_owned()
        } else {
            text
        };
        files.push(file(&folder, &format!("{number}.brelan"), &text));
    }
    let mut arguments = vec!["review", "--json"];
    arguments.extend(files.iter().map(String::as_str));
    let output = brelan(&arguments).assert().code(2).stderr_eq(format!(
        "error: {}: line 1: this is not a record: it must begin with `brelan record 1`\n",
        files[7]
    ));
    let lines = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let expected = (0..40).filter(|number| *number != 7);
    assert_eq!(lines.lines().count(), 39);
    for (line, number) in lines.lines().zip(expected) {
        assert!(line.contains(&format!("\"Ana{number}@")), "{line}");
    }
}

#[test]
fn a_page_is_written_beside_the_record_and_never_over_another() {
    let folder = tempfile::tempdir().unwrap();
    let name = file(&folder, "game.brelan", &RECORD.replace("Ana", "<Ana>"));
    brelan(&["review", "--html", &name]).assert().success();
    let page = std::fs::read_to_string(format!("{name}.html")).unwrap();
    assert!(page.contains("&lt;Ana&gt;") && !page.contains("<Ana>"));
    assert!(!page.contains("<script") && !page.contains("http"));
    // The board of the mistake shows 12 matches.
    assert_eq!(page.matches("class=\"match\"").count(), 12, "{page}");
    brelan(&["review", "--html", &name])
        .assert()
        .code(2)
        .stderr_eq(format!("error: {name}: {name}.html exists already\n"));
}

#[test]
fn a_file_too_large_for_a_record_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let name = file(&folder, "large", "");
    let large = std::fs::OpenOptions::new().write(true).open(&name).unwrap();
    large.set_len(1 << 33).unwrap();
    brelan(&["review", &name])
        .assert()
        .code(2)
        .stderr_eq(format!(
            "error: {name}: the file is too large for a record: at most 16 MiB are read\n"
        ));
}

#[test]
fn advice_has_a_place_a_move_and_a_reason() {
    brelan(&["analyse", "allumettes", "--why", "--value-only", "12"])
        .assert()
        .success()
        .stdout_eq(str![[r"
12 (player 1 to move): won
where: Look at what you would leave, modulo 4.
what: 3
why: To take 3 leaves 9, which is 1 modulo 4: the next player loses, because 1 is the losing remainder.

"]]);
}

#[test]
fn the_advice_of_every_game_shows_no_message_key() {
    let positions = [
        ("421", "10/10/first/113/1"),
        ("allumettes", "3,5,7"),
        ("dominos", "1x3 first 30,10 2/22 : first 66 60"),
        ("puissance4", "112233"),
        ("awale", "0,0,0,0,0,1,1,0,0,0,0,1/23-22/60"),
    ];
    for (game, position) in positions {
        for language in ["fr", "en"] {
            let arguments = ["analyse", game, "--why", "--lang", language, position];
            let output = brelan(&arguments).assert().success();
            let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
            assert!(text.contains(if language == "fr" {
                "\nquoi : "
            } else {
                "\nwhat: "
            }));
            assert!(
                !text.contains("why-") && !text.contains("advice-"),
                "{text}"
            );
        }
    }
}
