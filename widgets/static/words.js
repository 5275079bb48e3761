// Words on a canvas: inside the plot, and off the words that stand there already.

import { ink } from "./ink.js";

/** @import { Look, Place, Theme } from "./types.js" */

/** @type {Record<string, ["left" | "right" | "center", CanvasTextBaseline, number, number]>} */
const PLACES = {
  "middle right": ["left", "middle", 8, 0], "middle left": ["right", "middle", -8, 0],
  "top center": ["center", "bottom", 0, -7], "bottom center": ["center", "top", 0, 7],
  "middle center": ["center", "middle", 0, 0],
};

/**
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {Place} map
 */
function roomFor(x, y, width, height, { box, taken }) {
  const left = Math.min(Math.max(x, box.x + 2), box.x + box.width - width - 2);
  /** @param {number} v */
  const inside = (v) => Math.min(Math.max(v, box.y + 8), box.y + box.height - 8);
  /** @param {number} v */
  const free = (v) => taken.every((t) => (
    left > t.left + t.width || t.left > left + width || Math.abs(v - t.top) > height + 1
  ));
  const steps = [0, 1, -1, 2, -2].map((k) => inside(y + k * (height + 2)));
  const top = steps.find(free) ?? steps[0];
  taken.push({ left, top, width });
  return [left, top];
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Look} template @param {string[]} words
 * @param {Float64Array} px @param {Float64Array} py @param {Theme} theme @param {Place} map
 */
export function paintWords(ctx, template, words, px, py, theme, map) {
  const [align, baseline, dx, dy] = PLACES[template.textposition];
  ctx.font = `${template.textfont.size}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = baseline;
  for (let i = 0; i < px.length; i++) {
    if (!(words[i] && Number.isFinite(px[i]) && Number.isFinite(py[i]))) continue;
    const width = ctx.measureText(words[i]).width;
    const shift = { left: 0, right: -width, center: -width / 2 }[align];
    const [x, y] = roomFor(px[i] + dx + shift, py[i] + dy, width, template.textfont.size, map);
    ctx.lineWidth = 3;
    ctx.lineJoin = "round";
    ctx.strokeStyle = ink("@paper/0.85", theme);
    ctx.strokeText(words[i], x, y);
    ctx.fillStyle = ink(template.textfont.color, theme);
    ctx.fillText(words[i], x, y);
  }
}
