// The traces of a panel in space as pieces in its box: of lines, markers, triangles and words, with
// what each looks like. Nothing here knows how they are drawn.

import { ink } from "./ink.js";
import { read } from "./recipes.js";

/** @import { Arrays, Panel, Theme, Trace } from "./types.js" */

/** [on, off, on, off] in pixels of a line that is 2 wide. @type {Record<string, number[]>} */
const DASHES = {
  dash: [7, 5, 0, 0], dot: [2, 3.5, 0, 0], dashdot: [8, 4, 2, 4], longdash: [13, 6, 0, 0],
};
const SOLID = [1, 0, 0, 0];

const LINE = -1; // the symbol of a piece

/** In the order of the shader of marks. */
export const SYMBOLS = [
  "circle", "square", "diamond", "triangle-up", "triangle-down", "cross", "x", "circle-open",
  "square-open", "diamond-open",
];

// How a face is lit: the share of its tone that it has in any case, and light from above the eye's
// left at home.
const [LEAST, LIT] = [0.78, 0.24];
const LIGHT = [0.83, -0.14, 0.54];

/**
 * @typedef {{ a: number[], b: number[], color: number[], width: number, pattern: number[],
 *   from: number, layer: number, symbol: number, depth: number }} Mark a piece of a line, or where
 *   it has no length a marker, the number of its symbol at least 0
 * @typedef {{ corners: number[][], color: number[], depth: number }} Face
 * @typedef {{ at: number[], words: string, trace: Trace }} Label
 * @typedef {{ marks: Mark[], faces: Face[], labels: Label[] }} Shapes
 */

/** Red, green, blue and opacity, 0 to 1. @param {string} colour @param {number} opacity */
export function rgba(colour, opacity) {
  const own = colour[0] === "#" ? [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
    : (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [own[0] / 255, own[1] / 255, own[2] / 255, (own[3] ?? 1) * opacity];
}

/**
 * What part of the piece from a to b lies in the box with these sides: shares of its ends, or null.
 * @param {number[]} a @param {number[]} b @param {number[]} sides
 */
export function inBox(a, b, sides) {
  let [from, to] = [0, 1];
  for (let i = 0; i < 3; i++) {
    const [half, by] = [0.5 * sides[i] * (1 + 1e-6), b[i] - a[i]];
    if (by === 0) {
      if (Math.abs(a[i]) > half) return null;
      continue;
    }
    const ends = [(-half - a[i]) / by, (half - a[i]) / by];
    from = Math.max(from, Math.min(...ends));
    to = Math.min(to, Math.max(...ends));
  }
  return from < to ? [from, to] : null;
}

/** @param {number[]} a @param {number[]} b @param {number} t */
const between = (a, b, t) => a.map((v, i) => v + t * (b[i] - v));

export class Shaping {
  /** @type {Shapes} */
  shapes = { marks: [], faces: [], labels: [] };
  layer = 0;

  /**
   * @param {Panel} panel @param {Arrays} arrays @param {number} position @param {Theme} theme
   * @param {number[]} sides of the box @param {number[][]} placing of the axes
   */
  constructor(panel, arrays, position, theme, sides, placing) {
    this.arrays = arrays;
    this.theme = theme;
    this.scale = theme.magnify ?? 1;
    this.sides = sides;
    this.placing = placing;
    for (const trace of panel.traces) this.add(trace, read(trace, arrays, position));
  }

  /** @param {Trace} trace @param {any} data */
  add(trace, data) {
    const { style } = trace;
    const places = this.places(data);
    if (style.kind === "line") this.line(style, places);
    else if (style.kind === "points") this.points(style, places, data.size);
    else if (style.kind === "mesh") this.mesh(style, places);
    else if (style.kind === "surface") this.surface(trace, places);
    else this.words(trace, places, data.text ?? style.text);
  }

  /** @param {any} data @returns {number[][]} */
  places(data) {
    const [[fx, sx], [fy, sy], [fz, sz]] = this.placing;
    const { x, y, z } = data;
    return Array.from(x, (v, i) => [fx * v + sx, fy * y[i] + sy, fz * z[i] + sz]);
  }

  /** @param {number[]} place */
  holds(place) { return place.every((v, i) => Math.abs(v) <= 0.5 * this.sides[i] * (1 + 1e-6)); }

  /** @param {any} style @param {number[][]} places */
  line(style, places) {
    const { sides, scale } = this;
    const color = rgba(ink(style.color, this.theme), style.opacity);
    const width = style.width * scale;
    const layer = (this.layer += 1); // of lines that coincide, the later one is visible
    const stretch = Math.max(1, style.width / 2) * scale;
    const pattern = (DASHES[style.dash] ?? SOLID).map((v) => v * stretch);
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1], places[i]];
      const part = inBox(a, b, sides); // null for a gap, too: nothing compares with NaN
      if (!part) continue;
      this.shapes.marks.push({
        a: part[0] > 0 ? between(a, b, part[0]) : a, b: part[1] < 1 ? between(a, b, part[1]) : b,
        color, width, pattern, from: 0, layer, symbol: LINE, depth: 0,
      });
    }
    if (style.dots) this.points({ ...style, size: style.dots, symbol: "circle" }, places);
  }

  /** @param {any} style @param {number[][]} places @param {ArrayLike<number>} [sizes] */
  points(style, places, sizes) {
    const color = rgba(ink(style.color, this.theme), style.opacity);
    const symbol = Math.max(SYMBOLS.indexOf(style.symbol), 0);
    const layer = (this.layer += 1);
    places.forEach((at, i) => {
      const size = this.scale * (sizes ? sizes[sizes.length > 1 ? i : 0] : style.size);
      if (!(size > 0 && this.holds(at))) return;
      this.shapes.marks.push({
        a: at, b: at, color, width: size, pattern: SOLID, from: 0, layer, symbol, depth: 0,
      });
    });
  }

  /** @param {any} style @param {number[][]} places */
  mesh(style, places) {
    const color = rgba(ink(style.color, this.theme), style.opacity);
    for (const face of style.faces) {
      this.face(face.map((/** @type {number} */ k) => places[k]), color);
    }
  }

  // A grid as triangles, paler from its lowest to its highest point.
  /** @param {Trace} trace @param {number[][]} places */
  surface({ style, bind }, places) {
    const shape = this.shapeOf(bind.z);
    const [low, high] = [style.color, `${style.color}%0.4`]
      .map((tone) => rgba(ink(tone, this.theme), style.opacity));
    const heights = places.map(([, , z]) => z).filter(Number.isFinite);
    const [least, most] = [Math.min(...heights), Math.max(...heights)];
    const across = shape[1];
    for (let k = 0; k < (shape[0] - 1) * across; k++) {
      if (k % across === across - 1) continue;
      for (const three of [[k, k + 1, k + across], [k + 1, k + across + 1, k + across]]) {
        const corners = three.map((i) => places[i]);
        const height = (corners[0][2] + corners[1][2] + corners[2][2]) / 3;
        this.face(corners, between(low, high, (height - least) / (most - least || 1)));
      }
    }
  }

  /** @param {any} recipe */
  shapeOf(recipe) {
    const { shape } = this.arrays[recipe.a];
    return recipe.how === "static" ? shape : shape.slice(1);
  }

  /** @param {number[][]} corners @param {number[]} color */
  face(corners, color) {
    if (corners.some((p) => !Number.isFinite(p[0] + p[1] + p[2]))) return;
    this.shapes.faces.push({ corners, color, depth: 0 });
  }

  /** @param {Trace} trace @param {number[][]} places @param {string[]} texts */
  words(trace, places, texts) {
    places.forEach((at, i) => {
      if (texts[i] && this.holds(at)) this.shapes.labels.push({ at, words: texts[i], trace });
    });
  }
}

/**
 * How much of its tone a face shows to the eye: 0 to 1.
 * @param {number[][]} corners @param {number[]} eye
 */
export function lit([p, q, r], eye) {
  const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal) || 1;
  const towards = normal.reduce((sum, v, i) => sum + v * (eye[i] - p[i]), 0) < 0 ? -1 : 1;
  const light = (towards * normal.reduce((sum, v, i) => sum + v * LIGHT[i], 0)) / length;
  return Math.min(LEAST + LIT * Math.max(light, 0), 1);
}
