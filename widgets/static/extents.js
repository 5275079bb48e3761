// How far marks reach, read from what is drawn.

import { edgesOf } from "./heat.js";
import { read } from "./recipes.js";

/** @import { Arrays, Data, Panel } from "./types.js" */

// What each trace of a panel shows at a position, for tests: [mark, [low, high] along each axis],
// in data coordinates.
/** @param {Panel} panel @param {Arrays} arrays @param {number} position */
export function extents(panel, arrays, position) {
  const names = panel.space ? ["x", "y", "z"] : ["x", "y"];
  return panel.traces.filter((t) => !t.ghost).map((trace) => {
    const data = read(trace, arrays, position);
    const hatch = trace.style.kind === "hatch";
    const cells = hatch || trace.style.kind === "heatmap";
    const grid = cells || trace.style.kind === "bands";
    /** @param {unknown} _ @param {number} i */
    const known = (_, i) => grid || names.every((name) => Number.isFinite(data[name][i]));
    const ends = names.map((name, axis) => {
      const values = Array.from(data[name]);
      const drawn = cells ? borders(values, hatch ? hatched(data, axis) : undefined)
        : values.filter(known);
      const real = panel.axes[axis].log ? drawn.map((v) => 10 ** v) : drawn;
      return real.length ? [Math.min(...real), Math.max(...real)] : null;
    });
    return [trace.mark, ...ends];
  });
}

// The outer borders of cells around their rising centres, or of some of them.
/** @param {number[]} c @param {number[]} [some] */
function borders(c, some = c.map((_, i) => i)) {
  const edges = edgesOf(Float64Array.from(c));
  return some.length ? [edges[Math.min(...some)], edges[Math.max(...some) + 1]] : [];
}

// The columns, or the rows, that have a hatched cell.
/** @param {Data} data @param {number} axis */
function hatched({ x, z }, axis) {
  return Array.from(z).flatMap((v, k) => {
    if (!(Math.abs(v) > 0)) return [];
    return [axis ? Math.floor(k / x.length) : k % x.length];
  });
}
