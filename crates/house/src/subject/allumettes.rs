//! The operations of *Jeu des 13 allumettes*, figure 1: a game is the number of its matches.

use allumettes::{MAX_TAKE, Matches, STRATEGIES, Take};
use serde_json::json;
use table::{Event, Limits, Mind, Referee, Trust};

use super::{Answer, Body, Call, CallError, Function, Subject};
use crate::strategy_name;

pub(super) const SUBJECT: Subject = Subject {
    name: "allumettes",
    functions: &[
        Function {
            name: "PRISE_MAX",
            parameters: &[],
            returns: "entier",
            body: Body::Function(|_| Ok(Answer::Return(json!(MAX_TAKE)))),
        },
        Function {
            name: "getNombreAllumettes",
            parameters: &["jeu"],
            returns: "entier",
            body: Body::Function(|call| Ok(Answer::Return(json!(game(call)?.left())))),
        },
        Function {
            name: "retirer",
            parameters: &["jeu", "nbPrises"],
            returns: "rien (modifie jeu)",
            body: Body::Function(take),
        },
        Function {
            name: "getPrise",
            parameters: &["strategie", "jeu"],
            returns: "entier",
            body: Body::Function(choice),
        },
    ],
};

fn matches(count: u32) -> Result<Matches, CallError> {
    Matches::new(&[count]).map_err(|error| CallError::Refused(error.to_string()))
}

fn game(call: &Call<'_>) -> Result<Matches, CallError> {
    matches(call.arg(0)?)
}

fn take(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let mut game = game(call)?;
    let count = call.arg(1)?;
    game.take(Take::of(count))
        .map_err(|error| CallError::Refused(format!("CoupInvalideException: {error}")))?;
    Ok(Answer::Changed {
        returned: json!(null),
        args: vec![json!(game.left()), json!(count)],
    })
}

/// What a strategy would take under the eye of a trusting referee.
fn choice(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let name: String = call.arg(0)?;
    let name = strategy_name(&name);
    let known = STRATEGIES.iter().find(|named| named.name == name);
    let strategy = known.ok_or_else(|| CallError::Argument {
        number: 1,
        reason: format!("`{name}` is not a strategy that plays by itself"),
    })?;
    let minds = [Mind::Strategy((strategy.make)()), Mind::Person];
    let mut referee = Referee::new(matches(call.arg(1)?)?, minds, Trust::Trusting);
    let mut choice = None;
    let hear = |_: &Matches, event: &Event<Matches>| {
        if let Event::Played { mv, .. } | Event::Refused { mv, .. } = event {
            choice = Some(mv.count);
        }
    };
    referee
        .think(call.luck, &Limits::default(), hear)
        .map_err(|error| CallError::Refused(error.to_string()))?;
    Ok(Answer::Return(json!(choice)))
}
