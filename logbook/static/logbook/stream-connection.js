// Opens an EventSource again when it is lost, less and less often; the next one takes over once it is open.
// Streams that a dead process lost together come back over the seconds that it told; those that it ended, at once.
"use strict";

(() => {
  const SHORTEST = 1000; // Milliseconds before a lost stream is tried again; twice as many after each failure.
  const LONGEST = 44000; // Up to a quarter more: a page is back within a minute of its server.

  window.StreamConnection = class {
    constructor(address, heard) {
      Object.assign(this, { address, heard, current: null, next: null, timer: 0, pause: SHORTEST, spread: 0 });
    }

    open() {
      window.clearTimeout(this.timer);
      this.next?.close();
      const source = new EventSource(this.address());
      this.next = source;
      for (const type of this.heard.types()) {
        source.addEventListener(type, (event) => this.isOurs(source) && this.heard.event(type, event.data));
      }
      source.addEventListener("spread", (event) => this.told(source, Number(event.data) * 1000));
      source.addEventListener("elsewhere", () => this.told(source, 0));
      source.onopen = () => this.opened(source);
      source.onerror = () => this.failed(source);
    }

    isOurs(source) {
      return source === this.current || source === this.next;
    }

    told(source, spread) {
      if (this.isOurs(source)) this.spread = spread;
    }

    opened(source) {
      if (source !== this.next) return;
      this.current?.close();
      [this.current, this.next, this.pause, this.spread] = [source, null, SHORTEST, 0];
      this.heard.open();
    }

    failed(source) {
      source.close();
      if (!this.isOurs(source)) return;
      const isLost = source === this.current;
      this[isLost ? "current" : "next"] = null;
      if (this.current === null) this.heard.lost();
      if (isLost && this.next !== null) return;
      window.clearTimeout(this.timer);
      const pause = this.pause * (0.75 + Math.random() / 2) + (isLost ? this.spread * Math.random() : 0);
      this.timer = window.setTimeout(() => this.open(), pause);
      this.pause = Math.min(LONGEST, this.pause * 2);
    }

    close() {
      window.clearTimeout(this.timer);
      this.current?.close();
      this.next?.close();
      [this.current, this.next, this.pause] = [null, null, SHORTEST];
    }
  };
})();
