//! The operations of the subject *Jeu des 13 allumettes*, figure 1. A game is the number of its
//! matches; integers have 32 bits as in Java (R32b).

mod cases;

use crate::rules::check_count;
use crate::{Cheat, MAX_MATCHES, MAX_TAKE, Matches, Refusal, STRATEGIES};
use serde_json::{Value as Json, json};
use table::{
    Event, Explain, Game as _, HUMAN, Limits, Message, Mind, Referee, Trust, key, message,
};

use host::{Answers, TerminalError, strategy_name};
use subject::{
    After, Args, Call, CallError, Function, Parameter, Problem, Relation, Sample, Subject, Type,
    constant, function,
};
use text::Language;

/// The exception of the subject.
const EXCEPTION: &str = "CoupInvalideException";

const JEU: Parameter = Parameter::new("jeu", Type::COUNT);

/// A game with at least one match to take.
const PLAYED: Parameter =
    Parameter::new("jeu", Type::Integer(1, MAX_MATCHES as i64)).after(After::MayChange);

/// The subject, with its functions and samples.
pub const SUBJECT: Subject = Subject {
    name: "allumettes",
    functions: FUNCTIONS,
    samples: &[Sample::new("jeu", "13")],
};

const FUNCTIONS: &[Function] = &[
    constant("PRISE_MAX", Type::INT, |_| Ok(json!(MAX_TAKE))),
    function("getNombreAllumettes", &[JEU], Type::INT, |call| {
        Ok(call.args.json(0).clone())
    })
    .from(cases::matches),
    function(
        "retirer",
        &[
            JEU.after(After::Changed),
            Parameter::new("nbPrises", Type::INT),
        ],
        Type::Nothing,
        take,
    )
    .from(cases::matches_and_take),
    function(
        "getPrise",
        &[Parameter::new("joueur", Type::Text), PLAYED],
        Type::INT,
        choice,
    )
    .reading()
    .printing()
    .drawing()
    .judged(Relation::By(cases::by_strategy))
    .from(cases::player_and_matches),
];

/// The text of the exception after its name.
fn raised(refusal: &Refusal) -> Message {
    match *refusal {
        Refusal::TooFew(count) => message!("subject-raised-too-few", count),
        Refusal::TooMany { count, most } => message!("subject-raised-too-many", count, most),
        ref other => other.explain(),
    }
}

fn take(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (left, count): (u32, i64) = (call.args.get(0)?, call.args.get(1)?);
    check_count(count, left.min(MAX_TAKE)).map_err(|refusal| CallError::Raised {
        exception: EXCEPTION,
        reason: raised(&refusal),
    })?;
    call.args.0[0] = json!(i64::from(left) - count);
    Ok(Json::Null)
}

/// The name and the strategy of `Xavier@humain`, or of `humain` alone, which then is the name too.
fn player(args: &Args) -> Result<(String, String), CallError> {
    let text: String = args.get(0)?;
    let (name, strategy) = text.split_once('@').unwrap_or((&text, &text));
    Ok((name.to_owned(), strategy_name(strategy).to_owned()))
}

/// The number of matches that a player takes. Without *procuration*, a cheat changes the game.
fn choice(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (name, strategy) = player(&call.args)?;
    let game = Matches::new(&[call.args.get(1)?]);
    let game = game.map_err(|error| CallError::Game(error.explain()))?;
    let (count, left) = if strategy == HUMAN {
        asked(call, &name, game)?
    } else {
        chosen(call, &strategy, game)?
    };
    call.args.0[1] = json!(left);
    Ok(json!(count))
}

/// The number that a person answers, and the number of matches left then (R31).
fn asked(call: &mut Call<'_>, name: &str, mut game: Matches) -> Result<(i64, u32), CallError> {
    let mut answers = Answers::new(&mut *call.input);
    let question = Language::French.say(&message!("allumettes-ask", name));
    loop {
        let answer = answers.ask(&question, call.output)?;
        if let Ok(count) = answer.parse::<i32>() {
            return Ok((count.into(), game.left()));
        }
        let told = match answer.parse::<Cheat>() {
            Err(_) => message!("allumettes-unreadable"),
            Ok(cheat) => match game.tamper(cheat) {
                Ok(()) => message!("allumettes-one-less", left = game.left()),
                Err(refusal) => refusal.explain(),
            },
        };
        writeln!(call.output, "{}", Language::French.say(&told))?;
    }
}

/// The number of matches that one of our strategies takes, and the number left before that (R30).
fn chosen(call: &mut Call<'_>, strategy: &str, game: Matches) -> Result<(i64, u32), CallError> {
    let known = STRATEGIES.iter().find(|named| named.name == strategy);
    let named = known.ok_or_else(|| unknown(strategy))?;
    let minds = [Mind::Strategy((named.make)()), Mind::Person];
    let (mut left, mut count) = (game.left(), 0);
    let mut referee = Referee::new(game, minds, Trust::Trusting);
    let mut told = Vec::new();
    let handle = |game: &Matches, event: &Event<Matches>| match event {
        Event::Said { .. } => told.push(Language::French.word(key!("allumettes-said-cheating"))),
        Event::Cheated { .. } => {
            left = game.left();
            let message = message!("allumettes-left", left);
            told.push(format!("[{}]", Language::French.say(&message)));
        }
        Event::Played { mv, .. } | Event::Refused { mv, .. } => count = mv.count,
        _ => {}
    };
    referee
        .think(call.luck, &Limits::default(), handle)
        .map_err(TerminalError::NotNow)?;
    for line in told {
        writeln!(call.output, "{line}")?;
    }
    Ok((count, left))
}

fn unknown(strategy: &str) -> CallError {
    let names = STRATEGIES.iter().map(|named| named.name);
    let known: Vec<_> = [HUMAN].into_iter().chain(names).collect();
    let problem = Problem::UnknownStrategy {
        text: strategy.to_owned(),
        known: known.join(", "),
    };
    problem.of_argument(0)
}
