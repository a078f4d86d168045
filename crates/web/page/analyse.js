// The analysis board: a position, a tree of moves of both sides from it, and the value of every move. The
// address holds all of it.

import { go, lost } from "./app.js";
import { ask, askGames, Trouble } from "./api.js";
import { Board } from "./board.js";
import { el, writes } from "./dom.js";
import { frame, keepFocus, statusLine } from "./frame.js";
import { showKeys } from "./keys.js";
import { link } from "./links.js";
import { Moves } from "./moves.js";
import { showRules } from "./rules.js";
import { Tree } from "./tree.js";
import { Values } from "./values.js";
import { language, t } from "./words.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").TreeSeen} TreeSeen */
/** @typedef {import("./types.js").Edit} Edit */
/** @typedef {import("./tree.js").Knot} Knot */

class AnalysisScreen {
  /** @type {Tree | null} */
  tree = null;
  /** @type {Knot | null} */
  at = null;
  /** @type {Side} */
  near = "first";
  /** Number of the scene that is shown: results for an older one are dropped. */
  turn = 0;
  valued = localStorage.getItem("values") !== "off";
  /** Whether a touch changes the position instead of playing. */
  editing = false;
  /** The chosen editing tool. @type {string | null} */
  tool = null;
  /** The move that is being played. @type {Promise<void>} */
  playing = Promise.resolve();

  /** @param {HTMLElement} screen @param {Game} game @param {Game[]} games */
  constructor(screen, game, games) {
    this.game = game;
    const host = el("div", { class: "board felt", tabindex: -1 });
    this.board = new Board(host, game.name, (move) => this.play(move));
    this.values = new Values(this.board, () => this.drawStatus(), (message) => this.complain(message));
    this.status = statusLine();
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.chance = el("div", { class: "row chance", role: "group", "aria-label": t("chance") });
    this.tools = el("div", { class: "row chance", role: "group", "aria-label": t("edit"), hidden: true });
    this.moves = new Moves((count) => this.goTo(this.line()[count]));
    this.branches = el("div", { class: "tree", role: "group", "aria-label": t("moves") });
    this.actions = el("div", { class: "row actions" });
    this.edits = el("div", { class: "row actions" });
    this.address = link(t("analysis-link"), location.href, "analysis");
    this.help = el("dialog", { "aria-label": t("keys") });
    // The list of values has its place before they come, and the rest comes with the first position.
    this.kept = el("div", { class: "kept", hidden: !this.valued }, this.values.list);
    this.rest = el("div", { class: "rest", hidden: true }, this.edits, this.paste(), this.address, this.others(games));
    frame(screen, {
      head: [el("h1", {}, `${game.about} – ${t("analysis")}`)], stage: [el("div", { class: "measured" }, this.values.level, host)], line: [this.status, this.trouble], label: t("analysis"),
      panel: [this.chance, this.tools, this.actions, this.kept, this.moves.steps, this.branches, this.rest],
    });
    screen.append(this.help);
    document.title = `${game.about} – ${t("analysis")} – Brelan`;
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.enter();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.values.close();
    this.board.close();
    this.moves.close();
  }

  /** The form for a pasted position, moves or a record. */
  paste() {
    const text = el("textarea", { name: "pasted", rows: 2, maxlength: 15000, spellcheck: "false", autocapitalize: "off" });
    return el("form", { class: "paste", submit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const pasted = text.value;
      if (pasted.trim() && (await this.load({ pasted })) && text.value === pasted) text.value = "";
    } }, el("label", {}, t("paste"), text), el("button", { type: "submit" }, t("paste-open")));
  }

  async enter() {
    const given = new URLSearchParams(location.hash.slice(1));
    const at = given.has("at") ? Number(given.get("at")) : undefined;
    const table = given.get("table");
    if (table) {
      const record = await fetch(`/api/tables/${encodeURIComponent(table)}/record`);
      if (record.ok) await this.load({ pasted: await record.text() }, (tree) => afterMoves(tree, at));
      else this.complain((await record.json()).message);
      return;
    }
    if (await this.load({ position: given.get("position") ?? undefined, moves: given.get("moves") ?? "" }, (tree) => tree.knots[at ?? -1])) return;
    // The reason stays while a new game is shown.
    const why = this.trouble.textContent ?? "";
    await this.load({ moves: "" });
    this.complain(why);
  }

  /** @param {string} text */
  complain(text) {
    if (this.trouble.textContent !== text) this.trouble.textContent = text;
  }

  /**
   * Requests a tree of moves, shows it, and goes to the knot that `place` chooses.
   * @param {{ position?: string, moves?: string, pasted?: string }} wanted
   * @param {(tree: Tree) => Knot | undefined} [place] without it, the end of the main line
   */
  async load(wanted, place = () => undefined) {
    /** @type {TreeSeen} */
    let seen;
    try {
      seen = await ask(`games/${encodeURIComponent(this.game.name)}/tree`, { ...wanted, lang: language() });
    } catch (error) {
      this.complain(error instanceof Trouble ? error.message : t("offline"));
      return false;
    }
    this.complain("");
    const tree = new Tree(seen.nodes);
    if (seen.game !== this.game.name) {
      go(addressOf(seen.game, tree, tree.line(tree.root).at(-1)));
      return true;
    }
    this.tree = tree;
    const line = tree.line(tree.root);
    this.goTo(place(tree) ?? line.at(-1), this.at?.seen.position);
    return true;
  }

  line() {
    return this.tree && this.at ? this.tree.line(this.at) : [];
  }

  /** Shows a position; a move from the shown position is animated. @param {Knot | undefined} knot @param {string} [from] */
  goTo(knot, from = this.at?.seen.position) {
    if (!knot || !this.tree) return;
    this.at = knot;
    const address = addressOf(this.game.name, this.tree, knot);
    history.replaceState(null, "", address);
    const field = this.address.querySelector("input");
    if (field) field.value = location.href;
    this.draw(knot.parent !== null && knot.parent.seen.position === from);
  }

  /** @param {boolean} moving */
  async draw(moving) {
    const { at, tree } = this;
    if (!at || !tree) return;
    const turn = ++this.turn;
    this.values.clear();
    this.drawChance(at);
    this.drawAround();
    const past = Tree.past(at);
    const played = past.findLast((one) => one.seen.side && !one.seen.move.startsWith("="));
    const done = (/** @type {Knot | undefined} */ one) => (one?.seen.side ? `${one.seen.side} ${one.seen.effect}` : null);
    const { turn: whose } = at.seen;
    const edits = await this.changes(at);
    if (turn !== this.turn) return;
    const touches = edits?.filter((edit) => edit.tool === this.tool).map(({ tool, parts, position }) => ({ move: position, parts, words: tool }));
    await this.board.show({ view: at.seen.position, near: this.near, last: done(at), played: done(played), moving,
      may: whose === "player" || whose === "seen" || touches !== undefined, hint: null, touches });
    if (turn === this.turn && this.valued && !this.editing && whose !== "over") this.values.ask("values", { game: this.game.name, position: at.seen.position });
  }

  /** The edits of the shown position while editing is on; the tools stand over the board. @param {Knot} at */
  async changes(at) {
    this.tools.hidden = !this.editing;
    if (!this.editing) return undefined;
    /** @type {Edit[]} */
    const edits = await ask(`games/${encodeURIComponent(this.game.name)}/edits?${new URLSearchParams({ position: at.seen.position, lang: language() })}`).catch((error) => {
      this.complain(error instanceof Trouble ? error.message : t("offline"));
      return [];
    });
    if (at === this.at) this.drawTools(edits);
    return edits;
  }

  /** @param {Edit[]} edits */
  drawTools(edits) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.tool;
    const tools = [...new Set(edits.filter(({ parts }) => parts.length > 0).map(({ tool }) => tool))];
    if (!this.tool || !tools.includes(this.tool)) this.tool = tools[0] ?? null;
    const button = (/** @type {string} */ tool, more = {}) => el("button", { type: "button", "data-tool": tool, ...more }, tool);
    this.tools.replaceChildren(
      ...tools.map((tool) => button(tool, { "aria-pressed": String(tool === this.tool), click: () => {
        this.tool = tool;
        this.draw(false);
      } })),
      ...edits.filter(({ parts }) => parts.length === 0).map(({ tool, position }) => button(tool, { click: () => this.load({ position }) })));
    if (focused) /** @type {HTMLElement | null} */ (this.tools.querySelector(`[data-tool="${CSS.escape(focused)}"]`))?.focus();
  }

  edit() {
    this.editing = !this.editing;
    this.draw(false);
  }

  drawAround() {
    const { at, tree } = this;
    if (!at || !tree) return;
    this.rest.hidden = false;
    this.kept.hidden = !this.valued || this.editing;
    this.drawActions(at);
    this.drawStatus();
    const line = this.line();
    this.moves.drawSteps(line.length - 1, line.indexOf(at));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.knot;
    this.branches.replaceChildren(...this.drawLine(tree.root));
    if (focused !== undefined) /** @type {HTMLElement | null} */ (this.branches.querySelector(`[data-knot="${focused}"]`))?.focus();
    const now = /** @type {HTMLElement | null} */ (this.branches.querySelector(".now"));
    if (now) this.branches.scrollTop = now.offsetTop - this.branches.offsetTop - 60;
  }

  /** The moves after a knot: its first child in line, the others as branches. @param {Knot} from @returns {HTMLElement[]} */
  drawLine(from) {
    const main = el("ol", { class: "line" });
    /** @type {HTMLElement[]} */
    const drawn = [main];
    let list = main;
    for (let at = from; at.children.length > 0;) {
      const [first, ...others] = /** @type {[Knot, ...Knot[]]} */ (at.children);
      list.append(this.entry(first));
      for (const other of others) {
        const rest = this.drawLine(other);
        rest[0]?.prepend(this.entry(other));
        drawn.push(el("div", { class: "branch", role: "group", "aria-label": t("variation", { move: other.seen.words }) }, ...rest));
      }
      if (others.length > 0 && first.children.length > 0) {
        list = el("ol", { class: "line" });
        drawn.push(list);
      }
      at = first;
    }
    return drawn;
  }

  /** @param {Knot} knot */
  entry(knot) {
    const now = knot === this.at;
    return el("li", { class: knot.seen.side ?? "" }, el("button", { type: "button", class: `step${now ? " now" : ""}`, "aria-current": now ? "step" : null,
      "data-knot": knot.index, "data-ply": this.ply(knot), click: () => this.goTo(knot) },
      el("span", { class: "dot", "aria-hidden": "true" }), knot.seen.words || knot.seen.move));
  }

  /** The number of a move; results of chance have none. @param {Knot} knot */
  ply(knot) {
    return knot.seen.move.startsWith("=") ? null : Tree.past(knot).filter((one) => one.parent && !one.seen.move.startsWith("=")).length;
  }

  /** The results of chance at a knot, as buttons. @param {Knot} at */
  drawChance(at) {
    const { outcomes = [] } = at.seen;
    this.chance.hidden = at.seen.turn !== "chance" || this.editing;
    this.chance.replaceChildren(...outcomes.map((label, index) =>
      el("button", { type: "button", "data-outcome": index, click: () => this.play(`=${index}`) }, label)),
      el("button", { type: "button", "data-outcome": "*", click: () => this.play("*") }, t("at-random")));
  }

  /** @param {Side | undefined} side */
  name(side) {
    return t(side === "second" ? "player-2" : "player-1");
  }

  situation() {
    const { turn, whose } = this.at?.seen ?? {};
    if (this.editing) return t("editing");
    if (turn === "over") return whose ? `${t("wins", { name: this.name(whose) })}.` : `${t("drawn")}.`;
    if (turn === "seen") return t("seen-only");
    return t(turn === "chance" ? "chance-of" : "turn-of", { name: this.name(whose) });
  }

  drawStatus() {
    const seen = this.values.seen;
    const value = seen ? t("values-are", { state: seen.value.words, reason: seen.value.badge }) : "";
    const situation = this.situation();
    if (this.status.dataset.said === value + situation) return;
    this.status.dataset.said = value + situation;
    this.status.replaceChildren(el("strong", {}, situation), " ", el("span", { class: `told ${seen?.value.tone ?? ""}` }, value));
  }

  /** @param {Knot} at */
  drawActions(at) {
    const button = (/** @type {string} */ key, /** @type {() => void} */ click, more = {}) =>
      el("button", { type: "button", "data-action": key, click, ...more }, t(key));
    const focus = [keepFocus(this.actions), keepFocus(this.edits)];
    const first = Tree.past(at).every((one) => !one.parent || one.parent.children[0] === one);
    this.actions.replaceChildren(
      button("values", () => this.toggle(), { "aria-pressed": String(this.valued) }),
      ...(this.game.edits && at.seen.turn !== "seen" ? [button("edit", () => this.edit(), { "aria-pressed": String(this.editing) })] : []),
      ...(this.game.card ? [button("card", () => this.showCard(at))] : []), button("flip", () => this.flip()));
    this.edits.replaceChildren(...[
      button("rules", () => this.showRules()), button("keys", () => this.showKeys()),
      !first && button("promote", () => this.rewrite((tree) => tree.first(at), at)),
      // A person who has seen both hands cannot play with one of them.
      (at.seen.turn === "player" || at.seen.turn === "chance") && !this.game.hides
        && el("a", { class: "button", "data-action": "play-here", href: `/new/${encodeURIComponent(this.game.name)}#${new URLSearchParams({ position: at.seen.position })}` }, t("play-here")),
      el("a", { class: "button", "data-action": "save-picture", download: "brelan.svg", href: `/api/games/${encodeURIComponent(this.game.name)}/picture?${new URLSearchParams({ view: at.seen.position, near: this.near, lang: language() })}` }, t("save-picture")),
      at.seen.turn !== "seen" && el("a", { class: "button", "data-action": "save-record", download: "brelan.txt", href: `data:text/plain;charset=utf-8,${encodeURIComponent(this.record(at))}` }, t("save-record")),
      at.parent !== null && button("cut", () => this.rewrite((tree) => tree.without(at), at.parent ?? at)),
    ].filter((one) => one instanceof HTMLElement));
    for (const back of focus) back();
  }

  /** Replaces the tree by another text and stays at a knot. @param {(tree: Tree) => string} write @param {Knot} stay */
  rewrite(write, stay) {
    if (!this.tree) return;
    const moves = write(this.tree);
    this.load({ position: this.tree.root.seen.position, moves }, (tree) => tree.knots[stay.index]);
  }

  toggle() {
    this.valued = !this.valued;
    localStorage.setItem("values", this.valued ? "on" : "off");
    this.draw(false);
  }

  flip() {
    this.near = this.near === "first" ? "second" : "first";
    this.draw(false);
  }

  /** Plays a move after those that are being played, so that fast keys are played in order. @param {string} move */
  play(move) {
    this.playing = this.playing.then(() => this.playNow(move));
    return this.playing;
  }

  /** Plays a move, or goes to the knot where it was played before. @param {string} move */
  async playNow(move) {
    const { at, tree } = this;
    if (!at || !tree) return;
    if (this.editing) {
      await this.load({ position: move });
      return;
    }
    if (at.seen.turn === "seen") {
      this.complain(t("seen-only"));
      return;
    }
    const known = at.children.find((one) => one.seen.move === move);
    if (known) {
      this.goTo(known);
      return;
    }
    const { text, index } = tree.with(at, move);
    await this.load({ position: tree.root.seen.position, moves: text }, (grown) => move === "*" ? thrown(grown.knots[index]) : grown.knots[index]);
  }

  /** The moves to a knot as a record. @param {Knot} at */
  record(at) {
    const [root, ...played] = Tree.past(at);
    const line = (/** @type {Knot} */ { seen }) => seen.move.startsWith("=") ? `chance ${seen.move.slice(1)}` : `${seen.side} plays ${seen.move}`;
    const { turn, whose } = at.seen;
    const end = turn !== "over" ? [] : [whose ? `result ${whose} wins` : "result draw"];
    return ["brelan record 1", `game ${this.game.name}`, `position ${root?.seen.position}`, "referee guarded",
      `first ${t("player-1")}@humain`, `second ${t("player-2")}@humain`, "", ...played.map(line), ...end, ""].join("\n");
  }

  /** Shows the strategy card of the side to move. @param {Knot} at */
  async showCard(at) {
    const response = await fetch(`/api/games/${encodeURIComponent(this.game.name)}/card?${new URLSearchParams({ position: at.seen.position, lang: language() })}`, { headers: { "Accept-Language": language() } });
    if (!response.ok) {
      this.complain((await response.json()).message);
      return;
    }
    this.help.replaceChildren(el("h2", {}, t("card")), el("pre", { class: "scroll", tabindex: 0 }, await response.text()),
      el("button", { type: "button", class: "main", click: () => this.help.close() }, t("close")));
    this.help.showModal();
  }

  showRules() {
    showRules(this.help, this.game.name, this.game.about).catch(() => this.complain(t("offline")));
  }

  showKeys() {
    showKeys(this.help, this.board.keys(), ["key-parts", "key-arrows", "key-enter", "key-values", "key-rules", "key-step", "key-ends", "key-help"]);
  }

  /** A choice of the game that is analysed. @param {Game[]} games */
  others(games) {
    const choice = el("select", { name: "analysed", change: () => go(`/analyse/${encodeURIComponent(choice.value)}`) },
      ...games.map((game) => el("option", { value: game.name, selected: game === this.game }, game.about)));
    return el("label", { class: "link" }, t("game"), choice);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (writes(event.target) || this.help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const presses = event.key === "Enter" || event.key === " ";
    if (presses && event.target instanceof HTMLElement && event.target.closest("button, a, summary")) return;
    if (this.board.key(event) || this.command(event.key)) event.preventDefault();
  }

  /** Handles a key of the page; false if it is none. @param {string} key */
  command(key) {
    const line = this.line();
    const shown = line.indexOf(/** @type {Knot} */ (this.at));
    const [back, on] = [() => this.goTo(line[shown - 1]), () => this.goTo(line[shown + 1])];
    /** @type {Record<string, () => void>} */
    const own = {
      "?": () => this.showKeys(), r: () => this.showRules(), v: () => this.toggle(),
      ",": back, ".": on, j: back, k: on, ArrowLeft: back, ArrowRight: on, Home: () => this.goTo(line[0]), End: () => this.goTo(line.at(-1)),
    };
    own[key]?.();
    return key in own;
  }
}

/** The knot after the results of chance that were just drawn. @param {Knot | undefined} knot */
function thrown(knot) {
  let at = knot;
  while (at && at.seen.turn === "chance" && at.children.length > 0) at = at.children.at(-1);
  return at;
}

/** The knot after `count` moves and the results of chance that follow. @param {Tree} tree @param {number | undefined} count */
function afterMoves(tree, count) {
  const line = tree.line(tree.root);
  if (count === undefined) return line.at(-1);
  let moves = 0;
  const next = line.findIndex((one) => one.parent !== null && !one.seen.move.startsWith("=") && ++moves > count);
  return next < 0 ? line.at(-1) : line[next - 1];
}

/** The address of a knot in a tree; usual values are left out. @param {string} game @param {Tree} tree @param {Knot | undefined} at */
export function addressOf(game, tree, at) {
  const moves = tree.text();
  const given = new URLSearchParams({ position: tree.root.seen.position });
  if (moves) given.set("moves", moves);
  if (at && at !== tree.line(tree.root).at(-1)) given.set("at", String(at.index));
  return `/analyse/${encodeURIComponent(game)}#${given}`;
}

/**
 * @param {HTMLElement} screen
 * @param {string} name
 * @returns {Promise<import("./app.js").Part>}
 */
export async function analyse(screen, name) {
  /** @type {Game[]} */
  const games = await askGames();
  // The address without a game is that of the last analysis.
  const wanted = name || localStorage.getItem("analysed") || games[0]?.name;
  const game = games.find((known) => known.name === wanted);
  if (!game) {
    lost(screen);
    return {};
  }
  localStorage.setItem("analysed", game.name);
  const shown = new AnalysisScreen(screen, game, games);
  return { close: () => shown.close() };
}
