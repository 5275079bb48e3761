// A slider's positions and values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scale } from "../../widgets/static/scale.js";

test("the ends are exact, and values rise with the position", () => {
  for (const [kind, low, high] of [["linear", -0.35, 2.1], ["log", 1e-4, 30], ["integer", 3, 57]]) {
    const { steps, value, share } = scale({ kind, low, high });
    assert.deepEqual([value(0), value(steps)], [low, high]);
    for (let i = 1; i <= steps; i++) {
      assert.ok(value(i) > value(i - 1), `${kind}: ${value(i - 1)}, ${value(i)}`);
      assert.ok(Math.abs(share(value(i)) - i / steps) < 0.5 / steps + 2e-3, `${kind} at ${i}`);
    }
  }
});

test("whole numbers are whole, others short", () => {
  const whole = scale({ kind: "integer", low: 3, high: 57 });
  assert.ok(Array.from({ length: 55 }, (_, i) => whole.value(i)).every(Number.isInteger));
  const log = scale({ kind: "log", low: 1e-4, high: 30 });
  assert.ok(String(log.value(77)).replace(/^0\.0*|\D/g, "").length <= 3, `${log.value(77)}`);
});

test("a slider with stops has these values alone, evenly, and marks lie between them", () => {
  const { steps, share, value } = scale({ kind: "log", low: 0.001, high: 2, stops: [0.01, 0.1, 1] });
  assert.equal(steps, 2);
  assert.deepEqual([0, 1, 2].map(value), [0.01, 0.1, 1]);
  [[0.01, 0], [0.1, 0.5], [1, 1], [Math.sqrt(0.001), 0.25]]
    .forEach(([v, at]) => assert.ok(Math.abs(share(v) - at) < 1e-12, `${v}`));
  assert.ok(share(0.009) < 0 && share(1.1) > 1);
  const one = scale({ kind: "linear", low: 0, high: 1, stops: [0.3] });
  assert.deepEqual([one.steps, one.value(0), one.share(0.3)], [0, 0.3, 0]);
});
