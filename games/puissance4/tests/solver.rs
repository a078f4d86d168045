//! Scores of the solver compared with brute force, with another program and with each other.

use std::collections::HashMap;

use puissance4::{Board, Bounds, Column, Solver};
use table::{Budget, Chance, Limits, Monotonic, Seeded};

fn play(columns: &str) -> Board {
    columns.bytes().fold(Board::EMPTY, |board, digit| {
        let column = Column::new(digit - b'0').expect("the digit is a column");
        board.after(column).expect("the column is not full")
    })
}

/// A random position of `discs` discs without an alignment.
fn random_position(discs: u32, luck: &mut dyn Chance) -> Board {
    loop {
        let mut board = Board::EMPTY;
        while board.discs() < discs && !board.is_lost() {
            let column = Column::new(1 + luck.below(7) as u8).expect("the number is 1 to 7");
            board = board.after(column).unwrap_or(board);
        }
        if !board.is_lost() {
            return board;
        }
    }
}

/// The score of a position by trying every move.
fn brute(board: Board, known: &mut HashMap<Board, i32>) -> i32 {
    if board.is_full() {
        return 0;
    }
    if let Some(&score) = known.get(&board) {
        return score;
    }
    let score = |column: Column| {
        if board.wins_at(column) {
            return Some((43 - board.discs().cast_signed()) / 2);
        }
        Some(-brute(board.after(column)?, known))
    };
    let score = Column::all()
        .filter_map(score)
        .max()
        .expect("the board is not full");
    known.insert(board, score);
    score
}

fn unlimited(solver: &Solver, board: Board) -> i32 {
    let solved = solver.solve(board, &Budget::unlimited());
    solved.bounds.exact().expect("the budget is unlimited")
}

#[test]
fn scores_equal_brute_force_from_thirty_discs_on() {
    let mut luck = Seeded::new(30);
    let solver = Solver::new(0);
    for game in 0..300 {
        let board = random_position(30 + game % 12, &mut luck);
        let expected = brute(board, &mut HashMap::new());
        assert_eq!(unlimited(&solver, board), expected, "{board:?}");
        assert_eq!(unlimited(&solver, board.mirrored()), expected, "{board:?}");
    }
}

#[test]
fn scores_equal_those_of_another_program() {
    // Scores by BitBully 0.0.79 of random positions.
    let cases: &[(&str, i32)] = &[
        ("32461175135152", 9),
        ("114412154175126", 6),
        ("6515541215723425", 13),
        ("15357621556231561", -9),
        ("515246547345433272", 12),
        ("6721535436435115427", 12),
        ("47412445327475364362", -11),
        ("312453553267556661477", 0),
        ("7675444414641212213511", -8),
        ("15251351172542633534117", 10),
        ("725575362577772246225436", -8),
        ("4557146376176147672424763", 9),
        ("17644461622212547625754632", 8),
        ("552117661562472772132352753", 8),
        ("5177222456151365554771122317", 6),
        ("23242614426722645434331631356", 7),
        ("622327666243172116634211747535", -6),
        ("7143532655677721324464437712146", 6),
        ("56467111355243275115343367245221", 5),
        ("612446361123226564136473342113457", 5),
        ("1455324113512144642224562657767177", 4),
        ("37677526226355322323616147364114411", 4),
        ("361372262123577254477723364465345466", -3),
        ("5612622246411744226311757775431656437", 3),
        ("71135631456673211222577137343565752626", -2),
        ("364155343333666645761441171547525122227", 0),
        ("4762222743543326241531534477535516116667", 0),
        ("11642372455176144135142433362665322677775", 1),
    ];
    let solver = Solver::new(1 << 20);
    for &(columns, expected) in cases {
        assert_eq!(unlimited(&solver, play(columns)), expected, "{columns}");
    }
}

#[test]
fn the_score_of_a_column_is_minus_the_score_of_the_position_after_it() {
    let mut luck = Seeded::new(5);
    let solver = Solver::new(1 << 20);
    for discs in 20..36 {
        let board = random_position(discs, &mut luck);
        let budget = Budget::unlimited();
        let (columns, _) = solver.columns(board, &budget);
        for (column, bounds) in Column::all().zip(columns) {
            let expected = board.after(column).map(|after| {
                let fresh = Solver::new(0);
                let score = -unlimited(&fresh, after);
                Bounds {
                    low: score,
                    high: score,
                }
            });
            assert_eq!(bounds, expected, "{board:?} {column:?}");
        }
        let best = columns.iter().flatten().map(|bounds| bounds.high).max();
        assert_eq!(best, Some(unlimited(&solver, board)));
    }
}

#[test]
fn the_best_column_keeps_the_score() {
    let mut luck = Seeded::new(12);
    for discs in (18..42).chain(18..42) {
        let board = random_position(discs, &mut luck);
        let solver = Solver::new(1 << 20);
        let best = solver.best(board, &Budget::unlimited()).unwrap();
        let after = board.after(best).unwrap();
        let kept = -unlimited(&solver, after);
        assert_eq!(kept, unlimited(&solver, board), "{board:?} {best:?}");
    }
}

#[test]
fn without_any_effort_the_best_column_still_wins_or_parries_at_once() {
    let limits = Limits {
        effort: Some(0),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let best = Solver::new(0).best(play("414141"), &Budget::new(&limits, &clock));
    assert_eq!(best, Column::new(4), "wins");
    let best = Solver::new(0).best(play("4141412"), &Budget::new(&limits, &clock));
    assert_eq!(best, Column::new(1), "wins before the opponent does");
    let best = Solver::new(0).best(play("41414"), &Budget::new(&limits, &clock));
    assert_eq!(best, Column::new(4), "parries");
}

#[test]
fn best_play_ends_the_game_with_the_disc_that_the_score_predicts() {
    let solver = Solver::new(1 << 20);
    let mut luck = Seeded::new(8);
    for _ in 0..10 {
        let start = random_position(24, &mut luck);
        let score = unlimited(&solver, start);
        let mut end = start;
        while let Some(column) = solver.best(end, &Budget::unlimited()) {
            end = end.after(column).unwrap();
        }
        let expected = match score {
            0 => 42,
            // The winner's (22 − |score|)-th disc; the first player drops the odd discs.
            win => {
                let first_wins = (win > 0) == start.discs().is_multiple_of(2);
                2 * (22 - win.unsigned_abs()) - u32::from(first_wins)
            }
        };
        assert_eq!(end.discs(), expected, "{start:?}");
    }
}

#[test]
fn a_cleared_solver_chooses_like_a_new_one() {
    let clock = Monotonic::start();
    let limits = Limits {
        effort: Some(12_288),
        ..Limits::default()
    };
    let best =
        |solver: &Solver| solver.best(play("6521476345222322"), &Budget::new(&limits, &clock));
    let mut used = Solver::new(4 << 20);
    // This search is long enough to use the large table.
    unlimited(&used, play("3246117513"));
    used.clear();
    assert_eq!(best(&used), best(&Solver::new(4 << 20)));
}

#[test]
fn three_threads_find_the_score_of_one_thread() {
    // The search takes some 270,000 nodes; the other threads start after 32,768.
    let board = play("3246117513");
    let (limits, clock) = (
        Limits {
            threads: 3,
            ..Limits::default()
        },
        Monotonic::start(),
    );
    let solver = Solver::new(1 << 20);
    let solved = solver.solve(board, &Budget::new(&limits, &clock));
    assert_eq!(
        solved.bounds.exact(),
        Some(unlimited(&Solver::new(1 << 20), board))
    );
}

#[test]
fn an_exhausted_budget_gives_bounds_that_contain_the_score() {
    let board = play("324611751351");
    let clock = Monotonic::start();
    let limits = Limits {
        effort: Some(5000),
        ..Limits::default()
    };
    let solved = Solver::new(1 << 20).solve(board, &Budget::new(&limits, &clock));
    assert_eq!(solved.bounds.exact(), None);
    assert!((solved.bounds.low..=solved.bounds.high).contains(&unlimited(&Solver::new(0), board)));
    limits.stop.pull();
    let stopped = Solver::new(0).solve(Board::EMPTY, &Budget::new(&limits, &clock));
    assert!(stopped.nodes <= 1 << 12, "{stopped:?}");
}

#[test]
fn scores_of_columns_at_the_edge_of_the_book_equal_those_of_another_program() {
    // Scores by BitBully; the book holds the position, not those after it.
    let solver = Solver::new(puissance4::MEMORY_BYTES).with_book(puissance4::Book::shipped());
    let (columns, _) = solver.columns(play("77373141"), &Budget::unlimited());
    let scores = columns.map(|bounds| bounds.and_then(Bounds::exact));
    assert_eq!(scores, [4, 4, 15, 10, 16, 8, 8].map(Some));
}
