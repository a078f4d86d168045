//! The schedule: the pairs of games of each round, for every format.

use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

use super::scheduled_game::mix_seed;
use super::scoreboard::CountedGame;
use super::{ScheduledGame, Scoreboard, TournamentFormat, TournamentPlan};

/// Maximum number of extra pairs after a tied match of a knockout; then the player listed first wins.
const MOST_EXTRA: usize = 50;

/// Consecutive pairs of games between two players.
#[derive(Clone, Copy, Debug)]
struct ScheduledMatch {
    home: usize,
    away: usize,
    /// Number of the first pair, from 1.
    from: u64,
    pairs: u32,
}

/// A match of a knockout round; without `away`, `home` has a bye.
#[derive(Clone, Debug)]
struct KnockoutMatch {
    home: usize,
    away: Option<usize>,
    scheduled: Vec<ScheduledMatch>,
}

/// The games scheduled so far. Later rounds of some formats depend on earlier results.
#[derive(Clone, Default, Debug)]
pub struct Schedule {
    scheduled: Vec<ScheduledMatch>,
    /// For each round in which a player had no opponent, the index of that player.
    byes: Vec<usize>,
    knockout: Vec<KnockoutMatch>,
    rounds: u32,
}

impl Schedule {
    /// Adds the games of the next round once the earlier ones are counted; false if there are none.
    pub(crate) fn extend(&mut self, plan: &TournamentPlan, scoreboard: &Scoreboard) -> bool {
        let before = self.games();
        match plan.format {
            TournamentFormat::Series
            | TournamentFormat::RoundRobin
            | TournamentFormat::Gauntlet => self.schedule_all(plan),
            TournamentFormat::Swiss => self.schedule_swiss(plan, scoreboard),
            TournamentFormat::Knockout => self.schedule_knockout(plan, scoreboard),
        }
        self.games() > before
    }

    /// Number of games scheduled so far.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    fn pairs(&self) -> u64 {
        let end = |scheduled: &ScheduledMatch| scheduled.from - 1 + u64::from(scheduled.pairs);
        self.scheduled.last().map_or(0, end)
    }

    /// Index of the player without an opponent, for each round that has one; it counts as a match won.
    pub(crate) fn byes(&self) -> &[usize] {
        &self.byes
    }

    /// The game with this number; `None` beyond those scheduled.
    pub(crate) fn game(&self, plan: &TournamentPlan, number: u64) -> Option<ScheduledGame> {
        let pair = number.div_ceil(2);
        let place = self
            .scheduled
            .partition_point(|scheduled| scheduled.from <= pair);
        let scheduled = self.scheduled.get(place.checked_sub(1)?)?;
        let known = pair < scheduled.from + u64::from(scheduled.pairs);
        known.then(|| ScheduledGame::new(plan, number, scheduled.home, scheduled.away))
    }

    fn schedule(&mut self, home: usize, away: usize, pairs: u32) -> ScheduledMatch {
        let from = self.pairs() + 1;
        let scheduled = ScheduledMatch {
            home,
            away,
            from,
            pairs,
        };
        self.scheduled.push(scheduled);
        scheduled
    }

    fn schedule_all(&mut self, plan: &TournamentPlan) {
        if self.rounds > 0 {
            return;
        }
        self.rounds = 1;
        let players = plan.players.len();
        for _ in 0..plan.round_count() {
            let matches = match plan.format {
                TournamentFormat::Gauntlet => (1..players).map(|away| (0, away)).collect(),
                _ => circle(players),
            };
            for (home, away) in matches {
                self.schedule(home, away, plan.pairs());
            }
        }
    }

    fn schedule_swiss(&mut self, plan: &TournamentPlan, scoreboard: &Scoreboard) {
        if self.rounds == plan.round_count() {
            return;
        }
        self.rounds += 1;
        let players = plan.players.len();
        let mut halves = vec![0u64; players];
        for game in scoreboard.games() {
            halves[game.first] += u64::from(game.halves);
            halves[game.second] += 2 - u64::from(game.halves);
        }
        let mut met = vec![vec![false; players]; players];
        for scheduled in &self.scheduled {
            met[scheduled.home][scheduled.away] = true;
            met[scheduled.away][scheduled.home] = true;
        }
        let mut had_bye = vec![false; players];
        for player in &self.byes {
            had_bye[*player] = true;
            halves[*player] += 2 * u64::from(plan.games);
        }
        let (matches, bye) = swiss_round(&halves, &met, &had_bye);
        self.byes.extend(bye);
        for (home, away) in matches {
            self.schedule(home, away, plan.pairs());
        }
    }

    fn schedule_knockout(&mut self, plan: &TournamentPlan, scoreboard: &Scoreboard) {
        let winners = self.knockout.iter().map(|it| it.winner(scoreboard));
        let pairs = match winners.collect::<Option<Vec<usize>>>() {
            // A tied match goes on by one pair.
            None => 1,
            Some(winners) if winners.len() == 1 => return,
            Some(winners) => {
                self.knockout = match &winners[..] {
                    [] => bracket(plan.players.len()),
                    _ => knockout_round(&winners, plan.players.len()),
                };
                plan.pairs()
            }
        };
        for place in 0..self.knockout.len() {
            let undecided = self.knockout[place].winner(scoreboard).is_none();
            let KnockoutMatch { home, away, .. } = self.knockout[place];
            if let Some(away) = away.filter(|_| undecided) {
                let scheduled = self.schedule(home, away, pairs);
                self.knockout[place].scheduled.push(scheduled);
            }
        }
    }
}

impl KnockoutMatch {
    fn winner(&self, scoreboard: &Scoreboard) -> Option<usize> {
        let Some(away) = self.away else {
            return Some(self.home);
        };
        let games = self.scheduled.iter().flat_map(|scheduled| {
            let from = 2 * (scheduled.from as usize - 1);
            &scoreboard.games()[from..from + 2 * scheduled.pairs as usize]
        });
        let (mut own, mut all) = (0, 0);
        for game in games {
            own += halves_of(game, self.home);
            all += 2;
        }
        match (2 * own).cmp(&all) {
            std::cmp::Ordering::Greater => Some(self.home),
            std::cmp::Ordering::Less => Some(away),
            std::cmp::Ordering::Equal => (self.scheduled.len() > MOST_EXTRA).then_some(self.home),
        }
    }
}

fn halves_of(game: &CountedGame, player: usize) -> u64 {
    if game.first == player {
        game.halves.into()
    } else {
        2 - u64::from(game.halves)
    }
}

/// The rounds of a round robin by the circle method: the last player stays, the others rotate.
fn circle(players: usize) -> Vec<(usize, usize)> {
    let seats = players + players % 2;
    let turn = seats - 1;
    let mut matches = Vec::new();
    for round in 0..turn {
        for place in 0..seats / 2 {
            let home = (round + place) % turn;
            let away = if place == 0 {
                turn
            } else {
                (round + turn - place) % turn
            };
            if home < players && away < players {
                matches.push((home, away));
            }
        }
    }
    matches
}

/// The first round of a knockout. The first player meets the last, the two first players can meet only
/// in the final, and byes go to the first players.
fn bracket(players: usize) -> Vec<KnockoutMatch> {
    let mut order = vec![0];
    while order.len() < players.next_power_of_two() {
        let size = 2 * order.len();
        order = order
            .iter()
            .flat_map(|seed| [*seed, size - 1 - seed])
            .collect();
    }
    knockout_round(&order, players)
}

/// Pairs the players of `order` two by two. A player has a bye when the other is missing or not below
/// `players`.
fn knockout_round(order: &[usize], players: usize) -> Vec<KnockoutMatch> {
    let knockout_match = |pair: &[usize]| KnockoutMatch {
        home: pair[0],
        away: pair.get(1).copied().filter(|away| *away < players),
        scheduled: Vec::new(),
    };
    order.chunks(2).map(knockout_match).collect()
}

/// The matches of a Swiss round, and the player with a bye. No two players meet twice, and no player
/// has two byes. Among such rounds the sum of squared score differences is minimal; a bye counts like
/// an opponent with the lowest score.
fn swiss_round(
    halves: &[u64],
    met: &[Vec<bool>],
    had_bye: &[bool],
) -> (Vec<(usize, usize)>, Option<usize>) {
    /// Larger than any sum of tie-breaking weights.
    const STEP: i128 = 1 << 40;
    let players = halves.len();
    let bye = players;
    let lowest = halves.iter().min().copied().unwrap_or(0);
    let weight = |one: usize, other: usize| {
        let against = if other == bye { lowest } else { halves[other] };
        let apart = i128::from(halves[one].abs_diff(against));
        // A pseudo-random weight makes the choice among equally good rounds independent of the search.
        let order = mix_seed(one as u64, other as u64) % (1 << 30);
        -apart * apart * STEP - i128::from(order)
    };
    let mut graph = UnGraph::<(), i128>::new_undirected();
    let nodes: Vec<_> = (0..players + players % 2)
        .map(|_| graph.add_node(()))
        .collect();
    for one in 0..players {
        for other in one + 1..nodes.len() {
            let free = if other == bye {
                !had_bye[one]
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
    let mut matches: Vec<(usize, usize)> = matched.into_iter().map(ordered).collect();
    matches.sort_by_key(|&(one, other)| (std::cmp::Reverse(halves[one]), one, other));
    let resting = matches.iter().position(|(_, other)| *other == bye);
    let resting = resting.map(|index| matches.remove(index).0);
    (matches, resting)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::{Chance, Seeded};

    use super::*;

    #[test]
    fn every_two_players_of_a_round_robin_meet_once() {
        for players in 2..12 {
            let matches = circle(players);
            let pairs: BTreeSet<_> = matches.iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            assert_eq!(matches.len(), players * (players - 1) / 2);
            assert_eq!(pairs.len(), matches.len());
        }
    }

    #[test]
    fn the_first_two_players_of_a_knockout_are_in_different_halves() {
        let round = bracket(6);
        let players: Vec<_> = round.iter().map(|it| (it.home, it.away)).collect();
        assert_eq!(players, [(0, None), (3, Some(4)), (1, None), (2, Some(5))]);
    }

    /// Checks tournaments of 2 to 31 players with random results and the maximum number of rounds.
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
        let mut had_bye = vec![false; players];
        for round in 0..players.div_ceil(2) {
            let (matches, bye) = swiss_round(&halves, &met, &had_bye);
            assert_eq!(
                matches.len(),
                players / 2,
                "{players} players, round {round}"
            );
            assert_eq!(bye.is_some(), players % 2 == 1);
            let mut apart: Vec<u64> = Vec::new();
            for (one, other) in matches {
                assert!(!met[one][other], "a rematch");
                met[one][other] = true;
                met[other][one] = true;
                apart.push(halves[one].abs_diff(halves[other]));
                let won = u64::from(luck.below(5));
                halves[one] += won;
                halves[other] += 4 - won;
            }
            if let Some(bye) = bye {
                assert!(!had_bye[bye], "two byes");
                had_bye[bye] = true;
                halves[bye] += 4;
            }
            // With many players, early rounds pair similar scores.
            if players >= 16 && round < 4 {
                let mean = apart.iter().sum::<u64>() as f64 / apart.len() as f64;
                assert!(mean <= 2.0, "{players} players, round {round}: {apart:?}");
            }
        }
    }
}
