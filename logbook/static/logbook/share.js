// A press that shares a text: a result of a deal of the day, or the address of a page. A phone asks with whom; elsewhere it is copied.
"use strict";

(() => {
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const button of document.querySelectorAll("[data-share]")) button.nextElementSibling.textContent = "";
  });
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
