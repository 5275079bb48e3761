// What only a lecture has: the whole screen, one panel or all, and keys.

import { iconButton, node } from "./dom.js";
import { store } from "./model.js";
import { Projector } from "./projector.js";
import { same } from "./values.js";

/** @import { StageView } from "./stage.js" */

export class Lecture {
  /** @type {string[][]} */
  options = []; // the panels that may be shown alone: keys and words

  /** @param {StageView} stage */
  constructor(stage) {
    this.stage = stage;
    this.projector = new Projector(stage.el, () => this.show(false), () => this.magnified());
    this.button = iconButton("screen", "Fill the screen, for a lecture (F)", () => this.toggle());
    this.alone = node("select", { class: "cl-alone", "aria-label": "Panels" });
    this.alone.addEventListener("change", () => this.show(this.alone.value || true));
  }

  get controls() { return [this.alone, this.button]; }

  // A number shows that panel alone; pressed again, all of them.
  /** @param {string} key @returns {(() => void) | undefined} */
  key(key) {
    const { spec, model, predictions } = this.stage;
    if (!this.projector.on) return predictions.votes && predictions.key(key);
    const panel = /^[1-9]$/.test(key) ? spec?.panels[Number(key) - 1]?.key : undefined;
    if (panel) return () => this.show(model.get("projector") === panel ? true : panel);
    return predictions.key(key);
  }

  toggle() { this.show(!this.projector.on, true); }

  /**
   * @param {boolean | string} what true for all panels, or the key of one
   * @param {boolean} [byUser]
   */
  show(what, byUser = false) {
    store(this.stage.model, "projector", what);
    this.sync(byUser);
  }

  /** @param {boolean} byUser */
  sync(byUser) {
    const { model, player, predictions } = this.stage;
    const what = model.get("projector");
    if (what && player.leader === this.stage) this.projector.enter(byUser);
    if (!what) this.projector.leave();
    this.button.setAttribute("aria-pressed", String(Boolean(what)));
    predictions.showPicture(predictions.asked);
    this.magnified();
  }

  // The screen, or what fills it, has changed: all is laid out again.
  magnified() {
    this.stage.onProjector();
    this.stage.predictions.place();
    if (!this.stage.spec) return;
    this.stage.load();
    this.stage.player.notify();
  }

  // Where the panels are placed: for a lecture one of them alone, or one next to the hero.
  get layout() {
    const { layout, panels } = this.stage.spec;
    const what = this.stage.model.get("projector");
    if (!this.projector.on) return layout;
    if (typeof what === "string" && panels.some((p) => p.key === what)) {
      return { hero: what, side: [], tabs: [], twin: false, share_x: [] };
    }
    const [first, rest] = [layout.side.slice(0, 1), layout.side.slice(1)];
    return { ...layout, side: first, tabs: [...rest, ...layout.tabs], twin: false };
  }

  // The panels that may be shown alone.
  choices() {
    const { panels } = this.stage.spec;
    const options = [["", "All panels"], ...panels.map((p) => [p.key, p.tab || p.title])];
    if (!same(options, this.options)) {
      this.options = options;
      this.alone.replaceChildren(...options.map(([key, words]) => {
        const option = node("option", "", words);
        option.value = key; // "" as well, which is no attribute
        return option;
      }));
    }
    const what = this.stage.model.get("projector");
    this.alone.value = typeof what === "string" ? what : "";
  }
}
