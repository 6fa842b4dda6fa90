// A "?" shows its explanation in a dialog, on the page: nothing of a round is left. Escape closes it, as in every dialog.
"use strict";

(() => {
  const dialog = document.getElementById("help");
  if (!dialog) return;
  const [title, words] = ["help-title", "help-words"].map((id) => document.getElementById(id));
  const known = new Map(); // what was fetched, by address

  async function explanation(address) {
    if (!known.has(address)) {
      const answer = await fetch(address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      known.set(address, answer.ok ? page : null);
    }
    return known.get(address);
  }

  // A new tab, or a page that cannot be fetched: the link itself leads there.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.help");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const page = await explanation(link.href).catch(() => null);
    const found = page?.querySelector("#explanation");
    if (!found) return window.location.assign(link.href);
    title.textContent = page.querySelector("h1").textContent;
    words.replaceChildren(...[...found.children].map((child) => document.importNode(child, true)));
    if (!dialog.open) dialog.showModal();
  });

  // Pressing beside the dialog closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
})();
