// Where the panels are placed: the hero, small ones next to it, and tabs in the place of the last
// one; or two heroes, and tabs in the place of the second.

import { button, node, uniqueId } from "./dom.js";
import { consume, hasModifier, keepKeys } from "./shortcuts.js";

/** @import { Layout, Panel, Spec } from "./types.js" */

/** @typedef {{ root: HTMLElement, box: HTMLElement }} Placed */

/** @param {string[]} keys @param {string} key @param {string} other in its place */
const exchanged = (keys, key, other) => keys.map((one) => (one === key ? other : one));

/**
 * A layout with the panel `key` in the place of the hero, and the hero in its.
 * @param {Layout} layout @param {string} key @returns {Layout}
 */
export function swapped(layout, key) {
  const { hero, side, tabs } = layout;
  if (![...side, ...tabs].includes(key)) return layout;
  const [aside, behind] = [side, tabs].map((keys) => exchanged(keys, key, hero));
  return { ...layout, hero: key, side: aside, tabs: behind };
}

/**
 * A layout with so many places next to the hero: what has none is a tab in the last of them.
 * @param {Layout} layout @param {number} places @returns {Layout}
 */
export function crowded(layout, places) {
  const { side, tabs, twin } = layout;
  if (twin || side.length <= places) return layout;
  return { ...layout, side: side.slice(0, places), tabs: [...side.slice(places), ...tabs] };
}

/**
 * The panels of a scene; one that leaves the title of the x axis to the panel below it has its own
 * title where it is not placed above that panel.
 * @param {Spec} spec @param {Layout} layout @returns {Panel[]}
 */
export function titled({ panels, layout: own }, layout) {
  if (layout === own) return panels;
  const { title = "" } = panels.find(({ key, axes }) => (
    own.share_x.includes(key) && axes[0]?.title))?.axes[0] ?? {};
  return panels.map((panel) => {
    const [x, ...others] = panel.axes;
    if (!own.share_x.includes(panel.key) || !x || x.title) return panel; // none while it is to come
    return { ...panel, axes: [{ ...x, title }, ...others] };
  });
}

export class Grid {
  /** @type {Layout | undefined} */
  layout;
  /** @type {string | undefined} */
  chosen; // the tab that is visible
  /** @type {[string, HTMLButtonElement, Placed][]} */
  tabs = [];
  shown = "";

  /**
   * @param {(key: string, byUser: boolean) => void} onTab called with the key of the panel that is
   *   now visible
   */
  constructor(onTab) {
    this.root = node("div", "cl-panels");
    this.onTab = onTab;
    this.id = uniqueId("cl-grid");
  }

  /**
   * Put the panels where the scene says; those that are there already are not touched.
   * @param {Spec} spec @param {Placed[]} panels
   */
  arrange(spec, panels) {
    const recipe = JSON.stringify([spec.layout, spec.panels.map((p) => [p.key, p.tab])]);
    if (recipe === this.shown) return;
    [this.shown, this.layout] = [recipe, spec.layout];
    const at = new Map(spec.panels.map((p, i) => [p.key, panels[i]]));
    const { hero, side, tabs, twin } = spec.layout;
    const small = twin ? [] : [...side];
    const grouped = twin ? [...side, ...tabs] : tabs.length ? [...small.splice(-1), ...tabs] : [];
    /** @param {string} key */
    const of = (key) => /** @type {Placed} */ (at.get(key)).root;
    this.tabs = [];
    for (const one of panels) bare(one.root);
    const heroes = node("div", "cl-heroes");
    if (at.has(hero)) heroes.append(of(hero));
    const aside = node("div", "cl-aside");
    aside.append(...small.map(of));
    const tabbed = grouped.length > 1 ? [this.group(spec, grouped, at)] : grouped.map(of);
    (twin ? heroes : aside).append(...tabbed);
    this.root.dataset.arrangement = twin ? "twin" : aside.childElementCount ? "beside" : "alone";
    this.root.replaceChildren(heroes, ...(aside.childElementCount ? [aside] : []));
  }

  // A tab list with its panels in one place. They retain their size while another is visible, so
  // that nothing has to be laid out when they are shown.
  /** @param {Spec} spec @param {string[]} keys @param {Map<string, Placed>} at */
  group(spec, keys, at) {
    const group = node("div", "cl-tabbed");
    const tablist = { class: "cl-tabs", role: "tablist", "aria-label": "Panels" };
    const list = group.appendChild(node("div", tablist));
    list.addEventListener("keydown", (event) => this.key(event));
    const stack = group.appendChild(node("div", "cl-stack"));
    for (const key of keys) {
      const panel = /** @type {Placed} */ (at.get(key));
      const named = spec.panels.find((p) => p.key === key);
      const given = { class: "cl-tab", id: `${this.id}-${key}`, role: "tab" };
      const tab = list.appendChild(button(given, named?.tab, () => this.choose(key, true)));
      panel.root.id = `${tab.id}-panel`;
      panel.root.setAttribute("role", "tabpanel");
      panel.root.setAttribute("aria-labelledby", tab.id);
      tab.setAttribute("aria-controls", panel.root.id);
      keepKeys(tab);
      stack.append(panel.root);
      this.tabs.push([key, tab, panel]);
    }
    this.choose(this.chosen && keys.includes(this.chosen) ? this.chosen : keys[0]);
    return group;
  }

  // Where one panel replaces another its tab is selected if the other's was.
  /** @param {string} gone @param {string} come */
  follow(gone, come) { if (this.chosen === gone) this.chosen = come; }

  /** @param {string} key @param {boolean} [byUser] */
  choose(key, byUser = false) {
    this.chosen = key;
    for (const [own, tab, panel] of this.tabs) {
      tab.setAttribute("aria-selected", String(own === key));
      tab.tabIndex = own === key ? 0 : -1;
      panel.root.classList.toggle("cl-behind", own !== key);
    }
    this.onTab(key, byUser);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const i = this.tabs.findIndex(([key]) => key === this.chosen);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 };
    const to = places[event.key];
    if (to === undefined || hasModifier(event)) return;
    consume(event);
    const [key, tab] = this.tabs[(to + this.tabs.length) % this.tabs.length];
    this.choose(key, true);
    tab.focus();
  }
}

// A panel as it is outside a tab list.
/** @param {HTMLElement} root */
function bare(root) {
  root.classList.remove("cl-behind");
  for (const name of ["role", "aria-labelledby", "id"]) root.removeAttribute(name);
}
