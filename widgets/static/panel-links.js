// Names of panels in the text around a stage: a link to #panel=KEY shows that panel of the nearest
// stage above that has it, or below where none above has; #panel-below=KEY begins below.

import { keepKeys } from "./shortcuts.js";

const PANEL_LINK = 'a[href^="#panel="], a[href^="#panel-below="]';
let listening = false;

/** Links that name panels are followed from now on, wherever in the document they are. */
export function followPanelLinks() {
  if (listening) return;
  listening = true;
  window.addEventListener("click", follow, true);
  // JupyterLab would open the text of a cell when Enter is pressed on a link in it.
  window.addEventListener("keydown", (event) => {
    const link = linkAt(event);
    if (link) keepKeys(link);
  }, true);
}

/**
 * Which of the stages a name at this height of the page means; a stage's height is that of its
 * upper edge.
 * @param {number} at @param {number[]} stages @param {boolean} below whether those below come first
 */
export function stageMeant(at, stages, below) {
  const above = stages.filter((one) => one <= at).sort((a, b) => b - a);
  const under = stages.filter((one) => one > at).sort((a, b) => a - b);
  const [first] = below ? [...under, ...above] : [...above, ...under];
  return stages.indexOf(first);
}

/** @param {Event} event */
function linkAt(event) {
  const { target } = event;
  const link = target instanceof Element ? target.closest(PANEL_LINK) : null;
  return /** @type {HTMLAnchorElement | null} */ (link);
}

// Each copy of this module on a page gets the click; the first one acts.
/** @param {MouseEvent} event */
function follow(event) {
  const link = linkAt(event);
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const [kind, key] = decodeURIComponent(link.hash).split("=");
  const panels = panelsNear(link, key);
  const heights = panels.map((one) => top(one.closest(".cl-stage") ?? one));
  const panel = panels[stageMeant(top(link), heights, kind === "#panel-below")];
  if (panel) show(panel);
}

/** @param {Element} one */
const top = (one) => one.getBoundingClientRect().top;

// The panels of that key in the same text: another notebook may be open next to it.
/** @param {Element} link @param {string} key */
function panelsNear(link, key) {
  for (let part = link.parentElement; part; part = part.parentElement) {
    /** @type {NodeListOf<HTMLElement>} */
    const all = part.querySelectorAll(`.cl-stage .cl-panel[data-key="${CSS.escape(key)}"]`);
    const visible = [...all].filter((one) => one.getClientRects().length);
    if (visible.length) return visible;
  }
  return [];
}

// A panel behind others is shown by its tab, which then has the focus.
/** @param {HTMLElement} panel */
function show(panel) {
  const tab = document.getElementById(panel.getAttribute("aria-labelledby") ?? "");
  tab?.click();
  const target = tab ?? panel.querySelector(".cl-plot");
  if (target instanceof HTMLElement) {
    if (target.tabIndex < 0) target.tabIndex = -1; // a panel in space takes the focus as well
    target.focus({ preventScroll: true });
  }
  panel.scrollIntoView({ block: "nearest" });
}
