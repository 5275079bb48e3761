// Which stage of a page a link is for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openLink } from "../../widgets/static/open-link.js";
import { encode } from "../../widgets/static/state.js";

const LASSO = "coordinate-descent/lasso";

// Stages of a page: each of a scene, and showing one value of lam; what they do is recorded.
/** @param {{ at?: string, lam?: number, from?: string, lost?: boolean }[]} stages */
function pageOf(stages) {
  /** @type {string[]} */
  const reported = [];
  const roots = stages.map(({ at, from }, k) => ({
    k, dataset: { ...(from && { from, at }) }, scrollIntoView() { reported.push(`${k} shown`); },
  }));
  /** @param {any} root */
  const viewOf = async ({ k }) => (stages[k].lost ? null : {
    index: { state: { at: stages[k].at } },
    refusalOf: async (/** @type {any} */ state) => {
      reported.push(`${k} asked`);
      return state.at === stages[k].at && state.knobs.lam === stages[k].lam ? "" : `no ${k}`;
    },
    showState: async () => { reported.push(`${k} takes`); },
    showRefusal: async (/** @type {string} */ why) => { reported.push(`${k}: ${why}`); },
  });
  /** @param {string} text */
  return async (text) => {
    reported.length = 0;
    await openLink(text, /** @type {any} */ (roots), viewOf);
    return reported;
  };
}

/** @param {string} at @param {number} lam */
const link = (at, lam) => encode({ at, knobs: { lam } });

test("of two stages of a scene the one that has the setting takes it, and the other says nothing", async () => {
  const open = pageOf([{ at: LASSO, lam: 0.1 }, { at: LASSO, lam: 0.5 }]);
  assert.deepEqual(await open(await link(LASSO, 0.5)), ["0 asked", "1 asked", "1 takes", "1 shown"]);
  assert.deepEqual(await open(await link(LASSO, 0.1)), ["0 asked", "0 takes", "0 shown"]);
  assert.deepEqual(await open(await link(LASSO, 0.7)), ["0 asked", "1 asked", "0: no 0"]);
});

test("a stage of another scene is not asked, and its data are not loaded", async () => {
  const open = pageOf([
    { at: "lars/path", from: "a.js", lost: true }, { lost: true }, { at: "lars/race" },
    { at: LASSO, lam: 0.1, from: "b.js" },
  ]);
  assert.deepEqual(await open(await link(LASSO, 0.1)), ["3 asked", "3 takes", "3 shown"]);
  const words = "The link is of mi-odm/bags, which is not in this page.";
  assert.deepEqual(await open(await link("mi-odm/bags", 1)), [`2: ${words}`]);
});

test("a page of one stage says why its link is refused, and does not change", async () => {
  const open = pageOf([{ at: LASSO, lam: 0.1 }]);
  assert.deepEqual(await open(await link(LASSO, 0.1)), ["0 asked", "0 takes"]);
  assert.deepEqual(await open(await link("lars/race", 0.1)), ["0 asked", "0: no 0"]);
  const damaged = (await link(LASSO, 0.1)).slice(0, -4);
  assert.deepEqual(await open(damaged), ["0: The link is damaged; copy it again, whole."]);
});

test("a place in the page is no link", async () => {
  const open = pageOf([{ at: LASSO, lam: 0.1 }]);
  assert.deepEqual(await open("lasso"), []);
  assert.deepEqual(await open(""), []);
});

test("where no stage has links, no message is shown", async () => {
  const open = pageOf([{}, { lost: true }]);
  assert.deepEqual(await open(await link(LASSO, 0.1)), []);
});
