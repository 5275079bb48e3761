// A lens in a corner of a plane: late steps of an iterate are a few pixels, so what lies around its
// last ones is drawn again, larger.

import { ink, writeOnHalo } from "./ink.js";
import { number } from "./text.js";
import { clamp } from "./values.js";

/** @import { Box, Pixels, Place, Theme } from "./types.js" */

export const MAX_STEP = 12; // pixels: shorter steps are looked at through the lens
const TRAIL_STEPS = 3; // as many last steps lie in it,
const LAST_STEP_TIMES = 4; // or as far as so many times the last one
const SIDE_SHARES = [0.36, 0.28, 0.2]; // its side, in the plot's shorter one; the first free
const POINT_CLEARANCE = 12; // pixels between it and the point it shows,
const VERTEX_CLEARANCE = 6; // and the other vertices of the path
const TRAIL_SHARE = 0.36; // how far these steps reach, as a share of its side
const MAX_MAGNIFICATION = 1e4; // times as large, at most
const MIN_FRAME = 14; // pixels: what is smaller has no frame in the plot, only its mark

/**
 * What part of a path to magnify: its end, and how far its last steps reach from there, in pixels;
 * null before a step, or while steps are long.
 * @param {Pixels} painted
 */
export function trailOf({ px, py }) {
  const found = [];
  for (let i = px.length - 1; i >= 0 && found.length <= TRAIL_STEPS; i--) {
    const [x, y] = found[found.length - 1] ?? [NaN, NaN];
    if (Number.isFinite(px[i] + py[i]) && (px[i] !== x || py[i] !== y)) found.push([px[i], py[i]]);
  }
  if (found.length < 2) return null;
  const [[x, y], ...before] = found;
  const away = before.map(([a, b]) => Math.hypot(a - x, b - y));
  const reach = Math.min(Math.max(...away), LAST_STEP_TIMES * away[0]);
  return away[0] < MAX_STEP ? { x, y, reach } : null;
}

/**
 * Where the lens lies: the corner in which it covers least, away from the point it shows, from
 * every vertex of the path and from the heads of all paths; smaller where no corner is that free,
 * null if none is even then.
 * @param {Box} box @param {{ x: number, y: number }} trail @param {Pixels} path
 * @param {number[][]} heads
 * @param {(left: number, top: number, width: number, height: number) => number} cost
 * @returns {Box | null}
 */
export function boxOf(box, trail, { px, py }, heads, cost) {
  for (const share of SIDE_SHARES) {
    const side = Math.round(share * Math.min(box.width, box.height));
    const [right, low] = [box.x + box.width - side - 6, box.y + box.height - side - 6];
    const corners = [[right, box.y + 6], [box.x + 6, box.y + 6], [right, low], [box.x + 6, low]];
    const free = corners.filter(([x, y]) => {
      /** @param {number} a @param {number} b @param {number} off */
      const over = (a, b, off) => (
        a > x - off && a < x + side + off && b > y - off && b < y + side + off
      );
      const points = [[trail.x, trail.y], ...heads];
      if (points.some(([a, b]) => over(a, b, POINT_CLEARANCE))) return false;
      return !px.some((a, i) => over(a, py[i], VERTEX_CLEARANCE));
    });
    if (!free.length) continue;
    const prices = free.map(([x, y]) => cost(x, y, side, side));
    const [x, y] = free[prices.indexOf(Math.min(...prices))];
    return { x, y, width: side, height: side };
  }
  return null;
}

/**
 * The place of what a lens shows.
 * @param {Place} map @param {{ x: number, y: number, reach: number }} trail @param {Box} box
 */
export function through(map, trail, box) {
  const times = clamp((TRAIL_SHARE * box.width) / (trail.reach || 1e-12), 2, MAX_MAGNIFICATION);
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  /** @type {Place} */
  const place = {
    x: (v) => cx + (map.x(v) - trail.x) * times,
    y: (v) => cy + (map.y(v) - trail.y) * times,
    back: (px, py) => map.back(trail.x + (px - cx) / times, trail.y + (py - cy) / times),
    box,
  };
  return { place, times };
}

/**
 * Paint a lens: its frame, what `paint` paints in it, how many times larger it is, and what part of
 * the plot it shows.
 * @param {CanvasRenderingContext2D} ctx @param {Box} box
 * @param {{ x: number, y: number }} trail @param {number} times @param {Theme} theme
 * @param {() => void} paint
 */
export function paintLens(ctx, box, trail, times, theme, paint) {
  const part = box.width / times;
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x, box.y, box.width, box.height);
  ctx.fillStyle = ink("@paper", theme);
  ctx.fill();
  ctx.clip();
  paint();
  ctx.restore();
  ctx.strokeStyle = ink("@ink", theme);
  ctx.lineWidth = 1.2;
  ctx.strokeRect(box.x, box.y, box.width, box.height);
  if (part > MIN_FRAME) ctx.strokeRect(trail.x - part / 2, trail.y - part / 2, part, part);
  ctx.font = `12px ${theme.font}`;
  [ctx.textAlign, ctx.textBaseline] = ["left", "bottom"];
  const words = `× ${number(times < 100 ? Math.round(times) : Number(times.toPrecision(2)))}`;
  writeOnHalo(ctx, words, box.x + 6, box.y + box.height - 3, "@ink", theme);
}
