// Small animated pictures, and the button that stops them.

export function offerPictures() {
  const button = document.querySelector("button.calm");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) button?.remove(); // all are still
  button?.addEventListener("click", () => {
    const calm = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(calm));
    /** @type {NodeListOf<HTMLImageElement>} */
    const images = document.querySelectorAll("img[data-film]");
    for (const image of images) image.src = image.dataset[calm ? "still" : "film"] ?? "";
  });
}
