//! Converts COCO annotation files and result lists to masks, and masks to such files.

use super::command::{AnnotationsArgs, MasksArgs};
use super::file::{self, write};
use super::file_format::FileFormat;
use super::object_set::{ObjectSet, annotations, image_size, parse, segmentation};
use super::{bytes, for_each_file, mask};
use anyhow::Context;
use pavage::CodecLimits;
use pavage::colours::Bit;
use pavage::json;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the mask of each object to `IMAGE-NUMBER` in a folder; a failure is reported and does not
/// stop the others.
pub(crate) fn write_masks(args: &MasksArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    let (folder, format) = (&args.output, args.to);
    let text = file::read(&args.input, limits)?;
    let place = || file::name(&args.input);
    let document = parse(&text, limits).with_context(place)?;
    let objects = annotations(&document).with_context(place)?;
    let images = document["images"].as_array().into_iter().flatten();
    let sizes: BTreeMap<u64, [usize; 2]> = images.filter_map(image_size).collect();
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let names: Vec<PathBuf> = objects.iter().enumerate().map(name).collect();
    let by_name: BTreeMap<&Path, &Value> =
        names.iter().map(PathBuf::as_path).zip(objects).collect();
    for_each_file(&names, |name| {
        let place = || format!("{}: {}", place(), name.display());
        let object = by_name[name];
        let image = object["image_id"].as_u64();
        let size = image.and_then(|image| sizes.get(&image).copied());
        let coco = segmentation(&object["segmentation"], size, limits).with_context(place)?;
        let picture = json::picture_of_mask(&coco, limits).with_context(place)?;
        let bytes = bytes(&picture, format, Bit::White, limits).with_context(place)?;
        let path = folder.join(name).with_extension(format.extension());
        write(&path, &bytes, format, args.force)
    })
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

/// Writes masks as one annotation file, or as one list of results.
pub(crate) fn write_annotations(
    args: &AnnotationsArgs,
    limits: &CodecLimits,
) -> anyhow::Result<()> {
    args.output.check(Path::new(""))?;
    let mut set = ObjectSet::default();
    for input in &args.inputs {
        let place = || file::name(input);
        let picture = file::read_picture(input, limits)?;
        let coco = mask(&picture, args.object, limits).with_context(place)?;
        set.add_mask(input, coco, limits).with_context(place)?;
    }
    set.number_by_names();
    let document = if args.results {
        set.to_coco_results()
    } else {
        set.to_coco()
    };
    args.output
        .write(format!("{document}\n").as_bytes(), FileFormat::Json)
}
