// Opens an EventSource again when it is lost, less and less often; the next one takes over once it is open.
"use strict";

(() => {
  const SHORTEST = 1000; // Milliseconds before a lost stream is tried again; twice as many after each failure.
  const LONGEST = 64000;

  window.StreamConnection = class {
    constructor(address, heard) {
      Object.assign(this, { address, heard, current: null, next: null, timer: 0, pause: SHORTEST });
    }

    open() {
      window.clearTimeout(this.timer);
      this.next?.close();
      const source = new EventSource(this.address());
      this.next = source;
      for (const type of this.heard.types()) {
        source.addEventListener(type, (event) => this.isOurs(source) && this.heard.event(type, event.data));
      }
      source.onopen = () => this.opened(source);
      source.onerror = () => this.failed(source);
    }

    isOurs(source) {
      return source === this.current || source === this.next;
    }

    opened(source) {
      if (source !== this.next) return;
      this.current?.close();
      [this.current, this.next, this.pause] = [source, null, SHORTEST];
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
      this.timer = window.setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
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
