// "On this device": turns notifications on and off in this browser, and says in words how it stands.
"use strict";

(() => {
  const section = document.getElementById("device");
  if (!section) return;
  const line = section.querySelector("#device-state");
  const answer = section.querySelector("#device-answer");
  const button = section.querySelector("#device-switch");
  const test = section.querySelector("#device-test");
  const devices = section.querySelector("#devices");
  const { key, worker } = section.dataset;

  function unable() {
    if (!window.isSecureContext) return "insecure";
    if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "";
    return /iPhone|iPad/.test(navigator.userAgent) ? "homeScreen" : "unable";
  }

  async function subscriptionNow() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return (await registration?.pushManager.getSubscription()) ?? null;
  }

  async function fingerprint(endpoint) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
    return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // A restored site may have another key than the one that this subscription was made with.
  function isOurs(subscription) {
    const used = String.fromCharCode(...new Uint8Array(subscription.options?.applicationServerKey ?? []));
    return !used || btoa(used).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
  }

  // It is on if this browser has a subscription and the site has it too, for the person who is here.
  async function isOn(subscription) {
    const own = subscription && isOurs(subscription) && (await fingerprint(subscription.endpoint));
    const row = own && devices.querySelector(`[data-fingerprint="${own}"]`);
    if (row) row.querySelector("[data-this]").hidden = false;
    return Boolean(row);
  }

  // The worker and the other pages know by this entry what was turned on here, and for whom.
  const CACHE = "crewsite-device";
  async function remember(endpoint) {
    const answer = new Response(endpoint, { headers: { person: document.body.dataset.person, key } });
    await (await caches.open(CACHE)).put("/endpoint", answer);
  }

  async function show() {
    const reason = unable() || (Notification.permission === "denied" ? "blocked" : "");
    const on = !reason && (await isOn(await subscriptionNow()));
    line.textContent = line.dataset[reason || (on ? "on" : "off")];
    button.textContent = button.dataset[on ? "off" : "on"];
    button.dataset.does = on ? "off" : "on";
    button.hidden = Boolean(reason);
    test.hidden = !on;
  }

  async function send(address, fields) {
    const headers = { "X-CSRFToken": document.querySelector("input[name=csrfmiddlewaretoken]").value };
    const response = await fetch(address, { method: "POST", headers, body: new URLSearchParams(fields) });
    if (response.redirected) window.location.reload(); // Signed out meanwhile.
    const text = await response.text();
    const isText = response.headers.get("Content-Type")?.startsWith("text/plain");
    if (!response.ok) throw new Refused(isText ? text : "");
    return text;
  }

  class Refused extends Error {}

  async function turnOn() {
    if ((await Notification.requestPermission()) !== "granted") return "";
    await navigator.serviceWorker.register(worker, { updateViaCache: "all" });
    const registration = await navigator.serviceWorker.ready;
    const older = await registration.pushManager.getSubscription();
    if (older && !(await isOn(older))) await older.unsubscribe(); // Made for another person, or with another key.
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    try {
      devices.innerHTML = await send(button.dataset.onAddress, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
    await remember(endpoint);
    const lost = document.getElementById("device-lost");
    if (lost) lost.hidden = true;
    return "";
  }

  async function turnOff() {
    const subscription = await subscriptionNow();
    devices.innerHTML = await send(button.dataset.offAddress, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
    await caches.delete(CACHE);
    return "";
  }

  async function sendTest() {
    return send(test.dataset.address, { endpoint: (await subscriptionNow())?.endpoint ?? "" });
  }

  let busy = false;
  async function run(work) {
    if (busy) return;
    busy = true;
    try {
      answer.textContent = await work();
    } catch (error) {
      answer.textContent = (error instanceof Refused && error.message) || answer.dataset.failed;
    }
    await show();
    busy = false;
  }

  devices.addEventListener("submit", (event) => {
    if (!event.target.closest("li").querySelector("[data-this]").hidden) caches.delete(CACHE).catch(() => {});
  });
  button.addEventListener("click", () => run(button.dataset.does === "on" ? turnOn : turnOff));
  test.addEventListener("click", () => run(sendTest));

  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    busy = false;
    answer.textContent = "";
    show().catch(() => {});
  });
  show().catch(() => {
    line.textContent = line.dataset.unable;
  });
  navigator.permissions?.query({ name: "notifications" }).then(
    (status) => status.addEventListener("change", show),
    () => {},
  );
})();
