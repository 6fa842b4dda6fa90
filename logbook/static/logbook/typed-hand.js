// The grid of a hand without a network. The site's worker shows this page again, and a hand that is done waits on this phone
// (IndexedDB) and is sent once the browser is back online. A hand replaces an earlier one of its seat, so sending it twice
// changes nothing. What waits stays covered, like a hand that is in. Without this script the form is an ordinary one.
"use strict";

(() => {
  const PATIENCE = 20000;
  const AGAIN = 30000;
  const KEPT = "crewsite-typed-1"; // As the site's worker names it.
  const MOST_KEPT = 12; // Grids; a table has at most five.
  const STATIC = new URL("..", document.currentScript.src).href; // The folder of static files, perhaps on a CDN.
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
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close(); // Another tab signs out, and deletes what waits.
      resolve(asked.result);
    };
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

  // Hands that wait are the person's under whose account they were tapped, and go out under no other account. A page that
  // the worker shows cannot know who is here: crewsite.js has noted it.
  async function whoIsHere() {
    const { person } = document.body.dataset;
    if (person !== undefined) return person;
    const noted = await window.caches?.match("/campaigns/whose", { cacheName: "crewsite-logbook-2" });
    return noted ? noted.text() : "";
  }
  const isFor = (hand, person) => !hand.person || !person || hand.person === person;
  async function own() {
    const hand = await hands("readonly", (store) => store.get(here));
    return hand && isFor(hand, await whoIsHere()) ? hand : undefined;
  }

  // ---- sending ----
  const cookie = (name) =>
    document.cookie
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  // A page that was kept has a token of nobody's.
  const token = () => cookie("csrftoken") ?? form.elements.csrfmiddlewaretoken.value;
  function submit() {
    form.elements.csrfmiddlewaretoken.value = token();
    HTMLFormElement.prototype.submit.call(form);
  }

  // "sent", "waits", or "refused" with the server's sentence.
  async function send(hand) {
    const body = new URLSearchParams([...hand.fields, ["person", hand.person ?? ""]]);
    const headers = { Accept: "application/json", "X-CSRFToken": token() };
    let answer;
    try {
      answer = await fetch(hand.action, { method: "POST", body, headers, signal: AbortSignal.timeout?.(PATIENCE) });
    } catch {
      return ["waits"];
    }
    if (answer.ok) return ["sent"];
    // 412: somebody else has signed in meanwhile.
    if (answer.status >= 500 || answer.status === 429 || answer.status === 412) return ["waits"];
    const said = await answer.json().catch(() => ({}));
    return ["refused", said.sentence ?? words.gone];
  }

  async function flush() {
    const person = await whoIsHere();
    for (const hand of (await all()).filter((one) => !one.refused && isFor(one, person))) {
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

  // A hand that waits or was refused stays until another one takes its place. The grid is empty, for the phone may have been
  // passed on.
  frame.querySelector("button").addEventListener("click", () => {
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
      const hand = { action: here, fields, refused: "", person: await whoIsHere() };
      await keep(hand);
      const [end] = await send(hand);
      if (end !== "waits") await forget(here);
      if (end === "sent") return void location.assign(words.deal);
      if (end === "refused") return submit(); // The page says why.
      form.reset();
      correcting = false;
      await show();
    } catch {
      return submit();
    }
    busy = false;
    delete form.dataset.pressed; // As it was before the press (data-once).
  });

  // ---- the page itself ----
  // The grid alone: before the end of the round it holds no card of a hand, and after it the page is not kept. It is that of a
  // visitor, in the reader's language, and does not say who is here: phones are passed on.
  async function keepGrid(cache) {
    const headers = { "Accept-Language": document.documentElement.lang };
    const answer = await fetch(here, { credentials: "omit", headers });
    const text = await answer.text();
    if (!answer.ok || answer.redirected || !text.includes('data-keep="yes"')) return;
    const kept = text.replace(/ data-person="[^"]*"/, "");
    await cache.put(here, new Response(kept, { headers: answer.headers }));
  }
  async function keepPage() {
    if (!("serviceWorker" in navigator) || !window.caches || !navigator.onLine || words.keep !== "yes") return;
    const cache = await caches.open(KEPT);
    const assets = performance.getEntriesByType("resource").map((one) => one.name);
    const parts = assets.filter((address) => address.startsWith(STATIC));
    const keepPart = async (address) => {
      const answer = await fetch(address);
      if (answer.ok && !answer.redirected) await cache.put(address, answer);
    };
    await Promise.all([keepGrid(cache), ...parts.map(keepPart)]);
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
