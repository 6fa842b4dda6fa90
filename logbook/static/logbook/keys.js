// The keys of the page, shown by "?" or by the button in the footer. Escape closes them, as in every dialog.
"use strict";

(() => {
  const dialog = document.getElementById("keys");
  const button = document.getElementById("keys-open");
  if (!dialog || !button) return;
  button.hidden = false;
  button.addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  });
})();
