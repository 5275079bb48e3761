// What a page gets once for all its dashboards: their view, and their style sheets.

import knobs from "./knob.css";
import stage from "./stage.css";

export { render } from "./dashboard.js";

// The style sheets, once: in the page, or in the shadow tree in which marimo shows an element,
// where the page's sheets do not count.
/** @param {HTMLElement} el */
export function dress(el) {
  const root = el.getRootNode();
  const home = root instanceof ShadowRoot ? root : document.head;
  if (home.querySelector("#convexlab-styles")) return;
  const sheet = home.appendChild(document.createElement("style"));
  sheet.id = "convexlab-styles";
  sheet.textContent = knobs + stage;
}
