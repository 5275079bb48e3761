// What is painted where: a canvas that records the calls, and geometry in pixels.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gridPlaces } from "../../widgets/static/bands.js";
import { nearest } from "../../widgets/static/hover.js";
import { ink } from "../../widgets/static/ink.js";
import { paint } from "../../widgets/static/painter.js";

const COLOURS = { main: "#0072B2", main_word: "#00507D", paper: "#FFFFFF" };
const THEME = { name: "light", font: "sans", colours: COLOURS };
// A plane of 100 by 100 pixels that begins at (10, 20); ten pixels a unit, y upwards.
const MAP = {
  x: (v) => 10 + 10 * v,
  y: (v) => 120 - 10 * v,
  box: { x: 10, y: 20, width: 100, height: 100 },
  taken: [],
};

function canvas() {
  const calls = [];
  const ctx = new Proxy({ measureText: (words) => ({ width: 6 * words.length }) }, {
    get: (own, name) => own[name] ?? ((...given) => calls.push([name, ...given])),
    set: (own, name, value) => { own[name] = value; return true; },
  });
  return { ctx, calls, of: (...names) => calls.filter(([name]) => names.includes(name)) };
}

const line = (more = {}) => ({
  kind: "line", name: "", color: "@main", width: 2, dash: "solid", ...more,
});
const draw = (style, data, map = MAP) => {
  const seen = canvas();
  const trace = { style };
  paint(seen.ctx, trace, data, { ...map, taken: [] }, THEME);
  return { ...seen, trace };
};

test("a line lifts the pen where there is no number", () => {
  const { of, ctx } = draw(line(), { x: [0, 1, NaN, 2, 3], y: [0, 1, 1, 2, 3] });
  assert.deepEqual(of("moveTo", "lineTo", "closePath"), [
    ["moveTo", 10, 120], ["lineTo", 20, 110], ["moveTo", 30, 100], ["lineTo", 40, 90],
  ]);
  assert.equal(ctx.strokeStyle, "#0072B2");
});

test("the only point of a line is a dot, until there is a second", () => {
  const alone = draw(line(), { x: [NaN, 1], y: [0, 1] });
  assert.deepEqual(alone.of("translate"), [["translate", 20, 110]]);
  assert.equal(alone.of("arc").length, 1);
  assert.equal(draw(line(), { x: [0, 1], y: [0, 1] }).of("arc").length, 0);
  assert.equal(draw(line({ width: 0, fill: "@main/0.3" }), { x: [1], y: [1] }).of("arc").length, 0);
});

test("a filled shape closes each of its pieces", () => {
  const filled = line({ fill: "@main/0.3" });
  const { of } = draw(filled, { x: [0, 1, 1, NaN, 2, 3, 3], y: [0, 0, 1, 0, 0, 0, 1] });
  assert.equal(of("closePath").length, 2);
  assert.equal(of("fill").length, 1);
});

test("an arrow's head ends at its tip and points along it", () => {
  const { of } = draw(line({ head: true }), { x: [0, 5, NaN], y: [0, 0, NaN] });
  const [tip, ...wings] = of("moveTo", "lineTo").slice(-3).map(([, x, y]) => [x, y]);
  assert.deepEqual(tip, [60, 120]);
  assert.ok(wings.every(([x]) => x < 60) && Math.abs(wings[0][1] + wings[1][1] - 240) < 1e-9);
});

test("an arrow of no length has no head", () => {
  const { of } = draw(line({ head: true }), { x: [1, 1, NaN], y: [1, 1, NaN] });
  assert.equal(of("fill").length, 0);
});

test("markers are placed where numbers are, each in its size", () => {
  const style = { kind: "points", color: "@main", symbol: "circle" };
  const { trace, of } = draw(style, { x: [1, NaN, 3], y: [1, 2, 3], size: [4, 5, 8] });
  assert.equal(of("fill").length, 2);
  assert.deepEqual(Array.from(trace.painted.px), [20, NaN, 40]);
});

test("words stay inside the plot and do not overlap", () => {
  const style = { kind: "words", anchor: "right", color: "@main", size: 12 };
  const words = ["to the right", "one place", "the same"];
  const { of, ctx } = draw({ ...style, text: words }, { x: [9.9, 2, 2], y: [5, 5, 5] });
  assert.equal(ctx.fillStyle, "#00507D", "in the colour of words");
  const boxes = of("fillText").map(([, text, x, y]) => [x, x + 6 * text.length, y]);
  assert.equal(boxes.length, 3);
  for (const [left, right, y] of boxes) {
    assert.ok(left >= 10 && right <= 110 && y >= 20 && y <= 120);
  }
  assert.ok(boxes.some(([, , y]) => y !== 70), "three on one line would not fit");
  boxes.forEach((a, i) => boxes.slice(0, i).forEach((b) => {
    const apart = a[0] > b[1] || b[0] > a[1] || Math.abs(a[2] - b[2]) > 12;
    assert.ok(apart, `${a} lies on ${b}`);
  }));
});

test("a colour by role is the theme's, translucent or mixed into the paper", () => {
  assert.equal(ink("@main", THEME), "#0072B2");
  assert.equal(ink("@main/0.3", THEME), "rgba(0,114,178,0.3)");
  assert.equal(ink("@main%0.5", THEME), "rgb(128,185,217)");
  assert.equal(ink("#abc", THEME), "#abc");
});

test("places on a grid are fractional, and none outside", () => {
  const places = gridPlaces(Float64Array.of(0, 1, 3), Float64Array.of(-0.1, 0, 0.5, 2, 3, 3.1));
  assert.deepEqual(Array.from(places), [NaN, 0, 0.5, 1.5, 2, NaN]);
});

test("the nearest point within reach is found, of traces that have a name", () => {
  const trace = (name, px, py) => ({ style: { name }, painted: { px, py } });
  const traces = [trace("", [50], [50]), trace("a", [40, 60], [50, 50]), trace("b", [52], [57])];
  assert.equal(nearest(traces, 50, 50, 12).trace.style.name, "b");
  assert.equal(nearest(traces, 80, 50, 12), null);
});

test("of a line that reaches far only the part near the box is drawn, unchanged inside", () => {
  const drawn = (x, y) => draw(line(), { x, y }).of("moveTo", "lineTo");
  assert.deepEqual(drawn([0, 4, 8], [2, 6, 2]), [
    ["moveTo", 10, 100], ["lineTo", 50, 60], ["lineTo", 90, 100],
  ]);
  // In and out again at the height of y = 5, as long as a million dashes; the corners stay.
  assert.deepEqual(drawn([-1e6, 2, 6, 1e6, 2e6], [5, 5, 5, 5, 5]), [
    ["moveTo", -30, 70], ["lineTo", 30, 70], ["lineTo", 70, 70], ["lineTo", 150, 70],
  ]);
  assert.deepEqual(drawn([1e6, 2e6], [5, 5]), []);
});
