// Captions of the first missions: each is shown at one moment, in this browser; a press closes it.
"use strict";

(() => {
  const KEY = "captions";
  const frame = document.querySelector(".round-frame[data-captions]");
  if (!frame) return;
  let seen = {}; // name of a caption → the moment at which it was shown, or "closed"
  try {
    seen = JSON.parse(window.localStorage.getItem(KEY)) || {};
  } catch {
    // A browser that keeps nothing shows them again.
  }

  const momentOf = (round) => `${window.location.pathname} ${round.dataset.attempt} ${round.dataset.seen}`;

  function keep(name, moment) {
    seen[name] = moment;
    try {
      window.localStorage.setItem(KEY, JSON.stringify(seen));
    } catch {
      // See above.
    }
  }

  // Of those that have not been shown before this moment, the first.
  function show() {
    const round = document.getElementById("round");
    if (!round) return;
    const moment = momentOf(round);
    let shown = false;
    for (const caption of frame.querySelectorAll(".caption")) {
      const name = caption.dataset.caption;
      const fresh = !shown && (!(name in seen) || seen[name] === moment);
      caption.hidden = !fresh;
      if (fresh && !(name in seen)) keep(name, moment);
      shown ||= fresh;
    }
  }

  document.addEventListener("click", (event) => {
    const caption = event.target.closest("[data-close]")?.closest(".caption");
    if (!caption) return;
    keep(caption.dataset.caption, "closed");
    caption.hidden = true;
  });
  new MutationObserver(show).observe(frame, { childList: true });
  show();
})();
