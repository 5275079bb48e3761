// The sentence where the values of the knobs have no picture, and an earlier one is drawn.

import { field } from "./text.js";
import { same } from "./values.js";

/** @import { KnobSpec } from "./types.js" */

/**
 * The words, with the knobs whose values differ from those of the picture.
 * @param {KnobSpec[]} specs @param {Record<string, { value: unknown }>} states
 * @param {Record<string, unknown>} at the knobs' values of the picture
 */
export function staleWords(specs, states, at) {
  const turned = specs.filter(({ name }) => name in at && !same(at[name], states[name]?.value));
  const of = turned.map((spec) => `${spec.label} ${valueWords(spec, at[spec.name])}`).join(", ");
  const drawn = of ? `of ${of}` : "an earlier one";
  return `The present values of the knobs have no picture. What is drawn is ${drawn}.`;
}

/** @param {KnobSpec} spec @param {unknown} value */
function valueWords({ options }, value) {
  const option = options.find((one) => same(one.value, value));
  if (option) return option.words;
  return typeof value === "number" ? field(value) : JSON.stringify(value);
}
