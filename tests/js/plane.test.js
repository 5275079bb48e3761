import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.devicePixelRatio = 1;
globalThis.window = { addEventListener() {} };
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
