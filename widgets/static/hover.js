// The point under the pointer and its words.

import { node } from "./dom.js";
import { read } from "./recipes.js";
import { number } from "./text.js";

/** @import { Arrays, Axis, Data, Found, Panel, Trace } from "./types.js" */

/** @param {Trace[]} traces @param {number} x @param {number} y @param {number} within */
export function nearest(traces, x, y, within) {
  let best = null;
  let least = within * within;
  for (const trace of traces) {
    if (!trace.painted || !(trace.template.name || trace.template.hover)) continue;
    const { px, py } = trace.painted;
    for (let i = 0; i < px.length; i++) {
      const d = (px[i] - x) ** 2 + (py[i] - y) ** 2;
      if (d < least) [least, best] = [d, { trace, i, px: px[i], py: py[i] }];
    }
  }
  return best;
}

/** @param {Found} found @param {Panel} panel @param {Arrays} arrays @param {number} position */
export function tipLines({ trace, i }, panel, arrays, position) {
  const data = read(trace, arrays, position);
  const lines = [node("strong", "", trace.template.hover?.[i] ?? trace.template.name)];
  for (const [j, name] of ["x", "y"].entries()) {
    const axis = panel.axes[j];
    const value = axis.log ? 10 ** data[name][i] : data[name][i];
    const line = node("div");
    line.textContent = `${axis.title || name} ${number(value)}`;
    lines.push(line);
  }
  return lines;
}

// The words of a heatmap's cell: its row and column as the axes name them, and its value.
/** @param {Trace} trace @param {number[]} cell @param {Data} data @param {Panel} panel */
export function cellLines(trace, [i, j], data, panel) {
  const [across, up] = panel.axes;
  const place = `${named(across, data.x[i])}, ${named(up, data.y[j])}`;
  const value = number(data.z[j * data.x.length + i]);
  return [node("strong", "", trace.template.name || place), node("div", "", `${place}: ${value}`)];
}

/** @param {Axis} axis @param {number} value */
function named({ ticks }, value) {
  return ticks?.words[ticks.at.indexOf(value)] ?? number(value);
}
