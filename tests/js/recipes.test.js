// From buffers and recipes to the numbers of a frame. That they are the numbers which Python packed
// is proved in tests/widgets/test_wire.py; here is what only the browser computes from them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blends, decodeAll, read } from "../../widgets/static/recipes.js";

const table = (rows) => ({
  values: Float64Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});
const ARRAYS = {
  a: { values: Float64Array.of(1, 2, 3), shape: [3] },
  b: { values: Float64Array.of(10, 20, 30), shape: [3] },
  one: { values: Float64Array.of(7), shape: [1] },
  gap: table([4, NaN, 6]),
  upto: { values: Int32Array.of(0, 2), shape: [2] },
  rows: table([[1, 2, 3], [5, 6, 9]]),
  klass: table([[0, 1, 0], [1, 1, 0]]),
};
const still = (a) => ({ how: "static", a });
const shown = (recipe, position = 0, kind = "line") => {
  const trace = { style: { kind }, moving: true, bind: { x: recipe } };
  return Array.from(read(trace, ARRAYS, position).x);
};

test("an array that the scene before had is not decoded again, in whatever shape it is read", () => {
  const about = (shape) => ({ type: "f4", shape, log: false });
  const view = () => new DataView(Float32Array.of(1, 2, 3, 4).buffer);
  const first = decodeAll({ m1: about([4]), m2: about([4]) }, { m1: view(), m2: view() });
  const next = decodeAll({ m1: about([2, 2]), m3: about([4]) }, { m3: view() }, first);
  assert.equal(next.m1.values, first.m1.values);
  assert.deepEqual([next.m1.shape, first.m1.shape], [[2, 2], [4]]);
  assert.deepEqual(Object.keys(next), ["m1", "m3"]);
});

test("pieces are interleaved with a gap after each", () => {
  assert.deepEqual(shown({ how: "weave", of: [still("a"), still("b")] }), [
    1, 10, NaN, 2, 20, NaN, 3, 30, NaN,
  ]);
});

test("a single number goes with every entry of the others", () => {
  assert.deepEqual(shown({ how: "weave", of: [still("a"), still("one")] }), [
    1, 7, NaN, 2, 7, NaN, 3, 7, NaN,
  ]);
});

test("a band runs forward and back, separately around a missing number", () => {
  const around = (axis, b) => shown({ how: "around", of: [still("one"), still("a"), still(b)], axis });
  assert.deepEqual(around(1, "b"), [1, 2, 3, 30, 20, 10, NaN]);
  assert.deepEqual(around(0, "gap"), [7, 7, NaN, 7, 7, NaN]);
  assert.deepEqual(around(1, "gap"), [1, 4, NaN, 3, 6, NaN]);
});

test("a bar has five corners and a gap", () => {
  assert.deepEqual(shown({ how: "sides", of: [still("one")], half: 0.5 }), [6.5, 6.5, 7.5, 7.5, 6.5, NaN]);
  assert.deepEqual(shown({ how: "rise", of: [still("one")], foot: -1 }), [-1, 7, 7, -1, -1, NaN]);
});

test("a past and a future meet at the row of the frame", () => {
  const past = { how: "prefix", a: "a", upto: "upto" };
  const future = { how: "rest", a: "a", upto: "upto" };
  assert.deepEqual([shown(past, 0), shown(future, 0)], [[1], [1, 2, 3]]);
  assert.deepEqual([shown(past, 1), shown(future, 1)], [[1, 2, 3], [3]]);
});

test("another class leaves gaps, entry by entry or piece by piece", () => {
  const only = (each, of) => ({ how: "only", of: [of], klass: { how: "row", a: "klass" }, is: 0, each });
  assert.deepEqual(shown(only(1, { how: "row", a: "rows" }), 0), [1, NaN, 3]);
  assert.deepEqual(shown(only(1, { how: "row", a: "rows" }), 1), [NaN, NaN, 9]);
  const woven = { how: "weave", of: [still("a"), still("b")] };
  assert.deepEqual(shown(only(3, woven), 0), [1, 10, NaN, NaN, NaN, NaN, 3, 30, NaN]);
});

test("what blends is mixed between frames, also within a combination", () => {
  const blend = { how: "blend", a: "rows" };
  assert.deepEqual(shown(blend, 0.25), [2, 3, 4.5]);
  assert.ok(blends({ how: "weave", of: [still("a"), blend] }) && !blends(still("a")));
  const woven = { how: "weave", of: [blend, blend] };
  assert.deepEqual(shown(woven, 0.25).slice(0, 3), [2, 2, NaN]);
});

test("the coordinates of a line have one length", () => {
  const bind = { x: still("a"), y: still("one") };
  const trace = { style: { kind: "line" }, moving: false, bind };
  assert.deepEqual(Array.from(read(trace, ARRAYS, 0).y), [7, 7, 7]);
});

test("a trace that steps is read once a frame, one that blends at each position", () => {
  const trace = (x) => ({ style: { kind: "line" }, moving: true, bind: { x } });
  const steps = trace({ how: "row", a: "rows" });
  assert.equal(read(steps, ARRAYS, 0), read(steps, ARRAYS, 0.9));
  assert.notEqual(read(steps, ARRAYS, 0.9), read(steps, ARRAYS, 1));
  const flows = trace({ how: "blend", a: "rows" });
  assert.notEqual(read(flows, ARRAYS, 0), read(flows, ARRAYS, 0.9));
});
