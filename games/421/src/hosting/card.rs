//! The strategy card of 421: the dice to keep of each combination, in four columns.

use crate::{Combination, CombinationAdvice, Game421, NotationError, Refusal, Solver};
use table::{Stopped, key, message};

use host::{Hosted, OptionError, Options};
use text::Language;

/// Number of combinations in a column.
const ROWS: usize = 14;

/// The card of the first player, or of the second against a result.
pub(super) fn write(options: &Options, language: Language) -> Result<String, OptionError> {
    let game = game(options)?;
    let [first, second] = game.totals();
    let against = options
        .get("against")
        .map(str::parse::<Combination>)
        .transpose();
    let against = against.map_err(|error| OptionError::new("against", &error))?;
    let against = against.or(game.to_beat());
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
    let Some(totals) = options.get("tokens").filter(|text| text.contains('/')) else {
        return Game421::open(options);
    };
    let blame = |error: NotationError| OptionError::new("tokens", &error);
    let game: Game421 = totals.parse().map_err(blame)?;
    match game.winner() {
        None => Ok(game),
        Some(_) => Err(OptionError::new("tokens", &Refusal::Over)),
    }
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
    let kept = |throws| advice.kept(throws).to_string();
    cell(&[advice.combination.to_string(), kept(1), kept(2)])
}

fn cell(words: &[String; 3]) -> String {
    let [thrown, first, second] = words;
    format!("{thrown:<6}{first:<5}{second:<3}")
}

fn line(cells: &[String]) -> String {
    cells.join("    ").trim_end().to_owned() + "\n"
}
