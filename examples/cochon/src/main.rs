//! `brelan` with Pig registered.

use std::process::ExitCode;

use cochon::Cochon;
use games::RegisteredGame;

fn main() -> ExitCode {
    games::register(&[RegisteredGame::new::<Cochon>()]).expect("called once");
    brelan::main()
}
