// A page within another: one scene alone where `?scene=` says so, and its height reported to the
// page around it.

const wanted = () => new URLSearchParams(location.search).get("scene");

/** @param {string | undefined} address @param {string} name "lesson/scene", or "scene" */
const isOf = (address, name) => address === name || address?.split("/")[1] === name;

// Bar and prose are hidden where one scene is wanted.
export function markFramed() {
  document.documentElement.classList.toggle("alone", Boolean(wanted()));
}

export function showAlone() {
  const name = wanted();
  if (!name) return;
  /** @type {HTMLElement[]} */
  const there = [...document.querySelectorAll(/** @type {"div"} */ ("[data-at]"))];
  const found = there.find((one) => isOf(one.dataset.at, name));
  const page = found?.querySelector("a");
  if (found?.matches(".cl-page")) {
    document.querySelector("main")?.replaceChildren(found);
  } else if (page) {
    location.replace(`${page.href}${location.search}${location.hash}`);
  } else {
    document.documentElement.classList.remove("alone");
    const words = document.createElement("p");
    words.className = "lost";
    words.setAttribute("role", "alert");
    const names = [...new Set(there.map((one) => one.dataset.at))];
    words.textContent = `There is no scene ${name} in this page; it has ${names.join(", ") || "none"}.`;
    document.querySelector("main")?.prepend(words);
  }
}

// The address of this page where others can reach it; for a page opened from a file only the end is
// known.
const SERVER = "https://your.server/convexlab";

/** @param {Location | URL} here */
export function publicAddress(here) {
  const url = new URL(here.href);
  [url.search, url.hash] = ["", ""];
  return url.protocol === "file:"
    ? [SERVER, ...url.pathname.split("/").slice(-2)].join("/") : url.href;
}

export function showFrameCode() {
  const isFile = location.protocol === "file:";
  for (const place of document.querySelectorAll("pre.frame")) {
    const scene = /** @type {HTMLElement} */ (place).dataset.scene ?? "";
    const source = `${publicAddress(location)}?scene=${scene}`;
    const words = `<iframe src="${source}" title="${document.title}" width="100%" height="900"></iframe>`;
    /** @type {HTMLElement} */ (place.firstElementChild).textContent = words;
    if (!isFile) continue;
    const note = document.createElement("p");
    note.className = "frame-note";
    note.textContent = `This page was opened from a file, which no other page can show: put the site `
      + `on a server, and its address in place of ${SERVER}.`;
    place.after(note);
  }
}

// In the form of message that learning platforms listen for.
export function reportHeight() {
  if (window.parent === window) return;
  const report = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    window.parent.postMessage({ subject: "lti.frameResize", height, scene: wanted() }, "*");
  };
  new ResizeObserver(report).observe(document.body);
}
