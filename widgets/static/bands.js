// Filled level sets: bands between the levels of a grid.

import { canvasOf } from "./dom.js";
import { ink, pixelOf } from "./ink.js";
import { clamp } from "./values.js";

/** @import { Data, Place, Theme, Trace } from "./types.js" */

// Where on a rising grid each value lies: a fractional index, NaN outside.
/** @param {Float64Array} grid @param {Float64Array} values */
export function gridPlaces(grid, values) {
  const last = grid.length - 1;
  let i = 0;
  return values.map((v) => {
    if (!(v >= grid[0] && v <= grid[last])) return NaN;
    while (i < last - 1 && grid[i + 1] <= v) i++;
    while (i > 0 && grid[i] > v) i--;
    return i + (v - grid[i]) / (grid[i + 1] - grid[i]);
  });
}

// Bands between level lines, at half the resolution of the screen; the lines lie over the steps.
/** @param {Data} data @param {number[]} colours @param {Place} map */
function bandImage({ x, y, z }, colours, map) {
  const { box } = map;
  const [w, h] = [Math.max(1, Math.ceil(box.width / 2)), Math.max(1, Math.ceil(box.height / 2))];
  /** @param {number} i */
  const across = (i) => map.back(box.x + ((i + 0.5) * box.width) / w, 0)[0];
  /** @param {number} j */
  const down = (j) => map.back(0, box.y + ((j + 0.5) * box.height) / h)[1];
  const px = Float64Array.from({ length: w }, (_, i) => across(i));
  const py = Float64Array.from({ length: h }, (_, j) => down(j));
  const [gx, gy] = [gridPlaces(x, px), gridPlaces(y, py)];
  const image = new ImageData(w, h);
  const pixels = new Uint32Array(image.data.buffer);
  for (let j = 0; j < h; j++) {
    if (!(gy[j] >= 0)) continue;
    const row = Math.min(Math.floor(gy[j]), y.length - 2);
    const v = gy[j] - row;
    for (let i = 0; i < w; i++) {
      if (!(gx[i] >= 0)) continue;
      const column = Math.min(Math.floor(gx[i]), x.length - 2);
      const u = gx[i] - column;
      const at = row * x.length + column;
      const value = (1 - v) * ((1 - u) * z[at] + u * z[at + 1]) +
        v * ((1 - u) * z[at + x.length] + u * z[at + x.length + 1]);
      const band = clamp(Math.floor(value) + 1, 0, colours.length - 1);
      if (value === value) pixels[j * w + i] = colours[band]; // nothing where there is no number
    }
  }
  return canvasOf(image);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Trace} trace @param {Data} data
 * @param {Place} map @param {Theme} theme
 */
export function paintBands(ctx, trace, data, map, theme) {
  const { box } = map;
  const key = JSON.stringify([box, map.back(0, 0), map.back(1, 1), theme.name]);
  if (trace.image?.key !== key || trace.image.data !== data) {
    const colours = trace.style.colours.map((/** @type {string} */ c) => pixelOf(ink(c, theme)));
    trace.image = { key, data, canvas: bandImage(data, colours, map) };
  }
  ctx.drawImage(trace.image.canvas, box.x, box.y, box.width, box.height);
}
