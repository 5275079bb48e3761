// How far marks reach, read from what is drawn.

import { read } from "./recipes.js";

/** @import { Arrays, Panel } from "./types.js" */

// What each trace of a panel shows at a position, for tests: [mark, [low, high] along each axis],
// in data coordinates.
/** @param {Panel} panel @param {Arrays} arrays @param {number} position */
export function extents(panel, arrays, position) {
  const names = panel.space ? ["x", "y", "z"] : ["x", "y"];
  return panel.traces.filter((t) => !t.ghost).map((trace) => {
    const data = read(trace, arrays, position);
    const cells = trace.template.type === "heatmap";
    const grid = cells || trace.template.type === "bands";
    /** @param {unknown} _ @param {number} i */
    const known = (_, i) => grid || names.every((name) => Number.isFinite(data[name][i]));
    const ends = names.map((name, axis) => {
      const values = Array.from(data[name]);
      const drawn = cells ? borders(values) : values.filter(known);
      const real = panel.axes[axis].log ? drawn.map((v) => 10 ** v) : drawn;
      return real.length ? [Math.min(...real), Math.max(...real)] : null;
    });
    return [trace.mark, ...ends];
  });
}

// The outer borders of cells around their rising centres.
/** @param {number[]} c */
function borders(c) {
  const last = c.length - 1;
  const [before, after] = c.length > 1 ? [c[1] - c[0], c[last] - c[last - 1]] : [1, 1];
  return [c[0] - before / 2, c[last] + after / 2];
}
