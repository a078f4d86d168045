//! Processor time to draw a board with its moves: at most 50 µs, the mean over the views of five
//! games.
//!
//! `cargo bench -p brelan-games --bench drawing`

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Duration;

use cpu_time::ProcessTime;
use host::{DrawingRequest, DrawingStyle, GameInfo, Options, Setup, Viewer, Waiting, advance};
use table::{Limits, Player, Side, Trust};
use text::Language;

const LONGEST: Duration = Duration::from_micros(50);
const LARGEST: usize = 16 * 1024;
const ROUNDS: usize = 7;

/// The views of the first side in five games.
fn views(game: &GameInfo) -> Vec<String> {
    let weak = game.strategies().nth(1);
    let weak = weak.expect("every game has a strategy after `humain`");
    let mut views = Vec::new();
    for seed in 0..5 {
        let setup = Setup {
            options: Options::default(),
            players: ["A", "B"].map(|name| Player::strategy(name, weak)),
            trust: Trust::Guarded,
            seed,
        };
        let mut table = game.open(&setup).expect("the default options are accepted");
        let waiting = advance(&mut *table, &Limits::default(), &mut |event| {
            views.push(event.view(Viewer::Player(Side::First)));
        });
        assert!(
            matches!(waiting, Waiting::Over(_)),
            "both players are strategies"
        );
    }
    views
}

/// Draws all views, and returns the bytes of the largest drawing.
fn draw_all(game: &GameInfo, views: &[String]) -> usize {
    let bytes = views.iter().map(|view| {
        let request = DrawingRequest::still(view, DrawingStyle::wide(Language::French));
        let drawing = game.drawing(&request).expect("a view of a game is drawn");
        drawing.svg.len()
    });
    bytes.max().unwrap_or(0)
}

fn main() {
    for game in games::games() {
        let views = views(game);
        let mut best = Duration::MAX;
        let mut largest = 0;
        for _ in 0..ROUNDS {
            let start = ProcessTime::now();
            largest = draw_all(game, &views);
            let count = u32::try_from(views.len()).expect("five games have fewer than 2^32 views");
            best = best.min(start.elapsed() / count);
        }
        println!(
            "{:12} {best:>10.1?} a drawing, {largest:>6} bytes at most, {} views",
            game.name,
            views.len()
        );
        assert!(best <= LONGEST, "{} takes {best:?}", game.name);
        assert!(largest <= LARGEST, "{} has {largest} bytes", game.name);
    }
}
