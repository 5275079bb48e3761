// The box of a panel in space: its camera, its walls and words, and its pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { facing, spaceAxes } from "../../widgets/static/space-axes.js";
import {
  cameraOf, HOME, moved, placingOf, projecting, sidesOf, turned, zoomed,
} from "../../widgets/static/space-camera.js";
import { inBox, lit, rgba, Shaping } from "../../widgets/static/space-shapes.js";

const THEME = {
  name: "light", font: "sans", magnify: 1,
  colours: { ink: "#000000", paper: "#FFFFFF", faint: "#F0F0F0", main: "#0072B2" },
};
const axis = (range, more = {}) => ({ title: "t", log: false, range, zero: false, ticks: null, ...more });
const panel = (equal, traces = []) => ({
  key: "p", title: "", subtitle: "", space: true, equal, legend: [], traces,
  axes: [axis([0, 1]), axis([-2, 2]), axis([0, 2])],
});
const close = (found, wanted, by = 1e-9) => {
  assert.equal(found.length, wanted.length);
  found.forEach((v, i) => assert.ok(Math.abs(v - wanted[i]) < by, `${found} is not ${wanted}`));
};
const eyeOf = (nine) => nine.slice(0, 3);
const distance = (nine) => Math.hypot(...[0, 1, 2].map((i) => nine[i] - nine[3 + i]));

test("sides of the box follow the ranges where units are equal, and are a cube elsewhere", () => {
  close(sidesOf(panel(true)), [0.25, 1, 0.5]);
  close(sidesOf(panel(false)), [1, 1, 1]);
  const placing = placingOf(panel(true));
  close(placing.map(([a, b], i) => a * panel(true).axes[i].range[1] + b), [0.125, 0.5, 0.25]);
  close(placing.map(([a, b], i) => a * panel(true).axes[i].range[0] + b), [-0.125, -0.5, -0.25]);
});

test("the centre lies in the middle of the picture, what is upwards above it", () => {
  const project = projecting(cameraOf(HOME, 700, 500), 700, 500);
  close(project(...HOME.slice(3, 6)).slice(0, 2), [350, 250], 1e-6);
  assert.ok(project(0, 0, 0.4)[1] < project(0, 0, 0)[1]);
  // 45 degrees from foot to top: at distance d, half a height is d tan(22.5 degrees).
  const nine = [0, -2, 0, 0, 0, 0, 0, 0, 1];
  const plain = projecting(cameraOf(nine, 600, 400), 600, 400);
  close(plain(0, 0, 2 * Math.tan(Math.PI / 8)).slice(0, 2), [300, 0], 1e-6);
  assert.ok(Number.isNaN(plain(0, -3, 0)[0]), "what is behind the eye is nowhere");
});

test("turning leaves distance, centre and the upward direction, and never turns over", () => {
  const there = turned(HOME, 0.7, 0.3);
  assert.ok(Math.abs(distance(there) - distance(HOME)) < 1e-9);
  close(there.slice(3), HOME.slice(3));
  close(turned(turned(HOME, 0.7, 0.3), -0.7, -0.3), HOME);
  assert.ok(there[2] > HOME[2]);
  let nine = HOME;
  for (let k = 0; k < 40; k++) nine = turned(nine, 0, 0.3);
  assert.ok(Math.hypot(nine[0], nine[1]) > 0 && nine[2] < distance(nine) + nine[5]);
  close(turned(nine, 0, -0.3).slice(0, 2).map((v, i) => Math.sign(v) - Math.sign(HOME[i])), [0, 0]);
});

test("a full turn returns to the start, half of it looks from the other side", () => {
  close(turned(HOME, 2 * Math.PI, 0), HOME);
  close(eyeOf(turned(HOME, Math.PI, 0)), [-HOME[0], -HOME[1], HOME[2]]);
});

test("zooming has limits, and panning moves eye and centre together", () => {
  assert.ok(Math.abs(distance(zoomed(HOME, 0.5)) - 0.5 * distance(HOME)) < 1e-9);
  assert.ok(distance(zoomed(HOME, 1e-9)) > 0.1 && distance(zoomed(HOME, 1e9)) < 100);
  const there = moved(HOME, 0.25, 0);
  assert.ok(Math.abs(distance(there) - distance(HOME)) < 1e-9);
  const at = (nine) => projecting(cameraOf(nine, 400, 400), 400, 400)(...HOME.slice(3, 6));
  close(at(there).slice(0, 2), [300, 200], 1e-6);
  close(at(moved(HOME, 0, 0.25)).slice(0, 2), [200, 300], 1e-6);
});

test("the walls are those behind, and the words are along the outline", () => {
  const project = projecting(cameraOf(HOME, 700, 700), 700, 700);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => project(
    ...[0, 1, 2].map((i) => ((k >> i) & 1 ? 0.5 : -0.5))));
  const { far, edges } = facing(corners);
  assert.equal(far, 0, "the eye is on the high side of all");
  // At the foot, z low: x along the high end of y, y along that of x; z at the left.
  assert.deepEqual(edges, [0b010, 0b001, 0b001]);
  const other = projecting(cameraOf(turned(HOME, Math.PI, 0), 700, 700), 700, 700);
  const seen = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => other(
    ...[0, 1, 2].map((i) => ((k >> i) & 1 ? 0.5 : -0.5))));
  assert.equal(facing(seen).far, 0b011);
});

test("words of axes are inside the picture, each number next to its line", () => {
  const shown = panel(false);
  shown.axes[2] = axis([0, 2], { ticks: { at: [0, 1], words: ["<no>", "yes"] } });
  const project = projecting(cameraOf(HOME, 500, 500), 500, 500);
  const { words, grid } = spaceAxes(shown, project, (w) => 6 * w.length, 500, 500);
  assert.ok(words.some((one) => one.words === "<no>") && words.some((one) => one.words === "yes"));
  assert.equal(words.filter((one) => one.words === "t").length, 3);
  for (const { x, y } of words) assert.ok(x > 0 && x < 500 && y > 0 && y < 500);
  assert.equal(grid.length, 2 * (words.length - 3));
});

test("a piece is cut at the box, and one outside or with a gap is left out", () => {
  const sides = [1, 1, 1];
  close(inBox([-1, 0, 0], [1, 0, 0], sides), [0.25, 0.75], 1e-5);
  close(inBox([0, 0, 0], [0.1, 0.2, 0.3], sides), [0, 1]);
  assert.equal(inBox([0, 2, 0], [1, 2, 0], sides), null);
  assert.equal(inBox([NaN, 0, 0], [1, 0, 0], sides), null);
});

const stored = (values, shape = [values.length]) => ({ values: Float64Array.from(values), shape });
const still = (a) => ({ how: "static", a });
const BIND = { x: still("x"), y: still("y"), z: still("z") };
const shapesOf = (style, arrays, bind = BIND) => {
  const trace = { style: { name: "", color: "@main", opacity: 1, ...style }, bind, mark: 0 };
  const shown = panel(false, [trace]);
  return new Shaping(shown, arrays, 0, THEME, sidesOf(shown), placingOf(shown)).shapes;
};

test("a line is pieces without its gaps, dashed where its style says so", () => {
  const [y, z] = [0, 1].map((v) => stored([v, v, v, v, v]));
  const arrays = { x: stored([0, 1, NaN, 1, 0.5]), y, z };
  const { marks } = shapesOf({ kind: "line", width: 2, dash: "dash", dots: 5 }, arrays);
  const pieces = marks.filter(({ symbol }) => symbol < 0);
  assert.equal(pieces.length, 2);
  close(pieces[0].a, [-0.5, 0, 0]);
  close(pieces[0].b, [0.5, 0, 0]);
  close(pieces[0].color, [0, 0x72 / 255, 0xB2 / 255, 1]);
  assert.deepEqual(pieces[0].pattern, [7, 5, 0, 0]);
  const dots = marks.filter(({ symbol }) => symbol === 0);
  assert.deepEqual(dots.map(({ width }) => width), [5, 5, 5, 5]);
});

test("markers have their own sizes, and none is drawn outside of the box", () => {
  const [y, z] = [0, 1].map((v) => stored([v, v, v]));
  const arrays = { x: stored([0, 1, 3]), y, z, s: stored([4, 9, 5]) };
  const bind = { ...BIND, size: still("s") };
  const { marks } = shapesOf({ kind: "points", symbol: "square" }, arrays, bind);
  assert.deepEqual(marks.map(({ width, symbol }) => [width, symbol]), [[4, 1], [9, 1]]);
});

test("a mesh has its faces and a surface two for each cell, paler towards the top", () => {
  const arrays = { x: stored([0, 1, 0, 1]), y: stored([0, 0, 1, 1]), z: stored([0, 0, 2, 2]) };
  const mesh = shapesOf({ kind: "mesh", faces: [[0, 1, 2], [1, 3, 2]], opacity: 0.3 }, arrays);
  assert.deepEqual(mesh.faces.map(({ color }) => color[3]), [0.3, 0.3]);
  const grid = Object.fromEntries(Object.entries(arrays)
    .map(([name, { values }]) => [name, { values, shape: [2, 2] }]));
  const { faces } = shapesOf({ kind: "surface" }, grid);
  assert.equal(faces.length, 2);
  assert.ok(faces[0].color[0] < faces[1].color[0]);
});

test("words that begin as a colour does stay words", () => {
  const arrays = { x: stored([0]), y: stored([0]), z: stored([1]) };
  const style = { kind: "words", size: 12, anchor: "right", text: ["@main & <b>"] };
  const { labels } = shapesOf(style, arrays);
  assert.equal(labels[0].words, "@main & <b>");
});

test("a face is lit by its angle to the light, on both of its sides", () => {
  const eye = [5, 0, 2];
  const towards = [[0, 0, 0], [0, 1, 0], [0, 0, 1]];
  const back = [towards[0], towards[2], towards[1]];
  assert.equal(lit(towards, eye), lit(back, eye));
  assert.ok(lit(towards, eye) > lit([[0, 0, 0], [1, 0, 0], [0, 1, 0]], eye));
  assert.ok(lit(towards, eye) <= 1);
});

test("colours are numbers with their opacity", () => {
  close(rgba("#FF8000", 0.5), [1, 128 / 255, 0, 0.5]);
  close(rgba("rgba(255,0,51,0.4)", 0.5), [1, 0, 0.2, 0.2]);
});
