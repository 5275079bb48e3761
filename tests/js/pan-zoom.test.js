// What dragging and zooming do to the ranges of a plane, and which cell of a heatmap lies where.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellAt, cellsAt, shades, topCell } from "../../widgets/static/heat.js";
import { dragged, within, zoomed } from "../../widgets/static/pan-zoom.js";

const BOX = { x: 50, y: 10, width: 200, height: 100 };
const HOME = [[0, 10], [5, -5]];
const BOTH = [true, true];
const close = (a, b) => a.flat().forEach((v, i) => assert.ok(Math.abs(v - b.flat()[i]) < 1e-9, `${a}`));

test("what is dragged stays under the pointer", () => {
  close(dragged(HOME, BOX, 20, 0, BOTH), [[-1, 9], [5, -5]]);
  close(dragged(HOME, BOX, 0, 10, BOTH), [[0, 10], [4, -6]]);
  close(dragged(HOME, BOX, 20, 10, [false, true]), [[0, 10], [4, -6]]);
});

test("what is under the pointer stays there during a zoom", () => {
  close(zoomed(HOME, HOME, [2, 0], 0.5, BOTH), [[1, 6], [2.5, -2.5]]);
  close(zoomed(HOME, HOME, [2, 0], 0.5, [true, false]), [[1, 6], [5, -5]]);
  close(zoomed(zoomed(HOME, HOME, [2, 1], 0.3, BOTH), HOME, [2, 1], 1 / 0.3, BOTH), HOME);
});

test("the view has a least and a greatest size", () => {
  let [near, far] = [HOME, HOME];
  for (let i = 0; i < 100; i++) {
    near = zoomed(near, HOME, [1, 1], 0.5, BOTH);
    far = zoomed(far, HOME, [1, 1], 2, BOTH);
  }
  assert.ok(near[0][1] - near[0][0] > 1e-4 && far[0][1] - far[0][0] < 100);
  assert.ok(near[1][1] < near[1][0], "a falling axis falls");
});

test("a drag leaves the view within what zooming out shows", () => {
  close(within(HOME, HOME), HOME);
  close(within([[30, 40], [5, -5]], HOME), [[30, 40], [5, -5]]);
  close(within([[90, 100], [70, 60]], HOME), [[35, 45], [40, 30]]);
  close(within([[-90, -80], [-60, -70]], HOME), [[-35, -25], [-30, -40]]);
  close(within([[0, 100], [5, -5]], HOME), [[-45, 55], [5, -5]]);
});

test("values lie in the cell whose centre is nearest, on a falling grid too", () => {
  const values = Float64Array.of(-0.6, -0.4, 0.4, 0.6, 2.4, 2.6);
  assert.deepEqual([...cellsAt(Float64Array.of(0, 1, 2), values)], [-1, 0, 0, 1, 2, -1]);
  assert.deepEqual([...cellsAt(Float64Array.of(2, 1, 0), values)], [-1, 2, 2, 1, 0, -1]);
  assert.deepEqual([...cellsAt(Float64Array.of(4), Float64Array.of(3.6, 4.4, 4.6))], [0, 0, -1]);
});

test("the cell at a point is its column and row, and none outside", () => {
  const data = { x: Float64Array.of(0, 1, 2), y: Float64Array.of(0, 1) };
  assert.deepEqual(cellAt(data, [1.2, 0.8]), [1, 1]);
  assert.equal(cellAt(data, [2.7, 0]), null);
});

test("of several heatmaps the uppermost with a number is meant, and its hatching named", () => {
  const grid = (type, x, z, name) => ({
    trace: { style: { kind: type, name } }, data: { x, y: Float64Array.of(0, 1), z },
  });
  const [two, three] = [Float64Array.of(0, 1), Float64Array.of(0, 0.5, 1)];
  const layers = [
    grid("heatmap", two, [1, 2, 3, 4]), grid("hatch", two, [0, 1, 0, 0], "not proved"),
    grid("heatmap", three, [NaN, Infinity, NaN, 5, NaN, NaN]),
  ];
  const found = (x, y) => topCell(layers, [x, y]);
  assert.deepEqual([found(0, 0).data.x.length, found(0.5, 0).data.x.length], [2, 3]);
  assert.deepEqual([found(1, 0).cell, found(1, 0).marks], [[1, 0], ["not proved"]]);
  assert.deepEqual([found(0, 1).cell, found(0, 1).marks], [[0, 1], []]);
  assert.equal(found(4, 4), null);
});

test("shades run from the low colour over the middle to the high one", () => {
  const theme = { name: "light", colours: { a: "#D55E00", paper: "#FFFFFF", b: "#0072B2" } };
  const all = shades({ stops: ["@a", "@paper", "@b"] }, theme);
  assert.deepEqual([all[0], all[255]], ["rgb(213, 94, 0)", "rgb(0, 114, 178)"]);
  const middle = all[127].match(/\d+/g).map(Number);
  assert.ok(Math.min(...middle) > 250, `${middle}`);
});
