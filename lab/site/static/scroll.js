// What is wider than the page can be scrolled by keys as well.

const WIDE = "main pre, main table, .katex-display";

export function offerKeys() {
  const update = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const boxes = document.querySelectorAll(WIDE);
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  window.addEventListener("resize", update);
  document.fonts.ready.then(update);
  update();
}
