// One box that finds scenes, passages of notebooks and Python names. The index is a script, loaded
// when the box is first focused: a page from a file may not fetch.

import { MiniSearch } from "./vendor/minisearch.js";

/** @typedef {{ id: number, title: string, place: string, kind: string, text: string }} Entry */

const MAX_RESULTS = 12;
/** @type {Record<string, number>} how much higher a kind ranks than a passage of a notebook */
const BOOST = { Scene: 3, Python: 0.8 };
const root = () => document.documentElement.dataset.root ?? "";

/** @type {Promise<any> | undefined} */
let index;

/** @param {any} _id @param {string} _term @param {any} stored */
const boostOf = (_id, _term, stored) => BOOST[stored?.kind] ?? 1;

/** @param {Entry[]} entries */
export function indexed(entries) {
  const made = new MiniSearch({
    fields: ["title", "text"], storeFields: ["title", "place", "kind"],
    searchOptions: {
      boost: { title: 3 },
      boostDocument: boostOf,
      prefix: true, combineWith: "AND",
      fuzzy: (/** @type {string} */ term) => (term.length > 4 ? 0.2 : false),
    },
  });
  made.addAll(entries);
  return made;
}

function load() {
  return index ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root()}assets/words.js`;
    script.onload = () => resolve(indexed(/** @type {any} */ (globalThis).convexlabWords));
    script.onerror = reject;
    document.head.append(script);
  });
}

/** @param {Entry} entry @param {number} k */
function row(entry, k) {
  const item = document.createElement("li");
  item.id = `found-${k}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  item.dataset.place = `${root()}${entry.place}`;
  const [title, kind] = [document.createElement("strong"), document.createElement("span")];
  [title.textContent, kind.textContent] = [entry.title, entry.kind];
  item.append(title, " ", kind);
  return item;
}

class Box {
  /** @param {HTMLInputElement} field @param {HTMLElement} list */
  constructor(field, list) {
    this.field = field;
    this.list = list;
    this.at = -1;
    field.addEventListener("focus", load);
    field.addEventListener("input", () => this.search());
    field.addEventListener("keydown", (event) => this.press(event));
    field.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps its focus
    list.addEventListener("click", (event) => {
      const item = /** @type {HTMLElement} */ (event.target).closest("li");
      if (item) this.go(item);
    });
    document.addEventListener("keydown", (event) => {
      const typing = /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.focus();
    });
  }

  /** @returns {HTMLElement[]} */
  get items() { return [...this.list.querySelectorAll(/** @type {"li"} */ ("li[data-place]"))]; }

  async search() {
    const words = this.field.value.trim();
    if (!words) return this.close();
    const found = (await load()).search(words).slice(0, MAX_RESULTS);
    if (words !== this.field.value.trim()) return; // typed on meanwhile
    this.list.replaceChildren(...found.map(row));
    if (!found.length) {
      const nothing = row({ id: 0, title: "Nothing found", place: "", kind: "", text: "" }, 0);
      delete nothing.dataset.place;
      nothing.setAttribute("aria-disabled", "true");
      this.list.append(nothing);
    }
    this.list.hidden = false;
    this.field.setAttribute("aria-expanded", "true");
    this.select(found.length ? 0 : -1);
  }

  close() {
    this.list.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  /** @param {number} at */
  select(at) {
    this.at = at;
    for (const [k, item] of this.items.entries()) {
      item.setAttribute("aria-selected", String(k === at));
      if (k === at) item.scrollIntoView({ block: "nearest" });
    }
    if (at >= 0) this.field.setAttribute("aria-activedescendant", this.items[at].id);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const step = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    const { items } = this;
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && items[this.at]) this.go(items[this.at]);
    else if (step && items.length) this.select((this.at + step + items.length) % items.length);
    else return;
    event.preventDefault();
  }

  /** @param {Element} item */
  go(item) {
    this.close();
    location.href = /** @type {HTMLElement} */ (item).dataset.place ?? "";
  }
}

export function offerSearch() {
  const [field, list] = [document.querySelector(".find input"), document.querySelector(".find ul")];
  if (field && list) {
    new Box(/** @type {HTMLInputElement} */ (field), /** @type {HTMLElement} */ (list));
  }
}
