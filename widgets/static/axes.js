// The axes of a plane: where they lie, from their ranges to pixels and back, and their picture.

import { bar, barTicks } from "./heat.js";
import { ink } from "./ink.js";
import { ticksOf } from "./ticks.js";

/** @import { Axes, Style, Panel, Place, Size, Theme, Tick } from "./types.js" */

const WORDS = 12; // the size of type, in pixels at the stage's usual one
const NAME = 19.5; // what the name of an axis takes
const GAP = 6; // between an axis and its words, and between words
const LEAST = 9; // a title that is too long is set smaller, down to this, and then cut

/**
 * @param {Panel} panel @param {number[][]} ranges of the drawn coordinates @param {Size} size
 * @param {(words: string, px: number) => number} measure the width of words at a size of type
 * @returns {Axes}
 */
export function axesOf(panel, ranges, size, measure) {
  const [across, up] = panel.axes;
  const heat = heatOf(panel);
  const { scale } = size;
  /** @param {string} words */
  const wide = (words) => measure(words, WORDS * scale);
  const below = across.ticks?.at.length === 0 ? 0 : 1.4 * WORDS * scale;
  const edges = {
    top: 8, right: heat ? barWidth(heat, size, wide) : 14,
    bottom: GAP + below + (across.title ? NAME * scale : 0),
  };
  const titleWidth = up.title ? NAME * scale : 0;
  const least = up.ticks?.at.length === 0 ? 14 : 44 * scale;
  let left = Math.ceil(least + (up.title ? 12 : 0));
  // The words of y need space, and what is left for x decides what y shows where units are equal.
  for (let pass = 0; ; pass++) {
    const box = boxIn(size, { ...edges, left });
    const shown = panel.equal ? levelled(ranges, box) : ranges;
    const place = placeOf(shown, box);
    /** @param {Tick} t @returns {[number, number]} */
    const line = ({ at }) => [place.y(at), (up.ticks ? 1.05 : 1.4) * WORDS * scale];
    // Words that the scene gives are names of rows, none of which may be left out.
    const y = ticksOf(up, shown[1], (found) => spaced(found.map(line), 0));
    const wanted = Math.ceil(titleWidth + GAP + Math.max(0, ...y.map(({ words }) => wide(words))));
    if (wanted <= left || pass) {
      /** @param {Tick} t @returns {[number, number]} */
      const centre = ({ at, words }) => {
        const long = wide(words);
        return [inside(place.x(at), long, size.width), long];
      };
      const x = ticksOf(across, shown[0], (found) => spaced(found.map(centre), GAP * scale));
      return { ranges: shown, place, x, y, size, heat };
    }
    left = Math.min(wanted, Math.max(left, 0.55 * size.width));
  }
}

// The heatmap whose colours the bar next to the axes explains.
/** @param {Panel} panel */
export function heatOf({ traces }) {
  return traces.findLast((t) => t.style.kind === "heatmap")?.style;
}

/** @param {Size} size @param {Record<"left" | "right" | "top" | "bottom", number>} edges */
function boxIn({ width, height }, { left, right, top, bottom }) {
  const [x, y] = [Math.round(left), Math.round(top)];
  return {
    x, y, width: Math.max(10, Math.round(width - right) - x),
    height: Math.max(10, Math.round(height - bottom) - y),
  };
}

// What a colour bar needs: its distance, its breadth, its words, and what they count.
/** @param {Style} heat @param {Size} size @param {(words: string) => number} wide */
function barWidth(heat, size, wide) {
  const words = Math.max(0, ...barTicks(heat, size.height).map((tick) => wide(tick.words)));
  return 6 + 8 + 5 + words + 4 + (heat.unit ? 1.5 * WORDS * size.scale : 0);
}

/**
 * The ranges with equal units on both axes: one of them is widened about its middle.
 * @param {number[][]} ranges @param {{ width: number, height: number }} box
 */
export function levelled(ranges, box) {
  const sides = [box.width, box.height];
  const scales = ranges.map(([low, high], i) => sides[i] / Math.abs(high - low));
  const least = Math.min(...scales);
  return ranges.map(([low, high], i) => {
    const grown = (high - low) * (scales[i] / least);
    return [(low + high - grown) / 2, (low + high + grown) / 2];
  });
}

/** @param {number[][]} ranges @param {Place["box"]} box @returns {Place} */
export function placeOf([[x0, x1], [y0, y1]], box) {
  const [sx, sy] = [box.width / (x1 - x0), box.height / (y1 - y0)];
  const foot = box.y + box.height;
  return {
    x: (v) => box.x + (v - x0) * sx,
    y: (v) => foot - (v - y0) * sy,
    back: (px, py) => [x0 + (px - box.x) / sx, y0 + (foot - py) / sy],
    box,
  };
}

// Whether words of these middles and lengths leave a gap between neighbours.
/** @param {[number, number][]} words @param {number} gap */
function spaced(words, gap) {
  const sorted = [...words].sort((a, b) => a[0] - b[0]);
  return sorted.every(([at, long], i) => {
    if (!i) return true;
    const [before, other] = sorted[i - 1];
    return at - before >= (long + other) / 2 + gap;
  });
}

// The middle of words of this width near `at`, whole between 0 and `width`.
/** @param {number} at @param {number} wide @param {number} width */
function inside(at, wide, width) {
  return Math.max(Math.min(at, width - wide / 2 - 1), wide / 2 + 1);
}

/**
 * What is drawn under the marks: lines at the ticks.
 * @param {CanvasRenderingContext2D} ctx @param {Axes} axes @param {Theme} theme
 */
export function paintGrid(ctx, { place, x, y }, theme) {
  const { box } = place;
  ctx.fillStyle = ink("@grid", theme);
  for (const { at } of x) ctx.fillRect(Math.round(place.x(at)) - 0.5, box.y, 1, box.height);
  for (const { at } of y) ctx.fillRect(box.x, Math.round(place.y(at)) - 0.5, box.width, 1);
}

/**
 * The words around the axes: at the ticks, the titles, and the colour bar of a heatmap.
 * @param {CanvasRenderingContext2D} ctx @param {Panel} panel @param {Axes} axes
 * @param {Theme} theme
 */
export function paintEdges(ctx, panel, axes, theme) {
  const { place, x, y, size } = axes;
  const { box } = place;
  const { scale } = size;
  ctx.fillStyle = ink("@ink", theme);
  ctx.font = `${WORDS * scale}px ${theme.font}`;
  ctx.textBaseline = "top";
  ctx.textAlign = "center";
  for (const { at, words } of x) {
    ctx.fillText(words, inside(place.x(at), ctx.measureText(words).width, size.width),
      box.y + box.height + GAP);
  }
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  for (const { at, words } of y) ctx.fillText(words, box.x - GAP, place.y(at));
  const [across, up] = panel.axes;
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  title(ctx, across.title, box.x + box.width / 2, size.height - 2, size.width, scale, theme);
  ctx.save();
  ctx.translate(2, 0);
  ctx.rotate(-Math.PI / 2);
  ctx.translate(-size.height, 0);
  ctx.textBaseline = "top";
  title(ctx, up.title, size.height - box.y - box.height / 2, 0, size.height, scale, theme);
  ctx.restore();
  if (axes.heat) bar(ctx, axes.heat, axes, theme);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {string} words @param {number} x @param {number} y
 * @param {number} most @param {number} scale @param {Theme} theme
 */
function title(ctx, words, x, y, most, scale, theme) {
  /** @param {number} px */
  const set = (px) => { ctx.font = `${px * scale}px ${theme.font}`; };
  set(WORDS);
  const full = ctx.measureText(words).width;
  let shown = words;
  if (full > most) {
    set(Math.max(LEAST, (WORDS * most) / full));
    while (shown.length > 2 && ctx.measureText(shown).width > most + 1) {
      shown = `${shown.slice(0, -2).trimEnd()}…`;
    }
  }
  ctx.fillText(shown, inside(x, ctx.measureText(shown).width, most), y);
}

/**
 * The axes in words, for screen readers.
 * @param {Panel} panel @param {Axes} axes
 */
export function described(panel, { x, y }) {
  return [x, y].map((found, i) => {
    const named = panel.axes[i].title || (i ? "up" : "across");
    return found.length ? `${named}: ${found[0].words} to ${found[found.length - 1].words}` : named;
  }).join("; ");
}
