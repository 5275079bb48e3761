// A stroke that sprays points: a second finger, and a tool that is deselected meanwhile, lose none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Spray } from "../../widgets/static/spray.js";

/** @type {Record<string, (event: any) => void>} */
let listeners = {}; // of the panel
/** @type {Record<string, (event: any) => void>} */
let everywhere = {}; // of the window
globalThis.window = /** @type {any} */ (globalThis);
globalThis.addEventListener = (/** @type {string} */ name, /** @type {any} */ act) => {
  everywhere[name] = act;
};

/** @param {boolean} [moves] whether the stroke is more than a press */
function spraying(moves = true) {
  [listeners, everywhere] = [{}, {}];
  /** @type {any[]} */
  const sent = [];
  const state = { held: 0 };
  const place = { box: { x: 0, y: 0, width: 500, height: 500 } };
  const plane = /** @type {any} */ ({
    box: {
      style: {}, setPointerCapture() {},
      addEventListener(/** @type {string} */ name, /** @type {any} */ act) {
        listeners[name] = act;
      },
    },
    tip: {}, panel: { key: "p" }, pointDrag: {}, aim: {}, layout: () => ({ place }),
    panZoom: { setTouchAction() {}, pointAt: (/** @type {any} */ e) => [e.clientX, e.clientY] },
    numbersAt: (/** @type {number} */ x, /** @type {number} */ y) => [x, y],
    hold() { state.held++; }, release() { state.held--; },
  });
  const tools = /** @type {any} */ ({ tool: { what: 1 } });
  tools.send = (/** @type {any} */ message) => sent.push(message);
  const spray = new Spray(tools);
  spray.follow(plane);
  /**
   * @param {string} kind @param {number} pointerId @param {number} clientX
   * @param {{ buttons?: number, isOutside?: boolean }} [how]
   */
  const send = (kind, pointerId, clientX, { buttons = 1, isOutside = false } = {}) => {
    const event = {
      pointerId, clientX, clientY: 50, button: 0, buttons,
      stopPropagation() {}, preventDefault() {}, stopImmediatePropagation() {},
    };
    everywhere[kind]?.(event);
    if (!isOutside) listeners[kind]?.(event);
  };
  send("pointerdown", 1, 10);
  for (const x of moves ? [60, 110] : []) send("pointermove", 1, x);
  return { spray, send, sent, state, tools };
}

test("a second finger neither ends a stroke nor begins one", () => {
  const { send, sent, state, spray } = spraying();
  const placed = spray.stroke?.places.length ?? 0;
  assert.ok(placed > 3 && state.held === 1);
  send("pointerdown", 2, 300);
  send("pointermove", 2, 400);
  send("pointerup", 2, 400);
  assert.equal(spray.stroke?.places.length, placed);
  send("pointerup", 1, 110);
  assert.equal(state.held, 0);
  assert.equal(sent.at(-1).places.length, placed);
});

test("a pointer that comes back with no button down sprays nothing", () => {
  const { send, sent, spray } = spraying(false);
  send("pointermove", 1, 450, { buttons: 0 });
  send("pointermove", 1, 400, { buttons: 0 });
  assert.equal(spray.stroke, null);
  assert.deepEqual(sent, []);
});

test("after a press that ends outside of the panel the next finger can spray", () => {
  const { send, spray } = spraying(false);
  send("pointerup", 1, 900, { isOutside: true });
  send("pointerdown", 2, 300);
  send("pointermove", 2, 400);
  assert.ok((spray.stroke?.places.length ?? 0) > 3);
});

test("a tool that is deselected during a stroke leaves what it has placed", async () => {
  const { sent, state, spray, tools } = spraying();
  const placed = spray.stroke?.places.length;
  tools.tool = null;
  spray.follow(undefined);
  assert.equal(state.held, 0);
  assert.equal(sent.at(-1).places.length, placed);
  assert.equal(sent.at(-1).what, 1);
  const count = sent.length;
  await new Promise((resolve) => { setTimeout(resolve, 200); });
  assert.equal(sent.length, count, "no report is due any more");
});
