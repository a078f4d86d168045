//! Weights of the move ordering, found by hill climbing on the number of nodes of sample positions;
//! see `docs/laboratory/puissance4.md`.
//!
//! Each table has eight entries: early and late in the game, for each the first and the second
//! player, for each attack (the player must prove a win) and defence.

/// The weights of one entry, without those of the cells.
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
    pub(super) rows: RowWeights,
}

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

const fn weights(
    [own_line, other_line, forcing, wasting, answer]: [i32; 5],
    rows: RowWeights,
) -> MoveWeights {
    MoveWeights {
        own_line,
        other_line,
        forcing,
        wasting,
        answer,
        rows,
    }
}

const fn rows(open: [i32; 3], blocked: [i32; 2], own_line: i32, other_line: i32) -> RowWeights {
    RowWeights {
        open,
        blocked,
        own_line,
        other_line,
    }
}

/// Weights of rows late in the game, when rows do not count.
const NO_ROWS: RowWeights = rows([0; 3], [0; 2], 0, 0);

pub(super) static WEIGHTS: [MoveWeights; 8] = [
    weights([192, 220, 90, -482, -2], rows([0, 12, 8], [0, 0], 20, -4)),
    weights([284, 268, 64, -98, -20], rows([0, 0, -18], [0, 0], 10, 0)),
    weights([222, 143, 8, -129, 0], rows([8, 28, -4], [-4, 6], 8, -10)),
    weights([258, 256, 72, -102, -2], rows([0, 8, -10], [0, 10], 0, 10)),
    weights([162, 282, 6, -384, -31], NO_ROWS),
    weights([288, 256, 30, -64, -20], NO_ROWS),
    weights([239, 160, -94, -186, -30], NO_ROWS),
    weights([288, 256, 84, -122, 0], NO_ROWS),
];

/// The weight of each cell, by column from the edge to the middle, then by line.
pub(super) const CELL_WEIGHTS: [[[i32; 6]; 4]; 8] = [
    [
        [0, -16, 0, 32, 16, 0],
        [4, 20, 36, 36, 4, 4],
        [44, 55, 76, 60, 62, 33],
        [60, 92, 92, 105, 87, 44],
    ],
    [
        [0, -16, 5, 32, 0, 5],
        [-23, 20, 36, 36, 20, 4],
        [28, 71, 89, 60, 28, 44],
        [73, 81, 103, 92, 76, 71],
    ],
    [
        [-44, -16, 12, 21, -32, 40],
        [20, -11, -12, 48, 5, 72],
        [2, 64, 68, 64, 64, 72],
        [64, 81, 80, 92, 76, 84],
    ],
    [
        [-28, -32, -12, 32, -16, 24],
        [-12, 16, 17, 43, 0, 56],
        [4, 51, 52, 75, 37, 56],
        [48, 87, 80, 108, 92, 100],
    ],
    [
        [-16, -16, 0, 16, 0, 16],
        [-12, 25, 20, 36, 36, 17],
        [60, 60, 60, 60, 44, 44],
        [76, 76, 76, 92, 92, 76],
    ],
    [
        [-16, 0, 0, 16, 0, 16],
        [-1, 9, 36, 31, 20, 9],
        [28, 44, 76, 55, 44, 44],
        [76, 76, 92, 81, 76, 76],
    ],
    [
        [-33, -5, -12, 19, -16, 40],
        [28, 32, -7, 32, 0, 56],
        [47, 32, 65, 48, 48, 56],
        [64, 87, 77, 92, 60, 84],
    ],
    [
        [-28, -32, -12, 16, -16, 37],
        [4, 16, 4, 32, 0, 72],
        [4, 53, 52, 64, 35, 48],
        [64, 60, 91, 92, 76, 84],
    ],
];
