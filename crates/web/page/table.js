// A table: the board, who sits there, what was played, and what may be done.

import { go } from "./app.js";
import { ask, Trouble, watch } from "./api.js";
import { boardOf } from "./boards.js";
import { el } from "./dom.js";
import { Line } from "./line.js";
import { say, strategy, t } from "./words.js";

/** @typedef {import("./types.js").Happening} Happening */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Side} Side */

/** More events than this at once are not shown moving. */
const CROWD = 12;

/** @param {Side} side */
const other = (side) => (side === "first" ? "second" : "first");

class TableScreen {
  line = new Line();
  /** @type {Table | null} */
  about = null;
  /** @type {import("./types.js").Board | null} */
  board = null;
  /** @type {Happening[]} */
  queue = [];
  busy = false;
  /** How many moves of the past are shown; null for the present. @type {number | null} */
  step = null;
  /** @type {string | null} */
  hint = null;
  /** @type {{ move: string, turn: number } | null} */
  sent = null;

  /** @param {HTMLElement} screen @param {string} id */
  constructor(screen, id) {
    this.id = id;
    this.title = el("h1");
    this.host = el("div", { class: "board", tabindex: -1 });
    this.players = el("div", { class: "players" });
    this.status = el("p", { class: "status", role: "status", "aria-live": "polite" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.links = el("div", { class: "links" });
    this.actions = el("div", { class: "row actions" });
    this.list = el("ol", { class: "moves" });
    this.steps = el("div", { class: "row steps", role: "group", "aria-label": t("moves") });
    this.typed = el("input", { name: "move", maxlength: 60, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    this.form = el("form", { class: "row type", submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      if (text) this.play(text).then(() => { this.typed.value = ""; });
    } }, el("label", {}, t("type"), " ", this.typed), el("button", { type: "submit", class: "quiet" }, t("play")));
    this.help = el("dialog", { "aria-label": t("keys") });
    screen.append(el("div", { class: "table" },
      el("div", { class: "near" }, this.title, this.players, this.host, this.status, this.trouble, this.form),
      el("aside", { class: "side", "aria-label": t("moves") }, this.actions, this.links,
        el("h2", {}, t("moves")), this.steps, this.list)), this.help);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.enter();
  }

  async enter() {
    const code = new URLSearchParams(location.hash.slice(1)).get("join");
    if (code) {
      history.replaceState(null, "", location.pathname);
      await this.attempt(() => ask(`tables/${this.id}/join`, { code }));
    }
    const found = await this.attempt(() => ask(`tables/${this.id}`));
    if (!found) return;
    this.stop = watch(this.id, {
      table: (table) => this.know(table),
      event: (event) => this.hear(event),
      again: (id) => this.links.prepend(el("p", {}, t("next_game"), " ", el("a", { href: `/table/${id}` }, t("follow")))),
      trouble: (message) => this.complain(say(message)),
      connected: (is) => { if (is) this.complain(""); else this.complain(t("offline")); },
    });
  }

  close() {
    this.stop?.();
    document.removeEventListener("keydown", this.onkey);
  }

  /** @param {string} text */
  complain(text) {
    this.trouble.textContent = text;
  }

  /**
   * @template T
   * @param {() => Promise<T>} request
   * @returns {Promise<T | undefined>}
   */
  async attempt(request) {
    try {
      const answer = await request();
      this.complain("");
      return answer;
    } catch (error) {
      if (error instanceof Trouble) {
        if (error.code === "not-found") this.title.textContent = t("notFound");
        this.complain(error.message);
      } else this.complain(t("offline"));
      return undefined;
    }
  }

  /** @param {Table} table */
  know(table) {
    this.about = table;
    if (!this.board) {
      this.module = boardOf(table.game);
      this.board = this.module.open(this.host, (move) => this.play(move));
      ask("games").then((games) => {
        const game = games.find((/** @type {import("./types.js").Game} */ known) => known.name === table.game);
        this.title.textContent = game ? say(game.about) : table.game;
        document.title = `${this.title.textContent} – Brelan`;
      });
    }
    // What was hidden comes with the table once the game is over.
    if (table.position && this.line.over() && this.step === null) this.show(null);
    this.drawAround();
  }

  /** @param {Happening} event */
  hear(event) {
    this.queue.push(event);
    if (!this.busy) this.catchUp();
  }

  /** Shows one event after the other; when many wait, only the last. */
  async catchUp() {
    this.busy = true;
    // The first events come in one burst: let them all arrive.
    await Promise.resolve();
    while (this.queue.length > 0) {
      const crowded = this.queue.length > CROWD;
      const events = crowded ? this.queue.splice(0) : this.queue.splice(0, 1);
      for (const event of events) this.line.add(event);
      const event = events.at(-1) ?? null;
      if (event && event.kind !== "back") {
        this.hint = null;
        this.announce(event);
        if (this.step === null) await this.show(crowded ? null : event);
      }
      this.drawAround();
    }
    this.busy = false;
  }

  mine() {
    const you = this.about?.players.map((player) => player.you) ?? [];
    if (you[0] && you[1]) return this.line.asked()?.side ?? "first";
    return you[1] ? "second" : "first";
  }

  /** @param {Side} side */
  isYou(side) {
    return this.about?.players[side === "first" ? 0 : 1]?.you ?? false;
  }

  /** @param {Side} side */
  name(side) {
    return this.about?.players[side === "first" ? 0 : 1]?.name ?? side;
  }

  /** @param {Happening | null} event */
  async show(event) {
    const moves = this.line.moves().length;
    const past = this.step !== null;
    const count = this.step ?? moves;
    const asked = this.line.asked();
    const mayPlay = !past && asked?.side !== undefined && this.isYou(asked.side);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const key = focused && this.host.contains(focused) ? focused.dataset.key : undefined;
    const latest = event?.view ?? this.line.viewAfter(moves);
    await this.board?.show({
      view: past ? this.line.viewAfter(count) : latest,
      legal: mayPlay ? asked?.legal ?? [] : [],
      turn: this.line.turnAfter(count),
      mine: this.mine(),
      event,
      whole: this.line.over() ? this.about?.position ?? null : null,
      hint: this.hint,
    });
    if (key !== undefined && !this.host.contains(document.activeElement)) {
      const again = /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-key="${CSS.escape(key)}"]`));
      (again ?? this.host).focus();
    }
  }

  /** @param {Happening} event */
  announce(event) {
    const name = event.side ? this.name(event.side) : "";
    if (event.kind === "played" || (event.kind === "chance" && event.effect)) {
      this.latest = t("said", { name, what: this.module?.tell(event) ?? "" });
    } else if (event.refusal) this.latest = t("said", { name, what: `${event.text} – ${say(event.refusal)}` });
    else if (event.kind === "said") this.latest = t("cheating", { name });
  }

  /** Who has won, or who has the hand. */
  situation() {
    const over = this.line.over();
    if (over) return this.ending(over.text ?? "");
    const asked = this.line.asked();
    const side = asked?.side;
    if (!side) return "";
    if (this.isYou(side)) return t("yourTurn");
    const player = this.about?.players[side === "first" ? 0 : 1];
    const key = { engine: "thinks", open: "waits", taken: "turnOf" }[player?.chair ?? "taken"];
    return t(key, { name: this.name(side) });
  }

  /** @param {string} text */
  ending(text) {
    const [side, verb, reason] = text.split(" ");
    if (side === "draw") return t("draw");
    const named = /** @type {Side} */ (side);
    if (verb === "wins") return this.victory(named);
    const key = { resignation: "resigns", time: "outOfTime", cheating: "caught", refusals: "refusals" }[reason ?? ""] ?? "resigns";
    const told = t(key, { name: this.name(named) });
    return reason === "cheating" ? told : `${told} ${this.victory(other(named))}`;
  }

  /** @param {Side} side */
  victory(side) {
    return this.isYou(side) && !this.isYou(other(side)) ? t("youWin") : t("wins", { name: this.name(side) });
  }

  drawAround() {
    if (!this.about) return;
    this.drawPlayers(this.about);
    this.drawActions(this.about);
    this.drawLinks(this.about);
    this.drawMoves();
    const you = this.about.players.some((player) => player.you);
    const said = this.line.over() ? "" : this.latest ?? "";
    const situation = this.situation();
    // Told again only when it changed: a live region speaks whatever is written into it.
    if (this.status.textContent !== said + situation) {
      this.status.replaceChildren(el("span", { class: "latest" }, said), el("strong", {}, situation));
    }
    this.form.hidden = !you || this.line.over() !== null;
  }

  /** @param {Table} about */
  drawPlayers(about) {
    const turn = this.line.asked()?.side;
    this.players.replaceChildren(...about.players.map((player, index) => {
      const side = index === 0 ? "first" : "second";
      const detail = player.chair === "engine" ? strategy(player.strategy) : player.you ? t("you") : player.chair === "open" ? "…" : "";
      return el("div", { class: `player ${side}${turn === side ? " turn" : ""}` },
        el("span", { class: "dot", "aria-hidden": "true" }), el("strong", {}, player.name),
        detail !== player.name && el("span", { class: "detail" }, detail));
    }));
  }

  /** @param {Table} about */
  drawActions(about) {
    const over = this.line.over() !== null;
    const you = about.players.some((player) => player.you);
    const alone = about.players.every((player) => player.you || player.chair === "engine");
    const asked = this.line.asked();
    const myTurn = asked?.side !== undefined && this.isYou(asked.side);
    const button = (/** @type {string} */ key, /** @type {() => void} */ click, disabled = false) =>
      el("button", { type: "button", class: "quiet", "data-action": key, disabled, click }, t(key));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.action;
    this.actions.replaceChildren(...[
      you && !over && button("hint", () => this.askHint(), !myTurn),
      you && alone && button("takeBack", () => this.takeBack(), this.line.moves().length === 0),
      you && !over && button("resign", () => this.confirm()),
      you && over && button("again", () => this.again()),
      over && el("a", { class: "button quiet", href: `/api/tables/${this.id}/record`, download: "brelan.txt" }, t("record")),
      button("keys", () => this.showKeys()),
    ].filter((one) => one instanceof HTMLElement));
    if (focused) /** @type {HTMLElement | null} */ (this.actions.querySelector(`[data-action="${focused}"]`))?.focus();
  }

  /** @param {Table} about */
  drawLinks(about) {
    /** @type {HTMLElement[]} */
    const links = about.players.flatMap((player, index) => {
      const code = sessionStorage.getItem(`invitation-${this.id}-${index}`);
      return code && player.chair === "open"
        ? [this.link(t("invite", { name: player.name }), `${location.origin}/table/${this.id}#join=${code}`, "invitation")]
        : [];
    });
    const you = about.players.some((player) => player.you);
    links.push(you ? this.link(t("watchLink"), `${location.origin}/table/${this.id}`, "watch") : el("p", {}, t("watching")));
    const kept = this.links.querySelectorAll("p:has(a)");
    this.links.replaceChildren(...kept, ...links);
  }

  /** @param {string} label @param {string} address @param {string} name */
  link(label, address, name) {
    const field = el("input", { readonly: true, value: address, name, focus: () => field.select() });
    return el("label", { class: "link" }, label, el("span", { class: "row" }, field,
      el("button", { type: "button", class: "quiet", click: async (/** @type {Event} */ event) => {
        await navigator.clipboard.writeText(address);
        /** @type {HTMLElement} */ (event.target).textContent = t("copied");
      } }, t("copy"))));
  }

  drawMoves() {
    const moves = this.line.moves();
    const shown = this.step ?? moves.length;
    this.list.replaceChildren(...moves.map((event, index) => el("li", { class: event.side ?? "" },
      el("button", { type: "button", class: index + 1 === shown ? "step now" : "step", "aria-current": index + 1 === shown ? "step" : null, click: () => this.go(index + 1) },
        el("span", { class: "dot", "aria-hidden": "true" }), event.text ?? "", " ",
        el("span", { class: "detail" }, this.module?.tell(event) ?? "")))));
    const now = this.list.querySelector(".now");
    if (now) this.list.scrollTop = /** @type {HTMLElement} */ (now).offsetTop - this.list.offsetTop - 60;
    const button = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ to) =>
      el("button", { type: "button", class: "quiet", "aria-label": t(key), "data-step": key, disabled: to < 0 || to > moves.length || to === shown, click: () => this.go(to) }, sign);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.step;
    this.steps.replaceChildren(button("«", "first", 0), button("‹", "previous", shown - 1),
      el("span", { class: "detail" }, t("at", { n: shown, of: moves.length })),
      button("›", "next", shown + 1), button("»", "last", moves.length));
    if (focused) /** @type {HTMLElement | null} */ (this.steps.querySelector(`[data-step="${focused}"]`))?.focus();
  }

  /** Shows the game after so many moves. @param {number} count */
  go(count) {
    const moves = this.line.moves().length;
    if (count < 0 || count > moves) return;
    const forward = count === (this.step ?? moves) + 1;
    this.step = count === moves ? null : count;
    const event = forward ? this.line.moves()[count - 1] ?? null : null;
    this.show(event && { ...event, view: undefined });
    this.drawAround();
  }

  /** @param {string} move */
  async play(move) {
    const asked = this.line.asked();
    if (this.step !== null) {
      this.go(this.line.moves().length);
      return;
    }
    const turn = asked?.number ?? this.line.events.at(-1)?.number ?? 0;
    // A double click is one move.
    if (this.sent && this.sent.turn === turn && this.sent.move === move) return;
    this.sent = { move, turn };
    await this.attempt(() => ask(`tables/${this.id}/moves`, { move, turn }));
    this.sent = null;
  }

  async askHint() {
    const hint = await this.attempt(() => ask(`tables/${this.id}/hint`, {}));
    if (!hint) return;
    this.hint = hint.move;
    this.latest = t("hintIs", { move: hint.move });
    await this.show(null);
    this.drawAround();
  }

  async takeBack() {
    if (await this.attempt(() => ask(`tables/${this.id}/take-back`, {}))) {
      this.step = null;
      this.latest = t("tookBack");
      this.drawAround();
    }
  }

  async again() {
    const next = await this.attempt(() => ask(`tables/${this.id}/again`, {}));
    if (next) go(`/table/${next.id}`);
  }

  confirm() {
    const answer = (/** @type {string} */ key, /** @type {boolean} */ sure) => el("button", { type: "button", class: sure ? "main" : "quiet", "data-answer": key, click: () => {
      this.help.close();
      if (sure) this.attempt(() => ask(`tables/${this.id}/resign`, {}));
    } }, t(key));
    this.help.replaceChildren(el("h2", {}, t("resignSure")), el("div", { class: "row" }, answer("no", false), answer("yes", true)));
    this.help.showModal();
  }

  showKeys() {
    const common = [["?", t("keyHelp")], ["Tab", t("keyTab")], [", .", t("keyStep")], ["h", t("keyHint")], ["u", t("keyTakeBack")]];
    const keys = [...(this.board?.keys() ?? []), ...common];
    this.help.replaceChildren(el("h2", {}, t("keys")),
      el("dl", {}, ...keys.flatMap(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)])),
      el("button", { type: "button", class: "main", click: () => this.help.close() }, t("close")));
    this.help.showModal();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    const writes = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (writes || this.help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && target instanceof Element && target.closest("button, a, summary, [role=button]")) return;
    const moves = this.line.moves().length;
    const shown = this.step ?? moves;
    /** @type {Record<string, () => void>} */
    const own = { "?": () => this.showKeys(), ",": () => this.go(shown - 1), ".": () => this.go(shown + 1), h: () => this.askHint(), u: () => this.takeBack() };
    const act = own[event.key];
    if (act) act();
    if (act || this.board?.key(event)) event.preventDefault();
  }
}

/**
 * @param {HTMLElement} screen
 * @param {string} id
 * @returns {import("./app.js").Part}
 */
export function table(screen, id) {
  const shown = new TableScreen(screen, id);
  return { close: () => shown.close() };
}
