//! An executable that builds cages, for tests, benchmarks and libraries whose `main` cannot call
//! [`sandbox::intercept`].

fn main() {
    sandbox::intercept();
}
