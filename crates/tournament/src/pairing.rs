//! Who meets whom, round after round.

use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

use super::fixture::mixed;
use super::{Counted, Fixture, Format, Ledger, Plan};

/// How often a tied meeting of a knockout goes on for one more pair; then whoever was named first
/// goes on.
const MOST_EXTRA: usize = 50;

/// Somebody had no opponent in a round, and has the points of a meeting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bye {
    /// Who.
    pub player: usize,
    /// From 1.
    pub round: u32,
}

/// Consecutive pairs between two players.
#[derive(Clone, Copy, Debug)]
struct Booked {
    home: usize,
    away: usize,
    /// The first of its pairs, from 1.
    from: u64,
    pairs: u32,
}

/// A place in a round of a knockout.
#[derive(Clone, Debug)]
struct Tie {
    home: usize,
    away: Option<usize>,
    booked: Vec<Booked>,
}

/// The games known so far. Later rounds of some formats depend on earlier results.
#[derive(Clone, Default, Debug)]
pub struct Schedule {
    booked: Vec<Booked>,
    byes: Vec<Bye>,
    ties: Vec<Tie>,
    rounds: u32,
}

impl Schedule {
    /// Adds the games of the next round, once those of the rounds before are in the ledger; says
    /// whether there are any.
    pub fn extend(&mut self, plan: &Plan, ledger: &Ledger) -> bool {
        let before = self.games();
        match plan.format {
            Format::Series | Format::RoundRobin | Format::Gauntlet => self.book_all(plan),
            Format::Swiss => self.book_swiss(plan, ledger),
            Format::Knockout => self.book_knockout(plan, ledger),
        }
        self.games() > before
    }

    /// How many games are known.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    fn pairs(&self) -> u64 {
        let end = |booked: &Booked| booked.from - 1 + u64::from(booked.pairs);
        self.booked.last().map_or(0, end)
    }

    /// Who had no opponent.
    pub fn byes(&self) -> &[Bye] {
        &self.byes
    }

    /// The game of that number; none beyond those that are known.
    pub fn fixture(&self, plan: &Plan, number: u64) -> Option<Fixture> {
        let pair = number.div_ceil(2);
        let place = self.booked.partition_point(|booked| booked.from <= pair);
        let booked = self.booked.get(place.checked_sub(1)?)?;
        let known = pair < booked.from + u64::from(booked.pairs);
        known.then(|| Fixture::of(plan, number, booked.home, booked.away))
    }

    fn book(&mut self, home: usize, away: usize, pairs: u32) -> Booked {
        let from = self.pairs() + 1;
        let booked = Booked {
            home,
            away,
            from,
            pairs,
        };
        self.booked.push(booked);
        booked
    }

    fn book_all(&mut self, plan: &Plan) {
        if self.rounds > 0 {
            return;
        }
        self.rounds = 1;
        let players = plan.players.len();
        for _ in 0..plan.round_count() {
            let meetings = match plan.format {
                Format::Gauntlet => (1..players).map(|away| (0, away)).collect(),
                _ => circle(players),
            };
            for (home, away) in meetings {
                self.book(home, away, plan.pairs());
            }
        }
    }

    fn book_swiss(&mut self, plan: &Plan, ledger: &Ledger) {
        if self.rounds == plan.round_count() {
            return;
        }
        self.rounds += 1;
        let players = plan.players.len();
        let mut halves = vec![0u64; players];
        for game in ledger.games() {
            halves[game.first] += u64::from(game.halves);
            halves[game.second] += 2 - u64::from(game.halves);
        }
        let mut met = vec![vec![false; players]; players];
        for booked in &self.booked {
            met[booked.home][booked.away] = true;
            met[booked.away][booked.home] = true;
        }
        let mut rested = vec![false; players];
        for bye in &self.byes {
            rested[bye.player] = true;
            halves[bye.player] += 2 * u64::from(plan.games);
        }
        let (meetings, bye) = swiss_round(&halves, &met, &rested);
        self.byes.extend(bye.map(|player| Bye {
            player,
            round: self.rounds,
        }));
        for (home, away) in meetings {
            self.book(home, away, plan.pairs());
        }
    }

    fn book_knockout(&mut self, plan: &Plan, ledger: &Ledger) {
        if self.ties.is_empty() {
            self.ties = bracket(plan.players.len());
            return self.begin_ties(plan);
        }
        let decided: Vec<Option<usize>> = self.ties.iter().map(|tie| tie.winner(ledger)).collect();
        if decided.iter().any(Option::is_none) {
            for (place, _) in decided.iter().enumerate().filter(|(_, won)| won.is_none()) {
                let Tie { home, away, .. } = self.ties[place];
                if let Some(away) = away {
                    let more = self.book(home, away, 1);
                    self.ties[place].booked.push(more);
                }
            }
            return;
        }
        let winners: Vec<usize> = decided.into_iter().flatten().collect();
        if winners.len() > 1 {
            let tie = |pair: &[usize]| Tie {
                home: pair[0],
                away: pair.get(1).copied(),
                booked: Vec::new(),
            };
            self.ties = winners.chunks(2).map(tie).collect();
            self.begin_ties(plan);
        }
    }

    fn begin_ties(&mut self, plan: &Plan) {
        for place in 0..self.ties.len() {
            let Tie { home, away, .. } = self.ties[place];
            if let Some(away) = away {
                let booked = self.book(home, away, plan.pairs());
                self.ties[place].booked.push(booked);
            }
        }
    }
}

impl Tie {
    fn winner(&self, ledger: &Ledger) -> Option<usize> {
        let Some(away) = self.away else {
            return Some(self.home);
        };
        let games = self.booked.iter().flat_map(|booked| {
            let from = 2 * (booked.from as usize - 1);
            &ledger.games()[from..from + 2 * booked.pairs as usize]
        });
        let (mut own, mut all) = (0, 0);
        for game in games {
            own += halves_of(game, self.home);
            all += 2;
        }
        match (2 * own).cmp(&all) {
            std::cmp::Ordering::Greater => Some(self.home),
            std::cmp::Ordering::Less => Some(away),
            std::cmp::Ordering::Equal => (self.booked.len() > MOST_EXTRA).then_some(self.home),
        }
    }
}

fn halves_of(game: &Counted, player: usize) -> u64 {
    if game.first == player {
        game.halves.into()
    } else {
        2 - u64::from(game.halves)
    }
}

/// Everybody against everybody in rounds, by the circle method: the last player stays, the others
/// go round.
fn circle(players: usize) -> Vec<(usize, usize)> {
    let seats = players + players % 2;
    let turn = seats - 1;
    let mut meetings = Vec::new();
    for round in 0..turn {
        for place in 0..seats / 2 {
            let home = (round + place) % turn;
            let away = if place == 0 {
                turn
            } else {
                (round + turn - place) % turn
            };
            if home < players && away < players {
                meetings.push((home, away));
            }
        }
    }
    meetings
}

/// The first round of a knockout: the first named meets the last, and the two first named can only
/// meet at the end; where players are missing, those named first have no opponent.
fn bracket(players: usize) -> Vec<Tie> {
    let mut order = vec![0];
    while order.len() < players.next_power_of_two() {
        let size = 2 * order.len();
        order = order
            .iter()
            .flat_map(|seed| [*seed, size - 1 - seed])
            .collect();
    }
    let tie = |pair: &[usize]| Tie {
        home: pair[0],
        away: Some(pair[1]).filter(|away| *away < players),
        booked: Vec::new(),
    };
    order.chunks(2).map(tie).collect()
}

/// The meetings of a Swiss round: nobody meets anybody again or rests twice, and among such rounds
/// the scores of those who meet differ the least (the sum of squares; who rests meets nobody's
/// score).
pub fn swiss_round(
    halves: &[u64],
    met: &[Vec<bool>],
    rested: &[bool],
) -> (Vec<(usize, usize)>, Option<usize>) {
    /// Above what tells rounds apart that are as good.
    const STEP: i128 = 1 << 40;
    let players = halves.len();
    let rest = players;
    let lowest = halves.iter().min().copied().unwrap_or(0);
    let weight = |one: usize, other: usize| {
        let against = if other == rest { lowest } else { halves[other] };
        let apart = i128::from(halves[one].abs_diff(against));
        // Which of the best rounds it is must not depend on how the search happens to walk.
        let order = mixed(one as u64, other as u64) % (1 << 30);
        -apart * apart * STEP - i128::from(order)
    };
    let mut graph = UnGraph::<(), i128>::new_undirected();
    let nodes: Vec<_> = (0..players + players % 2)
        .map(|_| graph.add_node(()))
        .collect();
    for one in 0..players {
        for other in one + 1..nodes.len() {
            let free = if other == rest {
                !rested[one]
            } else {
                !met[one][other]
            };
            if free {
                graph.add_edge(nodes[one], nodes[other], weight(one, other));
            }
        }
    }
    let cost = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| {
        Ok::<i128, std::convert::Infallible>(*edge.weight())
    };
    let matched =
        max_weight_matching(&graph, true, cost, false).unwrap_or_else(|never| match never {});
    let ordered = |(one, other): (usize, usize)| (one.min(other), one.max(other));
    let mut meetings: Vec<(usize, usize)> = matched.into_iter().map(ordered).collect();
    meetings.sort_by_key(|&(one, other)| (std::cmp::Reverse(halves[one]), one, other));
    let bye = meetings.iter().position(|(_, other)| *other == rest);
    let bye = bye.map(|place| meetings.remove(place).0);
    (meetings, bye)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::{Chance, Seeded};

    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        for players in 2..12 {
            let meetings = circle(players);
            let pairs: BTreeSet<_> = meetings.iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            assert_eq!(meetings.len(), players * (players - 1) / 2);
            assert_eq!(pairs.len(), meetings.len());
        }
    }

    #[test]
    fn the_first_two_named_of_a_knockout_are_in_different_halves() {
        let ties: Vec<_> = bracket(6).iter().map(|tie| (tie.home, tie.away)).collect();
        assert_eq!(ties, [(0, None), (3, Some(4)), (1, None), (2, Some(5))]);
    }

    /// Tournaments of 2 to 31 players with results at random, as many rounds as are promised.
    #[track_caller]
    fn check_swiss_tournaments(count: u32) {
        let mut luck = Seeded::new(4);
        for _ in 0..count {
            let players = 2 + luck.below(30) as usize;
            check_swiss(players, &mut luck);
        }
    }

    #[test]
    fn swiss_rounds_have_no_rematch_and_spread_the_byes() {
        check_swiss_tournaments(60);
    }

    #[test]
    #[ignore = "minutes: the full count of tournaments"]
    fn a_thousand_swiss_tournaments_have_no_rematch_and_spread_the_byes() {
        check_swiss_tournaments(1000);
    }

    #[track_caller]
    fn check_swiss(players: usize, luck: &mut Seeded) {
        let mut halves = vec![0; players];
        let mut met = vec![vec![false; players]; players];
        let mut rested = vec![false; players];
        for round in 0..players.div_ceil(2) {
            let (meetings, bye) = swiss_round(&halves, &met, &rested);
            assert_eq!(
                meetings.len(),
                players / 2,
                "{players} players, round {round}"
            );
            assert_eq!(bye.is_some(), players % 2 == 1);
            let mut apart: Vec<u64> = Vec::new();
            for (one, other) in meetings {
                assert!(!met[one][other], "a rematch");
                met[one][other] = true;
                met[other][one] = true;
                apart.push(halves[one].abs_diff(halves[other]));
                let won = u64::from(luck.below(5));
                halves[one] += won;
                halves[other] += 4 - won;
            }
            if let Some(bye) = bye {
                assert!(!rested[bye], "two byes");
                rested[bye] = true;
                halves[bye] += 4;
            }
            // Few rounds of many players: nobody meets anybody far away.
            if players >= 16 && round < 4 {
                let mean = apart.iter().sum::<u64>() as f64 / apart.len() as f64;
                assert!(mean <= 2.0, "{players} players, round {round}: {apart:?}");
            }
        }
    }
}
