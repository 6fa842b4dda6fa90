// Shows the notifications that the site sends to this browser, also while none of its pages is open. A click leads to the
// page that the notification is about.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, sentence, path, tag } = event.data.json();
  // A newer one replaces an older of the same table, and is announced again.
  event.waitUntil(self.registration.showNotification(title, { body: sentence, tag, renotify: true, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.path, self.location.origin)));
});

async function show(address) {
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === address.pathname);
  await (page ? page.focus() : self.clients.openWindow(address.href));
}
