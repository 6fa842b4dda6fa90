// A streamed part leaves out the pieces that the page was sent before (`logbook/tables/pieces.py`): here they are put in
// again, as they came. This script runs before those that change the page.
"use strict";

(() => {
  let seen = -1; // the number of the newest part that came
  let sent = new Map(); // its pieces, by name
  let last = { data: "", html: "" }; // the streamed part that came last, and the whole of it

  const numberOf = (section) => Number(section.dataset.seen);

  function learn(section) {
    if (numberOf(section) < seen) return;
    seen = numberOf(section);
    sent = new Map([...section.querySelectorAll("[data-piece]")].map((one) => [one.dataset.piece, one.outerHTML]));
  }

  // Forms that the page sends without htmx, at the end of an attempt: a stream has no token.
  function addToken(section) {
    const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    for (const form of section.querySelectorAll('form[method="post"]:not([hx-post])')) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: "csrfmiddlewaretoken" });
      field.setAttribute("value", token);
      if (!form.elements.namedItem(field.name)) form.prepend(field);
    }
  }

  // The whole of a streamed part; null where the page was not sent the part before it.
  function complete(data) {
    const { body } = new DOMParser().parseFromString(data, "text/html");
    const section = body.querySelector("#round");
    if (!section) return data;
    const gaps = [...section.querySelectorAll("[data-kept]")];
    const fits = !gaps.length || Number(section.dataset.since) === seen;
    if (!fits || gaps.some((gap) => !sent.has(gap.dataset.kept))) return null;
    for (const gap of gaps) gap.outerHTML = sent.get(gap.dataset.kept);
    learn(section);
    addToken(section);
    last = { data, html: body.innerHTML };
    return last.html;
  }

  // By then htmx is there, and has not looked at the page.
  document.addEventListener("DOMContentLoaded", () =>
    window.htmx.defineExtension("pieces", {
      transformResponse: (text) => (text === last.data ? last.html : text),
    }),
  );

  const first = document.getElementById("round");
  if (first) learn(first);

  window.pieces = {
    learn,
    complete,
    get seen() {
      return seen;
    },
  };
})();
