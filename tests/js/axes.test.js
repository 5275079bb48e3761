// Axes of a plane: where ticks are, that their words have space, from numbers to pixels and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axesOf, described, levelled } from "../../widgets/static/axes.js";
import { barTicks } from "../../widgets/static/heat.js";
import { ticksOf } from "../../widgets/static/ticks.js";

const axis = (log, range, more = {}) => ({ title: "t", log, range, zero: false, ticks: null, ...more });
const panel = (x, y, more = {}) => ({ key: "p", equal: false, axes: [x, y], traces: [], ...more });
const measure = (words, px) => 0.6 * px * words.length;
const size = (width, height, scale = 1) => ({ width, height, scale });
const made = (p, area = size(500, 300)) => axesOf(p, p.axes.map((a) => a.range), area, measure);
const words = (log, range, fit = () => true) => ticksOf({ log, ticks: null }, range, fit)
  .map((t) => t.words);

test("ticks of a linear axis are round, inside, and as many in either direction", () => {
  assert.deepEqual(words(false, [0, 1]), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
  assert.deepEqual(words(false, [-0.001, 0.0015]),
    ["−0.001", "−0.0005", "0", "0.0005", "0.001", "0.0015"]);
  for (const [low, high] of [[0, 7], [-3.3, 0.02], [1e-9, 3e-9], [99, 101], [0, 123456]]) {
    const up = words(false, [low, high]);
    assert.deepEqual(up, words(false, [high, low]));
    assert.ok(up.length >= 2 && up.length <= 8, `${low} to ${high}: ${up}`);
    for (const { at } of ticksOf({ log: false, ticks: null }, [low, high], () => true)) {
      assert.ok(at >= low && at <= high);
    }
  }
});

test("words that read back as another number are left out", () => {
  for (const range of [[120000, 120010], [1e5, 1.00002e5], [1, 1 + 1e-12]]) {
    const found = ticksOf({ log: false, ticks: null }, range, () => true);
    const step = (range[1] - range[0]) / 8;
    for (const t of found) assert.ok(Math.abs(Number(t.words) - t.at) < step, `${t.words}, ${t.at}`);
    assert.equal(new Set(found.map((t) => t.words)).size, found.length);
  }
});

test("a log axis has two to seven powers of ten, in either direction", () => {
  for (let low = -3; low < -2; low += 0.23) {
    for (let decades = 2; decades < 40; decades += 0.7) {
      const found = ticksOf({ log: true, ticks: null }, [low + decades, low], () => true);
      assert.ok(found.length >= 2 && found.length <= 7, `${low}, ${decades}: ${found.length}`);
      assert.ok(found.every((t) => Number.isInteger(t.at) && /^10?[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*$/.test(t.words)));
    }
  }
});

test("under one and a half decades 2 and 5 are shown, and round numbers on less", () => {
  assert.deepEqual(words(true, [0, 1.2]), ["1", "2", "5", "10"]);
  assert.deepEqual(words(true, [-1.7, -0.05]), ["0.02", "0.05", "0.1", "0.2", "0.5"]);
  assert.deepEqual(words(true, [0.3, 0.6]), ["2", "2.5", "3", "3.5"]);
});

test("words that the scene gives are at the drawn coordinates that it gives", () => {
  const own = { at: [-1, 0, 1], words: ["0.1", "1", "10"] };
  for (const range of [[-1.2, 1.2], [1.2, -1.2]]) {
    for (const log of [true, false]) {
      const found = ticksOf({ log, ticks: own }, range, () => true);
      assert.deepEqual(found, [{ at: -1, words: "0.1" }, { at: 0, words: "1" }, { at: 1, words: "10" }]);
    }
  }
});

test("words at an axis never overlap, however small the panel", () => {
  const long = { at: [0, 1, 2, 3, 4, 5], words: ["setosa", "versicolor", "virginica", "a", "b", "c"] };
  const axes = [axis(false, [0, 123456]), axis(true, [-9, 1]), axis(true, [0.3, 0.6]),
    axis(false, [-0.5, 5.5], { ticks: long }), axis(false, [-1e-7, 3e-7])];
  for (const x of axes) for (const y of axes) {
    for (const area of [size(700, 500), size(300, 148), size(150, 90), size(700, 500, 2)]) {
      const found = made(panel(x, y), area);
      const ends = found.x.map((t) => {
        const wide = measure(t.words, 12 * area.scale);
        const at = Math.max(Math.min(found.place.x(t.at), area.width - wide / 2), wide / 2);
        return [at - wide / 2, at + wide / 2];
      }).sort((a, b) => a[0] - b[0]);
      ends.forEach(([left], i) => assert.ok(!i || left > ends[i - 1][1], `${x.range} ${area.width}`));
      const heights = found.y.map((t) => found.place.y(t.at)).sort((a, b) => a - b);
      heights.forEach((v, i) => assert.ok(!i || v - heights[i - 1] >= 12 * area.scale));
      assert.ok(found.x.length && found.y.length, "an axis without a tick");
    }
  }
});

test("where there is space no word is left out", () => {
  const ticks = { at: [0, 1, 2], words: ["one", "two", "three"] };
  const p = panel(axis(false, [-0.5, 2.5], { ticks }), axis(false, [0, 1]));
  assert.deepEqual(made(p).x.map((t) => t.words), ticks.words);
  assert.ok(made(p, size(110, 300)).x.length < 3);
});

test("long words at y get the space that they need", () => {
  const narrow = made(panel(axis(false, [0, 1]), axis(false, [0, 1])));
  const ticks = { at: [0, 1], words: ["a very long name", "b"] };
  const wide = made(panel(axis(false, [0, 1]), axis(false, [0, 1], { ticks })));
  assert.ok(wide.place.box.x > narrow.place.box.x);
  assert.ok(wide.place.box.x > measure("a very long name", 12) + 13);
});

test("pixels map back to the numbers they came from, and y runs up", () => {
  const { place } = made(panel(axis(false, [-2, 3]), axis(true, [1, -4])));
  const { box } = place;
  for (const [x, y] of [[-2, 1], [3, -4], [0.3, 0.7]]) {
    place.back(place.x(x), place.y(y)).forEach((v, i) => assert.ok(Math.abs(v - [x, y][i]) < 1e-9));
  }
  assert.deepEqual([place.x(-2), place.y(1)], [box.x, box.y + box.height]);
});

test("equal units are equal in pixels, and nothing of either range is lost", () => {
  for (const ranges of [[[0, 1], [0, 1]], [[-3, 3], [1, 2]], [[0, 1], [5, -5]]]) {
    const box = { width: 400, height: 200 };
    const grown = levelled(ranges, box);
    const [sx, sy] = grown.map(([a, b], i) => [400, 200][i] / Math.abs(b - a));
    assert.ok(Math.abs(sx / sy - 1) < 1e-9);
    grown.forEach((r, i) => {
      assert.ok(Math.min(...r) <= Math.min(...ranges[i]) + 1e-9);
      assert.ok(Math.max(...r) >= Math.max(...ranges[i]) - 1e-9);
      assert.equal(r[1] > r[0], ranges[i][1] > ranges[i][0]);
    });
  }
});

test("a colour bar has space next to the axes", () => {
  const heat = { style: { kind: "heatmap", low: -1.5, high: 1.5 } };
  const p = panel(axis(false, [0, 3]), axis(false, [0, 3]), { traces: [heat] });
  const { box } = made(p).place;
  assert.ok(500 - box.x - box.width > 8 + measure("−1.5", 12));
});

test("a scale that follows the logarithm has powers of ten, and space for what it counts", () => {
  const heat = { low: 0, high: 3, log: true };
  assert.deepEqual(barTicks(heat, 300).map((t) => t.words), ["1", "10", "10²", "10³"]);
  const area = (unit) => made(panel(axis(false, [0, 3]), axis(false, [0, 3]), {
    traces: [{ style: { kind: "heatmap", ...heat, unit } }],
  })).place.box.width;
  assert.ok(area("updates") <= area("") - 12);
});

test("axes are described in words", () => {
  const p = panel(axis(false, [0, 1], { title: "w₁" }), axis(true, [-3, 0], { title: "gap" }));
  assert.equal(described(p, made(p)), "w₁: 0 to 1; gap: 10⁻³ to 1");
});
