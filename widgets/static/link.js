// Links of a page: what stands behind the # names all that makes the picture.

import { decode, encode } from "./state.js";

/** @import { Look, Spec } from "./types.js" */

/** @param {unknown} v @returns {v is number} */
const isNumber = (v) => typeof v === "number" && Number.isFinite(v);
/** @param {unknown} v @param {number} length */
const isNumbers = (v, length) => Array.isArray(v) && v.length === length && v.every(isNumber);
/** @param {unknown} v @param {(one: any) => boolean} holds */
const isEach = (v, holds) => (
  v !== null && typeof v === "object" && !Array.isArray(v) && Object.values(v).every(holds)
);
/** @param {any} v */
const isRange = (v) => isNumbers(v, 2) && v[0] !== v[1];

/** @type {[string, string, (v: any) => boolean][]} */
const RULES = [
  ["frame", "a number of at least 0", (v) => isNumber(v) && v >= 0],
  ["zoom", "a pair of ranges for each panel", (v) => isEach(v, (one) => (
    Array.isArray(one) && one.length === 2 && one.every(isRange)))],
  ["camera", "nine numbers for each panel", (v) => isEach(v, (one) => isNumbers(one, 9))],
  ["predict", "true or false", (v) => typeof v === "boolean"],
  ["projector", "true or a panel", (v) => v === true || typeof v === "string"],
];

/**
 * Why a page cannot show a state, "" where it can; it is used whole or not at all.
 * @param {Record<string, any>} state @param {Record<string, any>} own the state of the page itself,
 * with its knobs as they would stand @param {Spec} spec
 */
export function refusal(state, own, spec) {
  if (state.at !== own.at) return `The link is of ${state.at ?? "no scene"}; this page shows ${own.at}.`;
  const other = Object.entries(own.knobs ?? {}).find(([name, value]) => (
    JSON.stringify(state.knobs?.[name]) !== JSON.stringify(value)));
  if (other) return `The link is of another ${other[0]}; this page has no such setting.`;
  const wrong = RULES.find(([name, , holds]) => name in state && !holds(state[name]));
  if (wrong) return `The link's ${wrong[0]} must be ${wrong[1]}.`;
  const last = spec.clock.values.length - 1;
  if (state.frame > last) return `The link's frame must lie in 0 to ${last}.`;
  /** @param {boolean} space */
  const keys = (space) => spec.panels.filter((p) => p.space === space).map((p) => p.key);
  const alone = typeof state.projector === "string" ? [state.projector] : [];
  const all = [...keys(false), ...keys(true)];
  /** @type {[string[], string[]][]} */
  const named = [
    [Object.keys(state.zoom ?? {}), keys(false)], [Object.keys(state.camera ?? {}), keys(true)],
    [alone, all],
  ];
  for (const [given, there] of named) {
    const lost = given.find((key) => !there.includes(key));
    if (lost !== undefined) return `The link's panel ${lost} is not in this page; it has ${all.join(", ")}.`;
  }
  return "";
}

/**
 * Whether what stands behind a # is meant as a state, and is no place in the page.
 * @param {string} text
 */
export const isLink = (text) => /^cl\d/.test(text);

/**
 * The address of this page with a state behind it.
 * @param {string} address @param {Record<string, any>} own
 * @param {{ frame: number, predict: boolean, projector: boolean | string } & Look} look
 */
export async function linkTo(address, own, look) {
  const { frame: _f, predict: _p, projector: _j, zoom: _z, camera: _c, sealed, ...plain } = own;
  const kept = { ...plain, ...(sealed && await decode(sealed)) };
  const shown = Object.entries(look).filter(([name, value]) => value || name === "frame");
  return `${address.split("#")[0]}#${await encode({ ...kept, ...Object.fromEntries(shown) })}`;
}
