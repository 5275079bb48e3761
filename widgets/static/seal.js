// Decodes what widgets/questions.py seals, so that an answer is not found by searching a page.

import { bytesOf } from "./bytes.js";

/** @param {string} text @returns {any} */
export function unsealed(text) {
  const bytes = bytesOf(text);
  let state = new DataView(bytes.buffer).getUint32(0, true) || 1;
  const data = bytes.slice(4).map((byte) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return byte ^ ((state >>> 8) & 255);
  });
  return JSON.parse(new TextDecoder().decode(data));
}
