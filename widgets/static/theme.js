// Light or dark: as the page says, as JupyterLab says, else as the system says.

export function isDark() {
  const forced = document.documentElement.dataset.clTheme;
  if (forced) return forced === "dark";
  const lab = document.body.dataset.jpThemeLight;
  if (lab !== undefined) return lab === "false";
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

// Whether motion is to be reduced.
export function isCalm() {
  return Boolean(globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches);
}

/** @param {() => void} act */
export function watchTheme(act) {
  const observer = new MutationObserver(act);
  observer.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  observer.observe(document.documentElement, { attributeFilter: ["data-cl-theme"] });
  const media = window.matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", act);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", act);
  };
}
