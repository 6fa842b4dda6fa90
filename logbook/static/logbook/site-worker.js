// The site's service worker: it shows notifications, also while no page is open, says in a page that the browser is
// offline, and then shows the grids of hands that typed-hand.js has kept. The server writes constants above: VERSION, OFFLINE (the address of that page), FILES (what it needs), ICON
// and RENEW (where a changed subscription is reported).
"use strict";

const NAME = "crewsite-offline-";
const KEPT = NAME + VERSION;
const GRIDS = "crewsite-typed-1"; // As typed-hand.js names it.
const GRID = /^\/won\/[^/]+\/hand\/\d+\/$/;
const PARTS = new Set(["style", "script", "font", "image"]);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(deleteOld().then(() => self.clients.claim())));

// ---- offline ----
async function keep() {
  await (await caches.open(KEPT)).addAll([OFFLINE, ...FILES]);
}

async function deleteOld() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

const kept = async (request) => (await caches.open(KEPT)).match(request, { ignoreVary: true });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(pathname) || FILES.includes(request.url)) event.respondWith(file(request));
  else if (PARTS.has(request.destination) && isOfGrid(request)) event.respondWith(part(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const shown = (await grid(request)) ?? (await kept(OFFLINE));
    if (shown) return shown;
    throw error;
  }
}

// A grid that this phone keeps, by its path.
async function grid(request) {
  const { pathname } = new URL(request.url);
  return GRID.test(pathname) ? (await caches.open(GRIDS)).match(pathname, { ignoreVary: true }) : undefined;
}

// Other pages fetch their parts without a detour. (A font names its style sheet, not the page.)
function isOfGrid(request) {
  const from = request.referrer && new URL(request.referrer).pathname;
  return GRID.test(from) || !self.navigator.onLine;
}

// What a kept grid is drawn with.
async function part(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await (await caches.open(GRIDS)).match(request, { ignoreVary: true })) ?? Promise.reject(error);
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await kept(request)) ?? Promise.reject(error);
  }
}

// ---- notifications ----
self.addEventListener("push", (event) => {
  const { title, sentence, path, tag } = event.data.json();
  // A newer one replaces an older of the same table, and is announced again.
  const shown = { body: sentence, tag, renotify: true, icon: ICON, data: { path } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

// The browser has given its subscription up, or another one: the site is told with the former address, which only this
// browser and the site know.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew(event) {
  const remembered = await (await caches.open("crewsite-device")).match("/endpoint");
  const former = event.oldSubscription?.endpoint ?? (await remembered?.text());
  if (!former) return;
  const applicationServerKey = event.oldSubscription?.options.applicationServerKey ?? remembered?.headers.get("key");
  const options = { userVisibleOnly: true, applicationServerKey };
  const subscription = event.newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const form = new URLSearchParams({ former, endpoint, p256dh: keys.p256dh, auth: keys.auth });
  const answer = await fetch(RENEW, { method: "POST", body: form, redirect: "error" });
  if (!answer.ok || !remembered) return; // The next page says that this device gets no more notifications.
  const headers = Object.fromEntries(remembered.headers);
  await (await caches.open("crewsite-device")).put("/endpoint", new Response(endpoint, { headers }));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.path, self.location.origin)));
});

async function show(address) {
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((one) => new URL(one.url).pathname === address.pathname);
  await (open ? open.focus() : self.clients.openWindow(address.href));
}
