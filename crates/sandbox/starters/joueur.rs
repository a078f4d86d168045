@ABOUT@

use std::io::{self, BufRead, Write};

fn choisir<'a>(_position: &str, coups: &'a [String], hasard: &mut Hasard) -> &'a str {
    // @EDIT@
    &coups[hasard.moins_de(coups.len())]
}

struct Hasard(u64);

impl Hasard {
    fn moins_de(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn main() -> io::Result<()> {
    let (mut position, mut coups, mut hasard) = (String::new(), Vec::new(), Hasard(1));
    for ligne in io::stdin().lock().lines() {
        let ligne = ligne?;
        let (mot, suite) = ligne.split_once(' ').unwrap_or((&ligne, ""));
        match mot {
            "game" => {
                let graine = suite.split(' ').find_map(|option| option.strip_prefix("seed="));
                hasard = Hasard(graine.and_then(|graine| graine.parse().ok()).unwrap_or(1));
            }
            "position" => position = suite.to_owned(),
            "moves" => coups = suite.split(' ').map(str::to_owned).collect(),
            "play" if !coups.is_empty() => {
                println!("{}", choisir(&position, &coups, &mut hasard));
                io::stdout().flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}
