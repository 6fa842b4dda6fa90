// Niceties on top of pages that work without them: no page needs this file.
"use strict";

(() => {
  // Without a connection a line says so. What was done meanwhile was not sent, is not sent later, and the line stays until
  // something is sent again.
  const line = document.getElementById("offline");
  const acts = (event) => event.detail.requestConfig.verb !== "get";
  function say(what, sentence = line.dataset[what]) {
    line.textContent = sentence;
    line.dataset.says = what;
    line.hidden = false;
  }
  // While nothing can be changed, the answer is one sentence, and the form stays as it is.
  const isSentence = (xhr) => xhr.status === 503 && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  const quiet = () => line.hidden && say("quiet");
  if (line) {
    document.addEventListener("htmx:sendError", (event) => (acts(event) ? say("unsent") : quiet()));
    document.addEventListener("htmx:timeout", (event) => (acts(event) ? say("unanswered") : quiet()));
    document.addEventListener("htmx:sseOpen", () => (line.hidden ||= line.dataset.says === "quiet"));
    document.addEventListener("htmx:beforeRequest", (event) => {
      if (acts(event) && line.dataset.says === "refused") line.hidden = true;
    });
    document.addEventListener("htmx:afterRequest", (event) => {
      const { xhr } = event.detail;
      if (acts(event) && isSentence(xhr)) say("refused", xhr.responseText);
      else if (xhr.status && (acts(event) || line.dataset.says === "quiet")) line.hidden = true;
    });
  }

  // Pages of a logbook that this phone keeps are one person's. Whoever is here now is noted for the worker, and what was
  // kept for anybody else goes, also if their session ended by itself. Signed out, nothing stays.
  const KEPT = "crewsite-logbook-2";
  async function ownPagesOnly(person) {
    const own = person ? [KEPT, `${KEPT}/${person}`] : [];
    for (const name of await caches.keys()) {
      if (name.startsWith("crewsite-logbook-") && !own.includes(name)) await caches.delete(name);
    }
    if (person) await (await caches.open(KEPT)).put("/campaigns/whose", new Response(person));
  }
  const { person } = document.body.dataset; // Pages that cannot know it do not say.
  if (window.caches && person !== undefined) ownPagesOnly(person).catch(() => {});

  // The server writes times in the player's zone, else in the browser's, which this cookie names from the next page on.
  // A page out of a cache may be a day old: what is near is named anew.
  const { zone, zoneChosen, momentWords, midnight, noon, first } = document.body.dataset;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeZone = zoneChosen === undefined ? here : zone;
  const lang = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  const inZone = (moment, form) => new Intl.DateTimeFormat(lang, { ...form, timeZone }).format(moment);
  const dayNumber = (moment) => Date.parse(new Intl.DateTimeFormat("en-CA", { timeZone }).format(moment)) / 864e5;
  function dayText(moment, exact) {
    const distance = dayNumber(moment) - dayNumber(new Date());
    if (!exact && Math.abs(distance) < 2)
      return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(distance, "day");
    if (!exact && distance > 1 && distance < 7) return inZone(moment, { weekday: "long" });
    const sameYear = !exact && inZone(moment, { year: "numeric" }) === inZone(new Date(), { year: "numeric" });
    const text = inZone(moment, { day: "numeric", month: "long", ...(sameYear ? {} : { year: "numeric" }) });
    return text.replace(/(?<!\d)1(?= \p{L})/u, first);
  }
  const clock = (moment) => inZone(moment, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  function timeText(moment) {
    const named = { "00:00": midnight, "12:00": noon }[clock(moment)];
    if (named) return named;
    const whole = inZone(moment, { minute: "numeric" }) === "0";
    const english = lang === "en-GB";
    return inZone(moment, {
      hour: english ? "numeric" : "2-digit",
      hour12: english,
      ...(english && whole ? {} : { minute: "2-digit" }),
    });
  }
  // Midnight is the end of a day, and is named with that day.
  const dayOf = (moment) => (clock(moment) === "00:00" ? new Date(moment - 60000) : moment);
  function momentText(moment, exact) {
    return momentWords.replace("%(day)s", dayText(dayOf(moment), exact)).replace("%(time)s", timeText(moment));
  }
  function localize(root) {
    for (const time of root.querySelectorAll("time[data-moment]")) {
      const moment = new Date(time.dateTime);
      time.textContent = momentText(moment, false);
      time.title = `${momentText(moment, true)} (${timeZone})`;
    }
    for (const time of root.querySelectorAll("time[data-day]"))
      time.textContent = dayText(new Date(time.dateTime), true);
  }
  if (timeZone && zone) {
    localize(document);
    document.addEventListener("htmx:load", (event) => localize(event.detail.elt));
    if (zoneChosen === undefined && zone !== here) {
      document.cookie = `time_zone=${here}; path=/; max-age=31536000; samesite=lax`;
    }
  }

  // What a reader has opened in a part stays open when the part is replaced.
  let opened = [];
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    opened = [...detail.target.querySelectorAll("details[open][id]")].map((fold) => fold.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    opened = [];
  });

  // The page for the time offline speaks the language that was last read.
  try {
    localStorage.setItem("language", document.documentElement.lang);
  } catch {
    /* storage is blocked */
  }

  // The site's worker says in a page that the browser is offline, and shows notifications.
  window.addEventListener("load", () => {
    navigator.serviceWorker?.register("/worker.js", { updateViaCache: "all" }).catch(() => {});
  });

  // The bell follows the stream of the browser's tabs (streams.js); out of sight it waits until the page is seen again.
  let unread = null;
  async function ring() {
    const bell = document.getElementById("bell");
    if (!bell || unread === null || document.visibilityState !== "visible" || Number(bell.dataset.number) === unread)
      return;
    unread = null;
    const answer = await fetch(bell.dataset.now, { redirect: "error" });
    if (answer.ok) bell.outerHTML = await answer.text();
  }
  document.addEventListener("bell:number", (event) => {
    unread = event.detail;
    ring().catch(() => {});
  });
  document.addEventListener("visibilitychange", () => ring().catch(() => {}));

  // Signed out, this browser shows nobody's notifications.
  async function endNotifications() {
    const registration = await navigator.serviceWorker?.getRegistration("/");
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    if (window.caches) await caches.delete("crewsite-device");
  }

  // Signed out, no grid stays here, and no hand of a real table waits (typed-hand.js).
  function forgetHands() {
    window.caches?.delete("crewsite-typed-1").catch(() => {});
    window.indexedDB?.deleteDatabase("crewsite-typed");
  }

  document.addEventListener("submit", (event) => {
    // Not .action: of the table's forms that is their button of this name.
    if (!event.target.getAttribute("action")?.endsWith("/accounts/logout/")) return;
    if (window.caches) ownPagesOnly("").catch(() => {});
    forgetHands();
    endNotifications().catch(() => {});
  });

  // A second press of a visitor would come without the first one's session, and make another guest.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-once]")) return;
    if (event.target.dataset.pressed) event.preventDefault();
    event.target.dataset.pressed = "1";
  });

  // A link to share copies itself: <button data-copy="#field">.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.querySelector(button.dataset.copy);
    field.select();
    navigator.clipboard?.writeText(field.value).then(() => {
      button.dataset.label ??= button.textContent;
      if (button.dataset.copied) button.textContent = button.dataset.copied;
    });
  });

  // Brought back by the browser (renewal.js renews the rest).
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const button of document.querySelectorAll("[data-copy][data-label]"))
      button.textContent = button.dataset.label;
    if (timeZone && zone) localize(document);
    unread = NaN; // Unknown: it is asked for.
    ring().catch(() => {});
  });
})();
