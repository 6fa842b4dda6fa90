// The table's niceties: keys, focus over swaps, why a card cannot be played, and cards that travel.
"use strict";

(() => {
  const round = () => document.getElementById("round");
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const narrow = window.matchMedia("(max-width: 63.99rem)");
  const DURATION = 220;
  const FOLDS = [".mission__words", ".tasks", "#market:not([data-needed])"];

  // ---- a page that was just loaded says what is going on, once screen readers listen ----
  const spoken = document.getElementById("spoken");
  if (spoken?.dataset.now)
    window.setTimeout(() => {
      spoken.textContent ||= spoken.dataset.now;
    }, 500);

  // ---- why not: tapping a card that cannot be played says so in the line under the hand ----
  document.addEventListener("click", (event) => {
    const card = event.target.closest(".hand__card[aria-disabled]");
    const line = document.getElementById("why");
    const why = card && (card.dataset.why ?? line?.dataset.why);
    if (!line || !why) return;
    line.textContent = why;
    line.classList.add("hand__why--refusal");
  });

  // ---- keys: arrows walk through the hand, Home and End to its ends; numbers jump to a rank ----
  const cards = () =>
    [...document.querySelectorAll(".hand .hand__card")].filter((card) => !card.closest("#room-place"));
  const step = { ArrowLeft: -1, ArrowRight: 1 };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea, summary"))
      return;
    const hand = cards();
    if (!hand.length) return;
    const at = hand.indexOf(document.activeElement);
    let next = null;
    if (event.key in step) next = hand[at < 0 ? 0 : (at + step[event.key] + hand.length) % hand.length];
    else if (at >= 0 && event.key === "Home") next = hand[0];
    else if (at >= 0 && event.key === "End") next = hand.at(-1);
    else if (/^[1-9]$/.test(event.key)) next = ofRank(hand, at, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  // The next card of that rank after the one in focus, those that can be played first.
  function ofRank(hand, at, rank) {
    const same = (card) => card.id.endsWith(rank);
    const turned = [...hand.slice(at + 1), ...hand.slice(0, at + 1)].filter(same);
    return turned.find((card) => card.classList.contains("hand__card--playable")) ?? turned[0] ?? null;
  }

  // ---- one action at a time; its part comes by the stream, or with the answer where there is no stream ----
  const PATIENCE = 5000;
  const PART_LATE = 1500;
  const frame = () => document.querySelector(".round-frame");
  let following = false; // the stream is open
  let acting = 0; // actions on their way
  let since = 0;
  const answered = new WeakSet();
  let awaited = null; // the number shown when an action was done whose part has not come yet
  let held = null; // a part that came while an action was on its way
  let fetchLater = false; // the page was to fetch while an action was on its way
  let before = null; // what the part on screen looked like, until the next one has taken its place

  document.addEventListener("htmx:sseOpen", (event) => {
    if (event.target === frame()) following = true;
  });
  document.addEventListener("htmx:sseError", (event) => {
    if (event.target === frame()) following = false;
  });

  // Talk and the room go their own way: nothing there is an action, and nothing waits for it.
  const isBeside = (element) => Boolean(element.closest("#talk, #room-place"));

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "post" || isBeside(event.target)) return;
    if (following) event.detail.headers.Prefer = "return=minimal";
    const shown = event.target.closest("#round");
    if (shown) event.detail.parameters.seen = shown.dataset.seen;
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isBeside(event.detail.requestConfig.elt)) return;
    if (event.detail.requestConfig.verb === "post") {
      // A second click would be refused, and the first answer to come would remove the form of the other.
      if ((acting || awaited !== null) && performance.now() - since < PATIENCE) return event.preventDefault();
      acting += 1;
      since = performance.now();
      return;
    }
    if (!event.target.matches(".round-frame")) return;
    const announced = Number(event.detail.requestConfig.triggeringEvent?.detail?.data ?? NaN);
    if (round() && announced <= moment(round())) event.preventDefault();
    else if (acting) {
      fetchLater = true;
      event.preventDefault();
    }
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, xhr } = event.detail;
    // Once its form has been replaced, htmx tells the same answer again, on the frame.
    if (requestConfig.verb !== "post" || answered.has(xhr) || isBeside(requestConfig.elt)) return;
    answered.add(xhr);
    acting = Math.max(0, acting - 1);
    if (acting) return;
    if (xhr.getResponseHeader("Preference-Applied")) {
      closePrepared(requestConfig.elt);
      awaitPart();
    }
    const [part, later] = [held, fetchLater];
    [held, fetchLater] = [null, false];
    if (part !== null && isNext(part))
      window.htmx.swap("#round", part, { swapStyle: "outerHTML" }, { contextElement: frame() });
    if (later) window.setTimeout(fetchPart);
  });

  // A card is prepared: its panel has done its work, and the table comes into sight again.
  const closePrepared = (form) => {
    if (form.matches(".prepare")) form.closest("details")?.removeAttribute("open");
  };

  const fetchPart = () => window.htmx.trigger(frame(), "sse:moved");

  // The action is done, and its part is on its way. If the stream has just broken, the page asks.
  function awaitPart() {
    awaited = round() ? moment(round()) : null;
    window.setTimeout(() => {
      if (awaited === null) return;
      awaited = null;
      fetchPart();
    }, PART_LATE);
  }

  // Left amid an action, and brought back: no answer comes any more.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted || !frame()) return;
    [acting, awaited, held, fetchLater] = [0, null, null, false];
    fetchPart();
  });

  // ---- swaps: never go back in time, keep focus and open folds, let cards travel ----
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (!event.target.matches(".round-frame") || event.detail.type !== "part") return;
    const { data } = event.detail;
    const html = window.pieces.complete(data);
    if (html === null) {
      event.preventDefault();
      if (moment(partIn(data)) <= window.pieces.seen) return;
      if (acting) fetchLater = true;
      else fetchPart();
      return;
    }
    if (acting) held = html; // A swap would remove the form whose answer is still to come.
    if (acting || !isNext(html)) event.preventDefault();
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const shown = round();
    if (!shown || event.detail.target !== shown) return;
    if (acting && event.detail.requestConfig.verb === "get") {
      fetchLater = true;
      event.detail.shouldSwap = false;
      return;
    }
    const incoming = partIn(event.detail.serverResponse);
    if (incoming && moment(incoming) < moment(shown)) event.detail.shouldSwap = false;
    else if (event.detail.shouldSwap) {
      if (incoming) window.pieces.learn(incoming);
      if (event.detail.xhr.status === 200) closePrepared(event.detail.requestConfig.elt);
      remember(shown);
    }
  });

  const partIn = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("round");

  // Whether a streamed part is newer than the one on screen; if so, it is about to take its place.
  function isNext(html) {
    const [shown, incoming] = [round(), partIn(html)];
    if (!shown || !incoming || moment(incoming) <= moment(shown)) return false;
    remember(shown);
    return true;
  }

  function remember(shown) {
    awaited = null;
    before = remembered(shown);
    document.dispatchEvent(new CustomEvent("part:before", { detail: shown }));
  }

  const moment = (section) => Number(section.dataset.seen);

  function remembered(shown) {
    const places = new Map();
    for (const card of shown.querySelectorAll(".hand [data-card], .robot [data-card], .trick [data-card]")) {
      places.set(card.dataset.card, card.getBoundingClientRect());
    }
    const seats = new Map();
    for (const seat of shown.querySelectorAll("[data-seat]"))
      seats.set(seat.dataset.seat, seat.getBoundingClientRect());
    const active = shown.contains(document.activeElement) ? document.activeElement : null;
    const hand = cards();
    return {
      places,
      seats,
      leaning: shown.querySelector(".trick--settled")?.getAttribute("aria-label"),
      tasks: new Map([...shown.querySelectorAll(".task")].map((task) => [task.dataset.task, task.className])),
      focus: active?.id ?? null,
      held: active ? hand.indexOf(active) : -1,
      open: [...shown.querySelectorAll("details[open][id]:not(.tasks, #market)")].map((fold) => fold.id),
      folds: new Map(FOLDS.map((name) => [name, shown.querySelector(name)?.open ?? !narrow.matches])),
      over: Boolean(shown.querySelector(".end")),
    };
  }

  document.addEventListener("htmx:afterSwap", () => {
    const shown = round();
    if (!before || !shown) return;
    const last = before;
    before = null;
    for (const id of last.open) document.getElementById(id)?.setAttribute("open", "");
    for (const [name, open] of last.folds) shown.querySelector(name)?.toggleAttribute("open", open);
    if (!toTheEnd(shown, last)) keepFocus(shown, last);
    const settled = shown.querySelector(".trick--settled");
    if (settled && settled.getAttribute("aria-label") === last.leaning) settled.classList.add("trick--leaning");
    if (still.matches) return;
    travel(shown, last);
    turn(shown, last);
  });

  // Focus stays on what had it; if that is gone (a card was played), on the card now in its place; in the lobby, on what is next.
  function keepFocus(shown, last) {
    if (last.focus === null || shown.contains(document.activeElement)) return;
    const hand = cards();
    const same = last.focus && document.getElementById(last.focus);
    const card = last.held >= 0 && hand[Math.min(last.held, hand.length - 1)];
    for (const target of [same, card, next(shown)].filter(Boolean)) {
      if (!target.matches("button, a, summary, select")) target.tabIndex = -1;
      target.focus({ preventScroll: true });
      if (document.activeElement === target) return;
    }
  }

  const next = (shown) =>
    ["#status", "#deal", "[id^=put-bot-]", "h1"].map((what) => shown.querySelector(what)).find(Boolean);

  // The end is a moment: it comes into sight and is read out, unless the reader is busy elsewhere on the page.
  function toTheEnd(shown, last) {
    const end = shown.querySelector(".end");
    const elsewhere = last.focus === null && document.activeElement !== document.body;
    if (!end || last.over || elsewhere) return false;
    end.querySelector("h2").focus({ preventScroll: true });
    end.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
    return true;
  }

  function travel(shown, last) {
    for (const played of shown.querySelectorAll(".trick .played:not(.played--slot)")) {
      const card = played.querySelector("[data-card]");
      const from = last.places.get(card.dataset.card) ?? last.seats.get(seatOf(played, shown));
      if (from) move(card, from);
    }
  }

  // A task that is now done, or failed, turns over.
  function turn(shown, last) {
    for (const task of shown.querySelectorAll(".task--done, .task--failed")) {
      const was = last.tasks.get(task.dataset.task);
      if (!was || was.includes("task--done") || was.includes("task--failed")) continue;
      const frames = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
      task.querySelector(".task__card").animate(frames, { duration: DURATION, easing: "ease-out" });
    }
  }

  const seatOf = (played, shown) => {
    const place = [...played.classList].find((name) => name.startsWith("played--place-"))?.slice(14);
    return shown.querySelector(`.seat--place-${place}`)?.dataset.seat;
  };

  function move(card, from) {
    const to = card.getBoundingClientRect();
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    if (Math.hypot(x, y) < 4) return;
    card.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], {
      duration: DURATION,
      easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
    });
  }

  // On a phone the mission's words, the tasks and the market are folded away; their summaries open them.
  if (narrow.matches) {
    for (const name of FOLDS) document.querySelector(name)?.removeAttribute("open");
  }
})();
