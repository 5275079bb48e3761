// Judge: what other solvers say of the picture, as a table, once they have been asked.

import { button, node, say } from "./dom.js";
import { store } from "./model.js";
import { keepKeys } from "./shortcuts.js";

/** @import { Judged, JudgedRow, Model } from "./types.js" */

/** @param {string} words @param {() => void} act */
function press(words, act) {
  const made = button({ class: "cl-press" }, words, act);
  keepKeys(made);
  return made;
}

// The label of the button that asks.
/** @param {Judged | undefined} judged */
export const wordsOf = (judged) => (judged?.state === "running" ? "Stop judging" : "Judge");

/** @param {JudgedRow} row @param {string[]} heads */
function line({ word, sign, cells }, heads) {
  const mark = node("span", { class: "cl-sign", "aria-hidden": "true" }, sign);
  const verdict = node("th", { scope: "row", "data-head": "verdict" }, mark, ` ${word}`);
  const rest = cells.map((cell, k) => node("td", { "data-head": heads[k] }, cell));
  const made = node("tr", "", verdict, ...rest);
  made.dataset.word = word;
  return made;
}

/** A sentence next to the buttons, which is spoken, and the table under the dashboard. */
export class JudgeView {
  short = node("p", { class: "cl-judge-short", role: "status" });
  sentence = node("p", "cl-judge-words");
  more = node("div", "cl-judge-more");
  drawn = ""; // what was drawn last, in JSON

  /** @param {Model} model @param {HTMLElement} place @param {HTMLElement} buttons */
  constructor(model, place, buttons) {
    this.model = model;
    this.close = press("×", () => {
      store(model, "judged", {});
      /** @type {HTMLElement | null} */ (place.querySelector(".cl-judges"))?.focus();
    });
    this.close.setAttribute("aria-label", "Close the table");
    this.showTable = press("Show the table", () => {
      this.el.scrollIntoView({ block: "nearest" });
      /** @type {HTMLElement | null} */ (this.el.querySelector(".cl-scroll"))?.focus();
    });
    this.showTable.classList.add("cl-judge-show");
    buttons.after(this.short, this.showTable);
    const top = node("div", "cl-judge-top", this.sentence, this.close);
    this.el = place.appendChild(node("section", { class: "cl-judge", "aria-label": "Who is right?" },
      top, this.more));
    this.show();
  }

  show() {
    /** @type {Judged} */
    const judged = this.model.get("judged") ?? {};
    const text = JSON.stringify(judged);
    if (text === this.drawn) return;
    this.drawn = text;
    const { state = "", short = "", sentence = "" } = judged;
    const { heads = [], rows = [], notes = [], detail = "" } = judged;
    const waits = state === "" || state === "running";
    this.el.dataset.state = state;
    this.el.classList.toggle("cl-empty-judge", waits);
    this.close.hidden = waits;
    this.showTable.hidden = waits;
    say(this.short, short);
    say(this.sentence, sentence);
    /** @type {HTMLElement[]} */
    const parts = [];
    if (rows.length) {
      const names = ["verdict", ...heads].map((head) => node("th", { scope: "col" }, head));
      const body = node("tbody", "", ...rows.map((row) => line(row, heads)));
      const caption = node("caption", "", "Each answer, judged by certificates alone");
      const table = node("table", "", caption, node("thead", "", node("tr", "", ...names)), body);
      const around = { class: "cl-scroll", tabindex: "0", role: "group", "aria-label": "Answers" };
      const scroll = node("div", around, table);
      keepKeys(scroll);
      parts.push(scroll);
    }
    if (notes.length) {
      parts.push(node("details", "", node("summary", "", "Not asked, and why"),
        ...notes.map((words) => node("p", "", words))));
    }
    if (detail) parts.push(node("details", "", node("summary", "", "Details"), node("pre", "", detail)));
    this.more.replaceChildren(...parts);
  }
}
