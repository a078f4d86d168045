// Which board a game is shown on.

import * as allumettes from "./boards/allumettes.js";
import * as awale from "./boards/awale.js";
import * as dominos from "./boards/dominos.js";
import * as jeu421 from "./boards/421.js";
import * as plain from "./boards/plain.js";
import * as puissance4 from "./boards/puissance4.js";

/** @type {Record<string, import("./types.js").BoardModule>} */
const BOARDS = { allumettes, awale, dominos, 421: jeu421, puissance4 };

/** @param {string} game */
export const boardOf = (game) => BOARDS[game] ?? plain;
