import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.devicePixelRatio = 1;
globalThis.window = { addEventListener() {} };
const { Occupancy } = await import("../../widgets/static/occupancy.js");
const { Plane } = await import("../../widgets/static/plane.js");

const planeOf = (fields) => (
  Object.assign(Object.create(Plane.prototype), { risen: new Set(), ...fields }));

test("points of a picture that looks like the one before can be hovered, too", () => {
  const axes = { ranges: [[0, 1], [0, 1]], size: { width: 9, height: 9 }, heat: null };
  const style = { kind: "points", name: "a corner" };
  const still = { style, bind: { x: "digest" }, moving: false };
  const old = { ...still, painted: { px: [3], py: [4] } };
  const fresh = { ...still };
  const panel = { traces: [fresh], axes: [] };
  const plane = planeOf({ panel, theme: {}, still: [old], layout: () => axes });
  const frame = [axes.ranges, axes.size, panel.axes, axes.heat, {}, 1];
  plane.painted = JSON.stringify([[style, still.bind]]) + JSON.stringify(frame);
  plane.paintGround();
  assert.deepEqual(fresh.painted, { px: [3], py: [4] });
});

test("marks that are not visible have no transition to a newer picture", () => {
  globalThis.cancelAnimationFrame = () => {};
  const panel = { key: "dual", traces: [], axes: [], equal: true };
  for (const [hidden, expected] of [[true, 0], [false, 1]]) {
    const box = { closest: () => (hidden ? {} : null) };
    let begun = 0;
    const plane = planeOf({
      box, panel, theme: {}, size: { width: 9, height: 9 }, cross: { load() {} },
      startTransition() { begun += 1; }, paint() {},
    });
    plane.load({ ...panel }, {}, {}, 0);
    assert.equal(begun, expected);
  }
});

test("a still mark leaves the ground during its transition, and is there again afterwards", () => {
  const style = { kind: "line", name: "optimum" };
  const axes = [{ title: "u" }, { title: "v" }];
  const panel = (a) => {
    const bind = { x: { how: "static", a }, y: { how: "static", a } };
    return { key: "plane", equal: true, axes, traces: [{ style, bind, mark: 0 }] };
  };
  const arrays = { a: { values: Float64Array.of(0, 1) }, b: { values: Float64Array.of(2, 3) } };
  globalThis.document = { hidden: false };
  globalThis.window.matchMedia = () => ({ matches: false });
  globalThis.requestAnimationFrame = () => 1;
  const [before, after] = [panel("a"), panel("b")];
  let whole = 0;
  const plane = planeOf({
    panel: before, arrays, position: 0, loaded: -Infinity, paint() { whole += 1; },
  });
  plane.startTransition(after, arrays, 0);
  [plane.panel, plane.loaded] = [after, performance.now()];
  assert.deepEqual(plane.above, after.traces);
  plane.draw(1);
  assert.equal(whole, 1);
  assert.deepEqual(plane.above, []);
});

// A canvas that records where words are written.
function sheetOf(written) {
  const own = { measureText: (words) => ({ width: 6 * words.length }) };
  const ctx = new Proxy(own, {
    get: (o, name) => o[name] ?? ((...given) => { if (name === "fillText") written.push(given); }),
    set: () => true,
  });
  return { width: 0, height: 0, style: {}, getContext: () => ctx };
}

test("words are placed once a picture, for its end, whatever is painted on the way there", () => {
  globalThis.window.matchMedia = () => ({ matches: false });
  globalThis.requestAnimationFrame = () => 1;
  globalThis.cancelAnimationFrame = () => {};
  globalThis.document = { hidden: false };
  const box = { x: 0, y: 0, width: 200, height: 100 };
  const place = { x: (v) => v, y: (v) => v, back: (x, y) => [x, y], box };
  const bind = (a) => ({ x: { how: "static", a: `${a}x` }, y: { how: "static", a: `${a}y` } });
  const line = { kind: "line", name: "edge", color: "@main", width: 2, dash: "solid" };
  const words = {
    kind: "words", name: "", color: "@main", size: 12, anchor: "right", text: ["here"],
  };
  const panel = (a) => ({
    key: "plane", equal: true, axes: [{ title: "u" }, { title: "v" }], traces: [
      { style: line, bind: bind(a), moving: true },
      { style: words, bind: bind("w"), moving: true },
    ],
  });
  const values = { ax: [0, 200], ay: [90, 90], bx: [0, 200], by: [50, 50], wx: [20], wy: [50] };
  const arrays = Object.fromEntries(Object.entries(values).map(([name, one]) => (
    [name, { values: Float64Array.from(one), shape: [one.length] }])));
  const written = [];
  const colours = Object.fromEntries(["main", "main_word", "paper", "ink", "grid"].map((tone) => (
    [tone, "#000000"])));
  const theme = { font: "sans", colours };
  const axes = { ranges: [[0, 200], [0, 100]], size: box, place, x: [], y: [] };
  const nothing = { load() {}, paint() {} };
  const element = { closest: () => null, dispatchEvent() {}, setAttribute() {} };
  const plane = planeOf({
    box: element, size: box, layout: () => axes, ground: sheetOf([]), canvas: sheetOf(written),
    cross: nothing, aim: nothing, asked: null, lens: true,
  });
  let count = 0;
  const { placeLabel } = Occupancy.prototype;
  Occupancy.prototype.placeLabel = function placed(...given) {
    count += 1;
    return placeLabel.apply(this, given);
  };
  plane.load(panel("a"), arrays, theme, 0, false);
  [written.length, count] = [0, 0];
  plane.load(panel("b"), arrays, theme, 0);
  for (let k = 0; k < 3; k++) plane.stepTransition();
  plane.transition.span = 0;
  plane.stepTransition();
  assert.equal(plane.transition, null);
  assert.deepEqual([count, written.length], [1, 5]);
  plane.paintMoving();
  Occupancy.prototype.placeLabel = placeLabel;
  assert.notEqual(written[0][2], 50); // a line is there at the end, and none on the way
  for (const one of written) assert.deepEqual(one, written[0]);
});
