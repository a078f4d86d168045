//! The functions of the subject *Compression d'images*. An image is a list of rows; a pixel is any
//! JSON value where the subject allows any colour.

mod cases;

text::catalogue!();

use pavage::cover::CoverError;
use pavage::image::{Image, ImageError, PixelPosition as Position};
use pavage::runs::{Runs, RunsError};
use pavage::{Bit, Cover, Rect, Rgb, colours, cover, runs};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use subject::{
    After, Args, Call, CallError, Condition, Function, Parameter, Problem, Relation, Sample,
    Subject, Type, binding, function, implied, stated,
};
use table::message;

/// Maximum number of pixels of an image given by sizes or counts: each pixel is a JSON value.
const MOST_PIXELS: usize = 1 << 22;

const BIT: Type = Type::Integer(0, 1);
const BITS: Type = Type::Grid(&BIT);
const LINE: Type = Type::List(&BIT);
const COUNTS: Type = Type::List(&Type::COUNT);
const IMAGE: Type = Type::Grid(&Type::Colour);
const RGB: Type = Type::Grid(&Type::Tuple(&[Type::LEVEL, Type::LEVEL, Type::LEVEL]));
const EIGHT: Type = Type::Grid(&Type::Tuple(&[BIT, BIT, BIT]));
const POSITION: Type = Type::Tuple(&[Type::COUNT, Type::COUNT]);
const COMPRESSED: Type = Type::Tuple(&[
    Type::COUNT,
    Type::COUNT,
    Type::List(&Type::Record(&[
        ("pos", POSITION),
        ("coul", Type::Colour),
        ("ha", Type::COUNT),
        ("la", Type::COUNT),
    ])),
]);

const IMG: Parameter = Parameter::new("img", IMAGE);
const COLOURED: Parameter = Parameter::new("img", RGB).after(After::Kept);
const POS: Parameter = Parameter::new("pos", POSITION);
const NBC: Parameter = Parameter::new("nbc", Type::COUNT);
const LISTE_ENTIERS: Parameter = Parameter::new("liste_entiers", COUNTS);

/// The subject, with its functions and samples.
pub const SUBJECT: Subject = Subject {
    name: "image",
    functions: FUNCTIONS,
    samples: &[
        Sample::new(
            "imgA",
            "[[0,1,1,1,1],[1,0,1,1,1],[1,1,0,1,1],[1,1,1,0,1],[1,1,1,1,0]]",
        ),
        Sample::new(
            "imgB",
            "[[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,6,7]]",
        ),
        Sample::new(
            "imgC",
            "[[[255,0,0],[255,0,0],[255,0,0]],[[255,255,255],[255,255,255],[255,255,255]]]",
        ),
        Sample::new("img1", "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]"),
        Sample::new(
            "ic1",
            r#"[3,4,[{"pos":[0,0],"coul":7,"ha":2,"la":3},{"pos":[0,3],"coul":1,"ha":3,"la":1},{"pos":[2,0],"coul":2,"ha":1,"la":2},{"pos":[2,2],"coul":1,"ha":1,"la":1}]]"#,
        ),
        Sample::new(
            "ic2",
            r#"[3,4,[{"pos":[0,0],"coul":7,"ha":2,"la":3},{"pos":[0,3],"coul":1,"ha":2,"la":1},{"pos":[2,0],"coul":2,"ha":1,"la":2},{"pos":[2,2],"coul":1,"ha":1,"la":2}]]"#,
        ),
        Sample::new("question13", "[[6,3,3,3,4],[6,3,3,6,4],[6,3,4,6,4]]"),
    ],
};

const FUNCTIONS: &[Function] = &[
    function(
        "creer_image",
        &[
            Parameter::new("n", Type::COUNT),
            Parameter::new("m", Type::COUNT),
            Parameter::new("c", Type::Colour),
        ],
        IMAGE,
        filled,
    )
    .requires(&[binding("n > 0 and m > 0", |args| {
        Ok(args.get::<u64>(0)? > 0 && args.get::<u64>(1)? > 0)
    })])
    .from(cases::size_and_colour),
    function(
        "noir_ou_blanc",
        &[Parameter::new("x", Type::Real)],
        BIT,
        |call| Ok(json!(colours::black_or_white(call.args.get(0)?) as u8)),
    )
    .from(cases::mean),
    function("passer_en_nb", &[COLOURED], BITS, |call| {
        let image = image::<Rgb>(&call.args, 0)?;
        Ok(of_bits(&colours::black_and_white(&image)))
    })
    .requires(&[HAS_PIXELS])
    .from(cases::coloured),
    function("passer_en_8_couleurs", &[COLOURED], EIGHT, |call| {
        let image = colours::eight_colours(&image::<Rgb>(&call.args, 0)?);
        let levels = image.map(|levels| levels.map(|level| level as u8));
        Ok(json!(levels.to_rows()))
    })
    .requires(&[HAS_PIXELS])
    .from(cases::coloured),
    function(
        "image_vers_ligne",
        &[IMG],
        Type::Tuple(&[Type::COUNT, Type::List(&Type::Colour)]),
        |call| Ok(json!(runs::image_to_line(&image::<Json>(&call.args, 0)?))),
    )
    .requires(&[HAS_PIXELS])
    .from(cases::black_and_white),
    function(
        "ligne_vers_image",
        &[NBC, Parameter::new("ligne01", Type::List(&Type::Colour))],
        IMAGE,
        |call| {
            let line: Vec<Json> = call.args.get(1)?;
            let image = runs::line_to_image(call.args.get(0)?, line);
            Ok(json!(fitting(image, image_problem, 1)?.to_rows()))
        },
    )
    .requires(&[FILLS_ROWS])
    .from(cases::columns_and_line),
    function(
        "compte_0_1",
        &[Parameter::new("ligne01", LINE)],
        COUNTS,
        |call| {
            let line: Vec<u8> = call.args.get(0)?;
            let line: Vec<Bit> = line.into_iter().map(bit).collect();
            Ok(json!(runs::count_runs(&line)))
        },
    )
    .requires(&[stated("len(ligne01) > 0", |args| {
        Ok(!args.get::<Vec<u8>>(0)?.is_empty())
    })])
    .from(cases::line),
    function("decompresse_ligne", &[LISTE_ENTIERS], LINE, |call| {
        let counts: Vec<usize> = call.args.get(0)?;
        limited([counts.iter().sum(), 1], 0)?;
        let line = fitting(runs::expand_runs(&counts), runs_problem, 0)?;
        Ok(line.into_iter().map(|bit| bit as u8).collect())
    })
    .from(cases::counts),
    function(
        "compresse_image",
        &[Parameter::new("img", BITS)],
        Type::Tuple(&[Type::COUNT, COUNTS]),
        |call| {
            let bits = image::<u8>(&call.args, 0)?.map(|&pixel| bit(pixel));
            let Runs { columns, counts } = runs::compress(&bits);
            Ok(json!([columns, counts]))
        },
    )
    .requires(&[HAS_PIXELS])
    .from(cases::black_and_white),
    function("decompresse_image", &[NBC, LISTE_ENTIERS], BITS, |call| {
        let runs = Runs {
            columns: call.args.get(0)?,
            counts: call.args.get(1)?,
        };
        limited([runs.counts.iter().sum(), 1], 1)?;
        Ok(of_bits(&fitting(runs::decompress(&runs), runs_problem, 1)?))
    })
    .requires(&[COUNTS_FILL_ROWS])
    .from(cases::columns_and_counts),
    function(
        "dim_largeur_max",
        &[IMG, POS, Parameter::new("j_max", Type::COUNT)],
        Type::COUNT,
        |call| {
            let (image, position) = place(&call.args)?;
            Ok(json!(cover::run_width(&image, position, call.args.get(2)?)))
        },
    )
    .requires(&[INSIDE, TO_THE_RIGHT])
    .from(cases::image_position_and_column),
    function("rectangle_max", &[IMG, POS], POSITION, |call| {
        let (image, position) = place(&call.args)?;
        Ok(json!(cover::largest_rectangle(&image, position)))
    })
    .requires(&[INSIDE])
    .judged(Relation::OneOf(cases::largest))
    .from(cases::image_and_position),
    function("compression_rectangle", &[IMG], COMPRESSED, |call| {
        Ok(compressed(cover::greedy_cover(&image(&call.args, 0)?)))
    })
    .requires(&[HAS_PIXELS])
    .judged(Relation::Holds(cases::is_greedy))
    .from(cases::few_colours),
    function(
        "decompression_rectangle",
        &[Parameter::new("image_compressee", COMPRESSED)],
        IMAGE,
        |call| Ok(json!(painted(&call.args)?.to_rows())),
    )
    .requires(&[stated(
        "sum(r[\"ha\"] * r[\"la\"] for r in l_rect) == ha * la",
        |args| Ok(painted(args).is_ok()),
    )])
    .from(cases::covers),
];

const HAS_PIXELS: Condition = implied("len(img) > 0 and len(img[0]) > 0", |args| {
    Ok(!image::<Json>(args, 0)?.pixels().is_empty())
});
const INSIDE: Condition = binding("pos[0] < len(img) and pos[1] < len(img[0])", |args| {
    let (image, position) = place(args)?;
    Ok(image.get(position).is_some())
});
const TO_THE_RIGHT: Condition = binding("pos[1] <= j_max < len(img[0])", |args| {
    let ((image, position), last) = (place(args)?, args.get::<usize>(2)?);
    Ok((position.1..image.width()).contains(&last))
});
const FILLS_ROWS: Condition = binding("len(ligne01) % nbc == 0", |args| {
    Ok(fills_rows(
        args.get::<Vec<Json>>(1)?.len() as u64,
        args.get(0)?,
    ))
});
const COUNTS_FILL_ROWS: Condition = binding("sum(liste_entiers) % nbc == 0", |args| {
    let counts: Vec<u64> = args.get(1)?;
    Ok(fills_rows(counts.into_iter().sum(), args.get(0)?))
});

fn fills_rows(pixels: u64, columns: u64) -> bool {
    pixels.checked_rem(columns).unwrap_or(pixels) == 0
}

/// A rectangle as the subject's dictionary has it.
#[derive(Serialize, Deserialize)]
struct Dictionary {
    pos: Position,
    coul: Json,
    ha: usize,
    la: usize,
}

/// A result of the codec; its error becomes a problem of the argument at `index`.
fn fitting<T, E>(
    made: Result<T, E>,
    problem: fn(E) -> Problem,
    index: usize,
) -> Result<T, CallError> {
    made.map_err(|error| problem(error).of_argument(index))
}

/// The argument at `index` as an image.
fn image<P: DeserializeOwned>(args: &Args, index: usize) -> Result<Image<P>, CallError> {
    fitting(Image::from_rows(args.get(index)?), image_problem, index)
}

fn bit(number: u8) -> Bit {
    if number == 0 { Bit::Black } else { Bit::White }
}

fn of_bits(image: &Image<Bit>) -> Json {
    json!(image.map(|&bit| bit as u8).to_rows())
}

fn filled(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (height, width, colour): (usize, usize, Json) =
        (call.args.get(0)?, call.args.get(1)?, call.args.get(2)?);
    limited([height, width], 0)?;
    let image = Image::filled(height, width, colour);
    Ok(json!(fitting(image, image_problem, 0)?.to_rows()))
}

fn place(args: &Args) -> Result<(Image<Json>, Position), CallError> {
    Ok((image(args, 0)?, args.get(1)?))
}

fn compressed(cover: Cover<Json>) -> Json {
    let dictionary = |rect: Rect<Json>| Dictionary {
        pos: rect.position,
        coul: rect.colour,
        ha: rect.height,
        la: rect.width,
    };
    let rects: Vec<_> = cover.rects.into_iter().map(dictionary).collect();
    json!([cover.height, cover.width, rects])
}

/// Refuses an image that is too large before it is made. An image without columns still has rows.
fn limited([height, width]: [usize; 2], index: usize) -> Result<(), CallError> {
    if height.max(1).saturating_mul(width.max(1)) > MOST_PIXELS {
        return Err(too_large().of_argument(index));
    }
    Ok(())
}

fn painted(args: &Args) -> Result<Image<Json>, CallError> {
    let cover = covering(args)?;
    limited([cover.height, cover.width], 0)?;
    fitting(cover.paint(), cover_problem, 0)
}

fn covering(args: &Args) -> Result<Cover<Json>, CallError> {
    let (height, width, rects): (usize, usize, Vec<Dictionary>) = args.get(0)?;
    let rect = |dictionary: Dictionary| Rect {
        position: dictionary.pos,
        colour: dictionary.coul,
        height: dictionary.ha,
        width: dictionary.la,
    };
    Ok(Cover {
        height,
        width,
        rects: rects.into_iter().map(rect).collect(),
    })
}

fn too_large() -> Problem {
    Problem::Specific(message!("subject-too-large", most = MOST_PIXELS))
}

fn image_problem(error: ImageError) -> Problem {
    match error {
        ImageError::NotRectangular {
            row,
            expected,
            found,
        } => Problem::Ragged {
            row,
            found,
            expected,
        },
        ImageError::Uneven { pixels, columns } => {
            Problem::Specific(message!("subject-uneven", pixels, columns))
        }
        ImageError::TooLarge { .. } => too_large(),
    }
}

fn runs_problem(error: RunsError) -> Problem {
    match error {
        RunsError::TooLong { .. } => too_large(),
        RunsError::Image(error) => image_problem(error),
    }
}

fn cover_problem(error: CoverError) -> Problem {
    Problem::Specific(match error {
        CoverError::Image(error) => return image_problem(error),
        CoverError::Outside { rect } => message!("subject-rectangle-outside", rect),
        CoverError::Empty { rect } => message!("subject-rectangle-empty", rect),
        CoverError::Overlap { rect, earlier, .. } => {
            message!("subject-rectangle-overlap", rect, earlier)
        }
        CoverError::Hole { at: (row, column) } => message!("subject-rectangle-hole", row, column),
    })
}
