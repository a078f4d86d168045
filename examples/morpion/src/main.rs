//! `brelan` with one more game.

use std::process::ExitCode;

use games::RegisteredGame;
use morpion::Morpion;

fn main() -> ExitCode {
    games::register(&[RegisteredGame::new::<Morpion>()]).expect("the first call");
    brelan::main()
}
