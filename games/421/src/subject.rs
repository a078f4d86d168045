//! The functions and programs of the subject *Jeu du 421*. They ask and print in French.

mod cases;

use std::io::{self, BufRead, Write};

use crate::{
    Combination, Effect, Face, Game421, Move, decreasing2, decreasing3, is_421, is_sequence,
    is_triple, settle_different, settle_equal, tokens, value,
};
use serde_json::{Value as Json, json};
use table::{Explain, Game, Message, Nature, Player, Trust, Turn, key, message};

use crate::hosting as words;
use host::{Answers, Ask, GameInfo, Hosted, OptionError, Options, Setup, ask_options, converse};
use subject::{
    Args, Call, CallError, Condition, Function, Parameter, Problem, Relation, Sample, Subject,
    Type, function, play_whole, program, stated,
};
use text::Language;

const fn int(name: &'static str) -> Parameter {
    Parameter::new(name, Type::INT)
}

const TWO: &[Parameter] = &[int("a"), int("b")];
const THREE: &[Parameter] = &[int("a"), int("b"), int("c")];
const TWO_INTS: Type = Type::Tuple(&[Type::INT; 2]);
const THREE_INTS: Type = Type::Tuple(&[Type::INT; 3]);
/// 64-bit integers, for totals, tokens and values: sums of 32-bit integers may exceed 32 bits.
const LONGER: Type = Type::Integer(i64::MIN, i64::MAX);
const TOTALS: Type = Type::Tuple(&[LONGER; 2]);

/// The faces of the first dice, for functions that throw some: `"66556"`.
const DICE: &[Parameter] = &[Parameter::new("des", Type::Text).or("\"\"")];

/// The subject, with its functions and samples.
pub const SUBJECT: Subject = Subject {
    name: "421",
    functions: FUNCTIONS,
    samples: &[
        Sample::new("lancers1", "\"1132241646654\""),
        Sample::new("lancers2", "\"66556\""),
    ],
};

const FUNCTIONS: &[Function] = &[
    function("permuter2i", TWO, TWO_INTS, |call| {
        Ok(json!([call.args.json(1), call.args.json(0)]))
    })
    .from(cases::two_integers),
    function("decroitre2i", TWO, TWO_INTS, |call| {
        Ok(json!(decreasing2(call.args.get(0)?, call.args.get(1)?)))
    })
    .also(&["décroitre2i"])
    .from(cases::two_integers),
    function("decroitre3i", THREE, THREE_INTS, |call| {
        of_three(call, |a, b, c| json!(decreasing3(a, b, c)))
    })
    .also(&["décroitre3i"])
    .from(cases::three_integers),
    program("test_calcul0", &[], |call| {
        ordered_three(call)?;
        Ok(Json::Null)
    })
    .spelt(cases::plain)
    .from(cases::three_answers),
    function("tierce", THREE, Type::Boolean, |call| {
        of_three(call, |a, b, c| json!(is_sequence(a, b, c)))
    })
    .requires(&[DECREASING])
    .from(cases::combination),
    function("brelan", THREE, Type::Boolean, |call| {
        of_three(call, |a, b, c| json!(is_triple(a, b, c)))
    })
    .requires(&[DECREASING])
    .from(cases::combination),
    function("est421", THREE, Type::Boolean, |call| {
        of_three(call, |a, b, c| json!(is_421(a, b, c)))
    })
    .requires(&[DECREASING])
    .from(cases::combination),
    function("njetons", THREE, Type::INT, |call| {
        of_three(call, |a, b, c| json!(tokens(a, b, c)))
    })
    .requires(&[DECREASING])
    .from(cases::combination),
    function("evalcmb", THREE, LONGER, |call| {
        of_three(call, |a, b, c| json!(value(a, b, c)))
    })
    .requires(&[DECREASING])
    .from(cases::combination),
    program("test_calcul", &[], compute)
        .spelt(cases::plain)
        .from(cases::three_answers),
    function("jetDe", &[], Type::INT, |call| {
        Ok(json!(Face::throw(call.luck).pips()))
    })
    .drawing()
    .judged(Relation::Drawn(cases::DIE)),
    function("relancer", &[int("de"), int("n")], Type::INT, throw_again)
        .printing()
        .reading()
        .drawing()
        .spelt(cases::plain)
        .judged(Relation::By(cases::thrown_if_asked))
        .from(cases::die_and_answer),
    function("jouerTour", DICE, TWO_INTS, |call| {
        let result = turn(call)?;
        Ok(json!([result.tokens(), result.value()]))
    })
    .printing()
    .reading()
    .drawing()
    .spelt(cases::plain)
    .judged(Relation::Shown(cases::dice_of_a_turn))
    .from(cases::turn),
    program("test_tour", DICE, |call| {
        let result = turn(call)?;
        let (tokens, value) = (result.tokens(), result.value());
        writeln!(call.output, "njetons = {tokens}, evalcmb = {value}")?;
        Ok(Json::Null)
    })
    .drawing()
    .spelt(cases::plain)
    .judged(Relation::Shown(cases::dice_of_a_turn))
    .from(cases::turn),
    function(
        "traiterJetonsDiff",
        &[int("nj1"), int("nj2"), int("njtot1"), int("njtot2")],
        TOTALS,
        |call| {
            let args = &call.args;
            let totals = [args.get(2)?, args.get(3)?];
            let (winner, totals) = settle_different([args.get(0)?, args.get(1)?], totals);
            print(call.output, &words::won(winner, false))?;
            Ok(json!(totals))
        },
    )
    .printing()
    .requires(&[stated(
        "nj1 != nj2",
        |args| Ok(args.json(0) != args.json(1)),
    )])
    .spelt(cases::plain)
    .from(cases::different_tokens),
    function(
        "traiterJetonsEgaux",
        &[
            int("nj"),
            int("s1"),
            int("s2"),
            int("njtot1"),
            int("njtot2"),
        ],
        TOTALS,
        |call| {
            let args = &call.args;
            let (values, totals) = ([args.get(1)?, args.get(2)?], [args.get(3)?, args.get(4)?]);
            let (winner, totals) = settle_equal(args.get(0)?, values, totals);
            print(call.output, &words::won(winner, true))?;
            Ok(json!(totals))
        },
    )
    .printing()
    .requires(&[stated("s1 != s2", |args| Ok(args.json(1) != args.json(2)))])
    .spelt(cases::plain)
    .from(cases::different_values),
    program("test_jeu", DICE, whole_game)
        .drawing()
        .spelt(cases::up_to_the_last_score)
        .judged(Relation::Shown(cases::dice_of_a_game))
        .from(cases::game),
];

const DECREASING: Condition = stated("a >= b >= c", |args| {
    let (a, b, c) = three(args)?;
    Ok(a >= b && b >= c)
});

fn three(args: &Args) -> Result<(i32, i32, i32), CallError> {
    Ok((args.get(0)?, args.get(1)?, args.get(2)?))
}

fn of_three(call: &Call<'_>, body: impl Fn(i32, i32, i32) -> Json) -> Result<Json, CallError> {
    let (a, b, c) = three(&call.args)?;
    Ok(body(a, b, c))
}

/// Prints a line.
fn print(output: &mut dyn Write, message: &Message) -> io::Result<()> {
    writeln!(output, "{}", Language::French.say(message))
}

/// Asks until a whole number is given; `question` may be empty.
fn ask_number(
    question: &str,
    answers: &mut Answers<impl BufRead>,
    output: &mut dyn Write,
) -> Result<i32, CallError> {
    loop {
        match answers.ask(question, output)?.parse() {
            Ok(number) => return Ok(number),
            Err(_) => print(output, &message!("jeu421-unreadable"))?,
        }
    }
}

/// *`test_calcul0`*: reads three numbers from one line or three (R5) and prints them in decreasing
/// order.
fn ordered_three(call: &mut Call<'_>) -> Result<(i32, i32, i32), CallError> {
    let mut answers = Answers::new(&mut *call.input);
    let question = Language::French.word(key!("jeu421-ask-three"));
    let first = ask_number(&question, &mut answers, call.output)?;
    let second = ask_number("", &mut answers, call.output)?;
    let third = ask_number("", &mut answers, call.output)?;
    let (a, b, c) = decreasing3(first, second, third);
    writeln!(call.output, "==> {a} {b} {c}")?;
    Ok((a, b, c))
}

/// *`test_calcul`*: reads three numbers and prints the results of the functions on them, predicates
/// as 1 or 0 (R5).
fn compute(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (a, b, c) = ordered_three(call)?;
    writeln!(call.output, "tierce = {}", u8::from(is_sequence(a, b, c)))?;
    writeln!(call.output, "brelan = {}", u8::from(is_triple(a, b, c)))?;
    writeln!(call.output, "est421 = {}", u8::from(is_421(a, b, c)))?;
    writeln!(call.output, "njetons = {}", tokens(a, b, c))?;
    writeln!(call.output, "evalcmb = {}", value(a, b, c))?;
    Ok(Json::Null)
}

/// *`relancer`*: shows a die, asks, and throws it if the answer is 1.
fn throw_again(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (die, number): (i32, i32) = (call.args.get(0)?, call.args.get(1)?);
    let question = Language::French.say(&message!("jeu421-ask-die", number, face = die));
    let mut answers = Answers::new(&mut *call.input);
    Ok(match ask_number(&question, &mut answers, call.output)? {
        1 => json!(Face::throw(call.luck).pips()),
        _ => json!(die),
    })
}

/// The options of a game that begins with the given dice and goes on with random ones.
fn dice(call: &Call<'_>) -> Result<Options, CallError> {
    let mut options = Options::default();
    options.set("dice", call.args.get::<String>(0)?);
    Ok(options)
}

/// The error for dice that are not a row of faces.
fn refused(error: OptionError) -> CallError {
    Problem::Specific(error.message).of_argument(0)
}

fn seed(call: &mut Call<'_>) -> u64 {
    call.luck.below(u32::MAX).into()
}

/// *`jouerTour`*: one to three throws; returns the dice that were kept.
fn turn(call: &mut Call<'_>) -> Result<Combination, CallError> {
    let (dice, seed) = (dice(call)?, seed(call));
    let script = Game421::script(&dice).map_err(refused)?;
    let mut nature = Nature::new(seed).with_script(script);
    let mut answers = Answers::new(&mut *call.input);
    let output = &mut *call.output;
    // The tokens have no part in a turn.
    let mut game = Game421::at_round(1, [1; 2]);
    let mut drawn = 0;
    loop {
        while let Turn::Chance { outcomes, .. } = game.turn() {
            game.draw(nature.decide(drawn, game.slot(), outcomes));
            drawn += 1;
        }
        print(output, &words::current(&game))?;
        let mv = ask_move(&game, &mut answers, output)?;
        let effect = game
            .play(mv)
            .map_err(|refusal| CallError::Game(refusal.explain()))?;
        if let Effect::Kept { faces, .. } = effect {
            print(output, &words::last(faces))?;
            return Ok(Combination::from_faces(faces));
        }
    }
}

/// Asks for a move as a table does, but treats a cheat as an unreadable answer.
fn ask_move(
    game: &Game421,
    answers: &mut Answers<impl BufRead>,
    output: &mut dyn Write,
) -> Result<Move, CallError> {
    let ask = |given: &[String]| match words::ask(game, given, Language::French) {
        Ask::Answer(text) if text.parse::<Move>().is_err() => {
            Ask::Again(Language::French.word(key!("jeu421-unreadable")))
        }
        other => other,
    };
    let mv = converse(ask, answers, output)?.parse();
    mv.map_err(|error: crate::NotationError| CallError::Game(error.explain()))
}

/// *`test_jeu`*: a whole game between two people.
fn whole_game(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (mut options, seed) = (dice(call)?, seed(call));
    Game421::script(&options).map_err(refused)?;
    let (game, language) = (GameInfo::new::<Game421>(), Language::French);
    let mut answers = Answers::new(&mut *call.input);
    ask_options(&game, &mut options, language, &mut answers, call.output)?;
    let setup = Setup {
        options,
        players: ["Joueur 1", "Joueur 2"].map(Player::person),
        trust: Trust::Guarded,
        seed,
    };
    play_whole::<Game421>(&setup, answers, &mut call.output)
}
