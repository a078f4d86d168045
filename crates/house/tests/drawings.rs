//! What must hold of every board of the house, whichever games it has.

use std::collections::BTreeSet;

use house::{Drawing, Easel, Language, Moment, Offer, Options, Setup, Viewer, Wanted};
use table::{Limits, Next, Player, Side, Trust};

const LARGEST: usize = 16 * 1024;

const VIEWERS: [Viewer; 3] = [
    Viewer::Player(Side::First),
    Viewer::Player(Side::Second),
    Viewer::Spectator,
];

/// Every moment of a few games between strategies that play at once.
fn each_moment(game: &Offer, hear: &mut dyn FnMut(&dyn Moment)) {
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

fn drawn(game: &Offer, view: &str, last: Option<(Side, &str)>, easel: Easel) -> Drawing {
    let wanted = Wanted {
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

fn check(game: &Offer, drawing: &Drawing, about: &str) {
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
    for game in house::games() {
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
                        Viewer::Spectator | Viewer::House => Side::First,
                    };
                    let easel = Easel {
                        near,
                        tall,
                        ..Easel::wide(Language::French)
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

#[test]
fn rules_and_samples_are_drawn_in_both_languages() {
    for game in house::games() {
        for language in Language::ALL {
            let views = game.rules.iter().filter_map(|rule| rule.view);
            for view in views.chain([game.sample]) {
                let drawing = drawn(game, view, None, Easel::wide(language));
                check(game, &drawing, view);
            }
            for rule in game.rules {
                assert_ne!(
                    language.word(rule.words),
                    rule.words,
                    "a sentence without words"
                );
            }
        }
    }
}

#[test]
fn any_number_of_matches_is_drawn_small() {
    let game = house::find("allumettes").expect("a game of the house");
    for view in [
        "500",
        "100000",
        "0",
        "1,2,3,4,5,6,7,8,9,10,11,12,13,14",
        "29,30,31,39,40/max=any",
    ] {
        for tall in [false, true] {
            let easel = Easel {
                tall,
                ..Easel::wide(Language::English)
            };
            check(game, &drawn(game, view, None, easel), view);
        }
    }
}

#[test]
fn a_view_that_cannot_be_read_is_refused_with_a_reason() {
    for game in house::games() {
        for view in ["", "?", "<svg>", "1x10 spectator - 9/9/99 : first 66 66"] {
            let wanted = Wanted::still(view, Easel::wide(Language::English));
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
    let game = house::find("awale").expect("a game of the house");
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
        let svg = drawn(game, view, None, Easel::wide(language)).svg;
        for text in said {
            assert!(svg.contains(text), "{text} in {svg}");
        }
    }
}
