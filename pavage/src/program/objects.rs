//! Converts COCO annotation files and result lists to masks, and masks to such files.

use super::command::{AnnotationsArgs, MasksArgs};
use super::file::{self, write};
use super::file_format::FileFormat;
use super::{bytes, for_each_file, mask};
use anyhow::{Context, anyhow, bail};
use pavage::CodecLimits;
use pavage::coco::{CocoMask, polygon, union};
use pavage::colours::Bit;
use pavage::json;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the mask of each object to `IMAGE-NUMBER` in a folder; a failure is reported and does not
/// stop the others.
pub(crate) fn write_masks(args: &MasksArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    let (folder, format) = (&args.output, args.to);
    let text = file::read(&args.input, limits)?;
    let place = || file::name(&args.input);
    limits
        .check_memory(text.len() as u64 * json::TEXT_BYTES)
        .with_context(place)?;
    let document: Value = serde_json::from_slice(&text).with_context(place)?;
    let (sizes, objects) = objects(&document).with_context(place)?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let names: Vec<PathBuf> = objects.iter().enumerate().map(name).collect();
    let by_name: BTreeMap<&Path, &Value> =
        names.iter().map(PathBuf::as_path).zip(objects).collect();
    for_each_file(&names, |name| {
        let object = || format!("{}: {}", place(), name.display());
        let coco = segmentation(by_name[name], &sizes).with_context(object)?;
        let picture = json::picture_of_mask(&coco, limits).with_context(object)?;
        let bytes = bytes(&picture, format, Bit::White, limits).with_context(object)?;
        let path = folder.join(name).with_extension(format.extension());
        write(&path, &bytes, format, args.force)
    })
}

type Sizes = BTreeMap<u64, (usize, usize)>;

/// The sizes of the pictures by their id, and the list of objects; a list of results has no sizes.
fn objects(document: &Value) -> anyhow::Result<(Sizes, &[Value])> {
    if let Value::Array(results) = document {
        return Ok((Sizes::new(), results));
    }
    let objects = document["annotations"].as_array();
    let objects = objects
        .ok_or_else(|| anyhow!("expected an object with \"annotations\" or a list of results"))?;
    let images = document["images"].as_array().into_iter().flatten();
    let size = |image: &Value| {
        let side = |name: &str| image[name].as_u64().map(|side| side as usize);
        Some((image["id"].as_u64()?, (side("height")?, side("width")?)))
    };
    Ok((images.filter_map(size).collect(), objects))
}

fn name((number, object): (usize, &Value)) -> PathBuf {
    let image = &object["image_id"];
    let image = image
        .as_str()
        .map_or_else(|| image.to_string(), str::to_owned);
    // The id comes from the file and must not form a path.
    let image = image.replace(
        |letter: char| !letter.is_alphanumeric() && letter != '_',
        "_",
    );
    let own = object["id"].as_u64().unwrap_or(number as u64 + 1);
    format!("{image}-{own}").into()
}

/// The mask of an object, given as polygons, as counts or as a string.
fn segmentation(object: &Value, sizes: &Sizes) -> anyhow::Result<CocoMask> {
    let segmentation = &object["segmentation"];
    let Some(polygons) = segmentation.as_array() else {
        let mask = json::parse_mask(segmentation)?;
        mask.check()?;
        return Ok(mask);
    };
    let image = object["image_id"].as_u64();
    let size = image.and_then(|image| sizes.get(&image));
    let &(height, width) =
        size.context("the size of the polygon's picture is not in \"images\"")?;
    let masks = polygons.iter().map(|corners| {
        let corners = corners.as_array().into_iter().flatten();
        let corners = corners.map(|corner| {
            corner
                .as_f64()
                .context("a polygon coordinate is not a number")
        });
        let corners = corners.collect::<anyhow::Result<Vec<_>>>()?;
        Ok(polygon(&corners, height, width)?)
    });
    Ok(union(&masks.collect::<anyhow::Result<Vec<_>>>()?))
}

/// Writes masks as one annotation file, or as one list of results.
pub(crate) fn write_annotations(
    args: &AnnotationsArgs,
    limits: &CodecLimits,
) -> anyhow::Result<()> {
    args.output.check(Path::new(""))?;
    let mut set = AnnotationSet::default();
    for input in &args.inputs {
        let picture = file::read_picture(input, limits)?;
        let coco = mask(&picture, args.object, limits).with_context(|| file::name(input))?;
        set.add(input, &coco).with_context(|| file::name(input))?;
    }
    let document = if args.results {
        set.results()
    } else {
        set.annotations()
    };
    args.output
        .write(format!("{document}\n").as_bytes(), FileFormat::Json)
}

/// Masks grouped by picture.
#[derive(Default)]
struct AnnotationSet {
    images: Vec<(String, usize, usize)>,
    /// For each object, the index of its picture and its mask.
    objects: Vec<(usize, CocoMask)>,
}

impl AnnotationSet {
    fn add(&mut self, input: &Path, coco: &CocoMask) -> anyhow::Result<()> {
        let stem = input.file_stem().unwrap_or_default().to_string_lossy();
        let image = stem.rsplit_once('-').map_or(&*stem, |(image, _)| image);
        let size = (coco.height, coco.width);
        let known = self.images.iter().position(|(name, ..)| name == image);
        let number = known.unwrap_or_else(|| {
            self.images.push((image.to_owned(), size.0, size.1));
            self.images.len() - 1
        });
        let (_, height, width) = self.images[number];
        if size != (height, width) {
            bail!(
                "the mask is {} by {}, but picture {image} has masks of {height} by {width}",
                size.0,
                size.1
            );
        }
        self.objects.push((number, coco.clone()));
        Ok(())
    }

    /// The id of a picture: the number that is its name if all names are numbers, else its index
    /// plus one.
    fn id(&self, number: usize) -> u64 {
        let named = |(name, ..): &(String, usize, usize)| name.parse().ok();
        let ids: Option<Vec<u64>> = self.images.iter().map(named).collect();
        ids.map_or(number as u64 + 1, |ids| ids[number])
    }

    fn segmentation(coco: &CocoMask) -> Value {
        json!({"size": [coco.height, coco.width], "counts": coco.to_string()})
    }

    fn results(&self) -> Value {
        let results = self.objects.iter().map(|(image, coco)| {
            json!({"image_id": self.id(*image), "category_id": 1, "score": 1.0,
                "segmentation": Self::segmentation(coco)})
        });
        results.collect()
    }

    fn annotations(&self) -> Value {
        let images = self.images.iter().enumerate();
        let images = images.map(|(number, (name, height, width))| {
            json!({"id": self.id(number), "file_name": name, "height": height, "width": width})
        });
        let objects = self.objects.iter().zip(1..);
        let annotations = objects.map(|((image, coco), id)| {
            let bounds = coco.bounds();
            let sides = [bounds.left, bounds.top, bounds.width, bounds.height];
            json!({"id": id, "image_id": self.id(*image), "category_id": 1, "iscrowd": 0,
                "area": coco.area(), "bbox": sides, "segmentation": Self::segmentation(coco)})
        });
        json!({"images": images.collect::<Value>(), "annotations": annotations.collect::<Value>(),
            "categories": [{"id": 1, "name": "object"}]})
    }
}
