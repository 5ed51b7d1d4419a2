// Loads the language of the page, then the app, whose modules take their texts when they are first run.

import { language } from "./strings/language";
import { loadCore } from "./strings/load";
import "./styles/index.css";

document.documentElement.lang = language;

loadCore(language)
  .then(() => import("./start"))
  .then(({ start }) => start());
