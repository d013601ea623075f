import { render } from "preact";
import { App } from "./app";
import { watchDevice } from "./services";

const place = document.getElementById("app");
if (place) {
  watchDevice();
  render(<App />, place);
}
