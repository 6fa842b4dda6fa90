// Deals of the day: how long until a moment, by the reader's clock; and a press that shares a result.
"use strict";

(() => {
  const counters = [...document.querySelectorAll("[data-countdown]")];
  const two = (number) => String(number).padStart(2, "0");

  const tick = () => {
    for (const counter of counters) {
      const { countdown } = counter.dataset;
      const end = countdown === "midnight" ? new Date().setUTCHours(24, 0, 0, 0) : Date.parse(countdown);
      const seconds = Math.max(0, Math.floor((end - Date.now()) / 1000));
      const time = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
      counter.textContent = counter.dataset.words.replace("%(time)s", time);
    }
  };
  if (counters.length) {
    tick();
    setInterval(tick, 1000);
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    const text = button.dataset.share;
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(text);
    button.nextElementSibling.textContent = button.dataset.copied;
  });
})();
