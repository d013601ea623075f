// What a page tells `make bench-web` of itself: long tasks, and how long after a click what it asked for was there.
// A marker is on the screen when the frame that holds it was presented: what Event Timing says of the click, when
// the marker was there for the first frame after it, and in no case sooner than the page was done with that frame.

(() => {
  const SOONEST = 16; // Event Timing tells of nothing quicker
  const fresh = () => ({ tasks: [], clicks: [] });
  let seen = fresh();
  let presented = new Map();

  const hear = (type, each, options) => {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...options });
  };
  hear("longtask", (task) => seen.tasks.push(task.duration));
  hear("event", (event) => event.name === "pointerup" && presented.set(event.startTime, event.duration), {
    durationThreshold: SOONEST,
  });

  // The markers of the 3D board are strokes on a canvas: the last drawing of it, stroke by stroke. Each sizes it anew.
  let strokes = [];
  const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width");
  Object.defineProperty(HTMLCanvasElement.prototype, "width", {
    ...width,
    set(wide) {
      if (this.className === "board-marks") strokes = [];
      width.set.call(this, wide);
    },
  });
  const pen = CanvasRenderingContext2D.prototype;
  const note = (name, keep) => {
    const plain = pen[name];
    pen[name] = function (...args) {
      if (this.canvas.className === "board-marks") keep(this, args);
      return plain.apply(this, args);
    };
  };
  note("moveTo", (_, at) => strokes.push(...at));
  note("fill", (context) => strokes.push(context.fillStyle));

  const marker = () => {
    if (document.querySelector(".is-solid")) return strokes.join();
    const flat = document.querySelector("svg.flat-drawing");
    if (flat) return flat.querySelector(".flat-selected")?.innerHTML ?? "";
    return document.querySelector("#marker[aria-pressed=true], [role=grid] [aria-pressed=true]")?.outerHTML ?? "";
  };

  const after = (done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  };
  addEventListener(
    "pointerup",
    ({ timeStamp }) => {
      const before = marker();
      const click = { timeStamp, painted: null, frames: 0 };
      seen.clicks.push(click);
      const look = () => {
        click.frames += 1;
        if (marker() === before) requestAnimationFrame(look);
        else after(() => { click.painted = performance.now() - timeStamp; });
      };
      requestAnimationFrame(look);
    },
    true,
  );

  const shown = ({ timeStamp, painted, frames }) => {
    if (painted === null) return [];
    return frames === 1 ? [Math.max(painted, presented.get(timeStamp) ?? 0)] : [painted];
  };
  globalThis.watch = {
    /** What was seen since the last time, in milliseconds. */
    reset() {
      const { tasks, clicks } = seen;
      const answer = { tasks, marked: clicks.flatMap(shown) };
      seen = fresh();
      presented = new Map();
      return answer;
    },
  };
})();
