// Lints the browser's modules and their tests.
import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  eqeqeq: "error",
  "no-shadow": "error",
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  "no-var": "error",
  "prefer-const": "error",
  "no-self-compare": "off", // x === x is false for NaN
  "no-restricted-properties": ["error", { property: "innerHTML" }, { property: "outerHTML" }],
  "max-len": ["error", { code: 100, ignoreStrings: true, ignoreTemplateLiterals: true }],
};

export default [
  { ignores: ["**/static/vendor/**", "**/static/bundles/**"] },
  { files: ["**/static/**/*.js"], languageOptions: { globals: globals.browser }, rules },
  { files: ["**/tests/js/**/*.js"], languageOptions: { globals: globals.node }, rules },
];
