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
  let opened = false; // Whether the fold with earlier lines was open.
  let follows = false;

  // ---- what is fetched, and when ----
  const moment = () => {
    const round = document.getElementById("round");
    return [round.dataset.attempt, round.dataset.unwatched, round.querySelector(".end") !== null].join();
  };
  let shown = moment();

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, verb, triggeringEvent } = event.detail.requestConfig;
    if (elt.id !== "talk" || verb !== "get") return;
    if (Number(triggeringEvent?.detail?.data ?? NaN) <= Number(panel().dataset.number)) event.preventDefault();
  });
  document.addEventListener("htmx:sseOpen", () => {
    follows = true;
  });
  document.addEventListener("htmx:sseError", () => {
    follows = false;
  });
  window.setInterval(() => {
    if (!follows && document.visibilityState === "visible") fetchPanel();
  }, POLL);

  const fetchPanel = () => window.htmx.trigger(panel(), "talk");

  // ---- swaps: the typed text and the open fold stay, and new lines are said ----
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "talk") return;
    const isSent = event.detail.requestConfig.verb === "post" && event.detail.xhr.status < 400;
    if (field()) draft = isSent ? "" : field().value;
    opened = document.getElementById("talk-earlier")?.open ?? false;
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "talk") {
      if (moment() !== shown) fetchPanel();
      shown = moment();
      return;
    }
    const input = field();
    if (input && !input.value && draft) [input.value, draft] = [draft, ""];
    if (opened) document.getElementById("talk-earlier")?.setAttribute("open", "");
    say();
    for (const list of panel().querySelectorAll(".talk__lines")) list.scrollTop = list.scrollHeight;
  });

  function say() {
    const lines = [...panel().querySelectorAll("[data-line]")].filter((line) => line.dataset.line > heard);
    heard = Math.max(heard, newest());
    if (!lines.length) return;
    const words = (line, part) => line.querySelector(part)?.textContent.trim() ?? "";
    spoken.textContent = lines.map((line) => `${words(line, ".talk__author")}: ${words(line, ".talk__words")}`).join(" ");
  }

  for (const list of panel().querySelectorAll(".talk__lines")) list.scrollTop = list.scrollHeight;
})();
