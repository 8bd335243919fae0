/** Limits the number of points that are queued for the disk. */

/** Senders wait for free capacity, or are rejected and retry later. */
export type Overflow = 'wait' | 'reject';

export interface Gate {
  /** Returns whether no capacity is free. For senders that do not wait. */
  isFull(): boolean;
  /** Returns the number of queued points, including points being written. */
  inside(): number;
  enter(points: number, kind: Overflow): void;
  leave(points: number, kind: Overflow): void;
  /**
   * Resolves when there is capacity for about this number of points, in the order of arrival. The capacity is reserved
   * until the returned function is called. After `close` all requests are granted.
   */
  room(points: number): Promise<() => void>;
  close(): void;
}

/** Maximum share of the capacity for one kind. A flood of one kind therefore does not block the other. */
const SHARE = 0.8;

export function createGate(capacity: number): Gate {
  const inside: Record<Overflow, number> = { wait: 0, reject: 0 };
  let waitingCount = 0;
  let closed = false;
  const waiting: { points: number; enter(): void }[] = [];

  const all = (): number => inside.wait + inside.reject;
  const hasRoom = (amount: number): boolean => amount < capacity * SHARE && all() + waitingCount < capacity;

  function serveWaiting(): void {
    while (waiting.length > 0 && (closed || hasRoom(inside.wait + waitingCount))) {
      const next = waiting.shift()!;
      waitingCount += next.points;
      next.enter();
    }
  }

  return {
    isFull: () => !hasRoom(inside.reject),
    inside: all,
    enter(points, kind) {
      inside[kind] += points;
    },
    leave(points, kind) {
      inside[kind] -= points;
      serveWaiting();
    },
    room(points) {
      return new Promise((resolve) => {
        let left = false;
        const leave = (): void => {
          if (left) return;
          left = true;
          waitingCount -= points;
          serveWaiting();
        };
        waiting.push({ points, enter: () => resolve(leave) });
        serveWaiting();
      });
    },
    close() {
      closed = true;
      serveWaiting();
    },
  };
}
