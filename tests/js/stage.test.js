// What a stage makes of the frame that the kernel reports.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = { addEventListener() {} };
globalThis.document = { documentElement: { dataset: {} }, addEventListener() {} };
const { StageView } = await import("../../widgets/static/stage.js");

test("a frame that comes with a picture is cut to its length, and moves no player", () => {
  const traits = { spec: "{}", frame: 0 };
  const moves = [];
  const stage = Object.assign(Object.create(StageView.prototype), {
    model: { get: (name) => traits[name] }, cache: { shown: null }, sent: { text: "", spec: {} },
    player: { sync: (frame) => moves.push(frame) },
  });
  stage.read(traits.spec);
  Object.assign(traits, { spec: '{"panels":[]}', frame: 74 });
  stage.onFrame();
  assert.deepEqual(moves, []);
  stage.read(traits.spec);
  traits.frame = 5; // set in Python
  stage.onFrame();
  assert.deepEqual(moves, [5]);
  Object.assign(traits, { spec: {}, frame: 6 }); // a page without a kernel
  stage.onFrame();
  assert.deepEqual(moves, [5, 6]);
});
