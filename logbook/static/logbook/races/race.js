// The race's niceties: boats that travel, and gems that come up one at a time also where several actions were missed.
"use strict";

(() => {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const phone = window.matchMedia("(max-width: 40rem)");
  const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
  const round = () => document.getElementById("round");
  let before = null;

  // On a phone the market covers the map: once something is bought, it makes room.
  document.addEventListener("submit", (event) => {
    if (phone.matches) event.target.closest("#market")?.removeAttribute("open");
  });

  // Where a boat lies on the chart, wherever the chart lies on the page.
  function berth(boat) {
    const sea = boat.closest(".chart__sea")?.getBoundingClientRect();
    const lies = boat.getBoundingClientRect();
    return { left: lies.left - (sea?.left ?? 0), top: lies.top - (sea?.top ?? 0), width: lies.width };
  }

  const boats = (shown) =>
    new Map([...shown.querySelectorAll(".chart__sea [data-boat]")].map((boat) => [boat.dataset.boat, berth(boat)]));
  const gems = (shown) => shown.querySelectorAll("[data-gem]").length;

  document.addEventListener("part:before", (event) => {
    const shown = event.detail;
    const checked = shown.querySelector(".chart__boats :checked");
    before = {
      boats: boats(shown),
      gems: gems(shown),
      log: shown.querySelector(".log__scroll")?.scrollTop ?? 0,
      boat: checked?.id,
    };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const shown = round();
    if (!before || !shown) return;
    const last = before;
    before = null;
    const scroll = shown.querySelector(".log__scroll");
    if (scroll) scroll.scrollTop = last.log;
    const boat = last.boat && document.getElementById(last.boat);
    if (boat) boat.checked = true;
    freshen(shown, last.gems);
    if (!still.matches) travel(shown, last.boats);
  });

  // What this reader has not seen yet is fresh, in the order drawn.
  function freshen(shown, seen) {
    for (const gem of shown.querySelectorAll("[data-gem]")) {
      const place = Number(gem.dataset.gem) - 1 - seen;
      if (place >= 0) gem.style.setProperty("--order", place);
      else gem.style.animation = "none";
      if (place >= 0) gem.classList.add("drawn__gem--fresh");
    }
  }

  function travel(shown, from) {
    for (const boat of shown.querySelectorAll(".chart__sea [data-boat]")) {
      const was = from.get(boat.dataset.boat);
      const now = berth(boat);
      if (!was || !now.width || !was.width) continue;
      const x = was.left - now.left;
      const y = was.top - now.top;
      if (Math.hypot(x, y) < 4) continue;
      boat.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: 450,
        easing: EASE,
      });
    }
  }
})();
