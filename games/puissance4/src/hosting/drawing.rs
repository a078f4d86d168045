//! The drawing of the grid: discs behind a frame with holes, and the cell where a disc would land.

use std::fmt::Write as _;

use crate::{COLUMNS, Cell, Colour, Column, Dropped, LINES, Line, Move, Puissance4};
use table::{Game as _, Key, Message, Turn, key, message};

use super::edits;
use draw::{Group, Svg};
use host::{DrawingContext, Drawn, Edits, Field, FieldAnswer, RuleSentence};

const CELL: i32 = 100;
const EDGE: i32 = 30;
/// Room above the frame for the numbers of the columns.
const LANE: i32 = 84;
const WIDTH: i32 = CELL * COLUMNS as i32 + 2 * EDGE;
const HEIGHT: i32 = LANE + CELL * LINES as i32 + 2 * EDGE;
const RADIUS: i32 = 42;

impl Drawn for Puissance4 {
    type Sight = Self;
    const SAMPLE: &'static str = "44353632";
    const RULES: &'static [RuleSentence] = &[
        RuleSentence::shown(key!("puissance4-rule-drop"), "4435"),
        RuleSentence::shown(key!("puissance4-rule-win"), "646364544655"),
        RuleSentence::new(key!("puissance4-rule-draw")),
    ];
    const FIELDS: &'static [Field] = &[Field {
        option: "first",
        label: key!("puissance4-field-first"),
        answer: FieldAnswer::One(&[
            ("*", key!("puissance4-red-first")),
            ("o", key!("puissance4-yellow-first")),
        ]),
    }];
    const BEGINS: Key = key!("puissance4-begins");
    const EDITS: Option<Edits<Self>> = Some(edits::edits);

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let game = pose.sight;
        let label = pose.say(&message!("puissance4-board"));
        let mut svg = Svg::new("four", (WIDTH, HEIGHT), &label);
        let middle = (WIDTH / 2, LANE + (HEIGHT - LANE) / 2);
        let size = (WIDTH - 20, HEIGHT - LANE - 20);
        svg.part("inside", Group::default(), |svg| {
            svg.slab("inside", middle, size, 30);
        });
        // Translated once for up to 42 discs.
        let colours = [Colour::Red, Colour::Yellow]
            .map(|colour| pose.style.language.word(colour_key(colour)));
        for column in Column::all() {
            draw_lane(&mut svg, column);
            for line in Line::all() {
                draw_disc(&mut svg, pose, (column, line), &colours);
            }
        }
        svg.part("frame", Group::default(), |svg| {
            svg.path("frame", &frame());
            svg.slab("foot", (70, HEIGHT - 8), (90, 16), 6);
            svg.slab("foot", (WIDTH - 70, HEIGHT - 8), (90, 16), 6);
        });
        if let Some(ends) = game
            .winner()
            .and_then(|colour| game.grid().alignment(colour))
        {
            let [from, to] = ends.map(centre);
            svg.part("row", Group::default(), |svg| {
                svg.line("row-edge", from, to);
                svg.line("row", from, to);
            });
        }
        for column in Column::all() {
            draw_column(&mut svg, pose, column);
        }
        svg
    }

    fn moves(sight: &Self, most: usize) -> Vec<Move> {
        sight.legal().take(most).collect()
    }

    fn touches(_pose: &DrawingContext<'_, Self>, mv: Move) -> Vec<String> {
        vec![format!("column-{}", mv.0)]
    }

    fn words(_pose: &DrawingContext<'_, Self>, mv: Move) -> Message {
        message!("puissance4-column", column = mv.0)
    }

    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        let cell = pose.effect().map(|dropped| dropped.cell);
        cell.map(name).into_iter().collect()
    }
}

fn centre((column, line): Cell) -> (i32, i32) {
    let x = EDGE + CELL * (i32::from(column.number()) - 1) + CELL / 2;
    let y = HEIGHT - EDGE - CELL * (i32::from(line.number()) - 1) - CELL / 2;
    (x, y)
}

fn name((column, line): Cell) -> String {
    format!("disc-{}-{}", column.number(), line.number())
}

fn class(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Yellow => "yellow",
    }
}

const fn colour_key(colour: Colour) -> Key {
    match colour {
        Colour::Red => key!("puissance4-red"),
        Colour::Yellow => key!("puissance4-yellow"),
    }
}

/// The invisible start of falling discs above a column.
fn draw_lane(svg: &mut Svg, column: Column) {
    let (x, _) = centre((column, Line::new(1).expect("the lowest line")));
    let lane = format!("lane-{}", column.number());
    svg.part(&lane, Group::default(), |svg| {
        svg.disc("nothing", (x, LANE / 2), RADIUS);
    });
}

/// The cell of the last disc, from the event or else from the game.
fn last(pose: &DrawingContext<'_, Puissance4>) -> Option<Cell> {
    let told = pose.played.map(|(_, Dropped { cell, .. })| cell);
    told.or_else(|| {
        let column = *pose.sight.played()?.last()?;
        let grid = pose.sight.grid();
        let top = Line::all()
            .rev()
            .find(|line| grid.disc(column, *line).is_some())?;
        Some((column, top))
    })
}

fn draw_disc(
    svg: &mut Svg,
    pose: &DrawingContext<'_, Puissance4>,
    cell: Cell,
    colours: &[String; 2],
) {
    let Some(colour) = pose.sight.grid().disc(cell.0, cell.1) else {
        return;
    };
    let [red, yellow] = colours;
    let colour_name = match colour {
        Colour::Red => red,
        Colour::Yellow => yellow,
    };
    let label = message!(
        "puissance4-disc",
        column = cell.0.number(),
        line = cell.1.number(),
        colour = &**colour_name
    );
    let from = format!("lane-{}", cell.0.number());
    let about = Group {
        label: &pose.say(&label),
        class: "disc falls",
        from: &from,
        ..Group::default()
    };
    let at = centre(cell);
    let is_last = last(pose) == Some(cell);
    svg.part(&name(cell), about, |svg| {
        svg.disc(class(colour), at, RADIUS + 4);
        // The rings tell the colours apart for colour-blind players.
        svg.disc(
            if colour == Colour::Red {
                "ring"
            } else {
                "ring thick"
            },
            at,
            RADIUS - 14,
        );
        if is_last {
            svg.disc("last", at, 9);
        }
    });
}

/// The outline of a rounded plate with 42 holes.
fn frame() -> String {
    let (left, top) = (40, LANE + 10);
    let (wide, high) = (WIDTH - 80, HEIGHT - LANE - 80);
    let mut path = format!(
        "M{left} {top}h{wide}a30 30 0 0 1 30 30v{high}a30 30 0 0 1-30 30h-{wide}\
         a30 30 0 0 1-30-30v-{high}a30 30 0 0 1 30-30z"
    );
    let arc = format!("a{RADIUS} {RADIUS} 0 1 0");
    let across = 2 * RADIUS;
    for column in Column::all() {
        for line in Line::all() {
            let (x, y) = centre((column, line));
            let _ = write!(path, "M{} {y}{arc} {across} 0{arc}-{across} 0z", x - RADIUS);
        }
    }
    path
}

fn draw_column(svg: &mut Svg, pose: &DrawingContext<'_, Puissance4>, column: Column) {
    let grid = pose.sight.grid();
    let number = column.number().to_string();
    let free = grid.column(column).filter(Option::is_none).count();
    let label = message!("puissance4-column-free", column = column.number(), free);
    let about = Group {
        label: &pose.say(&label),
        class: "column",
        keys: &number,
        ..Group::default()
    };
    let (x, _) = centre((column, Line::new(1).expect("the lowest line")));
    let goes_on = matches!(pose.sight.turn(), Turn::Player(_));
    let landing = grid.landing(column).filter(|_| goes_on);
    let ghost = format!("ghost {}", class(pose.sight.to_move()));
    svg.part(&format!("column-{number}"), about, |svg| {
        svg.slab("reach", (x, HEIGHT / 2), (CELL - 4, HEIGHT - 20), 30);
        svg.words("number", (x, LANE / 2), &number);
        if let Some(line) = landing {
            svg.disc(&ghost, centre((column, line)), RADIUS - 6);
        }
    });
}
