// Light or dark: as the system says, or as was selected here before.

const KEY = "convexlab-theme";
const page = document.documentElement;

// A browser may store nothing for a page that is opened from a file.
function storedTheme() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

/** @param {string} theme */
function storeTheme(theme) {
  try { localStorage.setItem(KEY, theme); } catch { /* it applies to this page alone */ }
}

export function applyStoredTheme() {
  const theme = storedTheme();
  if (theme === "light" || theme === "dark") page.dataset.clTheme = theme;
}

const isDark = () => (
  page.dataset.clTheme ? page.dataset.clTheme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches
);

export function offerTheme() {
  const button = document.querySelector("button.theme");
  button?.addEventListener("click", () => {
    page.dataset.clTheme = isDark() ? "light" : "dark";
    storeTheme(page.dataset.clTheme);
  });
}
