//! The executable that builds cages for this crate's tests and benchmarks.

fn main() {
    sandbox::intercept();
}
