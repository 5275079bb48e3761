// Predict, then see: while the mode is on, the player stops where the scene asks, what would tell
// is hidden, and a first wrong choice is followed by another try. The tally outlives knob moves.

import { node } from "./dom.js";

/** @import { Question } from "./types.js" */
/** @import { Player } from "./player.js" */

export class Predictions {
  /**
   * @param {Player} player
   * @param {HTMLElement} box where it asks
   * @param {{
   *   hide: (question: Question | null) => void,
   *   follow: () => void,
   *   turn: (on: boolean) => void,
   *   answered: (key: string, choice: number, tries: number) => void,
   * }} stage
   */
  constructor(player, box, stage) {
    this.player = player;
    this.box = box;
    this.stage = stage;
    this.on = false;
    /** @type {Question[]} */
    this.questions = [];
    /** @type {Question | undefined} */
    this.asked = undefined;
    /** @type {Question | undefined} */
    this.explained = undefined;
    this.lecture = false; // whether a class answers by hand, and a key shows the answer
    /** @type {Set<number>} */
    this.wrong = new Set();
    this.toggle = node("button", "cl-button cl-predict", "Predict");
    this.toggle.type = "button";
    this.toggle.title = "Predict: the player stops, hides what comes, and asks";
    this.toggle.addEventListener("click", () => stage.turn(!this.on));
    this.tally = node("button", "cl-button cl-tally");
    this.tally.type = "button";
    this.tally.title = "Start again: forget all answers";
    this.tally.addEventListener("click", () => this.again());
    box.hidden = true;
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.refresh();
  }

  // Another scene: what was answered stays answered.
  /** @param {Question[]} questions */
  load(questions) {
    this.questions = questions;
    this.explained = undefined;
    this.asked = undefined;
    this.wrong.clear();
    this.refresh();
  }

  again() {
    this.player.answers.clear();
    this.explained = undefined;
    this.refresh();
    this.stage.follow();
  }

  refresh() {
    const { answers } = this.player;
    this.toggle.hidden = !this.questions.length;
    this.toggle.setAttribute("aria-pressed", String(this.on));
    const given = [...answers.values()].filter((one) => one !== null);
    const [right, all] = [given.filter(Boolean).length, given.length];
    this.tally.hidden = !(this.on && all);
    this.tally.textContent = `${right} of ${all} right`;
    this.tally.setAttribute("aria-label", `${right} of ${all} predictions right; start again`);
    this.player.stops = new Set(this.open().map((q) => q.frame));
  }

  /** @returns {Question[]} */
  open() { return this.on ? this.questions.filter((q) => !this.player.answers.has(q.key)) : []; }

  // Ask what frame `k` asks, if anything.
  /** @param {number} k */
  show(k) {
    if (this.explained?.frame === k && this.on) return;
    this.explained = undefined;
    const open = this.open().find((q) => q.frame === k);
    if (open === this.asked && this.box.hidden !== Boolean(open)) return;
    this.asked = open;
    this.box.hidden = !open;
    this.stage.hide(open ?? null);
    if (open) this.ask(open);
  }

  /** @param {Question} question */
  ask(question) {
    this.wrong.clear();
    const hint = node("span", "cl-again");
    hint.setAttribute("role", "status");
    const options = question.options.map((words, i) => {
      const choice = option(words, () => this.answer(question, i, choice, hint));
      return choice;
    });
    const skip = option("Skip", () => this.close(question));
    skip.classList.add("cl-skip");
    const reveal = option("Answer (R)", () => this.reveal());
    const peek = option("Picture (V)", () => this.peek());
    for (const one of [reveal, peek]) one.classList.add("cl-clicker");
    const keys = node("div", "cl-keys");
    keys.append(reveal, peek, skip);
    this.box.classList.remove("cl-peeking");
    this.box.replaceChildren(node("strong", "", question.prompt), ...options, hint, keys);
  }

  // Before a class the question stands alone, and large.
  /** @param {boolean} on */
  project(on) {
    this.lecture = on;
    this.box.classList.remove("cl-peeking");
  }

  // Keys of a lecture: R shows the answer, V the picture behind the question and back.
  /** @param {string} key @returns {(() => void) | undefined} */
  key(key) {
    if (!this.asked) return undefined;
    return { r: () => this.reveal(), v: () => this.peek() }[key.toLowerCase()];
  }

  peek() { this.box.classList.toggle("cl-peeking"); }

  // The answer, given by nobody: it does not count.
  reveal() {
    const question = this.asked;
    if (!question) return;
    this.player.answers.set(question.key, null);
    this.explain(question, `${question.options[question.answer]}. `, "cl-good");
  }

  /**
   * @param {Question} question @param {number} i
   * @param {HTMLButtonElement} choice @param {HTMLElement} hint
   */
  answer(question, i, choice, hint) {
    const right = i === question.answer;
    this.stage.answered(question.key, i, this.wrong.size + 1);
    if (!right && !this.wrong.size && question.options.length > 2) {
      this.wrong.add(i);
      choice.disabled = true;
      hint.textContent = "Not that one. Once more.";
      return;
    }
    this.player.answers.set(question.key, right);
    const again = right && this.wrong.size ? "Yes, at the second try. " : "Yes. ";
    const verdict = right ? again : `It is “${question.options[question.answer]}”. `;
    this.explain(question, verdict, right ? "cl-good" : "cl-warn");
  }

  // Say what is right and why, over the picture.
  /** @param {Question} question @param {string} verdict @param {string} look */
  explain(question, verdict, look) {
    this.explained = question;
    this.refresh();
    this.stage.hide(null);
    this.asked = undefined;
    const text = node("p", look, verdict + question.why);
    text.setAttribute("role", "status");
    const on = option("Continue", () => {
      this.close(question);
      if (!this.asked) this.player.play();
    });
    this.box.replaceChildren(node("strong", "", question.prompt), text, on);
    on.focus();
  }

  // Go on; a question that nobody has answered is as one answered wrongly.
  /** @param {Question} question */
  close(question) {
    this.explained = undefined;
    if (!this.player.answers.has(question.key)) this.player.answers.set(question.key, false);
    this.refresh();
    this.stage.follow();
  }
}

/** @param {string} words @param {() => void} action */
function option(words, action) {
  const made = node("button", "cl-option", words);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}
