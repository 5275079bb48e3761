// The key of a panel: what the page is asked for, and when.
import assert from "node:assert/strict";
import { test } from "node:test";

let laidOut;
let asked = 0;
const element = () => ({
  children: [], attributes: {}, dataset: {}, style: {}, scrollLeft: 0, clientWidth: 50,
  get scrollWidth() { asked += 1; return 80; },
  setAttribute(name, value) { this.attributes[name] = value; },
  removeAttribute(name) { delete this.attributes[name]; },
  append() {}, addEventListener() {}, replaceChildren(...all) { this.children = all; },
});
Object.assign(globalThis, {
  document: { createElement: element },
  window: { addEventListener() {} },
  ResizeObserver: class {
    constructor(act) { laidOut = act; }
    observe() {}
    unobserve() {}
  },
});
const { Key } = await import("../../widgets/static/legend.js");

test("new entries do not ask for a layout; once it is there, the key begins at its start", () => {
  const key = new Key();
  key.root.scrollLeft = 20;
  key.show([], {});
  assert.equal(asked, 0);
  laidOut();
  assert.deepEqual([asked, key.root.scrollLeft, key.root.dataset.more], [1, 0, "after"]);
  key.root.scrollLeft = 20; // the user scrolls
  laidOut();
  assert.deepEqual([key.root.scrollLeft, key.root.dataset.more], [20, "before after"]);
});
