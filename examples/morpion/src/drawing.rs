//! The drawing of the board: a grid, crosses and noughts.

use draw::{Group, Svg};
use host::{DrawingContext, Drawn, RuleSentence};
use table::{Game as _, Key, Message, Side, key, message};

use crate::rules::{Cell, Morpion};

const CELL: i32 = 200;

impl Drawn for Morpion {
    type Sight = Self;
    const SAMPLE: &'static str = "x.o/.x./o.. first";
    const GOAL: Key = key!("morpion-rule");
    const RULES: &'static [RuleSentence] = &[RuleSentence::shown(
        key!("morpion-rule"),
        "xo./.x./o.x second",
    )];

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let label = pose.say(&message!("morpion-board"));
        let mut svg = Svg::new("morpion", (3 * CELL + 40, 3 * CELL + 40), &label);
        svg.part("grid", Group::default(), |svg| {
            for at in [CELL + 20, 2 * CELL + 20] {
                svg.line("grid", (at, 30), (at, 3 * CELL + 10));
                svg.line("grid", (30, at), (3 * CELL + 10, at));
            }
        });
        for cell in Cell::all() {
            draw_cell(&mut svg, pose, cell);
        }
        svg
    }

    fn moves(sight: &Self, most: usize) -> Vec<Cell> {
        sight.legal().take(most).collect()
    }

    fn touches(_pose: &DrawingContext<'_, Self>, mv: Cell) -> Vec<String> {
        vec![name(mv)]
    }

    fn words(_pose: &DrawingContext<'_, Self>, mv: Cell) -> Message {
        message!("morpion-cell-name", cell = mv.number())
    }

    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        let cell = pose.effect().map(|mark| mark.cell);
        cell.map(name).into_iter().collect()
    }
}

fn name(cell: Cell) -> String {
    format!("cell-{cell}")
}

fn draw_cell(svg: &mut Svg, pose: &DrawingContext<'_, Morpion>, cell: Cell) {
    let mark = pose.sight.mark(cell);
    let holds = match mark {
        None => "nothing",
        Some(Side::First) => "cross",
        Some(Side::Second) => "nought",
    };
    let label = message!("morpion-cell-holds", cell = cell.number(), holds);
    let keys = cell.to_string();
    let label = pose.say(&label);
    let about = Group {
        keys: &keys,
        ..Group::new(&label, "cell")
    };
    let place = i32::from(cell.number() - 1);
    let middle = |step: i32| 20 + CELL / 2 + CELL * step;
    let at = (middle(place % 3), middle(place / 3));
    svg.part(&name(cell), about, |svg| {
        svg.slab("reach", at, (CELL - 20, CELL - 20), 20);
        match mark {
            Some(Side::First) => {
                svg.at(at, 0, |svg| svg.path("cross", "M-50-50L50 50M50-50L-50 50"));
            }
            Some(Side::Second) => svg.disc("nought", at, 56),
            None => {}
        }
    });
}
