/** Counts the bytes of messages in memory over all connections, and limits them. Pure. */

/** Reserved bytes, until `leave` is called. Further calls of `leave` have no effect. */
export interface Reservation {
  /** Returns false while the reservation waits for room. */
  entered(): boolean;
  leave(): void;
}

export interface Budget {
  /** The number of bytes reserved now. */
  used(): number;
  /** True if there is no room, or if reservations wait for it. */
  isFull(): boolean;
  /** Reserves bytes that are already in memory, without waiting. */
  take(bytes: number): Reservation;
  /**
   * Reserves bytes that are not read yet. Reservations are granted in the order of the calls. `enter` is called if
   * this one had to wait.
   */
  ask(bytes: number, enter: () => void): Reservation;
}

interface Waiting {
  bytes: number;
  enter(): void;
}

export function createBudget(limit: number): Budget {
  let used = 0;
  const waiting = new Set<Waiting>();
  /** A message larger than the limit is accepted if no other is in memory. */
  const hasRoom = (bytes: number): boolean => used === 0 || used + bytes <= limit;

  function serveWaiting(): void {
    for (const waiter of waiting) {
      if (!hasRoom(waiter.bytes)) return;
      waiting.delete(waiter);
      used += waiter.bytes;
      waiter.enter();
    }
  }

  function makeReservation(bytes: number, place: Waiting | null): Reservation {
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
      return makeReservation(bytes, null);
    },
    ask(bytes, enter) {
      if (waiting.size === 0 && hasRoom(bytes)) return this.take(bytes);
      const place = { bytes, enter };
      waiting.add(place);
      return makeReservation(bytes, place);
    },
  };
}
