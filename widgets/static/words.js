// Words on a canvas: inside the plot, and clear of what is there already.

import { ink, writeOnHalo } from "./ink.js";
import { Occupancy } from "./occupancy.js";
import { clamp } from "./values.js";

/** @import { Label, Pixels, Place, Style, Theme, Trace } from "./types.js" */

// Pixels from their point up to which words need no line to it, in general and where they are
// nearer to other marks.
const [LEAD, CLOSE] = [22, 2];

// A thin line from words to the point they name, where they are so far from it that they could be
// taken for another's.
/**
 * @param {CanvasRenderingContext2D} ctx @param {number[]} point @param {number[]} words
 * @param {string} colour @param {number} most
 */
function lead(ctx, [x, y], [left, middle, width, size], colour, most) {
  const nearX = clamp(x, left, left + width);
  const nearY = clamp(y, middle - size / 2, middle + size / 2);
  if (Math.hypot(nearX - x, nearY - y) <= most) return;
  ctx.save();
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour;
  ctx.globalAlpha *= 0.6;
  ctx.beginPath();
  ctx.moveTo(nearX, nearY);
  ctx.lineTo(x, y);
  ctx.stroke();
  ctx.restore();
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Style} style @param {string[]} words
 * @param {Pixels} points @param {Place} map
 * @returns {Label[]}
 */
function placed(ctx, { size, anchor, color }, words, { px, py }, map) {
  const occupancy = map.occupancy ?? new Occupancy(map.box);
  const labels = [];
  for (let i = 0; i < px.length; i++) {
    if (!(words[i] && Number.isFinite(px[i]) && Number.isFinite(py[i]))) continue;
    const { width } = ctx.measureText(words[i]);
    const at = occupancy.placeLabel(px[i], py[i], width, size, anchor, color);
    labels.push({ words: words[i], point: [px[i], py[i]], width, ...at });
  }
  return labels;
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Trace} trace whose points are painted
 * @param {string[]} words @param {Theme} theme @param {Place} map
 */
export function paintWords(ctx, trace, words, theme, map) {
  const { size, color } = trace.style;
  ctx.font = `${size}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  const points = /** @type {Pixels} */ (trace.painted);
  if (!map.keeps || !trace.labels) trace.labels = placed(ctx, trace.style, words, points, map);
  for (const { words: own, point, left, middle, width, isUnambiguous } of trace.labels) {
    const most = isUnambiguous ? LEAD : CLOSE;
    lead(ctx, point, [left, middle, width, size], ink(color, theme), most);
    writeOnHalo(ctx, own, left, middle, color, theme);
  }
}
