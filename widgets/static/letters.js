// The letters of a text's displayed formulas, explained where they are: on hover by a title, and to
// screen readers by a line behind the formula. What they mean is read from the text's own table,
// the one whose first head is "letter". Formulas are KaTeX's or MathJax's.

/**
 * A letter as a formula has it. name: with its accent; script: what is below or above it, "" for
 * nothing.
 * @typedef {{ name: string, script: string }} Letter
 * @typedef {{ letters: Letter[], means: string }} Row
 */

const FORMULA = ".katex, mjx-container";
const DISPLAYED = '.katex-display, mjx-container[display="true"]';
/** The same formula once more, for screen readers. */
const SPOKEN = ".katex-mathml, mjx-assistive-mml";
const EXPLAINED = "cl-letters";
let listening = false;

/**
 * What the rows say of a letter: those that have it with its script, else those that have it with
 * another, as x_d explains x_i. An accent makes another letter of it.
 * @param {Letter} letter @param {Row[]} rows
 */
export function meaningOf({ name, script }, rows) {
  const named = rows.filter(({ letters }) => letters.some((one) => one.name === name));
  const exact = named.filter(({ letters }) =>
    letters.some((one) => one.name === name && one.script === script));
  return (exact.length ? exact : named).map(({ means }) => means).join("; ");
}

/** The one letter that a cell of the table names, if it is no more than that.
 * @param {string} base what is on the line @param {string} script */
export function letterOf(base, script) {
  const whole = base.normalize("NFKC").replace(/[\s\u200b]/gu, "");
  const [first, ...more] = whole;
  const accented = more.length === 1 && !/[\p{L}\p{N}]/u.test(more[0]);
  const one = /^\p{L}$/u.test(first ?? "") && (!more.length || accented);
  // v_+ is a function of v, and says nothing of v alone.
  return one && /^[\p{L}\p{N},]*$/u.test(script) ? { name: whole, script } : null;
}

/** Explain the letters of all displayed formulas in a text. @param {Element} text */
export function explainLetters(text) {
  const rows = tableOf(text);
  if (!rows.length) return;
  for (const formula of text.querySelectorAll(DISPLAYED)) explain(formula, rows);
}

/** From now on letters are explained in the notebooks around stages; in formulas that are added
 * later when the pointer is over them. @param {Element} inside */
export function followLetters(inside) {
  const text = inside.closest(".jp-Notebook");
  if (text) explainLetters(text);
  if (listening) return;
  listening = true;
  window.addEventListener("pointerover", ({ target }) => {
    const formula = target instanceof Element ? target.closest(DISPLAYED) : null;
    const around = formula?.closest(".jp-Notebook");
    if (formula && around) explain(formula, tableOf(around));
  });
}

/** @param {Element} formula @param {Row[]} rows */
function explain(formula, rows) {
  if (!rows.length || formula.nextElementSibling?.classList.contains(EXPLAINED)) return;
  /** @type {Map<string, string>} */
  const said = new Map();
  for (const { box, base, script } of boxesIn(formula)) {
    const letter = letterOf(base, script.replace(/[^\p{L}\p{N},]/gu, ""));
    const means = letter && meaningOf(letter, rows);
    if (!means) continue;
    box.setAttribute("title", `${letter.name}: ${means}`);
    said.set(letter.name, means);
  }
  if (!said.size) return;
  const line = document.createElement("span");
  line.className = EXPLAINED;
  const each = [...said].map(([name, means]) => `${name}, ${means}`);
  line.textContent = ` Letters: ${each.join("; ")}.`;
  // Our style sheet does not apply to a text around a stage.
  line.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
  formula.after(line);
}

/** What the table of letters says. @param {Element} text */
function tableOf(text) {
  const table = [...text.querySelectorAll("table")]
    .find((one) => one.querySelector("th")?.textContent?.trim() === "letter");
  return [...table?.querySelectorAll("tbody tr") ?? []].flatMap(({ children: [cell, means] }) =>
    rowsOf([...cell.querySelectorAll(FORMULA)].map((one) => {
      const [first] = boxesIn(one);
      const said = onTheLine(one).trim();
      return { letter: first ? letterOf(said, first.script) : null, said };
    }), words(means).trim()));
}

/**
 * The rows of a line of the table: where it has as many parts as names, each name has its own; else
 * all is said of all, with their names.
 * @param {{ letter: Letter | null, said: string }[]} named @param {string} means
 * @returns {Row[]}
 */
export function rowsOf(named, means) {
  const parts = means.split(/[,;] (?:and )?/u);
  const apart = parts.length === named.length;
  const all = named.length > 1 ? `${named.map(({ said }) => said).join(", ")} are ${means}` : means;
  return named.flatMap(({ letter }, k) =>
    letter ? [{ letters: [letter], means: apart ? parts[k] : all }] : []);
}

/** The boxes of a formula that may be letters on its line, each with its words, an accent among
 * them, and the words of its script. @param {Element} formula */
function* boxesIn(formula) {
  for (const box of formula.querySelectorAll(".katex-html .mord, mjx-mi")) {
    const katex = box.tagName === "SPAN";
    const aside = katex ? box.children.length || box.closest(".text, .msupsub") : box.closest("mjx-script");
    if (aside) continue;
    const accented = box.closest(katex ? ".accent" : "mjx-mover") ?? box;
    yield { box, base: words(accented), script: scriptOf(accented, katex) };
  }
}

/** @param {Element} box @param {boolean} katex */
function scriptOf(box, katex) {
  const whole = katex ? box.parentElement : box.parentElement?.closest("mjx-msub, mjx-msup, mjx-msubsup");
  const script = whole?.querySelector(katex ? ":scope > .msupsub" : ":scope > mjx-script");
  return script && (!katex || script.previousElementSibling === box) ? words(script) : "";
}

/** @param {Element} formula */
function onTheLine(formula) {
  const copy = /** @type {Element} */ (formula.cloneNode(true));
  for (const one of copy.querySelectorAll(".msupsub, mjx-script")) one.remove();
  return words(copy);
}

/** The words of an element; MathJax's letters are classes that name their characters.
 * @param {Element} one @returns {string} */
function words(one) {
  if (one.matches(SPOKEN)) return "";
  const [, code] = /\bmjx-c([0-9A-F]+)\b/u.exec(one.tagName === "MJX-C" ? one.className : "") ?? [];
  if (code) return String.fromCodePoint(parseInt(code, 16)).normalize("NFKC");
  const parts = [...one.childNodes].map((node) =>
    node instanceof Element ? words(node) : node.nodeType === Node.TEXT_NODE ? node.textContent ?? "" : "");
  return parts.join("").replace(/\u200b/gu, "").replace(/\s+/gu, " ");
}
