//! The strategy card of 421: four columns of combinations and what to keep of them.

use crate::{Combination, CombinationAdvice, Game421, NotationError, Refusal, Solver};
use table::Message;

use host::{Hosted, OptionError, Options};
use text::Language;

/// How many combinations a column has.
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
    let card = card.ok_or_else(|| OptionError {
        option: "tokens",
        reason: "the solution was not found".to_owned(),
        message: Message::new("analysis-stopped"),
    })?;

    let heading = match against {
        None => Message::new("jeu421-card-first"),
        Some(result) => Message::new("jeu421-card-second").with("against", result.to_string()),
    };
    let win = format!("{:.3}", 100.0 * card.winning);
    let heading = heading
        .with("first", first)
        .with("second", second)
        .with("win", win);
    let legend = language.word("jeu421-card-legend");
    let table = table(&card.advice, language);
    Ok(format!("{}\n{legend}\n\n{table}", language.say(&heading)))
}

/// As many tokens for each, or what both players have.
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
        "jeu421-card-thrown",
        "jeu421-card-after-first",
        "jeu421-card-after-second",
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
