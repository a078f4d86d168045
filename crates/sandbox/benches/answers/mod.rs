//! The trivial player in C that benchmarks start.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles the player into `folder`; without a C compiler prints so and returns `None`.
pub(crate) fn compile(folder: &Path) -> Option<PathBuf> {
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../sandbox/benches/answers/answers.c"
    );
    let file = folder.join("answers");
    let mut compiler = Command::new("cc");
    let compiled = compiler.args(["-O2", "-o"]).arg(&file).arg(source).status();
    if !compiled.is_ok_and(|status| status.success()) {
        println!("skipped: cc is missing");
        return None;
    }
    Some(file)
}
