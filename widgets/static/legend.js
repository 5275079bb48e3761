// The legend of a panel: words with the look of their marks.

import { node } from "./dom.js";
import { paint } from "./painter.js";

export function swatch(entry, theme) {
  const canvas = node("canvas", "cl-swatch");
  [canvas.width, canvas.height] = [52, 24];
  const ctx = canvas.getContext("2d");
  ctx.scale(2, 2);
  const map = { x: (v) => v, y: (v) => v, box: { x: 0, y: 0, width: 26, height: 12 } };
  const colour = `@${entry.tone}`;
  const template = entry.symbol
    ? { mode: "markers", marker: { color: colour, symbol: entry.symbol, size: 9 } }
    : { mode: "lines", line: { color: colour, width: 2, dash: entry.dash } };
  const data = entry.symbol ? { x: [13], y: [6] } : { x: [1, 25], y: [6, 6] };
  paint(ctx, { template }, data, map, theme);
  return canvas;
}
