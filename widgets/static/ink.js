// Colours by role: the theme fills them in.

// "@tone" is the theme's colour, "@tone/0.3" lets 30 % of it through, "@tone%0.3" mixes 30 % of it
// into the paper (opaque: plotly stacks the fills of contours).
export function ink(token, theme) {
  if (typeof token !== "string" || token[0] !== "@") return token;
  const [, tone, how, share] = token.match(/^@(\w+)(?:([/%])(.+))?$/);
  const rgb = channels(theme.colours[tone]);
  if (!how) return theme.colours[tone];
  if (how === "/") return `rgba(${rgb.join()},${share})`;
  const paper = channels(theme.colours.paper);
  return `rgb(${rgb.map((c, i) => Math.round(share * c + (1 - share) * paper[i])).join()})`;
}

function channels(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

// Fills every "@tone" of a plotly template.
export function inked(value, theme) {
  if (Array.isArray(value)) return value.map((v) => inked(v, theme));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, inked(v, theme)]));
  }
  return ink(value, theme);
}
