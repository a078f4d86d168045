//! The program `pavage`: flat pictures to small files and back, and to what other programs read.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run()
}
