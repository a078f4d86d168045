//! What must hold of every board of the house, whichever games it has.

use std::collections::BTreeSet;

use host::{Drawing, DrawingRequest, DrawingStyle, EventView, GameInfo, Options, Setup, Viewer};
use table::{Limits, Next, Player, Side, Trust};
use text::Language;

const LARGEST: usize = 16 * 1024;

const VIEWERS: [Viewer; 3] = [
    Viewer::Player(Side::First),
    Viewer::Player(Side::Second),
    Viewer::Spectator,
];

/// Every moment of a few games between strategies that play at once.
fn each_moment(game: &GameInfo, hear: &mut dyn FnMut(&dyn EventView)) {
    let weak = game.strategies().nth(1).expect("a strategy");
    for seed in 0..3 {
        let setup = Setup {
            options: Options::default(),
            players: ["A", "B"].map(|name| Player::strategy(name, weak)),
            trust: Trust::Guarded,
            seed,
        };
        let mut table = game.open(&setup).expect("the usual options");
        while !matches!(table.next(hear), Next::Over(_)) {
            table
                .proceed(&Limits::default(), hear)
                .expect("strategies only");
        }
    }
}

fn drawn(game: &GameInfo, view: &str, last: Option<(Side, &str)>, easel: DrawingStyle) -> Drawing {
    let wanted = DrawingRequest {
        view,
        last,
        played: last,
        easel,
    };
    let drawing = game.drawing(&wanted);
    drawing.unwrap_or_else(|message| panic!("{} {view}: {message:?}", game.name))
}

/// The names of the parts, in order.
fn parts(svg: &str) -> Vec<&str> {
    let after = svg.split("data-part=\"").skip(1);
    after
        .map(|rest| rest.split('"').next().unwrap_or_default())
        .collect()
}

/// What the page does: touches a move's parts in turn until one settles it.
fn narrowed<'a>(drawing: &'a Drawing, touched: &[String]) -> Option<&'a str> {
    let moves = drawing.moves.iter().filter(|touch| !touch.parts.is_empty());
    let mut chosen = BTreeSet::new();
    for part in touched {
        chosen.insert(part);
        let has_all = |parts: &[String]| chosen.iter().all(|part| parts.contains(part));
        let left: Vec<_> = moves
            .clone()
            .filter(|touch| has_all(&touch.parts))
            .collect();
        let mut ends_here = left.iter().filter(|touch| touch.parts.last() == Some(part));
        if let [only] = left[..] {
            return Some(&only.mv);
        }
        if ends_here.clone().count() == 1 {
            return ends_here.next().map(|touch| touch.mv.as_str());
        }
        if let Some(exact) = ends_here.find(|touch| touch.parts.len() == chosen.len()) {
            return Some(&exact.mv);
        }
    }
    None
}

/// The page's own keys during a game: a board that took one would play where somebody wants to
/// look.
const KEYS_OF_THE_PAGE: &[&str] = &["?", "r", "h", "u", "j", "k", "v", ",", "."];

fn check(game: &GameInfo, drawing: &Drawing, about: &str) {
    let keys = drawing.svg.split(r#"data-keys=""#).skip(1);
    for key in keys.flat_map(|keys| keys.split('"').take(1).flat_map(|keys| keys.split(' '))) {
        assert!(
            !KEYS_OF_THE_PAGE.contains(&key),
            "{about}: {key} is the page's"
        );
    }
    let names = parts(&drawing.svg);
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), unique.len(), "{about}: a part stands twice");
    assert!(
        drawing.svg.len() <= LARGEST,
        "{about}: {} bytes",
        drawing.svg.len()
    );
    assert!(!drawing.svg.contains("<script"), "{about}");
    for touch in &drawing.moves {
        for part in &touch.parts {
            assert!(
                unique.contains(&**part),
                "{about}: {} has no part {part}",
                touch.mv
            );
        }
        if !touch.parts.is_empty() {
            // The part that settles it may be enough.
            let last = &touch.parts[touch.parts.len() - 1..];
            let short = narrowed(drawing, last).filter(|played| *played == touch.mv);
            let played = short.or_else(|| narrowed(drawing, &touch.parts));
            assert_eq!(played, Some(&*touch.mv), "{} {about}", game.name);
        }
        assert!(!touch.words.is_empty(), "{about}: {}", touch.mv);
    }
}

#[test]
fn every_view_of_every_game_is_drawn_small_with_every_move_in_reach() {
    for game in games::games() {
        let mut last: Option<(Side, String)> = None;
        each_moment(game, &mut |moment| {
            for viewer in VIEWERS {
                let effect = moment.side().zip(moment.effect(viewer));
                last = effect.or(last.take());
                let view = moment.view(viewer);
                let told = last.as_ref().map(|(side, effect)| (*side, &**effect));
                for tall in [false, true] {
                    let near = match viewer {
                        Viewer::Player(side) => side,
                        Viewer::Spectator | Viewer::Referee => Side::First,
                    };
                    let easel = DrawingStyle {
                        near,
                        tall,
                        ..DrawingStyle::wide(Language::French)
                    };
                    let drawing = drawn(game, &view, told, easel);
                    check(game, &drawing, &view);
                    let legal: Vec<String> = moment.legal(viewer, usize::MAX);
                    let offered: Vec<&String> =
                        drawing.moves.iter().map(|touch| &touch.mv).collect();
                    assert!(
                        legal.is_empty() || legal.iter().collect::<Vec<_>>() == offered,
                        "{view}"
                    );
                }
            }
        });
    }
}

/// Every change is of parts that are there, leads to another position that reads back, and has a
/// name.
fn check_edits(game: &GameInfo, position: &str) {
    let edits = game.edits(position).expect("a position of the game");
    for tall in [false, true] {
        let easel = DrawingStyle {
            tall,
            ..DrawingStyle::wide(Language::English)
        };
        let drawing = drawn(game, position, None, easel);
        let names: BTreeSet<&str> = parts(&drawing.svg).into_iter().collect();
        for edit in &edits {
            let known = |part: &String| names.contains(&**part);
            assert!(edit.parts.iter().all(known), "{position}: {edit:?}");
        }
    }
    for (edit, language) in edits.iter().zip(Language::ALL.into_iter().cycle()) {
        assert_ne!(edit.position, position, "{edit:?} changes nothing");
        drawn(game, &edit.position, None, DrawingStyle::wide(language));
    }
}

#[test]
fn whatever_may_be_set_up_by_touch_is_on_the_board_and_a_position() {
    for game in games::games().filter(|game| game.editable) {
        each_moment(game, &mut |moment| {
            check_edits(game, &moment.view(Viewer::Referee));
        });
    }
    let matches = games::find("allumettes").expect("a game of the house");
    for position in ["0", "500", "1,2,3,4,5", "100000", "0,3"] {
        check_edits(matches, position);
    }
}

#[test]
fn rules_and_samples_are_drawn_in_both_languages() {
    for game in games::games() {
        for language in Language::ALL {
            let views = game.rules.iter().filter_map(|rule| rule.view);
            for view in views.chain([game.sample]) {
                let drawing = drawn(game, view, None, DrawingStyle::wide(language));
                check(game, &drawing, view);
            }
        }
    }
}

#[test]
fn any_number_of_matches_is_drawn_small() {
    let game = games::find("allumettes").expect("a game of the house");
    for view in [
        "500",
        "100000",
        "0",
        "1,2,3,4,5,6,7,8,9,10,11,12,13,14",
        "29,30,31,39,40/max=any",
    ] {
        for tall in [false, true] {
            let easel = DrawingStyle {
                tall,
                ..DrawingStyle::wide(Language::English)
            };
            check(game, &drawn(game, view, None, easel), view);
        }
    }
}

#[test]
fn a_view_that_cannot_be_read_is_refused_with_a_reason() {
    for game in games::games() {
        for view in ["", "?", "<svg>", "1x10 spectator - 9/9/99 : first 66 66"] {
            let wanted = DrawingRequest::still(view, DrawingStyle::wide(Language::English));
            // An empty text is an empty grid at Puissance 4.
            if let Err(message) = game.drawing(&wanted) {
                assert_ne!(
                    Language::English.say(&message),
                    message.key,
                    "{}",
                    game.name
                );
            } else {
                assert_eq!((game.name, view), ("puissance4", ""));
            }
        }
    }
}

#[test]
fn nothing_is_counted_as_each_language_does() {
    let game = games::find("awale").expect("a game of the house");
    let cases = [
        (
            Language::English,
            ["store: 0 seeds", "pit 0: 1 seed\"", "pit 1: 4 seeds"],
        ),
        (
            Language::French,
            [
                "proche : 0 graine\"",
                "case 0 : 1 graine\"",
                "case 1 : 4 graines",
            ],
        ),
    ];
    for (language, said) in cases {
        let view = "1,4,4,4,4,4,4,4,4,4,4,4/0-3/2";
        let svg = drawn(game, view, None, DrawingStyle::wide(language)).svg;
        for text in said {
            assert!(svg.contains(text), "{text} in {svg}");
        }
    }
}

/// What a board shows at this position, part by part, each with all that stands in it.
fn shown(game: &str, position: &str) -> Vec<(String, String)> {
    let game = games::find(game).expect("a game of the house");
    let svg = drawn(game, position, None, DrawingStyle::wide(Language::English)).svg;
    let pieces = svg.split("<g data-part=\"").skip(1);
    let named = pieces.map(|piece| piece.split_once('"').expect("a name ends"));
    named
        .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
        .collect()
}

fn place(parts: &[(String, String)], name: &str) -> usize {
    let found = parts.iter().position(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("no {name} in {parts:?}"))
}

fn holds(parts: &[(String, String)], name: &str, text: &str) -> bool {
    parts[place(parts, name)].1.contains(text)
}

#[test]
fn discs_fall_behind_the_frame_and_the_winning_four_are_drawn_over_it() {
    let parts = shown("puissance4", "4455667");
    let frame = place(&parts, "frame");
    for disc in ["disc-4-1", "disc-5-2", "disc-7-1"] {
        assert!(place(&parts, disc) < frame, "{disc}");
    }
    assert!(place(&parts, "row") > frame);
    // From the middle of the fourth column's lowest hole to that of the seventh's.
    assert!(holds(&parts, "row", "M380 664L680 664"));
    assert!(holds(&parts, "disc-7-1", "class=\"last\""));
    assert!(!holds(&parts, "disc-6-1", "class=\"last\""));
}

#[test]
fn a_ghost_stands_where_a_disc_would_land() {
    let parts = shown("puissance4", "44");
    assert!(holds(
        &parts,
        "column-4",
        "class=\"ghost red\" cx=\"380\" cy=\"464\""
    ));
    assert!(holds(
        &parts,
        "column-1",
        "class=\"ghost red\" cx=\"80\" cy=\"664\""
    ));
}

#[test]
fn doubles_lie_across_and_both_ends_say_what_they_take() {
    let parts = shown("dominos", "1x3 66,21,10/61,62,53 : 66 61");
    assert!(holds(&parts, "tile-66", "rotate(90)"));
    assert!(holds(&parts, "tile-61", "rotate(180)"));
    assert!(holds(&parts, "end-left", "The left end, takes 1"));
    assert!(holds(&parts, "end-right", "The right end, takes 6"));
}

#[test]
fn seeds_can_be_counted_and_every_pit_says_its_name_and_number() {
    let parts = shown("awale", "4,0,4,4,4,4,4,4,4,4,0,12");
    let seeds = |name: &str| {
        parts[place(&parts, name)]
            .1
            .matches("class=\"seed\"")
            .count()
    };
    assert_eq!(
        ["pit-first-0", "pit-first-1", "pit-second-5"].map(seeds),
        [4, 0, 12]
    );
    assert!(holds(&parts, "pit-first-1", "pit 1: 0 seeds"));
    assert!(
        holds(&parts, "board", "class=\"flow\""),
        "which way seeds go"
    );
}

/// How many tokens lie before each side.
fn tokens(view: &str) -> [usize; 2] {
    let parts = shown("421", view);
    ["tokens-first", "tokens-second"].map(|name| {
        let (_, zone) = &parts[place(&parts, name)];
        zone.matches("class=\"token\"").count()
    })
}

#[test]
fn tokens_are_tokens_and_the_dice_lie_before_whoever_throws() {
    assert_eq!(tokens("7/13"), [7, 13]);
    assert!(holds(&shown("421", "7/13"), "tray", "class=\"first\""));
}

#[test]
fn nobody_gives_more_tokens_than_they_have() {
    assert_eq!(tokens("-5/11"), [0, 6]);
    assert!(holds(&shown("421", "-5/11"), "tokens-first", ">0<"));
}

#[test]
fn the_dice_that_decided_a_game_stay_on_the_table() {
    let game = games::find("421").expect("a game of the house");
    let mut ended = None;
    each_moment(game, &mut |moment| {
        let effect = moment.side().zip(moment.effect(Viewer::Spectator));
        ended = effect.or(ended.take());
        if moment.kind() == host::EventKind::Over {
            let told = ended.as_ref().map(|(side, effect)| (*side, &**effect));
            let view = moment.view(Viewer::Spectator);
            let easel = DrawingStyle::wide(Language::English);
            let [with, without] = [told, None].map(|last| drawn(game, &view, last, easel).svg);
            let tray = |svg: &str| {
                let part = svg
                    .split("data-part=\"")
                    .find(|part| part.starts_with("tray\""));
                part.map(|part| part.matches("class=\"bone\"").count())
            };
            assert_eq!((tray(&with), tray(&without)), (Some(3), Some(0)), "{view}");
        }
    });
}

#[test]
fn the_end_of_the_matches_is_no_empty_rectangle() {
    let parts = shown("allumettes", "0");
    assert!(holds(&parts, "burnt", "class=\"ash\""));
    assert!(holds(&parts, "heap-1", "0 matches"));
}
