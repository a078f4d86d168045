//! The functions of the subject *Dossier : jeu de dominos*. A tile is `[2, 3]` or 23, and the answer has
//! the form of the arguments (R16).

mod cases;

use crate::{
    Pair, deal, doubles, first_begins, full_box, histogram, is_before, lay, most_present,
    possible_at, possible_on, sorted_down, take_turn,
};
use serde_json::{Value as Json, json};

use subject::{
    After, Args, Call, CallError, Condition, Function, Parameter, Problem, Relation, Sample,
    Subject, Type, binding, function, implied, short, stated, tile,
};

const TILES: Type = Type::List(&Type::Tile);
const PIPS: Type = Type::Integer(0, 255);
/// A list of places in a hand, or of counts of tiles.
const PLACES: Type = Type::List(&Type::COUNT);

const D: Parameter = Parameter::new("d", Type::Tile);
const DOMINO: Parameter = Parameter::new("domino", Type::Tile);
const E: Parameter = Parameter::new("e", Type::Tile);
const JEU: Parameter = Parameter::new("jeu", TILES);
const MAIN: Parameter = Parameter::new("main", TILES);
const MAX: Parameter = Parameter::new("max", PIPS).or("6");
const P1: Parameter = Parameter::new("p1", TILES);
const P2: Parameter = Parameter::new("p2", TILES);
const PLAYER: Parameter = Parameter::new("player", TILES);
const TABLE: Parameter = Parameter::new("table", TILES);

/// The subject's matrix, by rows: first halves, second halves, places in the hand; or tiles as
/// numbers, places in the hand.
const PLACED: Type = Type::Either(&[
    Type::Rows(&[Type::List(&PIPS), Type::List(&PIPS), PLACES]),
    Type::Rows(&[TILES, PLACES]),
]);

/// The subject, with its functions and samples.
pub const SUBJECT: Subject = Subject {
    name: "dominos",
    functions: FUNCTIONS,
    samples: &[
        Sample::new("J", "[[6,1],[5,4],[5,0],[3,3],[3,1],[3,0],[1,1]]"),
        Sample::new("J2", "[61,54,50,33,31,30,11]"),
    ],
};

const FUNCTIONS: &[Function] = &[
    function("creation_jeu", &[MAX], TILES, |call| {
        Ok(json!(full_box(call.args.get(0)?)))
    })
    .judged(Relation::SameElements)
    .from(cases::largest_half),
    function(
        "distribue",
        &[
            JEU.after(After::Changed),
            Parameter::new("n", Type::COUNT).or("10"),
        ],
        TILES,
        draw_hand,
    )
    .drawing()
    .requires(&[ENOUGH, DISTINCT])
    .judged(Relation::Drawn(cases::DEALT))
    .from(cases::box_and_number),
    function("est_avant", &[D, E], Type::Boolean, |call| {
        Ok(json!(is_before(one(&call.args, 0)?, one(&call.args, 1)?)))
    })
    .requires(&[DIFFERENT])
    .from(cases::two_tiles),
    function("tri_decr", &[PLAYER], TILES, |call| {
        let (hand, form) = many(&call.args, 0)?;
        Ok(form.tiles(&sorted_down(&hand)))
    })
    .requires(&[DISTINCT])
    .from(cases::hand),
    function("doubles", &[MAIN], PLACED, |call| {
        let (hand, form) = many(&call.args, 0)?;
        Ok(form.placed(&doubles(&hand)))
    })
    .requires(&[DISTINCT])
    .judged(Relation::SameColumns)
    .from(cases::hand),
    function("histogramme", &[JEU], PLACES, |call| {
        Ok(json!(histogram(&many(&call.args, 0)?.0)))
    })
    .requires(&[DISTINCT])
    .from(cases::hand),
    function("max_presence", &[JEU], Type::List(&PIPS), |call| {
        Ok(json!(most_present(&many(&call.args, 0)?.0)))
    })
    .also(&["maxpresence"])
    .requires(&[HAS_TILES, DISTINCT])
    .judged(Relation::SameElements)
    .from(cases::some_hand),
    function(
        "possibilites",
        &[
            TABLE,
            Parameter::new("p1", Type::Either(&[PIPS, TILES])),
            Parameter::new("bout", Type::Either(&[PIPS, Type::Nothing])).or("null"),
        ],
        Type::Either(&[PLACES, PLACED]),
        possible,
    )
    .requires(&[ON_A_LINE, TWO_ENDS, DISTINCT_BOTH, CHAIN])
    .judged(Relation::By(cases::any_order))
    .from(cases::both_forms),
    function("is_player1_first", &[P1, P2], Type::Boolean, |call| {
        let (first, second) = (many(&call.args, 0)?.0, many(&call.args, 1)?.0);
        Ok(json!(first_begins(&first, &second).expect(REQUIRED)))
    })
    .requires(&[BOTH_HAVE_TILES, SORTED_BOTH, DISTINCT_BOTH])
    .from(cases::two_hands),
    function("positionne", &[DOMINO, TABLE], TILES, |call| {
        let (line, form) = many(&call.args, 1)?;
        Ok(form.tiles(&lay(one(&call.args, 0)?, &line).expect(REQUIRED)))
    })
    .requires(&[FITS, CHAIN_SECOND])
    .judged(Relation::OneOf(cases::either_end))
    .from(cases::tile_and_line),
    function(
        "un_tour_de_jeu",
        &[
            TABLE,
            PLAYER.after(After::Changed),
            Parameter::new("passe", Type::COUNT),
        ],
        Type::Tuple(&[TILES, TILES, Type::COUNT]),
        turn,
    )
    .requires(&[ON_A_LINE, DISTINCT_BOTH, CHAIN])
    .judged(Relation::Holds(cases::laid_or_passed))
    .from(cases::line_hand_passes),
];

const REQUIRED: &str = "the conditions of the function were checked";

const ENOUGH: Condition = binding("n <= len(jeu)", |args| {
    Ok(args.get::<usize>(1)? <= many(args, 0)?.0.len())
});
const DISTINCT: Condition = implied("len(set(main)) == len(main)", |args| {
    Ok(distinct(&many(args, 0)?.0))
});
const DIFFERENT: Condition = implied("d != e", |args| {
    Ok(distinct(&[one(args, 0)?, one(args, 1)?]))
});
const DISTINCT_BOTH: Condition = implied("len(set(table + main)) == len(table + main)", |args| {
    let mut tiles = many(args, 0)?.0;
    if args.json(1).is_array() {
        tiles.extend(many(args, 1)?.0);
    }
    Ok(distinct(&tiles))
});
const HAS_TILES: Condition = stated("len(jeu) > 0", |args| Ok(!many(args, 0)?.0.is_empty()));
const BOTH_HAVE_TILES: Condition = binding("len(p1) > 0 and len(p2) > 0", |args| {
    Ok(!many(args, 0)?.0.is_empty() && !many(args, 1)?.0.is_empty())
});
const SORTED_BOTH: Condition = stated("p1 == tri_decr(p1) and p2 == tri_decr(p2)", |args| {
    let sorted = |index| many(args, index).map(|(hand, _)| sorted_down(&hand) == hand);
    Ok(sorted(0)? && sorted(1)?)
});
const ON_A_LINE: Condition = binding("len(table) > 0", |args| {
    Ok(!args.json(1).is_array() || !many(args, 0)?.0.is_empty())
});
const TWO_ENDS: Condition = binding(
    "possibilites(table, p1) or possibilites(main, bout, bout)",
    |args| Ok(args.json(1).is_array() == args.json(2).is_null()),
);
const FITS: Condition = binding("table[0][0] in domino or table[-1][1] in domino", |args| {
    Ok(lay(one(args, 0)?, &many(args, 1)?.0).is_some())
});
const CHAIN: Condition = implied("table[i][1] == table[i + 1][0]", |args| {
    Ok(!args.json(1).is_array() || is_chain(&many(args, 0)?.0))
});
const CHAIN_SECOND: Condition = implied(CHAIN.text, |args| Ok(is_chain(&many(args, 1)?.0)));

fn is_chain(line: &[Pair]) -> bool {
    line.windows(2).all(|pair| pair[0][1] == pair[1][0])
}

/// Whether no tile occurs twice; `[2, 3]` and `[3, 2]` are the same.
fn distinct(tiles: &[Pair]) -> bool {
    let is_at = |&[a, b]: &Pair| {
        tiles
            .iter()
            .position(|tile| *tile == [a, b] || *tile == [b, a])
    };
    tiles.iter().map(is_at).eq((0..tiles.len()).map(Some))
}

/// The form in which tiles are written.
#[derive(Clone, Copy)]
enum Form {
    /// `[6, 1]`.
    Pairs,
    /// 61.
    Numbers,
}

impl Form {
    fn from_tile(tile: Option<&Json>) -> Self {
        match tile {
            Some(Json::Number(_) | Json::String(_)) => Self::Numbers,
            _ => Self::Pairs,
        }
    }

    fn tile(self, pair: Pair) -> Json {
        match self {
            Self::Pairs => json!(pair),
            Self::Numbers => json!(10 * u16::from(pair[0]) + u16::from(pair[1])),
        }
    }

    fn tiles(self, pairs: &[Pair]) -> Json {
        pairs.iter().map(|&pair| self.tile(pair)).collect()
    }

    /// The subject's matrix, its tiles as columns of two numbers or as one number each.
    fn placed(self, placed: &[(Pair, usize)]) -> Json {
        let (pairs, places): (Vec<Pair>, Vec<usize>) = placed.iter().copied().unzip();
        match self {
            Self::Pairs => {
                let half = |index: usize| pairs.iter().map(|pair| pair[index]).collect::<Vec<_>>();
                json!([half(0), half(1), places])
            }
            Self::Numbers => json!([self.tiles(&pairs), places]),
        }
    }
}

/// The argument at `index` as a tile.
fn one(args: &Args, index: usize) -> Result<Pair, CallError> {
    let given = args.json(index);
    tile(given).ok_or_else(|| not_a_tile(given, index))
}

/// The argument at `index` as tiles, and the form in which they are written.
fn many(args: &Args, index: usize) -> Result<(Vec<Pair>, Form), CallError> {
    let given = args.json(index).as_array().map_or(&[][..], Vec::as_slice);
    let read = |it| tile(it).ok_or_else(|| not_a_tile(it, index));
    let tiles: Result<_, _> = given.iter().map(read).collect();
    Ok((tiles?, Form::from_tile(given.first())))
}

fn not_a_tile(given: &Json, index: usize) -> CallError {
    Problem::NotATile(short(given)).of_argument(index)
}

fn draw_hand(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (mut tiles, n): (Vec<Json>, usize) = (call.args.get(0)?, call.args.get(1)?);
    let hand = deal(&mut tiles, n, call.luck).expect(REQUIRED);
    call.args.0[0] = tiles.into();
    Ok(hand.into())
}

/// Both forms of *`possibilites`*: of a line and a hand, or of a hand and two ends.
fn possible(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (tiles, form) = many(&call.args, 0)?;
    if call.args.json(1).is_array() {
        let hand = many(&call.args, 1)?.0;
        return Ok(json!(possible_on(&tiles, &hand).expect(REQUIRED)));
    }
    Ok(form.placed(&possible_at(&tiles, call.args.get(1)?, call.args.get(2)?)))
}

/// Plays a turn as the code printed in the subject does: returns a new table, and removes the tile
/// from the hand of the arguments.
fn turn(call: &mut Call<'_>) -> Result<Json, CallError> {
    let ((mut line, form), (mut hand, _)) = (many(&call.args, 0)?, many(&call.args, 1)?);
    let possible = possible_on(&line, &hand).expect(REQUIRED);
    let passes = take_turn(&mut line, &mut hand, call.args.get(2)?).expect(REQUIRED);
    let Some(laid) = possible.first() else {
        return Ok(json!([call.args.json(0), call.args.json(1), passes]));
    };
    let mut left: Vec<Json> = call.args.get(1)?;
    left.remove(*laid);
    call.args.0[1] = left.into();
    Ok(json!([form.tiles(&line), call.args.json(1), passes]))
}
