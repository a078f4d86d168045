// The shapes that the server sends; see /api/openapi.json.

/** @typedef {"first" | "second"} Side */
/** @typedef {{ fr: string, en: string }} Sentence */
/** @typedef {{ number: number, kind: string, side?: Side, text?: string, effect?: string, refusal?: Sentence, legal?: string[], view?: string, undone_from?: number }} Happening */
/** @typedef {{ name: string, strategy: string, chair: "engine" | "taken" | "open", you: boolean }} Player */
/** @typedef {{ id: string, game: string, players: Player[], options: Record<string, string>, time_ms: number | null, created_ms: number, events: number, ending?: string, position?: string }} Table */
/** @typedef {{ name: string, value?: string, help: Sentence }} Option */
/** @typedef {{ name: string, about: Sentence, options: Option[], strategies: string[], start: string }} Game */
/** @typedef {{ id: string, game: string, players: string[], created_ms: number, touched_ms: number, ending?: string }} Past */

/**
 * What a board is asked to show.
 * @typedef {object} Scene
 * @property {string} view the game as we may see it
 * @property {string[]} legal what we may play now
 * @property {Side | null} turn who has the hand
 * @property {Side} mine whose side is near
 * @property {Happening | null} event what just happened, to be shown moving
 * @property {string | null} whole the whole position, once the game is over
 * @property {string | null} hint the move the expert would play
 */

/**
 * A board on the page.
 * @typedef {object} Board
 * @property {(scene: Scene) => Promise<void>} show
 * @property {(event: KeyboardEvent) => boolean} key whether it took the key
 * @property {() => [string, string][]} keys its keys and what they do
 */

/**
 * A module of boards/.
 * @typedef {object} BoardModule
 * @property {(host: HTMLElement, play: (move: string) => void) => Board} open
 * @property {(event: Happening) => string} tell what a move or a draw did, in words
 * @property {string} sample a position that looks like the game
 */

export {};
