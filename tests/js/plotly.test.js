// What plotly is told of axes, and that words from data stay words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutOf, moved, plotlyData } from "../../widgets/static/plotly.js";

const THEME = {
  name: "light", font: "sans", colours: { ink: "#000000", grid: "#EEEEEE", main: "#0072B2" },
};
const axis = (log, range, more = {}) => ({ title: "t", log, range, zero: false, ticks: null, ...more });
const panel = (y) => ({
  key: "p", title: "", subtitle: "", space: false, equal: false, axes: [axis(false, [0, 1]), y],
  traces: [], legend: [],
});

test("a moved axis is told all that a fresh one is", () => {
  const ends = [[-9, 1], [-0.5, 0.9], [0.32, 0.59], [1, -4], [-3, 3]];
  for (const y of [axis(false, [0, 5]), ...ends.map((range) => axis(true, range))]) {
    const fresh = layoutOf(panel(y), THEME).yaxis;
    for (const [path, value] of Object.entries(moved("yaxis", y, [0, 60]))) {
      const told = path.split(".").slice(1).reduce((o, key) => o[key], fresh);
      assert.deepEqual(told, value, `${path} of ${y.range}`);
    }
  }
});

test("a range whose ticks stay is sent alone", () => {
  assert.deepEqual(Object.keys(moved("y", axis(true, [0, 3]), [0.5, 4])), ["y.range"]);
  assert.deepEqual(Object.keys(moved("y", axis(false, [0, 3]), [0, 9000])), ["y.range"]);
});

test("a log axis has two to seven powers of ten, whichever way it runs, or digits between", () => {
  for (let decades = 1.6; decades < 40; decades += 0.7) {
    for (const range of [[0, decades], [decades, 0]]) {
      const told = moved("y", axis(true, range), [0, 0])["y.dtick"];
      assert.ok(Number.isInteger(told) && decades / told <= 6 && decades / told > 1, `${range}`);
    }
  }
  assert.equal(moved("y", axis(true, [0, 1.2]), [0, 9])["y.dtick"], "D2");
  assert.equal(moved("y", axis(true, [0.3, 0.6]), [0, 9])["y.dtick"], null);
});

test("names and words of a trace are escaped, and may begin as a colour does", () => {
  const trace = {
    template: { type: "scatter3d", name: "<b>@main", text: ["@main", "a & b"], color: "@main" },
    bind: {}, moving: false,
  };
  const told = plotlyData(trace, {}, 0, THEME, panel(axis(false, [0, 1])));
  assert.equal(told.name, "&lt;b&gt;@main");
  assert.deepEqual(told.text, ["@main", "a &amp; b"]);
  assert.equal(told.color, "#0072B2");
});
