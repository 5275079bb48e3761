// The same picture where there is no WebGL: every piece in the order of its distance, by the pen.

import { lit, SYMBOLS } from "./space-shapes.js";

/** @import { Project } from "./space-camera.js" */
/** @import { Shapes } from "./space-shapes.js" */

/** @param {number[]} color @param {number} [light] */
const css = ([r, g, b, a], light = 1) => (
  `rgba(${[r, g, b].map((v) => Math.round(255 * light * v)).join()},${a})`);

/**
 * @param {CanvasRenderingContext2D} ctx @param {Shapes} shapes @param {Project} project
 * @param {number[]} eye
 */
export function paintFlat(ctx, { pieces, markers, faces }, project, eye) {
  /** @type {[number, () => void][]} */
  const all = [];
  /** @param {number[]} p */
  const at = (p) => project(p[0], p[1], p[2]);
  for (const { corners, color } of faces) {
    const seen = corners.map(at);
    all.push([seen[0][2] + seen[1][2] + seen[2][2], () => {
      trace(ctx, seen);
      ctx.fillStyle = css(color, lit(corners, eye));
      ctx.fill();
    }]);
  }
  for (const { a, b, color, width, pattern, from } of pieces) {
    const seen = [at(a), at(b)];
    all.push([1.5 * (seen[0][2] + seen[1][2]), () => {
      trace(ctx, seen);
      ctx.setLineDash(pattern[1] ? pattern.filter(Boolean) : []);
      ctx.lineDashOffset = from;
      ctx.strokeStyle = css(color);
      ctx.lineWidth = width;
      ctx.stroke();
    }]);
  }
  for (const { at: place, color, size, symbol } of markers) {
    const [x, y, depth] = at(place);
    all.push([3 * depth, () => {
      ctx.setLineDash([]);
      ctx.beginPath();
      if (SYMBOLS[symbol].startsWith("circle")) ctx.arc(x, y, size / 2, 0, 2 * Math.PI);
      else ctx.rect(x - size / 2, y - size / 2, size, size);
      ctx.lineWidth = 1.5;
      ctx.strokeStyle = ctx.fillStyle = css(color);
      if (SYMBOLS[symbol].endsWith("open")) ctx.stroke();
      else ctx.fill();
    }]);
  }
  const known = all.filter(([depth]) => Number.isFinite(depth)).sort((a, b) => b[0] - a[0]);
  for (const [, paint] of known) paint();
  ctx.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} ctx @param {number[][]} seen */
function trace(ctx, seen) {
  ctx.beginPath();
  for (const [x, y] of seen) ctx.lineTo(x, y);
}
