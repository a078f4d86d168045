//! The functions of *Jeu d'awalé* and its program: a state is the subject's dictionary.

use awale::{Awale, Board, FEW_SEEDS, PITS, Pit, SEEDS, SIDE};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use table::{Limits, Message, Player, Side, Trust};

use super::{Answer, Call, CallError, Subject, function, program};
use crate::{Answers, Language, Nobody, Options, Seated, Setup, play};

const NAMES: &[&str] = &["nom_joueur1", "nom_joueur2"];
const BOARD: &[&str] = &["plt"];
const BOARD_AND_PIT: &[&str] = &["plt", "c"];
const STATE: &[&str] = &["etat_jeu"];

pub(super) const SUBJECT: Subject = Subject {
    name: "awale",
    functions: &[
        function("initialisation", NAMES, "dictionnaire", |call| {
            Ok(Answer::Return(json!(State::new(
                call.arg(0)?,
                call.arg(1)?
            ))))
        }),
        function("tour_joueur1", STATE, "booléen", |call| {
            let state: State = call.arg(0)?;
            Ok(Answer::Return(json!(state.nb_tours.is_multiple_of(2))))
        }),
        function("somme", &["plt", "n", "p"], "entier", |call| {
            Ok(Answer::Return(json!(
                board(call)?.sum(pit(call, 1)?, pit(call, 2)?)
            )))
        }),
        function("tourner_plateau", BOARD, "rien (modifie plt)", |call| {
            let mut board = board(call)?;
            board.turn();
            Ok(changed(json!(null), vec![json!(board.pits())]))
        }),
        function(
            "semer_graines",
            BOARD_AND_PIT,
            "entier (modifie plt)",
            |call| {
                let (mut board, from) = (board(call)?, pit(call, 1)?);
                let last = board.sow(from);
                Ok(changed(json!(last.index()), after(&board, from)))
            },
        ),
        function("case_ramassable", BOARD_AND_PIT, "booléen", |call| {
            Ok(Answer::Return(json!(
                board(call)?.is_capturable(pit(call, 1)?)
            )))
        }),
        function(
            "ramasser_graines",
            BOARD_AND_PIT,
            "entier (modifie plt)",
            |call| {
                let (mut board, last) = (board(call)?, pit(call, 1)?);
                let captured = board.capture(last);
                Ok(changed(json!(captured), after(&board, last)))
            },
        ),
        function("test_famine", BOARD_AND_PIT, "booléen", |call| {
            Ok(Answer::Return(json!(board(call)?.starves(pit(call, 1)?))))
        }),
        function("test_case", BOARD_AND_PIT, "booléen", |call| {
            Ok(Answer::Return(json!(
                board(call)?.is_acceptable(pit(call, 1)?)
            )))
        }),
        function("cases_possibles", STATE, "liste", |call| {
            let board = state(call)?.board()?;
            let pits = board.acceptable_pits().map(Pit::index);
            Ok(Answer::Return(json!(pits.collect::<Vec<_>>())))
        }),
        function(
            "tour_termine",
            STATE,
            "booléen (True : le jeu continue)",
            |call| Ok(Answer::Return(json!(state(call)?.goes_on()?))),
        ),
        function(
            "tour_jeu",
            &["etat_jeu", "c"],
            "booléen (modifie etat_jeu)",
            turn,
        ),
        function("gagnant", STATE, "chaîne (modifie etat_jeu)", |call| {
            let mut state = state(call)?;
            let winner = state.settle()?;
            Ok(changed(json!(winner), vec![json!(state)]))
        }),
        program("awale", NAMES, whole_game),
    ],
};

fn changed(returned: Json, args: Vec<Json>) -> Answer {
    Answer::Changed { returned, args }
}

fn after(board: &Board, pit: Pit) -> Vec<Json> {
    vec![json!(board.pits()), json!(pit.index())]
}

/// The subject's dictionary, its keys in the subject's order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    joueur1: String,
    joueur2: String,
    score_j1: u8,
    score_j2: u8,
    nb_tours: u32,
    plateau: [u8; PITS],
}

impl State {
    fn new(joueur1: String, joueur2: String) -> Self {
        Self {
            joueur1,
            joueur2,
            score_j1: 0,
            score_j2: 0,
            nb_tours: 0,
            plateau: Board::default().pits(),
        }
    }

    /// Its board; the seeds captured count towards the most that there can be.
    fn board(&self) -> Result<Board, CallError> {
        let board = Board::new(self.plateau).map_err(refused)?;
        let game = Awale::new(board, [self.score_j1, self.score_j2], 0);
        game.map(|game| *game.board()).map_err(refused)
    }

    /// The subject's four conditions word for word: here the scores say how many are captured.
    fn goes_on(&self) -> Result<bool, CallError> {
        let playable = self.board()?.acceptable_pits().next().is_some();
        let few_left = self.score_j1 + self.score_j2 > SEEDS - FEW_SEEDS - 1;
        let majority = self.score_j1.max(self.score_j2) > SEEDS / 2;
        Ok(self.nb_tours < u32::from(awale::MAX_TURNS) && !majority && !few_left && playable)
    }

    /// Each player takes the seeds in their own pits; the winner's name, or *égalité*.
    fn settle(&mut self) -> Result<String, CallError> {
        self.board()?;
        let first_to_move = self.nb_tours.is_multiple_of(2);
        let (own, other) = self.plateau.split_at(SIDE);
        let mut halves = [own.iter().sum::<u8>(), other.iter().sum()];
        if !first_to_move {
            halves.swap(Side::First.index(), Side::Second.index());
        }
        self.score_j1 += halves[0];
        self.score_j2 += halves[1];
        self.plateau = [0; PITS];
        Ok(match self.score_j1.cmp(&self.score_j2) {
            std::cmp::Ordering::Greater => self.joueur1.clone(),
            std::cmp::Ordering::Less => self.joueur2.clone(),
            std::cmp::Ordering::Equal => Language::French.word("awale-draw"),
        })
    }
}

fn refused(error: impl std::error::Error) -> CallError {
    CallError::Refused(error.to_string())
}

fn state(call: &Call<'_>) -> Result<State, CallError> {
    call.arg(0)
}

fn board(call: &Call<'_>) -> Result<Board, CallError> {
    Board::new(call.arg(0)?).map_err(refused)
}

fn pit(call: &Call<'_>, index: usize) -> Result<Pit, CallError> {
    let number: u8 = call.arg(index)?;
    Pit::new(number).ok_or_else(|| CallError::Argument {
        number: index + 1,
        reason: format!("{number} is not a pit: choose 0 to {}", PITS - 1),
    })
}

/// Plays a pit that is acceptable; says so and changes nothing for another (R23).
fn turn(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let mut state = state(call)?;
    let (mut board, pit) = (state.board()?, pit(call, 1)?);
    let mut goes_on = true;
    if board.is_acceptable(pit) {
        let last = board.sow(pit);
        let captured = board.capture(last);
        if state.nb_tours.is_multiple_of(2) {
            state.score_j1 += captured;
        } else {
            state.score_j2 += captured;
        }
        state.nb_tours += 1;
        board.turn();
        state.plateau = board.pits();
        goes_on = state.goes_on()?;
    } else {
        let message = Message::new("awale-not-yours").with("pit", pit.index());
        writeln!(call.output, "{}", Language::French.say(&message))?;
    }
    Ok(changed(
        json!(goes_on),
        vec![json!(state), json!(pit.index())],
    ))
}

fn whole_game(call: &mut Call<'_>) -> Result<(), CallError> {
    let names: [String; 2] = [call.arg(0)?, call.arg(1)?];
    let setup = Setup {
        options: Options::default(),
        players: names.map(Player::person),
        trust: Trust::Guarded,
        seed: 0,
    };
    let mut table = Seated::<Awale>::open(&setup).map_err(refused)?;
    let mut answers = Answers::new(&mut *call.input);
    let (limits, language) = (Limits::default(), Language::French);
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
