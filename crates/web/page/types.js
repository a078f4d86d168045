// The shapes that the server sends; see /api/openapi.json.

/** @typedef {"first" | "second"} Side */
/** @typedef {{ fr: string, en: string }} Sentence */
/** @typedef {{ number: number, kind: string, side?: Side, text?: string, effect?: string, told?: Sentence, brief?: Sentence, refusal?: Sentence, legal?: string[], view?: string, undone_from?: number }} Happening */
/** @typedef {{ name: string, strategy: string, terms?: string, chair: "engine" | "taken" | "open", you: boolean }} Player */
/** @typedef {{ first: number | null, second: number | null, running?: Side }} Clocks */
/** @typedef {{ id: string, game: string, players: Player[], options: Record<string, string>, time_ms: number | null, created_ms: number, events: number, clocks?: Clocks, ending?: string, valued: boolean, position?: string }} Table */
/** @typedef {{ option: string, label: Sentence, kind: "number" | "one" | "text" | "flag", least?: number, most?: number, usual?: number | null, choices?: [string, Sentence][], example?: string }} Field */
/** @typedef {{ name: string, about: Sentence, strategies: string[], start: string, sample: string, begins: Sentence, hides: boolean, card: boolean, edits: boolean, fields: Field[] }} Game */
/** @typedef {{ id: string, game: string, players: string[], created_ms: number, touched_ms: number, ending?: string }} Past */
/** @typedef {{ move: string, parts: string[], words: string }} Touch */
/** @typedef {{ tool: string, parts: string[], position: string }} Edit */
/** @typedef {{ title: string, svg: string, moves: Touch[], changed: string[] }} Drawing */
/** @typedef {{ parent?: number, move: string, words: string, side?: Side, effect?: string, position: string, turn: "player" | "chance" | "over" | "seen", whose?: Side, outcomes?: string[] }} NodeSeen */
/** @typedef {{ game: string, nodes: NodeSeen[] }} TreeSeen */
/** @typedef {{ where: Sentence, move: string, worth: Sentence, next?: { move: string, worth: Sentence }, lost: boolean, why: Sentence[] }} Hint */
/** @typedef {{ words: string, short: string, badge: string, tone: "good" | "even" | "bad" | "open" }} Worth */
/** @typedef {Worth & { move: string, rank: number }} MoveWorth */
/** @typedef {{ report: object, value: Worth, moves: MoveWorth[], first: { low: number, high: number, error: number }, settled: boolean }} Values */
/** @typedef {{ choice: number, side: Side, position: string, move: string, words: string, best: string, better: string, fine: string[], name: "inaccuracy" | "mistake" | "blunder", called: string, loss: number, why: string[] }} Mistake */
/** @typedef {{ side: Side, kind: "choice" | "chance", position: string, value: number }} Judged */
/** @typedef {{ review: { result: number | null, terms: { mistakes: Record<Side, number>, error?: number }, moves: Judged[] }, sum: string, terms: { words: string, value: number }[], unproved?: string, mistakes: Mistake[] }} Review */

/**
 * What a board is asked to show.
 * @typedef {object} Scene
 * @property {string} view the game as we may see it
 * @property {Side} near whose side is near
 * @property {string | null} last what happened last: a side and an effect
 * @property {string | null} played what a player did last, in the same form
 * @property {boolean} moving whether that just happened, and is shown moving
 * @property {boolean} may whether we may play now
 * @property {string | null} hint the move the expert would play
 * @property {Touch[]} [touches] what may be touched instead of the moves
 */

export {};
