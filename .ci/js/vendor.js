// Bundles what the stage takes of d3 into widgets/static/vendor/d3.js, licences included:
// `npm run --prefix .ci/js vendor`. With --check it only says whether the file there is that bundle.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const PLACE = new URL("../../widgets/static/vendor/d3.js", import.meta.url);
const TAKEN = `export { ticks } from "d3-array"; export { interpolateRgb, piecewise } from "d3-interpolate";`;
const MODULES = ["d3-array", "d3-color", "d3-interpolate"];

const about = (name) => {
  const read = (file) => readFileSync(new URL(`node_modules/${name}/${file}`, import.meta.url), "utf8");
  return [`${name} ${JSON.parse(read("package.json")).version}`, read("LICENSE").trim()];
};
// Modules under the same licence share its text.
const texts = new Map();
for (const [name, text] of MODULES.map(about)) texts.set(text, [...(texts.get(text) ?? []), name]);
const licences = [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n");

const { outputFiles, metafile } = await build({
  stdin: { contents: TAKEN, resolveDir: import.meta.dirname },
  bundle: true, format: "esm", minify: true, write: false, metafile: true, legalComments: "none",
  charset: "utf8", lineLimit: 100, outfile: "d3.js",
});
const used = Object.entries(metafile.outputs["d3.js"].inputs)
  .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  .map(([path]) => path.match(/node_modules\/([^/]+)\//)?.[1] ?? "").filter(Boolean);
const unnamed = [...new Set(used)].filter((name) => !MODULES.includes(name));
if (unnamed.length) throw new Error(`vendor.js must name the licence of ${unnamed.join(", ")}.`);
const text = `// @ts-nocheck\n/*\n${licences}\n*/\n${outputFiles[0].text}`;

if (process.argv.includes("--check")) {
  if (readFileSync(PLACE, "utf8") !== text) {
    throw new Error("widgets/static/vendor/d3.js is not what `npm run --prefix .ci/js vendor` makes.");
  }
} else {
  mkdirSync(new URL(".", PLACE), { recursive: true });
  writeFileSync(PLACE, text);
}
