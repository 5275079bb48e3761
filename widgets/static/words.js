// Words on a canvas: inside the plot, and clear of what is there already.

import { ink, writeOnHalo } from "./ink.js";
import { Occupancy } from "./occupancy.js";
import { clamp } from "./values.js";

/** @import { Style, Place, Theme } from "./types.js" */

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
 * @param {Float64Array} px @param {Float64Array} py @param {Theme} theme @param {Place} map
 */
export function paintWords(ctx, style, words, px, py, theme, map) {
  const { size, color } = style;
  const occupancy = map.occupancy ?? new Occupancy(map.box);
  ctx.font = `${size}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (let i = 0; i < px.length; i++) {
    if (!(words[i] && Number.isFinite(px[i]) && Number.isFinite(py[i]))) continue;
    const { width } = ctx.measureText(words[i]);
    const { left, middle, isUnambiguous } = occupancy.placeLabel(
      px[i], py[i], width, size, style.anchor, color,
    );
    const most = isUnambiguous ? LEAD : CLOSE;
    lead(ctx, [px[i], py[i]], [left, middle, width, size], ink(color, theme), most);
    writeOnHalo(ctx, words[i], left, middle, color, theme);
  }
}
