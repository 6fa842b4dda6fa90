// One event stream for all tabs of a browser: a browser holds few connections to one host, and each stream takes one.
// One tab leads (Web Locks), one in sight if there is any. It holds the stream of all tables, challenges and imports that the tabs show, and passes the
// events on (BroadcastChannel). Lock, channel and stream are those of the player who is signed in on the page, so nobody's
// part reaches another person's page. A tab out of sight lets go of its parts; the stream tells it only that the table
// waits for its player, and it catches up when it is seen again. A minute after the last tab went out of sight, the stream
// is closed. Where a browser lacks either (also without HTTPS), each tab in sight has a stream of its own, and one out of
// sight has none. Without any stream, pages ask by themselves.
"use strict";

(() => {
  const { person } = document.body.dataset;
  const NAME = `crewsite-stream/${person}`;
  const SOON = 50; // Several tabs that come or go together open one stream.
  const PING = 15000;
  const ANSWER = 3000; // A leader that does not answer so long is asleep.
  const FORGOTTEN = 200000; // A tab out of sight may be late: its timers run once a minute.
  const UNSEEN = 60000; // So long the stream stays open while all tabs are out of sight.
  const UNKNOWN = "unknown"; // In place of a number: the page asks whether it is behind.
  const shares = Boolean(person && navigator.locks && window.BroadcastChannel);
  const tab = String(Math.random()).slice(2);
  const isHidden = () => document.visibilityState !== "visible";
  const sources = new Set(); // what this page follows

  // What htmx takes for an EventSource; `subject` is "table:42".
  class Source extends EventTarget {
    constructor(address) {
      super();
      this.address = address;
      const [, kind, key] = address.match(/(\w+?)s?\/(\d+)\/stream\/$/);
      this.subject = `${kind}:${key}`;
      this.readyState = 0;
      this.begin();
    }

    begin() {
      sources.add(this);
      if (shares) follow();
      else this.own = new OwnStream(this);
    }

    tell(type, data) {
      this.dispatchEvent(new MessageEvent(type, { data }));
    }

    opened() {
      if (this.readyState === 1) return;
      this.readyState = 1;
      this.onopen?.(new Event("open"));
    }

    // It is never "closed" for htmx, which would open another: here it is opened again.
    lost() {
      if (this.readyState !== 1) return;
      this.readyState = 0;
      this.onerror?.(new Event("error"));
    }

    close() {
      this.readyState = 2;
      sources.delete(this);
      this.own?.close();
      if (shares) follow();
    }
  }

  // ---- without sharing: a stream of its own, while the page is in sight ----
  class OwnStream {
    constructor(source) {
      this.source = source;
      this.connection = new window.StreamConnection(() => source.address, {
        types: () => ["moved", "part", "talk"],
        open: () => source.opened(),
        lost: () => source.lost(),
        event: (type, data) => source.tell(type, data),
      });
      this.look();
    }

    look() {
      if (isHidden() || isGone) this.close();
      else if (this.connection.current === null && this.connection.next === null) this.connection.open();
    }

    close() {
      this.connection.close();
      this.source.lost();
    }
  }

  // ---- every tab: says what it follows, and receives what the leader sends ----
  let isGone = false; // The page was left; the browser may bring it back.
  let channel = null;
  let leader = null; // In the tab that leads.
  let candidacy = null; // While this tab waits for the lock, or holds it.
  let unanswered = 0;

  const subjects = () => [...sources].map((source) => source.subject);
  const hello = () => ({ say: "hello", tab, subjects: subjects(), hidden: isHidden() });

  function send(message) {
    channel?.postMessage(message);
    if (leader) leader.receive(message); // A channel does not send to itself.
  }

  function follow() {
    if (isGone) return;
    if (sources.size && !candidacy) lead(false);
    say(hello());
  }

  function say(message) {
    send(message);
    if (sources.size === 0 || isHidden() || leader) return;
    unanswered ||= window.setTimeout(() => {
      unanswered = 0;
      if (!leader && !isGone && !isHidden() && sources.size) lead(true);
    }, ANSWER);
  }

  function receive(message) {
    if (message.say === "who" && sources.size) say(hello());
    if (message.say === "hello" || message.say === "bye" || message.say === "ping") leader?.receive(message);
    if (message.say === "here") {
      window.clearTimeout(unanswered);
      unanswered = 0;
      const following = new Set(message.following);
      for (const source of sources) {
        if (following.has(source.subject)) source.opened();
        else source.lost();
      }
      if (message.unknown.includes(tab)) say(hello());
      // Timers of a tab out of sight are slow, and a phone stops it altogether.
      if (message.hidden && !isHidden() && !leader && sources.size) lead(true);
    }
    if (message.say === "event") take(message);
  }

  function take({ subject, type, data, to }) {
    if (to !== undefined && to !== tab) return;
    if (subject === "bell") return document.dispatchEvent(new CustomEvent("bell:number", { detail: Number(data) }));
    for (const source of sources) {
      if (source.subject !== subject) continue;
      if (type === "ended") source.lost();
      // What was sent before this tab went out of sight may still come; then it is fetched once the page is seen.
      else if (type === "moved" || !isHidden()) source.tell(type, data);
    }
  }

  // ---- the tab that leads ----
  function lead(steal) {
    candidacy?.abort?.abort();
    const mine = { abort: steal ? null : new AbortController(), release: null };
    candidacy = mine;
    const options = steal ? { steal: true } : { signal: mine.abort.signal };
    navigator.locks
      .request(
        NAME,
        options,
        () =>
          new Promise((release) => {
            mine.release = release;
            if (candidacy !== mine || isGone) return release();
            leader = new Leader();
            tellAll({ say: "who" });
            leader.receive(hello());
          }),
      )
      .catch(() => {}) // Called off, or another tab has taken the lead from this one, which was asleep.
      .finally(() => {
        if (candidacy !== mine) return;
        candidacy = null;
        leader?.close();
        leader = null;
        if (!isGone) follow();
      });
  }

  // The leader speaks to the other tabs and to its own page alike.
  function tellAll(message) {
    channel?.postMessage(message);
    if (message.say !== "who") receive(message);
  }

  class Leader {
    constructor() {
      this.tabs = new Map(); // What each tab follows, whether it is in sight, and when it was last heard.
      this.address = "";
      this.timer = 0;
      this.unseen = 0; // The timer that runs while all tabs are out of sight.
      this.isResting = false; // They have been so for long: they ask by themselves.
      this.newcomers = new Map(); // What each tab has not followed so far; it may be behind there.
      this.open = new Set(); // The subjects of the stream that is open.
      this.bell = null; // The last number that the stream told.
      this.talk = new Map(); // The last number of each table's talk that it told.
      this.connection = new window.StreamConnection(() => this.address, {
        types: () => this.types(),
        open: () => this.opened(),
        lost: () => this.lost(),
        event: (type, data) => this.event(type, data),
      });
    }

    receive(message) {
      if (message.say === "bye") this.tabs.delete(message.tab);
      if (message.say === "ping") return this.answer(message);
      if (message.say === "hello") this.join(message);
      this.lookSoon();
    }

    join({ tab: name, subjects: followed, hidden }) {
      const known = this.tabs.get(name);
      if (followed.length) this.tabs.set(name, { subjects: followed, hidden, heard: performance.now() });
      else this.tabs.delete(name);
      const has = known && (hidden || !known.hidden) ? known.subjects : []; // Out of sight it was sent no parts.
      const lacks = followed.filter((subject) => !has.includes(subject));
      if (lacks.length) this.newcomers.set(name, lacks);
    }

    answer({ tab: name }) {
      const known = this.tabs.get(name);
      if (known) known.heard = performance.now();
      this.forget();
      this.say(known ? [] : [name]);
    }

    // A tab that crashed has not said goodbye.
    forget() {
      const now = performance.now();
      for (const [name, { heard }] of this.tabs) {
        if (name === tab || now - heard < FORGOTTEN) continue;
        this.tabs.delete(name);
        this.lookSoon();
      }
    }

    lookSoon() {
      if (isHidden()) return this.look();
      this.timer ||= window.setTimeout(() => this.look(), SOON);
    }

    look() {
      window.clearTimeout(this.timer);
      this.timer = 0;
      this.rest();
      const address = this.isResting ? "" : this.wanted();
      const newcomers = this.newcomers;
      this.newcomers = new Map();
      const isFollowed = [...newcomers.values()].flat().every((subject) => this.open.has(subject));
      const isSame = address === this.address && (isFollowed || this.connection.next !== null);
      this.address = address;
      this.say();
      if (isSame) return newcomers.forEach((subjects, name) => this.welcome(name, subjects));
      // A stream begins with the numbers of its subjects, by which every page catches up.
      if (address) return this.connection.open();
      this.connection.close();
      this.lost();
    }

    // A stream that nobody sees is let go of after a while.
    rest() {
      const isSeen = [...this.tabs.values()].some((one) => !one.hidden);
      if (isSeen || this.tabs.size === 0) {
        window.clearTimeout(this.unseen);
        [this.unseen, this.isResting] = [0, false];
      } else {
        this.unseen ||= window.setTimeout(() => {
          this.isResting = true;
          this.look();
        }, UNSEEN);
      }
    }

    // What happened since its page was made was not sent to a tab that has just come.
    welcome(to, subjects) {
      if (this.bell !== null) tellAll({ say: "event", subject: "bell", type: "moved", data: this.bell, to });
      for (const subject of subjects) {
        if (!this.open.has(subject)) continue;
        tellAll({ say: "event", subject, type: "moved", data: UNKNOWN, to });
        const data = this.talk.get(subject);
        if (data !== undefined) tellAll({ say: "event", subject, type: "talk", data, to });
      }
    }

    wanted() {
      const shown = new Set();
      const hidden = new Set();
      for (const one of this.tabs.values())
        for (const subject of one.subjects) (one.hidden ? hidden : shown).add(subject);
      const all = [...new Set([...shown, ...hidden])].sort();
      const query = all.map((subject) => {
        const [kind, key] = subject.split(":");
        return [kind === "table" && !shown.has(subject) ? "hidden" : kind, key];
      });
      // Tables first, those in sight before the others: a proxy may send a table's readers to one process.
      query.sort(([one], [other]) => (other === "table") - (one === "table"));
      return all.length ? `/streams/${person}/?${new URLSearchParams(query)}` : "";
    }

    subjects() {
      return [...new Set([...this.tabs.values()].flatMap((one) => one.subjects))];
    }

    types() {
      return [
        "bell/moved",
        ...this.subjects().flatMap((subject) => ["moved", "part", "talk", "ended"].map((type) => `${subject}/${type}`)),
      ];
    }

    opened() {
      this.open = new Set(this.subjects());
      this.say();
    }

    lost() {
      this.open.clear();
      this.bell = null;
      this.talk.clear();
      this.say();
    }

    say(unknown = []) {
      tellAll({ say: "here", following: [...this.open], unknown, hidden: isHidden() });
    }

    event(name, data) {
      const [subject, type] = name.split("/");
      if (type === "ended") this.open.delete(subject);
      if (subject === "bell") this.bell = data;
      if (type === "talk") this.talk.set(subject, data);
      tellAll({ say: "event", subject, type, data });
    }

    close() {
      window.clearTimeout(this.timer);
      window.clearTimeout(this.unseen);
      this.connection.close();
      this.open.clear();
    }
  }

  // ---- the page comes, goes out of sight, is left, and comes back ----
  function arrive() {
    isGone = false;
    if (!shares) return sources.forEach((source) => source.own.look());
    channel = new BroadcastChannel(NAME);
    channel.onmessage = (event) => receive(event.data);
    if (sources.size) follow();
  }

  // A page that holds a lock or a connection could not be brought back as it was.
  function leave() {
    isGone = true;
    window.clearTimeout(unanswered);
    unanswered = 0;
    for (const source of sources) {
      source.own?.close();
      source.lost();
    }
    if (!shares) return;
    if (sources.size) send({ say: "bye", tab });
    leader?.close();
    leader = null;
    candidacy?.abort?.abort();
    candidacy?.release?.();
    candidacy = null;
    channel?.close();
    channel = null;
  }

  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", (event) => event.persisted && arrive());
  document.addEventListener("visibilitychange", () => {
    if (isGone) return;
    if (!shares) sources.forEach((source) => source.own.look());
    else if (sources.size) follow();
  });
  window.setInterval(() => {
    if (shares && !isGone && sources.size) say({ say: "ping", tab });
  }, PING);

  arrive();
  if (window.htmx) window.htmx.createEventSource = (address) => new Source(address);
})();
