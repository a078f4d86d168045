//! `brelan` with one more game.

use std::process::ExitCode;

use house::Offer;
use morpion::Morpion;

fn main() -> ExitCode {
    house::let_in(&[Offer::of::<Morpion>()]).expect("nobody came before");
    brelan::main()
}
