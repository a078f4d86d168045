//! Whose fault a crash is: the program's, or the machine's where it ran.
//!
//! A crash counts once two workers have seen the player fall, or where there is nobody else to ask.
//! Until then the game is played again elsewhere. Where others do not fall in the games that a worker
//! says they fell in, and nobody ever stood, the worker is set aside.

use std::collections::{BTreeMap, BTreeSet};

/// So many crashes that did not happen elsewhere tell of a worker, and so many failures of its
/// machine one after the other.
const REFUTED: u32 = 2;
const FAILURES: u32 = 3;

/// What a crash is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Crash {
    /// The game is lost by it.
    Counts,
    /// Somebody else should play the game.
    Doubted,
}

/// Somebody is set aside, and is to be named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Aside {
    /// Its crashes count wherever they happen.
    Player { player: String, workers: String },
    /// Nothing counts that it sends.
    Worker { worker: String },
}

/// Everything that was found out about crashes.
#[derive(Default, Debug)]
pub(crate) struct Opinions {
    /// Where a player fell, as far as nobody stood there.
    fell: BTreeMap<String, BTreeSet<String>>,
    believed: BTreeSet<String>,
    /// Workers where a program has come to the end of a game.
    sound: BTreeSet<String>,
    refuted: BTreeMap<String, u32>,
    /// Since a worker last played a game.
    failures: BTreeMap<String, u32>,
    aside: BTreeSet<String>,
}

impl Opinions {
    /// A player's program crashed at a worker; `others` says whether anybody else could play it.
    pub(crate) fn fell(
        &mut self,
        player: &str,
        worker: &str,
        others: bool,
    ) -> (Crash, Option<Aside>) {
        if self.believed.contains(player) {
            return (Crash::Counts, None);
        }
        let places = self.fell.entry(player.to_owned()).or_default();
        places.insert(worker.to_owned());
        if places.len() >= 2 {
            let workers: Vec<&str> = places.iter().map(String::as_str).collect();
            let aside = Aside::Player {
                player: player.to_owned(),
                workers: workers.join(", "),
            };
            self.believed.insert(player.to_owned());
            return (Crash::Counts, Some(aside));
        }
        let crash = if others {
            Crash::Doubted
        } else {
            Crash::Counts
        };
        (crash, None)
    }

    /// A game of programs was played to its end at a worker; `doubted` are the player and worker of a
    /// crash in the same game.
    pub(crate) fn stood(&mut self, worker: &str, doubted: Option<(&str, &str)>) -> Option<Aside> {
        self.sound.insert(worker.to_owned());
        let (player, liar) = doubted?;
        if let Some(places) = self.fell.get_mut(player) {
            places.remove(liar);
        }
        let times = self.refuted.entry(liar.to_owned()).or_default();
        *times += 1;
        let broken = *times >= REFUTED && !self.sound.contains(liar);
        broken.then(|| self.put_aside(liar)).flatten()
    }

    /// A worker's machine failed it.
    pub(crate) fn failed(&mut self, worker: &str) -> Option<Aside> {
        let times = self.failures.entry(worker.to_owned()).or_default();
        *times += 1;
        let broken = *times >= FAILURES;
        broken.then(|| self.put_aside(worker)).flatten()
    }

    /// A worker brought a game.
    pub(crate) fn played(&mut self, worker: &str) {
        self.failures.remove(worker);
    }

    /// Nothing of this worker counts any more; none when that is known.
    pub(crate) fn put_aside(&mut self, worker: &str) -> Option<Aside> {
        for places in self.fell.values_mut() {
            places.remove(worker);
        }
        let worker = worker.to_owned();
        let new = self.aside.insert(worker.clone());
        new.then_some(Aside::Worker { worker })
    }

    pub(crate) fn is_aside(&self, worker: &str) -> bool {
        self.aside.contains(worker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_falls_at_two_workers_is_named_once_and_believed() {
        let mut opinions = Opinions::default();
        assert_eq!(opinions.fell("A", "w1", true), (Crash::Doubted, None));
        assert_eq!(opinions.fell("A", "w1", true), (Crash::Doubted, None));
        let (crash, aside) = opinions.fell("A", "w2", true);
        let named = Aside::Player {
            player: "A".to_owned(),
            workers: "w1, w2".to_owned(),
        };
        assert_eq!((crash, aside), (Crash::Counts, Some(named)));
        assert_eq!(opinions.fell("A", "w3", true), (Crash::Counts, None));
        assert_eq!(opinions.fell("B", "w1", true), (Crash::Doubted, None));
    }

    #[test]
    fn with_nobody_else_to_ask_a_crash_counts() {
        let mut opinions = Opinions::default();
        assert_eq!(opinions.fell("A", "w1", false), (Crash::Counts, None));
    }

    #[test]
    fn a_worker_where_everybody_falls_is_set_aside() {
        let mut opinions = Opinions::default();
        opinions.fell("A", "bad", true);
        assert_eq!(opinions.stood("good", Some(("A", "bad"))), None);
        opinions.fell("B", "bad", true);
        let aside = opinions.stood("good", Some(("B", "bad")));
        let worker = "bad".to_owned();
        assert_eq!(aside, Some(Aside::Worker { worker }));
        assert!(opinions.is_aside("bad") && !opinions.is_aside("good"));
        assert_eq!(opinions.put_aside("bad"), None);
        // What it said of them is forgotten.
        assert_eq!(opinions.fell("A", "good", true), (Crash::Doubted, None));
    }

    #[test]
    fn a_worker_whose_machine_fails_again_and_again_is_set_aside() {
        let mut opinions = Opinions::default();
        for _ in 0..2 * FAILURES {
            assert_eq!(opinions.failed("w1"), None);
            opinions.played("w1");
        }
        for _ in 1..FAILURES {
            assert_eq!(opinions.failed("w2"), None);
        }
        assert!(opinions.failed("w2").is_some() && opinions.is_aside("w2"));
    }

    #[test]
    fn a_worker_where_somebody_stood_stays() {
        let mut opinions = Opinions::default();
        opinions.stood("w1", None);
        for _ in 0..5 {
            opinions.fell("A", "w1", true);
            assert_eq!(opinions.stood("w2", Some(("A", "w1"))), None);
        }
    }
}
