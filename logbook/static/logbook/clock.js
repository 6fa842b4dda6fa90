// The clock of a real-time mission. It counts down from what the server says is left, by a clock that nobody can set;
// every answer of the server says it anew, and at zero the server is asked: it alone decides.
"use strict";

(() => {
  const MARKS = [60, 30, 10];
  const LATE = 30;
  const PATIENCE = 20000;
  const spoken = document.getElementById("clock-spoken");
  let ends = null; // by performance.now(); null while no clock runs
  let doubt = Infinity; // how far off `ends` may be: half of the way to the server and back
  let shown = null;
  let askAgain = 0;
  let pause = 0;

  let running = document.querySelector("#clock[data-left]") !== null; // as far as it has been said

  const face = () => document.querySelector("#clock[data-left]");

  // What was left at some moment between sending and receiving. The answer that came quickest knows best.
  function heard(left, sent, received) {
    const end = (sent + received) / 2 + left * 1000;
    const off = (received - sent) / 2;
    if (ends !== null && off >= doubt && Math.abs(end - ends) <= off + doubt) return;
    [ends, doubt] = [end, off];
  }

  function tick() {
    const clock = face();
    if (!clock || ends === null) return;
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    clock.querySelector(".clock-face__figures").textContent =
      `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("clock-face--late", left <= LATE);
    announce(left);
    shown = left;
    if (left > 0) pause = 0;
    else if (performance.now() >= askAgain) ask();
  }

  // Three words on the way are enough for those who listen; the figures themselves are silent.
  function announce(left) {
    const mark = MARKS.find((seconds) => shown !== null && shown > seconds && left <= seconds && left > seconds / 2);
    if (mark) spoken.textContent = spoken.getAttribute(`data-at-${mark}`);
  }

  // Whether the time is up: at once, then less and less often while nothing answers.
  function ask() {
    pause = Math.min(PATIENCE, Math.max(500, pause * 2));
    askAgain = performance.now() + pause;
    window.htmx?.trigger(document.querySelector(".round-frame"), "sse:moved");
  }

  // ---- what the server says ----
  const sending = new WeakMap();
  document.addEventListener("htmx:beforeSend", (event) => sending.set(event.detail.xhr, performance.now()));
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const xhr = event.detail.xhr;
    const left = xhr.getResponseHeader("Seconds-Left");
    if (left !== null) heard(Number(left), sending.get(xhr) ?? performance.now(), performance.now());
  });
  document.addEventListener("htmx:afterSettle", follow);

  // The part that has just come shows a clock that runs, or none.
  function follow() {
    const clock = face();
    if (!clock) [ends, doubt, shown] = [null, Infinity, null];
    else if (ends === null) heard(Number(clock.dataset.left), performance.now(), performance.now());
    if (clock && !running) spoken.textContent = spoken.dataset.starts;
    running = clock !== null;
    tick();
  }

  // ---- the page as it was opened; one that was asleep, or comes back, asks how it stands ----
  const opened = performance.getEntriesByType("navigation")[0];
  if (face()) {
    heard(Number(face().dataset.left), opened?.requestStart ?? 0, opened?.responseStart ?? performance.now());
    tick();
  }
  const wake = () => document.visibilityState === "visible" && ends !== null && ask();
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  window.setInterval(tick, 200);
})();
