// The link after the # of an address, in a page of one stage or several: which stage shows it.

import { isLink } from "./link.js";
import { decode } from "./state.js";

/** @typedef {Pick<HTMLElement, "dataset" | "scrollIntoView">} Root the element of a stage */
/**
 * The view of a stage: `refusalOf` says why it cannot show a state, "" where it can.
 * @typedef {{
 *   index: { state: Record<string, any> },
 *   refusalOf: (state: Record<string, any>) => Promise<string>,
 *   showState: (state: Record<string, any>) => Promise<void>,
 *   showRefusal: (why: string) => Promise<void>,
 * }} View
 */

/**
 * Show what a link names, whole, in the first stage that can; otherwise one says why it cannot.
 * @template {Root} R
 * @param {string} text after the # @param {R[]} roots
 * @param {(root: R) => Promise<View | null>} viewOf null where the data of a stage are lost
 */
export async function openLink(text, roots, viewOf) {
  if (!isLink(text)) return;
  /** @type {Record<string, any>} */
  let state;
  try {
    state = await decode(text);
  } catch (error) {
    await showRefusal(roots, viewOf, /** @type {Error} */ (error).message);
    return;
  }
  let why = "";
  /** @type {R[]} */
  const sameScene = []; // stages of its scene, at other settings
  for (const root of roots.filter((one) => mayShow(one, state))) {
    const view = await viewOf(root);
    const at = view?.index.state.at;
    if (!view || !at || (roots.length > 1 && at !== state.at)) continue;
    const words = await view.refusalOf(state);
    if (!words) {
      await view.showState(state);
      if (roots.length > 1) root.scrollIntoView({ block: "start" });
      return;
    }
    sameScene.push(root);
    why ||= words;
  }
  why ||= `The link is of ${state.at ?? "no scene"}, which is not in this page.`;
  await showRefusal(sameScene.length ? sameScene : roots, viewOf, why);
}

// Whether a stage may be of a link's scene, as far as its element says without its data.
/** @param {Root} root @param {Record<string, any>} state */
const mayShow = ({ dataset }, state) => dataset.from === undefined || dataset.at === state.at;

// The first stage that takes links says why one is not followed.
/**
 * @template {Root} R
 * @param {R[]} roots @param {(root: R) => Promise<View | null>} viewOf @param {string} why
 */
async function showRefusal(roots, viewOf, why) {
  for (const root of roots) {
    const view = await viewOf(root);
    if (view?.index.state.at) {
      await view.showRefusal(why);
      return;
    }
  }
}
