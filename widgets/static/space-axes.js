// The axes of a box in space: a grid on the three walls behind what is shown, and ticks and names
// along the edges of the outline that nothing covers.

import { ink } from "./ink.js";
import { sidesOf } from "./space-camera.js";
import { ticksOf } from "./ticks.js";

/** @import { Panel, Theme, Tick } from "./types.js" */
/** @import { Project } from "./space-camera.js" */

const SIZE = 12; // of type, in pixels
const TICKS_OUT = 14; // from an edge to the middle of its numbers
const NAME_OUT = 34; // and of its name
const BETWEEN = 22; // pixels at least, from tick to tick

/** @typedef {{ words: string, x: number, y: number }} Word */
/** @typedef {{ grid: number[][][], words: Word[] }} Axes */

/** @typedef {[number, number, number]} Point */

// A corner of the box by its number: bit i is set at the high end of side i.
/** @param {number[]} sides @param {number} k */
const cornerOf = (sides, k) => /** @type {Point} */ (
  sides.map((side, i) => ((k >> i) & 1 ? 0.5 : -0.5) * side));

/**
 * The walls behind and, for each axis, the edge for its words: both as bits of corners.
 * @param {number[][]} projected the eight corners
 */
export function facing(projected) {
  const depths = projected.map(([, , depth]) => depth);
  const near = depths.indexOf(Math.min(...depths));
  const far = near ^ 7;
  // Of the outline, the two edges at its lowest corner, and the one that continues upwards at left.
  const outline = [0, 1, 2, 3, 4, 5, 6, 7].filter((k) => k !== near && k !== far);
  const low = outline.reduce((a, b) => (projected[b][1] > projected[a][1] ? b : a));
  const adjacent = [1, 2, 4].map((bit) => low ^ bit).filter((k) => outline.includes(k));
  const [left, right] = adjacent.sort((a, b) => projected[a][0] - projected[b][0]);
  /** @type {number[]} */
  const edges = [];
  const used = [left ^ low, right ^ low];
  const third = 7 ^ used[0] ^ used[1];
  edges[Math.log2(used[0])] = low & left;
  edges[Math.log2(used[1])] = low & right;
  edges[Math.log2(third)] = left & (left ^ third);
  return { far, edges };
}

/**
 * What is drawn of the axes, in pixels.
 * @param {Panel} panel @param {Project} project
 * @param {(words: string) => number} widthOf @param {number} width @param {number} height
 * @param {number} [scale] of type
 * @returns {Axes}
 */
export function spaceAxes(panel, project, widthOf, width, height, scale = 1) {
  const sides = sidesOf(panel);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => cornerOf(sides, k));
  const { far, edges } = facing(corners.map((corner) => project(...corner)));
  /** @type {Axes} */
  const found = { grid: [], words: [] };
  const middle = project(0, 0, 0);
  panel.axes.forEach((axis, i) => {
    const [low, high] = axis.range;
    /** @param {number} corner @param {number} at */
    const on = (corner, at) => {
      const point = cornerOf(sides, corner);
      point[i] = ((at - low) / (high - low) - 0.5) * sides[i];
      return project(...point);
    };
    const edge = edges[i];
    const [from, to] = [on(edge, low), on(edge, high)];
    const away = outward(from, to, middle);
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    /** @param {Tick[]} ticks */
    const fits = (ticks) => ticks.every((tick, k) => (
      !k || apart(on(edge, ticks[k - 1].at), on(edge, tick.at)) > BETWEEN * scale));
    const ticks = length > 30 ? ticksOf(axis, axis.range, fits) : [];
    for (const { at, words } of ticks) {
      const [x, y] = on(edge, at);
      const half = 0.5 * widthOf(words);
      const out = TICKS_OUT * scale + Math.abs(away[0]) * Math.max(half - 8 * scale, 0);
      found.words.push({ words, x: x + out * away[0], y: y + out * away[1] });
      // The lines of a tick lie on the two walls behind that run along its axis.
      for (const other of [1, 2, 4].filter((bit) => bit !== 1 << i)) {
        found.grid.push([on(far, at), on(far ^ other, at)]);
      }
    }
    if (axis.title) {
      // Between two ticks, so that it has a place next to their numbers at the border, too.
      const half = Math.floor(ticks.length / 2);
      const at = half ? (ticks[half - 1].at + ticks[half].at) / 2 : (low + high) / 2;
      const out = NAME_OUT * scale + Math.abs(away[0]) * 0.5 * widthOf(axis.title);
      const [x, y] = on(edge, at).slice(0, 2).map((v, k) => v + out * away[k]);
      found.words.push({ words: axis.title, x, y });
    }
  });
  for (const one of found.words) {
    within(one, 0.5 * widthOf(one.words) + 3, 8 * scale, width, height);
  }
  return found;
}

/** @param {number[]} a @param {number[]} b */
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// The direction across an edge, away from the middle.
/** @param {number[]} from @param {number[]} to @param {number[]} middle */
function outward(from, to, middle) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const side = (from[0] - middle[0]) * dy - (from[1] - middle[1]) * dx;
  const sign = side >= 0 ? 1 : -1;
  return [(sign * dy) / length, (-sign * dx) / length];
}

// Words that would leave the picture are moved back to its border.
/**
 * @param {Word} one @param {number} half @param {number} tall @param {number} width
 * @param {number} height
 */
function within(one, half, tall, width, height) {
  one.x = Math.min(Math.max(one.x, half), width - half);
  one.y = Math.min(Math.max(one.y, tall), height - tall);
}

/** @param {CanvasRenderingContext2D} ctx @param {Axes} axes @param {Theme} theme */
export function paintWalls(ctx, axes, theme) {
  ctx.strokeStyle = ink("@faint/0.7", theme);
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const [from, to] of axes.grid) {
    if (!Number.isFinite(from[0] + to[0])) continue;
    ctx.moveTo(from[0], from[1]);
    ctx.lineTo(to[0], to[1]);
  }
  ctx.stroke();
}

/** @param {Theme} theme */
export const axesFont = (theme) => `${SIZE * (theme.magnify ?? 1)}px ${theme.font}`;

/** @param {CanvasRenderingContext2D} ctx @param {Axes} axes @param {Theme} theme */
export function paintNames(ctx, axes, theme) {
  ctx.font = axesFont(theme);
  ctx.fillStyle = ink("@ink", theme);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const { words, x, y } of axes.words) ctx.fillText(words, x, y);
}
