// The point under the pointer and its words.

import { node } from "./dom.js";
import { read } from "./recipes.js";
import { number, short } from "./text.js";
import { clamp } from "./values.js";

/** @import { Arrays, Axis, Data, Found, Panel, Pixels, Trace } from "./types.js" */

/**
 * The point within reach of a pointer, or else the piece of a line: its nearer end is meant.
 * @param {Trace[]} traces @param {number} x @param {number} y @param {number} within
 */
export function nearest(traces, x, y, within) {
  const nameable = traces.filter(({ painted, style }) => (
    painted && (style.name || style.hover)
  ));
  return nearestPoint(nameable, x, y, within) ?? nearestPiece(nameable, x, y, within);
}

/** @param {Trace[]} traces @param {number} x @param {number} y @param {number} within */
function nearestPoint(traces, x, y, within) {
  let best = null;
  let least = within * within;
  for (const trace of traces) {
    const { px, py } = /** @type {Pixels} */ (trace.painted);
    for (let i = 0; i < px.length; i++) {
      const d = (px[i] - x) ** 2 + (py[i] - y) ** 2;
      if (d < least) [least, best] = [d, { trace, i, px: px[i], py: py[i] }];
    }
  }
  return best;
}

/** @param {Trace[]} traces @param {number} x @param {number} y @param {number} within */
function nearestPiece(traces, x, y, within) {
  let best = null;
  let least = within * within;
  for (const trace of traces.filter(({ style }) => style.kind === "line")) {
    const { px, py } = /** @type {Pixels} */ (trace.painted);
    for (let i = 1; i < px.length; i++) {
      const [dx, dy] = [px[i] - px[i - 1], py[i] - py[i - 1]];
      const along = ((x - px[i - 1]) * dx + (y - py[i - 1]) * dy) / (dx * dx + dy * dy);
      const share = clamp(along, 0, 1);
      const at = { px: px[i - 1] + share * dx, py: py[i - 1] + share * dy };
      const d = (at.px - x) ** 2 + (at.py - y) ** 2;
      if (d < least) [least, best] = [d, { trace, i: share < 0.5 ? i - 1 : i, ...at }];
    }
  }
  return best;
}

/** @param {Found} found @param {Panel} panel @param {Arrays} arrays @param {number} position */
export function tipLines({ trace, i }, panel, arrays, position) {
  const data = read(trace, arrays, position);
  const lines = [node("strong", "", trace.style.hover?.[i] ?? trace.style.name)];
  for (const [j, name] of ["x", "y", "z"].slice(0, panel.axes.length).entries()) {
    const axis = panel.axes[j];
    const value = axis.log ? 10 ** data[name][i] : data[name][i];
    lines.push(node("div", "", `${axis.title || name} ${number(value)}`));
  }
  return lines;
}

/** @typedef {{ trace: Trace, data: Data, cell: number[], marks: string[] }} Cell */

// The words of a heatmap's cell: its row and column as the axes name them, and its value.
/** @param {Cell} found @param {Panel} panel */
export function cellLines(found, panel) {
  if (panel.cross) return cellWords(found, panel).map((words) => node("div", "", words));
  const { trace, data, cell: [i, j] } = found;
  const place = `${named(panel.axes[0], data.x[i])}, ${named(panel.axes[1], data.y[j])}`;
  const line = `${place}: ${number(valueOf(found))}`;
  return [node("strong", "", trace.style.name || place), node("div", "", line)];
}

// The setting of a cell and what is known there, where both axes are knobs.
/** @param {Cell} found @param {Panel} panel */
export function cellWords(found, panel) {
  const { trace, data, cell: [i, j], marks } = found;
  const { name, unit } = trace.style;
  const place = [data.x[i], data.y[j]].map((at, k) => {
    const { title, ticks, log } = panel.axes[k];
    return `${title} = ${ticks ? named(panel.axes[k], at) : short(log ? 10 ** at : at)}`;
  });
  const value = valueOf(found);
  const measured = Number.isNaN(value) ? [] : [`${short(value)} ${unit}`];
  const rest = [...measured, ...marks];
  return [place.join(", "), rest.join(", ") || name];
}

/** @param {Cell} found */
function valueOf({ trace, data, cell: [i, j] }) {
  const value = data.z[j * data.x.length + i];
  return trace.style.log ? 10 ** value : value;
}

/** @param {Axis} axis @param {number} at the drawn coordinate */
function named({ ticks, log }, at) {
  return ticks?.words[ticks.at.indexOf(at)] ?? number(log ? 10 ** at : at);
}
