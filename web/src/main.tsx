import { render } from "preact";
import { App } from "./app";
import { heedDoubleClicks } from "./parts/double-click";
import { startWorker } from "./pwa";
import { watchDevice } from "./services";

const place = document.getElementById("app");
if (place) {
  heedDoubleClicks(window);
  watchDevice();
  render(<App />, place);
  startWorker();
}
