// Niceties on top of pages that work without them: no page needs this file.
"use strict";

(() => {
  const offline = () => document.getElementById("offline");
  const setOffline = (quiet) => {
    const line = offline();
    if (line) line.hidden = !quiet;
  };
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => setOffline(true));
  }
  for (const name of ["htmx:afterRequest", "htmx:sseOpen"]) {
    document.addEventListener(name, (event) => {
      if (name === "htmx:sseOpen" || event.detail.successful) setOffline(false);
    });
  }

  // Whoever signs out leaves no page of a logbook behind on this phone.
  document.addEventListener("submit", (event) => {
    // Not .action: of the table's forms that is their button of this name.
    if (event.target.getAttribute("action")?.endsWith("/accounts/logout/")) window.caches?.delete("crewsite-logbook-1");
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
