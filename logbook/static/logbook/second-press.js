// A card is played by a second press, where the player wants that: on phones unless turned off, elsewhere if turned on.
"use strict";

(() => {
  const button = document.getElementById("second-press");
  const line = () => document.getElementById("why");
  if (!button) return;
  const phone = window.matchMedia("(pointer: coarse) and (max-width: 40rem)");
  let lifted = "";

  const wanted = () => (window.localStorage.getItem("second-press") ?? (phone.matches ? "on" : "off")) === "on";

  function show() {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(wanted()));
  }

  function lift(card) {
    drop();
    lifted = card.id;
    card.classList.add("hand__card--lifted");
    const again = card.dataset.again ?? button.dataset.again;
    if (line()) line().textContent = again;
    const spoken = document.getElementById("spoken");
    if (spoken) spoken.textContent = card.dataset.again ?? `${card.getAttribute("aria-label")}. ${again}`;
  }

  function drop() {
    lifted = "";
    for (const card of document.querySelectorAll(".hand__card--lifted")) card.classList.remove("hand__card--lifted");
  }

  button.addEventListener("click", () => {
    window.localStorage.setItem("second-press", wanted() ? "off" : "on");
    drop();
    show();
  });

  // Before every other listener: the first press must not send the form.
  document.addEventListener(
    "click",
    (event) => {
      const card = event.target.closest(".hand__card--playable");
      if (!card || !wanted() || card.id === lifted) return drop();
      event.preventDefault();
      event.stopImmediatePropagation();
      lift(card);
    },
    true,
  );

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") drop();
  });
  document.addEventListener("htmx:afterSwap", drop);
  window.addEventListener("pageshow", drop);
  show();
})();
