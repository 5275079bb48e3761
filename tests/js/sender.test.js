// What a drag sends: the newest value, in step with the pictures, and the last one.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sender } from "../../widgets/static/sender.js";

const SPEC = { kind: "linear", name: "lam", low: 0, high: 100 };
beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout"] }));

// A knob, what it has sent, and a stage that paints answers.
function opened(away = () => Infinity) {
  const sent = [];
  const out = sender({
    states: {}, turn: ({ value }) => away(value),
    send: (knob, value, dragging) => sent.push([value, dragging]),
  }, SPEC);
  const paint = (lam) => out.painted(lam);
  return { out, sent, paint, values: () => sent.map(([value]) => value) };
}

test("two values are on their way, and the newest is sent when an answer is painted", () => {
  const { out, values, paint } = opened();
  for (const v of [1, 2, 3, 4, 5]) out.send(v, false);
  assert.deepEqual(values(), [1, 2]);
  paint(1);
  assert.deepEqual(values(), [1, 2, 5]);
  paint(2);
  paint(5);
  assert.deepEqual(values(), [1, 2, 5]); // nothing newer
});

test("an answer counts for those before it", () => {
  const { out, values, paint } = opened();
  for (const v of [1, 2, 3]) out.send(v, false);
  paint(2);
  assert.deepEqual(values(), [1, 2, 3]);
  out.send(4, false);
  assert.deepEqual(values(), [1, 2, 3, 4]);
});

test("without an answer the newest is sent after a while; no drag starves", (t) => {
  const { out, values } = opened();
  for (let k = 0; k < 40; k++) {
    out.send(k, false);
    t.mock.timers.tick(10);
  }
  const [, , ...later] = values();
  assert.ok(later.length >= 3 && later.every((v, i) => !i || v > later[i - 1]));
});

test("whatever is painted when, the last value is sent, and sent last", () => {
  const { out, sent, paint } = opened();
  for (let k = 0; k < 20; k++) {
    out.send(k, false);
    if (k % 3 === 2) paint(sent[sent.length - 1][0]);
  }
  out.finish();
  assert.deepEqual(sent[sent.length - 1], [19, false]);
  const before = sent.length;
  for (const [value] of [...sent]) paint(value);
  assert.equal(sent.length, before);
});

test("near a stored picture the newest value is sent when the pointer pauses, and alone", (t) => {
  const { out, values, paint } = opened((v) => Math.abs(v - 10 * Math.round(v / 10)) / 1000);
  for (let v = 0; v < 30; v++) {
    out.send(v, false);
    t.mock.timers.tick(20);
    paint(v);
  }
  assert.deepEqual(values(), []);
  t.mock.timers.tick(100);
  assert.deepEqual(values(), [29]);
  out.send(30, false); // stored itself
  t.mock.timers.tick(500);
  assert.deepEqual(values(), [29]);
  out.finish();
  assert.deepEqual(values(), [29, 30]);
});

test("far from what is stored the newest value is sent at once", () => {
  const { out, values } = opened((v) => (v % 10 ? 0.02 : 0));
  for (let v = 0; v < 3; v++) out.send(v, false);
  assert.deepEqual(values(), [1, 2]);
});

test("an answer that is painted again, as a part and then whole, answers nothing else", () => {
  const { out, values, paint } = opened();
  for (const v of [1, 2, 3]) out.send(v, false);
  paint(1);
  assert.deepEqual(values(), [1, 2, 3]); // 2 and 3 are on their way
  out.send(4, false);
  for (let k = 0; k < 3; k++) paint(1);
  assert.deepEqual(values(), [1, 2, 3]);
  paint(2);
  assert.deepEqual(values(), [1, 2, 3, 4]);
});

test("an answer with a value that the kernel has rounded answers the oldest, once", () => {
  const { out, values, paint } = opened();
  for (const v of [1.4, 2.4, 3.4]) out.send(v, false);
  for (let k = 0; k < 3; k++) paint(1);
  out.send(4.4, false);
  assert.deepEqual(values(), [1.4, 2.4, 3.4]);
  paint(2);
  assert.deepEqual(values(), [1.4, 2.4, 3.4, 4.4]);
});
