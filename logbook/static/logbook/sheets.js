// Sheets: the print button. Phones: cards are shown as long as somebody holds, and hide when the page is left.
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

for (const look of document.querySelectorAll("[data-look]")) {
  const summary = look.querySelector("summary");
  const show = (open) => {
    look.open = open;
  };
  summary.textContent = summary.dataset.hold;
  look.classList.add("look--held");
  // Clicks would toggle what a press has already opened; a screen reader's click (detail 0) still does.
  summary.addEventListener("click", (event) => {
    if (event.detail > 0) event.preventDefault();
  });
  summary.addEventListener("pointerdown", (event) => {
    summary.setPointerCapture(event.pointerId);
    show(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    summary.addEventListener(end, () => show(false));
  summary.addEventListener("contextmenu", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) show(false);
  });
}
