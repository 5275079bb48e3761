// Reset, Copy Python and Save.

import { ASLEEP } from "./kernel.js";
import { keepKeys } from "./shortcuts.js";

/** @import { Model } from "./types.js" */

let count = 0;

/**
 * @param {string} text @param {Record<string, string>} attributes @param {() => void} onclick
 * @returns {HTMLElement}
 */
function button(text, attributes, onclick) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "cl-press";
  node.textContent = text;
  keepKeys(node);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.addEventListener("click", onclick);
  return node;
}

// A button that opens a menu: arrows, Home and End move, Escape and a click elsewhere close it.
/** @param {string[]} labels @param {(label: string) => void} onpick */
function saveMenu(labels, onpick) {
  const id = `cl-save-${(count += 1)}-${Math.random().toString(36).slice(2, 8)}`;
  const holder = document.createElement("div");
  holder.className = "cl-menu-holder";
  const menu = document.createElement("div");
  menu.className = "cl-menu";
  menu.id = id;
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", "Save the picture as");
  menu.hidden = true;
  const opener = button("Save ▾", {
    "aria-label": "Save", "aria-haspopup": "menu", "aria-expanded": "false", "aria-controls": id,
  }, () => toggle(menu.hidden));
  const items = labels.map((label) => {
    const item = button(label, { role: "menuitem", tabindex: "-1" }, () => {
      toggle(false);
      opener.focus();
      onpick(label);
    });
    item.classList.add("cl-menu-item");
    return item;
  });
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
    event.preventDefault();
    event.stopPropagation();
  });
  holder.addEventListener("focusout", (event) => {
    if (!holder.contains(/** @type {Node | null} */ (event.relatedTarget))) toggle(false);
  });
  menu.append(...items);
  holder.append(opener, menu);
  return /** @type {HTMLElement} */ (holder);
}

/** The buttons under the knobs: what they say goes to Python as a message. */
export class Actions {
  more = -1; // knobs that wait behind the button that unfolds them
  asleep = false;

  /** @param {Model} model @param {HTMLElement} el */
  constructor(model, el) {
    this.model = model;
    this.el = el;
    el.classList.add("cl-actions");
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", "Picture");
  }

  /** @param {number} more */
  show(more) {
    if (more === this.more) return;
    this.more = more;
    this.draw();
  }

  /** @param {boolean} answers whether a kernel does */
  wake(answers) {
    this.asleep = !answers;
    this.draw();
  }

  draw() {
    const { exports = [], copies } = this.model.get("head");
    const buttons = this.more ? [this.unfolder()] : [];
    const back = { title: "All knobs back to where they began" };
    buttons.push(button("Reset", back, () => this.press("reset")));
    if (copies) {
      const title = "Python that makes exactly this picture";
      buttons.push(button("Copy Python", { title }, () => this.press("copy")));
    }
    if (exports.length) buttons.push(saveMenu(exports, (label) => this.press("save", label)));
    this.el.replaceChildren(...buttons);
    for (const one of this.asleep ? this.el.querySelectorAll("button:not(.cl-more)") : []) {
      one.setAttribute("disabled", "");
      one.setAttribute("title", ASLEEP);
    }
  }

  // The button that shows the knobs that are not in sight from the start.
  unfolder() {
    const open = Boolean(this.model.get("unfolded"));
    const words = open ? "Fewer knobs" : `More (${this.more})`;
    const made = button(words, { "aria-expanded": String(open) }, () => {
      this.model.set("unfolded", !open);
      this.model.save_changes();
      /** @type {HTMLElement | null} */ (this.el.querySelector(".cl-more"))?.focus();
    });
    made.classList.add("cl-more");
    return made;
  }

  /** @param {string} what */
  press(what, label = "") { this.model.send({ kind: "press", what, label }); }
}
