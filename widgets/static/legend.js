// The legend of a panel: words with the look of their marks.

import { node, pen } from "./dom.js";
import { paintHatch } from "./heat.js";
import { paint } from "./painter.js";

/** @import { Entry, Place, Theme } from "./types.js" */

// A scale on which 1 is `size` pixels, and `middle` stays where it is.
/** @param {number} middle @param {number} size @returns {(v: number) => number} */
const grown = (middle, size) => (v) => middle + (v - middle) * size;

/** @param {Entry} entry @param {Theme} theme */
export function swatch(entry, theme) {
  const canvas = node("canvas", "cl-swatch");
  [canvas.width, canvas.height] = [52, 24];
  const ctx = pen(canvas);
  ctx.scale(2, 2);
  /** @type {Place} */
  const map = {
    x: (v) => v, y: (v) => v, back: (x, y) => [x, y], box: { x: 0, y: 0, width: 26, height: 12 },
  };
  const colour = `@${entry.tone}`;
  const look = entry.symbol
    ? { mode: "markers", marker: { color: colour, symbol: entry.symbol, size: 9 } }
    : { mode: "lines", line: { color: colour, width: 2, dash: entry.dash } };
  const data = entry.symbol ? { x: [13], y: [6] } : { x: [1, 25], y: [6, 6] };
  const template = { type: "scatter", name: entry.words, ...look };
  const trace = { bind: {}, moving: false, over: true, ghost: false, future: false, mark: 0 };
  if (entry.symbol.startsWith("hatch")) { // one cell, as large as the sample
    const cell = { template: { type: "hatch", name: "", color: colour, way: entry.symbol[5] }, ...trace };
    const near = { ...map, x: grown(13, 24), y: grown(6, -10) };
    paintHatch(ctx, cell, { x: [13], y: [6], z: [1] }, near, theme);
  } else {
    paint(ctx, { template, ...trace }, data, map, theme);
  }
  return canvas;
}
