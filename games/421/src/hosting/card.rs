//! The strategy card of 421: the dice to keep of each combination, in four columns.

use crate::engine::lattice::{EMPTY, LATTICE};
use crate::engine::round::PlayerTurn;
use crate::{Combination, Dice, Game421, Refusal, Solution, Solver};
use table::{Stopped, key, message};

use host::{Hosted, OptionError, Options};
use text::Language;

/// Number of combinations in a column.
const ROWS: usize = 14;

/// Writes the card of the first player, or that of the second against the result of the first.
pub(super) fn write(options: &Options, language: Language) -> Result<String, OptionError> {
    let game = game(options)?;
    let [first, second] = game.totals();
    let against = options.parsed::<Combination>("against")?;
    let against = against.or(game.to_beat);
    let solution = Solver::new((first + second) as usize).work(|_| false);
    let card = solution.and_then(|solution| solution.card(first, against));
    let card = card.ok_or_else(|| OptionError::new("tokens", &Stopped))?;

    let win = format!("{:.3}", 100.0 * card.winning);
    let heading = match against {
        None => message!("jeu421-card-first", first, second, win),
        Some(result) => {
            let against = result.to_string();
            message!("jeu421-card-second", first, second, win, against)
        }
    };
    let legend = language.word(key!("jeu421-card-legend"));
    let table = table(&card.advice, language);
    Ok(format!("{}\n{legend}\n\n{table}", language.say(&heading)))
}

/// The game of the option `tokens`: the same number for both players, or one number for each.
fn game(options: &Options) -> Result<Game421, OptionError> {
    if !options.get("tokens").is_some_and(|text| text.contains('/')) {
        return Game421::open(options);
    }
    let game: Option<Game421> = options.parsed("tokens")?;
    let going_on = game.filter(|game| game.winner().is_none());
    going_on.ok_or_else(|| OptionError::new("tokens", &Refusal::Over))
}

fn table(advice: &[CombinationAdvice], language: Language) -> String {
    let words = [
        key!("jeu421-card-thrown"),
        key!("jeu421-card-after-first"),
        key!("jeu421-card-after-second"),
    ];
    let heading = cell(&words.map(|key| language.word(key)));
    let columns: Vec<&[CombinationAdvice]> = advice.chunks(ROWS).collect();
    let mut text = line(&vec![heading; columns.len()]);
    for row in 0..ROWS {
        let cells = columns
            .iter()
            .filter_map(|column| column.get(row))
            .map(advised);
        text += &line(&cells.collect::<Vec<_>>());
    }
    text
}

fn advised(advice: &CombinationAdvice) -> String {
    let [first, second] = advice.kept.map(|dice| dice.to_string());
    cell(&[advice.combination.to_string(), first, second])
}

fn cell(words: &[String; 3]) -> String {
    let [thrown, first, second] = words;
    format!("{thrown:<6}{first:<5}{second:<3}")
}

fn line(cells: &[String]) -> String {
    cells.join("    ").trim_end().to_owned() + "\n"
}

/// The best play of one turn, for a person to read.
#[derive(Clone, PartialEq, Debug)]
struct Card {
    /// The player's probability of winning the game before the first throw.
    winning: f64,
    /// Best play for each of the 56 combinations, from the strongest to the weakest.
    advice: Vec<CombinationAdvice>,
}

/// The best play for one combination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CombinationAdvice {
    combination: Combination,
    /// Dice after the first and after the second throw; those to throw again are in the air.
    kept: [Dice; 2],
}

impl Solution {
    /// The card for a round that begins when the first player has `own` tokens: of the first player,
    /// or of the second against the result `to_beat`; `None` when the game is over.
    fn card(&self, own: i32, to_beat: Option<Combination>) -> Option<Card> {
        let own = usize::try_from(own).ok()?;
        if !(1..self.tokens()).contains(&own) {
            return None;
        }
        let round = self.round(own);
        let turn = round.turn(to_beat.map(|result| LATTICE.node(result.faces())));
        // The second player's values are minus the first player's chances.
        let most = if to_beat.is_some() { 1.0 } else { 0.0 };
        let combinations = LATTICE.combinations.iter().rev();
        Some(Card {
            winning: most + turn.worth(1, EMPTY),
            advice: combinations.map(|one| advice(turn, *one)).collect(),
        })
    }
}

fn advice(turn: PlayerTurn<'_>, combination: Combination) -> CombinationAdvice {
    let faces = combination.faces();
    let number = LATTICE.node(faces);
    let kept = [1, 2].map(|throws| {
        let again = LATTICE.again(turn.choice(throws, number), faces);
        Dice::from(faces).without(again)
    });
    CombinationAdvice { combination, kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(tokens: usize, own: i32, to_beat: Option<Combination>) -> Option<Card> {
        Solver::new(tokens)
            .work(|_| false)
            .unwrap()
            .card(own, to_beat)
    }

    #[test]
    fn a_card_lists_all_56_combinations_and_keeps_421() {
        let card = card(20, 10, None).unwrap();
        assert!((card.winning - 0.459_468_956_963_172).abs() < 1e-12);
        assert_eq!(card.advice.len(), 56);
        assert_eq!(card.advice[0].combination, Combination::BEST);
        assert_eq!(card.advice[0].kept.map(|dice| dice.to_string()), ["421"; 2]);
    }

    #[test]
    fn against_421_the_second_player_throws_for_421() {
        let card = card(20, 10, Some(Combination::BEST)).unwrap();
        let kept = |number: &str| {
            let named = |advice: &&CombinationAdvice| advice.combination.to_string() == number;
            let advice = card.advice.iter().find(named).unwrap();
            advice.kept.map(|dice| dice.to_string())
        };
        assert_eq!(kept("421"), ["421", "421"]);
        assert_eq!(kept("642"), ["-42", "-42"]);
        assert_eq!(kept("666"), ["---", "---"]);
    }

    #[test]
    fn a_game_that_is_over_has_no_card() {
        assert!(
            [-1, 0, 4, 5]
                .into_iter()
                .all(|own| card(4, own, None).is_none())
        );
    }
}
