// Makes of the browser's modules the bundles that pages get: `npm run --prefix .ci/js bundle`. With
// --check it only says whether the files there are those bundles. sources.json next to them says of
// which files each is made, for a test that needs no node.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build, transform } from "esbuild";

const ROOT = new URL("../../", import.meta.url).pathname;
// A page opened from a file may have no script but a classic one.
const BUNDLES = {
  "widgets/static": {
    widget: { format: "esm", taken: `export { default } from "./widget.js";` },
    carrier: { format: "esm", taken: `export { default } from "./carrier.js";` },
    live: { format: "esm", taken: `export * from "./live.js";` },
    draw: { format: "esm", taken: `export { Lasso } from "./lasso.js"; export { Sketch } from "./sketch.js"; export { Table } from "./table.js";` },
    // A script next to a page, or the text of a module: both find it by its name.
    space: {
      format: "iife", globalName: "convexlabSpace", taken: `export { Space } from "./space.js";`,
    },
    page: { format: "iife", taken: `import { startAll } from "./page.js"; startAll();` },
  },
  "lab/site/static": {
    site: { format: "iife", taken: `import { startSite } from "./site.js"; startSite();` },
    essay: { format: "iife", taken: `import { startEssay } from "./essay.js"; startEssay();` },
    math: { format: "iife", taken: `import { typeset } from "./math.js"; typeset();` },
  },
};

const sheets = {
  name: "style sheets as text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const css = readFileSync(path, "utf8");
      const { code } = await transform(css, { loader: "css", minify: true, charset: "utf8" });
      return { contents: code, loader: "text" };
    });
  },
};

/** The text of a bundle, and the files of `folder` that it is made of. */
async function made(folder, { format, globalName, taken }) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: taken, resolveDir: ROOT + folder }, absWorkingDir: ROOT + folder,
    bundle: true, format, globalName, minify: true, write: false, metafile: true, legalComments: "inline",
    charset: "utf8", target: "es2022", plugins: [sheets], outfile: "out.js",
  });
  const files = Object.keys(metafile.inputs).filter((name) => name !== "<stdin>").sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\n${readFileSync(`${ROOT}${folder}/${name}`, "utf8")}`);
  return { text: outputFiles[0].text, about: { digest: hash.digest("hex"), files } };
}

const check = process.argv.includes("--check");
/** Write a file, or say that it is another. */
function put(place, text) {
  if (!check) writeFileSync(ROOT + place, text);
  else if (readFileSync(ROOT + place, "utf8") !== text) {
    throw new Error(`${place} is not what \`npm run --prefix .ci/js bundle\` makes.`);
  }
}

for (const [folder, bundles] of Object.entries(BUNDLES)) {
  mkdirSync(`${ROOT}${folder}/bundles`, { recursive: true });
  const sources = {};
  for (const [name, one] of Object.entries(bundles)) {
    const { text, about } = await made(folder, one);
    put(`${folder}/bundles/${name}.js`, text);
    sources[name] = about;
  }
  put(`${folder}/bundles/sources.json`, `${JSON.stringify(sources, null, 1)}\n`);
}
