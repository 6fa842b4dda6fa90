// Keys of the replay: arrows step, Page Up and Down go trick by trick, Home and End to the ends.
"use strict";

document.addEventListener("keydown", (event) => {
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    event.target.matches("input, select, textarea")
  )
    return;
  const names = {
    ArrowLeft: "back",
    ArrowRight: "forward",
    PageUp: "trick-back",
    PageDown: "trick-forward",
    Home: "first",
    End: "last",
  };
  const link = event.key in names && document.querySelector(`[data-step="${names[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

// Whoever plays on by keyboard stays at the cards: what had focus is gone with the card that was played.
let playing = false;

document.addEventListener("htmx:beforeSwap", () => {
  playing = Boolean(document.activeElement?.closest(".hands-form, .race-replay form"));
});

document.addEventListener("htmx:afterSettle", () => {
  if (!playing || document.activeElement !== document.body) return;
  const next = [
    ".open-hand__play",
    "#go-on",
    ".hands-form .choice-group button",
    ".end h2",
    ".race-replay .choice",
    ".race-replay .reach",
    ".race-replay .hand__card--playable",
  ];
  next
    .map((what) => document.querySelector(what))
    .find(Boolean)
    ?.focus({ preventScroll: true });
});

// On a phone the market of a race is folded away, and stays as it was left from step to step.
const phone = window.matchMedia("(max-width: 40rem)");
let marketOpen = false;

function foldMarket() {
  if (phone.matches)
    document.querySelector(".race-replay #market:not([data-needed])")?.toggleAttribute("open", marketOpen);
}

foldMarket();
for (const name of ["htmx:beforeSwap", "htmx:sseBeforeMessage"])
  document.addEventListener(name, () => (marketOpen = document.querySelector(".race-replay #market")?.open ?? false));
document.addEventListener("htmx:afterSettle", foldMarket);
