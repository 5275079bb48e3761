// Formulas of a notebook, by KaTeX.

import { explainLetters } from "../../../widgets/static/letters.js";
import { renderMath } from "./vendor/katex.js";

const DELIMITERS = [
  { left: "$$", right: "$$", display: true },
  { left: "\\[", right: "\\]", display: true },
  { left: "\\(", right: "\\)", display: false },
  { left: "$", right: "$", display: false },
];

export function typeset() {
  const main = document.querySelector("main");
  const ignoredClasses = ["cl-page", "highlight"];
  renderMath(main, { delimiters: DELIMITERS, throwOnError: false, ignoredClasses });
  if (main) explainLetters(main);
}
