//! The functions of *Compression d'images*: an image is a list of lists, and a pixel any JSON value
//! where the subject lets it be any colour.

use pavage::image::{Image, Position};
use pavage::runs::Runs;
use pavage::{Bit, Cover, Rect, Rgb, colours, cover, runs};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::{Answer, Call, CallError, Subject, function};

pub(super) const SUBJECT: Subject = Subject {
    name: "image",
    functions: &[
        function("creer_image", &["n", "m", "c"], "image", filled),
        function("noir_ou_blanc", &["x"], "0 ou 1", black_or_white),
        function("passer_en_nb", &["img"], "image de 0 et 1", black_and_white),
        function(
            "passer_en_8_couleurs",
            &["img"],
            "image de triplets",
            eight_colours,
        ),
        function(
            "image_vers_ligne",
            &["img"],
            "(colonnes, ligne)",
            image_to_line,
        ),
        function(
            "ligne_vers_image",
            &["nbc", "ligne01"],
            "image",
            line_to_image,
        ),
        function("compte_0_1", &["ligne01"], "entiers", count_runs),
        function(
            "decompresse_ligne",
            &["liste_entiers"],
            "ligne",
            expand_runs,
        ),
        function("compresse_image", &["img"], "(colonnes, entiers)", compress),
        function(
            "decompresse_image",
            &["nbc", "liste_entiers"],
            "image",
            decompress,
        ),
        function(
            "dim_largeur_max",
            &["img", "pos", "j_max"],
            "entier",
            run_width,
        ),
        function(
            "rectangle_max",
            &["img", "pos"],
            "(hauteur, largeur)",
            largest_rectangle,
        ),
        function(
            "compression_rectangle",
            &["img"],
            "(ha, la, rectangles)",
            greedy_cover,
        ),
        function(
            "decompression_rectangle",
            &["image_compressee"],
            "image",
            paint,
        ),
    ],
};

/// A rectangle as the subject's dictionary has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dictionary {
    pos: Position,
    coul: Json,
    ha: usize,
    la: usize,
}

fn refused(error: &impl std::error::Error) -> CallError {
    CallError::Refused(error.to_string())
}

fn misfit(index: usize, reason: &impl ToString) -> CallError {
    CallError::Argument {
        number: index + 1,
        reason: reason.to_string(),
    }
}

/// The image that an argument is, of any pixels.
fn image<P: serde::de::DeserializeOwned>(
    call: &Call<'_>,
    index: usize,
) -> Result<Image<P>, CallError> {
    Image::from_rows(call.arg(index)?).map_err(|error| misfit(index, &error))
}

fn bit(number: u8) -> Result<Bit, CallError> {
    match number {
        0 => Ok(Bit::Black),
        1 => Ok(Bit::White),
        other => Err(misfit(0, &format!("{other} is neither 0 nor 1"))),
    }
}

fn bits(call: &Call<'_>) -> Result<Image<Bit>, CallError> {
    let numbers: Image<u8> = image(call, 0)?;
    let line = numbers.pixels().iter().map(|&number| bit(number));
    Image::from_pixels(
        numbers.height(),
        numbers.width(),
        line.collect::<Result<_, _>>()?,
    )
    .map_err(|error| misfit(0, &error))
}

fn returned(value: &impl Serialize) -> Result<Answer, CallError> {
    let json = serde_json::to_value(value);
    json.map(Answer::Return).map_err(|error| refused(&error))
}

fn image_of_bits(image: &Image<Bit>) -> Result<Answer, CallError> {
    returned(&image.map(|&bit| bit as u8).to_rows())
}

fn filled(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let colour: Json = call.arg(2)?;
    let image = Image::filled(call.arg(0)?, call.arg(1)?, colour);
    returned(&image.map_err(|error| refused(&error))?.to_rows())
}

fn black_or_white(call: &mut Call<'_>) -> Result<Answer, CallError> {
    returned(&(colours::black_or_white(call.arg(0)?) as u8))
}

fn black_and_white(call: &mut Call<'_>) -> Result<Answer, CallError> {
    image_of_bits(&colours::black_and_white(&image::<Rgb>(call, 0)?))
}

fn eight_colours(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let image = colours::eight_colours(&image::<Rgb>(call, 0)?);
    returned(
        &image
            .map(|levels| levels.map(|level| level as u8))
            .to_rows(),
    )
}

fn image_to_line(call: &mut Call<'_>) -> Result<Answer, CallError> {
    returned(&runs::image_to_line(&image::<Json>(call, 0)?))
}

fn line_to_image(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let line: Vec<Json> = call.arg(1)?;
    let image = runs::line_to_image(call.arg(0)?, line);
    returned(&image.map_err(|error| refused(&error))?.to_rows())
}

fn count_runs(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let line: Vec<u8> = call.arg(0)?;
    let line: Vec<Bit> = line.into_iter().map(bit).collect::<Result<_, _>>()?;
    returned(&runs::count_runs(&line))
}

fn expand_runs(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let counts: Vec<usize> = call.arg(0)?;
    let line = runs::expand_runs(&counts).map_err(|error| refused(&error))?;
    returned(&line.into_iter().map(|bit| bit as u8).collect::<Vec<_>>())
}

fn compress(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let Runs { columns, counts } = runs::compress(&bits(call)?);
    returned(&(columns, counts))
}

fn decompress(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let runs = Runs {
        columns: call.arg(0)?,
        counts: call.arg(1)?,
    };
    image_of_bits(&runs::decompress(&runs).map_err(|error| refused(&error))?)
}

/// A position inside the image, and the image.
fn place(call: &Call<'_>) -> Result<(Image<Json>, Position), CallError> {
    let image: Image<Json> = image(call, 0)?;
    let position = call.arg(1)?;
    match image.get(position) {
        Some(_) => Ok((image, position)),
        None => Err(misfit(1, &"the position is outside the image")),
    }
}

fn run_width(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let (image, position) = place(call)?;
    let last = call.arg(2)?;
    if last >= image.width() || last < position.1 {
        return Err(misfit(
            2,
            &"the column is outside the image or left of the position",
        ));
    }
    returned(&cover::run_width(&image, position, last))
}

fn largest_rectangle(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let (image, position) = place(call)?;
    returned(&cover::largest_rectangle(&image, position))
}

fn greedy_cover(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let cover = cover::greedy_cover(&image::<Json>(call, 0)?);
    let dictionary = |rect: Rect<Json>| Dictionary {
        pos: rect.position,
        coul: rect.colour,
        ha: rect.height,
        la: rect.width,
    };
    let rects: Vec<_> = cover.rects.into_iter().map(dictionary).collect();
    returned(&json!([cover.height, cover.width, rects]))
}

fn paint(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let (height, width, rects): (usize, usize, Vec<Dictionary>) = call.arg(0)?;
    let rect = |dictionary: Dictionary| Rect {
        position: dictionary.pos,
        colour: dictionary.coul,
        height: dictionary.ha,
        width: dictionary.la,
    };
    let rects = rects.into_iter().map(rect).collect();
    let image = Cover {
        height,
        width,
        rects,
    }
    .paint();
    returned(&image.map_err(|error| misfit(0, &error))?.to_rows())
}
