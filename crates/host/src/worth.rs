//! Values for the page: a few words, a short form, and their certainty.

use std::cmp::Ordering;

use table::{Message, Value, key, message};

use crate::analysis::certain;
use crate::{Analysis, GameInfo, Voice};
use table::Share;
use text::Language;

/// Smallest share of a good position, from 0 to 1.
const GOOD: f64 = 0.55;
/// Largest share of a bad position, from 0 to 1.
const BAD: f64 = 0.45;
/// Loss beside the best move, as a share of the game and as a score, up to which a move is nearly as
/// good.
const NEARLY: f64 = 0.05;
const NEARLY_SCORE: f64 = 1.0;

/// The meaning of a score beyond win and loss: *in 7 moves*, *by 4 seeds*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Margin {
    /// Words that follow *wins* or *loses*.
    pub words: Message,
    /// The number alone, for small labels.
    pub number: u32,
}

/// The side that a value favours. Pages show it as a sign as well as a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// The value favours the side that makes the move.
    Good,
    /// The value favours neither side.
    Even,
    /// The value favours the opponent.
    Bad,
    /// The bounds of the value do not decide which side it favours.
    Open,
}

impl Tone {
    fn from_share(share: Share) -> Self {
        match share {
            Share { low, .. } if low >= GOOD => Self::Good,
            Share { high, .. } if high <= BAD => Self::Bad,
            Share { low, high, .. } if low > BAD && high < GOOD => Self::Even,
            Share { .. } => Self::Open,
        }
    }

    /// The tone of a move beside the best one: good for the best and for other wins, even where
    /// little or nothing is lost, bad where more is.
    fn beside(value: Value, best: Value) -> Self {
        if value.merit() >= best.merit() {
            return Self::Good;
        }
        if let (Value::Estimate { score }, Value::Estimate { score: most }) = (value, best) {
            return Self::from_loss(most - score, NEARLY_SCORE);
        }
        let [own, most] = [value, best].map(Share::from_value);
        match own {
            own if own.low >= 1.0 => Self::Good,
            own if own.is_closed() && most.is_closed() => {
                Self::from_loss(most.value() - own.value(), NEARLY)
            }
            own if own.high < most.low => Self::Bad,
            _ => Self::Open,
        }
    }

    fn from_loss(loss: f64, nearly: f64) -> Self {
        if loss <= nearly {
            Self::Even
        } else {
            Self::Bad
        }
    }

    fn from_score(score: f64) -> Self {
        match score {
            score if score > 0.0 => Self::Good,
            score if score < 0.0 => Self::Bad,
            _ => Self::Even,
        }
    }
}

/// A value in words and numbers.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Worth {
    /// The value in words: `wins in 7 moves`, `61.3 %`.
    pub words: String,
    /// Short form: `+7`, `61 %`.
    pub short: String,
    /// Certainty of the value: `exact`, `± 1.2 %`.
    pub badge: String,
    /// Side that the value favours.
    pub tone: Tone,
    /// Share of the side that makes the move.
    #[serde(skip)]
    pub share: Share,
}

/// A move and its value for the side that makes it.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct RankedMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Number of better moves: 0 for the best.
    pub rank: usize,
    /// Value of the move.
    #[serde(flatten)]
    pub worth: Worth,
}

/// An analysis in words and numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Worths {
    /// Value of the position for the side to move.
    pub value: Worth,
    /// Moves in the order of the analysis.
    pub moves: Vec<RankedMove>,
    /// Whether every value is exact, so that more search changes nothing.
    pub settled: bool,
}

impl GameInfo {
    /// Converts an analysis to words and numbers.
    pub fn worths(&self, report: &Analysis, language: Language) -> Worths {
        (self.worths)(report, language)
    }
}

pub(crate) fn worths<G: Voice>(report: &Analysis, language: Language) -> Worths {
    // The view of one side does not parse as a game, and has no margin.
    let game = report.position.parse::<G>().ok();
    let margin = |score| game.as_ref().and_then(|game| game.margin(score));
    let merits = report.moves.iter().map(|(_, value)| value.merit());
    let mut merits: Vec<f64> = merits.collect();
    merits.sort_by(|one, other| other.total_cmp(one));
    let rank = |value: Value| merits.partition_point(|merit| *merit > value.merit());
    let best = report.moves.iter().map(|(_, value)| *value);
    let best = best.max_by(|one, other| one.merit().total_cmp(&other.merit()));
    let worth = |value: Value| worth(value, margin, language);
    let beside = |value: Value| Worth {
        tone: best.map_or(Tone::Open, |best| Tone::beside(value, best)),
        ..worth(value)
    };
    let values = || {
        let moves = report.moves.iter().map(|(_, value)| value);
        moves.chain([&report.value])
    };
    Worths {
        value: worth(report.value),
        moves: report
            .moves
            .iter()
            .map(|(mv, value)| RankedMove {
                text: mv.clone(),
                rank: rank(*value),
                worth: beside(*value),
            })
            .collect(),
        settled: values().all(|value| matches!(value, Value::Exact { .. })),
    }
}

/// The words, the short form and the badge of a [`Worth`].
type Labels = (String, String, String);

fn worth(value: Value, margin: impl Fn(i32) -> Option<Margin>, language: Language) -> Worth {
    let share = Share::from_value(value);
    let tone = match value {
        Value::Estimate { score } => Tone::from_score(score),
        Value::Exact { .. } | Value::Sampled { .. } | Value::Bounded { .. } => {
            Tone::from_share(share)
        }
    };
    let (words, short, badge) = match value {
        Value::Exact {
            win,
            draw,
            loss,
            score,
        } => match certain([win, draw, loss]) {
            Some(result) => sure(result, score.and_then(margin), language),
            None => chance(share, language.word(key!("worth-exact")), language),
        },
        Value::Sampled { error, .. } => {
            let badge = format!("± {}", percent(error, 1, language));
            chance(share, badge, language)
        }
        Value::Bounded { .. } => bounded(share, language),
        Value::Estimate { score } => estimated(score, language),
    };
    Worth {
        words,
        short,
        badge,
        tone,
        share,
    }
}

fn sure(result: Ordering, margin: Option<Margin>, language: Language) -> Labels {
    let (sign, key, with) = match result {
        Ordering::Greater => ("+", key!("worth-wins"), key!("worth-wins-so", how)),
        Ordering::Equal => ("=", key!("worth-draws"), key!("worth-draws")),
        Ordering::Less => ("−", key!("worth-loses"), key!("worth-loses-so", how)),
    };
    let badge = language.word(key!("worth-exact"));
    match margin.filter(|_| result != Ordering::Equal) {
        None => (language.word(key), sign.to_owned(), badge),
        Some(Margin { words, number }) => {
            let words = language.say(&Message::new(with).with("how", words));
            (words, format!("{sign}{number}"), badge)
        }
    }
}

fn chance(share: Share, badge: String, language: Language) -> Labels {
    let rounded = |places| percent(share.value(), places, language);
    let words = message!("worth-chance", percent = rounded(1));
    (language.say(&words), rounded(0), badge)
}

fn bounded(share: Share, language: Language) -> Labels {
    let (key, short) = match share {
        Share { low: 1.0.., .. } => (key!("worth-wins"), "+"),
        Share { high: ..=0.0, .. } => (key!("worth-loses"), "−"),
        Share { low: 0.5.., .. } => (key!("worth-no-loss"), "≥ ="),
        Share { high: ..=0.5, .. } => (key!("worth-no-win"), "≤ ="),
        Share { .. } => (key!("worth-open"), "?"),
    };
    let badge = language.word(key!("worth-bounded"));
    (language.word(key), short.to_owned(), badge)
}

fn estimated(score: f64, language: Language) -> Labels {
    let number = |text: String| language.decimal(text.trim_end_matches(".0"));
    let signed = number(format!("{score:+.1}"));
    let score_alone = number(format!("{:.1}", score.abs()));
    let words = if score < 0.0 {
        message!("worth-behind", score = score_alone)
    } else {
        message!("worth-ahead", score = score_alone)
    };
    let badge = language.word(key!("worth-estimated"));
    (language.say(&words), format!("≈{signed}"), badge)
}

fn percent(share: f64, places: usize, language: Language) -> String {
    language.decimal(&format!("{:.places$} %", 100.0 * share))
}
