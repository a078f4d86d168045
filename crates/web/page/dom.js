// Elements from names, attributes and children. Text is never parsed as markup, except the server's
// drawings, whose texts are escaped.

/** @typedef {string | number | Node | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(attribute, value);
    else if (value === true) element.setAttribute(attribute, "");
    else if (value !== false && value != null) element.setAttribute(attribute, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== false && child !== undefined) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/** A drawing of the server as an element of this page. @param {string} text */
export function drawn(text) {
  const parsed = new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
  return /** @type {SVGSVGElement} */ (document.importNode(/** @type {Element} */ (parsed), true));
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits, except in a hidden tab. @param {number} ms */
export function pause(ms) {
  return document.hidden ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
export async function move(element, frames, options) {
  if (calm() || document.hidden) return;
  await element.animate(frames, options).finished.catch(() => {});
}

/** Whether keys are typed into a field. @param {EventTarget | null} target */
export const writes = (target) => (target instanceof HTMLInputElement && target.type !== "checkbox")
  || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
