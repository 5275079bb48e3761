// Links of a page: the part after the # names all that makes the picture.

import { decode, encode } from "./state.js";
import { same } from "./values.js";

/** @import { Style, Spec } from "./types.js" */

/** @param {unknown} v @returns {v is number} */
const isNumber = (v) => typeof v === "number" && Number.isFinite(v);
/** @param {unknown} v @param {number} length */
const isNumbers = (v, length) => Array.isArray(v) && v.length === length && v.every(isNumber);
/** @param {unknown} v @param {(one: any) => boolean} holds */
const isEach = (v, holds) => (
  v !== null && typeof v === "object" && !Array.isArray(v) && Object.values(v).every(holds)
);
// The rule of widgets/state.py: numbers between both ends differ, and none overflows.
const [FAR, NEAR] = [1e100, 1e-12];
/** @param {any} v */
const isRange = (v) => {
  if (!isNumbers(v, 2)) return false;
  const largest = Math.max(...v.map(Math.abs));
  return largest <= FAR && Math.abs(v[1] - v[0]) >= Math.max(NEAR * largest, 1 / FAR);
};

// A camera (eye, centre, up): the eye is not at the centre, up is not 0, and no number is huge.
const AWAY = 1e3;
/** @param {any} v */
const isCamera = (v) => isNumbers(v, 9) && Math.max(...v.map(Math.abs)) <= AWAY
  && Math.hypot(v[0] - v[3], v[1] - v[4], v[2] - v[5]) >= 1 / AWAY
  && Math.hypot(...v.slice(6)) >= 1 / AWAY;

/** @type {[string, string, (v: any) => boolean][]} */
const RULES = [
  ["frame", "a number of at least 0", (v) => isNumber(v) && v >= 0],
  ["zoom", "a pair of ranges that can be drawn for each panel", (v) => isEach(v, (one) => (
    Array.isArray(one) && one.length === 2 && one.every(isRange)))],
  ["camera", "nine numbers for each panel, an eye apart from its centre and a way up",
    (v) => isEach(v, isCamera)],
  ["predict", "true or false", (v) => typeof v === "boolean"],
  ["projector", "true or a panel", (v) => v === true || typeof v === "string"],
];

/**
 * Why a page cannot show a state, "" where it can; it is used whole or not at all.
 * @param {Record<string, any>} state @param {Record<string, any>} own the state of the page itself,
 * with its knobs as they would be @param {Spec} spec
 */
export function refusal(state, own, spec) {
  if (state.at !== own.at) return `The link is of ${state.at ?? "no scene"}; this page shows ${own.at}.`;
  const other = Object.entries(own.knobs ?? {}).find(([name, value]) => (
    !same(state.knobs?.[name], value)));
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
 * Whether the part after a # is meant as a state, and not as a place in the page.
 * @param {string} text
 */
export const isLink = (text) => /^cl\d/.test(text);

/**
 * The address of this page with a state appended.
 * @param {string} address @param {Record<string, any>} own
 * @param {{ frame: number, predict: boolean, projector: boolean | string } & Style} viewpoint
 */
export async function linkTo(address, own, viewpoint) {
  const { frame: _f, predict: _p, projector: _j, zoom: _z, camera: _c, sealed, ...plain } = own;
  const retained = { ...plain, ...(sealed && await decode(sealed)) };
  const shown = Object.entries(viewpoint).filter(([name, value]) => value || name === "frame");
  return `${address.split("#")[0]}#${await encode({ ...retained, ...Object.fromEntries(shown) })}`;
}
