// Words for what lies between frames, by the rules of widgets/text.py; one table of cases in the
// tests checks that both sides use the same words.

/**
 * The first `n` significant digits of a number that is not 0, and its power of ten. Ties go to the
 * even digit, as in Python; JavaScript's own rounding takes them away from zero.
 * @param {number} value @param {number} n
 * @returns {[string, number]}
 */
function decimal(value, n) {
  const size = Math.abs(value);
  const exact = size.toExponential(60).replace(".", "");
  const significant = exact.slice(0, n);
  const tie = /^50*e/.test(exact.slice(n)) && Number(significant.at(-1)) % 2 === 0;
  const [digits, exponent] = (tie ? exact : size.toExponential(n - 1).replace(".", "")).split("e");
  return [digits.slice(0, n), Number(exponent)];
}

/**
 * Digits with their point, thousands apart: ("12345", 3) is "1,234.5".
 * @param {string} digits @param {number} exponent
 */
function placed(digits, exponent) {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = digits.slice(exponent + 1);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest ? `${grouped}.${rest}` : grouped;
}

/** @param {string} digits @param {number} exponent */
function scientific(digits, exponent) {
  return `${digits[0]}.${digits.slice(1)}e${exponent}`;
}

/** @param {string} words */
function trimmed(words) {
  const [mantissa, exponent] = words.split("e");
  const significant = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return exponent === undefined ? significant : `${significant}e${exponent}`;
}

/**
 * A number with that many significant digits: "1.3900", "1,234.5", "250,000", "1.000e-5".
 * @param {number | null} value @param {number} [digits]
 */
export function number(value, digits = 5) {
  if (value === null || Number.isNaN(value)) return "–";
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size === Infinity) return `${sign}∞`;
  if (size === 0) return "0";
  const [, order] = decimal(size, 30);
  if (Number.isInteger(size) && size < 1e15) return sign + placed(...decimal(size, order + 1));
  const few = Math.max(digits - 1, 2);
  if (size < 1e-3 || size >= 1e7) return sign + scientific(...decimal(size, few));
  return sign + placed(...decimal(size, Math.max(digits, order + 1)));
}

/**
 * A number with at most that many digits and no zeros at its end: "0.3", "1,412", "1e-5".
 * @param {number | null} value @param {number} [digits]
 */
export function short(value, digits = 3) {
  return trimmed(number(value, digits));
}

/**
 * A number as a field shows it for editing: four digits that read back, "0.25", "1e-5".
 * @param {number} value
 */
export function field(value) {
  if (value === 0 || (Number.isInteger(value) && Math.abs(value) < 1e6)) return String(value + 0);
  const sign = value < 0 ? "-" : "";
  const [digits, exponent] = decimal(value, 4);
  if (exponent < -3 || exponent >= 6) return sign + trimmed(scientific(digits, exponent));
  const [, order] = decimal(value, 30);
  return sign + trimmed(placed(...decimal(value, Math.max(order + 1, 4)))).replaceAll(",", "");
}

/**
 * Words and, at odd places, numbers with an exponent, which browsers break at its sign.
 * @param {string} words
 */
export const byNumbers = (words) => words.split(/(\d[\d.,]*e-\d+)/);

// Where the visible statement ends: at two spaces, else at a dash, or with the first sentence.
const MARK = / {2}/;
const END = /(?<=[.!?]) +| (?=— )/;

/**
 * Of a caption: the statement about the picture, the figures that follow, and what is after a line
 * break.
 * @param {string} caption
 */
export function captionParts(caption) {
  const [frame, ...whole] = caption.split("\n");
  const at = MARK.exec(frame) ?? END.exec(frame);
  const visible = at ? frame.slice(0, at.index) : frame;
  const figures = at ? frame.slice(at.index + at[0].length) : "";
  return { visible, figures, whole: whole.join(" ") };
}

/**
 * The counter of a clock whose values fall, between frames too: "λ = 0.3".
 * @param {{name: string, values: number[]}} clock @param {number} position
 */
export function counter({ name, values }, position) {
  const k = Math.floor(position);
  const share = position - k;
  const value = share ? (1 - share) * values[k] + share * values[k + 1] : values[k];
  return `${name} = ${short(value)}`;
}

/**
 * Whether a clock's values fall: they are a quantity then, not a count.
 * @param {number[]} values
 */
export function falls(values) {
  return values[0] > values[values.length - 1];
}

const RAISED = /** @type {Record<string, string>} */ ({ "-": "⁻" });
[..."⁰¹²³⁴⁵⁶⁷⁸⁹"].forEach((raised, digit) => { RAISED[digit] = raised; });

/**
 * An axis's number: as many digits as it has, at most ten: "0.25", "12", "3e6".
 * @param {number} value
 */
export function tick(value) {
  const size = Math.abs(value);
  if (size < 1e-300) return "0";
  if (size < 1e-4 || size >= 1e5) return withPower(value);
  const sign = value < 0 ? "−" : "";
  return sign + trimmed(placed(...decimal(size, 10))).replaceAll(",", "");
}

/**
 * At most five digits and a power of ten: "5e4", "1.2346e5".
 * @param {number} value
 */
function withPower(value) {
  return (value < 0 ? "−" : "") + trimmed(scientific(...decimal(Math.abs(value), 5)));
}

/**
 * An axis's numbers, worded alike: where one needs a power of ten, each but 0 has one.
 * @param {number[]} values
 */
export function ticks(values) {
  const words = values.map(tick);
  if (!words.some((word) => word.includes("e"))) return words;
  return values.map((value, i) => (words[i] === "0" ? "0" : withPower(value)));
}

/**
 * A number on a logarithmic axis: "1", "10", "10⁻⁴"; others as `tick`.
 * @param {number} value
 */
export function powerTick(value) {
  const exponent = Math.log10(value);
  const power = Math.round(exponent);
  if (Math.abs(exponent - power) > 1e-9) return tick(value);
  if (power === 0 || power === 1) return power ? "10" : "1";
  return `10${[...String(power)].map((digit) => RAISED[digit]).join("")}`;
}
