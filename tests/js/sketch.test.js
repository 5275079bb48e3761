// What is drawn corner by corner: no dent, and the side that rows leave feasible.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, isRound } from "../../widgets/static/sketch.js";

const SQUARE = [[0, 0], [100, 0], [100, 100], [0, 100]];

/** @param {number[][]} shape */
const area = (shape) => Math.abs(shape.reduce((sum, [x, y], i) => {
  const [u, v] = shape[(i + 1) % shape.length];
  return sum + (x * v - u * y) / 2;
}, 0));

test("a loop is convex in either direction, but not with a dent, crossing or flat corner", () => {
  assert.ok(isRound(SQUARE));
  assert.ok(isRound([...SQUARE].reverse()));
  assert.ok(!isRound([...SQUARE, [50, 50]]), "a dent");
  assert.ok(!isRound([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]), "crossing");
  assert.ok(!isRound([...SQUARE, [-1, 50]]), "nearly flat");
  assert.ok(isRound([...SQUARE, [-8, 50]]));
  assert.ok(!isRound([[0, 0], [50, 1], [100, 0]]));
});

test("a shape is cut by each side, and nothing is left where sides contradict", () => {
  const upright = [[[50, 0], [50, 100]]];
  const right = cut(SQUARE, upright, -1);
  assert.equal(area(right), 5000);
  assert.ok(right.every(([x]) => x >= 50));
  assert.ok(cut(SQUARE, upright, 1).every(([x]) => x <= 50));
  const corner = cut(SQUARE, [...upright, [[0, 75], [100, 75]]], 1);
  assert.equal(area(corner), 1250);
  assert.deepEqual(cut(SQUARE, [...upright, [[60, 100], [60, 0]]], 1), []);
});

test("a loop of sides cuts out its inside", () => {
  const loop = [[10, 10], [60, 20], [30, 70]];
  const sides = loop.map((p, i) => [p, loop[(i + 1) % 3]]);
  assert.ok(Math.abs(area(cut(SQUARE, sides, 1)) - area(loop)) < 1e-9);
});
