// A signal starts from the card: press it, see how it is shown, confirm. Without this file the list of signals does the
// same. While "Signal a card" is open, every card that can be signalled is pressed for that; else those that cannot be
// played now.
"use strict";

(() => {
  const dialog = document.getElementById("signal-card");
  if (!dialog) return;
  const words = dialog.dataset;
  const choices = () => [...document.querySelectorAll('#round button[name=action][value^="signal "]')];
  const cardOf = (choice) => document.getElementById(`card-${choice.value.split(" ")[1]}`);
  const isChoosing = () =>
    document.getElementById("fold-signal")?.open || Boolean(document.querySelector(".choices .choice-group--signal"));
  let chosen = null;

  // Each card that can be signalled says so; while one is chosen, it is a button like those that can be played.
  function mark() {
    const choosing = isChoosing();
    for (const choice of choices()) {
      const card = cardOf(choice);
      if (!card) continue;
      card.dataset.signal = choice.value;
      card.dataset.label ??= card.getAttribute("aria-label");
      const signals = choosing || card.type === "button";
      card.setAttribute(
        "aria-label",
        signals ? `${words.press}: ${choice.getAttribute("aria-label")}` : card.dataset.label,
      );
      if (signals) card.removeAttribute("aria-disabled");
      card.classList.toggle("hand__card--signals", choosing);
    }
    document.body.classList.toggle("signals-from-cards", choices().length > 0);
    const line = document.getElementById("why");
    if (!line) return;
    line.dataset.hint ??= line.textContent;
    line.textContent = choosing && choices().length ? words.choose : line.dataset.hint;
  }

  // Before every other listener: the press is no card that is played.
  document.addEventListener(
    "click",
    (event) => {
      const card = event.target.closest(".hand__card[data-signal]");
      if (!card || (card.type !== "button" && !isChoosing())) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      chosen = card.dataset.signal;
      const choice = choices().find((one) => one.value === chosen);
      if (!choice) return;
      dialog.querySelector("#signal-shown").replaceChildren(choice.querySelector(".choice__card").cloneNode(true));
      dialog.querySelector("#signal-says").textContent = choice.getAttribute("aria-label");
      dialog.showModal();
    },
    true,
  );

  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "signal")
      choices()
        .find((one) => one.value === chosen)
        ?.click();
    dialog.returnValue = "";
  });
  // Pressing beside the dialog closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  document.addEventListener("toggle", (event) => event.target.id === "fold-signal" && mark(), true);
  document.addEventListener("htmx:afterSwap", () => {
    // What is signalled may have changed meanwhile.
    if (dialog.open && !choices().some((one) => one.value === chosen)) dialog.close();
    mark();
  });
  mark();
})();
