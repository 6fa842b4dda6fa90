// "Your turn" beyond the page's own text: in the title, on the tab's icon, and by an optional sound.
"use strict";

(() => {
  const frame = document.querySelector(".round-frame[data-your-turn]");
  const button = document.getElementById("sound");
  if (!frame) return;

  const icon = document.querySelector("link[rel=icon]");
  const quiet = { title: document.title, icon: icon?.href };
  let wasYours = isYours();

  function isYours() {
    return document.querySelector("#round .status--yours") !== null && document.querySelector("#round .end") === null;
  }

  function show() {
    const yours = isYours();
    document.title = yours ? `● ${frame.dataset.yourTurn} · ${quiet.title}` : quiet.title;
    if (icon) icon.href = yours ? frame.dataset.turnIcon : quiet.icon;
    if (yours && !wasYours && wantsSound()) play();
    wasYours = yours;
  }

  // ---- two short tones, made here; off until the player turns them on ----
  const wantsSound = () => window.localStorage.getItem("sound") === "on";

  function play() {
    const audio = new AudioContext();
    for (const [place, pitch] of [660, 880].entries()) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + place * 0.14;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.13);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.14);
    }
    window.setTimeout(() => audio.close(), 600);
  }

  if (button) {
    const press = (on) => button.setAttribute("aria-pressed", String(on));
    button.hidden = false;
    press(wantsSound());
    button.addEventListener("click", () => {
      window.localStorage.setItem("sound", wantsSound() ? "off" : "on");
      press(wantsSound());
      if (wantsSound()) play();
    });
  }

  // Until it settles, the status has the class of the one before.
  document.addEventListener("htmx:afterSettle", show);
  show();
})();
