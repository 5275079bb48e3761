// The lens: when it opens, where it lies, what is seen through it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, NEAR, through, trailOf } from "../../widgets/static/lens.js";

const path = (...points) => ({
  px: Float64Array.from(points, ([x]) => x), py: Float64Array.from(points, ([, y]) => y),
});

test("it opens where the last step is short, and holds the last steps", () => {
  const { x, y, reach } = trailOf(path([0, 0], [100, 0], [104, 0], [104, 3]));
  assert.deepEqual([x, y], [104, 3]);
  assert.equal(reach, 12, "four times the last step, which is nearer than the one before");
  assert.equal(trailOf(path([0, 0], [0, NEAR])), null);
  assert.ok(trailOf(path([0, 0], [0, NEAR - 0.1])));
});

test("a point alone, or one that stays, is no trail", () => {
  assert.equal(trailOf(path([5, 5])), null);
  assert.equal(trailOf(path([5, 5], [5, 5], [NaN, NaN])), null);
  assert.equal(trailOf(path([0, 0], [3, 0], [3, 0])).reach, 3);
});

test("it lies in the free corner, off what it shows", () => {
  const box = { x: 0, y: 0, width: 400, height: 300 };
  const free = () => 0;
  const lens = boxOf(box, { x: 380, y: 20 }, free);
  assert.ok(lens.x < 200 && lens.width === lens.height);
  const crowded = (left) => (left < 200 ? 5 : 0);
  assert.ok(boxOf(box, { x: 20, y: 20 }, crowded).x > 200);
});

test("what is seen through it is around the end of the trail, larger, and read back", () => {
  const map = {
    x: (v) => 10 * v, y: (v) => 100 - 10 * v, back: (a, b) => [a / 10, (100 - b) / 10],
  };
  const box = { x: 200, y: 0, width: 100, height: 100 };
  const { place, times } = through(map, { x: 50, y: 50, reach: 0.36 }, box);
  assert.ok(Math.abs(times - 100) < 1e-9);
  assert.deepEqual([place.x(5), place.y(5)], [250, 50]);
  assert.ok(Math.abs(place.x(5.01) - 260) < 1e-6);
  const [x, y] = place.back(place.x(5.02), place.y(4.99));
  assert.ok(Math.abs(x - 5.02) < 1e-9 && Math.abs(y - 4.99) < 1e-9);
  assert.equal(through(map, { x: 0, y: 0, reach: 0 }, box).times, 1e4);
});
