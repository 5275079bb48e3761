// Small functions of values.

/** @import { Box } from "./types.js" */

/** @param {number} x @param {number} low @param {number} high */
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** Whether two plain values are equal. @param {unknown} a @param {unknown} b */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether a point lies in a box. @param {Box} box @param {number} x @param {number} y */
export const holds = (box, x, y) => (
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
);
