//! Matches
use dominos::*;
use std::time::{Duration, Instant};
use table::*;

fn make(name: &str) -> Box<dyn Strategy<Dominos>> {
    match name {
        "reason" => Box::new(Reasoner::default()),
        "moyenne" => Box::new(Reasoner::averaging()),
        _ => (STRATEGIES.iter().find(|n| n.name == name).unwrap().make)(),
    }
}

struct Boxed(
    Box<dyn Strategy<Dominos>>,
    std::sync::Arc<std::sync::Mutex<(Duration, u64)>>,
);
impl Strategy<Dominos> for Boxed {
    fn choose(
        &mut self,
        seat: &mut Seat<'_, Dominos>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Move, Stopped> {
        if seat.view().moves().len() == 1 {
            return Ok(seat.view().moves()[0]);
        }
        let t = Instant::now();
        let r = self.0.choose(seat, luck, budget);
        let mut g = self.1.lock().unwrap();
        g.0 += t.elapsed();
        g.1 += 1;
        r
    }
}

fn main() {
    let a: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let rule = if a[0] == "1" { Rule::One } else { Rule::Two };
    let games: u64 = a[3].parse().unwrap();
    let effort: [u64; 2] = {
        let mut e = a[4].split(',').map(|x| x.parse().unwrap());
        let x = e.next().unwrap();
        [x, e.next().unwrap_or(x)]
    };
    let clocks = [(); 2].map(|()| std::sync::Arc::new(std::sync::Mutex::new((Duration::ZERO, 0))));
    let mut players = Some(
        [0, 1].map(|i| Player::with(a[1 + i].clone(), Boxed(make(&a[1 + i]), clocks[i].clone()))),
    );
    let (mut sum, mut squares) = (0.0, 0.0);
    let pairs = games / 2;
    for seed in 0..pairs {
        let mut pair = 0.0;
        for swap in [false, true] {
            let mut nature = Seeded::stream(seed, 0);
            let mut luck = Seeded::stream(seed, 1 + swap as u64);
            let [x, y] = players.take().unwrap();
            let mut referee = Referee::new(
                Dominos::new(rule, rule.usual_size()).unwrap(),
                if swap { [y, x] } else { [x, y] },
                Trust::Trusting,
            );
            let ending = loop {
                match referee.next(|_, _| ()) {
                    Next::Over(e) => break e,
                    Next::Draw { outcomes, .. } => referee
                        .draw(nature.below(outcomes.into()) as u8, |_, _| ())
                        .unwrap(),
                    Next::Think(side) => {
                        let who = side.index() ^ swap as usize;
                        let limits = Limits {
                            effort: Some(effort[who]),
                            ..Limits::default()
                        };
                        referee.think(&mut luck, &limits, |_, _| ()).unwrap()
                    }
                    Next::Answer(_) => unreachable!(),
                }
            };
            let one = if swap { Side::Second } else { Side::First };
            pair += match ending.winner() {
                Some(w) if w == one => 0.5,
                Some(_) => 0.0,
                None => 0.25,
            };
            let [x, y] = referee.into_players();
            players = Some(if swap { [y, x] } else { [x, y] });
        }
        sum += pair;
        squares += pair * pair;
    }
    let n = pairs as f64;
    let mean = sum / n;
    let se = ((squares / n - mean * mean) / (n - 1.0)).sqrt();
    let t = clocks.map(|c| {
        let g = c.lock().unwrap();
        g.0.as_secs_f64() * 1e6 / g.1.max(1) as f64
    });
    println!(
        "rule {} {} {} games {games} effort {effort:?}: {mean:.4} ± {se:.4} ({:+.1} se)  µs/move {:.0} {:.0}",
        a[0],
        a[1],
        a[2],
        (mean - 0.5) / se,
        t[0],
        t[1]
    );
}
