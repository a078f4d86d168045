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

  /** What had happened after so many moves and whatever nature did next. @param {number} count */
  until(count) {
    const next = this.moves()[count];
    return next ? this.events.filter((event) => event.number < next.number) : this.events;
  }

  /** The last of these, of that kind or any, that changed the board: a side and an effect. @param {Happening[]} events @param {string} [kind] */
  static last(events, kind) {
    const event = events.findLast((one) => one.effect !== undefined && (!kind || one.kind === kind));
    return event ? `${event.side} ${event.effect}` : null;
  }

  /** What the last of these with words said. @param {Happening[]} events */
  static told(events) {
    return events.findLast((one) => one.told !== undefined)?.told ?? null;
  }

  /** The view after these. @param {Happening[]} events */
  static view(events) {
    return events.findLast((one) => one.view !== undefined)?.view ?? "";
  }
}
