// Niceties on top of pages that work without them: no page needs this file.
"use strict";

(() => {
  // Without a connection a line says so. What was done meanwhile was not sent, is not sent later, and the line stays until
  // something is sent again.
  const line = document.getElementById("offline");
  const acts = (event) => event.detail.requestConfig.verb !== "get";
  function say(what) {
    line.textContent = line.dataset[what];
    line.dataset.says = what;
    line.hidden = false;
  }
  const quiet = () => line.hidden && say("quiet");
  if (line) {
    document.addEventListener("htmx:sendError", (event) => (acts(event) ? say("unsent") : quiet()));
    document.addEventListener("htmx:timeout", (event) => (acts(event) ? say("unanswered") : quiet()));
    document.addEventListener("htmx:sseOpen", () => (line.hidden ||= line.dataset.says === "quiet"));
    document.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.xhr.status && (acts(event) || line.dataset.says === "quiet")) line.hidden = true;
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

  // The server tells times in the player's zone, else in the browser's, which this cookie names from the next page on.
  const { zone, zoneChosen } = document.body.dataset;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { lang } = document.documentElement;
  function retell(root) {
    const forms = { moment: { dateStyle: "medium", timeStyle: "short", timeZone: here }, day: { dateStyle: "medium", timeZone: here } };
    for (const [kind, form] of Object.entries(forms)) {
      for (const time of root.querySelectorAll(`time[data-${kind}]`)) {
        time.textContent = new Intl.DateTimeFormat(lang, form).format(new Date(time.dateTime));
        time.title = here;
      }
    }
  }
  if (here && zone && zoneChosen === undefined && zone !== here) {
    document.cookie = `time_zone=${here}; path=/; max-age=31536000; samesite=lax`;
    retell(document);
  }

  document.addEventListener("submit", (event) => {
    // Not .action: of the table's forms that is their button of this name.
    if (event.target.getAttribute("action")?.endsWith("/accounts/logout/") && window.caches) ownPagesOnly("").catch(() => {});
  });

  // A link to share copies itself: <button data-copy="#field">.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.querySelector(button.dataset.copy);
    field.select();
    navigator.clipboard?.writeText(field.value).then(() => {
      if (button.dataset.copied) button.textContent = button.dataset.copied;
    });
  });
})();
