// The board of every game: the server's drawing, patched part by part so that focus, a screen reader's
// position and running animations stay; touches and keys become moves by narrowing the legal ones.

import { ask, Trouble } from "./api.js";
import { calm, drawn, move, pause } from "./dom.js";
import { language } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Drawing} Drawing */
/** @typedef {import("./types.js").Touch} Touch */

/** How long each of several changed parts is lit, in ms. */
const BEAT = 150;
/** Wait before a lost drawing is requested again, in ms: at first, and at most. */
const [SOON, LATE] = [250, 4000];
/** Codes of errors that are temporary. */
const TEMPORARY = ["busy", "too-fast", "crowded", "stopped"];
/** Attributes of parts that the page sets and drawings never have. */
const OWN = ["role", "tabindex", "aria-pressed", "aria-describedby"];
/** Largest number of drawings in the cache. */
const KNOWN = 60;
/** Width in pixels below which boards are drawn higher than wide. */
const NARROW = 620;
/** Where the panel stands beside the board, a board has more width than height. */
const BESIDE = matchMedia("(min-width: 60rem), (orientation: landscape) and (min-width: 36rem)");
/** Whether the board of an element is drawn higher than wide. @param {HTMLElement} host @param {number} [narrow] */
export const isTall = (host, narrow = NARROW) => host.clientWidth < narrow && !BESIDE.matches;
/** @type {Map<string, Promise<Drawing>>} */
const known = new Map();

/**
 * Requests the drawing of a view, or takes it from the cache.
 * @param {string} game
 * @param {{ view: string, near?: string, last?: string | null, played?: string | null }} scene
 * @param {boolean} [tall]
 */
export function drawingOf(game, { view, near = "first", last = null, played = null }, tall = false) {
  const query = new URLSearchParams({ view, near, lang: language(), tall: String(tall) });
  if (last) query.set("last", last);
  if (played) query.set("played", played);
  const path = `games/${encodeURIComponent(game)}/drawing?${query}`;
  let drawing = known.get(path);
  if (!drawing) {
    drawing = /** @type {Promise<Drawing>} */ (ask(path));
    drawing.catch(() => known.delete(path));
    known.set(path, drawing);
    const oldest = known.keys().next().value;
    if (known.size > KNOWN && oldest) known.delete(oldest);
  }
  return drawing;
}

/** @param {Element} part */
const nameOf = (part) => /** @type {SVGElement} */ (part).dataset.part ?? "";

export class Board {
  /** @type {SVGSVGElement | null} */
  svg = null;
  /** The source of each part as it was last drawn. @type {Map<string, string>} */
  sources = new Map();
  /** Moves that may be made by touch. @type {Touch[]} */
  moves = [];
  /** All moves of the drawing, of either side. @type {Touch[]} */
  listed = [];
  /** @type {Set<string>} */
  chosen = new Set();
  /** @type {Scene | null} */
  scene = null;
  turn = 0;
  /** Whether the drawing of the scene is still loading. */
  coming = false;
  /** Keys that wait for the drawing, or for the move of the key before. @type {string[]} */
  early = [];
  /** Called when the parts that may be touched change. @type {(() => void) | null} */
  armed = null;
  /** Called when the board becomes higher than wide, or the other way round. @type {(() => void) | null} */
  reshaped = null;

  /**
   * @param {HTMLElement} host
   * @param {string} game
   * @param {(move: string) => void} play
   * @param {number} [narrow] boards that are narrower, in pixels, are drawn higher than wide
   */
  constructor(host, game, play, narrow = NARROW) {
    this.narrow = narrow;
    this.host = host;
    this.game = game;
    this.play = play;
    host.addEventListener("click", (event) => this.touchAt(event.target));
    host.addEventListener("pointerover", (event) => this.aim(event.target));
    host.addEventListener("pointerleave", () => this.aim(null));
    host.addEventListener("focusin", (event) => this.aim(event.target));
    this.wasTall = this.tall();
    this.resize = new ResizeObserver(() => {
      if (this.tall() === this.wasTall) return;
      this.wasTall = this.tall();
      this.reshaped?.();
      if (this.scene) this.show({ ...this.scene, moving: false });
    });
    this.resize.observe(host);
  }

  close() {
    this.turn += 1;
    this.resize.disconnect();
  }

  tall() {
    return isTall(this.host, this.narrow);
  }

  /** @param {Scene} scene */
  async show(scene) {
    const turn = ++this.turn;
    this.scene = scene;
    this.wasTall = this.tall();
    // The moves of the previous scene are no longer buttons.
    this.moves = [];
    this.chosen.clear();
    this.coming = true;
    if (!scene.may) this.early = [];
    this.arm();
    const drawing = await this.fetch(scene, turn);
    if (!drawing) return;
    this.listed = drawing.moves;
    await this.patch(drawn(drawing.svg), scene.moving ? drawing.changed : []);
    if (turn !== this.turn) return;
    this.coming = false;
    this.moves = scene.may ? (scene.touches ?? drawing.moves).filter((touch) => touch.parts.length > 0) : [];
    this.arm();
    this.catchUp();
  }

  /** The drawing of a scene, requested until it comes; null when a newer scene is to be shown. @param {Scene} scene @param {number} turn */
  async fetch(scene, turn) {
    if (scene.drawing?.tall === this.wasTall) return scene.drawing;
    for (let wait = SOON; turn === this.turn; wait = Math.min(2 * wait, LATE)) {
      try {
        const drawing = await drawingOf(this.game, scene, this.wasTall);
        return turn === this.turn ? drawing : null;
      } catch (error) {
        if (error instanceof Trouble && !TEMPORARY.includes(error.code)) throw error;
      }
      await new Promise((done) => setTimeout(done, wait));
    }
    return null;
  }

  /** Touches the parts of the waiting keys, up to the first that plays a move. */
  catchUp() {
    while (this.early.length > 0 && !this.coming) {
      const name = this.named(this.early.shift() ?? "");
      if (name) this.touch(name);
      // The key played a move: the next key is for the following position.
      if (name && this.chosen.size === 0) return;
    }
  }

  /** Replaces the parts that differ, the named ones in their order. @param {SVGSVGElement} fresh @param {string[]} order */
  async patch(fresh, order) {
    if (!this.svg) {
      this.svg = fresh;
      for (const part of fresh.children) this.sources.set(nameOf(part), part.outerHTML);
      this.host.prepend(fresh);
      return;
    }
    const svg = this.svg;
    const boxes = this.boxes();
    const parts = new Map([...fresh.children].map((part) => [nameOf(part), part]));
    if (order.length > 2 && !calm() && !document.hidden) await this.follow(order, parts);
    for (const name of ["viewBox", "aria-label", "class"]) svg.setAttribute(name, fresh.getAttribute(name) ?? "");
    const focused = document.activeElement;
    for (const old of [...svg.children]) if (!parts.has(nameOf(old))) this.remove(old);
    /** @type {Element | null} */
    let before = null;
    for (const part of parts.values()) {
      const old = this.part(nameOf(part));
      if (old) this.morph(old, part);
      else this.sources.set(nameOf(part), part.outerHTML);
      const place = old ?? part;
      /** @type {ChildNode | null} */
      const wanted = before ? before.nextSibling : svg.firstChild;
      if (wanted !== place) svg.insertBefore(place, wanted);
      before = place;
    }
    if (focused instanceof SVGElement && focused !== document.activeElement && svg.contains(focused)) focused.focus();
    await this.animate(boxes, order);
  }

  /** @param {string} name */
  part(name) {
    return /** @type {SVGElement | null} */ (this.svg?.querySelector(`:scope > [data-part="${CSS.escape(name)}"]`) ?? null);
  }

  /** The box of every part, in pixels. */
  boxes() {
    return new Map([...(this.svg?.children ?? [])].map((part) => [nameOf(part), part.getBoundingClientRect()]));
  }

  /** @param {Element} old */
  remove(old) {
    this.sources.delete(nameOf(old));
    const held = old === document.activeElement;
    old.remove();
    // Keyboard focus moves from the removed part to the board.
    if (held) this.host.focus();
  }

  /** @param {Element} old @param {Element} part */
  morph(old, part) {
    const source = part.outerHTML;
    if (this.sources.get(nameOf(part)) === source) return;
    this.sources.set(nameOf(part), source);
    for (const { name, value } of part.attributes) old.setAttribute(name, value);
    for (const { name } of [...old.attributes]) if (!part.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
    old.replaceChildren(...part.cloneNode(true).childNodes);
  }

  /** Lights the changed parts one after the other; each is redrawn when it is lit for the last time. @param {string[]} order @param {Map<string, Element>} parts */
  async follow(order, parts) {
    for (const [index, name] of order.entries()) {
      const [old, part] = [this.part(name), parts.get(name)];
      if (!old || !part) continue;
      if (order.lastIndexOf(name) === index) this.morph(old, part);
      old.classList.add("lit");
      await pause(BEAT);
      old.classList.remove("lit");
    }
  }

  /** Moves parts from their former position, or from the part that they name. @param {Map<string, DOMRect>} boxes @param {string[]} order */
  async animate(boxes, order) {
    const svg = this.svg;
    if (!svg || calm() || document.hidden || order.length === 0 || order.length > 2) return;
    const scale = svg.viewBox.baseVal.width / Math.max(1, svg.getBoundingClientRect().width);
    /** @type {Promise<void>[]} */
    const running = [];
    for (const part of svg.children) {
      const name = nameOf(part);
      const changed = order.includes(name);
      const origin = /** @type {SVGElement} */ (part).dataset.from ?? "";
      const from = boxes.get(name) ?? (changed ? boxes.get(origin) : undefined);
      if (changed && part.classList.contains("rolls")) running.push(roll(part));
      else if (from) running.push(travel(part, from, scale, part.classList.contains("falls")));
    }
    await Promise.all(running);
  }

  /** The moves that contain all chosen parts. */
  candidates() {
    return this.moves.filter((touch) => [...this.chosen].every((part) => touch.parts.includes(part)));
  }

  /** Makes buttons of the parts that may be touched. */
  arm() {
    const live = new Set(this.candidates().flatMap((touch) => touch.parts));
    const hinted = new Set(this.listed.find((touch) => touch.move === this.scene?.hint)?.parts ?? []);
    for (const part of this.svg?.children ?? []) {
      const name = nameOf(part);
      const armed = live.has(name);
      const held = part.classList.contains("held");
      part.classList.toggle("armed", armed);
      part.classList.toggle("chosen", this.chosen.has(name));
      part.classList.toggle("hinted", hinted.has(name));
      part.classList.toggle("dead", this.moves.length > 0 && !armed && (held || part.classList.contains("button")));
      part.setAttribute("role", armed ? "button" : "img");
      if (armed) part.setAttribute("tabindex", "0");
      else if (part === document.activeElement) part.setAttribute("tabindex", "-1");
      else part.removeAttribute("tabindex");
      if (this.chosen.has(name)) part.setAttribute("aria-pressed", "true");
      else part.removeAttribute("aria-pressed");
    }
    this.say();
    this.armed?.();
  }

  /** Writes on each button the move that it would make now. */
  say() {
    for (const part of this.svg?.querySelectorAll(":scope > .button.armed") ?? []) {
      const words = this.settled(nameOf(part))?.words;
      const text = part.querySelector(".word");
      if (!words || !text) continue;
      const said = words.slice(0, 1).toUpperCase() + words.slice(1);
      text.textContent = said;
      part.setAttribute("aria-label", said);
    }
  }

  /** @param {EventTarget | null} target @returns {SVGElement | null} */
  armedAt(target) {
    return target instanceof Element ? target.closest("[data-part].armed") : null;
  }

  /** Lights the parts of the move that a touch here would make. @param {EventTarget | null} target */
  aim(target) {
    const at = this.armedAt(target);
    this.light(at, at && this.settled(nameOf(at)));
  }

  /** Lights the parts of a move of the list. @param {string | null} move */
  point(move) {
    this.light(null, this.moves.find((touch) => touch.move === move));
  }

  /** @param {Element | null} at @param {Touch | null | undefined} touch */
  light(at, touch) {
    for (const part of this.svg?.children ?? []) part.classList.toggle("aimed", part === at || (touch?.parts.includes(nameOf(part)) ?? false));
  }

  /** @param {EventTarget | null} target */
  touchAt(target) {
    const part = this.armedAt(target);
    if (part) this.touch(nameOf(part));
  }

  /** The move that a touch of this part decides. @param {string} name */
  settled(name) {
    const chosen = new Set(this.chosen).add(name);
    const left = this.moves.filter((touch) => [...chosen].every((part) => touch.parts.includes(part)));
    const last = left.filter((touch) => touch.parts.at(-1) === name);
    if (left.length === 1) return left[0];
    if (last.length === 1) return last[0];
    const exact = last.find((touch) => touch.parts.length === chosen.size);
    if (exact || chosen.size > 1 || !this.part(name)?.classList.contains("button")) return exact;
    // A button that is touched alone takes all parts that could be chosen before it.
    return last.toSorted((one, other) => other.parts.length - one.parts.length)[0];
  }

  /** @param {string} name */
  touch(name) {
    const settled = this.chosen.has(name) ? undefined : this.settled(name);
    if (settled) {
      this.play(settled.move);
      return;
    }
    if (!this.chosen.delete(name)) this.chosen.add(name);
    this.arm();
  }

  /** Handles a key; true if the board used it. @param {KeyboardEvent} event */
  key(event) {
    const focused = this.armedAt(document.activeElement);
    if (focused && (event.key === "Enter" || event.key === " ")) {
      this.touch(nameOf(focused));
      return true;
    }
    const waits = this.coming || this.early.length > 0;
    if (waits && this.scene?.may && event.key.length === 1 && this.bearing(event.key).length > 0) {
      if (!event.repeat) this.early.push(event.key);
      this.catchUp();
      return true;
    }
    const arrow = event.key.startsWith("Arrow");
    const inside = this.host.contains(document.activeElement) || this.chosen.size > 0;
    if (arrow && !inside) return false;
    const named = this.named(event.key);
    if (named && (!arrow || this.chosen.size > 0)) {
      this.touch(named);
      return true;
    }
    return arrow && this.walk(event.key);
  }

  /** The parts that a key names. @param {string} key */
  bearing(key) {
    return [...(this.svg?.querySelectorAll(`:scope > [data-keys~="${CSS.escape(key)}"]`) ?? [])];
  }

  /** The first part that a key names and that is a button. @param {string} key */
  named(key) {
    const part = this.bearing(key).find((one) => one.classList.contains("armed"));
    return part ? nameOf(part) : undefined;
  }

  /** The move of a typed word: a move, or a key of the board. @param {string} text */
  typed(text) {
    if (this.listed.some((touch) => touch.move === text)) return text;
    const name = this.named(text.toLowerCase());
    return (name && this.settled(name)?.move) || text;
  }

  /** A move in words. @param {string} text */
  words(text) {
    return this.listed.find((touch) => touch.move === text)?.words ?? text;
  }

  /** Focuses the next button in the direction of an arrow. @param {string} key */
  walk(key) {
    const here = this.armedAt(document.activeElement)?.getBoundingClientRect();
    const [dx = 0, dy = 0] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [];
    const others = [...(this.svg?.querySelectorAll(":scope > .armed") ?? [])];
    if (!here) {
      /** @type {SVGElement | undefined} */ (others[0])?.focus();
      return others.length > 0;
    }
    const middle = (/** @type {DOMRect} */ box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const at = middle(here);
    const ways = others.map((part) => {
      const to = middle(part.getBoundingClientRect());
      const along = (to.x - at.x) * dx + (to.y - at.y) * dy;
      const across = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
      return { part, along, distance: along + 2 * across };
    });
    const next = ways.filter((way) => way.along > 2).sort((one, other) => one.distance - other.distance)[0];
    /** @type {SVGElement | undefined} */ (next?.part)?.focus();
    return true;
  }

  /** All keys of the board, separated by blanks. */
  keys() {
    const parts = [...(this.svg?.querySelectorAll(":scope > [data-keys]") ?? [])];
    const keys = parts.flatMap((part) => (/** @type {SVGElement} */ (part).dataset.keys ?? "").split(" "));
    return [...new Set(keys.filter((key) => key.length === 1))].join(" ");
  }
}

/** @param {Element} part */
async function roll(part) {
  part.classList.add("rolling");
  const frames = [{ transform: "rotate(-200deg) scale(1.25)", opacity: 0.4 }, { transform: "none", opacity: 1 }];
  await move(part, frames, { duration: 320, easing: "cubic-bezier(.2, .8, .3, 1)" });
  part.classList.remove("rolling");
}

/** @param {Element} part @param {DOMRect} from @param {number} scale @param {boolean} falls */
async function travel(part, from, scale, falls) {
  const to = part.getBoundingClientRect();
  const dx = (from.x + from.width / 2 - to.x - to.width / 2) * scale;
  const dy = (from.y + from.height / 2 - to.y - to.height / 2) * scale;
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  const options = falls
    ? { duration: 140 + Math.sqrt(Math.abs(dy)) * 16, easing: "cubic-bezier(.55, 0, .9, .5)" }
    : { duration: 380, easing: "cubic-bezier(.3, .7, .2, 1)" };
  await move(part, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], options);
}
