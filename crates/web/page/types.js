// The types of the server's messages; see /api/openapi.json.

/** @typedef {"first" | "second"} Side */
/** @typedef {{ number: number, kind: string, side?: Side, text?: string, effect?: string, told?: string, brief?: string, refusal?: string, legal?: string[], view: string, drawing?: Drawing }} TableEvent */
/** @typedef {{ name: string, strategy: string, terms?: string, chair: "engine" | "taken" | "open", you: boolean }} Player */
/** @typedef {{ first: number | null, second: number | null, running?: Side }} Clocks */
/** @typedef {{ id: string, game: string, players: Player[], options: Record<string, string>, time_ms: number | null, created_ms: number, events: number, clocks?: Clocks, ending?: string, valued: boolean, position?: string }} Table */
/** @typedef {{ option: string, label: string, kind: "number" | "one" | "text" | "flag", least?: number, most?: number, usual?: number | null, choices?: [string, string][], example?: string }} Field */
/** @typedef {{ name: string, about: string, goal: string, strategies: string[], start: string, sample: string, begins: string, hides: boolean, card: boolean, edits: boolean, fields: Field[] }} Game */
/** @typedef {{ id: string, game: string, players: string[], created_ms: number, touched_ms: number, ending?: string }} PastGame */
/** @typedef {{ move: string, parts: string[], words: string }} Touch */
/** @typedef {{ tool: string, parts: string[], position: string }} Edit */
/** `tall`, set by the page, says whether it is drawn higher than wide. @typedef {{ title: string, svg: string, moves: Touch[], changed: string[], tall?: boolean }} Drawing */
/** @typedef {{ parent?: number, move: string, words: string, side?: Side, effect?: string, position: string, turn: "player" | "chance" | "over" | "seen", whose?: Side, outcomes?: string[] }} NodeSeen */
/** @typedef {{ game: string, nodes: NodeSeen[] }} TreeSeen */
/** @typedef {{ where: string, move: string, worth: string, next?: { move: string, worth: string }, lost: boolean, why: string[] }} Hint */
/** @typedef {{ words: string, short: string, badge: string, tone: "good" | "even" | "bad" | "open" }} Worth */
/** @typedef {Worth & { move: string, rank: number }} MoveWorth */
/** @typedef {{ report: object, value: Worth, moves: MoveWorth[], first: { low: number, high: number, error: number }, settled: boolean }} Values */
/** @typedef {{ choice: number, side: Side, position: string, move: string, words: string, best: string, better: string, fine: string[], name: "inaccuracy" | "mistake" | "blunder", called: string, loss: number, lost: string, why: string[] }} Mistake */
/** @typedef {{ side: Side, kind: "choice" | "chance", position: string, value: number, loss?: number }} Judged */
/** @typedef {{ review: { result: number | null, terms: { mistakes: Record<Side, number>, error?: number }, moves: Judged[] }, sum: string, terms: { words: string, value: number }[], unproved?: string, mistakes: Mistake[] }} Review */

/**
 * The position that a board shows.
 * @typedef {object} Scene
 * @property {string} view the game in the notation of the reader's views
 * @property {Side} near the side at the bottom
 * @property {string | null} last the last effect: a side, a space, and the effect of an event
 * @property {string | null} played the last effect of a player's move, in the same form
 * @property {boolean} moving whether the last effect is animated
 * @property {boolean} may whether the reader may play now
 * @property {string | null} hint the move the expert would play
 * @property {Touch[]} [touches] touches that replace the legal moves
 * @property {Drawing} [drawing] the drawing, where an event brought it
 */

export {};
