// Where words find space: the same cases hold for widgets/paper/occupancy.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Occupancy, COSTS } from "../../widgets/static/occupancy.js";

const CASES = JSON.parse(readFileSync(new URL("occupancy-cases.json", import.meta.url), "utf8"));

const boxOf = ([x, y, width, height]) => ({ x, y, width, height });

test("each case of the table: words are placed as widgets/paper places them", () => {
  for (const { box, lines, discs, words, places } of CASES) {
    const occupancy = new Occupancy(boxOf(box));
    const owner = (color, kind) => (color ? occupancy.owner({ color }, kind) : undefined);
    for (const [px, py, cost, color] of lines) occupancy.line(px, py, cost, owner(color, 1));
    for (const [x, y, radius, color] of discs) {
      occupancy.disc(x, y, radius, COSTS.marker, owner(color, 0));
    }
    const map = { x: (v) => v, y: (v) => v };
    for (const [x, y, , anchor, color] of words) {
      occupancy.addLabelPoints({ anchor, color, text: ["?"] }, { x: [x], y: [y] }, map);
    }
    words.forEach(([x, y, width, anchor, color], i) => {
      const { left, middle, isUnambiguous } = occupancy.placeLabel(x, y, width, 12, anchor, color);
      assert.ok(Math.abs(left - places[i][0]) < 1e-5 && Math.abs(middle - places[i][1]) < 1e-5);
      assert.equal(isUnambiguous, places[i][2]);
    });
  }
});

test("words are placed at their anchor, and moved from a line that crosses it", () => {
  const occupancy = new Occupancy(boxOf([0, 0, 200, 100]));
  const { left, middle } = occupancy.copy().placeLabel(50, 50, 60, 12, "right");
  assert.deepEqual([left, middle], [58, 50]);
  occupancy.line([0, 200], [50, 50], COSTS.line);
  assert.ok(Math.abs(occupancy.placeLabel(50, 50, 60, 12, "right").middle - 50) > 6);
});

test("a copy is filled separately", () => {
  const occupancy = new Occupancy(boxOf([0, 0, 200, 100]));
  occupancy.copy().placeLabel(50, 50, 60, 12, "right");
  assert.equal(occupancy.cost(0, 0, 200, 100), 0);
});
