// The logging form without a network: what is written down waits on this phone (IndexedDB) under a key made here, and is
// sent when there is a network. The server knows the key: sent twice, it stands once. Without this script the form
// is an ordinary one.
"use strict";

(() => {
  const PATIENCE = 20000;
  const PATIENCE_WITH_PHOTO = 120000;
  const AGAIN = 30000;
  const frame = document.getElementById("queue");
  const words = frame.dataset;
  const CACHE = `crewsite-logbook-2/${words.person}`; // As crewsite.js and the worker name it.
  const logForm = document.querySelector("form.log-form[data-queue]");
  let busy = false;
  let left = null; // The entry that was sent as the page was left.
  let isUsed = false; // Whether the form's key may have been used by a form that was sent in the ordinary way.

  // ---- what waits ----
  const opened = new Promise((resolve, reject) => {
    const asked = indexedDB.open("crewsite-logbook", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "key" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  opened.catch(() => {}); // Where nothing can be kept, the form is sent as ever.

  async function entries(mode, act) {
    const store = (await opened).transaction("entries", mode).objectStore("entries");
    const asked = act(store);
    return new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }
  const keep = (entry) => entries("readwrite", (store) => store.put(entry));
  const forget = (key) => entries("readwrite", (store) => store.delete(key));
  const mine = async () => {
    const all = await entries("readonly", (store) => store.getAll());
    return all.filter((entry) => entry.person === words.person).sort((one, other) => one.at - other.at);
  };

  const { newKey } = window; // Of renewal.js.

  function today() {
    const now = new Date();
    return new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
  }

  function entryOf(form, submitter) {
    const told = new FormData(form);
    if (submitter?.name) told.set(submitter.name, submitter.value);
    if (!told.has("played_on")) told.set("played_on", today());
    told.delete("csrfmiddlewaretoken");
    const fields = [...told].filter(([, value]) => !(value instanceof File) || value.size > 0);
    const one = (name) => told.get(name);
    return {
      key: one("key"),
      campaign: words.campaign,
      person: words.person,
      action: form.action,
      fields,
      at: Date.now(),
      mission: one("mission"),
      won: one("won") === "yes",
      distress: told.has("distress"),
      day: one("played_on"),
      refused: "",
    };
  }

  // ---- sending ----
  const cookie = (name) =>
    document.cookie
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  // "sent"; "refused" with the server's sentence; "signed out"; "waits", with a sentence where somebody else is here.
  async function send(entry) {
    const body = new FormData();
    for (const [name, value] of entry.fields) body.append(name, value);
    body.set("person", entry.person);
    const token = cookie("csrftoken") ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    let answer;
    try {
      const photo = entry.fields.some(([, value]) => value instanceof File);
      const signal = AbortSignal.timeout?.(photo ? PATIENCE_WITH_PHOTO : PATIENCE);
      answer = await fetch(entry.action, { method: "POST", body, headers, redirect: "manual", signal });
    } catch {
      return ["waits"];
    }
    if (answer.ok) return ["sent"];
    if (answer.type === "opaqueredirect" || answer.status === 403) return ["signed out"];
    if (answer.status >= 500 || answer.status === 429) return ["waits"];
    const said = await answer.json().catch(() => ({}));
    return [said.waits ? "waits" : "refused", said.sentence ?? String(answer.status)];
  }

  async function flush() {
    const waiting = (await mine()).filter((entry) => !entry.refused);
    let sent = 0;
    let why = "";
    for (const entry of waiting) {
      const [end, sentence] = await send(entry);
      if (end === "sent") {
        await forget(entry.key);
        sent += 1;
      } else if (end === "refused") {
        await keep({ ...entry, refused: sentence });
      } else {
        why = end === "signed out" ? words.signIn : sentence;
        break;
      }
    }
    await show();
    if (why) say(why);
    if (sent === 0) return;
    if (logForm) say(words.sent);
    else location.reload(); // The tally of the page is out of date.
  }

  // One tab at a time; where that cannot be had, the server's keys see to it.
  function flushOnce() {
    const run = () => flush().catch(() => {});
    return navigator.locks ? navigator.locks.request("crewsite-logbook", run) : run();
  }

  // ---- what the page says ----
  function say(text) {
    const line = document.getElementById("kept") ?? document.getElementById("queue-count");
    line.textContent = text;
    line.hidden = false;
    if (line.id === "queue-count") frame.hidden = false;
  }

  async function show() {
    const waiting = (await mine()).filter((entry) => entry.campaign === words.campaign);
    frame.hidden = waiting.length === 0;
    const count = document.getElementById("queue-count");
    count.textContent = waiting.length === 1 ? words.one : words.many.replace("%n", waiting.length);
    frame.querySelector("ul").replaceChildren(...waiting.map(listed));
  }

  const lang = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  const dayOf = (entry) => new Date(`${entry.day}T12:00`).toLocaleDateString(lang, { dateStyle: "medium" });

  function listed(entry) {
    const item = document.createElement("li");
    const end = entry.won ? words.won : words.lost;
    item.append(`${words.mission.replace("%n", entry.mission)} · ${end} · ${dayOf(entry)}`);
    if (entry.refused) {
      const why = document.createElement("span");
      why.className = "queue__why";
      why.textContent = entry.refused;
      item.append(
        why,
        button(words.again, () => keep({ ...entry, refused: "" }).then(flushOnce)),
      );
      if (logForm) item.append(button(words.back, () => putBack(entry)));
    }
    item.append(button(words.drop, () => forget(entry.key).then(show)));
    return item;
  }

  function button(label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  }

  // It goes on waiting, under the same key, until it is sent.
  async function putBack(entry) {
    for (const field of logForm.elements) {
      const values = entry.fields.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "checkbox") field.checked = values.includes(field.value);
      else if (field.type === "file") field.files = chosen(values);
      else if (field.name === "mission") choose(values[0]);
      else if (values.length && typeof values[0] === "string" && field.type !== "submit") field.value = values[0];
    }
    logForm.querySelector("details").open = true;
    logForm.elements.mission.focus();
  }

  function chosen(files) {
    const box = new DataTransfer();
    for (const file of files) box.items.add(file);
    return box.files;
  }

  // ---- the form ----
  function choose(mission) {
    const select = logForm.elements.mission;
    if (![...select.options].some((option) => option.value === mission)) select.add(new Option(mission, mission));
    select.value = mission;
  }

  // What waits has not reached the server yet: after a success comes the next mission.
  function goOnAfter(entry) {
    if (entry.refused || logForm.elements.mission.value !== entry.mission) return;
    if (entry.won) choose(String(Number(entry.mission) + 1));
    logForm.elements.distress.checked = entry.distress && !entry.won;
  }

  async function prepare() {
    const waiting = (await mine()).filter((entry) => entry.campaign === words.campaign);
    if (!logForm || logForm.querySelector(".errorlist")) return;
    // This page may be an old one out of the cache: its key may have been used, and its day be over.
    logForm.elements.key.value = newKey();
    logForm.elements.played_on.value = today();
    waiting.forEach(goOnAfter);
    // The page may have been kept at another mission than the one that the companion asks for.
    const asked = new URLSearchParams(location.search).get("mission");
    if (asked) choose(asked);
  }

  function empty(form, entry) {
    form.elements.key.value = newKey();
    for (const name of ["guest", "minutes", "note", "photo"]) form.elements[name].value = "";
    goOnAfter(entry);
  }

  function afresh(form, entry) {
    empty(form, entry);
    say(words.kept);
    window.scrollTo({ top: 0 });
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form !== logForm) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    const entry = entryOf(form, event.submitter);
    try {
      const waited = (await mine()).some((one) => one.key === entry.key);
      const photo = entry.fields.some(([, value]) => value instanceof File);
      await keep(entry);
      const [end, sentence] = await send(entry);
      if (end === "sent") {
        await forget(entry.key);
        left = entry;
        return void location.assign(words.page);
      }
      if (end === "refused") {
        // A page that is asked for anew has lost the photo; what has waited goes on waiting.
        await (photo || waited ? keep({ ...entry, refused: sentence }) : forget(entry.key));
        if (!photo) return askThePage(form, event.submitter);
        form.querySelector("details").open = true;
        say(sentence);
        window.scrollTo({ top: 0 });
      } else {
        afresh(form, entry);
        if (end === "signed out") say(words.signIn);
        else if (sentence) say(sentence);
      }
      await show();
    } catch {
      isUsed = true;
      return askThePage(form, event.submitter);
    }
    busy = false;
  });

  // The server shows the form again, with its sentence at the field.
  function askThePage(form, submitter) {
    const outcome = document.createElement("input");
    outcome.className = "outcome";
    Object.assign(outcome, { type: "hidden", name: submitter?.name ?? "", value: submitter?.value ?? "" });
    form.append(outcome);
    HTMLFormElement.prototype.submit.call(form);
  }

  // The companion's failure: its page comes anew, with the server's message.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-queue=companion]")) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    const entry = entryOf(form, null);
    try {
      await keep(entry);
      const [end] = await send(entry);
      if (end === "sent") {
        await forget(entry.key);
        return void location.reload();
      }
      if (end === "refused") {
        await forget(entry.key);
        return HTMLFormElement.prototype.submit.call(form); // The page says why.
      }
      form.elements.key.value = newKey();
      await show();
      if (end === "signed out") say(words.signIn);
    } catch {
      return HTMLFormElement.prototype.submit.call(form);
    }
    busy = false;
  });

  // The tally is sent by htmx; what it could not send waits like everything else.
  document.addEventListener("htmx:sendError", async (event) => {
    const form = event.target.closest?.("form[data-queue]");
    if (!form) return;
    const entry = entryOf(form, null);
    form.elements.key.value = newKey();
    document.getElementById("offline").hidden = true;
    await keep(entry);
    await show();
  });

  // The browser brings the page back as it was left: the form that was sent is ready for the next attempt.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    busy = false;
    logForm?.querySelector("input.outcome")?.remove();
    if (left) {
      empty(logForm, left);
      logForm.elements.played_on.value = today();
    } else if (isUsed) logForm.elements.key.value = newKey();
    [left, isUsed] = [null, false];
    show()
      .then(flushOnce)
      .catch(() => {});
  });

  // ---- the pages themselves ----
  async function keepPages() {
    if (!("serviceWorker" in navigator) || !window.caches) return;
    await navigator.serviceWorker.register(words.worker);
    if (!navigator.onLine) return;
    const cache = await caches.open(CACHE);
    const assets = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")];
    const addresses = [words.page, words.log, ...assets.map((one) => one.href || one.src)];
    await Promise.all(
      addresses.map(async (address) => {
        const answer = await fetch(address);
        const whose = answer.headers.get("X-Crewsite-Person") ?? words.person;
        if (answer.ok && !answer.redirected && whose === words.person) await cache.put(address, answer);
      }),
    );
  }

  prepare()
    .then(show)
    .then(flushOnce)
    .catch(() => {});
  keepPages()
    .catch(() => {})
    .then(() => frame.setAttribute("data-ready", ""));
  window.addEventListener("online", flushOnce);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flushOnce());
  window.setInterval(() => !frame.hidden && navigator.onLine && flushOnce(), AGAIN);
})();
