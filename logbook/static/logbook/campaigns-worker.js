// Keeps a campaign's page, its logging form and the companion of a real table usable without a network: what the server
// says comes first, what it said last is shown where it does not answer, to the person to whom it was said (crewsite.js
// notes who is here). The companion needs no account: what it said to visitors is kept apart. What is written meanwhile
// waits in campaigns.js. The server has this worker twice, below /campaigns/ and below /companion/, and writes a constant
// above: STATIC (where static files are, perhaps on a CDN).
"use strict";

const KEPT_HERE = "crewsite-logbook-2";
const KEPT_FOR_VISITORS = "crewsite-companion-1"; // As companion.js names it.
const PATIENCE = 5000;
const COMPANION = /^\/companion\/[^/]+\/[^/]+\/$/;
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
  const ours = address.origin === location.origin || request.url.startsWith(STATIC);
  if (request.method !== "GET" || !ours) return;
  const page = request.mode === "navigate" && (KEPT.test(address.pathname) || isCompanion(request));
  if (page || PARTS.has(request.destination)) event.respondWith(answer(request, page));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
});

// The page of the site's worker.
async function offline(error) {
  return (await caches.match("/offline/", { ignoreVary: true })) ?? Promise.reject(error);
}

const isCompanion = (request) => COMPANION.test(new URL(request.url).pathname);
const cacheOf = (person) => caches.open(person ? `${KEPT_HERE}/${person}` : KEPT_FOR_VISITORS);
// The address of a draw is its number of players and its seed; that of a campaign is its path.
const addressOf = (request) => (isCompanion(request) ? request.url.split("#")[0] : new URL(request.url).pathname);

// A new draw leads on to its own address.
const isDraw = (request) => isCompanion(request) && new URL(request.url).searchParams.has("draw");

async function whoIsHere() {
  const noted = await (await caches.open(KEPT_HERE)).match("/campaigns/whose");
  return noted ? noted.text() : "";
}

async function keep(request, response, page) {
  const person = page ? response.headers.get("X-Crewsite-Person") : await whoIsHere();
  if (person || !page || isCompanion(request))
    await (await cacheOf(person)).put(page ? addressOf(request) : request, response);
}

async function forget(request) {
  const person = await whoIsHere();
  await (await cacheOf(person)).delete(addressOf(request), { ignoreVary: true, ignoreSearch: !isCompanion(request) });
}

async function answer(request, page) {
  const kept = async () => {
    const cache = await cacheOf(await whoIsHere());
    return cache.match(page ? addressOf(request) : request, {
      ignoreVary: true,
      ignoreSearch: page && !isCompanion(request),
    });
  };
  const asked = fetch(request).then(async (response) => {
    if (response.ok) await keep(request, response.clone(), page);
    // Who is signed out, or no longer in the crew, finds no old page here either.
    else if (page && response.status < 500 && !isDraw(request)) await forget(request);
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(kept);
  try {
    return (await Promise.race([asked, late])) ?? (await asked);
  } catch (error) {
    return (await kept()) ?? (page ? offline(error) : Promise.reject(error));
  }
}
