// Hints at a table, in three steps: where to look, what to play and how much better that is, and why.

import { t } from "./words.js";

/** @typedef {import("./types.js").Hint} Hint */

export const STEPS = 3;

export class Hints {
  /** The last hint, and how many of its steps are shown. @type {{ hint: Hint, told: number } | null} */
  given = null;
  asking = false;

  /** The word of the button for the next step. */
  get word() {
    return ["hint", "hint-what", "hint-why", "hint-why"][this.given?.told ?? 0] ?? "hint";
  }

  /** Whether every step is shown. */
  get told() {
    return this.given?.told === STEPS;
  }

  /** The move that is marked on the board. */
  get move() {
    return this.given && this.given.told > 1 ? this.given.hint.move : null;
  }

  clear() {
    this.given = null;
  }

  /** Shows the next step of a hint. @param {() => Promise<Hint | undefined>} ask requests a hint */
  async next(ask) {
    if (!this.given) {
      this.asking = true;
      const hint = await ask();
      this.asking = false;
      this.given = hint ? { hint, told: 0 } : null;
    }
    if (this.given) this.given.told = Math.min(STEPS, this.given.told + 1);
  }

  /** The steps that are shown, as prose. @param {(move: string) => string} words a move in words */
  text(words) {
    if (this.asking) return t("hint-waits");
    if (!this.given) return "";
    const { hint, told } = this.given;
    if (told === 1) return hint.where;
    const what = t("hint-is", { move: words(hint.move) });
    if (told === STEPS && hint.why.length > 0) return [what, ...hint.why].join(" ");
    const rest = hint.lost ? t("hint-lost") : hint.next ? t("hint-next", { move: words(hint.next.move), state: hint.next.worth }) : t("hint-equal");
    return [what, t("hint-worth", { state: hint.worth }), rest].join(" ");
  }
}
