// The pause that bots leave a player: its seconds run down, and at zero the line is gone. The server's time decides.
"use strict";

(() => {
  const count = () => document.querySelector(".courtesy__count");
  let shown = null; // the count on screen
  let ends = 0; // by performance.now()

  function tick() {
    const face = count();
    if (!face) return;
    if (face !== shown) [shown, ends] = [face, performance.now() + Number(face.dataset.secondsLeft) * 1000];
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    face.textContent = face.dataset.words.replace("{}", left);
    face.closest(".courtesy").classList.toggle("courtesy--over", left === 0);
  }

  document.addEventListener("htmx:afterSettle", tick);
  window.setInterval(tick, 200);
  tick();
})();
