// Keeps the client's hashed files and a notice for when there is no network. Nothing of the API, and no page of the
// client itself, is ever kept: what a seat may see goes through the network or not at all.

const NOTICE = "notice-1";
const ASSETS = "assets-1";
const NOTICE_PAGE = "/offline/index.html";
const NOTICE_FILES = [NOTICE_PAGE, "/offline/offline.css", "/offline/offline.js", "/icons/icon.svg"];
/** More than one build has; the oldest go first. */
const MOST_ASSETS = 120;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NOTICE).then((cache) => cache.addAll(NOTICE_FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!url.pathname.startsWith("/api/")) event.respondWith(pageOrNotice(request));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(asset(event));
  } else if (NOTICE_FILES.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => kept(NOTICE, request)));
  }
});

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== NOTICE && name !== ASSETS).map((name) => caches.delete(name)));
}

async function pageOrNotice(request) {
  try {
    return await fetch(request);
  } catch {
    return kept(NOTICE, NOTICE_PAGE);
  }
}

/** Names of assets change with their content, so what is kept is right for ever. */
async function asset(event) {
  const found = await caches.match(event.request, { cacheName: ASSETS });
  if (found) return found;
  const response = await fetch(event.request);
  if (response.status === 200 && response.type === "basic") {
    const copy = response.clone();
    // why: a full or forbidden storage must not cost the page its file
    event.waitUntil(keep(event.request, copy).catch(() => undefined));
  }
  return response;
}

async function keep(request, response) {
  const cache = await caches.open(ASSETS);
  await cache.put(request, response);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ASSETS)).map((old) => cache.delete(old)));
}

async function kept(name, request) {
  return (await caches.match(request, { cacheName: name })) ?? Response.error();
}
