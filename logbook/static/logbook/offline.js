// The page that says that the browser is offline, in the language that was last read: it lists the logbook pages that this
// device keeps for the person who is here, and asks for the page again once the browser is back online.
"use strict";

(() => {
  const KEPT = "crewsite-logbook-2";
  const PAGE = /^\/campaigns\/\d+\/$/;
  function lastLanguage() {
    try {
      return localStorage.getItem("language");
    } catch {
      return null;
    }
  }
  const mains = [...document.querySelectorAll("main")];
  const inLanguage = (language) => mains.find((one) => language?.split("-")[0] === one.lang);
  const main = inLanguage(lastLanguage()) ?? inLanguage(navigator.language) ?? mains[0];
  main.hidden = false;
  document.documentElement.lang = main.lang;
  document.title = `${main.querySelector("h1").textContent} · Crewsite`;

  // A network alone does not say that the site can be reached.
  async function reopen() {
    await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    window.location.reload();
  }

  window.addEventListener("online", () => reopen().catch(() => {}));
  main.querySelector("button").addEventListener("click", () => window.location.reload());

  async function link(cache, request) {
    const text = await (await cache.match(request, { ignoreVary: true })).text();
    const title = new DOMParser().parseFromString(text, "text/html").title;
    const item = document.createElement("li");
    const anchor = item.appendChild(document.createElement("a"));
    anchor.href = request.url;
    anchor.textContent = title.replace(/ · Crewsite$/, "");
    return item;
  }

  async function list() {
    const whose = await (await caches.open(KEPT)).match("/campaigns/whose");
    if (!whose) return;
    const cache = await caches.open(`${KEPT}/${await whose.text()}`);
    const pages = (await cache.keys()).filter((request) => PAGE.test(new URL(request.url).pathname));
    const items = await Promise.all(pages.map((request) => link(cache, request)));
    main.querySelector("ul").append(...items);
    main.querySelector("section").hidden = items.length === 0;
  }

  if (window.caches) list().catch(() => {});
})();
