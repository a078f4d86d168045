// The events of a game that were not taken back.

/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {import("./types.js").Side} Side */

export class Line {
  /** @type {TableEvent[]} */
  events = [];

  /** Adds the next event. The server sends a drawing when the board changed: until then the previous drawing is valid. @param {TableEvent} event */
  add(event) {
    const before = this.events.at(-1);
    if (!event.drawing && before?.drawing && before.view === event.view) event.drawing = before.drawing;
    this.events.push(event);
  }

  clear() {
    this.events = [];
  }

  /** The question to the side that is to move: an answer that could not be read leaves it open. */
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

  /** The events up to the next move after the first `count`. @param {number} count */
  until(count) {
    const next = this.moves()[count];
    return next ? this.events.filter((event) => event.number < next.number) : this.events;
  }

  /** The last effect of the events, or of those of one kind: a side, a space, and the effect. @param {TableEvent[]} events @param {string} [kind] */
  static last(events, kind) {
    const event = events.findLast((one) => one.effect !== undefined && (!kind || one.kind === kind));
    return event ? `${event.side} ${event.effect}` : null;
  }

  /** The sentence of the last event that has one. @param {TableEvent[]} events */
  static told(events) {
    return events.findLast((one) => one.told !== undefined)?.told ?? null;
  }

  /** The view after the last event. @param {TableEvent[]} events */
  static view(events) {
    return events.at(-1)?.view ?? "";
  }

  /** The drawing after the last event, if it came and shows that view. @param {TableEvent[]} events @param {string} view */
  static drawing(events, view) {
    const last = events.at(-1);
    return last?.view === view ? last.drawing : undefined;
  }
}
