//! Boards in characters, of every game: they fit the terminal, and show the parts that moves touch.

use host::{DrawingRequest, DrawingStyle, EventKind, Options, Setup, Viewer, Waiting, advance};
use table::{Limits, Player, Side, Trust};
use text::Language;

/// Plays a game between weak strategies and calls `check` with each view, its viewer, and whether the
/// viewer is to move.
fn for_each_view(game: &games::RegisteredGame, mut check: impl FnMut(&str, Viewer, bool)) {
    let weak = game.strategies().nth(1).expect("every game has a strategy");
    let setup = Setup {
        options: Options::default(),
        players: ["A", "B"].map(|name| Player::strategy(name, weak)),
        trust: Trust::Guarded,
        seed: 5,
    };
    let mut table = game.open(&setup).expect("the defaults are playable");
    let waiting = advance(&mut *table, &Limits::default(), &mut |event| {
        for side in Side::BOTH {
            let asked = event.kind() == EventKind::Asked && event.side() == Some(side);
            check(
                &event.view(Viewer::Player(side)),
                Viewer::Player(side),
                asked,
            );
        }
        check(&event.view(Viewer::Spectator), Viewer::Spectator, false);
    });
    assert!(matches!(waiting, Waiting::Over(_)));
}

#[test]
fn boards_fit_terminals_of_40_and_more_columns() {
    for game in games::games() {
        for_each_view(game, |view, viewer, _| {
            for width in [40, 80, 200] {
                for near in Side::BOTH {
                    let style = DrawingStyle {
                        near,
                        ..DrawingStyle::wide(Language::French)
                    };
                    let board = game.board(&DrawingRequest::still(view, style), width);
                    let board = board.expect("a viewer's view can be drawn");
                    assert!(
                        board.width() <= width.into(),
                        "{} {viewer:?} {view}",
                        game.name
                    );
                    assert!(board.lines.len() <= 21, "{} {view}", game.name);
                }
            }
        });
    }
}

#[test]
fn every_legal_move_touches_a_part_of_the_board() {
    for game in games::games() {
        for_each_view(game, |view, _, to_move| {
            if !to_move {
                return;
            }
            let request = DrawingRequest::still(view, DrawingStyle::wide(Language::English));
            let board = game.board(&request, 80).expect("a view can be drawn");
            let drawing = game.drawing(&request).expect("a view can be drawn");
            let pieces: Vec<_> = board.lines.iter().flatten().collect();
            for touch in drawing.moves.iter().filter(|touch| !touch.parts.is_empty()) {
                let is_shown = |part: &String| pieces.iter().any(|piece| piece.part == *part);
                assert!(
                    touch.parts.iter().all(is_shown),
                    "{} {view}: {:?}",
                    game.name,
                    touch.parts
                );
            }
        });
    }
}
