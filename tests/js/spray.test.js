// A stroke that sprays points: a second finger, and a tool that is put away meanwhile, lose none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Spray } from "../../widgets/static/spray.js";

globalThis.window = /** @type {any} */ (globalThis);

function spraying() {
  /** @type {Record<string, (event: any) => void>} */
  const heard = {};
  /** @type {any[]} */
  const sent = [];
  const state = { held: 0 };
  const place = { box: { x: 0, y: 0, width: 500, height: 500 } };
  const plane = /** @type {any} */ ({
    box: {
      style: {}, setPointerCapture() {},
      addEventListener(/** @type {string} */ name, /** @type {any} */ act) { heard[name] = act; },
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
  /** @param {string} kind @param {number} pointerId @param {number} clientX */
  const send = (kind, pointerId, clientX) => heard[kind]({
    pointerId, clientX, clientY: 50, button: 0,
    stopPropagation() {}, preventDefault() {}, stopImmediatePropagation() {},
  });
  send("pointerdown", 1, 10);
  send("pointermove", 1, 60);
  send("pointermove", 1, 110);
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

test("a tool that is put away during a stroke leaves what it has placed", () => {
  const { sent, state, spray, tools } = spraying();
  const placed = spray.stroke?.places.length;
  tools.tool = null;
  spray.follow(undefined);
  assert.equal(state.held, 0);
  assert.equal(sent.at(-1).places.length, placed);
  assert.equal(sent.at(-1).what, 1);
  assert.equal(spray.due === undefined || spray.stroke === null, true);
});
