// The room: the page says that it is in sight, never goes back behind a newer moment, and keeps the comments beside it.
"use strict";

(() => {
  const frame = document.getElementById("room");
  const follows = document.getElementById("room-follows");
  const spoken = document.getElementById("room-spoken");
  if (!frame) return;
  const moment = () => document.getElementById("moment");
  const isFollowing = () => Boolean(moment()?.dataset.follows);
  const number = () => Number(moment()?.dataset.number ?? -1);
  let isOpen = false; // the stream

  // ---- presence ----
  let timer = 0;
  async function beat() {
    window.clearTimeout(timer);
    if (!frame.dataset.beat || document.visibilityState !== "visible") return;
    timer = window.setTimeout(beat, Number(frame.dataset.beatSeconds) * 1000);
    try {
      const answer = await fetch(frame.dataset.beatUrl, {
        method: "POST",
        body: frame.dataset.beat,
        credentials: "omit",
      });
      if (answer.status === 200) lookAtPeople(await answer.json());
    } catch {
      // The next one says so.
    }
  }

  // ---- who is here: the line is fetched anew when people come or go ----
  let here = null; // unknown until the first answer: the page may be older than it
  function lookAtPeople({ watching, ...ages }) {
    const limit = Number(frame.dataset.hereSeconds);
    const keys = Object.keys(ages).filter((key) => ages[key] <= limit);
    const now = [...keys.sort(), watching].join();
    if (now === here) return;
    here = now;
    window.htmx.trigger("#room-here", "people");
  }
  document.addEventListener("visibilitychange", () => {
    beat();
    // What moved while the page was out of sight was not sent to it.
    if (document.visibilityState === "visible" && follows) window.htmx.trigger(follows, "sse:moved");
  });
  beat();

  // ---- the part that moves ----
  document.addEventListener("htmx:sseOpen", () => (isOpen = true));
  document.addEventListener("htmx:sseError", () => (isOpen = false));

  // A step of one's own takes the page off the leader's steps, until it goes back.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target !== follows) return;
    const cause = event.detail.requestConfig.triggeringEvent;
    const announced = Number(cause?.detail?.data ?? NaN);
    const isPoll = isOpen && cause?.type === "hx:poll:trigger";
    if (!isFollowing() || isPoll || announced <= number()) event.preventDefault();
  });
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target === follows) event.detail.parameters.seen = number();
    // A streamed part does not know at which address its page is.
    const moves = event.target === follows || event.detail.verb === "post";
    if (frame.dataset.at && moves && frame.contains(event.target)) event.detail.parameters.at = frame.dataset.at;
  });

  // The stream brings the part of what one does for all. If it has just broken, the page asks.
  const PART_LATE = 1500;
  let pressed = -1; // the number shown at the last press
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "post" || event.target.closest("#review") || !isOpen || !isFollowing()) return;
    event.detail.headers.Prefer = "return=minimal";
    pressed = number();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.xhr?.getResponseHeader("Preference-Applied")) return;
    window.setTimeout(() => number() === pressed && window.htmx.trigger(follows, "sse:moved"), PART_LATE);
  });
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (event.target !== follows || event.detail.type !== "part") return;
    const part = new DOMParser().parseFromString(event.detail.data, "text/html").getElementById("moment");
    if (!isFollowing() || !part || Number(part.dataset.number) <= number()) event.preventDefault();
  });

  // ---- beside it: what is said, the moment of a new comment, and new comments ----
  let shown = { ...moment().dataset };
  document.addEventListener("htmx:afterSwap", () => {
    const now = moment()?.dataset;
    if (!now) return;
    if (now.said !== shown.said) spoken.textContent = now.said;
    if (now.comments !== shown.comments)
      window.htmx.ajax("GET", `${frame.dataset.review}?step=${now.step}`, { target: "#review", swap: "outerHTML" });
    else if (now.step !== shown.step) aboutMoment(now);
    shown = { ...now };
  });

  function aboutMoment({ step, commentLabel }) {
    const form = document.querySelector(".review__form");
    if (!form) return;
    form.elements.step.value = step;
    form.querySelector("label").textContent = commentLabel;
  }
})();
