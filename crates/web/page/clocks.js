// The clocks of both sides, counted down between the server's messages.

/** @typedef {import("./types.js").Clocks} Clocks */
/** @typedef {import("./types.js").Side} Side */

export class Timers {
  /** @type {Clocks | null} */
  clocks = null;
  /** When the clocks were received, in ms. */
  received = 0;

  /** @param {(side: Side, text: string, running: boolean) => void} show */
  constructor(show) {
    this.show = show;
    this.timer = setInterval(() => this.draw(), 200);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {Clocks | null} clocks */
  set(clocks) {
    this.clocks = clocks;
    this.received = performance.now();
    this.draw();
  }

  draw() {
    if (!this.clocks) return;
    for (const side of /** @type {const} */ (["first", "second"])) {
      const left = this.clocks[side];
      const running = this.clocks.running === side;
      this.show(side, left === null ? "" : text(left - (running ? performance.now() - this.received : 0)), running);
    }
  }
}

/** @param {number} ms */
function text(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
