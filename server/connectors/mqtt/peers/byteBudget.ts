/** Counts the bytes of messages in memory over all connections, up to a limit. Pure. */

/** Bytes that are counted until `leave` is called. Further calls have no effect. */
export interface Hold {
  /** Returns false while it waits for room. */
  entered(): boolean;
  leave(): void;
}

export interface Budget {
  /** Bytes that are counted now. */
  used(): number;
  /** True if there is no room, or others wait for it. */
  isFull(): boolean;
  /** Counts bytes that are already in memory. */
  take(bytes: number): Hold;
  /** Reserves room for data that is not read yet, in the order of the calls. `enter` is called if it had to wait. */
  ask(bytes: number, enter: () => void): Hold;
}

interface Waiting {
  bytes: number;
  enter(): void;
}

export function createBudget(limit: number): Budget {
  let used = 0;
  const waiting = new Set<Waiting>();
  /** A message larger than the limit is accepted alone. */
  const hasRoom = (bytes: number): boolean => used === 0 || used + bytes <= limit;

  function serveWaiting(): void {
    for (const waiter of waiting) {
      if (!hasRoom(waiter.bytes)) return;
      waiting.delete(waiter);
      used += waiter.bytes;
      waiter.enter();
    }
  }

  function makeHold(bytes: number, place: Waiting | null): Hold {
    let left = false;
    return {
      entered: () => !left && (place === null || !waiting.has(place)),
      leave() {
        if (left) return;
        left = true;
        if (place === null || !waiting.delete(place)) used -= bytes;
        serveWaiting();
      },
    };
  }

  return {
    used: () => used,
    isFull: () => used >= limit || waiting.size > 0,
    take(bytes) {
      used += bytes;
      return makeHold(bytes, null);
    },
    ask(bytes, enter) {
      if (waiting.size === 0 && hasRoom(bytes)) return this.take(bytes);
      const place = { bytes, enter };
      waiting.add(place);
      return makeHold(bytes, place);
    },
  };
}
