// Says once in a browser's session that this device was to show notifications and no longer gets them: the browser lost
// its subscription, a new password ended it, or the push service forgot it.
"use strict";

(() => {
  const line = document.getElementById("device-lost");
  const { person } = document.body.dataset;
  if (!line || !window.caches || !("PushManager" in window)) return;
  const { name, entry } = line.dataset;

  async function isLost() {
    const kept = await (await caches.open(name)).match(entry);
    if (!kept || kept.headers.get("person") !== person) return false;
    const endpoint = await kept.text();
    const registration = await navigator.serviceWorker.getRegistration("/");
    if ((await registration?.pushManager.getSubscription())?.endpoint !== endpoint) return true;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
    const fingerprint = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const answer = await fetch(`${line.dataset.known}?fingerprint=${fingerprint}`, { redirect: "error" });
    return answer.status === 404;
  }

  async function check() {
    if (sessionStorage.getItem("device-checked") === person) return;
    line.hidden = !(await isLost());
    if (line.hidden) sessionStorage.setItem("device-checked", person);
  }
  check().catch(() => {}); // Offline, or without storage: another page checks again.

  line.querySelector("button").addEventListener("click", async () => {
    line.hidden = true;
    await caches.delete(name);
  });
})();
