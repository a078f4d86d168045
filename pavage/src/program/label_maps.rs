//! The command `labels`: converts whole sets of labelled pictures between COCO, Label Studio and
//! folders of label maps.

use super::command::LabelsArgs;
use super::file::{self, write};
use super::file_format::FileFormat;
use super::hint::HintedError;
use super::object_set::{LabelledImage, LabelledObject, ObjectSet, plain_name, read_json};
use super::{label_studio, labels};
use anyhow::{Context, bail};
use clap::ValueEnum;
use pavage::coco::CocoMask;
use pavage::pav::{LabelKind, LabelMap, encode_labels};
use pavage::picture::{Channels, Depth, Layout};
use pavage::raster::RasterFormat;
use pavage::{CodecLimits, Picture};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A way to keep labelled pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabelFormat {
    /// A COCO annotation file
    Coco,
    /// A list of tasks of Label Studio
    LabelStudio,
    /// A folder of grey pictures, one level for each category
    Png,
    /// A folder of label maps
    Pav,
}

/// The file of a folder of label maps that names their categories.
const CATEGORIES: &str = "categories.json";

pub(crate) fn convert(args: &LabelsArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    let output = fs::canonicalize(&args.output).ok();
    let is_output = |input: &PathBuf| output.is_some() && fs::canonicalize(input).ok() == output;
    if args.inputs.iter().any(is_output) {
        bail!("{} is both input and output", args.output.display());
    }
    let set = read(args, limits)?;
    let document = match args.to {
        LabelFormat::Coco => set.to_coco(),
        LabelFormat::LabelStudio => label_studio::write(&set, limits)?,
        LabelFormat::Png | LabelFormat::Pav => return write_maps(&set, args, limits),
    };
    let text = format!("{document}\n");
    write(&args.output, text.as_bytes(), FileFormat::Json, args.force)
}

fn read(args: &LabelsArgs, limits: &CodecLimits) -> anyhow::Result<ObjectSet> {
    if let [only] = args.inputs.as_slice()
        && !only.is_dir()
        && let Some(document) = read_json(only, limits)?
    {
        let set = if label_studio::is_list_of_tasks(&document) {
            label_studio::read(&document, limits)
        } else {
            ObjectSet::from_coco(&document, limits)
        };
        return set.with_context(|| file::name(only));
    }
    let mut set = ObjectSet::default();
    for input in maps(&args.inputs, &mut set, limits)? {
        add_map(&mut set, &input, args.objects, limits).with_context(|| file::name(&input))?;
    }
    if set.images.is_empty() {
        bail!("there are no label maps among the inputs");
    }
    Ok(set)
}

/// The label maps among the inputs and in their folders, in the order of their names.
fn maps(
    inputs: &[PathBuf],
    set: &mut ObjectSet,
    limits: &CodecLimits,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut maps = Vec::new();
    for input in inputs {
        if !input.is_dir() {
            maps.push(input.clone());
            continue;
        }
        let place = || input.display().to_string();
        let entries = fs::read_dir(input).with_context(place)?;
        let entries = entries.map(|entry| entry.map(|entry| entry.path()));
        let found = entries
            .collect::<Result<BTreeSet<_>, _>>()
            .with_context(place)?;
        let is_map = |path: &PathBuf| {
            let format = FileFormat::from_extension(path);
            matches!(format, Ok(FileFormat::Pav | FileFormat::Raster(_)))
        };
        maps.extend(found.into_iter().filter(is_map));
        let names = input.join(CATEGORIES);
        if names.exists() {
            read_categories(&names, set, limits).with_context(|| names.display().to_string())?;
        }
    }
    Ok(maps)
}

fn read_categories(path: &Path, set: &mut ObjectSet, limits: &CodecLimits) -> anyhow::Result<()> {
    let document = read_json(path, limits)?.unwrap_or_default();
    for category in document
        .as_array()
        .context("expected a list of categories")?
    {
        let (id, name) = (category["id"].as_u64(), category["name"].as_str());
        let (id, name) = id.zip(name).context("a category has no id or no name")?;
        set.categories.insert(id, name.to_owned());
    }
    Ok(())
}

/// Adds the labels of a map but 0, which is the background, as objects.
fn add_map(
    set: &mut ObjectSet,
    input: &Path,
    are_objects: bool,
    limits: &CodecLimits,
) -> anyhow::Result<()> {
    let map = labels::read(file::read(input, limits)?, limits)?;
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let image = set.images.len();
    set.images.push(LabelledImage {
        id: image as u64 + 1,
        name: name.into_owned(),
        height: map.height,
        width: map.width,
    });
    for (label, mask) in masks(&map, limits)? {
        let category = if are_objects {
            set.category("object")
        } else {
            let names = &mut set.categories;
            names.entry(label).or_insert_with(|| label.to_string());
            label
        };
        let object = LabelledObject {
            image,
            category,
            mask,
        };
        set.add(object, limits)?;
    }
    Ok(())
}

/// The mask of every label but 0, in one pass by columns.
fn masks(
    map: &labels::FlatLabels,
    limits: &CodecLimits,
) -> anyhow::Result<BTreeMap<u64, CocoMask>> {
    let (height, width) = (map.height, map.width);
    let pixels = map.values.len();
    // Masks count pixels in 32 bits, and each pixel may be a run of its own label.
    limits.check(pixels as u64, 8 * pixels as u64)?;
    u32::try_from(pixels).context("a mask counts pixels in 32 bits")?;
    let mut ends: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    let (mut last, mut held) = (0, 8 * pixels as u64);
    let mut turn = |label: u64, at: usize| -> anyhow::Result<()> {
        if label != 0 {
            held += 16;
            limits.check_memory(held)?;
            ends.entry(label).or_default().push(at as u32);
        }
        Ok(())
    };
    for at in 0..pixels {
        let label = map.values[at % height * width + at / height];
        if label != last {
            turn(last, at)?;
            turn(label, at)?;
            last = label;
        }
    }
    turn(last, pixels)?;
    let mask = |mut ends: Vec<u32>| {
        if ends.last() != Some(&(pixels as u32)) {
            ends.push(pixels as u32);
        }
        let mut before = 0;
        let counts = ends
            .into_iter()
            .map(|end| end - std::mem::replace(&mut before, end));
        CocoMask::new(height, width, counts.collect())
    };
    Ok(ends
        .into_iter()
        .map(|(label, ends)| (label, mask(ends)))
        .collect())
}

fn write_maps(set: &ObjectSet, args: &LabelsArgs, limits: &CodecLimits) -> anyhow::Result<()> {
    let folder = &args.output;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let format = match args.to {
        LabelFormat::Pav => FileFormat::Pav,
        _ => FileFormat::Raster(RasterFormat::Png),
    };
    let mut written = BTreeSet::new();
    for (place, image) in set.images.iter().enumerate() {
        let path = folder
            .join(plain_name(&image.name))
            .with_extension(format.extension());
        if !written.insert(path.clone()) {
            bail!("two pictures would be written to {}", path.display());
        }
        let bytes = map(set, place, args, limits).with_context(|| image.name.clone())?;
        write(&path, &bytes, format, args.force)?;
    }
    let categories: Value = set.category_list();
    let path = folder.join(CATEGORIES);
    write(
        &path,
        format!("{categories}\n").as_bytes(),
        FileFormat::Json,
        args.force,
    )
}

/// The file of the label map of a picture; later objects cover earlier ones.
fn map(
    set: &ObjectSet,
    place: usize,
    args: &LabelsArgs,
    limits: &CodecLimits,
) -> anyhow::Result<Vec<u8>> {
    let LabelledImage { height, width, .. } = set.images[place];
    let pixels = (height as u64).saturating_mul(width as u64);
    limits.check(pixels, pixels.saturating_mul(16))?;
    let mut values = vec![0; height * width];
    for (object, number) in set.of_image(place).zip(1..) {
        let label = if args.objects {
            number
        } else {
            object.category
        };
        let mut at = 0;
        for (count, is_object) in object.mask.counts.iter().zip([false, true].iter().cycle()) {
            let end = at + *count as usize;
            if *is_object {
                (at..end).for_each(|at| values[at % height * width + at / height] = label);
            }
            at = end;
        }
    }
    let most = values.iter().copied().max().unwrap_or(0);
    let sizes = [1, 2, 4, 8].into_iter();
    let size = sizes.filter(|size| most >> (8 * size - 1) <= 1).min();
    let size = size.expect("eight bytes hold every label");
    let bytes = |value: &u64| value.to_be_bytes().into_iter().skip(8 - size);
    if args.to == LabelFormat::Pav {
        let mut native: Vec<u8> = values.iter().flat_map(bytes).collect();
        if cfg!(target_endian = "little") {
            native.chunks_exact_mut(size).for_each(<[u8]>::reverse);
        }
        let map = LabelMap {
            kind: LabelKind::new(size, false).expect("one of its sizes"),
            shape: [1, height, width],
            is_stack: false,
            bytes: &native,
        };
        return Ok(encode_labels(&map, limits)?);
    }
    let depth = match size {
        1 => Depth::Eight,
        2 => Depth::Sixteen,
        _ => bail!(HintedError::LabelsTooLarge(most)),
    };
    let (layout, samples) = (
        Layout::new(Channels::Grey, depth),
        values.iter().flat_map(bytes),
    );
    let picture = Picture::new(width, height, layout, samples.collect())?;
    limits.check_writing(RasterFormat::Png, &picture)?;
    Ok(RasterFormat::Png.write(&picture)?)
}
