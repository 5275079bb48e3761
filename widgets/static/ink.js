// Colours by role: the theme fills them in.

/** @import { Theme } from "./types.js" */

// "@tone" is the theme's colour, "@tone/0.3" lets 30 % of it through, "@tone%0.3" mixes 30 % of it
// into the paper (opaque: plotly stacks the fills of contours).
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
