//! Elo by maximum likelihood, and how sure it is.
//!
//! A draw is half a win to each, as in Bradley and Terry's model with ties split. Errors come from
//! the sandwich formula over pairs of games, so that neither the draws nor what the two games of a
//! pair have in common need a model.

use super::Meeting;

/// Elo points in a unit of the logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Half of a 95 % interval, in standard deviations.
const WIDTH: f64 = 1.959_963_984_540_054;
/// Newton's steps; they end when the last moved nobody by a millionth of a point.
const MOST_STEPS: usize = 500;

/// Everybody's Elo, relative to the mean of those who have one.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// None where no finite number is the likeliest.
    pub elo: Vec<Option<f64>>,
    /// Half of a 95 % interval; none where there are too few pairs to tell.
    pub error: Vec<Option<f64>>,
    /// How many games with other results it takes at least until everybody has one.
    pub missing: usize,
    /// Of the estimates of those who have one, in squared points.
    covariance: Vec<Vec<f64>>,
    /// Where a player stands in it.
    place: Vec<Option<usize>>,
}

impl Ratings {
    /// The ratings of so many players.
    pub fn of(players: usize, meetings: &[Meeting]) -> Self {
        let components = Components::of(players, meetings);
        let rated = components.largest();
        let mut ratings = Self {
            elo: vec![None; players],
            error: vec![None; players],
            missing: components.missing(),
            covariance: Vec::new(),
            place: vec![None; players],
        };
        if rated.len() < 2 {
            return ratings;
        }
        for (place, player) in rated.iter().enumerate() {
            ratings.place[*player] = Some(place);
        }
        let among = |meeting: &&Meeting| {
            ratings.place[meeting.home].is_some() && ratings.place[meeting.away].is_some()
        };
        let inside: Vec<Meeting> = meetings.iter().filter(among).copied().collect();
        let places = ratings.place.clone();
        let system = System {
            size: rated.len(),
            meetings: &inside,
            places: &places,
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

    /// How much better one is than another, and half of the 95 % interval.
    pub fn difference(&self, one: usize, other: usize) -> Option<(f64, Option<f64>)> {
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

/// The likelihood that one is better than another; none where the games do not tell.
pub fn superiority(ratings: &Ratings, one: usize, other: usize) -> Option<f64> {
    let difference = ratings.elo[one]? - ratings.elo[other]?;
    Some(normal(difference / ratings.deviation(one, other)?))
}

/// The normal distribution function: Abramowitz and Stegun 7.1.26, within 1.5e-7.
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

/// The likelihood's equations among players who all have a finite rating.
struct System<'a> {
    size: usize,
    meetings: &'a [Meeting],
    places: &'a [Option<usize>],
}

impl System<'_> {
    /// Each meeting's places, number of games and points.
    fn terms(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        self.meetings.iter().filter_map(|meeting| {
            let home = self.places[meeting.home]?;
            let away = self.places[meeting.away]?;
            Some((home, away, f64::from(meeting.games), meeting.score))
        })
    }

    /// Pairs of players with their games and points: sums that Newton's steps need, so that a step
    /// costs no more after a million games.
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

    /// Strengths and their covariance, on the logistic scale; none if the steps do not settle.
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
            // A full step from far away would overshoot.
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

    /// The negative Hessian, made regular by fixing the mean.
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

    /// Bread, meat, bread: what the pairs scattered, carried over to the strengths, with the
    /// correction for as many strengths as were fitted.
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

/// Gauss and Jordan, largest pivot first; none of a singular matrix.
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

/// Who took points from whom: only among players who are connected both ways are the likeliest
/// ratings finite (Ford 1957).
struct Components {
    /// Which component each player is in.
    of: Vec<usize>,
    /// Whether a component took points from another, and gave some.
    ends: Vec<[bool; 2]>,
}

impl Components {
    fn of(players: usize, meetings: &[Meeting]) -> Self {
        let mut reaches = vec![vec![false; players]; players];
        for meeting in meetings {
            reaches[meeting.home][meeting.away] |= meeting.score > 0.0;
            reaches[meeting.away][meeting.home] |= meeting.score < f64::from(meeting.games);
        }
        let took = reaches.clone();
        // Warshall.
        for through in 0..players {
            let onward = reaches[through].clone();
            for row in reaches.iter_mut().filter(|row| row[through]) {
                row.iter_mut()
                    .zip(&onward)
                    .for_each(|(cell, on)| *cell |= on);
            }
        }
        let together =
            |one: usize, other: usize| one == other || (reaches[one][other] && reaches[other][one]);
        let first = |player: usize| (0..=player).find(|other| together(player, *other));
        let of: Vec<usize> = (0..players).filter_map(first).collect();
        let mut ends = vec![[false; 2]; players];
        for (one, row) in took.iter().enumerate() {
            for (other, _) in row.iter().enumerate().filter(|(_, took)| **took) {
                if of[one] != of[other] {
                    ends[of[one]][0] = true;
                    ends[of[other]][1] = true;
                }
            }
        }
        Self { of, ends }
    }

    /// The players of the largest, of the earliest where several are.
    fn largest(&self) -> Vec<usize> {
        let size = |name: usize| self.of.iter().filter(|other| **other == name).count();
        let name = (0..self.of.len()).rev().max_by_key(|name| size(*name));
        let inside = |player: &usize| Some(self.of[*player]) == name;
        (0..self.of.len()).filter(inside).collect()
    }

    /// The fewest games that connect all both ways (Eswaran and Tarjan 1976).
    fn missing(&self) -> usize {
        let names = || (0..self.of.len()).filter(|name| self.of[*name] == *name);
        if names().count() < 2 {
            return 0;
        }
        let without = |end: usize| names().filter(|name| !self.ends[*name][end]).count();
        without(0).max(without(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(home: usize, away: usize, scores: &[f64]) -> Vec<Meeting> {
        let pair = |score: &f64| Meeting {
            home,
            away,
            games: 2,
            score: *score,
            luck: None,
        };
        scores.iter().map(pair).collect()
    }

    /// Three quarters of the points are 400·log10(3) points of Elo; the error is the delta method's
    /// on the mean of the pairs.
    #[test]
    fn two_players_have_the_closed_form() {
        let scores = [2.0, 2.0, 1.0, 1.0, 2.0, 1.0, 2.0, 1.0];
        let ratings = Ratings::of(2, &pairs(0, 1, &scores));
        let (difference, error) = ratings.difference(0, 1).unwrap();
        assert!((difference - 400.0 * 3f64.log10()).abs() < 1e-9);
        let share: Vec<f64> = scores.iter().map(|score| score / 2.0).collect();
        let squares: f64 = share.iter().map(|share| (share - 0.75).powi(2)).sum();
        let deviation = (squares / 7.0 / 8.0).sqrt();
        let slope = 400.0 / std::f64::consts::LN_10 / (0.75 * 0.25);
        assert!((error.unwrap() - WIDTH * slope * deviation).abs() < 1e-9);
        // 190.8 points with a deviation of 87.6: the tables have 0.9853 at 2.178.
        assert!((superiority(&ratings, 0, 1).unwrap() - 0.9853).abs() < 1e-3);
    }

    #[test]
    fn whoever_won_everything_has_no_number_but_what_is_missing() {
        let ratings = Ratings::of(2, &pairs(0, 1, &[2.0, 2.0]));
        assert_eq!((ratings.elo, ratings.missing), (vec![None; 2], 1));
        let none = Ratings::of(3, &[]);
        assert_eq!((none.elo, none.missing), (vec![None; 3], 3));
    }

    #[test]
    fn one_who_lost_everything_does_not_take_the_others_numbers() {
        let mut meetings = pairs(0, 1, &[1.5, 1.0, 0.0]);
        meetings.extend(pairs(0, 2, &[2.0, 2.0]));
        meetings.extend(pairs(1, 2, &[2.0]));
        let ratings = Ratings::of(3, &meetings);
        assert!(ratings.elo[0].is_some() && ratings.elo[1].is_some());
        assert_eq!((ratings.elo[2], ratings.missing), (None, 1));
    }

    #[test]
    fn one_pair_has_no_error() {
        let ratings = Ratings::of(2, &pairs(0, 1, &[1.5]));
        assert!(ratings.elo[0].is_some_and(f64::is_finite));
        assert_eq!(ratings.error, [None, None]);
    }

    /// From a table of the normal distribution.
    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9)] {
            assert!((normal(x) - expected).abs() < 1e-6, "{x}");
        }
    }
}
