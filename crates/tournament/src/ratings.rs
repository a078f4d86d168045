//! Elo ratings by maximum likelihood, with their errors.
//!
//! A draw counts as half a win for each player, as in the Bradley-Terry model with split ties. Errors
//! come from the sandwich formula over pairs of games, so neither draws nor the dependence of the two
//! games of a pair need a model.

use std::cmp::Reverse;

use rustworkx_core::petgraph::Direction;
use rustworkx_core::petgraph::algo::condensation;
use rustworkx_core::petgraph::graph::DiGraph;

use super::scoreboard::PairResult;

/// Elo points for one unit of the logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Half the width of a 95 % interval in standard deviations.
const WIDTH: f64 = 1.959_963_984_540_054;
/// Maximum number of Newton steps; they end when the last step is below 1e-12.
const MOST_STEPS: usize = 500;

/// The Elo ratings of all players, relative to the mean of those that have one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ratings {
    /// Rating of each player; `None` where no finite rating is the most likely.
    pub(crate) elo: Vec<Option<f64>>,
    /// Half of the 95 % interval of each rating; `None` with too few pairs.
    pub(crate) error: Vec<Option<f64>>,
    /// Minimum number of further games, with other results, after which every player can have a rating.
    pub(crate) missing: usize,
    /// Covariance of the ratings on the logistic scale.
    covariance: Vec<Vec<f64>>,
    /// Each player's row in `covariance`; `None` for players without a rating.
    place: Vec<Option<usize>>,
}

impl Ratings {
    pub(crate) fn new(players: usize, results: &[PairResult]) -> Self {
        let components = components(players, results);
        let rated = largest(&components);
        let mut ratings = Self {
            elo: vec![None; players],
            error: vec![None; players],
            missing: missing_games(&components),
            covariance: Vec::new(),
            place: vec![None; players],
        };
        if rated.len() < 2 {
            return ratings;
        }
        for (place, player) in rated.iter().enumerate() {
            ratings.place[*player] = Some(place);
        }
        let system = LikelihoodSystem {
            size: rated.len(),
            results,
            places: &ratings.place,
        };
        if let Some((strengths, covariance)) = system.solve() {
            for (place, player) in rated.iter().enumerate() {
                ratings.elo[*player] = Some(strengths[place] * SCALE);
                let error = WIDTH * SCALE * covariance[place][place].max(0.0).sqrt();
                ratings.error[*player] = (error > 0.0 && error.is_finite()).then_some(error);
            }
            ratings.covariance = covariance;
        }
        ratings
    }

    /// The rating difference between two players, and half of its 95 % interval.
    #[cfg(test)]
    fn difference(&self, one: usize, other: usize) -> Option<(f64, Option<f64>)> {
        let difference = self.elo[one]? - self.elo[other]?;
        let error = self
            .deviation(one, other)
            .map(|deviation| WIDTH * deviation);
        Some((difference, error))
    }

    fn deviation(&self, one: usize, other: usize) -> Option<f64> {
        let (one, other) = (self.place[one]?, self.place[other]?);
        let row = |place: usize| self.covariance.get(place);
        let variance = row(one)?[one] + row(other)?[other] - 2.0 * row(one)?[other];
        let deviation = SCALE * variance.max(0.0).sqrt();
        (deviation > 0.0 && deviation.is_finite()).then_some(deviation)
    }
}

/// The likelihood that one player is better than another; `None` without ratings or errors.
pub(crate) fn superiority(ratings: &Ratings, one: usize, other: usize) -> Option<f64> {
    let difference = ratings.elo[one]? - ratings.elo[other]?;
    Some(normal(difference / ratings.deviation(one, other)?))
}

/// The normal distribution function by Abramowitz and Stegun 7.1.26, exact to 1.5e-7.
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / 0.327_591_1f64.mul_add(z, 1.0);
    let coefficients = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let sum = coefficients
        .iter()
        .fold(0.0, |sum: f64, coefficient| sum.mul_add(t, *coefficient));
    let tail = 0.5 * sum * t * (-z * z).exp();
    if x < 0.0 { tail } else { 1.0 - tail }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

type Matrix = Vec<Vec<f64>>;

/// The likelihood equations of the players that have a finite rating.
struct LikelihoodSystem<'a> {
    /// Number of rated players.
    size: usize,
    results: &'a [PairResult],
    /// Each player's row; `None` for players without a rating.
    places: &'a [Option<usize>],
}

impl LikelihoodSystem<'_> {
    /// For each pair of games of rated players: both rows, number of games, home player's points.
    fn terms(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        self.results.iter().filter_map(|result| {
            let home = self.places[result.home]?;
            let away = self.places[result.away]?;
            Some((home, away, f64::from(result.games), result.score))
        })
    }

    /// Sums of games and points for each two players, so that a Newton step costs the same after many
    /// games.
    fn sums(&self) -> Vec<(usize, usize, f64, f64)> {
        let mut sums = vec![(0.0, 0.0); self.size * self.size];
        for (home, away, games, score) in self.terms() {
            let (low, high) = (home.min(away), home.max(away));
            let sum = &mut sums[low * self.size + high];
            sum.0 += games;
            sum.1 += if home < away { score } else { games - score };
        }
        let pairs = (0..self.size).flat_map(|low| (0..self.size).map(move |high| (low, high)));
        pairs
            .zip(sums)
            .filter(|(_, (games, _))| *games > 0.0)
            .map(|((low, high), (games, score))| (low, high, games, score))
            .collect()
    }

    /// Strengths and their covariance on the logistic scale; `None` when Newton does not converge.
    fn solve(&self) -> Option<(Vec<f64>, Matrix)> {
        let sums = self.sums();
        let mut strengths = vec![0.0; self.size];
        for _ in 0..MOST_STEPS {
            let mut gradient = vec![0.0; self.size];
            for (low, high, games, score) in &sums {
                let surplus = score - games * logistic(strengths[*low] - strengths[*high]);
                gradient[*low] += surplus;
                gradient[*high] -= surplus;
            }
            let inverse = inverse(self.information(&sums, &strengths))?;
            let step = product(&inverse, &gradient);
            let longest = step.iter().fold(0.0f64, |most, step| most.max(step.abs()));
            // A full step far from the solution would overshoot.
            let share = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            for (strength, step) in strengths.iter_mut().zip(&step) {
                *strength += share * step;
            }
            if longest < 1e-12 {
                let covariance = self.sandwich(&inverse, &strengths);
                return Some((strengths, covariance));
            }
        }
        None
    }

    /// The negative Hessian matrix, made regular by fixing the mean.
    fn information(&self, sums: &[(usize, usize, f64, f64)], strengths: &[f64]) -> Matrix {
        let mut matrix = vec![vec![1.0 / self.size as f64; self.size]; self.size];
        for (low, high, games, _) in sums {
            let share = logistic(strengths[*low] - strengths[*high]);
            let weight = games * share * (1.0 - share);
            matrix[*low][*low] += weight;
            matrix[*high][*high] += weight;
            matrix[*low][*high] -= weight;
            matrix[*high][*low] -= weight;
        }
        matrix
    }

    /// The sandwich covariance of the pairs' residuals, corrected for the number of strengths.
    fn sandwich(&self, bread: &Matrix, strengths: &[f64]) -> Matrix {
        let mut meat = vec![vec![0.0; self.size]; self.size];
        let mut pairs = 0usize;
        for (home, away, games, score) in self.terms() {
            let residue = score - games * logistic(strengths[home] - strengths[away]);
            let square = residue * residue;
            meat[home][home] += square;
            meat[away][away] += square;
            meat[home][away] -= square;
            meat[away][home] -= square;
            pairs += 1;
        }
        let free = pairs.saturating_sub(self.size - 1) as f64;
        let correction = if free > 0.0 { pairs as f64 / free } else { 0.0 };
        let half = multiplied(bread, &meat);
        let mut whole = multiplied(&half, bread);
        whole
            .iter_mut()
            .flatten()
            .for_each(|cell| *cell *= correction);
        whole
    }
}

fn product(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row).collect()
}

fn multiplied(left: &Matrix, right: &Matrix) -> Matrix {
    let size = right.len();
    let column = |row: &[f64], column: usize| (0..size).map(|k| row[k] * right[k][column]).sum();
    let row = |row: &Vec<f64>| (0..size).map(|place| column(row, place)).collect();
    left.iter().map(row).collect()
}

/// Inverts a matrix by Gauss-Jordan elimination with pivoting; `None` for a singular matrix.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut inverse = vec![vec![0.0; size]; size];
    for (place, row) in inverse.iter_mut().enumerate() {
        row[place] = 1.0;
    }
    for column in 0..size {
        let largest = |a: &usize, b: &usize| {
            let size = |row: usize| matrix[row][column].abs();
            size(*a).total_cmp(&size(*b))
        };
        let pivot = (column..size).max_by(largest)?;
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let head = matrix[column][column];
        if head.abs() < 1e-300 || !head.is_finite() {
            return None;
        }
        for cell in matrix[column].iter_mut().chain(&mut inverse[column]) {
            *cell /= head;
        }
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for place in 0..size {
                matrix[row][place] -= factor * matrix[column][place];
                inverse[row][place] -= factor * inverse[column][place];
            }
        }
    }
    Some(inverse)
}

/// The players grouped by mutual reach in the graph of points taken, with an edge from a group that took
/// points to the one that gave them. Only within a group are the most likely ratings finite (Ford 1957).
fn components(players: usize, results: &[PairResult]) -> DiGraph<Vec<usize>, ()> {
    let mut took = vec![vec![false; players]; players];
    for result in results {
        took[result.home][result.away] |= result.score > 0.0;
        took[result.away][result.home] |= result.score < f64::from(result.games);
    }
    let mut graph = DiGraph::new();
    let nodes: Vec<_> = (0..players).map(|player| graph.add_node(player)).collect();
    for (one, row) in took.iter().enumerate() {
        for (other, _) in row.iter().enumerate().filter(|(_, took)| **took) {
            graph.add_edge(nodes[one], nodes[other], ());
        }
    }
    condensation(graph, true)
}

/// The players of the largest component, the earliest of several, in order.
fn largest(components: &DiGraph<Vec<usize>, ()>) -> Vec<usize> {
    let first = |component: &Vec<usize>| component.iter().min().copied();
    let largest = components
        .node_weights()
        .max_by_key(|component| (component.len(), Reverse(first(component))));
    let mut players = largest.cloned().unwrap_or_default();
    players.sort_unstable();
    players
}

/// The minimum number of games that would connect all components (Eswaran and Tarjan 1976).
fn missing_games(components: &DiGraph<Vec<usize>, ()>) -> usize {
    if components.node_count() < 2 {
        return 0;
    }
    let without = |direction| components.externals(direction).count();
    without(Direction::Outgoing).max(without(Direction::Incoming))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(home: usize, away: usize, scores: &[f64]) -> Vec<PairResult> {
        let pair = |score: &f64| PairResult {
            home,
            away,
            games: 2,
            score: *score,
            luck: None,
        };
        scores.iter().map(pair).collect()
    }

    /// Three quarters of the points are 400·log10(3) Elo; the error is that of the delta method on the
    /// mean of the pairs.
    #[test]
    fn two_players_have_the_ratings_of_the_closed_form() {
        let scores = [2.0, 2.0, 1.0, 1.0, 2.0, 1.0, 2.0, 1.0];
        let ratings = Ratings::new(2, &pairs(0, 1, &scores));
        let (difference, error) = ratings.difference(0, 1).unwrap();
        assert!((difference - 400.0 * 3f64.log10()).abs() < 1e-9);
        let share: Vec<f64> = scores.iter().map(|score| score / 2.0).collect();
        let squares: f64 = share.iter().map(|share| (share - 0.75).powi(2)).sum();
        let deviation = (squares / 7.0 / 8.0).sqrt();
        let slope = 400.0 / std::f64::consts::LN_10 / (0.75 * 0.25);
        assert!((error.unwrap() - WIDTH * slope * deviation).abs() < 1e-9);
        // 190.8 points with a deviation of 87.6; tables of the normal distribution give 0.9853 at 2.178.
        assert!((superiority(&ratings, 0, 1).unwrap() - 0.9853).abs() < 1e-3);
    }

    #[test]
    fn a_player_who_won_every_game_has_no_rating() {
        let ratings = Ratings::new(2, &pairs(0, 1, &[2.0, 2.0]));
        assert_eq!((ratings.elo, ratings.missing), (vec![None; 2], 1));
        let none = Ratings::new(3, &[]);
        assert_eq!((none.elo, none.missing), (vec![None; 3], 3));
    }

    #[test]
    fn a_player_who_lost_every_game_does_not_affect_other_ratings() {
        let mut results = pairs(0, 1, &[1.5, 1.0, 0.0]);
        results.extend(pairs(0, 2, &[2.0, 2.0]));
        results.extend(pairs(1, 2, &[2.0]));
        let ratings = Ratings::new(3, &results);
        assert!(ratings.elo[0].is_some() && ratings.elo[1].is_some());
        assert_eq!((ratings.elo[2], ratings.missing), (None, 1));
    }

    #[test]
    fn one_result_has_no_error() {
        let ratings = Ratings::new(2, &pairs(0, 1, &[1.5]));
        assert!(ratings.elo[0].is_some_and(f64::is_finite));
        assert_eq!(ratings.error, [None, None]);
    }

    /// Expected values from a table of the normal distribution.
    #[test]
    fn the_normal_distribution_matches_tables() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9)] {
            assert!((normal(x) - expected).abs() < 1e-6, "{x}");
        }
    }
}
