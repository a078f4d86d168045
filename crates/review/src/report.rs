//! A review for people: its mistakes, its sum and its graph as text.

use table::{Key, Side, key, message};

use crate::{Choice, Name, Opening, Ply, Review};
use text::Language;

/// The widest graph, in characters.
const WIDTH: usize = 72;

/// From nothing to the whole game.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference of shares in per cent, with its sign; nothing has none.
pub(crate) fn signed(difference: f64) -> String {
    let rounded = (1000.0 * difference).round() / 10.0;
    if rounded.abs() < 0.05 {
        "0.0 %".to_owned()
    } else {
        format!("{rounded:+.1} %")
    }
}

impl Review {
    /// A player's name.
    pub fn name(&self, side: Side) -> &str {
        &self.players[side.index()].name
    }

    /// The whole report, line ends included.
    pub fn text(&self, language: Language) -> String {
        let graph = message!("review-graph", name = self.name(Side::First));
        let lines = [self.heading(language), String::new()]
            .into_iter()
            .chain(self.told_mistakes(language))
            .chain([
                String::new(),
                language.say(&graph),
                self.bars(),
                String::new(),
            ])
            .chain([self.told_sum(language)])
            .chain(self.told_terms(language))
            .chain(self.told_error(language));
        lines.fold(String::new(), |text, line| text + line.trim_end() + "\n")
    }

    /// The game, who played it, and how it ended.
    pub fn heading(&self, language: Language) -> String {
        let result = match self.ending.map(|ending| (ending, ending.loser())) {
            None => message!("review-broken-off"),
            Some((_, None)) => message!("review-drawn"),
            Some((_, Some(loser))) => {
                message!("review-won-by", name = self.name(loser.other()))
            }
        };
        language.say(&message!(
            "review-heading",
            game = self.game.name,
            first = self.name(Side::First),
            second = self.name(Side::Second),
            result
        ))
    }

    /// A move of a choice in words.
    pub fn words(&self, ply: &Ply, mv: &str, language: Language) -> String {
        self.game.words(&ply.position, mv, language)
    }

    /// A table of the mistakes, with the reasons below each.
    fn told_mistakes(&self, language: Language) -> Vec<String> {
        const HEAD: [Key; 6] = [
            key!("review-column-ply"),
            key!("review-column-player"),
            key!("review-column-move"),
            key!("review-column-best"),
            key!("review-column-loss"),
            key!("review-column-name"),
        ];
        let mut rows = vec![(HEAD.map(|key| language.word(key)), Vec::new())];
        for (number, ply, choice) in self.mistakes() {
            let name = choice.name.map_or(key!("review-unproved"), Name::key);
            let cells = [
                (number + 1).to_string(),
                self.name(ply.side).to_owned(),
                self.words(ply, &ply.text, language),
                self.words(ply, &choice.best, language),
                choice.told_loss(language),
                language.word(name),
            ];
            let why = choice.why.iter().map(|message| language.say(message));
            rows.push((cells, why.collect()));
        }
        let unproved = self.told_unproved(language);
        if rows.len() == 1 {
            let none = language.word(key!("review-no-mistakes"));
            return [none].into_iter().chain(unproved).collect();
        }
        aligned(&rows).into_iter().chain(unproved).collect()
    }

    /// Of how many choices it is not known what they lost, if of any.
    pub fn told_unproved(&self, language: Language) -> Option<String> {
        let unnamed = self.choices().filter(|(_, choice)| choice.name.is_none());
        let count = unnamed.count();
        let message = message!(
            "review-unproved-choices",
            count,
            of = self.choices().count()
        );
        (count > 0).then(|| language.say(&message))
    }

    /// The first side's share before every ply and at the end.
    pub fn shares(&self) -> Vec<f64> {
        let before = self.plies.iter().map(|ply| ply.value.value());
        before.chain(self.result()).collect()
    }

    /// The shares as a row of bars; of a long game, some of them.
    fn bars(&self) -> String {
        let shares = self.shares();
        let width = shares.len().min(WIDTH);
        let bar = |column: usize| {
            let place = column * shares.len().saturating_sub(1) / (width.max(2) - 1);
            BARS[((shares[place] * 7.0).round() as usize).min(7)]
        };
        (0..width).map(bar).collect()
    }

    /// What the terms of the sum are of.
    pub fn told_sum(&self, language: Language) -> String {
        language.say(&message!("review-sum", name = self.name(Side::First)))
    }

    /// Every term of the sum with what it is called, and their total.
    pub fn terms(&self, language: Language) -> Vec<(String, f64)> {
        let sum = &self.sum;
        let opening = match sum.opening {
            Opening::Seat(_) => key!("review-term-seat"),
            Opening::Deal(_) => key!("review-term-deal"),
        };
        let mistakes = |side: Side| {
            let message = message!("review-term-mistakes", name = self.name(side));
            let share = sum.mistakes[side.index()];
            let value = if side == Side::First { -share } else { share };
            (language.say(&message), value)
        };
        let term = |key: Key, value| (language.word(key), value);
        let mut terms = vec![
            term(opening, sum.opening.value()),
            term(key!("review-term-luck"), sum.luck),
            mistakes(Side::First),
            mistakes(Side::Second),
            term(key!("review-term-cheats"), sum.cheats),
            term(key!("review-term-forfeit"), sum.forfeit),
        ];
        terms.extend(
            sum.hidden
                .map(|hidden| term(key!("review-term-hidden"), hidden)),
        );
        terms.push(term(key!("review-term-total"), sum.total()));
        terms
    }

    fn told_terms(&self, language: Language) -> Vec<String> {
        let terms = self.terms(language);
        let widest = terms.iter().map(|(term, _)| term.chars().count()).max();
        let widest = widest.unwrap_or(0);
        let line =
            |(term, value): &(String, f64)| format!("  {term:widest$}  {:>9}", signed(*value));
        terms.iter().map(line).collect()
    }

    pub(crate) fn told_error(&self, language: Language) -> Option<String> {
        let told = |error: f64| language.say(&message!("review-error", error = percent(error)));
        self.sum.error.map(told)
    }
}

impl Choice {
    /// What was lost, with its error.
    pub(crate) fn told_loss(&self, language: Language) -> String {
        if !self.loss.is_closed() {
            return language.word(key!("review-unproved"));
        }
        let loss = percent(self.loss.value());
        if self.loss.error > 0.0 {
            format!("{loss} ± {:.1}", 100.0 * self.loss.error)
        } else {
            loss
        }
    }
}

/// Rows under one another, each followed by its notes.
fn aligned<const N: usize>(rows: &[([String; N], Vec<String>)]) -> Vec<String> {
    let width = |column: usize| {
        rows.iter()
            .map(|(cells, _)| cells[column].chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..N).filter_map(width).collect();
    let mut lines = Vec::new();
    for (cells, notes) in rows {
        let padded = cells.iter().zip(&widths);
        let padded: Vec<String> = padded
            .map(|(cell, &width)| format!("{cell:width$}"))
            .collect();
        lines.push(padded.join("  "));
        lines.extend(notes.iter().map(|note| format!("      {note}")));
    }
    lines
}
