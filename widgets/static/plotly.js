// What plotly is told of a panel in space: its layout and its data.

import { letterOf } from "./aim.js";
import { ink } from "./ink.js";
import { read } from "./recipes.js";

/** @import { Arrays, Axis, Look, Panel, Theme, Trace } from "./types.js" */

/** @param {Axis} axis @param {Theme} theme @param {object} shown */
function axisLayout(axis, theme, shown) {
  const layout = {
    title: { text: escaped(axis.title), font: { size: 12 * (theme.magnify ?? 1) }, standoff: 6 },
    type: axis.log ? "log" : "linear",
    range: [...axis.range],
    autorange: false,
    gridcolor: ink("@grid", theme),
    zeroline: false,
    tickfont: { size: 12 * (theme.magnify ?? 1) },
    ticks: "",
    nticks: theme.magnify === 1 ? 7 : 4,
    ...shown,
  };
  if (axis.log) Object.assign(layout, { exponentformat: "power" });
  if (axis.ticks) {
    const words = axis.ticks.words.map(escaped);
    Object.assign(layout, { tickmode: "array", tickvals: axis.ticks.at, ticktext: words });
  }
  return layout;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

// Where a panel is looked at from until somebody turns it.
/** @type {Record<string, { x: number, y: number, z: number }>} */
export const HOME = {
  eye: { x: 1.34, y: 1.15, z: 0.73 }, center: { x: 0, y: 0, z: -0.1 }, up: { x: 0, y: 0, z: 1 },
};

/** @param {Panel} panel @param {Theme} theme */
export function layoutOf(panel, theme) {
  const size = 12 * (theme.magnify ?? 1);
  const base = {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: theme.font, size, color: ink("@ink", theme) },
    showlegend: false,
    uirevision: panel.key,
    hoverlabel: { font: { family: theme.font, size } },
  };
  const [x, y, z] = panel.axes;
  const wall = { showbackground: false, showspikes: false, gridcolor: ink("@faint", theme) };
  return {
    ...base,
    margin: { l: 0, r: 0, t: 0, b: 0 },
    scene: {
      uirevision: panel.key,
      // "data" would follow the data of each frame: the ranges are fixed, and so is the box.
      aspectmode: "manual",
      aspectratio: boxOf(panel),
      xaxis: axisLayout(x, theme, wall),
      yaxis: axisLayout(y, theme, wall),
      zaxis: axisLayout(z, theme, wall),
      camera: structuredClone(HOME),
    },
  };
}

// Sides of the box in space, the longest 1: by the ranges where units are equal, else a cube.
/** @param {Panel} panel */
function boxOf(panel) {
  const sides = panel.axes.map(({ range: [low, high] }) => (panel.equal ? high - low : 1));
  const [x, y, z] = sides.map((side) => side / Math.max(...sides));
  return { x, y, z };
}

// plotly wants data coordinates and rows of a grid; recipes give flat drawn coordinates.
/**
 * @param {Trace} trace @param {Arrays} arrays @param {number} position @param {Theme} theme
 * @param {Panel} panel
 */
export function plotlyData(trace, arrays, position, theme, panel) {
  const { look } = trace;
  const { name, text, opacity } = look;
  const out = { ...LOOKS[look.kind](look, theme), name: escaped(name), opacity };
  if (text) out.text = text.map(escaped);
  const data = read(trace, arrays, position);
  for (const [part, values] of Object.entries(data)) {
    setPath(out, pathOf(part), gridded(trace, part, values, arrays, panel));
  }
  return out;
}

/**
 * Rings around points in space, with the letters of a question's options.
 * @param {number[][]} places @param {Theme} theme
 */
export function ringed(places, theme) {
  const [x, y, z] = [0, 1, 2].map((i) => places.map((p) => p[i]));
  const color = ink("@ink", theme);
  return {
    type: "scatter3d", mode: "markers+text", x, y, z, hoverinfo: "skip", showlegend: false,
    marker: { symbol: "circle-open", size: 13, color, line: { width: 3, color } },
    text: places.map((_, i) => `<b>${letterOf(i)}</b>`), textposition: "top right",
    textfont: { color, size: 17 * (theme.magnify ?? 1) },
  };
}

/** What plotly calls a part of a trace. @param {string} part */
export const pathOf = (part) => (part === "size" ? "marker.size" : part);

const WIDER = 2; // lines in space look as those of a plane,
const SMALLER = 0.6; // and so do markers
/** @type {Record<string, string>} */
const ANCHORS = {
  right: "middle right", left: "middle left", above: "top center", below: "bottom center",
  center: "middle center", row: "middle right",
};

// How plotly is told of each kind of look.
/** @type {Record<string, (look: Look, theme: Theme) => any>} */
const LOOKS = {
  line: ({ color, width, dash, dots }, theme) => ({
    type: "scatter3d",
    mode: dots ? "lines+markers" : "lines",
    line: { color: ink(color, theme), width: WIDER * width, dash },
    marker: { color: ink(color, theme), size: SMALLER * (dots ?? 0) },
  }),
  points: ({ color, symbol, size }, theme) => ({
    type: "scatter3d",
    mode: "markers",
    // plotly takes sizes that differ for bubbles: pale, with white edges
    marker: {
      color: ink(color, theme), symbol,
      ...(size === undefined ? { opacity: 1, line: { width: 0 } } : { size: SMALLER * size }),
    },
  }),
  words: ({ color, size, anchor }, theme) => ({
    type: "scatter3d",
    mode: "text",
    textfont: { color: ink(color, theme), size: size * (theme.magnify ?? 1) },
    textposition: ANCHORS[anchor],
  }),
  surface: ({ color }, theme) => ({
    type: "surface",
    showscale: false,
    colorscale: [[0, ink(color, theme)], [1, ink(`${color}%0.4`, theme)]],
    hoverinfo: "name",
  }),
  mesh: ({ color, faces }, theme) => ({
    type: "mesh3d",
    ...Object.fromEntries(["i", "j", "k"].map((n, c) => (
      [n, faces.map((/** @type {number[]} */ f) => f[c])]))),
    color: ink(color, theme),
    flatshading: true,
    hoverinfo: "name",
  }),
};

/**
 * @param {Trace} trace @param {string} name @param {any} values @param {Arrays} arrays
 * @param {Panel} panel
 */
export function gridded(trace, name, values, arrays, panel) {
  if (name === "text") return values.map(escaped);
  const axis = panel.axes["xyz".indexOf(name)];
  const flat = axis?.log ? values.map((/** @type {number} */ v) => 10 ** v) : values;
  const shape = arrays[trace.bind[name]?.a]?.shape ?? [];
  const grid = trace.bind[name]?.how === "static" ? shape : shape.slice(1);
  if (grid.length !== 2) return flat;
  return Array.from({ length: grid[0] }, (_, i) => flat.subarray(i * grid[1], (i + 1) * grid[1]));
}

/** @param {any} object @param {string} path @param {unknown} value */
function setPath(object, path, value) {
  const parts = path.split(".");
  const target = parts.slice(0, -1).reduce((o, p) => (o[p] ??= {}), object);
  target[parts[parts.length - 1]] = value;
}

// What a plot is built for: of what moves neither the numbers nor the ends of a colour scale, which
// are restyled, and of no trace what was read from it.
/** @param {Trace[]} traces */
export function builtFor(traces) {
  return traces.map(({ look, bind, moving }) => (moving
    ? [Object.keys(bind), { ...look, low: null, high: null }]
    : [bind, look]));
}
