// Words of the page: which of its nodes change with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { say } from "../../widgets/static/dom.js";

// An element with these children; a text is {nodeType: 3, nodeValue}.
const element = (...childNodes) => ({
  childNodes,
  get textContent() { return this.childNodes.map((one) => one.nodeValue).join(""); },
  set textContent(words) { this.childNodes = words ? [{ nodeType: 3, nodeValue: words }] : []; },
});

test("other words are other letters of the text that is there, not another text", () => {
  const at = element();
  say(at, "C = 1");
  const [text] = at.childNodes;
  for (const words of ["C = 2", "C = 2", "C = 3"]) say(at, words);
  assert.deepEqual([at.childNodes, text.nodeValue], [[text], "C = 3"]);
  say(at, "");
  assert.deepEqual(at.childNodes, []);
});

test("words with a term in them are replaced whole", () => {
  const term = { nodeType: 1, nodeValue: "gap" };
  const at = element(term);
  say(at, "gap"); // it reads the same, and stays explained
  assert.deepEqual(at.childNodes, [term]);
  say(at, "bound");
  assert.deepEqual(at.childNodes, [{ nodeType: 3, nodeValue: "bound" }]);
  at.childNodes.push(term);
  say(at, "value");
  assert.deepEqual(at.childNodes, [{ nodeType: 3, nodeValue: "value" }]);
});
