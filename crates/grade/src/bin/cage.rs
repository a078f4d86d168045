//! Sandbox launcher for the tests of this crate.

fn main() {
    sandbox::intercept();
}
