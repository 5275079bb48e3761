// Bundles what the pages take of libraries, licences included: `npm run --prefix .ci/js vendor`.
// With --check it only says whether the files there are those bundles.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const ROOT = new URL("../../", import.meta.url);
const SITE = "lab/site/static/vendor";
const BUNDLES = [
  {
    place: "widgets/static/vendor/d3.js", modules: ["d3-array", "d3-color", "d3-interpolate"],
    taken: `export { ticks } from "d3-array"; export { interpolateRgb, piecewise } from "d3-interpolate";`,
  },
  {
    place: "widgets/static/vendor/three.js", modules: ["three"],
    taken: `export {
      BufferGeometry, DoubleSide, DynamicDrawUsage, GLSL3, InstancedBufferGeometry,
      InstancedInterleavedBuffer, InterleavedBuffer, InterleavedBufferAttribute, BufferAttribute,
      Mesh, PerspectiveCamera, RawShaderMaterial, Scene, Vector2, Vector3, WebGLRenderer,
    } from "three";`,
  },
  {
    place: `${SITE}/minisearch.js`, modules: ["minisearch"],
    taken: `export { default as MiniSearch } from "minisearch";`,
  },
  {
    place: `${SITE}/katex.js`, modules: ["katex"],
    taken: `export { default as renderMath } from "katex/contrib/auto-render";`,
  },
];

const read = (name, file) => readFileSync(new URL(`node_modules/${name}/${file}`, import.meta.url));
const about = (name) => [
  `${name} ${JSON.parse(read(name, "package.json")).version}`,
  read(name, `LICENSE${name === "minisearch" ? ".txt" : ""}`).toString().trim(),
];

// Modules under the same licence share its text.
function licences(modules) {
  const texts = new Map();
  for (const [name, text] of modules.map(about)) texts.set(text, [...(texts.get(text) ?? []), name]);
  return [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n");
}

async function bundle({ place, modules, taken }) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: taken, resolveDir: import.meta.dirname },
    bundle: true, format: "esm", minify: true, write: false, metafile: true, legalComments: "none",
    charset: "utf8", lineLimit: 100, outfile: "out.js",
  });
  const used = Object.entries(metafile.outputs["out.js"].inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path.match(/node_modules\/([^/]+)\//)?.[1] ?? "").filter(Boolean);
  const unnamed = [...new Set(used)].filter((name) => !modules.includes(name));
  if (unnamed.length) throw new Error(`vendor.js must name the licence of ${unnamed.join(", ")}.`);
  return [place, `// @ts-nocheck\n/*!\n${licences(modules)}\n*/\n${outputFiles[0].text}`];
}

// The style sheet of formulas with its fonts inside: a browser that opens a file loads none from
// another directory.
function styles() {
  const css = read("katex", "dist/katex.min.css").toString()
    .replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)/g, "")
    .replace(/url\((fonts\/[^)]*\.woff2)\)/g, (_, file) => (
      `url(data:font/woff2;base64,${read("katex", `dist/${file}`).toString("base64")})`));
  return [`${SITE}/katex.css`, `/*\n${licences(["katex"])}\n*/\n${css}\n`];
}

for (const [place, text] of [...await Promise.all(BUNDLES.map(bundle)), styles()]) {
  const file = new URL(place, ROOT);
  if (!process.argv.includes("--check")) {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    throw new Error(`${place} is not what \`npm run --prefix .ci/js vendor\` makes.`);
  }
}
