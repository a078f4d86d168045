//! Sizes and speeds against peers on pictures drawn here: `cargo bench -p pavage [-- size|speed]`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod pictures;
mod size;
mod speed;

fn main() {
    let asked = |name: &str| std::env::args().any(|argument| argument == name);
    if asked("size") || !asked("speed") {
        size::compare_sizes();
    }
    if asked("speed") || !asked("size") {
        speed::compare_speeds();
    }
}
