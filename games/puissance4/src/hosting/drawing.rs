//! The drawing of the grid: discs behind a frame with holes, and the cell where a disc would land.

use std::fmt::Write as _;

use crate::grid::cells;
use crate::{COLUMNS, Cell, Colour, Column, Dropped, LINES, Line, Move, Puissance4};
use table::{Game as _, Key, Message, Turn, key, message};

use super::{board, edits};
use draw::{Group, Svg};
use host::{DrawingContext, Drawn, Edits, Field, FieldAnswer, RuleSentence, TextBoard};

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
    const GOAL: Key = key!("puissance4-goal");
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
        let colours = [key!("puissance4-red"), key!("puissance4-yellow")]
            .map(|key| pose.style.language.word(key));
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
        let row = |colour| game.grid().alignment(colour);
        if let Some(ends) = game.winner().and_then(row) {
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

    fn board(context: &DrawingContext<'_, Self>, _width: u16) -> Option<TextBoard> {
        Some(board::board(context))
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

pub(super) fn column_name(column: Column) -> String {
    format!("column-{}", column.number())
}

fn centre((column, line): Cell) -> (i32, i32) {
    let x = EDGE + CELL * (i32::from(column.number()) - 1) + CELL / 2;
    let y = HEIGHT - EDGE - CELL * (i32::from(line.number()) - 1) - CELL / 2;
    (x, y)
}

fn name((column, line): Cell) -> String {
    format!("disc-{}-{}", column.number(), line.number())
}

/// Draws the invisible part above a column from which discs fall.
fn draw_lane(svg: &mut Svg, column: Column) {
    let (x, _) = centre((column, Line::new(1).expect("the lowest line")));
    let lane = format!("lane-{}", column.number());
    svg.part(&lane, Group::default(), |svg| {
        svg.disc("nothing", (x, LANE / 2), RADIUS);
    });
}

/// The cell of the last disc, from the event or else from the game.
pub(super) fn last(pose: &DrawingContext<'_, Puissance4>) -> Option<Cell> {
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
    [red, yellow]: &[String; 2],
) {
    let Some(colour) = pose.sight.grid().disc(cell.0, cell.1) else {
        return;
    };
    // The rings tell the colours apart for colour-blind players.
    let (colour_name, ring) = match colour {
        Colour::Red => (red, "ring"),
        Colour::Yellow => (yellow, "ring thick"),
    };
    let (column, line) = (cell.0.number(), cell.1.number());
    let label = message!("puissance4-disc", column, line, colour = colour_name);
    let from = format!("lane-{column}");
    let about = Group {
        label: &pose.say(&label),
        class: "disc falls",
        from: &from,
        ..Group::default()
    };
    let at = centre(cell);
    let is_last = last(pose) == Some(cell);
    svg.part(&name(cell), about, |svg| {
        svg.disc(colour.word(), at, RADIUS + 4);
        svg.gloss(at, RADIUS + 4);
        svg.disc(ring, at, RADIUS - 14);
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
    for (x, y) in cells().map(centre) {
        let _ = write!(path, "M{} {y}{arc} {across} 0{arc}-{across} 0z", x - RADIUS);
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
    let ghost = format!("ghost {}", pose.sight.to_move().word());
    svg.part(&column_name(column), about, |svg| {
        svg.slab("reach", (x, HEIGHT / 2), (CELL - 4, HEIGHT - 20), 30);
        svg.words("number", (x, LANE / 2), &number);
        if let Some(line) = landing {
            svg.disc(&ghost, centre((column, line)), RADIUS - 6);
        }
    });
}
