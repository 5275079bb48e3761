// Words find room: the same cases hold for widgets/paper/occupancy.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Room, WEIGHTS } from "../../widgets/static/room.js";

const CASES = JSON.parse(readFileSync(new URL("room-cases.json", import.meta.url), "utf8"));

const boxOf = ([x, y, width, height]) => ({ x, y, width, height });

test("each case of the table: words stand where paper sets them", () => {
  for (const { box, lines, discs, words, places } of CASES) {
    const room = new Room(boxOf(box));
    const owner = (color, kind) => (color ? room.owner({ color }, kind) : undefined);
    for (const [px, py, weight, color] of lines) room.line(px, py, weight, owner(color, 1));
    for (const [x, y, radius, color] of discs) {
      room.disc(x, y, radius, WEIGHTS.marker, owner(color, 0));
    }
    const map = { x: (v) => v, y: (v) => v };
    for (const [x, y, , anchor, color] of words) {
      room.name({ anchor, color, text: ["?"] }, { x: [x], y: [y] }, map);
    }
    words.forEach(([x, y, width, anchor, color], i) => {
      const { left, middle, isRight } = room.place(x, y, width, 12, anchor, color);
      assert.ok(Math.abs(left - places[i][0]) < 1e-5 && Math.abs(middle - places[i][1]) < 1e-5);
      assert.equal(isRight, places[i][2]);
    });
  }
});

test("free words stand at their anchor, and leave a line that crosses it", () => {
  const room = new Room(boxOf([0, 0, 200, 100]));
  const { left, middle } = room.copy().place(50, 50, 60, 12, "right");
  assert.deepEqual([left, middle], [58, 50]);
  room.line([0, 200], [50, 50], WEIGHTS.line);
  assert.ok(Math.abs(room.place(50, 50, 60, 12, "right").middle - 50) > 6);
});

test("a copy of a room is taken by itself", () => {
  const room = new Room(boxOf([0, 0, 200, 100]));
  room.copy().place(50, 50, 60, 12, "right");
  assert.equal(room.cost(0, 0, 200, 100), 0);
});
