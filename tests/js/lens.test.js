// The lens: when it is shown, where it lies, what it shows; the same cases hold for
// widgets/paper/views.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { boxOf, through, trailOf } from "../../widgets/static/lens.js";

const CASES = JSON.parse(readFileSync(new URL("lens-cases.json", import.meta.url), "utf8"));

test("each case of the table: shown where the last step is short, with the last steps", () => {
  for (const { path: points, trail } of CASES.trails) {
    const px = Float64Array.from(points, ([x]) => x ?? NaN);
    const py = Float64Array.from(points, ([, y]) => y ?? NaN);
    const found = trailOf({ px, py });
    assert.deepEqual(found && [found.x, found.y, found.reach], trail, JSON.stringify(points));
  }
});

test("each case of the table: in the free corner, clear of all paths and of what it shows", () => {
  for (const { box: own, trail, path, heads = [], crowded, lens } of CASES.boxes) {
    const [x, y, width, height] = own;
    const full = {
      top: (_, top) => top < y + height / 3, right: (left) => left > x + width / 3,
    }[crowded] ?? (() => false);
    const price = (left, top) => (full(left, top) ? 5 : 0);
    const [px, py] = [0, 1].map((axis) => Float64Array.from(path, (point) => point[axis]));
    const end = { x: trail[0], y: trail[1] };
    const ends = heads.map((point) => point.map((v) => v ?? NaN));
    const found = boxOf({ x, y, width, height }, end, { px, py }, ends, price);
    assert.deepEqual(found && [found.x, found.y, found.width, found.height], lens);
  }
});

test("it shows what is around the end of the trail, larger, and pixels map back", () => {
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
  for (const { reach, side, times: wanted } of CASES.times) {
    const square = { x: 0, y: 0, width: side, height: side };
    assert.ok(Math.abs(through(map, { x: 0, y: 0, reach }, square).times - wanted) < 1e-9);
  }
});
