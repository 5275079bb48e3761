// How high the large panel is, and whether the player stays visible below it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, isSmall } from "../../widgets/static/fit.js";

const LAPTOP = { top: 110, width: 733, whole: 120, player: 104, scale: 90, short: 60, view: 646 };

test("the panel has what the window leaves above the player and its words", () => {
  const { height, sunk, loose } = fitted(LAPTOP);
  assert.deepEqual([sunk, loose], [0, false]);
  assert.ok(LAPTOP.top + height + LAPTOP.whole <= LAPTOP.view);
  assert.ok(height > LAPTOP.view - LAPTOP.top - LAPTOP.whole - 20);
});

test("where the panel would be flat, what is below the sentence leaves the window first", () => {
  const { height, sunk, loose } = fitted({ ...LAPTOP, whole: 200, player: 184, scale: 180 });
  assert.deepEqual([sunk, loose], [184 - LAPTOP.short, false]);
  assert.ok(height >= LAPTOP.width / 2 && LAPTOP.top + height + LAPTOP.short <= LAPTOP.view);
});

test("what is below the player leaves the window before the scale of the proof does", () => {
  const { height, sunk } = fitted({ ...LAPTOP, whole: 160, player: 144 });
  assert.equal(sunk, 0);
  assert.equal(LAPTOP.top + height + 144 + 8, LAPTOP.view);
});

test("what is below the scale of the proof leaves the window before the scale does", () => {
  const { height, sunk, loose } = fitted({ ...LAPTOP, whole: 200, player: 184, scale: 150 });
  assert.deepEqual([sunk, loose], [34, false]);
  assert.ok(height >= LAPTOP.width / 2);
  assert.equal(LAPTOP.top + height + 150 + 8, LAPTOP.view);
});

test("without a scale the player ends with its sentence", () => {
  const { height, sunk } = fitted({ ...LAPTOP, whole: 200, player: 184, scale: LAPTOP.short });
  assert.equal(sunk, 184 - LAPTOP.short);
  assert.equal(LAPTOP.top + height + LAPTOP.short + 8, LAPTOP.view);
});

test("the player is not visible where not all of the panel fits above it", () => {
  for (const view of [300, 400, 500]) {
    const { height, loose } = fitted({ ...LAPTOP, view });
    assert.ok(loose && height >= 240);
    assert.ok(view < 400 || LAPTOP.top + height <= view, "the panel alone fits");
  }
});

test("it is never higher than what is computed fills, however high the window", () => {
  const { height } = fitted({ ...LAPTOP, width: 342, view: 4000 });
  assert.equal(height, 360);
});

test("a narrow or a low window folds the knobs", () => {
  assert.deepEqual(
    [[1186, 646], [820, 1200], [1740, 700], [1740, 958], [1240, 870]].map((at) => isSmall(...at)),
    [true, true, true, false, false],
  );
});

test("on a phone what is below the sentence is always below the window", () => {
  const { height, sunk } = fitted({ ...LAPTOP, width: 342, view: 844, narrow: true });
  assert.deepEqual([height, sunk], [360, LAPTOP.player - LAPTOP.short]);
});
