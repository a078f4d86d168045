//! scratch
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
use puissance4::{Board, Column, Solver};
use table::{Budget, Limits, Monotonic};
fn cpu() -> f64 {
    let t = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    t.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn board(s: &str) -> Board {
    s.bytes().fold(Board::EMPTY, |b, d| {
        b.after(Column::new(d - b'0').unwrap()).unwrap()
    })
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let get = |k: &str, d: usize| {
        args.iter()
            .find_map(|a| a.strip_prefix(&format!("{k}=")))
            .map_or(d, |v| v.parse().unwrap())
    };
    let sets = args
        .iter()
        .find_map(|a| a.strip_prefix("sets="))
        .unwrap_or("hmMeEx")
        .to_string();
    let limits = Limits {
        threads: get("threads", 1),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let mut solver = Solver::new(get("mb", 64) << 20);
    for (tag, name, count) in [
        ("h", "begin-hard", 10),
        ("m", "begin-medium", 20),
        ("M", "middle-medium", 50),
        ("e", "begin-easy", 50),
        ("E", "middle-easy", 100),
        ("x", "end-easy", 100),
    ] {
        if !sets.contains(tag) {
            continue;
        }
        let count = get("count", count);
        let text =
            std::fs::read_to_string(format!("/work/shared/data/puissance4/{name}.txt")).unwrap();
        let (mut nodes, mut time) = (0, 0f64);
        let mut wall = 0f64;
        for line in text.lines().take(count) {
            let (p, v) = line.split_once(' ').unwrap();
            solver.forget();
            let b = board(p);
            let t0 = cpu();
            let w0 = std::time::Instant::now();
            let r = solver.solve(b, &Budget::new(&limits, &clock));
            wall += w0.elapsed().as_secs_f64();
            time += cpu() - t0;
            nodes += r.nodes;
            if r.bounds.exact() != Some(v.parse().unwrap()) {
                println!("WRONG {p} {r:?} expected {v}");
            }
        }
        println!(
            "{name:14} {:>10} nodes/pos {:>10.3} ms/pos cpu {:>10.3} wall {:.2} Mn/s",
            nodes / count as u64,
            time * 1e3 / count as f64,
            wall * 1e3 / count as f64,
            nodes as f64 / time / 1e6
        );
    }
    if sets.contains('0') {
        let t0 = cpu();
        let r = solver.solve(Board::EMPTY, &Budget::new(&limits, &clock));
        println!("empty {r:?} {:.2} s", cpu() - t0);
    }
}
