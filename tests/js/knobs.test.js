// The knobs of a page: the kernel's answer to an earlier turn never resets the user's value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldedCount, Knobs, quickOnes } from "../../widgets/static/knobs.js";
import { PlainModel } from "../../widgets/static/model.js";

let uid = 0;

// Knobs of a page with what they have sent, and a kernel that reports their states.
function opened(states = { lam: { value: 1 }, n: { value: 5 } }) {
  const sent = [];
  const model = new PlainModel(
    { uid: `knobs ${(uid += 1)}`, states, at: {} }, { sent: (content) => sent.push(content) },
  );
  const knobs = Knobs.of(model);
  const view = { shows: 0, show() { this.shows += 1; } };
  knobs.join(view);
  return { knobs, model, sent, view };
}

test("a turn is sent once, with a separate name, and shown in all views", () => {
  const { knobs, sent, view, model } = opened();
  assert.equal(Knobs.of(model), knobs);
  knobs.send("lam", 2, true);
  knobs.send("lam", 3, false);
  assert.deepEqual(sent.map(({ kind, knob, value, dragging }) => [kind, knob, value, dragging]), [
    ["turn", "lam", 2, true], ["turn", "lam", 3, false],
  ]);
  assert.notEqual(sent[0].turn, sent[1].turn);
  assert.equal(knobs.states.lam.value, 3);
  assert.equal(view.shows, 2);
});

test("an answer to an earlier turn does not reset the knob, the newest answer counts", () => {
  const { knobs, sent } = opened();
  knobs.send("lam", 2, true);
  knobs.send("lam", 3, true);
  const [first, last] = sent.map(({ turn }) => turn);
  const words = { tick: [0.5, "here"] };
  knobs.receive({ lam: { value: 2, turn: first, error: "no", ...words }, n: { value: 6 } });
  assert.deepEqual(knobs.states.lam, { value: 3, error: undefined, turn: first, ...words });
  assert.equal(knobs.states.n.value, 6);
  knobs.receive({ lam: { value: 3, turn: last }, n: { value: 6 } });
  assert.deepEqual(knobs.states.lam, { value: 3, turn: last });
  knobs.receive({ lam: { value: 9, turn: last }, n: { value: 6 } }); // Python has set it since
  assert.equal(knobs.states.lam.value, 9);
});

test("in any order of messages, page and kernel agree once all have been received", () => {
  let seed = 7;
  const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  for (let round = 0; round < 200; round++) {
    const { knobs, sent } = opened();
    let [received, user] = [0, undefined];
    let kernel = { lam: { value: 1 }, n: { value: 5 } };
    const answer = () => {
      const { knob, value, turn } = sent[received++];
      kernel = { ...kernel, [knob]: { value, turn } };
      knobs.receive(kernel);
    };
    for (let k = 0; k < 20; k++) {
      const act = random(3);
      if (act === 0) {
        user = random(100);
        knobs.send("lam", user, true);
      } else if (act === 1 && received < sent.length) answer();
      else {
        kernel = { ...kernel, n: { ...kernel.n, value: random(100) } };
        knobs.receive(kernel);
      }
      if (user !== undefined) assert.equal(knobs.states.lam.value, user);
      assert.equal(knobs.states.n.value, kernel.n.value);
    }
    while (received < sent.length) answer();
    assert.deepEqual(knobs.states, kernel);
  }
});

test("a page without a kernel has its pictures stored: no cache is asked", () => {
  const { knobs, model } = opened();
  const turn = { knob: "lam", value: 2, dragging: true, share: (v) => v, periodic: false };
  knobs.turn(turn);
  assert.equal(knobs.cache.drag, turn);
  knobs.cache.drag = null;
  model.values.solved = true;
  assert.equal(knobs.turn(turn), Infinity);
  assert.equal(knobs.cache.drag, null);
});

test("the button counts the hidden knobs with an effect", () => {
  const specs = [
    { name: "method", kind: "choice", primary: true }, { name: "step", kind: "linear" },
    { name: "seed", kind: "integer" }, { name: "points", kind: "edits" },
  ];
  assert.equal(foldedCount(specs, { step: { value: 1, idle: true } }), 1);
  assert.equal(foldedCount(specs, { step: { value: 1 } }), 2);
});

test("folded to a line, the first two sliders stay, else the first lists of options", () => {
  const spec = (name, kind, primary = true) => ({ name, kind, primary });
  const specs = [
    spec("data", "choice"), spec("C", "log"), spec("n", "integer"), spec("noise", "linear"),
    spec("compare", "several"), spec("seed", "integer", false),
  ];
  const names = (given, states = {}) => quickOnes(given, states).map(({ name }) => name);
  assert.deepEqual(names(specs), ["C", "n"]);
  assert.deepEqual(names(specs, { C: { value: 1, idle: true } }), ["n", "noise"]);
  assert.deepEqual(names(specs.slice(0, 2)), ["C", "data"]);
  assert.deepEqual(names([spec("compare", "several")]), []);
});
