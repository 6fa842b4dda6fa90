// Deals of the day: how long until a moment, by the server's clock.
"use strict";

(() => {
  const { now } = document.querySelector("[data-now]")?.dataset ?? {};
  const ahead = now ? Date.parse(now) - Date.now() : 0;
  const two = (number) => String(number).padStart(2, "0");

  // The two largest units, as `time_left_text` on the server.
  function leftText({ dataset }, milliseconds) {
    const minutes = Math.max(0, Math.floor(milliseconds / 60000));
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
    const { lang } = document.documentElement;
    const parts = days
      ? [new Intl.NumberFormat(lang, { style: "unit", unit: "day", unitDisplay: "long" }).format(days)]
      : [];
    if (hours) parts.push(dataset.hours.replace("%(hours)d", hours));
    if (!days && (minutes % 60 || !hours)) parts.push(dataset.minutes.replace("%(minutes)d", minutes % 60));
    return parts.join(" ");
  }

  const tick = () => {
    const moment = Date.now() + ahead;
    for (const counter of document.querySelectorAll("[data-countdown]")) {
      const { countdown } = counter.dataset;
      const end = countdown === "midnight" ? new Date(moment).setUTCHours(24, 0, 0, 0) : Date.parse(countdown);
      const seconds = Math.max(0, Math.floor((end - moment) / 1000));
      const time = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
      counter.textContent = counter.dataset.words.replace("%(time)s", time);
    }
    for (const time of document.querySelectorAll("[data-left]")) {
      const text = time.dataset.left.replace("%(left)s", leftText(time, Date.parse(time.dateTime) - moment));
      if (time.textContent !== text) time.textContent = text;
    }
  };
  tick();
  setInterval(tick, 1000);
})();
