// Reset, Copy Python and Save.

import { button, node, say, uniqueId } from "./dom.js";
import { wordsOf } from "./judge.js";
import { ASLEEP } from "./kernel.js";
import { store } from "./model.js";
import { Pending } from "./pending.js";
import { consume, keepKeys } from "./shortcuts.js";

/** @import { Attributes, Model } from "./types.js" */

/** @param {string} text @param {Attributes} attributes @param {() => void} onclick */
function press(text, attributes, onclick) {
  const made = button({ class: "cl-press", ...attributes }, text, onclick);
  keepKeys(made);
  return made;
}

// A button that opens a menu: arrows, Home and End move, Escape and a click elsewhere close it.
/** @param {string[]} labels @param {(label: string) => void} onpick */
function saveMenu(labels, onpick) {
  const id = uniqueId("cl-save");
  const menu = node("div", { class: "cl-menu", id, role: "menu", "aria-label": "Save the picture as" });
  menu.hidden = true;
  const opener = press("Save ▾", {
    "aria-label": "Save", "aria-haspopup": "menu", "aria-expanded": "false", "aria-controls": id,
  }, () => toggle(menu.hidden));
  const items = labels.map((label) => {
    const item = press(label, { role: "menuitem", tabindex: "-1" }, () => {
      toggle(false);
      opener.focus();
      onpick(label);
    });
    item.classList.add("cl-menu-item");
    return item;
  });
  const holder = node("div", "cl-menu-holder", opener, menu);
  /** @param {boolean} open */
  const toggle = (open) => {
    menu.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) items[0]?.focus();
  };
  holder.addEventListener("keydown", (event) => {
    const i = items.findIndex((item) => item === document.activeElement);
    /** @type {Record<string, number>} */
    const places = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: -1 };
    const to = places[event.key];
    if (event.key === "Escape" && !menu.hidden) {
      toggle(false);
      opener.focus();
    } else if (to !== undefined && (!menu.hidden || event.key === "ArrowDown")) {
      if (menu.hidden) toggle(true);
      else items.at(to % items.length)?.focus();
    } else return;
    consume(event);
  });
  holder.addEventListener("focusout", (event) => {
    if (!holder.contains(/** @type {Node | null} */ (event.relatedTarget))) toggle(false);
  });
  menu.append(...items);
  return holder;
}

/** The buttons under the knobs: what they say goes to Python as a message. */
export class Actions {
  more = -1; // knobs that are hidden until the button unfolds them
  asleep = false;
  el = node("div", { class: "cl-actions", role: "group", "aria-label": "Picture" });

  /**
   * @param {Model} model
   * @param {(button: HTMLElement) => void} onfold folds the knobs, or opens them
   * @param {() => object} report gives what is looked at now, which the kernel may not have yet
   */
  constructor(model, onfold, report) {
    this.model = model;
    this.report = report;
    this.pending = Pending.of(model);
    this.fold = press("Knobs", { "aria-expanded": "false" }, () => onfold(this.fold));
    this.fold.classList.add("cl-fold");
  }

  /** @param {number} more */
  show(more) {
    if (more === this.more) return;
    this.more = more;
    this.draw();
  }

  /** @param {boolean} answers whether a kernel does */
  setAnswering(answers) {
    this.asleep = !answers;
    this.draw();
  }

  draw() {
    const { exports = [], copies, judges } = this.model.get("head");
    /** @type {HTMLElement[]} */
    const buttons = [this.fold, ...(this.more ? [this.unfolder()] : [])];
    const back = { title: "All knobs back to where they began" };
    buttons.push(press("Reset", back, () => this.press("reset")));
    if (copies) {
      const title = "Python that makes exactly this picture";
      buttons.push(press("Copy Python", { title }, () => this.press("copy")));
    }
    if (judges) buttons.push(this.judger());
    if (exports.length) buttons.push(saveMenu(exports, (label) => this.press("save", label)));
    this.el.replaceChildren(...buttons);
    for (const one of this.asleep ? this.el.querySelectorAll("button:not(.cl-more, .cl-fold)") : []) {
      one.setAttribute("disabled", "");
      one.setAttribute("title", ASLEEP);
    }
  }

  // The button that asks other solvers, and cancels the request.
  judger() {
    const title = "Ask every other solver that is installed, and judge each answer";
    const words = wordsOf(this.model.get("judged"));
    const made = press(words, { title }, () => this.press("judge"));
    made.classList.add("cl-judges");
    return made;
  }

  showJudging() {
    const made = /** @type {HTMLElement | null} */ (this.el.querySelector(".cl-judges"));
    if (made) say(made, wordsOf(this.model.get("judged")));
  }

  // The button that shows the knobs that are hidden at first.
  unfolder() {
    const open = Boolean(this.model.get("unfolded"));
    const words = open ? "Fewer knobs" : `More (${this.more})`;
    const made = press(words, { "aria-expanded": String(open) }, () => {
      store(this.model, "unfolded", !open);
      /** @type {HTMLElement | null} */ (this.el.querySelector(".cl-more"))?.focus();
    });
    made.classList.add("cl-more");
    return made;
  }

  /** @param {string} what */
  press(what, label = "") { this.pending.send({ kind: "press", what, label, ...this.report() }); }
}
