//! The executable `brelan`, which runs the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    brelan::main()
}
