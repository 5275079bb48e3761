// The first page: what its links say, and the arithmetic of the polygon that the reader draws.

import assert from "node:assert/strict";
import test from "node:test";
import { stepAt, viewOf } from "../../lab/site/static/essay.js";
import { best, hull } from "../../lab/site/static/polygon.js";

test("a link sets scene, knobs, frame, panel and flags", () => {
  assert.deepEqual(viewOf("#coordinate-descent/lasso?lam=0.2&frame=-1&panel=gap&predict=1"), {
    at: "coordinate-descent/lasso", knobs: { lam: 0.2 }, frame: -1, panel: "gap", flags: ["predict"],
  });
});

test("a link with anything else is no view", () => {
  for (const text of [
    "#lasso", "lasso?lam=1", "#lasso?lam=1e9", "#lasso?lam=alert(1)", "#lasso?lam", "#lasso?lam=1=2",
    "#lasso?frame=0.5", "#lasso?frame=-2", "#lasso?play=yes", "#javascript:alert?x=1", "#a?b=%31",
  ]) assert.equal(viewOf(text), null, text);
});

test("the step that is read is the last that begins above the line", () => {
  assert.equal(stepAt([100, 500, 900], 400), 0);
  assert.equal(stepAt([-700, -300, 100], 400), 2);
  assert.equal(stepAt([600, 900], 400), 0);
});

test("points inside the polygon, and on its sides, are not among its corners", () => {
  const corners = hull([[0, 0], [4, 0], [4, 4], [0, 4], [2, 2], [2, 0]]);
  assert.deepEqual(corners, [[0, 0], [4, 0], [4, 4], [0, 4]]);
});

test("prices are not negative, make the arrow, and their bound meets the best value", () => {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let round = 0; round < 300; round++) {
    /** @type {[number, number][]} */
    const points = Array.from({ length: 3 + (round % 6) }, () => [10 * random(), 10 * random()]);
    const angle = 2 * Math.PI * random();
    /** @type {[number, number]} */
    const c = [Math.cos(angle), Math.sin(angle)];
    const found = best(hull(points), c);
    assert.ok(found);
    const { prices, sides, bound, value } = found;
    assert.ok(prices.every((price) => price >= 0));
    for (const i of [0, 1]) {
      assert.ok(Math.abs(prices[0] * sides[0].a[i] + prices[1] * sides[1].a[i] - c[i]) < 1e-9);
    }
    for (const p of points) {
      assert.ok(c[0] * p[0] + c[1] * p[1] <= bound + 1e-9);
      for (const { a, b } of sides) assert.ok(a[0] * p[0] + a[1] * p[1] <= b + 1e-9);
    }
    assert.ok(Math.abs(bound - value) < 1e-9);
  }
});

test("corners in one line bound nothing", () => {
  assert.equal(best(hull([[0, 0], [1, 1], [2, 2]]), [1, 0]), null);
  assert.equal(best([], [1, 0]), null);
});
