//! Weights of the move ordering, found by hill climbing on the number of nodes of sample positions;
//! see `docs/puissance4.md`.

/// The weights for one player who attacks (must prove a win) or defends.
#[derive(Debug)]
pub(super) struct MoveWeights {
    /// Weight of each winning cell on the player's lines, odd for the first player.
    pub(super) own_line: i32,
    /// Weight of each winning cell on the other lines.
    pub(super) other_line: i32,
    /// Weight of a move that threatens to win at once.
    pub(super) forcing: i32,
    /// Weight of a move that gives up a winning cell just above it.
    pub(super) wasting: i32,
    /// Weight of each answer that does not lose at once.
    pub(super) answer: i32,
    /// Weights of the rows of four through the cell, used early in the game.
    pub(super) rows: RowWeights,
    /// Weight of the cell, by column from the edge to the middle, then by line.
    pub(super) cells: [[i32; 6]; 4],
}

/// The weights of the rows of four through a cell.
#[derive(Debug)]
pub(super) struct RowWeights {
    /// Weight of a row without discs of the opponent, by the number of own discs.
    pub(super) open: [i32; 3],
    /// Weight of a row without own discs that holds one or two discs of the opponent.
    pub(super) blocked: [i32; 2],
    /// Weight of each other empty cell on the player's lines in an open row with a disc.
    pub(super) own_line: i32,
    /// Weight of each other empty cell on the other lines in a row with two discs of the opponent.
    pub(super) other_line: i32,
}

/// Late in the game rows do not count.
const NO_ROWS: RowWeights = RowWeights {
    open: [0; 3],
    blocked: [0; 2],
    own_line: 0,
    other_line: 0,
};

/// The weights early and late in the game, then by player, then for attack and defence.
pub(super) static WEIGHTS: [[[MoveWeights; 2]; 2]; 2] = [
    [
        [
            MoveWeights {
                own_line: 192,
                other_line: 220,
                forcing: 90,
                wasting: -482,
                answer: -2,
                rows: RowWeights {
                    open: [0, 12, 8],
                    blocked: [0, 0],
                    own_line: 20,
                    other_line: -4,
                },
                cells: [
                    [0, -16, 0, 32, 16, 0],
                    [4, 20, 36, 36, 4, 4],
                    [44, 55, 76, 60, 62, 33],
                    [60, 92, 92, 105, 87, 44],
                ],
            },
            MoveWeights {
                own_line: 284,
                other_line: 268,
                forcing: 64,
                wasting: -98,
                answer: -20,
                rows: RowWeights {
                    open: [0, 0, -18],
                    blocked: [0, 0],
                    own_line: 10,
                    other_line: 0,
                },
                cells: [
                    [0, -16, 5, 32, 0, 5],
                    [-23, 20, 36, 36, 20, 4],
                    [28, 71, 89, 60, 28, 44],
                    [73, 81, 103, 92, 76, 71],
                ],
            },
        ],
        [
            MoveWeights {
                own_line: 222,
                other_line: 143,
                forcing: 8,
                wasting: -129,
                answer: 0,
                rows: RowWeights {
                    open: [8, 28, -4],
                    blocked: [-4, 6],
                    own_line: 8,
                    other_line: -10,
                },
                cells: [
                    [-44, -16, 12, 21, -32, 40],
                    [20, -11, -12, 48, 5, 72],
                    [2, 64, 68, 64, 64, 72],
                    [64, 81, 80, 92, 76, 84],
                ],
            },
            MoveWeights {
                own_line: 258,
                other_line: 256,
                forcing: 72,
                wasting: -102,
                answer: -2,
                rows: RowWeights {
                    open: [0, 8, -10],
                    blocked: [0, 10],
                    own_line: 0,
                    other_line: 10,
                },
                cells: [
                    [-28, -32, -12, 32, -16, 24],
                    [-12, 16, 17, 43, 0, 56],
                    [4, 51, 52, 75, 37, 56],
                    [48, 87, 80, 108, 92, 100],
                ],
            },
        ],
    ],
    [
        [
            MoveWeights {
                own_line: 162,
                other_line: 282,
                forcing: 6,
                wasting: -384,
                answer: -31,
                rows: NO_ROWS,
                cells: [
                    [-16, -16, 0, 16, 0, 16],
                    [-12, 25, 20, 36, 36, 17],
                    [60, 60, 60, 60, 44, 44],
                    [76, 76, 76, 92, 92, 76],
                ],
            },
            MoveWeights {
                own_line: 288,
                other_line: 256,
                forcing: 30,
                wasting: -64,
                answer: -20,
                rows: NO_ROWS,
                cells: [
                    [-16, 0, 0, 16, 0, 16],
                    [-1, 9, 36, 31, 20, 9],
                    [28, 44, 76, 55, 44, 44],
                    [76, 76, 92, 81, 76, 76],
                ],
            },
        ],
        [
            MoveWeights {
                own_line: 239,
                other_line: 160,
                forcing: -94,
                wasting: -186,
                answer: -30,
                rows: NO_ROWS,
                cells: [
                    [-33, -5, -12, 19, -16, 40],
                    [28, 32, -7, 32, 0, 56],
                    [47, 32, 65, 48, 48, 56],
                    [64, 87, 77, 92, 60, 84],
                ],
            },
            MoveWeights {
                own_line: 288,
                other_line: 256,
                forcing: 84,
                wasting: -122,
                answer: 0,
                rows: NO_ROWS,
                cells: [
                    [-28, -32, -12, 16, -16, 37],
                    [4, 16, 4, 32, 0, 72],
                    [4, 53, 52, 64, 35, 48],
                    [64, 60, 91, 92, 76, 84],
                ],
            },
        ],
    ],
];
