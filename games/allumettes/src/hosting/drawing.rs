//! The drawing of the matches: one row a heap; a long heap is bundles and a few loose matches.

use crate::{Matches, Take};
use table::{Game as _, Key, Message, key, message};

use super::{board, edits, words};
use draw::{Group, Svg};
use host::{DrawingContext, Drawn, Edits, Field, FieldAnswer, RuleSentence, TextBoard, Voice as _};
use text::{Language, counted};

/// Maximum number of matches of a heap that are drawn one by one; the others are drawn in bundles.
const LOOSE: u32 = 30;
/// Maximum number of heaps that are drawn.
pub(super) const MOST_HEAPS: usize = 5;
/// Maximum number of matches of all heaps that are drawn one by one.
const MOST_LOOSE: u32 = 48;
const STEP: i32 = 40;
const ROW: i32 = 190;
const STICK: i32 = 150;

impl Drawn for Matches {
    type Sight = Self;
    const SAMPLE: &'static str = "13";
    const GOAL: Key = key!("allumettes-goal");
    const BEGINS: Key = key!("allumettes-begins");
    const RULES: &'static [RuleSentence] = &[
        RuleSentence::shown(key!("allumettes-rule-take"), "13"),
        RuleSentence::on_page(key!("allumettes-rule-touch")),
        RuleSentence::shown(key!("allumettes-rule-last"), "1"),
        RuleSentence::shown(key!("allumettes-rule-heaps"), "3,5,7"),
    ];
    const FIELDS: &'static [Field] = &[
        Field::number(
            "matches",
            key!("allumettes-field-matches"),
            (1, 500),
            Some(13),
        ),
        Field::number("max", key!("allumettes-field-max"), (1, 50), Some(3)),
        Field::new(
            "heaps",
            key!("allumettes-field-heaps"),
            FieldAnswer::Text("1,3,5,7"),
        ),
        Field::new(
            "last-wins",
            key!("allumettes-field-last-wins"),
            FieldAnswer::Flag,
        ),
    ];
    const EDITS: Option<Edits<Self>> = Some(edits::edits);

    fn title(sight: &Self, language: Language) -> String {
        if *sight == Self::default() {
            return language.word(Self::ABOUT);
        }
        match sight.heaps() {
            [one] => {
                let message = Message::new(key!("allumettes-title", count, form));
                language.say(&counted(message, "count", *one))
            }
            heaps => {
                let sizes: Vec<String> = heaps.iter().map(u32::to_string).collect();
                let heaps = sizes.join(", ");
                language.say(&message!("allumettes-title-heaps", heaps))
            }
        }
    }

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let game = pose.sight;
        let heaps = &game.heaps()[..game.heaps().len().min(MOST_HEAPS)];
        let layout = Layout::new(heaps, most_loose(game), pose.style.tall);
        let rows: i32 = heaps.iter().map(|heap| layout.rows(*heap)).sum();
        let (width, height) = (layout.width(), ROW * rows + 20);
        let board = Message::new(key!("allumettes-board", count, form));
        let board = counted(board, "count", game.left());
        let mut svg = Svg::new("matches", (width, height), &pose.say(&board));
        let mut top = 10;
        for (heap, count) in heaps.iter().enumerate() {
            draw_heap(&mut svg, pose, (heap, *count), (&layout, top));
            top += ROW * layout.rows(*count);
        }
        if game.left() == 0 {
            draw_burnt(&mut svg, (width / 2, height / 2));
        }
        svg
    }

    fn board(context: &DrawingContext<'_, Self>, width: u16) -> Option<TextBoard> {
        Some(board::board(context, width))
    }

    fn moves(sight: &Self, most: usize) -> Vec<Take> {
        sight.legal().take(most).collect()
    }

    /// The parts to touch: the heap, then the taken matches from the end of the heap inwards.
    fn touches(pose: &DrawingContext<'_, Self>, mv: Take) -> Vec<String> {
        let count = u32::try_from(mv.count).unwrap_or(0);
        if mv.heap >= MOST_HEAPS || count > loose_in(pose.sight, mv.heap) {
            return Vec::new();
        }
        let matches = (1..=count).map(|place| name(mv.heap, place));
        std::iter::once(heap_name(mv.heap)).chain(matches).collect()
    }

    fn words(pose: &DrawingContext<'_, Self>, mv: Take) -> Message {
        words(pose.sight.heaps().len(), mv)
    }

    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        let heap = pose.effect().map(|taken| taken.take.heap);
        heap.map(heap_name).into_iter().collect()
    }
}

/// The name of a match. Matches are counted from the end where they are taken.
pub(super) fn name(heap: usize, place: u32) -> String {
    format!("match-{}-{place}", heap + 1)
}

pub(super) fn heap_name(heap: usize) -> String {
    format!("heap-{}", heap + 1)
}

/// Number of loose matches of a heap: the others are in bundles of ten.
fn loose(heap: u32, most: u32) -> u32 {
    if heap <= most {
        heap
    } else {
        most - 10 + heap % 10
    }
}

/// Number of matches of a heap that can be touched one by one.
pub(super) fn loose_in(game: &Matches, heap: usize) -> u32 {
    loose(game.heaps()[heap], most_loose(game))
}

/// Maximum number of loose matches in one heap: fewer when all heaps together are large.
fn most_loose(game: &Matches) -> u32 {
    if game.heaps().len() == 1 || game.left() <= MOST_LOOSE {
        LOOSE
    } else {
        10
    }
}

/// The width of a heap in matches. More than ten bundles are drawn as one with their number.
fn columns(heap: u32, most: u32) -> i32 {
    let bundles = (heap - loose(heap, most)) / 10;
    let shown = if bundles > 10 { 1 } else { bundles };
    (loose(heap, most) + 2 * shown).cast_signed()
}

/// Layout of the heaps: one row each, or several on a tall board.
struct Layout {
    step: i32,
    per_row: i32,
    /// Maximum number of loose matches in one heap.
    most: u32,
}

impl Layout {
    /// Lays out the heaps so that matches are at least as far apart as a finger needs.
    fn new(heaps: &[u32], most: u32, tall: bool) -> Self {
        if tall {
            return Self {
                step: 58,
                per_row: 9,
                most,
            };
        }
        let longest = heaps.iter().map(|heap| columns(*heap, most)).max();
        Self {
            step: STEP,
            per_row: longest.unwrap_or(1).clamp(13, 26),
            most,
        }
    }

    const fn width(&self) -> i32 {
        150 + self.step * self.per_row
    }

    fn rows(&self, heap: u32) -> i32 {
        ((columns(heap, self.most) + self.per_row - 1) / self.per_row).max(1)
    }

    /// The middle of the match at `place`, counted from 0 at the start of a heap whose top is
    /// `top`.
    const fn at(&self, place: i32, top: i32) -> (i32, i32) {
        let (column, row) = (place % self.per_row, place / self.per_row);
        (150 + self.step * column, top + ROW / 2 + ROW * row)
    }
}

/// The keyboard letters of heaps, without the letters that the page uses itself.
const LETTERS: &str = "abcdefgilnopqstwxyz";

fn draw_heap(
    svg: &mut Svg,
    pose: &DrawingContext<'_, Matches>,
    (heap, count): (usize, u32),
    (layout, top): (&Layout, i32),
) {
    let label = match pose.sight.heaps().len() {
        1 => Message::new(key!("allumettes-count", count, form)),
        _ => Message::new(key!("allumettes-heap", heap, count, form)).with("heap", heap + 1),
    };
    let label = counted(label, "count", count);
    let label = pose.say(&label);
    let about = Group {
        keys: LETTERS.get(heap..=heap).unwrap_or_default(),
        ..Group::new(&label, "heap")
    };
    let y = top + ROW / 2;
    svg.part(&heap_name(heap), about, |svg| {
        svg.slab("plate", (62, y), (92, 92), 46);
        svg.words("count", (62, y), &count.to_string());
    });
    let loose = loose(count, layout.most);
    let bundled = columns(count, layout.most) - loose.cast_signed();
    draw_bundles(svg, heap, (count - loose) / 10, (layout, top));
    for place in (1..=loose).rev() {
        let at = layout.at(bundled + (loose - place).cast_signed(), top);
        draw_match(svg, pose, (heap, place), (at, layout.step));
    }
}

fn draw_bundles(svg: &mut Svg, heap: usize, bundles: u32, (layout, top): (&Layout, i32)) {
    if bundles == 0 {
        return;
    }
    svg.part(&format!("bundles-{}", heap + 1), Group::default(), |svg| {
        let shown = if bundles > 10 { 1 } else { bundles };
        for bundle in 0..shown.cast_signed() {
            let (x, y) = layout.at(2 * bundle, top);
            let x = x + layout.step / 2;
            for stick in -1..=1 {
                svg.slab("stick", (x + 15 * stick, y + 6), (12, STICK - 20), 3);
                svg.disc("head", (x + 15 * stick, y - STICK / 2 + 16), 8);
            }
            svg.slab("band", (x, y + 10), (64, 34), 6);
            let words = if bundles > 10 {
                format!("{bundles}×10")
            } else {
                "10".to_owned()
            };
            svg.words("tied", (x, y + 10), &words);
        }
    });
}

fn draw_match(
    svg: &mut Svg,
    pose: &DrawingContext<'_, Matches>,
    (heap, place): (usize, u32),
    ((x, y), step): ((i32, i32), i32),
) {
    let takes = place <= pose.sight.most(heap);
    let label = takes.then(|| pose.say(&message!("allumettes-take", count = place)));
    let keys = (place < 10).then(|| place.to_string());
    let about = Group {
        keys: keys.as_deref().unwrap_or_default(),
        ..Group::new(label.as_deref().unwrap_or_default(), "match")
    };
    // Small angles, so that the matches do not look printed.
    let tilt = [0, 2, -1, 1, -2, 1, 0][(place as usize * 5 + heap) % 7];
    svg.part(&name(heap, place), about, |svg| {
        svg.slab("reach", (x, y), (step, ROW - 10), 8);
        svg.at((x, y), tilt, |svg| {
            svg.slab("stick", (0, 8), (11, STICK - 10), 3);
            svg.path("head", "M-9-62c0-12 4-20 9-20s9 8 9 20-4 16-9 16-9-4-9-16z");
        });
    });
}

/// Draws burnt matches and smoke on an empty board.
fn draw_burnt(svg: &mut Svg, (x, y): (i32, i32)) {
    const LYING: [(i32, i32, i32); 5] = [
        (-150, 26, 82),
        (-74, -12, 64),
        (10, 30, 97),
        (84, -8, 112),
        (164, 22, 78),
    ];
    svg.part("burnt", Group::default(), |svg| {
        for (dx, dy, turn) in LYING {
            svg.at((x + dx, y + 34 + dy), turn, |svg| {
                svg.slab("stick", (0, 30), (10, 76), 3);
                svg.path("ash", "M-5-8c7-14-1-26 4-40 9-4 10 8 6 18-3 9 2 15 0 22z");
            });
        }
        for (dx, dy) in [(-18, 10), (52, -22)] {
            let outline = format!("M{} {}c10-10-9-17 3-29s-4-16 5-27", x + dx, y + dy);
            svg.path("smoke", &outline);
        }
    });
}
