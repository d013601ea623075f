import { render } from "preact";
import { App } from "./app";
import { startWorker } from "./pwa";
import { watchDevice } from "./services";

const place = document.getElementById("app");
if (place) {
  watchDevice();
  render(<App />, place);
  startWorker();
}
