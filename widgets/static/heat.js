// Heatmaps: cells of a grid in the colours of a scale, and the bar that explains them.

import { gridPlaces } from "./bands.js";
import { canvasOf } from "./dom.js";
import { ink, pixelOf } from "./ink.js";
import { ticksOf } from "./ticks.js";
import { clamp } from "./values.js";
import { interpolateRgb, piecewise } from "./vendor/d3.js";

/** @import { Axes, Data, Style, Place, Theme, Tick, Trace } from "./types.js" */

const SHADES = 256;
const HATCH = 6; // pixels between two strokes

/**
 * The colours of a scale from its low to its high end, as CSS has them.
 * @param {Style} style @param {Theme} theme @returns {string[]}
 */
export function shades({ stops }, theme) {
  const inks = stops.map((/** @type {string} */ stop) => ink(stop, theme));
  const key = inks.join();
  const known = mixed.get(key);
  if (known) return known;
  const mix = piecewise(interpolateRgb, inks);
  const all = Array.from({ length: SHADES }, (_, i) => mix(i / (SHADES - 1)));
  mixed.set(key, all);
  return all;
}

/** @type {Map<string, string[]>} */
const mixed = new Map(); // the colours of a scale -> its shades
/** @type {WeakMap<string[], Uint32Array>} */
const palettes = new WeakMap(); // shades -> as pixels have them

/**
 * The cell in which each of the values lies: -1 outside of all.
 * @param {Float64Array} centres @param {Float64Array} values
 */
export function cellsAt(centres, values) {
  const edges = edgesOf(centres);
  const up = edges[edges.length - 1] > edges[0];
  const rising = up ? edges : edges.toReversed();
  return Int32Array.from(gridPlaces(rising, values), (v) => {
    if (!(v >= 0)) return -1;
    const cell = Math.min(Math.floor(v), centres.length - 1);
    return up ? cell : centres.length - 1 - cell;
  });
}

// The borders of cells around their centres.
/** @param {Float64Array} c */
export function edgesOf(c) {
  const last = c.length - 1;
  const [before, after] = last > 0 ? [c[1] - c[0], c[last] - c[last - 1]] : [1, 1];
  return Float64Array.from({ length: c.length + 1 }, (_, i) => {
    if (i === 0) return c[0] - before / 2;
    return i > last ? c[last] + after / 2 : (c[i - 1] + c[i]) / 2;
  });
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Trace} trace @param {Data} data
 * @param {Place} map @param {Theme} theme
 */
export function paintHeat(ctx, trace, { x, y, z }, map, theme) {
  const { box } = map;
  const { low, high } = trace.style;
  const [w, h] = [box.width, box.height];
  /** @param {number} n @param {(i: number) => number} at */
  const along = (n, at) => Float64Array.from({ length: n }, (_, i) => at(i + 0.5));
  const columns = cellsAt(x, along(w, (i) => map.back(box.x + i, 0)[0]));
  const rows = cellsAt(y, along(h, (j) => map.back(0, box.y + j)[1]));
  const palette = paletteOf(trace.style, theme);
  const image = blank(w, h);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = Uint32Array.from(z, (v) => {
    if (!Number.isFinite(v)) return 0; // nothing where there is no number
    const share = (v - low) / (high - low || 1);
    return palette[Math.round(clamp(share, 0, 1) * (SHADES - 1))];
  });
  for (let j = 0; j < h; j++) {
    if (rows[j] < 0) continue;
    if (rows[j] === rows[j - 1]) {
      pixels.copyWithin(j * w, (j - 1) * w, j * w);
      continue;
    }
    for (let i = 0; i < w; i++) {
      if (columns[i] >= 0) pixels[j * w + i] = colours[rows[j] * x.length + columns[i]];
    }
  }
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(canvasOf(image), box.x, box.y, w, h);
  ctx.imageSmoothingEnabled = true;
}

// The shades as pixels have them.
/** @param {Style} style @param {Theme} theme */
function paletteOf(style, theme) {
  const all = shades(style, theme);
  const words = palettes.get(all) ?? Uint32Array.from(all, pixelOf);
  palettes.set(all, words);
  return words;
}

/** @type {ImageData | undefined} */
let spare; // made anew with each picture of a drag, it keeps the collector of garbage busy

/** An image without colours. @param {number} w @param {number} h */
function blank(w, h) {
  if (spare?.width === w && spare.height === h) spare.data.fill(0);
  else spare = new ImageData(w, h);
  return spare;
}

/** @param {Style} heat @param {number} height @returns {Tick[]} */
export function barTicks({ low, high, log = false }, height) {
  const most = Math.max(2, Math.floor(height / 26));
  return ticksOf({ log, ticks: null }, [low, high], (found) => found.length <= most);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Style} heat @param {Axes} axes @param {Theme} theme
 */
export function bar(ctx, heat, { place: { box }, size }, theme) {
  const [left, wide] = [box.x + box.width + 6, 8];
  const all = shades(heat, theme);
  all.forEach((colour, i) => {
    ctx.fillStyle = colour;
    const top = box.y + box.height * (1 - (i + 1) / SHADES);
    ctx.fillRect(left, top, wide, box.height / SHADES + 0.6);
  });
  ctx.fillStyle = ink("@ink", theme);
  ctx.font = `${12 * size.scale}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const { low, high } = heat;
  for (const { at, words } of barTicks(heat, box.height)) {
    const y = box.y + box.height * (1 - (at - low) / (high - low));
    ctx.fillText(words, left + wide + 5, clamp(y, box.y + 5, box.y + box.height - 5));
  }
  if (!heat.unit) return;
  ctx.save();
  ctx.translate(size.width - 2, box.y + box.height / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  ctx.fillText(heat.unit, 0, 0, box.height + 2 * box.y);
  ctx.restore();
}

/**
 * Strokes over the cells that are not 0, from edge to edge of their union.
 * @param {CanvasRenderingContext2D} ctx @param {Trace} trace @param {Data} data
 * @param {Place} map @param {Theme} theme
 */
export function paintHatch(ctx, trace, { x, y, z }, map, theme) {
  const [across, up] = [edgesOf(x), edgesOf(y)];
  ctx.save();
  ctx.beginPath();
  for (let j = 0; j < y.length; j++) {
    for (let i = 0; i < x.length; i++) {
      if (!(Math.abs(z[j * x.length + i]) > 0)) continue;
      const [left, top] = [map.x(across[i]), map.y(up[j + 1])];
      ctx.rect(left, top, map.x(across[i + 1]) - left, map.y(up[j]) - top);
    }
  }
  ctx.clip();
  ctx.strokeStyle = ink(trace.style.color, theme);
  ctx.lineWidth = 1.1;
  ctx.beginPath();
  const { box } = map;
  const ends = [box.y + box.height, box.y];
  const [from, to] = trace.style.way === "/" ? ends : ends.reverse();
  for (let at = box.x - box.height; at < box.x + box.width; at += HATCH) {
    ctx.moveTo(at, from);
    ctx.lineTo(at + box.height, to);
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * The uppermost of the heatmaps that has a number at a point of the plane, or else the uppermost
 * that has a cell there; with the names of the hatchings over that cell.
 * @param {{ trace: Trace, data: Data }[]} layers heatmaps and hatchings, from below
 * @param {[number, number]} point
 */
export function topCell(layers, point) {
  let found = null;
  for (const { trace, data } of layers) {
    const cell = cellAt(data, point);
    const value = cell && data.z[cell[1] * data.x.length + cell[0]];
    if (!cell) continue;
    if (trace.style.kind === "heatmap") {
      if (found && Number.isNaN(value)) continue;
      found = { trace, data, cell, marks: /** @type {string[]} */ ([]) };
    } else if (value && found && data.x.length === found.data.x.length) {
      found.marks.push(trace.style.name);
    }
  }
  return found;
}

/**
 * The cell of a heatmap at a point of the plane: [column, row], or nothing outside.
 * @param {Data} data @param {[number, number]} point
 */
export function cellAt({ x, y }, point) {
  const [i, j] = [x, y].map((centres, axis) => cellsAt(centres, Float64Array.of(point[axis]))[0]);
  return i < 0 || j < 0 ? null : [i, j];
}
