//! Safety of the program on files: nothing is lost or replaced silently, and a bad input affects
//! only its own output.
#![cfg(unix)]

use pavage::CodecLimits;
use pavage::Picture;
use pavage::metadata::MetadataChunk;
use pavage::picture::Layout;
use pavage::raster::{RasterFormat, png_with};
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use tempfile::TempDir;

const IMG1: &str = "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]";

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("a.json"), IMG1).expect("a file");
    folder
}

fn command(folder: &Path, arguments: &str) -> Command {
    Command::new(cargo_bin!("pavage"))
        .env("LC_ALL", "C")
        .args(arguments.split(' '))
        .current_dir(folder)
}

fn pavage(folder: &Path, arguments: &str) -> OutputAssert {
    command(folder, arguments).assert()
}

fn shell(folder: &Path, script: &str) -> OutputAssert {
    let program = cargo_bin!("pavage").display().to_string();
    Command::new("bash")
        .args(["-c", &script.replace("pavage", &program)])
        .current_dir(folder)
        .assert()
}

#[track_caller]
fn check_stderr(run: &OutputAssert, part: &str) {
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains(part), "{text}");
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect("the file")
}

#[test]
fn a_dash_is_standard_input_or_output_in_every_command() {
    let folder = folder();
    let through = "pavage encode - -o - < a.json | pavage decode - -o - --to pnm \
                   | pavage convert - --to json | pavage rectangles - | pavage bw - -o - \
                   | pavage eight-colours - -o - | pavage show - -o - | pavage runs - -o - > runs \
                   && pavage info - < a.json > info";
    shell(folder.path(), &format!("set -o pipefail; {through}")).success();
    assert!(bytes(folder.path(), "runs").starts_with(b"["));
    assert!(bytes(folder.path(), "info").starts_with(b"standard input\n  size         4 x 3\n"));
    let run = pavage(folder.path(), "encode -").code(2);
    check_stderr(&run, "standard input has no file name");
}

#[test]
fn devices_pipes_and_links_are_written_in_place() {
    let folder = folder();
    let path = folder.path();
    pavage(path, "convert a.json --to pnm -o /dev/null").success();
    let device = fs::metadata("/dev/null").expect("the device");
    assert!(device.file_type().is_char_device());

    shell(
        path,
        "mkfifo p; cat p > got & pavage convert a.json --to pnm -o p; wait",
    )
    .success();
    let pipe = fs::metadata(path.join("p")).expect("the pipe");
    assert!(pipe.file_type().is_fifo() && bytes(path, "got").starts_with(b"P5"));

    fs::write(path.join("real.pnm"), "old").expect("a file");
    symlink("real.pnm", path.join("link.pnm")).expect("a link");
    pavage(path, "convert a.json -o link.pnm").code(2);
    assert_eq!(bytes(path, "real.pnm"), b"old");
    pavage(path, "convert a.json -o link.pnm --force").success();
    let link = fs::symlink_metadata(path.join("link.pnm")).expect("the link");
    assert!(link.is_symlink() && bytes(path, "real.pnm").starts_with(b"P5"));

    symlink("later.pnm", path.join("dangling.pnm")).expect("a link");
    pavage(path, "convert a.json -o dangling.pnm").success();
    assert!(bytes(path, "later.pnm").starts_with(b"P5"));
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = folder();
    let path = folder.path();
    pavage(path, "convert a.json -o x.png").success();
    symlink("x.png", path.join("y.png")).expect("a link");
    let before = bytes(path, "x.png");
    for arguments in [
        "convert x.png -o x.png --force",
        "convert x.png -o y.png --force",
        "bw x.png -o x.png --force",
        "decode x.png -o ./x.png --force",
    ] {
        let run = pavage(path, arguments).code(2);
        check_stderr(&run, "is both input and output");
        assert_eq!(bytes(path, "x.png"), before, "{arguments}");
    }
}

#[test]
fn the_option_to_overrides_the_extension() {
    let folder = folder();
    let path = folder.path();
    pavage(path, "encode a.json").success();
    pavage(path, "decode a.pav -o b.png --to bmp").success();
    assert!(bytes(path, "b.png").starts_with(b"BM"));
    pavage(path, "convert a.pav -o c.png --to gif").success();
    assert!(bytes(path, "c.png").starts_with(b"GIF"));
    let run = pavage(path, "encode a.json -o d.png").code(2);
    check_stderr(
        &run,
        "d.png: encode writes .pav files only, use convert for png",
    );
}

#[test]
fn a_missing_output_folder_is_created() {
    let folder = folder();
    pavage(folder.path(), "encode a.json -o new/deep/").success();
    assert!(bytes(folder.path(), "new/deep/a.pav").starts_with(b"PAV"));
}

#[test]
fn existing_outputs_are_reported_before_any_work_and_others_are_written() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("b.json"), IMG1).expect("a file");
    fs::write(path.join("a.pav"), "mine").expect("a file");
    let run = pavage(path, "encode a.json b.json").code(2);
    check_stderr(
        &run,
        "error: a.pav already exists\nhint: --force replaces it",
    );
    check_stderr(&run, "1 of 2 files failed");
    assert!(bytes(path, "b.pav").starts_with(b"PAV"));
    pavage(path, "encode a.json b.json --skip-existing").success();
    assert_eq!(bytes(path, "a.pav"), b"mine");
    pavage(path, "encode a.json b.json --force").success();
    assert!(bytes(path, "a.pav").starts_with(b"PAV"));
    // An existing output is reported before the unreadable input is opened.
    fs::write(path.join("c.json"), "[[").expect("a file");
    fs::write(path.join("c.pav"), "mine").expect("a file");
    let run = pavage(path, "encode c.json").code(2);
    check_stderr(&run, "c.pav already exists");
}

#[test]
fn clashes_loops_and_bad_files_do_not_stop_other_files() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir_all(path.join("in/deep")).expect("a folder");
    for name in ["in/a.json", "in/deep/b.json"] {
        fs::write(path.join(name), IMG1).expect("a file");
    }
    pavage(path, "convert a.json -o in/a.png").success();
    symlink("..", path.join("in/deep/up")).expect("a link");
    symlink("itself.png", path.join("in/itself.png")).expect("a link");
    let run = pavage(path, "encode in -o out").code(2);
    check_stderr(&run, "symbolic links form a loop back to");
    check_stderr(
        &run,
        "in/a.png: its output out/a.pav is already written from in/a.json",
    );
    check_stderr(&run, "in/itself.png");
    check_stderr(&run, "3 of 5 files failed");
    for name in ["out/a.pav", "out/deep/b.pav"] {
        assert!(bytes(path, name).starts_with(b"PAV"), "{name}");
    }
    fs::write(path.join("bad.json"), "[[").expect("a file");
    let run = pavage(path, "info bad.json a.json").code(2);
    check_stderr(&run, "1 of 2 files failed");
    assert!(run.get_output().stdout.starts_with(b"a.json\n"));
}

fn chunks() -> Vec<MetadataChunk> {
    let chunk = |name: &[u8; 4], body: &[u8]| MetadataChunk {
        name: *name,
        body: body.to_vec(),
    };
    vec![
        chunk(b"gAMA", &45_455_u32.to_be_bytes()),
        chunk(b"pHYs", b"\0\0\x0B\x13\0\0\x0B\x13\x01"),
        chunk(b"eXIf", b"II*\0\x08\0\0\0\0\0\0\0\0\0"),
        chunk(b"tEXt", b"Title\0Board"),
    ]
}

fn picture() -> Picture {
    Picture::new(4, 2, Layout::RGB, (0..24).collect()).expect("24 samples")
}

#[test]
fn metadata_is_kept_or_the_conversion_is_refused() {
    let folder = folder();
    let path = folder.path();
    let png = png_with(&picture(), &chunks()).expect("a PNG");
    fs::write(path.join("x.png"), &png).expect("a file");
    pavage(path, "encode x.png").success();
    pavage(path, "decode x.pav -o back.png").success();
    let back = bytes(path, "back.png");
    assert_eq!(RasterFormat::Png.metadata(&back).expect("a PNG"), chunks());
    let read = RasterFormat::Png.read(&back, &CodecLimits::default());
    assert_eq!(read.expect("a PNG"), picture());
    let run = pavage(path, "convert x.pav -o x.bmp").code(2);
    check_stderr(
        &run,
        "bmp cannot hold the metadata of the file: gAMA, pHYs, eXIf, tEXt",
    );
    check_stderr(&run, "hint: png and pav keep it, --strip omits it");
    pavage(path, "convert x.pav -o x.bmp --strip").success();
    pavage(path, "encode x.png -o bare.pav --strip").success();
    assert!(bytes(path, "bare.pav").len() < bytes(path, "x.pav").len());
}

#[test]
fn the_colour_profile_of_a_jpeg_is_copied_to_the_png() {
    use image::ImageEncoder;
    let folder = folder();
    let mut jpeg = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut jpeg);
    let profile = b"a profile, as far as anybody looks".to_vec();
    encoder.set_icc_profile(profile.clone()).expect("a profile");
    let colours = image::ExtendedColorType::Rgb8;
    encoder
        .write_image(picture().samples(), 4, 2, colours)
        .expect("a JPEG");
    fs::write(folder.path().join("x.jpg"), jpeg).expect("a file");
    pavage(folder.path(), "encode x.jpg").success();
    pavage(folder.path(), "decode x.pav").success();
    let png = bytes(folder.path(), "x.png");
    let mut decoder =
        image::codecs::png::PngDecoder::new(std::io::Cursor::new(png)).expect("a PNG");
    let found = image::ImageDecoder::icc_profile(&mut decoder).expect("a profile");
    assert_eq!(found, Some(profile));
}

#[test]
fn an_animation_is_refused_and_a_single_frame_is_accepted() {
    let folder = folder();
    for (name, count) in [("one.gif", 1), ("two.gif", 2)] {
        let mut gif = Vec::new();
        let mut encoder = image::codecs::gif::GifEncoder::new(&mut gif);
        let frame = image::Frame::new(image::RgbaImage::new(3, 2));
        let frames = std::iter::repeat_n(frame, count);
        encoder.encode_frames(frames).expect("a GIF");
        drop(encoder);
        fs::write(folder.path().join(name), gif).expect("a file");
    }
    pavage(folder.path(), "encode one.gif").success();
    let run = pavage(folder.path(), "encode two.gif").code(2);
    check_stderr(&run, "two.gif: the file has several frames or pages");
}

#[test]
fn formats_are_detected_from_their_content() {
    let folder = folder();
    let (samples, colours) = (picture(), image::ExtendedColorType::Rgb8);
    for (name, format) in [
        ("a.dat", image::ImageFormat::Jpeg),
        ("b.png", image::ImageFormat::Tiff),
        ("c", image::ImageFormat::WebP),
        ("d.json", image::ImageFormat::Bmp),
    ] {
        let mut file = std::io::Cursor::new(Vec::new());
        let samples = samples.samples();
        image::write_buffer_with_format(&mut file, samples, 4, 2, colours, format).expect("a file");
        fs::write(folder.path().join(name), file.into_inner()).expect("a file");
        let run = pavage(folder.path(), &format!("info {name}")).success();
        let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(text.contains("4 x 2"), "{text}");
    }
    fs::write(folder.path().join("e.png"), "no picture").expect("a file");
    let run = pavage(folder.path(), "info e.png").code(2);
    check_stderr(
        &run,
        "e.png: unknown file format\nhint: readable formats are PAV, PNG",
    );
}

#[test]
fn annotations_and_masks_survive_a_round_trip() {
    let folder = folder();
    let path = folder.path();
    let document = r#"{"images":[{"id":7,"height":3,"width":4}],"annotations":[
        {"id":1,"image_id":7,"segmentation":[[0,0,2,0,2,2,0,2]]},
        {"id":2,"image_id":7,"segmentation":{"size":[3,4],"counts":[7,1,4]}},
        {"id":3,"image_id":7,"segmentation":{"size":[3,4],"counts":"714"}},
        {"id":4,"image_id":8,"segmentation":[[0,0,2,0,2,2]]}]}"#;
    fs::write(path.join("all.json"), document).expect("a file");
    let run = pavage(path, "masks all.json -o masks --to png").code(2);
    check_stderr(
        &run,
        "8-4: the size of the polygon's picture is not in \"images\"",
    );
    pavage(
        path,
        "annotations masks/7-1.png masks/7-2.png masks/7-3.png -o set.json",
    )
    .success();
    let set = String::from_utf8(bytes(path, "set.json")).expect("text");
    // pycocotools prints this string for the polygon.
    for part in [
        r#""images":[{"id":7,"file_name":"7","height":3,"width":4}]"#,
        r#""area":4,"bbox":[0,0,2,2],"segmentation":{"size":[3,4],"counts":"02106"}"#,
        r#""area":1,"bbox":[2,1,1,1],"segmentation":{"size":[3,4],"counts":"714"}"#,
    ] {
        assert!(set.contains(part), "{set}");
    }
    pavage(path, "annotations masks/7-1.png --results -o results.json").success();
    pavage(path, "masks results.json -o again --to png").success();
    assert_eq!(bytes(path, "again/7-1.png"), bytes(path, "masks/7-1.png"));
}

#[test]
fn show_draws_in_a_terminal_and_binary_output_is_refused_there() {
    let folder = folder();
    for (means, start) in [
        ("blocks", "\x1B[38;2;"),
        ("sixel", "\x1BPq"),
        ("kitty", "\x1B_Ga=T,f=100,"),
    ] {
        let run = pavage(folder.path(), &format!("show a.json --as {means}")).success();
        let text = String::from_utf8(run.get_output().stdout.clone()).expect("text");
        assert!(text.starts_with(start), "{means}");
    }
    let terminal = "script --quiet --command 'pavage convert a.json --to png' /dev/null";
    let text = shell(folder.path(), terminal).get_output().stdout.clone();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(
        text.contains("standard output is a terminal: png is binary data"),
        "{text}"
    );
}

#[test]
fn each_file_is_reported_with_its_size_before_and_after() {
    let folder = folder();
    let run = pavage(folder.path(), "encode a.json").success();
    let size = bytes(folder.path(), "a.pav").len();
    let share = (100.0 * size as f64 / 31.0).round();
    let line = format!("a.json: 31 bytes to a.pav: {size} bytes ({share} %)\n");
    assert_eq!(String::from_utf8_lossy(&run.get_output().stdout), line);
    pavage(folder.path(), "encode a.json --force --quiet")
        .success()
        .stdout_eq("");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = folder();
    let row = |start: usize| {
        let pixels: Vec<String> = (0..200).map(|at| ((at + start) % 2).to_string()).collect();
        format!("[{}]", pixels.join(","))
    };
    let rows: Vec<String> = (0..200).map(row).collect();
    fs::write(
        folder.path().join("b.json"),
        format!("[{}]", rows.join(",")),
    )
    .expect("a file");
    shell(
        folder.path(),
        "set -o pipefail; pavage rectangles b.json | true",
    )
    .success()
    .stderr_eq("");
}
