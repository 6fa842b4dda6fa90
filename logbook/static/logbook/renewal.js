// What a page has used up is renewed when the browser brings it back ("pageshow"): as it was left (`persisted`), or from its
// cache, with the fields as they were. What was under way then got no answer, and what was open stood for what is over.
"use strict";

(() => {
  const KEYS = "input[name=form_key], form:not(.log-form) input[type=hidden][name=key]";
  const sent = new WeakSet(); // Forms sent since the page came: a second press is the same submission.

  // A UUID; `crypto.randomUUID` is missing without HTTPS.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }
  window.newKey = newKey;

  document.addEventListener("submit", (event) => sent.add(event.target));

  // With its old key a form would lead to what it made before. A browser may fill the old key in on any way to the page, so
  // every page that comes draws its own.
  function renewKeys(isBack) {
    for (const field of document.querySelectorAll(KEYS)) {
      if (isBack || !sent.has(field.form)) field.value = newKey();
      if (isBack) sent.delete(field.form);
    }
  }

  function enable() {
    for (const form of document.querySelectorAll("[data-pressed]")) delete form.dataset.pressed;
    // A request without an answer would hold back every further press.
    for (const busy of document.querySelectorAll(".htmx-request")) window.htmx?.trigger(busy, "htmx:abort");
  }

  function closeAll() {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    if (!window.CSS?.supports("selector(:popover-open)")) return;
    for (const menu of document.querySelectorAll(":popover-open")) menu.hidePopover();
  }

  // Somebody else has signed in meanwhile, or out: this page is not theirs.
  const { person } = document.body.dataset;
  function whoIsHere() {
    try {
      return localStorage.getItem("person") ?? person;
    } catch {
      return person;
    }
  }
  if (person !== undefined) {
    try {
      localStorage.setItem("person", person);
    } catch {
      /* storage is blocked */
    }
  }

  window.addEventListener("pageshow", (event) => {
    renewKeys(event.persisted);
    if (!event.persisted) return;
    if (person !== undefined && whoIsHere() !== person) return window.location.reload();
    enable();
    closeAll();
  });
})();
