// A loop around points: what lies in it, whatever its direction and shape.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isWithin } from "../../widgets/static/lasso.js";

const MOON = [[0, 0], [100, 0], [100, 100], [0, 100], [0, 80], [80, 80], [80, 20], [0, 20]];

test("a point is in a loop with a dent in either direction, and not in the dent", () => {
  for (const loop of [MOON, [...MOON].reverse()]) {
    for (const point of [[90, 50], [10, 10], [10, 90]]) assert.ok(isWithin(loop, point), `${point}`);
    for (const point of [[40, 50], [-5, 10], [101, 50], [50, 150]]) {
      assert.ok(!isWithin(loop, point), `${point}`);
    }
  }
});

test("a point at the height of a corner is counted once", () => {
  const diamond = [[50, 0], [100, 50], [50, 100], [0, 50]];
  assert.ok(isWithin(diamond, [20, 50]) && isWithin(diamond, [80, 50]));
  assert.ok(!isWithin(diamond, [-20, 50]) && !isWithin(diamond, [120, 50]));
});
