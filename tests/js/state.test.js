// The string of a state against the table that Python is tested with (tests/widgets/test_state.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { decode, encode } from "../../widgets/static/state.js";

const CASES = JSON.parse(readFileSync(new URL("state-cases.json", import.meta.url), "utf8"));
const WORDS = {
  foreign: /no state of Convex Lab/, newer: /of version \d+; this page reads version 1/,
  damaged: /damaged; copy it again/, "no dictionary": /holds no dictionary/,
};

test("the strings of the table are decoded, and what is encoded decodes to the same", async () => {
  assert.ok(CASES.read.length >= 6);
  for (const [text, state] of CASES.read) {
    assert.deepEqual(await decode(text), state);
    assert.deepEqual(await decode(await encode(state)), state);
  }
});

for (const [kind, texts] of Object.entries(CASES.refused)) {
  test(`what is ${kind} is refused in words`, async () => {
    assert.ok(texts.length >= 2);
    for (const text of texts) await assert.rejects(decode(text), WORDS[kind], text);
  });
}

test("no change of one letter reads as another state", async () => {
  const [text, state] = CASES.read[1];
  let refused = 0;
  for (let i = 4; i < text.length; i++) {
    const changed = `${text.slice(0, i)}${text[i] === "k" ? "Z" : "k"}${text.slice(i + 1)}`;
    try {
      assert.deepEqual(await decode(changed), state, `at ${i}`);
    } catch (error) {
      assert.match(error.message, /damaged/, `at ${i}`);
      refused += 1;
    }
  }
  assert.ok(refused >= text.length - 6, `${refused} of ${text.length - 4}`);
});

test("a string that would fill the memory is not inflated", async () => {
  await assert.rejects(decode(bomb(70_000_000)), /damaged/);
  assert.deepEqual(await decode(bomb(9_000_000)), {});
});

// The string of spaces and {}.
/** @param {number} length */
const bomb = (length) => {
  const packed = gzipSync(`${" ".repeat(length)}{}`, { level: 9 }).subarray(10);
  return `cl1.${packed.toString("base64url")}`;
};

test("a string that is too long is not inflated", async () => {
  await assert.rejects(decode(`cl1.${"A".repeat(100_001)}`), /longer than 100000 letters/);
});
