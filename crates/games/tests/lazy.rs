//! Engines are created when they are first needed. The test has a file of its own, because another
//! test in the same process might have created one.

use host::{Options, Setup};
use table::{Player, Trust};

/// Awalé is ready only once its engine has computed the values of small boards.
#[test]
fn a_table_opens_without_creating_an_engine() {
    for game in games::games() {
        for strategy in game.strategies().skip(1) {
            let setup = Setup {
                options: Options::default(),
                players: ["A", "B"].map(|name| Player::strategy(name, strategy)),
                trust: Trust::Guarded,
                seed: 0,
            };
            game.open(&setup).expect("the default options are accepted");
        }
    }
    let awale = games::find("awale").expect("awalé is registered");
    assert!(!awale.is_ready());
}
