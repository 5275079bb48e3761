// The key of a panel: words with samples of their marks.

import { node, pen } from "./dom.js";
import { paintHatch } from "./heat.js";
import { ink } from "./ink.js";
import { paint } from "./painter.js";
import { consume, hasModifier, keepKeys } from "./shortcuts.js";
import { clamp } from "./values.js";

/** @import { Entry, Place, Theme } from "./types.js" */

// A scale on which 1 is `size` pixels, and `middle` stays where it is.
/** @param {number} middle @param {number} size @returns {(v: number) => number} */
const grown = (middle, size) => (v) => middle + (v - middle) * size;

/** @param {Entry} entry @param {Theme} theme */
function swatch(entry, theme) {
  const canvas = node("canvas", "cl-swatch");
  const width = entry.symbol && entry.symbol !== "shade" ? 14 : 26;
  [canvas.width, canvas.height] = [2 * width, 24];
  canvas.style.width = `${width}px`;
  const ctx = pen(canvas);
  ctx.scale(2, 2);
  /** @type {Place} */
  const map = {
    x: (v) => v, y: (v) => v, back: (x, y) => [x, y], box: { x: 0, y: 0, width, height: 12 },
  };
  const { symbol, opacity } = entry;
  const colour = `@${entry.tone}`;
  const stroke = clamp(entry.width, 1, 4.5);
  const drawn = symbol
    ? { kind: "points", symbol, size: symbol === "square" ? 11 : 9 }
    : { kind: "line", width: stroke, dash: entry.dash };
  const data = symbol ? { x: [7], y: [6] } : { x: [1, 25], y: [6, 6] };
  const style = { name: entry.words, color: colour, opacity: Math.max(opacity, 0.35), ...drawn };
  const trace = { bind: {}, moving: false, over: true, ghost: false, future: false, mark: 0 };
  if (symbol === "shade") {
    const shade = ctx.createLinearGradient(0, 0, 26, 0);
    shade.addColorStop(0, ink(`${colour}%0.08`, theme));
    shade.addColorStop(1, ink(`${colour}%0.6`, theme));
    ctx.fillStyle = shade;
    ctx.fillRect(0, 1, 26, 10);
  } else if (symbol.startsWith("hatch")) { // one cell, as large as the sample
    const cell = { style: { kind: "hatch", name: "", color: colour, way: symbol[5] }, ...trace };
    const near = { ...map, x: grown(7, 12), y: grown(6, -10) };
    paintHatch(ctx, cell, { x: [7], y: [6], z: [1] }, near, theme);
  } else {
    paint(ctx, { style, ...trace }, data, map, theme);
  }
  return canvas;
}

const PACE = 80; // pixels that an arrow scrolls a key
const FOCUSABLE = Object.entries({ tabindex: "0", role: "group", "aria-label": "Key" });

// One line of words and samples: what does not fit is scrolled to, by finger, wheel, arrow keys or
// a click on the arrow at its end.
export class Key {
  root = node("span", "cl-entries");
  more = node("span", { class: "cl-key-end", "aria-hidden": "true" });
  isNew = false; // whether other entries have come
  direction = 1; // of the next scroll by its arrow: first to its end, from there back

  constructor() {
    this.root.addEventListener("scroll", () => this.mark(), { passive: true });
    this.observer = new ResizeObserver(() => this.mark());
    this.observer.observe(this.root);
    this.more.addEventListener("click", () => this.scroll(this.direction));
    keepKeys(this.root);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {Entry[]} entries @param {Theme} theme */
  show(entries, theme) {
    this.root.replaceChildren(...entries.map((entry) => (
      node("span", "cl-entry", swatch(entry, theme), entry.words))));
    // The observer tells once the page is laid out: asked here, it would be twice.
    this.isNew = true;
    this.observer.unobserve(this.root);
    this.observer.observe(this.root);
  }

  // Which ends have more to show; only a legend that can be scrolled can be focused.
  mark() {
    const { root } = this;
    if (this.isNew) root.scrollLeft = 0;
    this.isNew = false;
    const hidden = root.scrollWidth - root.clientWidth;
    const ends = [];
    if (root.scrollLeft > 1) ends.push("before");
    if (root.scrollLeft < hidden - 1) ends.push("after");
    root.dataset.more = ends.join(" ");
    this.direction = ends.includes("after") ? 1 : -1;
    this.more.textContent = this.direction > 0 ? "›" : "‹";
    for (const [name, value] of FOCUSABLE) {
      if (hidden > 1) root.setAttribute(name, value);
      else root.removeAttribute(name);
    }
  }

  // The arrow keys scroll it, and do not play.
  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key) || hasModifier(event)) return;
    consume(event);
    this.scroll(event.key === "ArrowLeft" ? -1 : 1);
  }

  /** @param {number} direction */
  scroll(direction) { this.root.scrollBy({ left: direction * PACE }); }
}
