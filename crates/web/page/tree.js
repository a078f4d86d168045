// The tree of moves from a position, as text: in `4 4 (3 5) 2` the moves in brackets are played instead of
// the move before them.

/** @typedef {import("./types.js").NodeSeen} NodeSeen */

/** @typedef {{ seen: NodeSeen, parent: Knot | null, children: Knot[], index: number }} Knot */

/** @param {NodeSeen} seen @param {Knot | null} parent @param {number} index @returns {Knot} */
const knot = (seen, parent, index) => ({ seen, parent, children: [], index });

export class Tree {
  /** @type {Knot[]} */
  knots = [];

  /** @param {NodeSeen[]} nodes each after its parent */
  constructor(nodes) {
    for (const [index, node] of nodes.entries()) {
      const parent = node.parent === undefined ? null : this.knots[node.parent] ?? null;
      const known = knot(node, parent, index);
      parent?.children.push(known);
      this.knots.push(known);
    }
  }

  get root() {
    return /** @type {Knot} */ (this.knots[0]);
  }

  /** The knots from the first position through `to` to the end of its line. @param {Knot} to */
  line(to) {
    const line = Tree.past(to);
    for (let next = to.children[0]; next; next = next.children[0]) line.push(next);
    return line;
  }

  /** The knots from the first position to `to`. @param {Knot} to */
  static past(to) {
    const past = [];
    for (let at = /** @type {Knot | null} */ (to); at; at = at.parent) past.unshift(at);
    return past;
  }

  /** The tree as text; numbers the knots in that order. */
  text() {
    let count = 0;
    /** @type {(from: Knot) => string} */
    const write = (from) => {
      const [first, ...others] = from.children;
      if (!first) return "";
      const word = (/** @type {Knot} */ one) => {
        one.index = ++count;
        return one.seen.move;
      };
      let text = word(first);
      for (const other of others) text += ` (${[word(other), write(other)].filter(Boolean).join(" ")})`;
      const rest = write(first);
      return rest ? `${text} ${rest}` : text;
    };
    return write(this.root);
  }

  /** The text with a move added, and the number of the new knot. @param {Knot} at @param {string} move */
  with(at, move) {
    const added = knot({ move, words: "", position: "", turn: "player" }, at, 0);
    at.children.push(added);
    const text = this.text();
    at.children.pop();
    return { text, index: added.index };
  }

  /** The text without a knot and all that follows it. @param {Knot} cut */
  without(cut) {
    const siblings = cut.parent?.children ?? [];
    siblings.splice(siblings.indexOf(cut), 1);
    return this.text();
  }

  /** The text with the moves to a knot first at every fork. @param {Knot} wanted */
  first(wanted) {
    for (const step of Tree.past(wanted)) {
      const siblings = step.parent?.children ?? [];
      siblings.splice(siblings.indexOf(step), 1);
      siblings.unshift(step);
    }
    return this.text();
  }
}
