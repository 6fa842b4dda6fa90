// The grid of a hand without a network. The site's worker shows this page again, and a hand that is done waits on this phone
// (IndexedDB) and is sent once the browser is back online. A hand replaces an earlier one of its seat, so sending it twice
// changes nothing. What waits stays covered, like a hand that is in. Without this script the form is an ordinary one.
"use strict";

(() => {
  const PATIENCE = 20000;
  const AGAIN = 30000;
  const KEPT = "crewsite-typed-1"; // As the site's worker names it.
  const MOST_KEPT = 12; // Grids; a table has at most five.
  const form = document.querySelector("form.typed-grid-form");
  const frame = document.getElementById("waiting-hand");
  const words = frame.dataset;
  const here = location.pathname;
  let busy = false;
  let correcting = false; // The player taps another hand in place of the one that waits.

  // ---- what waits ----
  const opened = new Promise((resolve, reject) => {
    const asked = indexedDB.open("crewsite-typed", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("hands", { keyPath: "action" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  opened.catch(() => {}); // Where nothing can be kept, the form is sent as ever.

  async function hands(mode, act) {
    const store = (await opened).transaction("hands", mode).objectStore("hands");
    const asked = act(store);
    return new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }
  const keep = (hand) => hands("readwrite", (store) => store.put(hand));
  const forget = (action) => hands("readwrite", (store) => store.delete(action));
  const all = () => hands("readonly", (store) => store.getAll());
  const own = () => hands("readonly", (store) => store.get(here));

  // ---- sending ----
  const cookie = (name) =>
    document.cookie
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  // "sent", "waits", or "refused" with the server's sentence.
  async function send(hand) {
    const body = new URLSearchParams(hand.fields);
    const token = cookie("csrftoken") ?? form.elements.csrfmiddlewaretoken.value;
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    let answer;
    try {
      answer = await fetch(hand.action, { method: "POST", body, headers, signal: AbortSignal.timeout?.(PATIENCE) });
    } catch {
      return ["waits"];
    }
    if (answer.ok) return ["sent"];
    if (answer.status >= 500 || answer.status === 429) return ["waits"];
    const said = await answer.json().catch(() => ({}));
    return ["refused", said.sentence ?? words.gone];
  }

  async function flush() {
    for (const hand of (await all()).filter((one) => !one.refused)) {
      const [end, sentence] = await send(hand);
      if (end === "waits") break;
      if (end === "refused") await keep({ ...hand, refused: sentence });
      else await forget(hand.action);
      if (end === "sent" && hand.action === here && !correcting) return void location.assign(words.deal);
    }
    await show();
  }

  // One tab at a time; a hand that is sent twice is in once.
  function flushOnce() {
    const run = () => flush().catch(() => {});
    return navigator.locks ? navigator.locks.request("crewsite-typed", run) : run();
  }

  // ---- what the page says ----
  async function show() {
    if (correcting) return;
    const hand = await own();
    frame.hidden = hand === undefined;
    form.hidden = hand !== undefined;
    frame.querySelector("p").textContent = hand?.refused || words.waits;
  }

  // What waits goes on waiting, until another hand takes its place: the grid is empty, for the phone may have been passed on.
  // Only a hand that was refused comes back as it was, and waits no longer.
  frame.querySelector("button").addEventListener("click", async () => {
    const hand = await own();
    if (hand?.refused) {
      for (const box of form.elements.card)
        box.checked = hand.fields.some(([name, value]) => name === "card" && value === box.value);
      form.elements.name.value = hand.fields.find(([name]) => name === "name")?.[1] ?? "";
      await forget(here);
    }
    correcting = true;
    frame.hidden = true;
    form.hidden = false;
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    try {
      const hand = { action: here, fields, refused: "" };
      await keep(hand);
      const [end] = await send(hand);
      if (end !== "waits") await forget(here);
      if (end === "sent") return void location.assign(words.deal);
      if (end === "refused") return HTMLFormElement.prototype.submit.call(form); // The page says why.
      form.reset();
      correcting = false;
      await show();
    } catch {
      return HTMLFormElement.prototype.submit.call(form);
    }
    busy = false;
    delete form.dataset.pressed; // As it was before the press (data-once).
  });

  // ---- the page itself ----
  // The grid alone: before the end of the round it holds no card of a hand, and after it the page is not kept.
  async function keepPage() {
    if (!("serviceWorker" in navigator) || !window.caches || !navigator.onLine || words.keep !== "yes") return;
    const cache = await caches.open(KEPT);
    const assets = performance.getEntriesByType("resource").map((one) => one.name);
    const parts = assets.filter((address) => new URL(address).pathname.startsWith("/static/"));
    await Promise.all(
      [here, ...parts].map(async (address) => {
        const answer = await fetch(address);
        if (answer.ok && !answer.redirected) await cache.put(address, answer);
      }),
    );
    const grids = (await cache.keys()).filter((request) => new URL(request.url).pathname.startsWith("/won/"));
    for (const old of grids.slice(0, -MOST_KEPT)) await cache.delete(old);
  }

  window.addEventListener("online", flushOnce);
  setInterval(() => navigator.onLine && flushOnce(), AGAIN);
  show()
    .catch(() => {})
    .then(() => navigator.onLine && flushOnce())
    .then(keepPage)
    .catch(() => {})
    .then(() => frame.setAttribute("data-ready", ""));
})();
