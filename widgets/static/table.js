// The points of a picture as a table: to edit, to add and remove, and to paste from a spreadsheet.

import { button, node } from "./dom.js";
import { keepKeys } from "./shortcuts.js";
import { short } from "./text.js";

/** @import { Column, ToolsSpec } from "./types.js" */

/**
 * The value that a cell's words mean in a column; undefined where they mean none. Spreadsheets may
 * write a comma in a fraction.
 * @param {string} words @param {Column} column
 * @returns {unknown}
 */
export function valueOf(words, { options }) {
  const text = words.trim().replace("−", "-");
  if (options) {
    const found = options.find(([value, name]) => [String(value), name].includes(text)
      || (typeof value === "number" && text !== "" && Number(text) === value));
    return found?.[0];
  }
  const number = Number(text.replace(",", "."));
  return text !== "" && Number.isFinite(number) ? number : undefined;
}

/**
 * Rows of a text as a spreadsheet copies it: tabs, semicolons or, where they are no fractions,
 * commas between cells; null where a cell fits no column. A row of names above the others is left
 * out.
 * @param {string} text @param {Column[]} columns
 */
export function pasted(text, columns) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const mark = ["\t", ";", ","].find((one) => lines.some((line) => line.includes(one))) ?? "\t";
  const rows = lines.map((line) => {
    const cells = line.split(mark);
    const values = columns.map((column, k) => valueOf(cells[k] ?? "", column));
    return cells.length === columns.length && !values.includes(undefined) ? values : null;
  });
  const body = rows.length > 1 && rows[0] === null ? rows.slice(1) : rows;
  return body.length && !body.includes(null) ? /** @type {unknown[][]} */ (body) : null;
}

export class Table {
  root = node("section", "cl-table");
  body = node("tbody");
  head = node("tr");
  note = node("p", { class: "cl-note", role: "status" });
  /** @type {unknown[][]} */
  rows = [];
  /** @type {Column[]} */
  columns = [];
  noun = "point";
  drawn = ""; // what was drawn last, in JSON

  /** @param {(rows: unknown[][]) => void} send @param {() => void} close */
  constructor(send, close) {
    this.send = send;
    this.root.hidden = true;
    const table = node("table", "", node("thead", "", this.head), this.body);
    const foot = node("div", "cl-foot", press("Add a row", () => this.add()), press("Close", close));
    this.root.append(node("div", "cl-scroll", table), this.note, foot);
    this.root.addEventListener("paste", (event) => this.paste(event));
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
      event.stopPropagation(); // the player has other uses for arrows and Home
    });
  }

  /** @param {ToolsSpec} spec @param {unknown[][]} rows */
  show(spec, rows) {
    const [now, current] = [rows, this.rows].map((all) => JSON.stringify([all, spec]));
    if (now === this.drawn && now === current) return; // what is typed, and the note, stay
    this.drawn = now;
    [this.rows, this.columns, this.noun] = [rows, spec.columns, spec.noun];
    this.root.setAttribute("aria-label", `Table of ${spec.noun}s`);
    const focus = this.focused();
    const names = [...spec.columns.map(({ words }) => words), ""];
    this.head.replaceChildren(node("th", "", "#"), ...names.map((name) => node("th", "", name)));
    this.body.replaceChildren(...rows.map((row, i) => this.line(row, i)));
    this.say(`${short(rows.length)} ${spec.noun}${rows.length === 1 ? "" : "s"}; rows of a `
      + "spreadsheet may be pasted here.");
    this.focus(focus);
  }

  /** @param {unknown[]} row @param {number} i */
  line(row, i) {
    const cells = this.columns.map((column, k) => (
      column.options ? this.choice(column, row, i, k) : this.field(column, row, i, k)));
    const remove = press("×", () => this.change(this.rows.filter((_, j) => j !== i)));
    remove.setAttribute("aria-label", `Remove row ${i + 1}`);
    const all = [...cells, remove].map((one) => node("td", "", one));
    return node("tr", "", node("th", "", String(i + 1)), ...all);
  }

  /** @param {Column} column @param {unknown[]} row @param {number} i @param {number} k */
  field(column, row, i, k) {
    const shown = short(/** @type {number} */ (row[k]), 4).replaceAll(",", "").replace("−", "-");
    const label = `${column.words}, row ${i + 1}`;
    const input = node("input", { type: "text", inputmode: "decimal", "aria-label": label });
    input.value = shown;
    keepKeys(input);
    input.addEventListener("change", () => {
      if (input.value === shown) return;
      const value = valueOf(input.value, column);
      input.setAttribute("aria-invalid", String(value === undefined));
      if (value === undefined) this.say(`${column.words} of row ${i + 1} must be a number.`);
      else this.set(i, k, value);
    });
    return input;
  }

  /** @param {Column} column @param {unknown[]} row @param {number} i @param {number} k */
  choice(column, row, i, k) {
    const options = column.options ?? [];
    const select = node("select", { "aria-label": `${column.words}, row ${i + 1}` },
      ...options.map(([, words]) => node("option", "", words)));
    select.selectedIndex = options.findIndex(([value]) => value === row[k]);
    keepKeys(select);
    select.addEventListener("change", () => this.set(i, k, options[select.selectedIndex][0]));
    return select;
  }

  /** @param {number} i @param {number} k @param {unknown} value */
  set(i, k, value) {
    this.change(this.rows.map((row, j) => (j === i ? row.with(k, value) : row)));
  }

  // A new row is a copy of the last one: what is to differ is typed over it.
  add() {
    const blank = this.columns.map(({ options }) => (options ? options[0][0] : 0));
    this.wanted = `${this.columns[0].words}, row ${this.rows.length + 1}`;
    this.change([...this.rows, this.rows.at(-1) ?? blank]);
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\t\n;]/.test(text.trim())) return; // one cell is pasted into its field
    event.preventDefault();
    const rows = pasted(text, this.columns);
    const names = this.columns.map(({ words }) => words).join(", ");
    if (rows) this.change([...this.rows, ...rows]);
    else this.say(`Each pasted row must have ${this.columns.length} cells: ${names}.`);
  }

  /** @param {unknown[][]} rows */
  change(rows) {
    this.rows = rows;
    this.send(rows);
  }

  /** @param {string} words */
  say(words) { this.note.textContent = words; }

  focused() {
    const at = document.activeElement;
    return this.wanted ?? (at && this.body.contains(at) ? at.getAttribute("aria-label") : null);
  }

  /** @param {string | null | undefined} label */
  focus(label) {
    const found = [...this.body.querySelectorAll("[aria-label]")]
      .find((one) => one.getAttribute("aria-label") === label);
    if (!label || !found) return;
    this.wanted = undefined;
    /** @type {HTMLElement} */ (found).focus();
  }

  /** @type {string | undefined} */
  wanted; // the field that is to be focused when it comes
}

/** @param {string} words @param {() => void} act */
function press(words, act) {
  const made = button("cl-tool", words, act);
  keepKeys(made);
  return made;
}
