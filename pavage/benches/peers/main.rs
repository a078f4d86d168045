//! Compares file sizes and speeds with PNG, WebP and COCO strings on generated pictures: `cargo
//! bench -p pavage [-- size|speed]`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod pictures;
mod size;
mod speed;
mod target;

fn main() {
    let asked = |name: &str| std::env::args().any(|argument| argument == name);
    let mut targets = target::Targets::default();
    if asked("size") || !asked("speed") {
        size::compare_sizes(&mut targets);
    }
    if asked("speed") || !asked("size") {
        speed::compare_speeds(&mut targets);
    }
    targets.finish();
}
