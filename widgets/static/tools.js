// What users may do in a picture: the tools next to it, undo and redo, and the table of its points.

import { button, node } from "./dom.js";
import { keepKeys } from "./shortcuts.js";
import { same } from "./values.js";

/** @import { Plane } from "./plane.js" */
/** @import { Sketch } from "./sketch.js" */
/** @import { Table } from "./table.js" */
/** @import { Tool, ToolsSpec } from "./types.js" */

const FEW = 3; // kinds that have a button each

export class Tools {
  /** @type {ToolsSpec | null} */
  spec = null;
  chosen = 0;
  byUser = false; // whether the user has just selected that tool: its plane takes the focus
  root = node("div", { class: "cl-tools", role: "toolbar" });
  undo = press("↶", "Undo (Ctrl+Z)", () => this.takeBack(), "Undo");
  redo = press("↷", "Redo (Ctrl+Y)", () => this.bringBack(), "Redo");
  clear = press("Clear", "Take all away", () => this.send({ do: "clear" }));
  open = press("Table", "All of them as a table", () => this.turnTable(!this.isOpen));
  choices = node("span", "cl-choices");

  /** @type {Sketch | undefined} */
  sketch; // what is drawn, once its module is there
  /** @type {Table | undefined} */
  table; // once it was opened
  tableBox = node("div");
  /** @type {() => Plane | undefined} */
  plane = () => undefined; // the one that takes clicks

  /**
   * @param {(action: object) => string} send to Python; returns its name
   * @param {() => Promise<any>} loadDraw gives the module of what is drawn
   */
  constructor(send, loadDraw) {
    this.send = send;
    this.loadDraw = loadDraw;
    this.root.hidden = true;
    this.open.setAttribute("aria-expanded", "false");
    this.root.append(this.choices, this.undo, this.redo, this.clear, this.open);
  }

  /** @param {ToolsSpec | Record<string, never> | undefined} given */
  load(given) {
    const before = this.spec;
    this.spec = given && "options" in given ? /** @type {ToolsSpec} */ (given) : null;
    const { spec } = this;
    this.root.hidden = !spec;
    if (!spec) {
      this.turnTable(false);
      this.sketch?.follow();
      return;
    }
    this.root.setAttribute("aria-label", `${spec.noun}s by hand`);
    if (!same(before?.options, spec.options)) this.draw(spec);
    this.clear.hidden = !spec.clears;
    this.clear.disabled = Boolean(spec.empty);
    this.showUndo();
    const draw = spec.options.findIndex((o) => o.do === "draw");
    if (draw >= 0 || spec.sprays) this.prepare();
    if (spec.empty && !before?.empty) this.choose(draw);
    if (this.isOpen) this.send({ do: "table" });
  }

  // What is drawn has a module of its own.
  async prepare() {
    const { Lasso, Sketch } = await this.loadDraw();
    const loops = this.spec?.options.some((o) => o.what === "bag" && o.do === "draw");
    this.sketch ??= new (loops ? Lasso : Sketch)(this);
    this.sketch?.follow();
  }

  // A corner that is being drawn, else the last action.
  takeBack() { if (!this.sketch?.back()) this.send({ do: "undo" }); }

  bringBack() { if (!this.sketch?.forth()) this.send({ do: "redo" }); }

  showUndo() {
    const { sketch, spec } = this;
    this.undo.disabled = !(spec?.undo || sketch?.isBusy);
    this.redo.disabled = !(spec?.redo || sketch?.gone.length);
  }

  // A button for each tool; many kinds to add share one, next to a list.
  /** @param {ToolsSpec} spec */
  draw(spec) {
    this.chosen = Math.min(this.chosen, Math.max(spec.options.length - 1, 0));
    const adds = spec.options.filter((o) => o.do === "add");
    const listed = adds.length > FEW ? adds : [];
    /** @type {HTMLElement[]} */
    const made = [];
    if (listed.length) made.push(this.list(spec, listed));
    spec.options.forEach((option, i) => {
      if (listed.includes(option)) return;
      const hint = option.what === "bag" ? "lasso" : option.do === "add" && spec.sprays ? "spray" : option.do;
      const tool = press(option.words, HINTS[hint], () => this.choose(i, true));
      tool.dataset.tool = String(i);
      made.push(tool);
    });
    this.choices.replaceChildren(...made);
    keepKeys(...made, this.undo, this.redo, this.clear, this.open);
    this.choose(this.chosen);
  }

  /** @param {ToolsSpec} spec @param {Tool[]} adds */
  list(spec, adds) {
    const select = node("select", { class: "cl-tool", "aria-label": "What a click adds" },
      ...adds.map((one) => node("option", { value: spec.options.indexOf(one) }, one.words)));
    const pick = () => this.choose(Number(select.value));
    select.addEventListener("change", pick);
    select.addEventListener("focus", pick);
    return select;
  }

  /** @param {number} i @param {boolean} [byUser] */
  choose(i, byUser = false) {
    [this.chosen, this.byUser] = [i, byUser];
    this.choices.querySelectorAll("button").forEach((tool) => {
      tool.setAttribute("aria-pressed", String(tool.dataset.tool === String(i)));
    });
    const select = this.choices.querySelector("select");
    const isListed = [...(select?.options ?? [])].some((o) => o.value === String(i));
    if (select && isListed) select.value = String(i);
    select?.classList.toggle("cl-chosen", isListed);
    this.sketch?.follow();
  }

  get isOpen() { return Boolean(this.table && !this.table.root.hidden); }

  /** @param {boolean} open */
  async turnTable(open) {
    if (open && !this.table) {
      const made = await this.loadDraw();
      this.table ??= /** @type {Table} */ (new made.Table(
        (/** @type {unknown[][]} */ rows) => this.send({ do: "rows", rows }),
        () => this.turnTable(false),
      ));
      this.tableBox.append(this.table.root);
    }
    const was = this.isOpen;
    if (this.table) this.table.root.hidden = !open;
    this.open.setAttribute("aria-expanded", String(open));
    if (open) this.send({ do: "table" });
    else if (was && !this.root.hidden) this.open.focus();
  }

  /** @param {unknown[][]} rows */
  show(rows) {
    const { spec, table } = this;
    if (!spec || !table) return;
    const was = table.rows.length;
    table.show(spec, rows);
    if (!was) table.root.scrollIntoView({ block: "nearest" });
  }

  // What a click in the panel means, and a stroke that begins at a point.
  /** @param {string} panel @param {number} x @param {number} y @param {boolean} shift */
  click(panel, x, y, shift) {
    if (!this.spec) this.send({ panel, x, y, shift });
    if (!this.spec || panel !== this.spec.panel) return;
    const tool = this.spec.options[shift ? this.spec.shift : this.chosen];
    if (!STILL.includes(tool.do)) this.send({ do: tool.do, what: tool.what, panel, x, y, shift });
  }

  /** @param {string} panel */
  drags(panel) {
    const { spec } = this;
    return Boolean(spec && panel === spec.panel && spec.drag && !["erase", "draw"].includes(this.tool?.do ?? ""));
  }

  /** Whether the picture follows during a stroke. */
  get follows() { return this.spec?.drag === "move"; }

  get tool() { return this.spec?.options[this.chosen]; }

  // Returns the name of the message.
  /** @param {string} panel @param {number[]} from @param {number[]} to @param {string} id */
  stroke(panel, [x0, y0], [x, y], id) {
    const { spec } = this;
    if (!spec) return "";
    return this.send({ do: spec.drag, what: this.tool?.what, panel, x0, y0, x, y, id });
  }

  // Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z with the picture focused; true where it was one of them.
  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.toLowerCase();
    if (!this.spec || event.altKey || !(event.ctrlKey || event.metaKey)) return false;
    const target = /** @type {Element} */ (event.target);
    if (target.matches("textarea, input:not([type=range])")) return false; // it has its own undo
    if (key !== "z" && key !== "y") return false;
    if (key === "y" || event.shiftKey) this.bringBack();
    else this.takeBack();
    return true;
  }
}

/** @type {Record<string, string>} */
const HINTS = {
  add: "A click adds one; drag a point to move it", erase: "A click erases the nearest",
  move: "Drag a point to move it; clicks do nothing",
  spray: "A click adds one, a stroke many; drag a point to move it",
  lasso: "Draw a loop around points: they become one bag",
  draw: "Draw anew: click corner by corner; the first again, or Enter, closes the loop",
};
const STILL = ["move", "draw"]; // tools whose click alone is not sent to Python

/** @param {string} words @param {string} title @param {() => void} act @param {string} [label] */
const press = (words, title, act, label) => (
  button({ class: "cl-tool", title, "aria-label": label }, words, act));
