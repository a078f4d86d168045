// A table: the events of its game, the board that shows them, and the moves that answer them.

import { Actions } from "./actions.js";
import { go, lost } from "./app.js";
import { ask, askGames, Trouble, watch } from "./api.js";
import { Board, drawingOf, isTall } from "./board.js";
import { el, pause, writes } from "./dom.js";
import { Ending } from "./ending.js";
import { adviceBox, advise, frame, statusLine } from "./frame.js";
import { Hints } from "./hints.js";
import { confirmResigning, showKeys } from "./keys.js";
import { Line } from "./line.js";
import { link, shortCode } from "./links.js";
import { Moves } from "./moves.js";
import { notice, switchNotices } from "./notices.js";
import { showRules } from "./rules.js";
import { Seats } from "./seats.js";
import { open } from "./setup.js";
import { knock } from "./sound.js";
import { Values } from "./values.js";
import { keepSigns, t } from "./words.js";

/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Side} Side */

/** Number of waiting events above which only the last is shown. */
const CROWD = 40;
/** How long an opponent's move stays before the next event is shown, in ms. */
const DWELL = 420;
const SIDES = /** @type {const} */ (["first", "second"]);

export class TableScreen {
  line = new Line();
  /** @type {Table | null} */
  about = null;
  /** @type {Game | null} */
  game = null;
  /** @type {Board | null} */
  board = null;
  /** @type {TableEvent[]} */
  queue = [];
  busy = false;
  /** Whether the game so far was received and shown. */
  met = false;
  /** Number of moves of the past position that is shown; null for the present. @type {number | null} */
  step = null;
  hints = new Hints();
  /** Whether values are switched on. */
  valued = false;
  /** @type {Values | null} */
  values = null;
  /** The review of a finished game, once it was asked for. @type {import("./review.js").Review | null} */
  review = null;
  /** Whether the review is open. */
  reviewing = false;
  /** A sentence besides the game's events: a step back. @type {string | null} */
  aside = null;
  /** The side whose hidden hand is shown. @type {Side | null} */
  open = null;
  /** Number of the question that was answered last, or is being answered. @type {number | null} */
  answered = null;
  closed = false;

  /** @param {HTMLElement} screen @param {string} id */
  constructor(screen, id) {
    this.id = id;
    this.title = el("h1");
    this.host = el("div", { class: "board felt", tabindex: -1 });
    this.seats = new Seats();
    this.status = statusLine();
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.notice = el("p", { class: "trouble", role: "alert", hidden: true });
    this.advice = adviceBox();
    this.invitations = el("div", { class: "links" });
    this.watching = el("div", { class: "links" });
    this.moves = new Moves((count) => this.go(count));
    this.typed = el("input", { name: "move", maxlength: 60, autocomplete: "off", spellcheck: "false", autocapitalize: "off", input: () => this.complain("") });
    this.measured = el("div", { class: "measured plain" }, this.host);
    this.worths = el("div", { class: "worths" });
    this.ending = new Ending(this);
    this.reviewed = el("div");
    this.aim = el("p", { class: "detail" });
    this.form = el("form", { class: "row type", submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      // Cleared now and not with the response: by then the next move may be half typed.
      this.typed.value = "";
      if (text) this.play(this.board?.typed(text) ?? text);
    } }, el("label", {}, t("type"), " ", this.typed), el("button", { type: "submit" }, t("play")));
    this.actions = new Actions(this, this.watching);
    this.help = el("dialog", { "aria-label": t("keys") });
    frame(screen, {
      head: [this.seats.box, this.title], stage: [this.measured], line: [this.status, this.trouble, this.notice], label: t("moves"),
      panel: [this.invitations, this.ending.box, this.advice, this.reviewed, this.actions.box, this.worths, this.moves.steps, this.moves.list, this.form, this.aim],
    });
    screen.append(this.help);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.project(location.hash === "#project");
    this.enter();
  }

  async enter() {
    const code = new URLSearchParams(location.hash.slice(1)).get("join");
    if (code) {
      history.replaceState(null, "", location.pathname);
      const joined = await this.attempt(() => ask(`tables/${this.id}/join`, { code }));
      this.invitation = joined === undefined ? this.trouble.textContent : null;
    }
    /** @type {[Table, Game[]] | undefined} */
    const found = await this.attempt(() => Promise.all([ask(`tables/${this.id}`), askGames()]));
    if (!found || this.closed) return;
    const [table, games] = found;
    this.game = games.find((game) => game.name === table.game) ?? null;
    this.aim.textContent = keepSigns(this.game?.goal ?? "");
    this.socket = watch(this.id, { watching: false, tall: () => isTall(this.host) }, {
      table: (table) => this.know(table),
      event: (event) => this.receive(event),
      reset: () => this.reset(),
      clocks: (clocks) => this.seats.timers.set(clocks),
      again: (id) => this.offer(id),
      trouble: (message) => this.complain(message),
      connected: (is) => {
        if (!is) this.complain(t("offline"));
        else if (this.trouble.textContent === t("offline")) this.complain("");
      },
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
    this.board?.close();
    this.values?.close();
    this.review?.close();
    this.moves.close();
    this.seats.close();
    this.project(false);
    document.removeEventListener("keydown", this.onkey);
  }

  /** Shows a page that helps instead of a table that does not exist. */
  lose() {
    const screen = this.host.closest(".screen");
    if (!(screen instanceof HTMLElement)) return;
    screen.classList.remove("wide");
    screen.replaceChildren();
    lost(screen);
  }

  /** @param {string} text */
  complain(text) {
    if (this.trouble.textContent !== text) this.trouble.textContent = text;
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
        if (error.code === "not-found" && !this.about) this.lose();
        this.complain(error.message);
      } else this.complain(t("offline"));
      return undefined;
    }
  }

  /** @param {Table} table */
  know(table) {
    this.about = table;
    this.board ??= this.prepare(table.game);
    this.seats.timers.set(table.clocks ?? null);
    const seated = table.players.some((player) => player.you);
    // The error of a used invitation stays, unless this browser used it.
    this.notice.hidden = !this.invitation || seated;
    this.notice.textContent = this.invitation && !seated ? this.invitation : "";
    // The whole position is shown once the game is over.
    if (table.position && this.line.over() && this.step === null) this.show(null);
    this.drawAround();
  }

  /** @param {string} game */
  prepare(game) {
    const board = new Board(this.host, game, (move) => this.play(move));
    board.reshaped = () => this.socket?.reopen();
    this.values = new Values(board, () => this.drawStatus(), (message) => this.complain(message));
    this.measured.prepend(this.values.level);
    this.worths.append(this.values.list);
    return board;
  }

  /** Whether values may be shown; of a finished game, once its review is open. */
  mayValue() {
    return this.line.over() ? Boolean(this.opened()?.seen) : this.seated() && Boolean(this.about?.valued);
  }

  /** The review, while it is open. */
  opened() {
    return this.reviewing ? this.review : null;
  }

  /** The judged move of a reviewed game that is shown. */
  judged() {
    return this.step === null ? undefined : this.opened()?.choices()[this.step];
  }

  /** Requests values where they are switched on, for the reader's turn or a judged move. */
  value() {
    const asked = this.step === null ? this.line.asked() : null;
    const mine = asked?.side !== undefined && this.isYou(asked.side) && !this.host.classList.contains("covered");
    const [judged, wanted] = [this.judged(), this.valued && this.mayValue()];
    this.measured.classList.toggle("plain", !wanted);
    if (wanted && judged) this.values?.ask("values", { game: this.about?.game, position: judged.position });
    else if (wanted && mine) this.values?.ask(`tables/${this.id}/values`, {});
    else this.values?.clear();
  }

  toggleValues() {
    if (!this.mayValue()) return;
    this.valued = !this.valued;
    if (this.judged()) this.show(null);
    this.value();
    this.drawAround();
  }

  /** Requests the review of a finished game, once. */
  async prepareReview() {
    const { Review } = await import("./review.js");
    if (this.closed) return;
    this.review ??= new Review(this.id, (side) => this.player(side)?.name ?? "", (count) => this.go(count), () => this.drawReviewed());
    this.review.own = this.own();
  }

  async openReview() {
    await this.prepareReview();
    if (!this.review) return;
    this.reviewing = true;
    this.reviewed.replaceChildren(this.review.panel);
    this.drawReviewed();
    this.drawAround();
  }

  drawReviewed() {
    if (this.reviewing && this.review?.seen) {
      this.review.draw(this.review.seen);
      this.review.mark(this.moves.list);
      this.go(this.step ?? this.line.moves().length);
    }
    this.ending.draw();
  }

  /** Closes the review: a move was taken back, and the game goes on. */
  closeReview() {
    this.review?.close();
    this.review = null;
    this.reviewing = false;
    this.reviewed.replaceChildren();
  }

  /** @param {TableEvent} event */
  receive(event) {
    this.queue.push(event);
    if (!this.busy && this.complete()) this.catchUp();
  }

  /** Whether the waiting events can be shown: past events are shown together, once all have arrived. */
  complete() {
    return this.met || (this.queue.at(-1)?.number ?? -1) >= (this.about?.events ?? 0) - 1;
  }

  /** Forgets all events: a move was taken back, and the server sends the remaining events again. */
  reset() {
    this.queue = [];
    this.line.clear();
    this.met = false;
    this.answered = null;
    this.step = null;
  }

  /** Shows the waiting events one after the other; when there are too many, only the last. */
  async catchUp() {
    this.busy = true;
    await pause(0);
    while (this.queue.length > 0 && this.complete() && !this.closed) {
      const missed = !this.met || this.queue.length > CROWD;
      const events = missed ? this.queue.splice(0) : this.queue.splice(0, 1);
      for (const event of events) this.line.add(event);
      const event = events.at(-1) ?? null;
      if (this.review && !this.line.over()) this.closeReview();
      if (event) {
        if (event.kind === "played") this.complain("");
        if (event.kind === "played" || event.kind === "over") this.aside = null;
        this.hints.clear();
        this.values?.clear();
        this.drawStatus();
        if (this.step === null) await this.show(missed ? null : event);
        if (!missed) await this.dwell(event);
        if (!missed && event.kind === "asked" && event.side && this.isYou(event.side) && !this.shared()) notice(this.pageTitle(), this.id);
      }
      this.met = true;
      this.drawAround();
      this.value();
      if (this.line.over() && location.hash === "#review") this.openReview();
      else if (this.line.over() && this.own()) this.prepareReview();
    }
    this.busy = false;
  }

  /** Waits after an opponent's move, so that it can be seen. @param {TableEvent} event */
  async dwell(event) {
    const own = event.side !== undefined && this.isYou(event.side);
    if (event.kind === "played") knock(own);
    if (!own && event.told && this.queue.length > 0) await pause(DWELL);
  }

  /** @param {Side} side */
  player(side) {
    return this.about?.players[side === "first" ? 0 : 1];
  }

  /** @param {Side} side */
  isYou(side) {
    return this.player(side)?.you ?? false;
  }

  /** The reader's side; null for spectators, and for two people at one screen. @returns {Side | null} */
  own() {
    return this.shared() ? null : SIDES.find((side) => this.isYou(side)) ?? null;
  }

  /** Whether nobody else but the computer plays here. */
  alone() {
    return this.about?.players.every((player) => player.you || player.chair === "engine") ?? false;
  }

  /** Whether two people share this screen. */
  shared() {
    return SIDES.every((side) => this.isYou(side));
  }

  /** The side at the bottom: one's own; for two people at one screen of a game with hidden hands, the side of the last event. @param {TableEvent[]} events @returns {Side} */
  near(events) {
    if (this.shared()) return this.game?.hides ? events.findLast((event) => event.side && event.view)?.side ?? "first" : "first";
    return this.isYou("second") ? "second" : "first";
  }

  /** @param {TableEvent | null} event the event to animate */
  async show(event) {
    const past = this.step !== null;
    const events = this.line.until(this.step ?? this.line.moves().length);
    const asked = past ? null : this.line.asked();
    const whole = this.line.over() && !past ? this.about?.position : undefined;
    const judged = this.judged();
    // A judged move is shown as its player saw the game.
    const eyes = this.game?.hides ? judged : undefined;
    const view = whole ?? eyes?.position ?? Line.view(events);
    this.drawCurtain(asked?.side ?? null);
    await this.board?.show({
      view,
      drawing: eyes ? undefined : Line.drawing(events, view),
      near: eyes?.side ?? this.near(events),
      last: Line.last(events),
      played: Line.last(events, "played"),
      moving: event?.effect !== undefined,
      may: (asked?.side !== undefined && this.isYou(asked.side)) || (judged !== undefined && this.valued),
      hint: judged ? this.review?.mistake(this.step ?? 0)?.best ?? null : this.hints.move,
    });
    if (!this.title.textContent) this.entitle();
  }

  /** The title follows from the first position: 500 matches are not 13. */
  async entitle() {
    const start = this.line.events[0];
    if (!start) return;
    const drawing = start.drawing ?? await drawingOf(this.about?.game ?? "", { view: start.view }).catch(() => null);
    // A lost drawing is requested again with the next scene.
    if (!drawing || this.closed) return;
    this.title.textContent = drawing.title;
    this.drawTitle();
  }

  /** Covers the board until the side to move says that it looks at the screen. @param {Side | null} side the side to move */
  drawCurtain(side) {
    const needed = this.game?.hides && this.shared() && side !== null && side !== this.open && !this.line.over();
    this.host.classList.toggle("covered", Boolean(needed));
    this.host.querySelector(".curtain")?.remove();
    if (!needed || side === null) return;
    const name = this.player(side)?.name ?? "";
    const button = el("button", { type: "button", class: "main", click: () => {
      this.open = side;
      this.drawCurtain(side);
      this.value();
      this.host.focus();
    } }, t("curtain-open", { name }));
    this.host.append(el("div", { class: "curtain" }, el("p", {}, t("curtain", { name })), button));
    button.focus();
  }

  /** A sentence about the winner, or about the side to move. */
  situation() {
    const over = this.line.over();
    if (over) return over.told ?? "";
    const side = this.line.asked()?.side;
    if (!side) return "";
    const player = this.player(side);
    if (player?.you && !this.shared()) return t("your-turn");
    const key = { engine: "thinks", open: "waits", taken: "turn-of" }[player?.chair ?? "taken"];
    return t(key, { name: player?.name ?? "" });
  }

  /** The title of the window says whose turn it is. */
  drawTitle() {
    document.title = this.pageTitle();
  }

  pageTitle() {
    return [this.line.over() ? "" : this.situation(), this.title.textContent, "Brelan"].filter(Boolean).join(" – ");
  }

  async switchNotices() {
    await switchNotices();
    this.drawAround();
  }

  drawStatus() {
    const past = this.step !== null;
    const told = Line.told(past ? this.line.until(this.step ?? 0) : this.line.events);
    const over = this.line.over() !== null && !past;
    const note = past ? this.opened()?.note(this.step ?? 0) ?? "" : "";
    advise(this.advice, note || this.hints.text((move) => this.board?.words(move) ?? move));
    const said = over || note ? "" : this.aside ?? told ?? "";
    const worth = over ? null : this.values?.seen?.value;
    const value = worth ? `${past ? ". " : " "}${t("values-are", { state: worth.words, reason: worth.badge })}` : "";
    const situation = (past ? t("at", { n: this.step ?? 0, of: this.line.moves().length }) : this.situation()) + value;
    this.drawTitle();
    // Written only when it changed: a screen reader speaks all that is written into a live region.
    if (this.status.dataset.said === said + situation) return;
    this.status.dataset.said = said + situation;
    this.status.classList.toggle("over", over);
    this.status.replaceChildren(el("strong", {}, situation), said ? " " : "", el("span", { class: "latest" }, said));
  }

  drawAround() {
    const { about } = this;
    if (!about) return;
    this.seats.draw(about.players, { turn: this.line.asked()?.side, shared: this.shared(), over: this.line.over() !== null });
    this.ending.draw();
    this.actions.draw();
    this.drawLinks(about);
    const moves = this.line.moves();
    this.moves.draw(moves, this.step ?? moves.length);
    this.drawStatus();
    this.form.hidden = !this.seated() || this.line.over() !== null;
  }

  /** Offers the next game over the board. @param {string} id */
  offer(id) {
    this.host.querySelector(".offer")?.remove();
    this.host.append(el("p", { class: "offer", role: "status" }, t("next-game"), " ", el("a", { class: "button main", href: `/table/${id}` }, t("follow"))));
  }

  seated() {
    return this.about?.players.some((player) => player.you) ?? false;
  }

  /** @param {Table} about */
  drawLinks(about) {
    const state = about.players.map((player) => player.chair + player.you).join();
    // Drawn once per state, so that a link that is being copied stays.
    if (this.watching.dataset.state === state) return;
    this.watching.dataset.state = state;
    const invitations = about.players.flatMap((player, index) => {
      const code = localStorage.getItem(`invitation-${this.id}-${index}`);
      return code && player.chair === "open"
        ? [link(t("invite", { name: player.name }), `${location.origin}/table/${this.id}#join=${code}`, "invitation"), shortCode(this.id, code)]
        : [];
    });
    if (about.options.study !== undefined) invitations.push(el("p", { class: "detail" }, t("studied")));
    if (!this.seated()) invitations.push(el("p", { class: "detail" }, t("watching")));
    this.invitations.replaceChildren(...invitations);
    this.watching.replaceChildren(link(t("watch-link"), `${location.origin}/table/${this.id}`, "watch"));
  }

  /** Shows the game after `count` moves. @param {number} count */
  go(count) {
    const moves = this.line.moves().length;
    const before = this.step ?? moves;
    if (count < 0 || count > moves) return;
    this.step = count === moves ? null : count;
    const event = count === before + 1 ? this.line.moves()[count - 1] ?? null : null;
    this.show(event);
    this.opened()?.at(count);
    this.drawAround();
    this.value();
  }

  /** @param {string} move */
  async play(move) {
    const asked = this.line.asked();
    const judged = this.judged();
    if (judged && this.about) {
      // A position that one side saw cannot be continued.
      const what = new URLSearchParams({ position: judged.position, ...(this.game?.hides ? {} : { moves: move }) });
      go(`/analyse/${encodeURIComponent(this.about.game)}#${what}`);
      return;
    }
    if (this.step !== null) {
      this.go(this.line.moves().length);
      return;
    }
    const turn = asked?.number ?? this.line.events.at(-1)?.number ?? 0;
    // A question is answered once, also after several clicks.
    if (this.answered === turn) return;
    this.answered = turn;
    if (this.shared()) this.open = null;
    const played = await this.attempt(() => ask(`tables/${this.id}/moves`, { move, turn }));
    if (played !== undefined) return;
    this.answered = null;
    if (asked?.side && this.shared()) this.open = asked.side;
  }

  /** Shows the next step of a hint to the reader, whose turn it is. */
  async askHint() {
    const asked = this.line.asked();
    if (this.hints.asking || !this.about?.valued || !asked?.side || !this.isYou(asked.side)) return;
    const next = this.hints.next(async () => {
      const hint = await this.attempt(() => ask(`tables/${this.id}/hint`, {}));
      return asked === this.line.asked() ? hint : undefined;
    });
    this.drawAround();
    await next;
    await this.show(null);
    this.drawAround();
  }

  async takeBack() {
    if (await this.attempt(() => ask(`tables/${this.id}/take-back`, {}))) {
      this.step = null;
      this.aside = t("took-back");
      this.drawAround();
    }
  }

  async again() {
    const next = await this.attempt(() => ask(`tables/${this.id}/again`, {}));
    if (next) go(`/table/${next.id}`);
  }

  /** @param {Table} about */
  againSame(about) {
    const players = about.players.map((player) => {
      const terms = new Map((player.terms ?? "").split(",").map((term) => /** @type {[string, string]} */ (term.split("="))));
      return { name: player.name, who: player.you ? "here" : player.strategy, clock: terms.get("clock"), time_ms: Number(terms.get("time")) || undefined };
    });
    return this.attempt(() => open({ game: about.game, players, options: about.options, time_ms: about.time_ms ?? undefined }));
  }

  confirm() {
    confirmResigning(this.help, () => this.attempt(() => ask(`tables/${this.id}/resign`, {})));
  }

  showRules() {
    if (this.about) this.attempt(() => showRules(this.help, this.about?.game ?? "", this.title.textContent ?? ""));
  }

  showKeys() {
    showKeys(this.help, this.board?.keys() ?? "");
  }

  /** Shows the board and the names alone, for a projector. @param {boolean} on */
  project(on) {
    document.body.classList.toggle("projecting", on);
    document.querySelector(".unproject")?.remove();
    if (!on) return;
    document.body.append(el("button", { type: "button", class: "unproject", click: () => this.project(false) }, t("project-end")));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (writes(event.target) || this.help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const presses = event.key === "Enter" || event.key === " ";
    if (presses && target instanceof HTMLElement && target.closest("button, a, summary")) return;
    const covered = this.host.classList.contains("covered");
    // Some boards have a part with the key b.
    const jumps = this.reviewing && (event.key === "b" || event.key === "m");
    if ((!covered && !jumps && this.board?.key(event)) || this.command(event.key)) event.preventDefault();
  }

  /** Handles a key of the page; false if it is none. @param {string} key */
  command(key) {
    const moves = this.line.moves().length;
    const shown = this.step ?? moves;
    const [back, on] = [() => this.go(shown - 1), () => this.go(shown + 1)];
    /** @type {Record<string, () => void>} */
    const own = {
      "?": () => this.showKeys(), r: () => this.showRules(), h: () => this.askHint(), v: () => this.toggleValues(), u: () => this.takeBack(),
      ",": back, ".": on, j: back, k: on, ArrowLeft: back, ArrowRight: on, Home: () => this.go(0), End: () => this.go(moves),
      b: () => this.opened()?.jump(shown, -1), m: () => this.opened()?.jump(shown, 1), Escape: () => this.project(false),
    };
    own[key]?.();
    return key in own;
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
