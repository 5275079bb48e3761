// Colours by role: the theme fills them in.

/** @import { Theme } from "./types.js" */

// "@tone" is the theme's colour, "@tone/0.3" lets 30 % of it through, "@tone%0.3" mixes 30 % of it
// into the paper (opaque: the fills of contours are stacked).
/** @param {any} token @param {Theme} theme @returns {string} */
export function ink(token, theme) {
  if (typeof token !== "string" || token[0] !== "@") return token;
  const [, tone, how, share] = token.match(/^@(\w+)(?:([/%])(.+))?$/) ?? [];
  const rgb = channels(theme.colours[tone]);
  if (!how) return theme.colours[tone];
  if (how === "/") return `rgba(${rgb.join()},${share})`;
  const paper = channels(theme.colours.paper);
  return `rgb(${rgb.map((c, i) => Math.round(Number(share) * c + (1 - Number(share)) * paper[i])).join()})`;
}

/** @param {string} hex */
function channels(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

/**
 * Words with a halo of paper, so that they are readable on any background, in the colour that words
 * of their tone have.
 * @param {CanvasRenderingContext2D} ctx @param {string} words @param {number} x @param {number} y
 * @param {string} tone @param {Theme} theme @param {number} width of the halo, in pixels
 */
export function writeOnHalo(ctx, words, x, y, tone, theme, width = 4) {
  ctx.lineWidth = width;
  ctx.strokeStyle = ink("@paper/0.85", theme);
  ctx.strokeText(words, x, y);
  ctx.fillStyle = ink(`${tone}_word`, theme);
  ctx.fillText(words, x, y);
}

/**
 * A colour as pixels have it: one 32-bit word, in the byte order of the machine.
 * @param {string} colour "rgb(…)" or "#rrggbb"
 */
export function pixelOf(colour) {
  const rgb = colour[0] === "#" ? channels(colour) : (colour.match(/\d+/g) ?? []).map(Number);
  return new Uint32Array(Uint8Array.from([...rgb, 255]).buffer)[0];
}
