//! The program as a user runs it: what it prints, what it writes, and how it ends.

use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use snapbox::str;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const IMG1: &str = "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]";
const BITS: &str = "[[0,1,0],[1,1,1]]";

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("img1.json"), IMG1).expect("a file");
    fs::write(folder.path().join("bits.json"), BITS).expect("a file");
    folder
}

fn pavage(folder: &Path, arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("pavage"))
        .args(arguments)
        .current_dir(folder)
        .assert()
}

#[test]
fn rectangles_are_printed_with_the_keys_of_the_subject() {
    let folder = folder();
    pavage(folder.path(), &["rectangles", "bits.json"]).success().stdout_eq(str![[r#"
[2,3,[{"pos":[0,0],"coul":0,"ha":1,"la":1},{"pos":[0,1],"coul":1,"ha":2,"la":1},{"pos":[0,2],"coul":0,"ha":1,"la":1},{"pos":[1,0],"coul":1,"ha":1,"la":1},{"pos":[1,2],"coul":1,"ha":1,"la":1}]]

"#]]);
}

#[test]
fn runs_are_printed_as_columns_and_counts() {
    let folder = folder();
    pavage(folder.path(), &["runs", "bits.json"])
        .success()
        .stdout_eq("[3,[1,1,1,3]]\n");
}

#[test]
fn white_is_the_object_of_a_mask_unless_black_is_asked_for() {
    let folder = folder();
    pavage(
        folder.path(),
        &["convert", "bits.json", "--to", "coco-list"],
    )
    .success()
    .stdout_eq("{\"size\":[2,3],\"counts\":[1,3,1,1]}\n");
    pavage(
        folder.path(),
        &[
            "convert",
            "bits.json",
            "--to",
            "coco-list",
            "--object",
            "black",
        ],
    )
    .success()
    .stdout_eq("{\"size\":[2,3],\"counts\":[0,1,3,1,1]}\n");
}

#[test]
fn a_picture_goes_through_every_format_unchanged() {
    let folder = folder();
    let steps = [
        "img1.json",
        "a.pav",
        "b.png",
        "c.gif",
        "d.pnm",
        "e.bmp",
        "f.json",
        "g.pav",
    ];
    for pair in steps.windows(2) {
        pavage(folder.path(), &["convert", pair[0], "-o", pair[1]]).success();
    }
    let rectangles = |name| {
        let run = pavage(folder.path(), &["rectangles", name]).success();
        run.get_output().stdout.clone()
    };
    assert_eq!(rectangles("img1.json"), rectangles("g.pav"));
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = folder();
    pavage(folder.path(), &["encode", "img1.json"]).success();
    fs::write(folder.path().join("img1.pav"), "mine").expect("a file");
    pavage(folder.path(), &["encode", "img1.json"])
        .code(2)
        .stderr_eq(str![[r"
error: img1.pav exists
hint: --force replaces it

"]]);
    assert_eq!(
        fs::read(folder.path().join("img1.pav")).expect("the file"),
        b"mine"
    );
    pavage(folder.path(), &["encode", "img1.json", "--force"]).success();
    assert!(
        fs::read(folder.path().join("img1.pav"))
            .expect("the file")
            .starts_with(b"PAV")
    );
}

#[test]
fn a_damaged_file_is_named_and_nothing_is_written() {
    let folder = folder();
    fs::write(folder.path().join("cut.pav"), b"PAV\x01\x40\x04").expect("a file");
    pavage(folder.path(), &["decode", "cut.pav"])
        .code(2)
        .stderr_eq(str![[r"
error: cut.pav: byte 6: the file ends before the picture

"]]);
    let names = fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(names.count(), 3, "the two images and the file itself");
}

#[test]
fn folders_are_taken_whole_and_one_bad_file_does_not_stop_the_others() {
    let folder = folder();
    let inside = folder.path().join("scans/deep");
    fs::create_dir_all(&inside).expect("a folder");
    fs::write(inside.join("a.json"), IMG1).expect("a file");
    fs::write(folder.path().join("scans/b.json"), BITS).expect("a file");
    fs::write(folder.path().join("scans/bad.json"), "[[1],[1,0]]").expect("a file");
    fs::write(folder.path().join("scans/notes.txt"), "no picture").expect("a file");
    pavage(folder.path(), &["encode", "scans", "-o", "packed"])
        .code(2)
        .stderr_eq(str![[r"
error: scans/bad.json: row 1 has 2 pixels where row 0 has 1
error: 1 of 3 files failed

"]]);
    for name in ["packed/b.pav", "packed/deep/a.pav"] {
        assert!(folder.path().join(name).exists(), "{name}");
    }
    assert!(!folder.path().join("packed/bad.pav").exists());
}

#[test]
fn info_says_mode_counts_and_sizes() {
    let folder = folder();
    pavage(folder.path(), &["info", "img1.json"])
        .success()
        .stdout_eq(str![[r"
img1.json
  size         4 x 3
  samples      grey of 8 bits
  mode         [..]
  tried        [..] bytes [..] ms
  rectangles   4
  runs         6
  file         31 bytes
  .pav         [..] bytes
  packed       12 bytes

"]]);
}

#[test]
fn a_format_that_nobody_named_is_asked_for() {
    let folder = folder();
    pavage(folder.path(), &["convert", "img1.json"])
        .code(2)
        .stderr_eq(str![[r"
error: standard output does not say which format to write
hint: --to png|bmp|gif|pnm|pav|svg|coco|coco-list|json, or -o FILE

"]]);
    pavage(folder.path(), &["convert", "img1.json", "-o", "a.xyz"])
        .code(2)
        .stderr_eq(str![[r"
error: a.xyz: its extension is none that is known
hint: pav, png, bmp, gif, pnm, pbm, pgm, ppm, pam, json, coco; svg is only written

"]]);
}

#[test]
fn black_and_white_and_eight_colours_follow_the_mean_and_the_levels() {
    let folder = folder();
    fs::write(
        folder.path().join("c.json"),
        "[[[255,100,129],[128,128,128],[127,128,128]]]",
    )
    .expect("a file");
    pavage(folder.path(), &["bw", "c.json", "-o", "bw.json"]).success();
    pavage(folder.path(), &["runs", "bw.json"])
        .success()
        .stdout_eq("[3,[0,2,1]]\n");
    pavage(folder.path(), &["eight-colours", "c.json", "-o", "e.json"]).success();
    let text = fs::read_to_string(folder.path().join("e.json")).expect("the file");
    assert!(
        text.contains("[255,0,255]") && text.contains("[0,255,255]"),
        "{text}"
    );
}
