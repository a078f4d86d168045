//! The functions and the program of the subject *Jeu d'awalé*. A state is the subject's dictionary; a
//! board is any twelve counts (R23b).

mod cases;

use std::cmp::Ordering;

use crate::{Awale, Board, FEW_SEEDS, MAX_TURNS, PITS, Pit, SEEDS};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value as Json, json};
use table::{Player, Trust, key};

use host::{Answers, Options, Setup};
use subject::{
    After, Args, Call, CallError, Condition, Function, Parameter, Relation, Sample, Subject, Type,
    function, implied, play_whole, program, stated,
};
use text::{Language, printable};

/// Seeds in a pit, a score or a number of turns. Limited, because sowing takes time for each seed.
const COUNT: Type = Type::Integer(0, 1_000_000);
const PIT: Type = Type::Integer(0, 11);
const BOARD: Type = Type::Array(PITS, &COUNT);
const STATE: Type = Type::Record(&[
    ("joueur1", Type::Text),
    ("joueur2", Type::Text),
    ("score_j1", COUNT),
    ("score_j2", COUNT),
    ("nb_tours", COUNT),
    ("plateau", BOARD),
]);

const NAMES: &[Parameter] = &[
    Parameter::new("nom_joueur1", Type::Text),
    Parameter::new("nom_joueur2", Type::Text),
];
const PLT: Parameter = Parameter::new("plt", BOARD);
const C: Parameter = Parameter::new("c", PIT);
/// A choice of pit, which may be any integer: those that are no pits are not acceptable (R23).
const CHOICE: Parameter = Parameter::new("c", Type::INT);
const ETAT_JEU: Parameter = Parameter::new("etat_jeu", STATE);

/// The subject, with its functions and samples.
pub const SUBJECT: Subject = Subject {
    name: "awale",
    functions: FUNCTIONS,
    samples: &[
        Sample::new("debut", "[4,4,4,4,4,4,4,4,4,4,4,4]"),
        Sample::new("figure3", "[0,0,2,0,16,5,2,1,0,1,0,1]"),
        Sample::new("figure4", "[2,1,0,1,0,1,0,0,2,0,16,5]"),
        Sample::new("question6", "[3,2,0,5,4,3,3,2,0,4,5,1]"),
        Sample::new("question7", "[7,2,9,0,4,2,3,1,3,2,3,5]"),
        Sample::new("question8", "[19,0,9,3,0,2,1,2,1,1,2,2]"),
        Sample::new(
            "etat_initial",
            r#"{"joueur1":"Alice","joueur2":"Bob","score_j1":0,"score_j2":0,"nb_tours":0,"plateau":[4,4,4,4,4,4,4,4,4,4,4,4]}"#,
        ),
    ],
};

const FUNCTIONS: &[Function] = &[
    function("initialisation", NAMES, STATE, |call| {
        Ok(json!(State::new(call.args.get(0)?, call.args.get(1)?)))
    })
    .from(cases::names),
    function("tour_joueur1", &[ETAT_JEU], Type::Boolean, |call| {
        Ok(json!(state(&call.args)?.first_to_move()))
    })
    .requires(&[CONSISTENT])
    .from(cases::state),
    function(
        "somme",
        &[PLT, Parameter::new("n", PIT), Parameter::new("p", PIT)],
        Type::COUNT,
        |call| {
            let (n, p) = (pit(&call.args, 1)?, pit(&call.args, 2)?);
            Ok(json!(board(&call.args)?.sum(n, p)))
        },
    )
    .requires(&[stated("n <= p", |args| Ok(pit(args, 1)? <= pit(args, 2)?))])
    .from(cases::board_and_range),
    function(
        "tourner_plateau",
        &[PLT.after(After::Changed)],
        Type::Nothing,
        |call| change(call, |board, _| board.turn()).map(|()| Json::Null),
    )
    .from(cases::board),
    function(
        "semer_graines",
        &[PLT.after(After::Changed), C],
        PIT,
        |call| Ok(json!(change(call, Board::sow)?.index())),
    )
    .requires(&[FULL])
    .from(cases::board_and_full_pit),
    function("case_ramassable", &[PLT, C], Type::Boolean, |call| {
        let pit = pit(&call.args, 1)?;
        Ok(json!(board(&call.args)?.is_capturable(pit)))
    })
    .from(cases::board_and_pit),
    function(
        "ramasser_graines",
        &[PLT.after(After::Changed), C],
        Type::COUNT,
        |call| Ok(json!(change(call, Board::capture)?)),
    )
    .from(cases::board_and_pit),
    function(
        "test_famine",
        &[PLT.after(After::Kept), C],
        Type::Boolean,
        |call| {
            let pit = pit(&call.args, 1)?;
            Ok(json!(board(&call.args)?.starves(pit)))
        },
    )
    .requires(&[OWN, FULL])
    .from(cases::board_and_own_full_pit),
    function("test_case", &[PLT, CHOICE], Type::Boolean, |call| {
        Ok(json!(
            acceptable(&board(&call.args)?, &call.args)?.is_some()
        ))
    })
    .from(cases::board_and_pit),
    function(
        "cases_possibles",
        &[ETAT_JEU.after(After::Kept)],
        Type::List(&PIT),
        |call| {
            let board = state(&call.args)?.plateau;
            Ok(board.acceptable_pits().map(Pit::index).collect())
        },
    )
    .requires(&[CONSISTENT])
    .judged(Relation::SameElements)
    .from(cases::state),
    function("tour_termine", &[ETAT_JEU], Type::Boolean, |call| {
        Ok(json!(state(&call.args)?.goes_on()))
    })
    .requires(&[CONSISTENT])
    .from(cases::state),
    function(
        "tour_jeu",
        &[ETAT_JEU.after(After::Changed), CHOICE],
        Type::Boolean,
        turn,
    )
    .printing()
    .spelt(cases::plain)
    .requires(&[CONSISTENT, GOES_ON])
    .from(cases::state_and_pit),
    function(
        "gagnant",
        &[ETAT_JEU.after(After::Changed)],
        Type::Text,
        |call| {
            let mut state = state(&call.args)?;
            let winner = state.settle();
            call.args.0[0] = json!(state);
            Ok(json!(winner))
        },
    )
    .requires(&[CONSISTENT])
    .judged(Relation::Holds(cases::settled))
    .from(cases::state),
    program("awale", NAMES, whole_game)
        .judged(Relation::Holds(cases::same_end))
        .from(cases::game),
];

const FULL: Condition = stated("plt[c] > 0", |args| {
    Ok(board(args)?.seeds_in(pit(args, 1)?) > 0)
});
const OWN: Condition = stated("c < 6", |args| Ok(pit(args, 1)?.is_own()));
const CONSISTENT: Condition = implied(
    "score_j1 + score_j2 + somme(plateau, 0, 11) == 48",
    |args| {
        let state = state(args)?;
        Ok(state.score_j1 + state.score_j2 + state.plateau.seeds() == u32::from(SEEDS))
    },
);
const GOES_ON: Condition = stated("tour_termine(etat_jeu)", |args| Ok(state(args)?.goes_on()));

/// The subject's dictionary, its keys in the subject's order.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    joueur1: String,
    joueur2: String,
    score_j1: u32,
    score_j2: u32,
    nb_tours: u32,
    plateau: Board<u32>,
}

impl<'de> Deserialize<'de> for Board<u32> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(input).map(Self::with_any)
    }
}

impl State {
    fn new(joueur1: String, joueur2: String) -> Self {
        Self {
            joueur1,
            joueur2,
            score_j1: 0,
            score_j2: 0,
            nb_tours: 0,
            plateau: Board::with_any([4; PITS]),
        }
    }

    fn first_to_move(&self) -> bool {
        self.nb_tours.is_multiple_of(2)
    }

    /// The subject's four conditions word for word: the scores give the number of captured seeds.
    fn goes_on(&self) -> bool {
        let most_captured = u32::from(SEEDS - FEW_SEEDS - 1);
        self.score_j1.max(self.score_j2) <= u32::from(SEEDS / 2)
            && self.score_j1 + self.score_j2 <= most_captured
            && self.plateau.acceptable_pits().next().is_some()
            && self.nb_tours < MAX_TURNS.into()
    }

    /// Plays an acceptable pit.
    fn play(&mut self, pit: Pit) {
        let last = self.plateau.sow(pit);
        let captured = self.plateau.capture(last);
        if self.first_to_move() {
            self.score_j1 += captured;
        } else {
            self.score_j2 += captured;
        }
        self.nb_tours += 1;
        self.plateau.turn();
    }

    /// Gives each player the seeds in their own pits; returns the winner's name, or *égalité*.
    fn settle(&mut self) -> String {
        if !self.first_to_move() {
            self.plateau.turn();
        }
        let [first, second] = self.plateau.halves();
        self.score_j1 += first;
        self.score_j2 += second;
        self.plateau = Board::with_any([0; PITS]);
        match self.score_j1.cmp(&self.score_j2) {
            Ordering::Greater => self.joueur1.clone(),
            Ordering::Less => self.joueur2.clone(),
            Ordering::Equal => Language::French.word(key!("awale-draw")),
        }
    }
}

fn state(args: &Args) -> Result<State, CallError> {
    args.get(0)
}

fn board(args: &Args) -> Result<Board<u32>, CallError> {
    args.get(0)
}

fn pit(args: &Args, index: usize) -> Result<Pit, CallError> {
    Ok(Pit::new(args.get(index)?).expect("its type has only pits that exist"))
}

/// The pit of the second argument, if it is one that the side to move can play.
fn acceptable(board: &Board<u32>, args: &Args) -> Result<Option<Pit>, CallError> {
    let pit = u8::try_from(args.get::<i32>(1)?).ok().and_then(Pit::new);
    Ok(pit.filter(|pit| board.is_acceptable(*pit)))
}

/// Changes the board in place with the pit of the second argument, if there is one.
fn change<T>(call: &mut Call<'_>, by: impl Fn(&mut Board<u32>, Pit) -> T) -> Result<T, CallError> {
    let mut board = board(&call.args)?;
    let given = call.args.get::<Option<u8>>(1)?.and_then(Pit::new);
    let answer = by(&mut board, given.unwrap_or(Pit::OWN[0]));
    call.args.0[0] = json!(board);
    Ok(answer)
}

/// Plays an acceptable pit; for another, prints the subject's sentence and changes nothing (R23).
fn turn(call: &mut Call<'_>) -> Result<Json, CallError> {
    let mut state = state(&call.args)?;
    let Some(pit) = acceptable(&state.plateau, &call.args)? else {
        let refusal = Language::French.word(key!("awale-unacceptable"));
        writeln!(call.output, "{refusal}")?;
        return Ok(json!(true));
    };
    state.play(pit);
    call.args.0[0] = json!(state);
    Ok(json!(state.goes_on()))
}

fn whole_game(call: &mut Call<'_>) -> Result<Json, CallError> {
    let names: [String; 2] = [call.args.get(0)?, call.args.get(1)?];
    // The board prints names as they are.
    let names = names.map(|name| printable(&name).into_owned());
    let setup = Setup {
        options: Options::default(),
        players: names.map(Player::person),
        trust: Trust::Guarded,
        seed: 0,
    };
    let answers = Answers::new(&mut *call.input);
    play_whole::<Awale>(&setup, answers, &mut call.output)
}
