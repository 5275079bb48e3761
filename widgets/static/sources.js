// Sources that are sent once a page: a view that needs one waits in its slot, and asks for it where
// none comes. Nothing is evaluated before the first view needs it.

import { inflated } from "./bytes.js";

/** @import { Model, Slot } from "./types.js" */

/**
 * What all widgets of a page share, of whatever kernel: slots, and whether sources are coming.
 * @type {Record<string, any>}
 */
const shared = (/** @type {any} */ (globalThis).__convexlab ??= {});
const SENT_WITHIN = 250; // ms for what has been sent with the widget
const ARRIVES_WITHIN = 10_000; // ms for what is on its way

// A name carries a digest: a kernel with a newer version brings its own code to an open page.
/** @param {string} name @returns {Slot} */
export const slotOf = (name) => (shared[name] ??= newSlot());

/** @returns {Slot} */
function newSlot() {
  const slot = /** @type {Slot} */ ({ filled: false, asked: 0 });
  slot.source = new Promise((resolve) => {
    slot.provide = (text) => {
      slot.filled = true;
      resolve(text);
    };
  });
  return slot;
}

// The exports of a source that is an ES module; evaluated once.
/** @param {string} name @returns {Promise<any>} */
export function moduleOf(name) {
  const slot = slotOf(name);
  return (slot.loaded ??= slot.source.then((text) => evaluated(text)));
}

// What draws panels in space, a script that defines a global name; evaluated once.
/** @param {string} name @returns {Promise<any>} */
export function spaceOf(name) {
  const slot = slotOf(name);
  return (slot.loaded ??= slot.source.then(spaceIn));
}

/** @param {string} text @returns {Promise<any>} */
export async function spaceIn(text) {
  return (await evaluated(text, "\nexport default convexlabSpace;\n")).default;
}

/** @param {string[]} texts */
function evaluated(...texts) {
  const url = URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
  return import(url).finally(() => URL.revokeObjectURL(url));
}

// A message of the kernel that brings a source.
/** @param {any} content @param {DataView<ArrayBuffer>[]} buffers */
export async function receive(content, buffers) {
  if (content?.kind !== "source") return;
  const source = await inflated(buffers[0], "gzip");
  slotOf(content.name).provide(new TextDecoder().decode(source));
}

// Sources are on their way to the page, or have all been sent.
/** @param {boolean} coming */
export function setComing(coming) { shared.coming = coming; }

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// The sources are sent once, unasked: a kernel that has many cells to run does not answer
// meanwhile.
// A page that was not there to receive them asks: one that is reloaded, or that runs no module of a
// widget that is not shown, as marimo's.
/** @param {Model} model @param {string} bundle @param {string} name */
export async function request(model, bundle, name) {
  const slot = slotOf(name);
  await pause(SENT_WITHIN);
  if (shared.coming) await pause(ARRIVES_WITHIN);
  if (slot.filled || Date.now() - slot.asked < ARRIVES_WITHIN) return;
  slot.asked = Date.now();
  model.send({ kind: "want", bundle });
}
