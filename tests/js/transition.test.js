// Transitions from one picture to the next: which marks have one, where they are, and that they
// arrive.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Transition, MAX_MS } from "../../widgets/static/transition.js";

const axis = (more = {}) => ({ title: "w", log: false, range: [0, 1], ...more });
const line = (more = {}) => ({ kind: "line", name: "path", color: "@main", ...more });

// A picture of one mark that moves with the frame, each frame's places a row of x and y.
function picture(x, y, { style = line(), trace = {}, panel = {} } = {}) {
  const stored = (rows) => (
    { values: Float64Array.from(rows.flat()), shape: [rows.length, rows[0].length] });
  const id = Math.random();
  const bind = { x: { how: "row", a: `x${id}` }, y: { how: "row", a: `y${id}` } };
  const traces = [{ style, bind, mark: 0, moving: true, ...trace }];
  return {
    panel: { key: "plane", equal: true, axes: [axis(), axis()], traces, ...panel },
    arrays: { [`x${id}`]: stored(x), [`y${id}`]: stored(y) },
    position: 0,
  };
}

function glide(before, after, running = null, start = 0) {
  const made = new Transition(before, running, after, start, MAX_MS);
  const [trace] = after.panel.traces;
  const wanted = { x: after.arrays[trace.bind.x.a].values, y: after.arrays[trace.bind.y.a].values };
  return { made, at: (now) => made.at(trace, wanted, now), wanted };
}

test("a mark goes straight from where it is to where it belongs, some of the way at once", () => {
  const { made, at, wanted } = glide(picture([[0, 3]], [[0, 0]]), picture([[3, 9]], [[6, 0]]));
  assert.ok(!made.isOver(0));
  assert.deepEqual([...at(0).x], [1, 5]);
  assert.deepEqual([...at(0).y], [2, 0]);
  assert.deepEqual([...at(MAX_MS / 2).x], [2, 7]);
  const xs = [0, 20, 40, 60, 79].map((now) => at(now).x[0]);
  assert.ok(xs.every((x, i) => x > (xs[i - 1] ?? 0) && x < 3));
  assert.equal(at(MAX_MS), wanted); // the numbers themselves, not near to them
  assert.ok(made.isOver(MAX_MS) && MAX_MS <= 80);
});

test("a mark in transition continues from where it is", () => {
  const [a, b, c] = [picture([[0]], [[0]]), picture([[9]], [[0]]), picture([[0]], [[0]])];
  const first = glide(a, b);
  const x = first.at(40).x[0];
  const second = glide(b, c, first.made, 40);
  assert.ok(Math.abs(second.at(40).x[0] - x * (2 / 3)) < 1e-12);
});

test("words, charts, other marks, other shapes and other gaps stay where they belong", () => {
  const from = () => picture([[0, 3]], [[0, 0]]);
  const still = (before, after) => assert.ok(glide(before, after).made.isOver(0));
  still(picture([[0, 3]], [[0, 0]], { style: line({ kind: "words" }) }),
    picture([[3, 9]], [[6, 0]], { style: line({ kind: "words" }) }));
  for (const kind of ["heatmap", "bands", "surface"]) {
    const options = { style: line({ kind }) };
    still(picture([[0, 3]], [[0, 0]], options), picture([[3, 9]], [[6, 0]], options));
  }
  still(picture([[0, 3]], [[0, 0]], { panel: { equal: false } }),
    picture([[3, 9]], [[6, 0]], { panel: { equal: false } }));
  const log = { panel: { axes: [axis(), axis({ log: true })] } };
  still(picture([[0, 3]], [[0, 0]], log), picture([[3, 9]], [[6, 0]], log));
  still(from(), picture([[3, 9]], [[6, 0]], { panel: { key: "another" } }));
  still(from(), picture([[3, 9]], [[6, 0]], { panel: { axes: [axis({ title: "v" }), axis()] } }));
  still(from(), picture([[3, 9]], [[6, 0]], { style: line({ name: "a rival" }) }));
  still(from(), picture([[3, 9]], [[6, 0]], { trace: { mark: 1 } }));
  const other = { trace: { moving: false } }; // the one stands still while time passes
  still(from(), picture([[3, 9]], [[6, 0]], other));
  still(from(), picture([[3, 9, 9]], [[6, 0, 0]]));
  still(from(), picture([[3, NaN]], [[6, 0]]));
  still(from(), from()); // nothing has moved
  const after = picture([[3, 9]], [[6, 0]]);
  assert.ok(!glide(from(), after).made.isOver(0)); // and without all that it goes
});

test("a mark that is still between frames has a transition, also with a new name", () => {
  const options = (name) => ({ style: line({ name }), trace: { moving: false } });
  const before = picture([[0, 3]], [[0, 0]], options("f = 0.77"));
  const { at } = glide(before, picture([[3, 9]], [[6, 0]], options("f = 0.8")));
  assert.deepEqual([...at(0).x], [1, 5]);
  const { made } = glide(before, picture([[3, 9]], [[6, 0]], options("g = 0.8")));
  assert.ok(made.isOver(0));
});

test("only places are between; what else a mark has is that of the new picture", () => {
  const before = picture([[0]], [[0]], { style: line({ kind: "points" }) });
  const after = picture([[9]], [[0]], { style: line({ kind: "points" }) });
  const { made } = glide(before, after);
  const size = Float64Array.of(5);
  const data = made.at(after.panel.traces[0], { x: [9], y: [0], size }, 10);
  assert.equal(data.size, size);
});
