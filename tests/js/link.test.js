// A link is used whole or refused in words; what is written reads back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isLink, linkTo, refusal } from "../../widgets/static/link.js";
import { magnification } from "../../widgets/static/projector.js";
import { decode, encode } from "../../widgets/static/state.js";

const { ranges: RANGES, cameras: CAMERAS } = JSON.parse(
  readFileSync(new URL("state-cases.json", import.meta.url), "utf8"),
);
const ASKED = [{ frame: 1, prompt: "?", options: ["a", "b"], answer: 0 }];
const OWN = { at: "lesson/scene", knobs: { lam: 0.3, compare: ["a"] }, fix: ["lam"], frame: 2 };
const SPEC = {
  clock: { values: [0, 1, 2, 3, 4] },
  panels: [{ key: "plane", space: false }, { key: "ball", space: true }],
};
const SEEN = {
  frame: 3.5, predict: true, projector: "plane", zoom: { plane: [[0, 1], [3, 2]] },
  camera: { ball: [1, 2, 3, 0, 0, 0, 0, 0, 1] },
};

test("a link contains the view, and leaves the page as it is", async () => {
  const sealed = await encode({ questions: ASKED });
  const link = await linkTo("file:///x.html#old", { ...OWN, sealed }, SEEN);
  assert.match(link, /^file:\/\/\/x\.html#cl1\./);
  const text = link.slice(link.indexOf("#") + 1);
  const state = await decode(text);
  assert.ok(isLink(text) && refusal(state, OWN, SPEC) === "");
  assert.deepEqual(state, { at: OWN.at, knobs: OWN.knobs, fix: ["lam"], questions: ASKED, ...SEEN });
  const plain = await linkTo("x", OWN, { frame: 0, predict: false, projector: false });
  const { at, knobs, fix } = OWN;
  assert.deepEqual(await decode(plain.split("#")[1]), { at, knobs, fix, frame: 0 });
});

test("a place in the page is no link", () => {
  for (const none of ["", "section-2", "clock", "cl", "cl.1"]) assert.ok(!isLink(none));
});

test("what does not fit is refused in words", () => {
  for (const [change, words] of [
    [{ at: "lesson/other" }, /is of lesson\/other; this page shows lesson\/scene/],
    [{ knobs: { ...OWN.knobs, lam: 0.4 } }, /another lam; this page has no such setting/],
    [{ knobs: {} }, /another lam/],
    [{ frame: 4.5 }, /frame must lie in 0 to 4/],
    [{ frame: -1 }, /frame must be a number of at least 0/],
    [{ frame: "3" }, /frame must be a number/],
    [{ zoom: { ball: [[0, 1], [0, 1]] } }, /panel ball is not in this page/],
    [{ zoom: { plane: [[0, 0], [0, 1]] } }, /zoom must be a pair of ranges/],
    [{ zoom: [] }, /zoom must be a pair/],
    [{ camera: { plane: [1, 2, 3, 0, 0, 0, 0, 0, 1] } }, /panel plane is not in this page/],
    [{ camera: { ball: [1] } }, /camera must be nine numbers/],
    [{ projector: "hero" }, /panel hero is not in this page; it has plane, ball/],
    [{ projector: false }, /projector must be true or a panel/],
    [{ predict: 1 }, /predict must be true or false/],
  ]) {
    assert.match(refusal({ ...OWN, ...SEEN, ...change }, OWN, SPEC), words);
  }
  assert.equal(refusal({ ...OWN, ...SEEN }, OWN, SPEC), "");
});

test("a zoom that draws nothing is refused", () => {
  const of = (/** @type {number[]} */ one) => ({ ...OWN, zoom: { plane: [one, [0, 1]] } });
  for (const one of RANGES.drawn) assert.equal(refusal(of(one), OWN, SPEC), "", String(one));
  for (const one of RANGES.refused) {
    assert.match(refusal(of(one), OWN, SPEC), /zoom must be a pair of ranges/, String(one));
  }
});

test("a camera without a direction of view is refused", () => {
  const of = (/** @type {number[]} */ ball) => refusal({ ...OWN, camera: { ball } }, OWN, SPEC);
  for (const one of CAMERAS.seen) assert.equal(of(one), "", String(one));
  for (const one of CAMERAS.refused) assert.match(of(one), /camera must be nine/, String(one));
});

test("labels of 12 pixels become 20 and more on a projector", () => {
  for (const [width, height] of [[1280, 720], [1024, 768], [800, 600], [1920, 1080]]) {
    assert.ok(12 * magnification(width, height) >= 20);
  }
  assert.ok(magnification(1920, 1080) > 1.4 * magnification(1280, 720));
  assert.equal(magnification(4000, 720), magnification(1280, 720));
});
