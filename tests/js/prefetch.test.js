// The cache: what it shows belongs to the present values of the knobs, and to nothing else.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { positions } from "../../widgets/static/knob.js";
import { MAX_BYTES, PrefetchCache } from "../../widgets/static/prefetch.js";

let now = 0;
let uid = 0;
beforeEach(() => {
  now += 1e6;
  mock.method(performance, "now", () => now);
});

const share = (value) => value / 100;

// A cache with its view, its model, and what a page and a kernel do to it.
function opened(at = { lam: 0, n: 5 }) {
  const state = { uid: `cache ${(uid += 1)}`, at, ahead: true };
  const model = { get: (name) => state[name], send: mock.fn() };
  const cache = PrefetchCache.of(model);
  const view = { show: mock.fn() };
  cache.join(view);
  const turn = (value, knob, dragging) => ({
    exact: cache.turn({ knob, value, dragging, share, periodic: false }) === 0,
  });
  return {
    cache, view, model,
    drag: (value, knob = "lam") => turn(value, knob, true),
    let: (value, knob = "lam") => turn(value, knob, false),
    near: (values, knob = "lam") => cache.prefetch({ knob, values: () => values }),
    answer: (there) => {
      state.at = there;
      return cache.choose(picture(there));
    },
    // A picture made ahead, as the kernel sends it.
    hold: (there, id = cache.id, knob = "lam", more = 0) => cache.receive(
      { kind: "held", cache: id, value: there[knob], head: head(there) }, [chunk(there, more)],
    ),
  };
}

const picture = (at) => ({ spec: { arrays: {} }, buffers: {}, at });
const head = (at) => ({ spec: {}, panels: [], arrays: [], extra: { at: JSON.stringify(at) } });

// more: bytes in addition to those of the picture's words.
function chunk(at, more = 0) {
  const words = JSON.stringify(at);
  const body = Buffer.concat([Buffer.from(words), Buffer.alloc(more)]);
  const parts = [[words, words.length, 0], [`more ${words}`, more, 0]];
  const list = Buffer.from(JSON.stringify(more ? parts : parts.slice(0, 1)));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(list.length);
  const all = Uint8Array.from(Buffer.concat([size, list, body]));
  return new DataView(all.buffer);
}

test("a drag over a stored position is answered at once, elsewhere by the nearest", () => {
  const { cache, view, drag, hold } = opened();
  drag(10);
  assert.equal(cache.shown, null);
  hold({ lam: 20, n: 5 });
  hold({ lam: 40, n: 5 });
  assert.equal(drag(20).exact, true);
  assert.deepEqual(cache.shown.at, { lam: 20, n: 5 });
  assert.equal(drag(31).exact, false);
  assert.deepEqual(cache.shown.at, { lam: 40, n: 5 });
  assert.ok(view.show.mock.callCount() >= 2);
});

test("on a knob whose ends are one value the nearest may be past the end", () => {
  const { cache, answer } = opened();
  const drag = (lam, periodic) => (
    cache.turn({ knob: "lam", value: lam, dragging: true, share, periodic }));
  drag(98, true);
  for (const lam of [40, 98]) answer({ lam, n: 5 });
  drag(1, true);
  assert.equal(cache.shown.at.lam, 98);
  drag(1, false);
  assert.equal(cache.shown.at.lam, 40);
});

test("an answer is shown where it is nearest, and is stored for the way back", () => {
  const { cache, drag, answer } = opened();
  drag(10);
  assert.deepEqual(answer({ lam: 10, n: 5 }).at.lam, 10);
  drag(50);
  assert.equal(answer({ lam: 30, n: 5 }).at.lam, 30);
  assert.equal(drag(10).exact, true);
  assert.equal(cache.shown.at.lam, 10);
  assert.equal(answer({ lam: 50, n: 5 }).at.lam, 10); // late, and further away
});

test("after the release only its own picture replaces the nearest", () => {
  const { cache, drag, let: release, answer, hold } = opened();
  drag(10);
  hold({ lam: 20, n: 5 });
  drag(22);
  release(22);
  assert.equal(answer({ lam: 15, n: 5 }).at.lam, 20);
  assert.equal(answer({ lam: 22, n: 5 }).at.lam, 22);
  assert.equal(cache.shown, null);
});

test("a drag that returns to its start leaves the kernel's own picture", () => {
  const { cache, drag, let: release, hold } = opened();
  drag(10);
  hold({ lam: 20, n: 5 });
  drag(20);
  assert.equal(cache.shown.at.lam, 20);
  drag(0);
  release(0);
  assert.equal(cache.shown, null);
});

test("in any order of turns and answers, what is shown is of the present values", () => {
  let seed = 1;
  const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  let compared = 0;
  for (let round = 0; round < 300; round++) {
    const t = opened();
    const past = [{ lam: 0, n: 5 }]; // the values that the knobs had; answers come in this order
    const ids = ["other"];
    let extra = 0;
    for (let k = 0; k < 30; k++) {
      const knob = ["lam", "n"][random(2)];
      const value = 10 * random(5);
      ids.push(t.cache.id);
      const act = random(4);
      const painted = t.view.show.mock.callCount();
      if (act < 2) {
        past.push({ ...past.at(-1), [knob]: value });
        if (act) t.drag(value, knob);
        else t.let(value, knob);
      } else if (act === 2) {
        extra += random(past.length - extra);
        t.answer(past[extra]);
      } else {
        const there = { lam: 10 * random(5), n: 10 * random(5) };
        t.hold(there, ids[random(ids.length)], t.cache.knob || "lam");
      }
      const { shown } = t.cache;
      if (act !== 1 || t.view.show.mock.callCount() === painted) continue;
      assert.deepEqual({ ...shown.at, [knob]: value }, past.at(-1));
      compared++;
    }
  }
  assert.ok(compared > 50, String(compared));
});

test("pictures of another knob, of other settings or of another cache are never shown", () => {
  const t = opened();
  t.drag(10);
  const { id } = t.cache;
  t.hold({ lam: 20, n: 6 }); // of other settings
  t.hold({ lam: 20, n: 5 }, "another");
  assert.equal(t.cache.held.size, 0);
  t.hold({ lam: 20, n: 5 });
  assert.equal(t.cache.held.size, 1);
  t.let(20);
  t.let(7, "n"); // another knob: what is stored is of no use
  assert.equal(t.drag(20).exact, false);
  assert.equal(t.cache.held.size, 0);
  t.hold({ lam: 20, n: 5 }, id); // and what comes late as well
  assert.equal(t.cache.held.size, 0);
});

test("a page holds as many pictures as there is space for", () => {
  const small = opened();
  small.drag(0);
  for (let lam = 0; lam < 300; lam++) small.hold({ lam, n: 5 });
  assert.equal(small.cache.held.size, 300);
  const large = opened();
  large.drag(0);
  for (let lam = 0; lam < 9; lam++) large.hold({ lam, n: 5 }, large.cache.id, "lam", MAX_BYTES / 4);
  assert.equal(large.cache.held.size, 3); // four and their words are more
  assert.ok(large.cache.bytes <= MAX_BYTES);
  assert.equal(large.drag(8).exact, true);
  assert.equal(large.drag(0).exact, false);
});

test("the kernel is asked for what is missing, near the pointer and not long after", () => {
  const t = opened();
  t.near([1, 2, 3]);
  assert.deepEqual(t.model.send.mock.calls[0].arguments[0].values, [1, 2, 3]);
  t.near([1, 2, 3]); // at once again
  assert.equal(t.model.send.mock.callCount(), 1);
  t.hold({ lam: 2, n: 5 });
  now += 1000;
  t.answer({ lam: 0, n: 5 });
  assert.deepEqual(t.model.send.mock.calls[1].arguments[0].values, [1, 3]);
  now += 4000; // nobody touches it any more
  t.answer({ lam: 0, n: 5 });
  assert.equal(t.model.send.mock.callCount(), 2);
});

test("of a part the whole is asked for, and replaces it, but not the reverse", () => {
  const t = opened();
  const spec = { arrays: {}, part: true };
  const part = (lam) => t.cache.choose({ ...picture({ lam, n: 5 }), spec });
  t.drag(2);
  part(2);
  assert.equal(t.cache.shown.spec.part, true);
  t.near([1, 2]);
  assert.deepEqual(t.model.send.mock.calls[0].arguments[0].values, [1, 2]);
  t.hold({ lam: 2, n: 5 });
  assert.equal(t.cache.shown.spec.part, undefined);
  part(2);
  assert.equal(t.cache.shown.spec.part, undefined);
});

test("positions of a slider: coarse to fine, each grain from its value, both ends first", () => {
  for (const [steps, here] of [[240, 100], [240, 0], [37, 9], [1, 0], [995, 3]]) {
    const found = positions(steps, here);
    assert.equal(new Set(found).size, found.length);
    assert.ok(found.length <= 242 && found.every((p) => p >= 0 && p <= steps));
    assert.ok(found.includes(0) && found.includes(steps));
    const sorted = [...found].sort((a, b) => a - b);
    const grain = Math.ceil(steps / 240);
    assert.ok(sorted.every((p, i) => !i || p - sorted[i - 1] <= grain));
  }
});

test("the picture of a release is reported once, when it is shown", () => {
  const { cache, drag, let: letGo, answer } = opened();
  assert.equal(cache.settles(), false);
  drag(10);
  answer({ lam: 10, n: 5 });
  drag(30);
  assert.equal(cache.settles(), false);
  letGo(30);
  assert.equal(cache.settles(), false); // 10 is shown
  answer({ lam: 30, n: 5 });
  assert.equal(cache.settles(), true);
  assert.equal(cache.settles(), false);
});
