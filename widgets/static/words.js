// Words on a canvas: inside the plot, and off what stands there already.

import { ink } from "./ink.js";
import { Room } from "./room.js";

/** @import { Look, Place, Theme } from "./types.js" */

/** @type {Record<string, string>} */
const ANCHORS = {
  "middle right": "right", "middle left": "left", "top center": "above", "bottom center": "below",
  "middle center": "center",
};

/**
 * @param {CanvasRenderingContext2D} ctx @param {Look} template @param {string[]} words
 * @param {Float64Array} px @param {Float64Array} py @param {Theme} theme @param {Place} map
 */
export function paintWords(ctx, template, words, px, py, theme, map) {
  const { size, color } = template.textfont;
  const room = map.room ?? new Room(map.box);
  ctx.font = `${size}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3;
  ctx.lineJoin = "round";
  for (let i = 0; i < px.length; i++) {
    if (!(words[i] && Number.isFinite(px[i]) && Number.isFinite(py[i]))) continue;
    const { width } = ctx.measureText(words[i]);
    const { left, middle } = room.place(px[i], py[i], width, size, ANCHORS[template.textposition]);
    ctx.strokeStyle = ink("@paper/0.85", theme);
    ctx.strokeText(words[i], left, middle);
    ctx.fillStyle = ink(color, theme);
    ctx.fillText(words[i], left, middle);
  }
}
