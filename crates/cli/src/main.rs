//! The program `brelan`.

use std::process::ExitCode;

fn main() -> ExitCode {
    brelan::main()
}
