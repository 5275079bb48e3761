// The values of which an earlier picture is, where the present ones have none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { staleWords } from "../../widgets/static/stale.js";

globalThis.window = { addEventListener() {} };
globalThis.document = { documentElement: { dataset: {} }, addEventListener() {} };
const { StageView } = await import("../../widgets/static/stage.js");

const SPECS = [
  { name: "beta", label: "β", options: [] },
  { name: "gallery", label: "Gallery", options: [{ value: "ajar", words: "open, without one" }] },
  { name: "points", label: "Own edges", options: [] },
];

test("the knobs that were turned are named with the values of the picture", () => {
  const states = { beta: { value: 3.2 }, gallery: { value: "empty" }, points: { value: "" } };
  assert.equal(staleWords(SPECS, states, { beta: 0.2, gallery: "empty", points: "" }),
    "The present values of the knobs have no picture. What is drawn is of β 0.2.");
  assert.equal(staleWords(SPECS, states, { beta: 3.2, gallery: "ajar", points: "x1" }),
    "The present values of the knobs have no picture. "
    + "What is drawn is of Gallery open, without one, Own edges \"x1\".");
  assert.equal(staleWords(SPECS, states, {}),
    "The present values of the knobs have no picture. What is drawn is an earlier one.");
});

test("a picture of the page's own is not of a value without one, once that is released", () => {
  const model = { get: () => true };
  const [drag, shown] = [{}, {}];
  for (const [cache, isStale] of [
    [{ drag, shown }, false], [{ drag: null, shown }, true], [{ drag: null, shown: null }, true],
    [{ drag, shown: null }, true],
  ]) {
    const stage = Object.assign(Object.create(StageView.prototype), { model, cache });
    assert.equal(stage.isStale, isStale);
  }
});
