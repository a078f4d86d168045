//! Pictures and the labelled objects on them, as COCO, Label Studio and label maps describe them.

use super::file;
use anyhow::{Context, anyhow, bail};
use pavage::CodecLimits;
use pavage::coco::{CocoMask, polygon, union};
use pavage::json;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Pictures, categories, and the objects of one category each on one picture each.
#[derive(Default)]
pub(super) struct ObjectSet {
    pub(super) images: Vec<LabelledImage>,
    /// The names of the categories by their id.
    pub(super) categories: BTreeMap<u64, String>,
    pub(super) objects: Vec<LabelledObject>,
    /// Bytes of the counts of all masks.
    held: u64,
}

/// The id, the file name and the size of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LabelledImage {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) height: usize,
    pub(super) width: usize,
}

/// An object: the index of its picture, the id of its category and its mask.
pub(super) struct LabelledObject {
    pub(super) image: usize,
    pub(super) category: u64,
    pub(super) mask: CocoMask,
}

/// Parses a JSON file whose values fit the memory limit.
pub(super) fn parse(text: &[u8], limits: &CodecLimits) -> anyhow::Result<Value> {
    limits.check_memory(text.len() as u64 * json::TEXT_BYTES)?;
    Ok(serde_json::from_slice(text)?)
}

impl ObjectSet {
    /// Adds an object; the masks of all objects fit the memory limit.
    pub(super) fn add(
        &mut self,
        object: LabelledObject,
        limits: &CodecLimits,
    ) -> anyhow::Result<()> {
        let LabelledImage {
            name,
            height,
            width,
            ..
        } = &self.images[object.image];
        let mask = &object.mask;
        if (mask.height, mask.width) != (*height, *width) {
            bail!(
                "the mask is {} by {}, but picture {name} is {height} by {width}",
                mask.height,
                mask.width
            );
        }
        self.held += 4 * mask.counts.len() as u64;
        limits.check_memory(self.held)?;
        self.objects.push(object);
        Ok(())
    }

    /// The objects of a picture, in their order.
    pub(super) fn of_image(&self, image: usize) -> impl Iterator<Item = &LabelledObject> {
        let objects = self.objects.iter();
        objects.filter(move |object| object.image == image)
    }

    /// The id of the category with a name, which is added if there is none.
    pub(super) fn category(&mut self, name: &str) -> u64 {
        let known = self.categories.iter().find(|(_, known)| *known == name);
        if let Some((&id, _)) = known {
            return id;
        }
        let id = self
            .categories
            .keys()
            .next_back()
            .map_or(1, |last| last + 1);
        self.categories.insert(id, name.to_owned());
        id
    }

    /// Adds a mask file of the category "object"; the name up to the last dash is that of its picture.
    pub(super) fn add_mask(
        &mut self,
        input: &Path,
        mask: CocoMask,
        limits: &CodecLimits,
    ) -> anyhow::Result<()> {
        let stem = input.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.rsplit_once('-').map_or(&*stem, |(image, _)| image);
        let known = self.images.iter().position(|image| image.name == name);
        let image = known.unwrap_or_else(|| {
            self.images.push(LabelledImage {
                id: self.images.len() as u64 + 1,
                name: name.to_owned(),
                height: mask.height,
                width: mask.width,
            });
            self.images.len() - 1
        });
        let category = self.category("object");
        let object = LabelledObject {
            image,
            category,
            mask,
        };
        self.add(object, limits)
    }

    /// Gives every picture the number that is its name as id, if all names are numbers.
    pub(super) fn number_by_names(&mut self) {
        let named = |image: &LabelledImage| image.name.parse().ok();
        let ids: Option<Vec<u64>> = self.images.iter().map(named).collect();
        for (image, id) in self.images.iter_mut().zip(ids.unwrap_or_default()) {
            image.id = id;
        }
    }

    /// The objects of a COCO annotation file.
    pub(super) fn from_coco(document: &Value, limits: &CodecLimits) -> anyhow::Result<Self> {
        let mut set = Self::default();
        let mut places = BTreeMap::new();
        for image in document["images"].as_array().into_iter().flatten() {
            let (id, [height, width]) =
                image_size(image).context("a picture of \"images\" has no id, height or width")?;
            let name = image["file_name"].as_str();
            places.insert(id, set.images.len());
            set.images.push(LabelledImage {
                id,
                name: name.map_or_else(|| id.to_string(), str::to_owned),
                height,
                width,
            });
        }
        for category in document["categories"].as_array().into_iter().flatten() {
            let id = category["id"].as_u64().context("a category has no id")?;
            let name = category["name"]
                .as_str()
                .context("a category has no name")?;
            set.categories.insert(id, name.to_owned());
        }
        for (number, object) in annotations(document)?.iter().enumerate() {
            let place = || format!("annotation {}", number + 1);
            let image = object["image_id"].as_u64();
            let image = image.and_then(|image| places.get(&image).copied());
            let image = image
                .context("its picture is not in \"images\"")
                .with_context(place)?;
            let category = object["category_id"].as_u64().context("it has no category");
            let category = category.with_context(place)?;
            let names = &mut set.categories;
            names
                .entry(category)
                .or_insert_with(|| category.to_string());
            let LabelledImage { height, width, .. } = set.images[image];
            let mask = segmentation(&object["segmentation"], Some([height, width]), limits);
            let object = LabelledObject {
                image,
                category,
                mask: mask.with_context(place)?,
            };
            set.add(object, limits).with_context(place)?;
        }
        Ok(set)
    }

    /// A list of COCO results, each with a score of 1.
    pub(super) fn to_coco_results(&self) -> Value {
        let results = self.objects.iter().map(|object| {
            json!({"image_id": self.images[object.image].id, "category_id": object.category,
                "score": 1.0, "segmentation": string(&object.mask)})
        });
        results.collect()
    }

    /// A COCO annotation file.
    pub(super) fn to_coco(&self) -> Value {
        let images = self.images.iter().map(
            |LabelledImage {
                 id,
                 name,
                 height,
                 width,
             }| {
                json!({"id": id, "file_name": name, "height": height, "width": width})
            },
        );
        let annotations = self.objects.iter().zip(1..).map(|(object, id)| {
            let bounds = object.mask.bounds();
            let sides = [bounds.left, bounds.top, bounds.width, bounds.height];
            json!({"id": id, "image_id": self.images[object.image].id,
                "category_id": object.category, "iscrowd": 0, "area": object.mask.area(),
                "bbox": sides, "segmentation": string(&object.mask)})
        });
        json!({"images": images.collect::<Value>(), "annotations": annotations.collect::<Value>(),
            "categories": self.category_list()})
    }

    /// The categories as COCO lists them.
    pub(super) fn category_list(&self) -> Value {
        let categories = self.categories.iter();
        categories
            .map(|(id, name)| json!({"id": id, "name": name}))
            .collect()
    }
}

fn string(mask: &CocoMask) -> Value {
    json!({"size": [mask.height, mask.width], "counts": mask.to_string()})
}

/// The id of a picture of a COCO file, and its height and width.
pub(super) fn image_size(image: &Value) -> Option<(u64, [usize; 2])> {
    let side = |name: &str| Some(image[name].as_u64()? as usize);
    Some((image["id"].as_u64()?, [side("height")?, side("width")?]))
}

/// The objects of a COCO file; a list of results is one.
pub(super) fn annotations(document: &Value) -> anyhow::Result<&[Value]> {
    let objects = document.as_array().or(document["annotations"].as_array());
    let objects = objects.map(Vec::as_slice);
    objects.ok_or_else(|| anyhow!("expected an object with \"annotations\" or a list of results"))
}

/// The mask of an object, given as polygons, as counts or as a string; polygons need the height and
/// width of their picture.
pub(super) fn segmentation(
    segmentation: &Value,
    size: Option<[usize; 2]>,
    limits: &CodecLimits,
) -> anyhow::Result<CocoMask> {
    let Some(polygons) = segmentation.as_array() else {
        let mask = json::parse_mask(segmentation)?;
        mask.check()?;
        return Ok(mask);
    };
    let size = size.context("the size of the polygon's picture is not in \"images\"")?;
    let masks = polygons.iter().map(|corners| {
        let corners = corners.as_array().into_iter().flatten();
        let corners = corners.map(|corner| {
            let corner = corner.as_f64();
            corner.context("a polygon coordinate is not a number")
        });
        limited_polygon(&corners.collect::<anyhow::Result<Vec<_>>>()?, size, limits)
    });
    Ok(union(&masks.collect::<anyhow::Result<Vec<_>>>()?))
}

/// Rasterises a polygon; each of its edges may cross every column.
pub(super) fn limited_polygon(
    corners: &[f64],
    [height, width]: [usize; 2],
    limits: &CodecLimits,
) -> anyhow::Result<CocoMask> {
    let pixels = (height as u64).saturating_mul(width as u64);
    let crossings = (corners.len() as u64).saturating_mul(width as u64);
    limits.check(pixels, crossings.saturating_mul(8))?;
    Ok(polygon(corners, height, width)?)
}

/// The name of a file without folders or anything else that could lead out of a folder.
pub(super) fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = Path::new(last).file_stem().unwrap_or_default();
    let is_kept = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let plain = stem
        .to_string_lossy()
        .replace(|letter| !is_kept(letter), "_");
    if plain.is_empty() {
        "_".to_owned()
    } else {
        plain
    }
}

/// Reads a file that holds JSON, or nothing if it holds something else.
pub(super) fn read_json(path: &Path, limits: &CodecLimits) -> anyhow::Result<Option<Value>> {
    let text = file::read(path, limits)?;
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        Some(b'[' | b'{') => Ok(Some(
            parse(&text, limits).with_context(|| file::name(path))?,
        )),
        _ => Ok(None),
    }
}
