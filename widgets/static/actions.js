// Reset, Copy Python and Save: each press goes to Python as a message.

import { ASLEEP, watchKernel } from "./kernel.js";
import { keepKeys } from "./shortcuts.js";

/** @import { Context, Model } from "./types.js" */

let count = 0;

/** @param {string} text @param {Record<string, string>} attributes @param {() => void} onclick */
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
  return holder;
}

// The button that shows the knobs that are not in sight from the start.
/** @param {Model} model @param {HTMLElement} el */
function unfolder(model, el) {
  const open = model.get("unfolded");
  el.closest(".cl-side")?.classList.toggle("cl-all", open);
  const words = open ? "Fewer knobs" : `More (${model.get("more")})`;
  const made = button(words, { "aria-expanded": String(open) }, () => {
    model.set("unfolded", !open);
    model.save_changes();
    /** @type {HTMLElement | null} */ (el.querySelector(".cl-more"))?.focus();
  });
  made.classList.add("cl-more");
  return made;
}

/** @param {Context} context */
export function render({ model, el }) {
  let asleep = false;
  /** @param {string} what */
  const press = (what, label = "") => model.send({ do: what, what: label });
  const draw = () => {
    /** @type {HTMLElement[]} */
    const nodes = [];
    if (model.get("more")) nodes.push(unfolder(model, el));
    nodes.push(button("Reset", { title: "All knobs back to where they began" }, () => press("reset")));
    if (model.get("copies")) {
      const title = "Python that makes exactly this picture";
      nodes.push(button("Copy Python", { title }, () => press("copy")));
    }
    if (model.get("exports").length) {
      nodes.push(saveMenu(model.get("exports"), (label) => press("save", label)));
    }
    el.replaceChildren(...nodes);
    for (const one of asleep ? el.querySelectorAll("button:not(.cl-more)") : []) {
      one.setAttribute("disabled", "");
      one.setAttribute("title", ASLEEP);
    }
  };
  const unwatch = watchKernel(model, (answers) => {
    asleep = !answers;
    draw();
  });
  el.classList.add("cl-actions");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", "Picture");
  const names = ["change:exports", "change:copies", "change:more", "change:unfolded"];
  for (const name of names) model.on(name, draw);
  draw();
  return () => {
    unwatch();
    for (const name of names) model.off(name, draw);
  };
}
