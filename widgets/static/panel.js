// One panel: its title, subtitle and legend, and its picture, in a plane or in space.

import { button, node, say } from "./dom.js";
import { extents } from "./extents.js";
import { Key } from "./legend.js";
import { Plane } from "./plane.js";
import { keepKeys } from "./shortcuts.js";
import { explain } from "./terms.js";
import { same } from "./values.js";

/** @import { Tools } from "./tools.js" */
/** @import { Arrays, Panel, Question, Theme } from "./types.js" */

export class PanelView {
  /** @type {Panel} */
  panel;
  /** @type {Arrays} */
  arrays;
  /** @type {Theme} */
  theme;
  /** @type {number} */
  position;
  /** @type {Plane | undefined} */
  plane;
  /** @type {import("./space.js").Space | undefined} */
  space;
  ended = false;
  entries = ""; // what the legend shows, as one word
  /** @type {Question | null} */
  asked = null; // the open question, from which the future is hidden

  // A click on it exchanges this panel with the large one; a click on that one's title undoes it.
  enlarge = button("cl-enlarge", "", () => this.onTitle());
  title = node("strong", "", this.enlarge);
  subtitle = node("span", "cl-subtitle");
  key = new Key();
  lens = button({ class: "cl-lens", title: "Show short steps larger" }, "Lens",
    () => this.turnLens());
  home = button({ class: "cl-home", title: "Back to the whole picture (double-click, or the key 0)" },
    "⌂ Whole picture", () => this.goHome());
  box = node("div", "cl-plot");
  spoken = node("p", { class: "cl-cross-values", "aria-live": "polite" });
  legend = node("span", "cl-legend", this.key.root, this.key.more, this.lens);
  root = node("figure", "cl-panel",
    node("figcaption", "", node("div", "cl-heading", this.title), this.subtitle, this.legend),
    this.box, this.spoken, this.home);

  onTitle = () => {}; // what a click on the title does

  /**
   * @param {() => Promise<any>} loadSpace gives what draws a panel in space, when one asks for it
   * @param {Tools} tools what the user may do
   * @param {() => void} [onView] called when the viewpoint changes
   */
  constructor(loadSpace, tools, onView = () => {}) {
    this.bundle = loadSpace;
    this.tools = tools;
    this.onView = () => {
      this.showHome();
      onView();
    };
    this.home.hidden = true;
    keepKeys(this.lens, this.home, this.enlarge);
  }

  /**
   * @param {Panel} panel @param {Arrays} arrays @param {Theme} theme @param {number} position
   * @param {boolean} glides whether marks may move from where they are to where they belong
   */
  async load(panel, arrays, theme, position, glides) {
    // What it shows belongs to another picture.
    this.root.classList.toggle("cl-upcoming", Boolean(panel.upcoming));
    if (panel.upcoming) return;
    [this.panel, this.arrays, this.theme, this.position] = [panel, arrays, theme, position];
    if (!this.picture) this.showHead(); // the place of a first picture depends on it
    this.root.dataset.key = panel.key;
    this.root.classList.toggle("cl-space", panel.space);
    this.veil();
    if (panel.space) await this.loadSpace();
    else this.loadPlane(glides);
    this.showHome();
  }

  // What is above the picture.
  showHead() {
    const { panel } = this;
    if (!panel) return;
    say(this.enlarge, panel.title);
    this.showSubtitle();
    this.drawLegend();
    this.lens.hidden = !panel.traces.some((t) => t.follow);
    this.showLens();
  }

  /** @param {boolean} glides */
  loadPlane(glides) {
    if (this.space) this.clear();
    const { tools } = this;
    this.plane ??= new Plane(this.box, (x, y, shift) => tools.click(this.panel.key, x, y, shift), {
      drags: () => tools.drags(this.panel.key),
      follows: () => tools.follows,
      stroke: (from, to, id) => tools.stroke(this.panel.key, from, to, id),
    }, { say: (words) => { this.spoken.textContent = words; }, onView: this.onView });
    this.plane.asked = this.asked;
    this.plane.load(this.panel, this.arrays, this.theme, this.position, glides);
    this.plane.pointDrag.follow();
  }

  // Where it is placed: what a click on its title does, if anything.
  /** @param {boolean} large @param {boolean} swapped whether it has another's place */
  arrange(large, swapped) {
    this.enlarge.disabled = large && !swapped;
    this.enlarge.title = large ? swapped ? "Back to its place" : "" : "Show this panel large";
  }

  // Whether the user has changed the view: then a button resets it.
  showHome() { this.home.hidden = this.viewpoint === null; }

  goHome() {
    this.setViewpoint(null);
    this.showHome();
    /** @type {HTMLElement} */ (this.plane?.box ?? this.box).focus();
  }

  // What is drawn and, where the user may do something, what.
  showSubtitle() {
    if (!this.panel) return;
    const { key, space, subtitle, hint } = this.panel;
    const offers = space || this.tools.spec?.panel === key;
    say(this.subtitle, [subtitle, offers ? hint : ""].filter(Boolean).join("; "));
  }

  turnLens() {
    if (!this.plane) return;
    this.plane.lens = !this.plane.lens;
    this.plane.paintMoving();
    this.showLens();
  }

  showLens() { this.lens.setAttribute("aria-pressed", String(this.plane?.lens ?? true)); }

  async loadSpace() {
    if (this.plane) this.clear();
    if (!this.space) this.box.replaceChildren(node("p", "cl-waiting", "Preparing the picture …"));
    const { Space } = await this.bundle();
    // Meanwhile the panel may have become one in a plane, or another call may have been first.
    if (!this.panel.space || this.ended) return;
    if (!this.space) this.box.replaceChildren();
    /** @type {import("./space.js").Space} */
    const space = (this.space ??= new Space(this.box, this.onView));
    space.asked = this.asked;
    space.load(this.panel, this.arrays, this.theme, this.position);
  }

  // Another kind of picture gets a clean box.
  clear() {
    this.plane?.end();
    this.space?.end();
    this.plane = this.space = undefined;
    const box = node("div", "cl-plot");
    this.box.replaceWith(box);
    this.box = box;
  }

  get picture() { return this.plane ?? this.space; }

  // Where Python has put the cross, in data coordinates.
  /** @param {number[] | undefined} point */
  move(point) { if (point) this.plane?.cross.put(point); }

  // For tests: the canvases of a panel in a plane, and its place.
  get ground() { return this.plane?.ground; }
  get canvas() { return this.plane?.canvas; }
  map() { return this.plane?.layout().place; }

  /** @param {Question | null} question */
  hide(question) {
    if (question === this.asked) return;
    this.asked = question;
    if (!this.panel) return;
    this.veil();
    if (this.plane) {
      this.plane.asked = question;
      this.plane.paint();
    }
    this.space?.hide(question);
  }

  // While a question is open a panel is blank if the question says so, else without the future.
  veil() {
    this.root.classList.toggle("cl-blank", Boolean(this.asked?.hides.includes(this.panel.key)));
  }

  // The viewpoint: the ranges in a plane, the camera in space; null at home.
  get viewpoint() { return (this.space ? this.space.camera : this.plane?.view) ?? null; }

  /** @param {any} viewpoint */
  setViewpoint(viewpoint) {
    if (same(viewpoint, this.viewpoint)) return;
    if (this.space) this.space.setCamera(viewpoint);
    else this.plane?.show(viewpoint);
  }

  drawLegend() {
    const entries = JSON.stringify([this.panel.legend, this.theme.colours]);
    if (entries === this.entries) return;
    this.entries = entries;
    this.key.show(this.panel.legend, this.theme);
  }

  // What the words above it mean.
  /** @param {Record<string, string>} [terms] */
  explain(terms) {
    for (const place of [this.enlarge, this.subtitle, this.legend]) explain(place, terms);
    if (this.plane) this.plane.terms = terms;
  }

  // Whether another tab hides it: then it is painted when it is shown.
  get isBehind() { return this.root.classList.contains("cl-behind"); }

  /** @param {number} position @param {boolean} [whole] whether more than the frame has changed */
  async draw(position, whole = false) {
    if (position === this.position && !whole) return;
    this.position = position;
    await this.picture?.draw(position, whole);
  }

  // What each trace shows now: [mark, low and high along each axis], in data coordinates.
  extents() { return extents(this.panel, this.arrays, this.position); }

  end() {
    this.ended = true;
    this.clear();
    this.root.remove();
  }
}
