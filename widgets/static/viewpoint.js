// The viewpoint of the picture, and the links of a page that contain it.

import { iconButton } from "./dom.js";
import { copy } from "./files.js";
import { linkTo } from "./link.js";
import { store } from "./model.js";
import { same } from "./values.js";

/** @import { StageView } from "./stage.js" */

const SAVE_AFTER = 300; // ms without a move

export class Viewpoint {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting;

  /** @param {StageView} stage */
  constructor(stage) { this.stage = stage; }

  // A page has links; where there is a kernel, Python writes the state.
  get controls() {
    if (!this.stage.model.get("link")) return [];
    return [iconButton("link", "Copy link to this page as it looks", () => this.copyLink())];
  }

  // All that a state says of the picture, apart from the knobs.
  get state() {
    const { model, drawnPosition } = this.stage;
    const projector = model.get("projector") ?? false;
    return { frame: drawnPosition, predict: Boolean(model.get("predict")), projector, ...this.current() };
  }

  // "zoom" and "camera" of the panels whose view has been changed.
  current() {
    /** @type {Record<string, Record<string, unknown>>} */
    const viewpoints = {};
    for (const panel of this.stage.panels) {
      const kind = panel.space ? "camera" : "zoom";
      if (panel.viewpoint) (viewpoints[kind] ??= {})[panel.panel.key] = panel.viewpoint;
    }
    return viewpoints;
  }

  // The user has moved the view: the model gets it when that ends.
  saveSoon() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.report(), SAVE_AFTER);
  }

  // Let the model have it; it is returned.
  report() {
    const { model } = this.stage;
    const now = this.current();
    if (!same(now, model.get("viewpoint") ?? {})) store(model, "viewpoint", now);
    return now;
  }

  apply() {
    const { zoom = {}, camera = {} } = this.stage.model.get("viewpoint") ?? {};
    for (const panel of this.stage.panels) {
      if (panel.panel) panel.setViewpoint((panel.space ? camera : zoom)[panel.panel.key] ?? null);
    }
  }

  async copyLink() {
    const { model, el } = this.stage;
    await copy(await linkTo(location.href, model.get("link"), this.state), el);
    this.stage.say("ready", "copied a link to this picture");
  }

  end() { clearTimeout(this.resting); }
}
