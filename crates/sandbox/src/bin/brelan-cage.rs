//! A launcher of cages on its own, for those who cannot intercept in their `main`: tests, benchmarks, libraries.

fn main() {
    sandbox::intercept();
}
