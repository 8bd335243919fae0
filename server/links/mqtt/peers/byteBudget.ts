/** Counts the bytes of messages that are on their way through memory, over all connections, up to a limit. Pure. */

/** Bytes that are counted until `leave` is called; more calls change nothing. */
export interface Hold {
  /** False: it waits for room. */
  entered(): boolean;
  leave(): void;
}

export interface Budget {
  /** Bytes that are counted now. */
  used(): number;
  /** True when there is no room, or others wait for it. */
  isFull(): boolean;
  /** Counts what is in memory already. */
  take(bytes: number): Hold;
  /** Room for what is still to be read, in the order asked; `enter` is called when it had to wait for it. */
  ask(bytes: number, enter: () => void): Hold;
}

interface Waiting {
  bytes: number;
  enter(): void;
}

export function createBudget(limit: number): Budget {
  let used = 0;
  const waiting = new Set<Waiting>();
  /** A message that is larger than the limit comes in alone. */
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
