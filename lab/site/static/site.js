// What every page of the site does: light or dark, the search box, animated pictures that can be
// stopped, a scene alone in a frame.

import { markFramed, reportHeight, showAlone, showFrameCode } from "./frame.js";
import { applyStoredTheme, offerTheme } from "./theme.js";
import { offerPictures } from "./pictures.js";
import { offerKeys } from "./scroll.js";
import { offerSearch } from "./search.js";

applyStoredTheme(); // before the page is painted
markFramed();

export function startSite() {
  document.addEventListener("DOMContentLoaded", () => {
    offerTheme();
    offerSearch();
    offerPictures();
    offerKeys();
    showAlone();
    showFrameCode();
    reportHeight();
  });
}
