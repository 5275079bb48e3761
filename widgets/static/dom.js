// Small pieces of the page.

/** @import { Attributes } from "./types.js" */

/** @typedef {Node | string | null | undefined} Child one that is empty is left out */

const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  step: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
  screen: "M1 2h5v1.5H2.5V6H1zM10 2h5v4h-1.5V3.5H10zM1 10h1.5v2.5H6V14H1zM13.5 10H15v4h-5v-1.5h3.5z",
  link: "M6.3 11.9a2.1 2.1 0 0 1-3-3l2.4-2.4a2.1 2.1 0 0 1 3 0l1-1a3.5 3.5 0 0 0-5 0L2.3 7.9a3.5 3.5 0 0 0 5 5l1.2-1.2-1-1zM9.7 4.1a2.1 2.1 0 0 1 3 3l-2.4 2.4a2.1 2.1 0 0 1-3 0l-1 1a3.5 3.5 0 0 0 5 0l2.4-2.4a3.5 3.5 0 0 0-5-5L7.5 4.3l1 1z",
  loop: "M8 3a5 5 0 0 1 4.6 3H11v1.5h4V3.4h-1.4v1.7A6.4 6.4 0 0 0 1.6 8H3a5 5 0 0 1 5-5zm0 10a5 5 0 0 1-4.6-3H5V8.5H1v4.1h1.4v-1.7A6.4 6.4 0 0 0 14.4 8H13a5 5 0 0 1-5 5z",
};

/**
 * @template {Element} T
 * @param {T} made @param {Attributes | string} given its attributes, or its class alone
 * @param {Child[]} children
 */
function filled(made, given, children) {
  const attributes = typeof given === "string" ? { class: given } : given;
  for (const [name, value] of Object.entries(attributes)) {
    if ((value ?? "") !== "") made.setAttribute(name, String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes | string} [attributes] or its class alone
 * @param {Child[]} children
 */
export function node(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes} attributes @param {Child[]} children
 */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/**
 * @param {Attributes | string} given as of `node` @param {Child} content
 * @param {() => void} action
 */
export function button(given, content, action) {
  const made = node("button", given, content);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/** @param {keyof typeof ICONS} name @param {string} words @param {() => void} action */
export function iconButton(name, words, action) {
  const given = { class: `cl-button cl-${name}`, title: words, "aria-label": words };
  return button(given, icon(name), action);
}

let count = 0;

/** An id that no other element has, in whatever document. @param {string} prefix */
export function uniqueId(prefix) {
  return `${prefix}-${(count += 1)}-${Math.random().toString(36).slice(2, 8)}`;
}

/**
 * What paints on a canvas, without the graphics card: pictures are copied from canvas to canvas,
 * and cards are often emulated, where a path costs a hundred times what it costs here.
 * @param {HTMLCanvasElement} canvas
 */
export function pen(canvas) {
  const settings = { willReadFrequently: true };
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", settings));
}

// Text that is unchanged is not laid out and painted again, and one that is there gets other
// letters: where another text comes in its place, a page with `:has()` in its style sheets, such as
// JupyterLab, computes the styles of all that is around it.
/** @param {HTMLElement} at @param {string} words */
export function say(at, words) {
  const [text, ...more] = at.childNodes;
  if (!more.length && text?.nodeType === 3 && words) {
    if (text.nodeValue !== words) text.nodeValue = words;
  } else if (at.textContent !== words) at.textContent = words;
}

/** A canvas with these pixels. @param {ImageData} image */
export function canvasOf(image) {
  const canvas = node("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  pen(canvas).putImageData(image, 0, 0);
  return canvas;
}
