//! The command `labels`: labelled pictures between COCO, Label Studio and label maps.

use serde_json::{Value, json};
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn pavage(folder: &Path, words: &str) -> OutputAssert {
    let words = words.split(' ');
    let program = Command::new(cargo_bin!("pavage")).env("LC_ALL", "C");
    program.args(words).current_dir(folder).assert()
}

fn folder(name: &str, document: &Value) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join(name), document.to_string()).expect("a file");
    folder
}

fn read(folder: &Path, name: &str) -> Value {
    let text = fs::read_to_string(folder.join(name)).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

/// Two pictures, two categories, and objects that do not overlap.
fn coco() -> Value {
    json!({
        "images": [{"id": 7, "file_name": "a/one.jpg", "height": 4, "width": 6},
            {"id": 9, "file_name": "two.png", "height": 3, "width": 3}],
        "categories": [{"id": 3, "name": "cat"}, {"id": 300, "name": "dog"}],
        "annotations": [
            {"id": 1, "image_id": 7, "category_id": 3, "iscrowd": 0,
                "segmentation": [[0.0, 0.0, 2.0, 0.0, 2.0, 4.0, 0.0, 4.0]]},
            {"id": 2, "image_id": 7, "category_id": 300, "iscrowd": 1,
                "segmentation": {"size": [4, 6], "counts": [12, 8, 4]}},
            {"id": 3, "image_id": 9, "category_id": 300, "iscrowd": 0,
                "segmentation": {"size": [3, 3], "counts": "414"}}]
    })
}

/// For each object of a COCO file the name of its picture and of its category, its area, its box and
/// its runs.
fn objects(document: &Value) -> Vec<Value> {
    let named = |list: &str, id: &Value, name: &str| {
        let list = document[list].as_array().expect("a list");
        let found = list.iter().find(|one| one["id"] == *id);
        found.expect("a known id")[name].clone()
    };
    let annotations = document["annotations"].as_array().expect("a list");
    let object = |one: &Value| {
        let image = named("images", &one["image_id"], "file_name");
        let image = image.as_str().expect("a name").to_owned();
        let stem = image
            .rsplit('/')
            .next()
            .and_then(|name| name.split('.').next());
        let category = named("categories", &one["category_id"], "name");
        json!([
            stem,
            category,
            one["area"],
            one["bbox"],
            one["segmentation"]
        ])
    };
    annotations.iter().map(object).collect()
}

#[test]
fn objects_survive_every_conversion() {
    let folder = folder("coco.json", &coco());
    let path = folder.path();
    pavage(path, "labels coco.json --to coco -o same.json").success();
    let expected = objects(&read(path, "same.json"));
    let areas: Vec<&Value> = expected.iter().map(|object| &object[2]).collect();
    assert_eq!(areas, [8, 8, 1]);
    for steps in [
        ["label-studio", "pav", "png", "coco"],
        ["png", "label-studio", "pav", "coco"],
    ] {
        let mut from = "coco.json".to_owned();
        for (number, step) in steps.iter().enumerate() {
            let to = format!("{number}-{}.json", steps[0]);
            pavage(path, &format!("labels {from} --to {step} -o {to}")).success();
            from = to;
        }
        assert_eq!(objects(&read(path, &from)), expected, "{steps:?}");
    }
}

#[test]
fn label_maps_hold_categories_or_the_numbers_of_objects() {
    let folder = folder("coco.json", &coco());
    let path = folder.path();
    let rows = |file: &str| {
        let run = pavage(path, &format!("convert {file} --to rows")).success();
        String::from_utf8_lossy(&run.get_output().stdout).into_owned()
    };
    pavage(path, "labels coco.json --to png -o maps/").success();
    let names = json!([{"id": 3, "name": "cat"}, {"id": 300, "name": "dog"}]);
    assert_eq!(read(path, "maps/categories.json"), names);
    pavage(path, "labels coco.json --objects --to pav -o numbered/").success();
    let row = "[[1,1,1],[1,1,1],[0,0,0],[2,2,2],[2,2,2],[0,0,0]]";
    assert_eq!(
        rows("numbered/one.pav"),
        format!("[{row},{row},{row},{row}]\n")
    );
    pavage(path, "labels numbered --objects --to coco -o numbered.json").success();
    let found = objects(&read(path, "numbered.json"));
    assert_eq!(found.len(), 3);
    assert!(
        found.iter().all(|object| object[1] == "object"),
        "{found:?}"
    );
    // Category 300 needs 16 bits; a category beyond them only a label map of pavage holds.
    let mut large = coco();
    large["annotations"][1]["category_id"] = json!(70_000);
    fs::write(path.join("large.json"), large.to_string()).expect("a file");
    let run = pavage(path, "labels large.json --to png -o large/").code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("hint: --to pav holds it"), "{text}");
    pavage(path, "labels large.json --to pav -o large/").success();
    pavage(path, "labels large/ --to coco -o back.json").success();
    let categories: Vec<Value> = objects(&read(path, "back.json"))
        .into_iter()
        .map(|o| o[1].clone())
        .collect();
    assert_eq!(categories, ["cat", "70000", "dog"]);
}

/// A task of Label Studio with one region on a picture of 4 by 2.
fn task(kind: &str, value: &Value) -> Value {
    let mut value = value.clone();
    value[kind] = json!(["cat"]);
    json!([{"id": 5, "data": {"image": "/data/upload/x.png"}, "annotations": [{"result": [
        {"type": kind, "original_width": 4, "original_height": 2, "value": value},
        {"type": "choices", "value": {"choices": ["good"]}}]}]}])
}

#[test]
fn regions_of_label_studio_are_read() {
    // 32 bytes in words of 8 bits, lengths of 3, 4, 8 and 16 bits, then 4 zeros, 12 times 255 and 16
    // zeros: 00111 0010 0011 0111 1111, 1 00 011 00000000, 1 01 1011 11111111, 1 01 1111 00000000.
    let brush = [
        0, 0, 0, 32, 0x39, 0x1B, 0xFC, 0x60, 0x16, 0xFF, 0xEF, 0x80, 0x00,
    ];
    let cases = [
        (
            "brushlabels",
            json!({"format": "rle", "rle": brush}),
            [1, 0, 3, 1],
        ),
        (
            "rectanglelabels",
            json!({"x": 25, "y": 0, "width": 75, "height": 50, "rotation": 0}),
            [1, 0, 3, 1],
        ),
        // A quarter of a turn clockwise around the corner (2, 0).
        (
            "rectanglelabels",
            json!({"x": 50, "y": 0, "width": 50, "height": 50, "rotation": 90}),
            [1, 0, 1, 2],
        ),
        (
            "polygonlabels",
            json!({"points": [[50, 0], [100, 0], [100, 100], [50, 100]]}),
            [2, 0, 2, 2],
        ),
    ];
    for (kind, value, expected) in cases {
        let folder = folder("tasks.json", &task(kind, &value));
        pavage(folder.path(), "labels tasks.json --to coco -o coco.json").success();
        let document = read(folder.path(), "coco.json");
        assert_eq!(objects(&document)[0][0], "x");
        let found: Vec<u64> = document["annotations"][0]["bbox"]
            .as_array()
            .expect("a box")
            .iter()
            .map(|side| side.as_f64().expect("a number") as u64)
            .collect();
        assert_eq!(found, expected, "{kind} {value}");
    }
}

#[test]
fn hostile_files_are_refused_and_nothing_leaves_the_folder() {
    let brush = |rle: Value| task("brushlabels", &json!({"rle": rle}));
    let mut huge = brush(json!([0, 0, 0, 32]));
    huge[0]["annotations"][0]["result"][0]["original_width"] = json!(1_u64 << 60);
    let mut polygon = coco();
    polygon["images"][0]["width"] = json!(1 << 27);
    polygon["annotations"][0]["segmentation"] = json!([vec![1; 1000]]);
    let mut stranger = coco();
    stranger["annotations"][0]["image_id"] = json!(1);
    for (document, part) in [
        (brush(json!([])), "the brush is truncated"),
        (
            brush(json!([0, 0, 0, 32, 0x39, 0x1B, 0xFF])),
            "the brush is truncated",
        ),
        (brush(json!([0, 0, 0, 33])), "another size"),
        (
            brush(json!([0, 0, 0, 32, 0x39, 0x1B, 0xFF, 255, 255, 255])),
            "beyond its picture",
        ),
        (brush(json!([256])), "not a byte"),
        (task("ellipselabels", &json!({"x": 1})), "is not read"),
        (huge, "the limit is"),
        (polygon, "the limit is"),
        (stranger, "annotation 1: its picture is not in \"images\""),
        (
            json!({"images": []}),
            "expected an object with \"annotations\"",
        ),
        (json!([1, 2]), "no"),
    ] {
        let folder = folder("in.json", &document);
        let run = pavage(folder.path(), "labels in.json --to coco -o out.json").code(2);
        let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(
            text.contains(part) && !text.contains("panicked"),
            "{part}: {text}"
        );
    }
    let mut outside = coco();
    outside["images"][0]["file_name"] = json!("../../outside");
    outside["images"][1]["file_name"] = json!("..");
    let folder = folder("in.json", &outside);
    pavage(folder.path(), "labels in.json --to pav -o deep/maps/").success();
    let names = fs::read_dir(folder.path().join("deep/maps")).expect("a folder");
    let mut names: Vec<_> = names
        .map(|name| name.expect("a name").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["_.pav", "categories.json", "outside.pav"]);
    outside["images"][1]["file_name"] = json!("outside.png");
    fs::write(folder.path().join("in.json"), outside.to_string()).expect("a file");
    pavage(folder.path(), "labels in.json --to pav -o twice/").code(2);
    pavage(folder.path(), "labels in.json --force --to coco -o in.json").code(2);
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let run = pavage(folder.path(), "labels empty --to coco -o none.json").code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("no label maps"), "{text}");
    pavage(
        folder.path(),
        "labels deep/maps --force --to png -o deep/maps",
    )
    .code(2);
}
