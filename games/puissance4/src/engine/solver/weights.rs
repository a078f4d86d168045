//! What counts in the order of moves, and how much: found by hill climbing on the nodes that
//! positions took; see `docs/puissance4.md`.

/// What weighs, for one player who attacks (must prove a win) or defends.
#[derive(Debug)]
pub(super) struct Weights {
    /// A winning cell on the lines that end up one's own: odd for the first player.
    pub(super) own_line: i32,
    /// A winning cell on the other lines.
    pub(super) other_line: i32,
    /// The move must be answered at once.
    pub(super) forcing: i32,
    /// The move gives up a winning cell just above.
    pub(super) wasting: i32,
    /// An answer that does not lose at once.
    pub(super) answer: i32,
    /// Early in the game, the rows of four through the cell.
    pub(super) rows: Rows,
    /// The cell itself, by column from the edge to the middle, then line.
    pub(super) cells: [[i32; 6]; 4],
}

/// What rows of four through a cell weigh.
#[derive(Debug)]
pub(super) struct Rows {
    /// One without discs of the other side, by the number of one's own.
    pub(super) open: [i32; 3],
    /// One without discs of one's own that holds one or two of the other side.
    pub(super) blocked: [i32; 2],
    /// Another empty cell, on the lines that end up one's own, of an open row with a disc.
    pub(super) own_line: i32,
    /// Another empty cell, on the other lines, of a row with two discs of the other side.
    pub(super) other_line: i32,
}

/// Late in the game rows are not looked at.
const NO_ROWS: Rows = Rows {
    open: [0; 3],
    blocked: [0; 2],
    own_line: 0,
    other_line: 0,
};

/// Early and late in the game, by player, then attacking and defending.
pub(super) static WEIGHTS: [[[Weights; 2]; 2]; 2] = [
    [
        [
            Weights {
                own_line: 192,
                other_line: 220,
                forcing: 90,
                wasting: -482,
                answer: -2,
                rows: Rows {
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
            Weights {
                own_line: 284,
                other_line: 268,
                forcing: 64,
                wasting: -98,
                answer: -20,
                rows: Rows {
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
            Weights {
                own_line: 222,
                other_line: 143,
                forcing: 8,
                wasting: -129,
                answer: 0,
                rows: Rows {
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
            Weights {
                own_line: 258,
                other_line: 256,
                forcing: 72,
                wasting: -102,
                answer: -2,
                rows: Rows {
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
            Weights {
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
            Weights {
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
            Weights {
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
            Weights {
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
