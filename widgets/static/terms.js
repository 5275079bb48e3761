// Words that are explained where they are written: on hover, and to screen readers.

import { node } from "./dom.js";

/** @type {WeakMap<object, RegExp | null>} */
const patterns = new WeakMap();

// Whole words, the longest first, whatever the case, as widgets/text.py finds them.
/** @param {Record<string, string>} terms */
function patternOf(terms) {
  const known = patterns.get(terms);
  if (known !== undefined) return known;
  const words = Object.keys(terms).sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const around = (/** @type {string} */ one) => `(?<![\\p{L}\\d_-])${one}s?(?![\\p{L}\\d_-])`;
  const made = words.length ? new RegExp(around(`(${words.join("|")})`), "giu") : null;
  patterns.set(terms, made);
  return made;
}

/**
 * The pieces of a text: unchanged text, and words with what they mean. Each is explained once;
 * `done` has those that have been.
 * @param {string} text @param {Record<string, string>} terms @param {Set<string>} [done]
 * @returns {(string | [string, string])[]}
 */
export function pieces(text, terms, done = new Set()) {
  const pattern = patternOf(terms);
  /** @type {(string | [string, string])[]} */
  const made = [];
  let end = 0;
  for (const hit of pattern ? text.matchAll(pattern) : []) {
    const word = hit[1].toLowerCase();
    if (done.has(word) || !(word in terms)) continue;
    done.add(word);
    if (hit.index > end) made.push(text.slice(end, hit.index));
    made.push([hit[0], terms[word]]);
    end = hit.index + hit[0].length;
  }
  if (end < text.length) made.push(text.slice(end));
  return made;
}

/**
 * Explain the words under `root`, each at its first place; a second call only those that are new.
 * @param {Element} root @param {Record<string, string> | undefined} terms
 */
export function explain(root, terms) {
  if (!terms || !patternOf(terms)) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  /** @type {Set<string>} */
  const done = new Set();
  for (const { textContent } of root.querySelectorAll("abbr.cl-term")) {
    pieces(textContent ?? "", terms, done);
  }
  for (const text of texts) {
    if (text.parentElement?.tagName === "ABBR") continue;
    const made = pieces(text.data, terms, done);
    if (made.every((one) => typeof one === "string")) continue;
    text.replaceWith(...made.map((one) => (typeof one === "string" ? one
      : node("abbr", { class: "cl-term", title: one[1] }, one[0]))));
  }
}

/** What the words in some texts mean, as a screen reader says it. @param {string[]} texts
 * @param {Record<string, string> | undefined} terms */
export function meanings(texts, terms) {
  if (!terms) return "";
  const found = pieces(texts.join(" "), terms);
  return found.flatMap((one) => (typeof one === "string" ? [] : [`${one[0]}: ${one[1]}`])).join(" ");
}
