// Talk at a table: the panel is fetched anew with each line, deal and end; screen readers hear what is new.
"use strict";

(() => {
  const POLL = 20000; // Without a stream the page asks.
  const panel = () => document.getElementById("talk");
  const spoken = document.getElementById("talk-spoken");
  if (!panel() || !spoken) return;

  const field = () => panel().querySelector("input[name=text]");
  const newest = () => Math.max(0, ...[...panel().querySelectorAll("[data-line]")].map((line) => line.dataset.line));
  let heard = newest();
  let draft = ""; // Typed when a deal took the field away.
  let typedIn = ""; // The field in which it was typed.
  let isSending = false; // A line is on its way.
  let opened = []; // The folds that were open.
  let follows = false;

  // ---- what is fetched, and when ----
  const moment = () => {
    const round = document.getElementById("round");
    if (!round) return ""; // In a room there is no round.
    return [round.dataset.attempt, round.dataset.unwatched, round.querySelector(".end") !== null].join();
  };
  let shown = moment();
  const number = (html) => Number(html.querySelector("#talk-title")?.dataset.number ?? 0);

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, verb, triggeringEvent } = event.detail.requestConfig;
    if (verb === "post" && elt.closest("#talk")) isSending = true;
    if (elt.id !== "talk" || verb !== "get") return;
    if (Number(triggeringEvent?.detail?.data ?? NaN) <= number(panel())) event.preventDefault();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, verb } = event.detail.requestConfig;
    if (verb === "post" && elt.closest("#talk")) isSending = false;
  });
  document.addEventListener("htmx:sseOpen", (event) => {
    if (event.target.contains(panel())) follows = true;
  });
  document.addEventListener("htmx:sseError", (event) => {
    if (event.target.contains(panel())) follows = false;
  });
  window.setInterval(() => {
    if (!follows && document.visibilityState === "visible") fetchPanel();
  }, POLL);

  const fetchPanel = () => window.htmx.trigger(panel(), "talk");

  // ---- swaps: the typed text and the open fold stay, and new lines are said ----
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "talk") return;
    const incoming = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    // The answer to an earlier request came late.
    if (
      event.detail.xhr.status === 200 &&
      incoming.querySelector("#talk-title") &&
      number(incoming) < number(panel())
    ) {
      event.detail.shouldSwap = false;
      return;
    }
    const isSent = event.detail.requestConfig.verb === "post" && event.detail.xhr.status < 400;
    if (field()) [draft, typedIn] = [isSent ? "" : field().value, field().id];
    opened = [...panel().querySelectorAll("details[open]")].map((fold) => fold.id);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "talk") {
      if (moment() !== shown) fetchPanel();
      shown = moment();
      return;
    }
    if (event.detail.requestConfig.verb === "post") isSending = false;
    const input = field();
    // With the reader's own line comes an empty field, also where the line is fetched before its request is answered.
    if (input && !input.value && draft && !(isSending && input.id !== typedIn)) [input.value, draft] = [draft, ""];
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    say();
    for (const list of panel().querySelectorAll(".talk__lines")) list.scrollTop = list.scrollHeight;
  });

  function say() {
    const lines = [...panel().querySelectorAll("[data-line]")].filter((line) => line.dataset.line > heard);
    heard = Math.max(heard, newest());
    if (!lines.length) return;
    const words = (line, part) => line.querySelector(part)?.textContent.trim() ?? "";
    spoken.textContent = lines
      .map((line) => `${words(line, ".talk__author")}: ${words(line, ".talk__words")}`)
      .join(" ");
  }

  for (const list of panel().querySelectorAll(".talk__lines")) list.scrollTop = list.scrollHeight;
})();
