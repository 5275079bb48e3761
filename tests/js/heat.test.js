// Heatmaps, as pixels.
import assert from "node:assert/strict";
import { test } from "node:test";

const put = [];
globalThis.ImageData = class {
  constructor(width, height) {
    Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
  }
};
const pen = { putImageData: (image) => put.push([...new Uint32Array(image.data.buffer)]) };
globalThis.document = {
  createElement: () => ({ setAttribute() {}, append() {}, getContext: () => pen }),
};
const { paintHeat, shades } = await import("../../widgets/static/heat.js");

const theme = { name: "light", colours: { main: "#0072B2", paper: "#FFFFFF" } };
const style = () => ({ kind: "heatmap", stops: ["@paper", "@main"], low: 0, high: 1 });
// Two by two cells, each of two by three pixels.
const map = {
  back: (px, py) => [px / 2 - 0.5, py / 3 - 0.5], box: { x: 0, y: 0, width: 4, height: 6 },
};
const painted = (z, place = map) => {
  const data = { x: Float64Array.of(0, 1), y: Float64Array.of(0, 1), z: Float64Array.from(z) };
  paintHeat({ drawImage() {} }, { style: style() }, data, place, theme);
  return put.at(-1);
};

test("each cell fills its pixels, and one without a number none, whatever was there before", () => {
  const [white, blue] = [0xffffffff, 0xffb27200];
  const first = [white, white, blue, blue];
  const second = [blue, blue, white, white];
  assert.deepEqual(painted([0, 1, 1, 0]), [first, first, first, second, second, second].flat());
  const none = [0, 0, 0, 0];
  const half = [0, 0, blue, blue];
  assert.deepEqual(painted([NaN, NaN, NaN, 1]), [none, none, none, half, half, half].flat());
  painted([1, 1, 1, 1]);
  // Moved by a cell to the right and down: what is beyond the cells shows nothing.
  const moved = { ...map, back: (px, py) => [px / 2 - 1.5, py / 3 - 1.5] };
  assert.deepEqual(painted([1, 1, 1, 1], moved), [none, none, none, half, half, half].flat());
});

test("the shades of a scale are mixed once for all its pictures, and anew for another theme", () => {
  assert.equal(shades(style(), theme), shades(style(), { ...theme }));
  const other = { ...theme, colours: { main: "#FF0000", paper: "#FFFFFF" } };
  assert.notDeepEqual(shades(style(), other), shades(style(), theme));
});
