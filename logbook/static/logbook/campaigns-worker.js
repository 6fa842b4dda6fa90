// Keeps a campaign's page and its logging form usable without a network: what the server says comes first, what it
// said last is shown where it does not answer, to the person to whom it was said (crewsite.js notes who is here). What is
// written meanwhile waits in campaigns.js.
"use strict";

const KEPT_HERE = "crewsite-logbook-2";
const PATIENCE = 5000;
const KEPT = /^\/campaigns\/\d+\/(log\/)?$/;
const PARTS = new Set(["style", "script", "font"]);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("crewsite-logbook-") && !name.startsWith(KEPT_HERE)) await caches.delete(name);
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
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
});

// The page of the site's worker.
async function offline(error) {
  return (await caches.match("/offline/", { ignoreVary: true })) ?? Promise.reject(error);
}

const cacheOf = (person) => caches.open(`${KEPT_HERE}/${person}`);

async function whoIsHere() {
  const noted = await (await caches.open(KEPT_HERE)).match("/campaigns/whose");
  return noted ? noted.text() : "";
}

async function keep(request, response, page) {
  const person = page ? response.headers.get("X-Crewsite-Person") : await whoIsHere();
  if (person) await (await cacheOf(person)).put(page ? new URL(request.url).pathname : request, response);
}

async function forget(request) {
  const person = await whoIsHere();
  if (person) await (await cacheOf(person)).delete(request, { ignoreVary: true, ignoreSearch: true });
}

async function answer(request, page) {
  const kept = async () => {
    const person = await whoIsHere();
    return person ? (await cacheOf(person)).match(request, { ignoreVary: true, ignoreSearch: page }) : undefined;
  };
  const asked = fetch(request).then(async (response) => {
    if (response.ok) await keep(request, response.clone(), page);
    // Who is signed out, or no longer in the crew, finds no old page here either.
    else if (page && response.status < 500) await forget(request);
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(kept);
  try {
    return (await Promise.race([asked, late])) ?? (await asked);
  } catch (error) {
    return (await kept()) ?? (page ? offline(error) : Promise.reject(error));
  }
}
