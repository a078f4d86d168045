//! A launcher of cages for the tests of this crate.

fn main() {
    sandbox::intercept();
}
