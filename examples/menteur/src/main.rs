//! `brelan` with liar's dice registered.

use std::process::ExitCode;

use games::RegisteredGame;
use menteur::Menteur;

fn main() -> ExitCode {
    games::register(&[RegisteredGame::new::<Menteur>()]).expect("called once");
    brelan::main()
}
