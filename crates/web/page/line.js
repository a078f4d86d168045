// The game as it stands: the events that were not taken back.

/** @typedef {import("./types.js").Happening} Happening */
/** @typedef {import("./types.js").Side} Side */

export class Line {
  /** @type {Happening[]} */
  events = [];

  /** @param {Happening} event */
  add(event) {
    if (event.kind === "back") {
      const from = event.undone_from ?? 0;
      this.events = this.events.filter((known) => known.number < from);
    } else this.events.push(event);
  }

  /** Who has the hand: an answer that could not be read leaves the question as it is. */
  asked() {
    const last = this.events.findLast((event) => event.kind !== "unreadable");
    return last?.kind === "asked" ? last : null;
  }

  over() {
    const last = this.events.at(-1);
    return last?.kind === "over" ? last : null;
  }

  /** The moves that were played. */
  moves() {
    return this.events.filter((event) => event.kind === "played");
  }

  /** The view after so many moves and whatever nature did next. @param {number} count */
  viewAfter(count) {
    const next = this.moves()[count];
    const before = next ? this.events.filter((event) => event.number < next.number) : this.events;
    return before.findLast((event) => event.view !== undefined)?.view ?? "";
  }

  /** Whose turn it was after so many moves. @param {number} count @returns {Side | null} */
  turnAfter(count) {
    const next = this.moves()[count];
    return next?.side ?? this.asked()?.side ?? null;
  }
}
