// What plotly is told of a space, and that words from data stay words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { builtFor, layoutOf, plotlyData } from "../../widgets/static/plotly.js";
import { read } from "../../widgets/static/recipes.js";

const THEME = {
  name: "light", font: "sans",
  colours: { ink: "#000000", grid: "#EEEEEE", faint: "#F0F0F0", main: "#0072B2" },
};
const axis = (log, range, more = {}) => ({ title: "t", log, range, zero: false, ticks: null, ...more });
const panel = (y) => ({
  key: "p", title: "", subtitle: "", space: false, equal: false, axes: [axis(false, [0, 1]), y],
  traces: [], legend: [],
});

test("ranges, words and the box of a space are as the scene has them", () => {
  const ticks = { at: [0, 1], words: ["<no>", "yes"] };
  const space = { ...panel(axis(true, [-2, 2])), space: true, equal: true };
  space.axes.push(axis(false, [0, 2], { ticks }));
  const { scene } = layoutOf(space, THEME);
  assert.deepEqual([scene.yaxis.type, scene.yaxis.range], ["log", [-2, 2]]);
  assert.deepEqual(scene.zaxis.ticktext, ["&lt;no&gt;", "yes"]);
  assert.deepEqual(scene.aspectratio, { x: 0.25, y: 1, z: 0.5 });
});

test("names and words of a trace are escaped, and may begin as a colour does", () => {
  const trace = {
    look: { kind: "words", name: "<b>@main", text: ["@main", "a & b"], color: "@main", size: 12 },
    bind: {}, moving: false,
  };
  const told = plotlyData(trace, {}, 0, THEME, panel(axis(false, [0, 1])));
  assert.equal(told.name, "&lt;b&gt;@main");
  assert.deepEqual(told.text, ["@main", "a &amp; b"]);
  assert.equal(told.textfont.color, "#0072B2");
});

test("markers of many sizes are as strong as others", () => {
  const bind = { size: { how: "static", a: "s" } };
  const look = { kind: "points", name: "", color: "@main", symbol: "circle" };
  const arrays = { s: { values: Float64Array.of(4, 9), shape: [2] } };
  const told = plotlyData({ look, bind }, arrays, 0, THEME, panel(axis(false, [0, 1])));
  assert.deepEqual([told.marker.opacity, told.marker.line], [1, { width: 0 }]);
  assert.deepEqual(Array.from(told.marker.size), [4, 9]);
});

test("a plot is built anew for other looks and what stands still, not for what is restyled", () => {
  const look = { kind: "line", name: "path", color: "@main", width: 1 };
  const bind = (a) => ({ x: { how: "static", a: "x" }, y: { how: "row", a } });
  const arrays = { x: { values: Float64Array.of(1, 2), shape: [2] } };
  arrays.y = arrays.z = { values: Float64Array.of(3, 4), shape: [1, 2] };
  const built = (a, moving, more = {}) => {
    const trace = { look: { ...look, ...more }, bind: bind(a), moving };
    const before = JSON.stringify(builtFor([trace]));
    read(trace, arrays, 0); // what is read stays with the trace, and is no part of it
    assert.equal(JSON.stringify(builtFor([trace])), before);
    return before;
  };
  assert.equal(built("y", true), built("z", true));
  assert.notEqual(built("y", false), built("z", false));
  assert.notEqual(built("y", true), built("y", true, { width: 2 }));
});
