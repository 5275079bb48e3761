// A message that Python has not received is reported soon where another cell runs, until it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Knobs } from "../../widgets/static/knobs.js";
import { PlainModel } from "../../widgets/static/model.js";
import { BUSY, Pending, SLOW } from "../../widgets/static/pending.js";

let uid = 0;

// A page's pending messages with a kernel of this status, what was sent, and what was shown.
async function opened(status, real = true) {
  const sent = [];
  const name = `pending ${(uid += 1)}`;
  const model = new PlainModel(
    { uid: name, states: { lam: { value: 1 } }, at: {} }, { sent: (content) => sent.push(content) },
  );
  const kernel = { status };
  model.widget_manager = real
    ? { get_model: async () => ({ comm_live: true, widget_manager: { kernel } }) } : undefined;
  const pending = Pending.of(model);
  const shown = [];
  pending.join({ showWaiting: () => shown.push(pending.words) });
  await new Promise((done) => setImmediate(done));
  return { model, pending, sent, shown, kernel };
}

// Time that passes, as `performance.now` and timers have it.
function clock(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  t.mock.method(performance, "now", () => now);
  return (ms) => {
    for (let k = 0; k < ms; k += 10) {
      now += 10;
      t.mock.timers.tick(10);
    }
  };
}

test("a kernel that runs another cell is named within 300 ms, until it has answered", async (t) => {
  const { pending, sent, shown } = await opened("busy");
  const pass = clock(t);
  const first = pending.send({ kind: "click", x: 1 });
  pass(100);
  assert.deepEqual(shown, []);
  const second = pending.send({ kind: "press", what: "reset" });
  pass(180);
  assert.deepEqual(shown, [BUSY]);
  assert.match(BUSY, /perhaps/); // a slow kernel may as well be busy with this very message
  assert.deepEqual(sent.map(({ kind, call }) => [kind, call]), [["click", first], ["press", second]]);
  pending.received(first);
  pass(300);
  assert.deepEqual(shown, [BUSY, "", BUSY]);
  pending.received(second);
  assert.deepEqual(shown, [BUSY, "", BUSY, ""]);
  assert.equal(pending.calls.size, 0);
});

test("a message answered at once is not shown, and one answer covers all before", async (t) => {
  const { pending, shown } = await opened("busy");
  const pass = clock(t);
  for (let k = 0; k < 5; k++) {
    pending.send({ kind: "click" });
    pass(20);
  }
  pending.received([...pending.calls.keys()].at(-1));
  pass(2000);
  assert.deepEqual([shown, pending.calls.size], [[], 0]);
});

test("a kernel that is merely slow to reach is given a second", async (t) => {
  const { pending, shown } = await opened("idle");
  const pass = clock(t);
  pending.send({ kind: "click" });
  pass(900);
  assert.deepEqual(shown, []);
  pass(200);
  assert.deepEqual(shown, [SLOW]);
  pending.forget();
  assert.deepEqual(shown, [SLOW, ""]);
});

test("without a kernel nothing is pending", async (t) => {
  const { pending, sent, shown } = await opened("busy", false);
  const pass = clock(t);
  pending.send({ kind: "click" });
  pass(3000);
  assert.deepEqual([sent.length, shown.length, pending.calls.size], [1, 0, 0]);
});

test("a knob is marked from the report until the kernel has answered its turn", async (t) => {
  const { model, pending, sent } = await opened("busy");
  const knobs = Knobs.of(model);
  knobs.join({ show() {} });
  const pass = clock(t);
  knobs.send("lam", 219, false);
  assert.equal(knobs.waits("lam"), false);
  pass(250);
  assert.deepEqual([knobs.waits("lam"), knobs.waits("n")], [true, false]);
  knobs.receive({ lam: { value: 219, turn: sent[0].turn } });
  assert.deepEqual([knobs.waits("lam"), pending.words, pending.calls.size], [false, "", 0]);
});
