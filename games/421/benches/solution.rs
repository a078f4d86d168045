//! Time to solve the game on one core: the targets are 20 ms for 10 tokens each and 2 s for 100.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use jeu421::Solver;

/// Tokens of each player, number of runs, the first player's probability of winning as an
/// independent program found it, and the target in seconds.
const CASES: &[(i32, u32, Option<f64>, Option<f64>)] = &[
    (1, 100, Some(171_702_818_839.0 / 396_105_341_039.0), None),
    (2, 100, Some(0.446_386_904_820_786), None),
    (5, 50, Some(0.479_674_393_351_306), None),
    (10, 20, Some(0.459_468_956_963_172), Some(0.020)),
    (20, 10, Some(0.442_189_242_988_599), None),
    (100, 3, None, Some(2.0)),
    (1_000, 1, None, None),
    (10_000, 1, None, None),
];

fn main() {
    for &(each, runs, known, target) in CASES {
        let (mut best, mut winning) = (f64::INFINITY, 0.0);
        for _ in 0..runs {
            let start = Instant::now();
            let solution = Solver::new(2 * each as usize).work(|_| false);
            best = best.min(start.elapsed().as_secs_f64());
            winning = solution.expect("policy iteration converges").winning(each);
        }
        if let Some(known) = known {
            assert!(
                (winning - known).abs() < 1e-12,
                "{each} tokens: {winning} for {known}"
            );
        }
        let target = target.map_or(String::new(), |target| {
            format!(", target {:.0} ms", 1e3 * target)
        });
        println!(
            "{each:>6} tokens each: {:>9.2} ms, {:.1} µs a token{target}; first wins {winning:.15e}",
            1e3 * best,
            1e6 * best / f64::from(2 * each),
        );
    }
}
