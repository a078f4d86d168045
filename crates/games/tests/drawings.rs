//! Checks of the board drawings of every registered game.

use std::collections::BTreeSet;

use host::{Drawing, DrawingRequest, DrawingStyle, EventView, GameInfo, Options, Setup, Viewer};
use table::{Limits, Next, Player, Side, Trust};
use text::Language;

/// Maximum size of a drawing, in bytes.
const MAX_BYTES: usize = 16 * 1024;

const VIEWERS: [Viewer; 3] = [
    Viewer::Player(Side::First),
    Viewer::Player(Side::Second),
    Viewer::Spectator,
];

/// Calls `on_event` for every event of three games between weak strategies.
fn each_event(game: &GameInfo, on_event: &mut dyn FnMut(&dyn EventView)) {
    let weak = game
        .strategies()
        .nth(1)
        .expect("every game has a strategy after `humain`");
    for seed in 0..3 {
        let setup = Setup {
            options: Options::default(),
            players: ["A", "B"].map(|name| Player::strategy(name, weak)),
            trust: Trust::Guarded,
            seed,
        };
        let mut table = game.open(&setup).expect("the default options are accepted");
        while !matches!(table.next(on_event), Next::Over(_)) {
            table
                .proceed(&Limits::default(), on_event)
                .expect("both players are strategies");
        }
    }
}

fn drawn(game: &GameInfo, view: &str, last: Option<(Side, &str)>, style: DrawingStyle) -> Drawing {
    let request = DrawingRequest {
        view,
        last,
        played: last,
        style,
    };
    let drawing = game.drawing(&request);
    drawing.unwrap_or_else(|message| panic!("{} {view}: {message:?}", game.name))
}

/// The names of the parts, in order.
fn parts(svg: &str) -> Vec<&str> {
    let after = svg.split("data-part=\"").skip(1);
    after
        .map(|rest| rest.split('"').next().unwrap_or_default())
        .collect()
}

/// Touches `touched` parts in order, as the web page does, and returns the first move that they
/// determine.
fn move_of_touches<'a>(drawing: &'a Drawing, touched: &[String]) -> Option<&'a str> {
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

/// Keyboard shortcuts of the page during a game. A board must not use them for moves.
const PAGE_KEYS: &[&str] = &["?", "r", "h", "u", "j", "k", "v", ",", "."];

/// Checks part names, keys, size, and that touching its parts plays each move.
fn check(game: &GameInfo, drawing: &Drawing, about: &str) {
    let keys = drawing.svg.split(r#"data-keys=""#).skip(1);
    for key in keys.flat_map(|keys| keys.split('"').take(1).flat_map(|keys| keys.split(' '))) {
        assert!(
            !PAGE_KEYS.contains(&key),
            "{about}: {key} is a shortcut of the page"
        );
    }
    let names = parts(&drawing.svg);
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(
        names.len(),
        unique.len(),
        "{about}: two parts have one name"
    );
    assert!(
        drawing.svg.len() <= MAX_BYTES,
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
            // The last part alone may determine the move.
            let last = &touch.parts[touch.parts.len() - 1..];
            let short = move_of_touches(drawing, last).filter(|played| *played == touch.mv);
            let played = short.or_else(|| move_of_touches(drawing, &touch.parts));
            assert_eq!(played, Some(&*touch.mv), "{} {about}", game.name);
        }
        assert!(!touch.words.is_empty(), "{about}: {}", touch.mv);
    }
}

#[test]
fn every_view_is_drawn_within_16_kib_and_its_parts_play_every_legal_move() {
    for game in games::games() {
        let mut last: Option<(Side, String)> = None;
        each_event(game, &mut |event| {
            for viewer in VIEWERS {
                let effect = event.side().zip(event.effect(viewer));
                last = effect.or(last.take());
                let view = event.view(viewer);
                let last = last.as_ref().map(|(side, effect)| (*side, &**effect));
                for tall in [false, true] {
                    let near = match viewer {
                        Viewer::Player(side) => side,
                        Viewer::Spectator | Viewer::Referee => Side::First,
                    };
                    let style = DrawingStyle {
                        near,
                        tall,
                        ..DrawingStyle::wide(Language::French)
                    };
                    let drawing = drawn(game, &view, last, style);
                    check(game, &drawing, &view);
                    let legal: Vec<String> = event.legal(viewer, usize::MAX);
                    let touchable: Vec<&String> =
                        drawing.moves.iter().map(|touch| &touch.mv).collect();
                    assert!(
                        legal.is_empty() || legal.iter().collect::<Vec<_>>() == touchable,
                        "{view}"
                    );
                }
            }
        });
    }
}

/// Checks that every edit touches existing parts, and leads to another position that is drawn.
fn check_edits(game: &GameInfo, position: &str) {
    let edits = game
        .edits(position)
        .expect("every position of an editable game has edits");
    for tall in [false, true] {
        let style = DrawingStyle {
            tall,
            ..DrawingStyle::wide(Language::English)
        };
        let drawing = drawn(game, position, None, style);
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
fn every_edit_touches_existing_parts_and_leads_to_a_valid_position() {
    for game in games::games().filter(|game| game.editable) {
        each_event(game, &mut |event| {
            check_edits(game, &event.view(Viewer::Referee));
        });
    }
    let matches = games::find("allumettes").expect("the game is registered");
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
fn any_number_of_matches_is_drawn_within_16_kib() {
    let game = games::find("allumettes").expect("the game is registered");
    for view in [
        "500",
        "100000",
        "0",
        "1,2,3,4,5,6,7,8,9,10,11,12,13,14",
        "29,30,31,39,40/max=any",
    ] {
        for tall in [false, true] {
            let style = DrawingStyle {
                tall,
                ..DrawingStyle::wide(Language::English)
            };
            check(game, &drawn(game, view, None, style), view);
        }
    }
}

#[test]
fn a_view_that_does_not_parse_is_refused_with_a_reason() {
    for game in games::games() {
        for view in ["", "?", "<svg>", "1x10 spectator - 9/9/99 : first 66 66"] {
            let request = DrawingRequest::still(view, DrawingStyle::wide(Language::English));
            // An empty text is an empty grid at Puissance 4.
            if let Err(message) = game.drawing(&request) {
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
fn zero_seeds_has_the_plural_of_each_language() {
    let game = games::find("awale").expect("the game is registered");
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
    for (language, labels) in cases {
        let view = "1,4,4,4,4,4,4,4,4,4,4,4/0-3/2";
        let svg = drawn(game, view, None, DrawingStyle::wide(language)).svg;
        for text in labels {
            assert!(svg.contains(text), "{text} in {svg}");
        }
    }
}

/// The parts of the drawing of a position: name and SVG text of each.
fn shown(game: &str, position: &str) -> Vec<(String, String)> {
    let game = games::find(game).expect("the game is registered");
    let svg = drawn(game, position, None, DrawingStyle::wide(Language::English)).svg;
    let pieces = svg.split("<g data-part=\"").skip(1);
    let named = pieces.map(|piece| {
        piece
            .split_once('"')
            .expect("a part name ends with a quote")
    });
    named
        .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
        .collect()
}

/// Index of a part in drawing order.
fn index(parts: &[(String, String)], name: &str) -> usize {
    let found = parts.iter().position(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("no {name} in {parts:?}"))
}

fn holds(parts: &[(String, String)], name: &str, text: &str) -> bool {
    parts[index(parts, name)].1.contains(text)
}

#[test]
fn discs_fall_behind_the_frame_and_the_winning_four_are_drawn_over_it() {
    let parts = shown("puissance4", "4455667");
    let frame = index(&parts, "frame");
    for disc in ["disc-4-1", "disc-5-2", "disc-7-1"] {
        assert!(index(&parts, disc) < frame, "{disc}");
    }
    assert!(index(&parts, "row") > frame);
    // From the middle of the fourth column's lowest hole to that of the seventh's.
    assert!(holds(&parts, "row", "M380 664L680 664"));
    assert!(holds(&parts, "disc-7-1", "class=\"last\""));
    assert!(!holds(&parts, "disc-6-1", "class=\"last\""));
}

#[test]
fn a_ghost_is_drawn_where_a_disc_would_land() {
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
fn doubles_lie_across_and_both_ends_show_the_number_that_fits() {
    let parts = shown("dominos", "1x3 66,21,10/61,62,53 : 66 61");
    assert!(holds(&parts, "tile-66", "rotate(90)"));
    assert!(holds(&parts, "tile-61", "rotate(180)"));
    assert!(holds(&parts, "end-left", "The left end, takes 1"));
    assert!(holds(&parts, "end-right", "The right end, takes 6"));
}

#[test]
fn every_seed_is_drawn_and_every_pit_has_a_label_with_its_count() {
    let parts = shown("awale", "4,0,4,4,4,4,4,4,4,4,0,12");
    let seeds = |name: &str| {
        parts[index(&parts, name)]
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
        "the sowing direction is drawn"
    );
}

/// Number of tokens drawn for each side.
fn tokens(view: &str) -> [usize; 2] {
    let parts = shown("421", view);
    ["tokens-first", "tokens-second"].map(|name| {
        let (_, zone) = &parts[index(&parts, name)];
        zone.matches("class=\"token\"").count()
    })
}

#[test]
fn every_token_is_drawn_and_the_dice_lie_before_the_side_to_throw() {
    assert_eq!(tokens("7/13"), [7, 13]);
    assert!(holds(&shown("421", "7/13"), "tray", "class=\"first\""));
}

#[test]
fn tokens_missing_from_one_side_are_not_drawn_for_the_other() {
    assert_eq!(tokens("-5/11"), [0, 6]);
    assert!(holds(&shown("421", "-5/11"), "tokens-first", ">0<"));
}

#[test]
fn the_dice_that_decided_a_game_stay_on_the_table() {
    let game = games::find("421").expect("the game is registered");
    let mut last_effect = None;
    each_event(game, &mut |event| {
        let effect = event.side().zip(event.effect(Viewer::Spectator));
        last_effect = effect.or(last_effect.take());
        if event.kind() == host::EventKind::Over {
            let last = last_effect
                .as_ref()
                .map(|(side, effect)| (*side, &**effect));
            let view = event.view(Viewer::Spectator);
            let style = DrawingStyle::wide(Language::English);
            let [with, without] = [last, None].map(|last| drawn(game, &view, last, style).svg);
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
fn a_board_without_matches_shows_ash() {
    let parts = shown("allumettes", "0");
    assert!(holds(&parts, "burnt", "class=\"ash\""));
    assert!(holds(&parts, "heap-1", "0 matches"));
}
