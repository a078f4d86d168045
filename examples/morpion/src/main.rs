//! `brelan` with tic-tac-toe registered.

use std::process::ExitCode;

use games::RegisteredGame;
use morpion::Morpion;

fn main() -> ExitCode {
    games::register(&[RegisteredGame::new::<Morpion>()]).expect("called once");
    brelan::main()
}
