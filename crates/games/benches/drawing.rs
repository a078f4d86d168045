//! How long boards take to draw, with everything that may be touched on them: at most 50 µs of
//! processor time, in the mean over the views of a few games.
//!
//! `cargo bench -p brelan-house --bench drawing`

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Duration;

use cpu_time::ProcessTime;
use host::{DrawingRequest, DrawingStyle, GameInfo, Options, Setup, Viewer};
use table::{Limits, Next, Player, Side, Trust};
use text::Language;

const LONGEST: Duration = Duration::from_micros(50);
const LARGEST: usize = 16 * 1024;
const ROUNDS: usize = 7;

/// What the first side saw in a few games.
fn views(game: &GameInfo) -> Vec<String> {
    let weak = game.strategies().nth(1).expect("a strategy");
    let mut views = Vec::new();
    for seed in 0..5 {
        let setup = Setup {
            options: Options::default(),
            players: ["A", "B"].map(|name| Player::strategy(name, weak)),
            trust: Trust::Guarded,
            seed,
        };
        let mut table = game.open(&setup).expect("the usual options");
        let mut hear =
            |moment: &dyn host::EventView| views.push(moment.view(Viewer::Player(Side::First)));
        while !matches!(table.next(&mut hear), Next::Over(_)) {
            let proceeded = table.proceed(&Limits::default(), &mut hear);
            proceeded.expect("strategies only");
        }
    }
    views
}

/// Bytes of the largest drawing.
fn draw_all(game: &GameInfo, views: &[String]) -> usize {
    let bytes = views.iter().map(|view| {
        let wanted = DrawingRequest::still(view, DrawingStyle::wide(Language::French));
        let drawing = game.drawing(&wanted).expect("a view of a game");
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
            let count = u32::try_from(views.len()).expect("a few games");
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
