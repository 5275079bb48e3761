// What every page of the site does: light or dark, the search box, small pictures that stop, a
// scene alone in a frame.

import { askFrame, showAlone, tellFrame } from "./frame.js";
import { dressed, offerTheme } from "./look.js";
import { offerPictures } from "./pictures.js";
import { offerKeys } from "./scroll.js";
import { offerSearch } from "./search.js";

dressed(); // before the page is painted
askFrame();

export function startSite() {
  document.addEventListener("DOMContentLoaded", () => {
    offerTheme();
    offerSearch();
    offerPictures();
    offerKeys();
    showAlone();
    tellFrame();
  });
}
