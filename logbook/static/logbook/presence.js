// Who is here: a page in sight says so every few seconds, and shows of the other players what the answer says.
// While a live round runs, the page also keeps a phone's screen on.
"use strict";

(() => {
  const frame = document.querySelector(".round-frame[data-beat]");
  const spoken = document.getElementById("presence-spoken");
  if (!frame) return;
  const EVERY = Number(frame.dataset.beatSeconds) * 1000;
  const HERE = Number(frame.dataset.hereSeconds); // since a player's last beat
  const NUDGE = Number(frame.dataset.nudgeSeconds); // away, after which the others may nudge
  const LIVE = Number(frame.dataset.liveSeconds); // for a decision at a live table; 0 at others
  const STAND_IN = Number(frame.dataset.standInSeconds); // away, after which they may let a bot play

  let ages = null; // seconds since each player's last beat, by key; null while nothing is known
  let heard = 0;
  let timer = 0;
  const last = new Map(); // what was shown of each player
  const nudged = new Map(); // when each player was nudged from here

  const seats = () => [...document.querySelectorAll("#round [data-presence]")];
  const words = (name, value) => frame.dataset[name].replace("{}", value);
  const isAwaited = (seat) => seat.matches(".seat--turn, .fleet--turn");

  async function beat() {
    window.clearTimeout(timer);
    if (document.visibilityState !== "visible") return;
    timer = window.setTimeout(beat, EVERY);
    try {
      const answer = await fetch(frame.dataset.beatUrl, {
        method: "POST",
        body: frame.dataset.beat,
        credentials: "omit",
      });
      ages = answer.status === 200 ? await answer.json() : null;
    } catch {
      ages = null;
    }
    heard = performance.now();
    show();
    lookAtWatchers();
  }

  // ---- who watches: the line below the table is fetched anew when somebody without a seat comes or goes ----
  const OWN = frame.dataset.beat.split(":")[1]; // the key of this page's reader; it begins with "w" for a mere watcher
  let watched = "";

  function lookAtWatchers() {
    const line = document.getElementById("watchers");
    if (ages === null || !line) return;
    const seated = new Set(seats().map((seat) => seat.dataset.presence));
    if (isSeated()) seated.add(OWN);
    const others = Object.keys(ages).filter((key) => key !== "watching" && ages[key] <= HERE && !seated.has(key));
    const now = others.length || ages.watching ? [...others.sort(), ages.watching, moment()].join() : "";
    if (now === watched) return;
    watched = now;
    window.htmx.trigger(line, "watchers");
  }

  // An attempt from which watchers were sent away has none.
  const moment = () => {
    const { attempt, unwatched } = document.getElementById("round").dataset;
    return `${attempt}${unwatched === undefined ? "" : " unwatched"}`;
  };
  const isSeated = () => document.querySelector("#round.lobby .chair--mine, #round[data-seated]") !== null;

  // A player is called away only while the table waits for them; "here" is said of everyone who is. Of a player without
  // a beat nothing is said: then the wait for a nudge and a stand-in begins with the turn.
  function show() {
    const since = (performance.now() - heard) / 1000;
    for (const seat of seats()) {
      const age = ages?.[seat.dataset.presence];
      const here = age !== undefined && age <= HERE;
      const away = ages !== null && age !== undefined && !here && isAwaited(seat);
      const without = ages === null || here || !isAwaited(seat) ? 0 : age === undefined ? waited() : age + since;
      mark(seat, here ? "here" : away ? "away" : "", age === undefined ? null : age + since);
      const nudge = seat.querySelector(".nudge");
      const tooSoon = performance.now() - (nudged.get(seat.dataset.presence) ?? -Infinity) < NUDGE * 1000;
      const standIn = seat.querySelector(".stand-in");
      const waitIsOver = age === undefined && standIn && "agreed" in standIn.dataset; // another player has waited
      if (standIn) standIn.hidden = without === 0 || (without < STAND_IN && !waitIsOver);
      const left = isAwaited(seat) && LIVE ? LIVE - waited() : null;
      if (nudge) nudge.hidden = tooSoon || (!(left !== null && left <= 0) && without < NUDGE);
      count(seat, left);
    }
  }

  // At a live table each awaited seat shows the seconds that are left. Screen readers are not told every second.
  function waited() {
    const round = document.getElementById("round");
    if (round.dataset.shownAt === undefined) round.dataset.shownAt = performance.now();
    return Number(round.dataset.waited) + (performance.now() - Number(round.dataset.shownAt)) / 1000;
  }

  function count(seat, left) {
    let line = seat.querySelector(".time-left");
    if (left === null || left <= 0) return line?.remove();
    if (!line) {
      line = document.createElement("p");
      line.className = "time-left figures";
      line.setAttribute("aria-hidden", "true");
      seat.querySelector(".presence")?.after(line);
    }
    line.textContent = words("timeLeft", Math.ceil(left));
  }

  function mark(seat, state, seconds) {
    let line = seat.querySelector(".presence");
    if (!line) {
      line = document.createElement("p");
      line.className = "presence";
      (seat.querySelector(".seat__name, .chair__who, .fleet__name") ?? seat).after(line);
    }
    line.dataset.state = state;
    line.textContent = state === "here" ? frame.dataset.here : state === "away" ? awayFor(seat, seconds) : "";
    announce(seat, state);
  }

  function awayFor(seat, seconds) {
    if (nudged.has(seat.dataset.presence)) return frame.dataset.nudged;
    if (seconds === null || seconds < 60) return frame.dataset.away;
    const minutes = Math.floor(seconds / 60);
    return minutes < 60 ? words("awayMinutes", minutes) : words("awayHours", Math.floor(minutes / 60));
  }

  // Said once a change, never with every beat: that an awaited player is away, and that they are back.
  function announce(seat, state) {
    const key = seat.dataset.presence;
    const before = last.get(key);
    if (state === before || (state === "" && before !== "away")) return;
    if (state !== "") last.set(key, state);
    if (state === "here") nudged.delete(key);
    if (!spoken || before === undefined) return;
    const name = nameAt(seat);
    if (state === "away") spoken.textContent = words("isAway", name);
    else if (state === "here" && before === "away") spoken.textContent = words("isBack", name);
  }

  // The seat is remembered before the answer replaces its form.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.requestConfig.elt;
    if (!form.matches(".nudge") || event.detail.xhr.status !== 200) return;
    const seat = form.closest("[data-presence]");
    if (seat) nudged.set(seat.dataset.presence, performance.now());
    if (spoken) spoken.textContent = words("wasNudged", nameAt(seat));
  });

  const nameAt = (seat) =>
    seat?.getAttribute("aria-label") ?? seat?.querySelector(".chair__who, .fleet__who")?.textContent.trim() ?? "";

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "watchers") return;
    // A watcher who was given a seat: the page's beats are those of a player from now on.
    if (OWN.startsWith("w") && isSeated()) return window.location.reload();
    if (ages !== null) {
      show();
      lookAtWatchers();
    }
    awake();
  });
  document.addEventListener("visibilitychange", () => {
    beat();
    awake();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      beat();
      awake();
    }
  });
  window.setInterval(
    () => {
      if (ages !== null) show();
    },
    LIVE ? 1000 : 5000,
  );

  // ---- the screen stays on while a round runs ----
  let lock = null;

  async function awake() {
    const runs = document.querySelector("#round .hand, #round .race-hand") && !document.querySelector("#round .end");
    if (!runs || document.visibilityState !== "visible") {
      lock?.release().catch(() => {});
      lock = null;
    } else if (lock === null && "wakeLock" in navigator) {
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      lock?.addEventListener("release", () => {
        lock = null;
      });
    }
  }

  beat();
  awake();
})();
