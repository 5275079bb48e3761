// What makes a picture, as one short string; `widgets/state.py` says what it holds, and
// tests/js/state-cases.json checks that both read alike. Nothing of a string is ever evaluated.

export const VERSION = 1;
const LIMIT = 100_000; // letters beyond which no string is read
const MOST = 10_000_000; // bytes of JSON that a string may inflate to

// The header of every gzip member without a name, a time and a system; not in the string.
const HEAD = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

// All that comes out of `through`; an Error as soon as it is more than `most` bytes.
/**
 * @param {Uint8Array<ArrayBuffer>[]} parts @param {GenericTransformStream} through
 * @param {number} most
 */
async function piped(parts, through, most) {
  const reader = new Blob(parts).stream().pipeThrough(/** @type {any} */ (through)).getReader();
  const found = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    found.push(next.value);
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error(`more than ${most} bytes`);
    }
  }
  return new Uint8Array(await new Blob(found).arrayBuffer());
}

/**
 * The string of a dictionary of plain values.
 * @param {Record<string, unknown>} state
 */
export async function encode(state) {
  const data = new TextEncoder().encode(JSON.stringify(state));
  const packed = (await piped([data], new CompressionStream("gzip"), LIMIT)).slice(HEAD.length);
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `cl${VERSION}.${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * The dictionary of a string; an Error, in one sentence, where it is not a state, is damaged, or is
 * newer.
 * @param {string} text @returns {Promise<Record<string, any>>}
 */
export async function decode(text) {
  const found = /^cl([1-9]\d*)\.([\w-]+)$/.exec(text.trim());
  if (!found) throw new Error("The link holds no state of Convex Lab.");
  if (Number(found[1]) > VERSION) {
    throw new Error(`The link is of version ${found[1]}; this page reads version ${VERSION} or earlier.`);
  }
  if (found[2].length > LIMIT) throw new Error(`The link is longer than ${LIMIT} letters.`);
  let state;
  try {
    state = JSON.parse(await inflated(found[2]));
  } catch {
    throw new Error("The link is damaged; copy it again, whole.");
  }
  if (state === null || typeof state !== "object" || Array.isArray(state)) {
    throw new Error("The link holds no dictionary.");
  }
  return state;
}

/** @param {string} text */
async function inflated(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const again = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (again !== text) throw new Error("bits are left over");
  const packed = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const data = await piped([HEAD, packed], new DecompressionStream("gzip"), MOST);
  // Some readers skip zeros after the end; the last four bytes are the length.
  const said = new DataView(packed.buffer).getUint32(packed.length - 4, true);
  if (said !== data.length) throw new Error("not one whole member");
  return new TextDecoder("utf-8", { fatal: true }).decode(data);
}
