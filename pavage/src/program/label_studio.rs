//! Label Studio tasks: regions painted with a brush, polygons and rectangles.

use super::object_set::{LabelledImage, LabelledObject, ObjectSet, limited_polygon, plain_name};
use anyhow::{Context, bail};
use pavage::coco::CocoMask;
use pavage::{CodecLimits, Image};
use serde_json::{Value, json};

/// The objects of a list of tasks.
pub(super) fn read(document: &Value, limits: &CodecLimits) -> anyhow::Result<ObjectSet> {
    let tasks = document.as_array().context("expected a list of tasks")?;
    let mut set = ObjectSet::default();
    for (task, number) in tasks.iter().zip(1..) {
        read_task(&mut set, task, number, limits).with_context(|| format!("task {number}"))?;
    }
    Ok(set)
}

/// Whether a document is a list of tasks rather than a COCO file.
pub(super) fn is_list_of_tasks(document: &Value) -> bool {
    let tasks = document.as_array();
    tasks.is_some_and(|tasks| tasks.iter().all(|task| task["data"].is_object()))
}

fn read_task(
    set: &mut ObjectSet,
    task: &Value,
    number: u64,
    limits: &CodecLimits,
) -> anyhow::Result<()> {
    let data = task["data"].as_object().context("it has no data")?;
    let name = data.get("image").or_else(|| data.values().next());
    let name = name
        .and_then(Value::as_str)
        .context("it names no picture")?;
    let place = set.images.len();
    let lists = ["annotations", "predictions"].map(|list| task[list].as_array());
    // The annotations of people, or else the predictions of a model.
    let list = lists.into_iter().flatten().find(|list| !list.is_empty());
    let results = list
        .into_iter()
        .flatten()
        .filter_map(|one| one["result"].as_array());
    for result in results.flatten() {
        let value = &result["value"];
        let Some((kind, label)) = label(value) else {
            // A choice or a text for the whole picture has no region.
            continue;
        };
        let side = |name: &str| {
            let side = result[name].as_u64().map(|side| side as usize);
            side.with_context(|| format!("a region has no {name}"))
        };
        let size = [side("original_height")?, side("original_width")?];
        let mask = mask(kind, value, size, limits)?;
        if place == set.images.len() {
            set.images.push(LabelledImage {
                id: task["id"].as_u64().unwrap_or(number),
                name: name.to_owned(),
                height: mask.height,
                width: mask.width,
            });
        }
        let object = LabelledObject {
            image: place,
            category: set.category(&label),
            mask,
        };
        set.add(object, limits)?;
    }
    Ok(())
}

/// The kind of a region and its first label.
fn label(value: &Value) -> Option<(&str, String)> {
    let lists = value.as_object()?.iter();
    let (kind, labels) = lists
        .into_iter()
        .find(|(name, _)| name.ends_with("labels"))?;
    Some((kind, labels[0].as_str()?.to_owned()))
}

fn mask(
    kind: &str,
    value: &Value,
    size: [usize; 2],
    limits: &CodecLimits,
) -> anyhow::Result<CocoMask> {
    let [height, width] = size.map(|side| side as f64);
    let number = |value: &Value| value.as_f64().context("a coordinate is not a number");
    let side = |name: &str| number(&value[name]);
    match kind {
        "brushlabels" => brush(&value["rle"], size, limits),
        "polygonlabels" => {
            let points = value["points"].as_array().into_iter().flatten();
            let corners = points.flat_map(|point| {
                [(0, width), (1, height)].map(|(at, side)| Ok(number(&point[at])? * side / 100.0))
            });
            let corners = corners.collect::<anyhow::Result<Vec<f64>>>()?;
            limited_polygon(&corners, size, limits)
        }
        "rectanglelabels" => {
            let (left, top) = (side("x")? * width / 100.0, side("y")? * height / 100.0);
            let (wide, high) = (
                side("width")? * width / 100.0,
                side("height")? * height / 100.0,
            );
            // Turned clockwise around its upper left corner.
            let (sine, cosine) = value["rotation"]
                .as_f64()
                .unwrap_or(0.0)
                .to_radians()
                .sin_cos();
            let corners = [(0.0, 0.0), (0.0, high), (wide, high), (wide, 0.0)];
            let corners =
                corners.map(|(x, y)| [left + x * cosine - y * sine, top + x * sine + y * cosine]);
            limited_polygon(corners.as_flattened(), size, limits)
        }
        _ => bail!(
            "a region of {kind} is not read: brushlabels, polygonlabels and rectanglelabels are"
        ),
    }
}

/// The lengths in bits of the run lengths that a brush may use, of which each run names one.
const LENGTHS: [u32; 4] = [3, 4, 8, 16];

/// Reads the opacity of an RGBA picture from the bits of its runs: the number of bytes, the width of
/// a byte, those of four kinds of lengths, then runs of equal bytes and stretches of others.
fn brush(
    rle: &Value,
    [height, width]: [usize; 2],
    limits: &CodecLimits,
) -> anyhow::Result<CocoMask> {
    let pixels = (height as u64).saturating_mul(width as u64);
    limits.check(pixels, pixels.saturating_mul(3))?;
    let bytes = rle.as_array().into_iter().flatten().map(|byte| {
        let byte = byte.as_u64().and_then(|byte| u8::try_from(byte).ok());
        byte.context("a number of the brush is not a byte")
    });
    let mut bits = Bits {
        bytes: bytes.collect::<anyhow::Result<_>>()?,
        at: 0,
    };
    if bits.read(32)? != 4 * pixels {
        bail!("the brush is of another size than its picture");
    }
    let byte_bits = bits.read(5)? as u32 + 1;
    let mut lengths = [0; 4];
    for length in &mut lengths {
        *length = bits.read(4)? as u32 + 1;
    }
    let (mut at, all) = (0, 4 * pixels as usize);
    let mut cells = vec![0; pixels as usize];
    let paint = |cells: &mut Vec<u8>, at: usize, end: usize, byte: u64| {
        if byte > 0 {
            // The opacity is the last of four bytes.
            cells[at / 4..end / 4].fill(1);
        }
    };
    while at < all {
        let is_run = bits.read(1)? == 1;
        let kind = bits.read(2)? as usize;
        let end = at + 1 + bits.read(lengths[kind])? as usize;
        if end > all {
            bail!("the brush paints beyond its picture");
        }
        if is_run {
            paint(&mut cells, at, end, bits.read(byte_bits)?);
        } else {
            for at in at..end {
                paint(&mut cells, at, at + 1, bits.read(byte_bits)?);
            }
        }
        at = end;
    }
    Ok(CocoMask::from_image(&Image::from_pixels(
        height, width, cells,
    )?))
}

/// Bits of bytes, the first on top.
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn read(&mut self, count: u32) -> anyhow::Result<u64> {
        let mut number = 0;
        for _ in 0..count {
            let byte = self
                .bytes
                .get(self.at / 8)
                .context("the brush is truncated")?;
            number = number << 1 | u64::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Ok(number)
    }

    fn write(&mut self, number: u64, count: u32) {
        for below in (0..count).rev() {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.last_mut().expect("a byte was just added");
            *last |= ((number >> below & 1) as u8) << (7 - self.at % 8);
            self.at += 1;
        }
    }
}

/// A list of tasks, whose regions are painted with a brush.
pub(super) fn write(set: &ObjectSet, limits: &CodecLimits) -> anyhow::Result<Value> {
    let mut tasks = Vec::new();
    for (place, image) in set.images.iter().enumerate() {
        let mut results = Vec::new();
        for (object, number) in set.of_image(place).zip(1..) {
            let pixels = image.height as u64 * image.width as u64;
            limits.check(pixels, 2 * pixels)?;
            u32::try_from(4 * pixels).context("a brush counts bytes in 32 bits")?;
            results.push(json!({
                "id": format!("{}-{number}", plain_name(&image.name)), "type": "brushlabels",
                "from_name": "label", "to_name": "image",
                "original_width": image.width, "original_height": image.height,
                "image_rotation": 0,
                "value": {"format": "rle", "rle": write_brush(&object.mask.to_image()?),
                    "brushlabels": [set.categories[&object.category]]}
            }));
        }
        tasks.push(json!({"id": image.id, "data": {"image": image.name},
            "annotations": [{"result": results}]}));
    }
    Ok(Value::Array(tasks))
}

fn write_brush(mask: &Image<u8>) -> Vec<u8> {
    let mut bits = Bits {
        bytes: Vec::new(),
        at: 0,
    };
    bits.write(4 * mask.pixels().len() as u64, 32);
    bits.write(7, 5);
    for length in LENGTHS {
        bits.write(u64::from(length) - 1, 4);
    }
    for run in mask.pixels().chunk_by(PartialEq::eq) {
        let mut left = 4 * run.len() as u64;
        while left > 0 {
            let part = left.min(1 << 16);
            let kind = LENGTHS.iter().position(|&bits| part <= 1 << bits);
            let kind = kind.expect("the last kind holds every part");
            bits.write(1, 1);
            bits.write(kind as u64, 2);
            bits.write(part - 1, LENGTHS[kind]);
            bits.write(255 * u64::from(run[0]), 8);
            left -= part;
        }
    }
    bits.bytes
}
