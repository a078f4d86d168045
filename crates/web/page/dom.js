// Elements from names, attributes and children. Text is always text: nothing is read as HTML.

/** @typedef {string | number | Node | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== false && child !== undefined) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * Makes a drawn thing a button for pointer, keyboard and screen reader. `key` finds it again after
 * the board was drawn anew.
 * @template {SVGElement} T
 * @param {T} element
 * @param {string} label
 * @param {string} key
 * @param {() => void} action
 */
export function press(element, label, key, action) {
  fill(element, { role: "button", tabindex: 0, "aria-label": label, "data-key": key, click: action }, []);
  element.classList.add("press");
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  });
  return element;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Waits while something moves; not at all for whoever wants no motion.
 * @param {number} ms
 */
export function pause(ms) {
  return calm() || document.hidden ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
export async function move(element, frames, options) {
  if (calm() || document.hidden) return;
  await element.animate(frames, options).finished;
}
