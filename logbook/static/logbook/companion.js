// Beside a real table: a clock that counts down by the time it was started at (so that a dark screen or a reload loses
// nothing), and a tally kept on this device. Without this script the page tells the minutes in words.
"use strict";

(() => {
  const MARKS = [60, 30, 10];
  const frame = document.querySelector(".companion");

  // What is kept on this device; where nothing can be, it lasts as long as the page.
  const memory = {};
  function kept(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return memory[key] ?? null;
    }
  }
  function keep(key, value) {
    memory[key] = value;
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      /* private windows */
    }
  }

  // ---- the clock ----
  function clockOf(panel) {
    const all = Number(panel.dataset.seconds) * 1000;
    const key = `crewsite-clock/${frame.dataset.place}/${panel.dataset.seconds}`;
    const face = panel.querySelector(".companion__time");
    const says = panel.querySelector(".companion__say");
    const button = (name) => panel.querySelector(`[data-do=${name}]`);
    let shown = null;
    let lock = null;

    // Either it runs, and `ends` says when it is over, or it stands, and `left` says what is left.
    const state = () => kept(key) ?? { left: all };
    const leftOf = (now) => Math.max(0, "ends" in now ? now.ends - Date.now() : now.left);

    function show() {
      const now = state();
      const left = Math.ceil(leftOf(now) / 1000);
      const running = "ends" in now && left > 0;
      face.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      panel.classList.toggle("companion__clock--running", running);
      panel.classList.toggle("companion__clock--late", running && left <= 30);
      panel.classList.toggle("companion__clock--over", left === 0);
      button("start").disabled = running || left === 0;
      button("stop").disabled = !running;
      if (shown !== null && left < shown) announce(left);
      shown = left;
      if (!running) release();
    }

    function announce(left) {
      const mark = MARKS.find((seconds) => shown > seconds && left <= seconds && left > seconds / 2);
      if (left === 0) {
        says.textContent = panel.dataset.over;
        navigator.vibrate?.([400, 200, 400]);
      } else if (mark) says.textContent = panel.getAttribute(`data-at-${mark}`);
    }

    // The screen stays on while it runs, where the browser can do that.
    async function hold() {
      try {
        lock = await navigator.wakeLock?.request("screen");
      } catch {
        lock = null;
      }
    }
    function release() {
      lock?.release?.();
      lock = null;
    }

    const acts = {
      start() {
        keep(key, { ends: Date.now() + leftOf(state()) });
        says.textContent = panel.dataset.started;
        hold();
      },
      stop() {
        keep(key, { left: leftOf(state()) });
        says.textContent = panel.dataset.stopped;
      },
      reset() {
        keep(key, { left: all });
        shown = null;
        says.textContent = panel.dataset.stopped;
      },
    };
    panel.addEventListener("click", (event) => {
      const act = acts[event.target.closest("[data-do]")?.dataset.do];
      if (!act) return;
      act();
      show();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      show();
      if (panel.classList.contains("companion__clock--running")) hold();
    });
    panel.querySelector(".companion__buttons").hidden = false;
    show();
    window.setInterval(show, 200);
  }

  // ---- the tally ----
  function tallyOf(panel) {
    const key = `crewsite-count/${frame.dataset.count}`;
    const says = panel.querySelector("[role=status]");
    const strokes = panel.querySelector(".companion__strokes");
    const { none, one, many } = panel.dataset;

    function show() {
      const count = kept(key) ?? 0;
      strokes.textContent = "|".repeat(count).replace(/.{5}/g, "$& ");
      says.textContent = count === 0 ? none : count === 1 ? one : many.replace("%n", count);
      panel.querySelector("[data-do=less]").disabled = count === 0;
    }
    panel.addEventListener("click", (event) => {
      const step = { more: 1, less: -1 }[event.target.closest("[data-do]")?.dataset.do];
      if (!step) return;
      keep(key, Math.max(0, (kept(key) ?? 0) + step));
      show();
    });
    panel.hidden = false;
    document.querySelector(".companion__paper").hidden = true;
    show();
  }

  const clock = document.querySelector(".companion__clock .companion__time");
  if (clock) clockOf(clock.closest(".companion__clock"));
  const count = document.querySelector(".companion__local");
  if (count) tallyOf(count);

  // ---- the page itself ----
  // Without a network the same draw opens again. A visitor's page is kept apart from those of people (campaigns-worker.js).
  async function keepPage() {
    if (!("serviceWorker" in navigator) || !window.caches) return;
    await navigator.serviceWorker.register(frame.dataset.worker);
    if (!navigator.onLine) return;
    const { person } = document.body.dataset;
    const cache = await caches.open(person ? `crewsite-logbook-2/${person}` : "crewsite-companion-1");
    const assets = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")];
    const addresses = [location.href.split("#")[0], ...assets.map((one) => one.href || one.src)];
    await Promise.all(
      addresses.map(async (address) => {
        const answer = await fetch(address);
        if (answer.ok && !answer.redirected) await cache.put(address, answer);
      }),
    );
  }
  keepPage()
    .catch(() => {})
    .then(() => frame.setAttribute("data-ready", ""));
})();
