import { render } from "preact";
import { App } from "./app";
import { heedDoubleClicks } from "./parts/double-click";
import { startWorker } from "./pwa";
import { keepScroll } from "./scroll";
import { brand, watchDevice, watchPlayer, watchTabs } from "./services";

const place = document.getElementById("app");
if (place) {
  heedDoubleClicks(window);
  watchDevice();
  watchTabs();
  watchPlayer();
  keepScroll(window);
  render(<App />, place);
  startWorker();
  brand.load().catch(() => undefined); // what was kept, or the client's own, will do
}
