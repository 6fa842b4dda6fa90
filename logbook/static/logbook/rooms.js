// The room: the page says that it is in sight, never goes back behind a newer moment, and keeps the comments beside it.
// On a table's page the room comes once an attempt has ended, and goes with the next deal.
"use strict";

(() => {
  const frame = () => document.getElementById("room");
  const follows = () => document.getElementById("room-follows");
  const moment = () => document.getElementById("moment");
  const isFollowing = () => Boolean(moment()?.dataset.follows);
  const number = () => Number(moment()?.dataset.number ?? -1);
  const isInRoom = (element) => Boolean(element?.closest("#room, .room-beside"));
  let isOpen = false; // the stream
  let here = null; // who is here: unknown until the first answer, for the page may be older than it
  let timer = 0;
  let shown = {};

  function start() {
    here = null;
    isOpen = false;
    shown = { ...moment()?.dataset };
    comment.restore();
    beat();
  }

  // ---- presence ----
  async function beat() {
    window.clearTimeout(timer);
    const room = frame();
    if (!room?.dataset.beat || document.visibilityState !== "visible") return;
    timer = window.setTimeout(beat, Number(room.dataset.beatSeconds) * 1000);
    try {
      const answer = await fetch(room.dataset.beatUrl, {
        method: "POST",
        body: room.dataset.beat,
        credentials: "omit",
      });
      if (answer.status === 200 && room === frame()) lookAtPeople(await answer.json());
    } catch {
      // The next one says so.
    }
  }

  // ---- who is here: the line is fetched anew when people come or go ----
  function lookAtPeople({ watching, ...ages }) {
    const limit = Number(frame().dataset.hereSeconds);
    const keys = Object.keys(ages).filter((key) => ages[key] <= limit);
    const now = [...keys.sort(), watching].join();
    if (now === here) return;
    here = now;
    window.htmx.trigger("#room-here", "people");
  }
  document.addEventListener("visibilitychange", () => {
    beat();
    // What moved while the page was out of sight was not sent to it.
    if (document.visibilityState === "visible" && follows()) window.htmx.trigger(follows(), "sse:moved");
  });

  // ---- the part that moves ----
  document.addEventListener("htmx:sseOpen", (event) => {
    if (event.target === follows()) isOpen = true;
  });
  document.addEventListener("htmx:sseError", (event) => {
    if (event.target === follows()) isOpen = false;
  });

  // A step of one's own takes the page off the leader's steps, until it goes back.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target !== follows()) return;
    const cause = event.detail.requestConfig.triggeringEvent;
    const announced = Number(cause?.detail?.data ?? NaN);
    const isPoll = isOpen && cause?.type === "hx:poll:trigger";
    if (!isFollowing() || isPoll || announced <= number()) event.preventDefault();
  });
  document.addEventListener("htmx:configRequest", (event) => {
    if (!isInRoom(event.target)) return;
    if (event.target === follows()) event.detail.parameters.seen = number();
    // A streamed part does not know at which address its page is.
    const moves = event.target === follows() || event.detail.verb === "post";
    if (frame().dataset.at && moves && frame().contains(event.target)) event.detail.parameters.at = frame().dataset.at;
  });

  // A step of one's own does not stay in the address of a table: its next room would open there.
  document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
    if (frame()?.dataset.at) Object.assign(event.detail.history, { type: "replace", path: window.location.pathname });
  });

  // The stream brings the part of what one does for all. If it has just broken, the page asks.
  const PART_LATE = 1500;
  let pressed = -1; // the number shown at the last press
  let opened = []; // the folds that a reader has opened in the part before
  document.addEventListener("htmx:configRequest", (event) => {
    const { verb, headers } = event.detail;
    if (!isInRoom(event.target) || verb !== "post" || event.target.closest("#review") || !isOpen || !isFollowing())
      return;
    headers.Prefer = "return=minimal";
    pressed = number();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isInRoom(event.target) || !event.detail.xhr?.getResponseHeader("Preference-Applied")) return;
    window.setTimeout(() => number() === pressed && window.htmx.trigger(follows(), "sse:moved"), PART_LATE);
  });
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (event.target !== follows() || event.detail.type !== "part") return;
    const part = new DOMParser().parseFromString(event.detail.data, "text/html").getElementById("moment");
    if (!isFollowing() || !part || Number(part.dataset.number) <= number()) event.preventDefault();
    else opened = [...moment().querySelectorAll("details[open][id]")].map((fold) => fold.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    opened = [];
  });

  // ---- beside it: what is said, the moment of a new comment, and new comments ----
  document.addEventListener("htmx:afterSwap", () => {
    const now = moment()?.dataset;
    if (!now || now.attempt !== shown.attempt) return;
    if (now.said !== shown.said) document.getElementById("room-spoken").textContent = now.said;
    if (now.comments !== shown.comments)
      window.htmx.ajax("GET", `${frame().dataset.review}?step=${now.step}`, { target: "#review", swap: "outerHTML" });
    else if (now.step !== shown.step) aboutMoment(now);
    shown = { ...now };
  });

  function aboutMoment({ step, commentLabel }) {
    const form = document.querySelector(".review__form");
    if (!form) return;
    form.elements.step.value = step;
    form.querySelector("label").textContent = commentLabel;
  }

  // A comment that is being written when the next attempt is dealt waits in the room of its attempt.
  const comment = {
    field: () => document.querySelector(".review__form textarea"),
    name: () => `comment ${frame().dataset.attempt}`,
    keep() {
      if (!this.field()?.value) return;
      window.sessionStorage.setItem(this.name(), this.field().value);
      this.tell();
    },
    tell() {
      const [line, link] = ["p", "a"].map((name) => document.createElement(name));
      line.className = "message";
      link.href = `/rooms/${frame().dataset.attempt}/#review`;
      link.textContent = place().dataset.kept;
      line.append(link);
      document.getElementById("messages")?.append(line);
    },
    restore() {
      const text = this.field() && window.sessionStorage.getItem(this.name());
      if (!text) return;
      this.field().value ||= text;
      window.sessionStorage.removeItem(this.name());
    },
  };

  // ---- the table's page becomes the room, once the last trick has been seen; the next deal takes the room away ----
  const LAST_TRICK = 2500;
  const place = () => document.getElementById("room-place");
  let coming = 0;

  function followTable() {
    const round = document.getElementById("round");
    if (!round?.querySelector("#look-back")) leave();
    else if (frame()) clearBoard(round);
    else coming ||= window.setTimeout(fetchRoom, LAST_TRICK + 1000 * Math.random()); // not every page at once
  }

  async function fetchRoom() {
    const into = { source: place(), target: place(), select: "#room-place", swap: "outerHTML show:none" };
    try {
      await window.htmx.ajax("GET", window.location.pathname, into);
    } catch {
      coming = 0; // The next part of the table asks again.
    }
  }

  function leave() {
    window.clearTimeout(coming);
    coming = 0;
    if (!frame()) return;
    comment.keep();
    window.htmx.swap(place(), "", { swapStyle: "innerHTML" }); // htmx closes the room's stream.
  }

  // The room shows the cards. Each part of the table brings its board along, which would show them a second time.
  function clearBoard(round) {
    round.classList.add(round.classList.contains("race") ? "race--above-room" : "round--above-room");
    for (const board of round.querySelectorAll("[data-board]")) {
      if (board.contains(document.activeElement)) document.getElementById("end-title")?.focus({ preventScroll: true });
      window.htmx.remove(board);
    }
  }

  document.addEventListener("htmx:afterSwap", () => {
    if (!place()) return;
    const attempt = moment()?.dataset.attempt;
    followTable();
    if (frame() && attempt !== shown.attempt) start();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#look-back") || frame()) return;
    window.clearTimeout(coming);
    fetchRoom();
  });
  if (place()) followTable();
  if (frame()) start();
})();
