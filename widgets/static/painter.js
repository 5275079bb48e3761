// Paints scatter traces on a canvas: lines, fills, markers, arrow heads, words.

import { paintBands } from "./bands.js";
import { node, pen } from "./dom.js";
import { ink } from "./ink.js";
import { clipped, occupy } from "./occupancy.js";
import { paintWords } from "./words.js";

/** @import { Occupancy } from "./occupancy.js" */
/** @import { Box, Data, Style, Place, Theme, Trace } from "./types.js" */

/** @type {Record<string, number[]>} */
const DASHES = {
  solid: [], dash: [7, 5], dot: [1.5, 3.5], dashdot: [8, 4, 2, 4], longdash: [13, 6],
};

/**
 * @param {CanvasRenderingContext2D} ctx @param {Float64Array} px @param {Float64Array} py
 * @param {boolean} close
 */
function tracePolyline(ctx, px, py, close) {
  ctx.beginPath();
  let open = false;
  for (let i = 0; i < px.length; i++) {
    if (!(Number.isFinite(px[i]) && Number.isFinite(py[i]))) {
      if (open && close) ctx.closePath();
      open = false;
    } else if (open) {
      ctx.lineTo(px[i], py[i]);
    } else {
      ctx.moveTo(px[i], py[i]);
      open = true;
    }
  }
  if (open && close) ctx.closePath();
}

/** @type {Record<string, number[][]>} */
const STROKES = {
  "/": [[0, 8, 8, 0], [-2, 2, 2, -2], [6, 10, 10, 6]],
  "\\": [[0, 0, 8, 8], [-2, 6, 2, 10], [6, -2, 10, 2]],
  x: [[0, 0, 8, 8], [0, 8, 8, 0]],
  "-": [[0, 4, 8, 4]],
  "|": [[4, 0, 4, 8]],
  "+": [[0, 4, 8, 4], [4, 0, 4, 8]],
  ".": [[3.5, 4, 4.5, 4]],
};

/** @param {CanvasRenderingContext2D} ctx @param {string} hatch @param {string} colour */
function hatching(ctx, hatch, colour) {
  const tile = node("canvas");
  tile.width = tile.height = 8;
  const t = pen(tile);
  t.strokeStyle = colour;
  t.lineWidth = hatch === "." ? 2 : 1.6;
  for (const [x0, y0, x1, y1] of STROKES[hatch]) {
    t.beginPath();
    t.moveTo(x0, y0);
    t.lineTo(x1, y1);
    t.stroke();
  }
  return /** @type {CanvasPattern} */ (ctx.createPattern(tile, "repeat"));
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Style} style @param {Float64Array} px
 * @param {Float64Array} py @param {Theme} theme
 */
function paintFill(ctx, style, px, py, theme) {
  tracePolyline(ctx, px, py, true);
  if (style.hatch) {
    ctx.fillStyle = hatching(ctx, style.hatch, ink(style.color, theme));
  } else {
    ctx.fillStyle = ink(style.fill, theme);
  }
  ctx.fill();
}

const FAR = 3000; // pixels
const MARGIN = 40; // pixels around a box in which a line is whole

/** @param {Float64Array} pixels */
function reachesOut(pixels) {
  for (let i = 0; i < pixels.length; i++) if (Math.abs(pixels[i]) > FAR) return true;
  return false;
}

/**
 * A line as it is or, where it reaches far, the part of it near the box: a browser cuts dashes one
 * by one, also the millions that are invisible where a view is much enlarged.
 * @param {Float64Array} px @param {Float64Array} py @param {Box} box
 * @returns {[Float64Array, Float64Array]}
 */
function near(px, py, box) {
  if (!(reachesOut(px) || reachesOut(py))) return [px, py];
  const wide = {
    x: box.x - MARGIN, y: box.y - MARGIN,
    width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN,
  };
  /** @type {number[]} */
  const x = [];
  /** @type {number[]} */
  const y = [];
  for (let i = 1; i < px.length; i++) {
    const piece = clipped(px[i - 1], py[i - 1], px[i], py[i], wide);
    if (!piece) continue;
    if (x[x.length - 1] !== piece[0] || y[y.length - 1] !== piece[1]) {
      x.push(NaN, piece[0]);
      y.push(NaN, piece[1]);
    }
    x.push(piece[2]);
    y.push(piece[3]);
  }
  return [Float64Array.from(x), Float64Array.from(y)];
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Style} style @param {Float64Array} px
 * @param {Float64Array} py @param {Theme} theme @param {Box} box
 */
function paintLine(ctx, style, px, py, theme, box) {
  const { color, width, dash } = style;
  if (!width) return;
  ctx.strokeStyle = ink(color, theme);
  ctx.lineWidth = width;
  ctx.lineJoin = "round";
  ctx.lineCap = dash === "dot" ? "round" : "butt";
  ctx.setLineDash((DASHES[dash] ?? []).map((v) => v * Math.max(1, width / 2)));
  tracePolyline(ctx, ...near(px, py, box), false);
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Style} style @param {Float64Array} px
 * @param {Float64Array} py @param {Theme} theme
 */
function paintHeads(ctx, style, px, py, theme) {
  ctx.fillStyle = ink(style.color, theme);
  const size = 4 + 2 * style.width;
  for (let i = 0; i + 1 < px.length; i += 3) {
    const [dx, dy] = [px[i + 1] - px[i], py[i + 1] - py[i]];
    const length = Math.hypot(dx, dy);
    if (!(length > 0.5)) continue;
    const [ux, uy] = [(dx / length) * size, (dy / length) * size];
    ctx.beginPath();
    ctx.moveTo(px[i + 1], py[i + 1]);
    ctx.lineTo(px[i + 1] - ux - 0.45 * uy, py[i + 1] - uy + 0.45 * ux);
    ctx.lineTo(px[i + 1] - ux + 0.45 * uy, py[i + 1] - uy - 0.45 * ux);
    ctx.fill();
  }
}

// Each symbol is drawn around (0, 0) with radius 1.
/** @type {Record<string, (c: CanvasRenderingContext2D) => void>} */
const SHAPES = {
  circle: (c) => c.arc(0, 0, 1, 0, 2 * Math.PI),
  square: (c) => c.rect(-0.88, -0.88, 1.76, 1.76),
  diamond: (c) => polygon(c, [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]]),
  "triangle-up": (c) => polygon(c, [[0, -1.2], [1.1, 0.8], [-1.1, 0.8]]),
  "triangle-down": (c) => polygon(c, [[0, 1.2], [1.1, -0.8], [-1.1, -0.8]]),
  cross: (c) => polygon(c, [
    [-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4],
    [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4],
  ]),
  x: (c) => polygon(c, [
    [-1.1, -0.6], [-0.6, -1.1], [0, -0.5], [0.6, -1.1], [1.1, -0.6], [0.5, 0],
    [1.1, 0.6], [0.6, 1.1], [0, 0.5], [-0.6, 1.1], [-1.1, 0.6], [-0.5, 0],
  ]),
};

/** @param {CanvasRenderingContext2D} c @param {number[][]} corners */
function polygon(c, corners) {
  corners.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
  c.closePath();
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Style} style @param {Float64Array} px
 * @param {Float64Array} py @param {ArrayLike<number> | undefined} sizes @param {Theme} theme
 */
function paintMarkers(ctx, style, px, py, sizes, theme) {
  const { color, symbol = "circle" } = style;
  const size = style.size ?? 8;
  const open = symbol.endsWith("-open");
  const shape = SHAPES[open ? symbol.slice(0, -5) : symbol];
  ctx.fillStyle = ctx.strokeStyle = ink(color, theme);
  for (let i = 0; i < px.length; i++) {
    if (!(Number.isFinite(px[i]) && Number.isFinite(py[i]))) continue;
    const radius = (sizes ? sizes[i] : size) / 2;
    if (!(radius > 0)) continue;
    ctx.save();
    ctx.translate(px[i], py[i]);
    ctx.scale(radius, radius);
    ctx.beginPath();
    shape(ctx);
    ctx.lineWidth = (open ? 2 : 1) / radius;
    if (open) {
      ctx.stroke();
    } else {
      ctx.fill();
      ctx.strokeStyle = ink("@paper/0.7", theme);
      ctx.stroke();
    }
    ctx.restore();
    ctx.strokeStyle = ink(color, theme);
  }
}

// The dots of a line: at each of its points where it asks for them; at the only point of one that
// has no second yet, which a stroke would not show.
/** @param {Trace} trace @param {Float64Array} px @param {Float64Array} py */
function dotsOf({ style, ghost }, px, py) {
  if (style.dots || ghost || style.kind !== "line" || style.fill || !style.width) return style.dots;
  let count = 0;
  for (let i = 0; i < px.length && count < 2; i++) if (Number.isFinite(px[i] + py[i])) count += 1;
  return count === 1 ? Math.max(5, 2 * style.width) : undefined;
}

// A loop: `Float64Array.from` with a function takes ten times as long.
/** @param {ArrayLike<number>} values @param {(v: number) => number} place */
function placed(values, place) {
  const pixels = new Float64Array(values.length);
  for (let i = 0; i < pixels.length; i++) pixels[i] = place(values[i]);
  return pixels;
}

/** @param {Data} data @param {Place} map */
const pixelsOf = (data, map) => ({ px: placed(data.x, map.x), py: placed(data.y, map.y) });

/**
 * @param {CanvasRenderingContext2D} ctx @param {Trace} trace @param {Data} data
 * @param {Place} map @param {Theme} theme
 */
export function paint(ctx, trace, data, map, theme) {
  const { style } = trace;
  if (style.kind === "bands") {
    paintBands(ctx, trace, data, map, theme);
    return;
  }
  const { px, py } = trace.painted = pixelsOf(data, map);
  ctx.globalAlpha = style.opacity ?? 1;
  if (style.fill) paintFill(ctx, style, px, py, theme);
  if (style.kind === "line") paintLine(ctx, style, px, py, theme, map.box);
  if (style.head) paintHeads(ctx, style, px, py, theme);
  const dots = dotsOf(trace, px, py);
  if (dots) paintMarkers(ctx, { ...style, size: dots }, px, py, undefined, theme);
  if (style.kind === "points") paintMarkers(ctx, style, px, py, data.size, theme);
  if (style.kind === "words") {
    paintWords(ctx, trace, data.text ?? style.text, theme, map);
  }
  ctx.globalAlpha = 1;
  if (map.occupancy) occupy(map.occupancy, trace, px, py, data.size);
}

/**
 * Mark what a trace will cover where it belongs; it is there for all that is placed next to it.
 * @param {Trace} trace @param {Data} data @param {Place & { occupancy: Occupancy }} map
 */
export function cover(trace, data, map) {
  const { px, py } = trace.painted = pixelsOf(data, map);
  occupy(map.occupancy, trace, px, py, data.size);
}
