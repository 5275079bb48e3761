// The same picture where there is no WebGL: all pieces on a 2D canvas, from the farthest to the
// nearest.

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
export function paintFlat(ctx, { marks, faces }, project, eye) {
  /** @type {[number, () => void][]} */
  const all = [];
  /** @param {number[]} p */
  const at = (p) => project(p[0], p[1], p[2]);
  for (const { corners, color } of faces) {
    const points = corners.map(at);
    all.push([points[0][2] + points[1][2] + points[2][2], () => {
      trace(ctx, points);
      ctx.fillStyle = css(color, lit(corners, eye));
      ctx.fill();
    }]);
  }
  for (const { a, b, color, width, pattern, from, symbol } of marks) {
    const points = [at(a), at(b)];
    all.push([1.5 * (points[0][2] + points[1][2]), () => {
      const shape = SYMBOLS[symbol];
      if (shape) marker(ctx, points[0], width / 2, shape);
      else trace(ctx, points);
      ctx.setLineDash(pattern[1] ? pattern.filter(Boolean) : []);
      ctx.lineDashOffset = from;
      ctx.strokeStyle = ctx.fillStyle = css(color);
      ctx.lineWidth = shape ? 1.5 : width;
      if (shape && !shape.endsWith("open")) ctx.fill();
      else ctx.stroke();
    }]);
  }
  const known = all.filter(([depth]) => Number.isFinite(depth)).sort((a, b) => b[0] - a[0]);
  for (const [, paint] of known) paint();
  ctx.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} ctx @param {number[][]} points */
function trace(ctx, points) {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {number[]} at @param {number} radius
 * @param {string} shape
 */
function marker(ctx, [x, y], radius, shape) {
  ctx.beginPath();
  if (shape.startsWith("circle")) ctx.arc(x, y, radius, 0, 2 * Math.PI);
  else ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);
}
