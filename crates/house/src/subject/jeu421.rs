//! The functions of *Jeu du 421* and its three programs. What they ask and print is in French.

use std::io::{BufRead, Write};

use jeu421::{
    Combination, Effect, Face, Game421, Move, decreasing2, decreasing3, is_421, is_sequence,
    is_triple, settle_different, settle_equal, tokens, value,
};
use serde_json::json;
use table::{Game, Limits, Nature, Player, Trust, Turn};

use super::{Answer, Call, CallError, Subject, function, program};
use crate::tables::jeu421 as words;
use crate::terminal::converse;
use crate::{
    Answers, Ask, Hosted, Language, Nobody, OptionError, Options, Seated, Setup, TerminalError,
    ask_options, find, play,
};

const THREE: &[&str] = &["a", "b", "c"];

/// The faces of the first dice, for functions that throw some: `"66556"`.
const DICE: &[&str] = &["des=\"\""];

pub(super) const SUBJECT: Subject = Subject {
    name: "421",
    functions: &[
        function("permuter2i", &["a", "b"], "(b, a)", |call| {
            let (a, b): (i64, i64) = (call.arg(0)?, call.arg(1)?);
            Ok(Answer::Return(json!([b, a])))
        }),
        function("decroitre2i", &["a", "b"], "(a, b) avec a >= b", |call| {
            Ok(Answer::Return(json!(decreasing2(
                call.arg(0)?,
                call.arg(1)?
            ))))
        }),
        function("decroitre3i", THREE, "(a, b, c) avec a >= b >= c", |call| {
            of_three(call, |a, b, c| json!(decreasing3(a, b, c)))
        }),
        function("tierce", THREE, "booléen", |call| {
            of_three(call, |a, b, c| json!(is_sequence(a, b, c)))
        }),
        function("brelan", THREE, "booléen", |call| {
            of_three(call, |a, b, c| json!(is_triple(a, b, c)))
        }),
        function("est421", THREE, "booléen", |call| {
            of_three(call, |a, b, c| json!(is_421(a, b, c)))
        }),
        function("njetons", THREE, "entier", |call| {
            of_three(call, |a, b, c| json!(tokens(a, b, c)))
        }),
        function("evalcmb", THREE, "entier", |call| {
            of_three(call, |a, b, c| json!(value(a, b, c)))
        }),
        program("test_calcul", &[], compute),
        function("jetDe", &[], "entier de 1 à 6", |call| {
            Ok(Answer::Return(json!(Face::throw(call.luck).pips())))
        }),
        function("relancer", &["de", "n"], "entier", throw_again),
        function("jouerTour", DICE, "(nj, s)", |call| {
            let result = turn(call)?;
            Ok(Answer::Return(json!([result.tokens(), result.value()])))
        }),
        program("test_tour", DICE, |call| {
            let result = turn(call)?;
            writeln!(
                call.output,
                "njetons = {}, evalcmb = {}",
                result.tokens(),
                result.value()
            )?;
            Ok(())
        }),
        function(
            "traiterJetonsDiff",
            &["nj1", "nj2", "njtot1", "njtot2"],
            "(njtot1, njtot2)",
            |call| {
                let given = [call.arg(0)?, call.arg(1)?];
                let (winner, totals) = settle_different(given, [call.arg(2)?, call.arg(3)?]);
                call.output
                    .write_all(words::by_tokens(winner, Language::French).as_bytes())?;
                Ok(Answer::Return(json!(totals)))
            },
        ),
        function(
            "traiterJetonsEgaux",
            &["nj", "s1", "s2", "njtot1", "njtot2"],
            "(njtot1, njtot2)",
            |call| {
                let (values, totals) = ([call.arg(1)?, call.arg(2)?], [call.arg(3)?, call.arg(4)?]);
                let (winner, totals) = settle_equal(call.arg(0)?, values, totals);
                call.output
                    .write_all(words::by_value(winner, Language::French).as_bytes())?;
                Ok(Answer::Return(json!(totals)))
            },
        ),
        program("test_jeu", DICE, whole_game),
    ],
};

fn of_three(
    call: &Call<'_>,
    body: impl Fn(i32, i32, i32) -> serde_json::Value,
) -> Result<Answer, CallError> {
    Ok(Answer::Return(body(
        call.arg(0)?,
        call.arg(1)?,
        call.arg(2)?,
    )))
}

/// Asks until a whole number is given; `question` may be empty.
fn ask_number(
    question: &str,
    answers: &mut Answers<impl BufRead>,
    output: &mut dyn Write,
) -> Result<i32, CallError> {
    loop {
        output.write_all(question.as_bytes())?;
        output.flush()?;
        match answers.expect_word()?.parse() {
            Ok(number) => return Ok(number),
            Err(_) => output.write_all(words::unreadable(Language::French).as_bytes())?,
        }
    }
}

/// *`test_calcul`*: predicates are 1 and 0, the numbers come on one line or three (R5).
fn compute(call: &mut Call<'_>) -> Result<(), CallError> {
    let mut answers = Answers::new(&mut *call.input);
    let question = Language::French.word("jeu421-ask-three");
    let first = ask_number(&question, &mut answers, call.output)?;
    let second = ask_number("", &mut answers, call.output)?;
    let third = ask_number("", &mut answers, call.output)?;
    let (a, b, c) = decreasing3(first, second, third);
    writeln!(call.output, "==> {a} {b} {c}")?;
    writeln!(call.output, "tierce = {}", u8::from(is_sequence(a, b, c)))?;
    writeln!(call.output, "brelan = {}", u8::from(is_triple(a, b, c)))?;
    writeln!(call.output, "est421 = {}", u8::from(is_421(a, b, c)))?;
    writeln!(call.output, "njetons = {}", tokens(a, b, c))?;
    writeln!(call.output, "evalcmb = {}", value(a, b, c))?;
    Ok(())
}

/// *`relancer`*: shows a die, asks, and throws it if the answer is 1.
fn throw_again(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let (die, number): (i32, i32) = (call.arg(0)?, call.arg(1)?);
    let question = words::ask_die(number, die, Language::French);
    let answer = ask_number(&question, &mut Answers::new(&mut *call.input), call.output)?;
    let thrown = if answer == 1 {
        i32::from(Face::throw(call.luck).pips())
    } else {
        die
    };
    Ok(Answer::Return(json!(thrown)))
}

/// The dice that were given, then luck.
fn dice(call: &mut Call<'_>) -> Result<Options, CallError> {
    let mut options = Options::default();
    options.set("dice", call.arg::<Option<String>>(0)?.unwrap_or_default());
    Ok(options)
}

fn refused(error: OptionError) -> CallError {
    CallError::Argument {
        number: 1,
        reason: error.reason,
    }
}

fn seed(call: &mut Call<'_>) -> u64 {
    call.luck.below(u32::MAX).into()
}

/// *`jouerTour`*: one to three throws, and what they came to.
fn turn(call: &mut Call<'_>) -> Result<Combination, CallError> {
    let script = Game421::script(&dice(call)?).map_err(refused)?;
    let nature = Nature::new(seed(call)).with_script(script);
    play_turn(
        nature,
        &mut Answers::new(&mut *call.input),
        &mut call.output,
    )
}

fn play_turn(
    mut nature: Nature,
    answers: &mut Answers<impl BufRead>,
    output: &mut impl Write,
) -> Result<Combination, CallError> {
    let mut game = Game421::open(&Options::default()).map_err(refused)?;
    let mut drawn = 0;
    loop {
        while let Turn::Chance { outcomes, slot, .. } = game.turn() {
            game.draw(nature.decide(drawn, slot, outcomes));
            drawn += 1;
        }
        output.write_all(words::current(&game, Language::French).as_bytes())?;
        let mv = ask_move(&game, answers, output)?;
        let effect = game
            .play(mv)
            .map_err(|refusal| CallError::Refused(refusal.to_string()))?;
        if let Effect::Kept { faces, .. } = effect {
            output.write_all(words::last(faces, Language::French).as_bytes())?;
            return Ok(Combination::of(faces));
        }
    }
}

/// The table's own dialogue, where nobody watches for cheats: they are answers like any other.
fn ask_move(
    game: &Game421,
    answers: &mut Answers<impl BufRead>,
    output: &mut impl Write,
) -> Result<Move, CallError> {
    let ask = |given: &[String]| match words::ask(game, given, Language::French) {
        Ask::Answer(text) if text.parse::<Move>().is_err() => {
            Ask::Again(Language::French.word("jeu421-unreadable"))
        }
        other => other,
    };
    let answer = converse(ask, answers, output)?;
    answer
        .parse()
        .map_err(|error: jeu421::NotationError| CallError::Refused(error.to_string()))
}

/// *`test_jeu`*: a whole game between two persons.
fn whole_game(call: &mut Call<'_>) -> Result<(), CallError> {
    let (mut options, seed) = (dice(call)?, seed(call));
    let language = Language::French;
    let mut answers = Answers::new(&mut *call.input);
    let game = find(Game421::NAME).map_err(|error| CallError::Refused(error.to_string()))?;
    ask_options(game, &mut options, language, &mut answers, &mut call.output)?;
    let setup = Setup {
        options,
        players: ["Joueur 1", "Joueur 2"].map(Player::person),
        trust: Trust::Guarded,
        seed,
    };
    let mut table = Seated::<Game421>::open(&setup).map_err(refused)?;
    let limits = Limits::default();
    let output = &mut call.output;
    play(
        &mut table,
        &limits,
        language,
        &mut answers,
        output,
        &mut Nobody,
    )?;
    Ok(())
}

impl From<TerminalError> for CallError {
    fn from(error: TerminalError) -> Self {
        match error {
            TerminalError::EndOfInput => Self::EndOfInput,
            TerminalError::Io(error) => Self::Io(error),
            TerminalError::NotNow(error) => Self::Refused(error.to_string()),
        }
    }
}
