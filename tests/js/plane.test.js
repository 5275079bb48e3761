import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.devicePixelRatio = 1;
globalThis.window = { addEventListener() {} };
const { Plane } = await import("../../widgets/static/plane.js");

test("points of a picture that looks as the one before are found by hands, too", () => {
  const axes = { ranges: [[0, 1], [0, 1]], size: { width: 9, height: 9 }, heat: null };
  const look = { kind: "points", name: "a corner" };
  const still = { look, bind: { x: "digest" }, moving: false };
  const old = { ...still, painted: { px: [3], py: [4] } };
  const fresh = { ...still };
  const plane = Object.create(Plane.prototype);
  const panel = { traces: [fresh], axes: [] };
  Object.assign(plane, { panel, theme: {}, still: [old], layout: () => axes });
  const frame = [axes.ranges, axes.size, panel.axes, axes.heat, {}, 1];
  plane.painted = JSON.stringify([[look, still.bind]]) + JSON.stringify(frame);
  plane.paintGround();
  assert.deepEqual(fresh.painted, { px: [3], py: [4] });
});

test("marks that nobody sees go no way to a newer picture", () => {
  globalThis.cancelAnimationFrame = () => {};
  const panel = { key: "dual", traces: [], axes: [], equal: true };
  for (const [hidden, expected] of [[true, 0], [false, 1]]) {
    const plane = Object.create(Plane.prototype);
    const box = { closest: () => (hidden ? {} : null) };
    let begun = 0;
    Object.assign(plane, {
      box, panel, theme: {}, size: { width: 9, height: 9 }, cross: { load() {} },
      startTransition() { begun += 1; }, paint() {},
    });
    plane.load({ ...panel }, {}, {}, 0);
    assert.equal(begun, expected);
  }
});
