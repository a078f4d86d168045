//! The command-line program `pavage`, which encodes, decodes and converts pictures.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run()
}
