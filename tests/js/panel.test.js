// In which order a picture changes its panels.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = { addEventListener() {} };
globalThis.document = { documentElement: { dataset: {} }, addEventListener() {} };
const { PanelView } = await import("../../widgets/static/panel.js");
const { StageView } = await import("../../widgets/static/stage.js");

const root = { classList: { toggle() {} }, dataset: {} };

test("a panel without a picture says its words first, as its place depends on them", async () => {
  for (const [plane, expected] of [[undefined, ["words", "picture"]], [{}, ["picture"]]]) {
    const done = [];
    const own = {
      root, plane, veil() {}, showHome() {}, showHead: () => done.push("words"),
      loadPlane: () => done.push("picture"),
    };
    const panel = Object.assign(Object.create(PanelView.prototype), own);
    await panel.load({ key: "plane" }, {}, {}, 0, true);
    assert.deepEqual(done, expected);
  }
});

test("all pictures are painted before the words above one of them change", async () => {
  const done = [];
  const panelOf = (key) => ({
    arrange() {}, explain() {},
    async load() { done.push(`picture ${key}`); },
    showHead: () => done.push(`words ${key}`),
  });
  const layout = { hero: "a", side: ["b"], tabs: [], twin: false, share_x: [] };
  const stage = Object.create(StageView.prototype, {
    layout: { value: layout }, drawnPosition: { value: 0 },
  });
  Object.assign(stage, {
    panels: ["a", "b"].map(panelOf), grid: { arrange() {} }, lecture: { layout }, tools: {},
    showTools() {}, moveCrosses() {},
  });
  const panels = ["a", "b"].map((key) => ({ key, title: key, traces: [], axes: [] }));
  await stage.loadPanels({ panels, layout }, true);
  assert.deepEqual(done, ["picture a", "picture b", "words a", "words b"]);
});
