//! The command-line program: its output, its files and its exit codes.

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
        .env("LC_ALL", "C")
        .args(arguments)
        .current_dir(folder)
        .assert()
}

#[test]
fn the_colours_of_the_subject_stay_as_they_are_given() {
    let folder = folder();
    let run = |words: &[&str]| {
        let run = pavage(folder.path(), words).success();
        String::from_utf8_lossy(&run.get_output().stdout).into_owned()
    };
    // `ic1` of the subject.
    let cover = r#"[3,4,[{"pos":[0,0],"coul":7,"ha":2,"la":3},{"pos":[0,3],"coul":1,"ha":3,"la":1},{"pos":[2,0],"coul":2,"ha":1,"la":2},{"pos":[2,2],"coul":1,"ha":1,"la":1}]]"#;
    let cover: serde_json::Value = serde_json::from_str(cover).expect("the subject's value");
    let read = |text: String| serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
    assert_eq!(read(run(&["rectangles", "img1.json"])), cover);
    assert_eq!(read(run(&["convert", "img1.json", "--to", "json"])), cover);
    run(&["encode", "--quiet", "img1.json", "-o", "kept.pav"]);
    assert_eq!(read(run(&["rectangles", "kept.pav"])), cover);
    let rows = "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]\n";
    for name in ["img1.json", "kept.pav"] {
        assert_eq!(run(&["convert", name, "--to", "rows"]), rows);
    }
    fs::write(folder.path().join("white.json"), "[[7,0],[0,7]]").expect("a file");
    assert_eq!(
        run(&["convert", "white.json", "--to", "rows"]),
        "[[7,0],[0,7]]\n"
    );
}

#[test]
fn a_grey_picture_becomes_a_label_map_and_comes_back() {
    let folder = folder();
    let path = folder.path();
    pavage(
        path,
        &["encode", "--quiet", "--labels", "img1.json", "-o", "l.pav"],
    )
    .success();
    pavage(path, &["decode", "--quiet", "l.pav", "-o", "back.pgm"]).success();
    let back = fs::read(path.join("back.pgm")).expect("a file");
    // 7 of 7 is 255, 1 is 36 and 2 is 72.
    assert_eq!(
        back,
        b"P5\n4 3\n255\n\xFF\xFF\xFF\x24\xFF\xFF\xFF\x24\x48\x48\x24\x24"
    );
    pavage(path, &["info", "l.pav"])
        .success()
        .stdout_eq(str![[r"
l.pav
  size         4 x 3 x 1
  labels       unsigned, 8 bits
  different    3
  file         [..] bytes

"]]);
    fs::write(path.join("c.json"), "[[[1,2,3]]]").expect("a file");
    pavage(path, &["encode", "--labels", "c.json"])
        .code(2)
        .stderr_eq(str![[r"
error: c.json: a label map is made from a grey picture, without colours or opacity
hint: leave out --labels to encode the picture with its colours

"]]);
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
fn a_picture_survives_conversion_through_every_format() {
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
    // GIF and BMP have no grey pictures: 7 of 7 is white, and so on.
    let [white, dark, grey] = ["[255,255,255]", "[36,36,36]", "[72,72,72]"];
    let row = format!("[{white},{white},{white},{dark}]");
    let rows = format!("[{row},{row},[{grey},{grey},{dark},{dark}]]\n");
    pavage(folder.path(), &["convert", "g.pav", "--to", "rows"])
        .success()
        .stdout_eq(rows);
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = folder();
    pavage(folder.path(), &["encode", "img1.json"]).success();
    fs::write(folder.path().join("img1.pav"), "mine").expect("a file");
    pavage(folder.path(), &["encode", "img1.json"])
        .code(2)
        .stderr_eq(str![[r"
error: img1.pav already exists
hint: --force replaces it, --skip-existing skips it

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
fn a_damaged_file_is_named_and_no_output_is_written() {
    let folder = folder();
    fs::write(folder.path().join("cut.pav"), b"PAV\x01\x40\x04").expect("a file");
    pavage(folder.path(), &["decode", "cut.pav"])
        .code(2)
        .stderr_eq(str![[r"
error: cut.pav: byte 6: the file is truncated

"]]);
    let names = fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(names.count(), 3, "the two images and the file itself");
}

#[test]
fn folders_are_searched_and_a_bad_file_does_not_stop_the_others() {
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
fn info_prints_mode_counts_and_sizes() {
    let folder = folder();
    pavage(folder.path(), &["info", "img1.json"])
        .success()
        .stdout_eq(str![[r"
img1.json
  size         4 x 3
  samples      grey of 8 bits
  mode         blended
  chosen       blended, the smallest
  tried        blended [..] bytes [..] ms, regions [..] bytes [..] ms, raw [..] bytes [..] ms
  rectangles   4
  runs         6
  file         31 bytes
  .pav         [..] bytes
  packed       12 bytes

"]]);
}

#[test]
fn a_missing_or_unknown_output_format_is_an_error() {
    let folder = folder();
    pavage(folder.path(), &["convert", "img1.json"])
        .code(2)
        .stderr_eq(str![[r"
error: standard output needs a format
hint: give --to png|bmp|gif|pnm|pav|svg|coco|coco-list|json|rows, or -o FILE

"]]);
    pavage(folder.path(), &["convert", "img1.json", "-o", "a.xyz"])
        .code(2)
        .stderr_eq(str![[r"
error: a.xyz: unknown extension
hint: use pav, png, bmp, gif, pnm, json, rows, coco, coco-list or svg, or give --to FORMAT

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

/// Files of a few bytes that describe pictures of at least 64 million pixels.
fn large() -> Vec<(&'static str, Vec<u8>)> {
    // A header of 16-bit RGBA, then a truncated data chunk.
    let png = |side: u32| {
        let header = [
            &side.to_be_bytes()[..],
            &side.to_be_bytes(),
            &[16, 6, 0, 0, 0],
        ]
        .concat();
        let chunk = [b"IHDR".as_slice(), &header].concat();
        let check = crc(&chunk).to_be_bytes();
        let start = b"\x89PNG\r\n\x1A\n\0\0\0\x0D";
        [start, &chunk[..], &check, b"\0\0\0\x0AIDAT\x78\x9C\x63"].concat()
    };
    let cover = r#"[8192,8192,[{"pos":[0,0],"coul":[1,2,3],"ha":8192,"la":8192}]]"#;
    let side = [0x80, 0x80, 1];
    vec![
        ("runs.json", b"[8192,[67108864]]".to_vec()),
        ("cover.json", cover.into()),
        (
            "mask.coco",
            br#"{"size":[8192,8192],"counts":[67108864]}"#.to_vec(),
        ),
        ("large.png", png(16_000)),
        ("larger.png", png(4_000_000_000)),
        (
            "flat.pav",
            [b"PAV\x01\x27".as_slice(), &side, &side, &[0; 9]].concat(),
        ),
        ("large.pgm", b"P5 16000 16000 255 ".to_vec()),
        ("large.bmp", bmp(16_000)),
    ]
}

fn bmp(side: u32) -> Vec<u8> {
    let mut file = b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0".to_vec();
    file.extend([side.to_le_bytes(), side.to_le_bytes()].concat());
    file.extend(b"\x01\0\x18\0");
    file.extend([0; 24]);
    file
}

/// CRC-32 of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| crc >> 1 ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
    !bytes
        .iter()
        .fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

#[test]
#[cfg(target_os = "linux")]
fn small_files_of_large_pictures_stay_within_the_memory_limit() {
    let folder = TempDir::new().expect("a temporary folder");
    let commands = [
        "encode FILE -o out.pav",
        "decode FILE -o out.png",
        "convert FILE --to svg -o out.svg",
        "convert FILE --to coco -o out.coco",
        "convert FILE --to gif -o out.gif",
        "info FILE",
        "runs FILE",
        "rectangles FILE",
        "bw FILE -o out.png",
        "eight-colours FILE -o out.png",
        "show FILE -o out.png",
    ];
    for (name, bytes) in large() {
        fs::write(folder.path().join(name), bytes).expect("a file");
        for command in commands {
            let command = command.replace("FILE", name);
            let program = cargo_bin!("pavage").display().to_string();
            // Beyond its limit the program maps its code and the stacks of two threads.
            let script = format!("ulimit -v 300000; exec {program} --max-memory 200M {command}");
            let _ = fs::remove_file(folder.path().join("out.png"));
            let run = Command::new("sh")
                .args(["-c", &script])
                .current_dir(folder.path())
                .assert();
            let output = run.get_output();
            let stderr = String::from_utf8_lossy(&output.stderr);
            let code = output.status.code();
            assert!(
                code == Some(0) || code == Some(2) && !stderr.contains("panicked"),
                "{command}: {code:?} {stderr}"
            );
        }
    }
}

#[test]
fn an_exceeded_limit_is_reported_with_its_option() {
    let folder = folder();
    pavage(folder.path(), &["info", "img1.json", "--max-pixels", "11"])
        .code(2)
        .stderr_eq(str![[r"
error: img1.json: the picture needs 12 pixels, the limit is 11
hint: --max-pixels 12 allows it

"]]);
    pavage(folder.path(), &["info", "img1.json", "--max-memory", "1K"])
        .code(2)
        .stderr_eq(str![[r"
error: img1.json: the picture needs [..] bytes of memory, the limit is 1024
hint: --max-memory 1M allows it

"]]);
}

#[test]
fn errors_are_in_french_where_the_environment_is() {
    let folder = folder();
    fs::write(folder.path().join("uneven.json"), "[[1,0],[1]]").expect("a file");
    let run = |words: &[&str]| {
        let program = Command::new(cargo_bin!("pavage")).env("LC_ALL", "fr_FR.UTF-8");
        program
            .args(words)
            .current_dir(folder.path())
            .assert()
            .code(2)
    };
    run(&["rectangles", "uneven.json"]).stderr_eq(str![[r"
erreur : uneven.json : la ligne 1 est de longueur 1, la ligne 0 de longueur 2

"]]);
    run(&["info", "img1.json", "--max-pixels", "11"]).stderr_eq(str![[r"
erreur : img1.json : il faut 12 pixels pour l’image, la limite est 11
conseil : --max-pixels 12 le permet

"]]);
}
