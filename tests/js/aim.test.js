// Clicks are judged, and seals opened, as Python does (tests/widgets/test_questions.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { judge } from "../../widgets/static/aim.js";
import { unsealed } from "../../widgets/static/seal.js";

const CASES = JSON.parse(readFileSync(new URL("aim-cases.json", import.meta.url), "utf8"));

for (const [words, aim, point, reported] of CASES.judged) {
  test(`a click ${words}`, () => assert.equal(judge(aim, point), reported));
}

test("what Python seals is opened", () => {
  for (const [secret, text] of CASES.sealed) assert.deepEqual(unsealed(text), secret);
});
