// The buttons of a table: what is needed now in a row, the rest behind "…".

import { el } from "./dom.js";
import { action, keepFocus, menu } from "./frame.js";
import { notices } from "./notices.js";
import { t } from "./words.js";

export class Actions {
  /** @param {import("./table.js").TableScreen} table @param {HTMLElement[]} below what stands below the buttons of the menu */
  constructor(table, ...below) {
    this.table = table;
    this.now = el("div", { class: "row" });
    this.rest = el("div", { class: "row" });
    this.box = el("div", { class: "row actions" }, this.now, menu(t("more"), this.rest, ...below));
  }

  draw() {
    const focus = keepFocus(this.box);
    this.now.replaceChildren(...this.current());
    this.rest.replaceChildren(...this.others());
    focus();
  }

  /** What is done often. */
  current() {
    const { table } = this;
    const [over, you, asked] = [table.line.over() !== null, table.seated(), table.line.asked()];
    const myTurn = asked?.side !== undefined && table.isYou(asked.side);
    const moved = table.line.moves().some((event) => event.side && table.isYou(event.side));
    return [
      you && !over && table.about?.valued && el("button", { type: "button", "data-action": "hint", disabled: !myTurn || table.hints.asking || table.hints.told, click: () => table.askHint() }, t(table.hints.word)),
      table.mayValue() && action("values", () => table.toggleValues(), { "aria-pressed": String(table.valued) }),
      you && table.alone() && moved && !over && action("take-back", () => table.takeBack()),
      you && over && table.reviewing && action("again", () => table.again()),
    ].filter((one) => one instanceof HTMLElement);
  }

  /** What is done seldom. */
  others() {
    const { table } = this;
    const { about } = table;
    const [over, you, moves] = [table.line.over() !== null, table.seated(), table.line.moves().length];
    const game = encodeURIComponent(about?.game ?? "");
    const moved = table.line.moves().some((event) => event.side && table.isYou(event.side));
    return [
      action("rules", () => table.showRules()),
      you && over && table.alone() && about && action("again-same", () => table.againSame(about)),
      you && over && el("a", { class: "button", href: `/new/${game}` }, t("other-opponent")),
      you && over && table.alone() && moved && action("take-back", () => table.takeBack()),
      over && el("a", { class: "button", "data-action": "analysis", href: `/analyse/${game}#table=${table.id}&at=${table.step ?? moves}` }, t("analysis")),
      over && el("a", { class: "button", "data-action": "record", href: `/api/tables/${table.id}/record`, download: "brelan.txt" }, t("record")),
      action("project", () => table.project(true)),
      you && !over && action("notices", () => table.switchNotices(), { "aria-pressed": String(notices()) }),
      action("keys", () => table.showKeys()),
      you && !over && action("resign", () => table.confirm()),
    ].filter((one) => one instanceof HTMLElement);
  }
}
