/** Starts the service worker of public/sw.js, which keeps hashed files and the offline notice. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const start = () => {
    // why: without it the client works all the same, only not offline
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  };
  // why: the first page comes before what later pages want kept
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
