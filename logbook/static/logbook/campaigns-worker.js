// Keeps a campaign's page and its logging form usable without a network: what the server says comes first, what it
// said last is shown where it does not answer. What is written meanwhile waits in campaigns.js.
"use strict";

const CACHE = "crewsite-logbook-1";
const PATIENCE = 5000;
const KEPT = /^\/campaigns\/\d+\/(log\/)?$/;
const PARTS = new Set(["style", "script", "font"]);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("crewsite-logbook-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const page = request.mode === "navigate" && KEPT.test(address.pathname);
  if (page || PARTS.has(request.destination)) event.respondWith(answer(request, page));
});

async function answer(request, page) {
  const cache = await caches.open(CACHE);
  const kept = () => cache.match(request, { ignoreVary: true, ignoreSearch: page });
  const asked = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(page ? new URL(request.url).pathname : request, response.clone());
    // Who is signed out, or no longer in the crew, finds no old page here either.
    else if (page && response.status < 500) await cache.delete(request, { ignoreVary: true, ignoreSearch: true });
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(kept);
  try {
    return (await Promise.race([asked, late])) ?? (await asked);
  } catch (error) {
    const response = await kept();
    if (response) return response;
    throw error;
  }
}
