/** Counts points that are waiting for the disk, and admits more while there is room. */

/** Senders either wait until there is room, or are rejected and try again later. */
export type Overflow = 'wait' | 'reject';

export interface Gate {
  /** Returns whether there is no room. For senders that do not wait. */
  isFull(): boolean;
  /** Returns the number of points that wait or are being written. */
  inside(): number;
  enter(points: number, kind: Overflow): void;
  leave(points: number, kind: Overflow): void;
  /**
   * Resolves when there is room for about this many points, in the order of arrival. The room is reserved until the
   * returned function is called. After `close` all are admitted.
   */
  room(points: number): Promise<() => void>;
  close(): void;
}

/** Share of the room for one kind. The rest is for the other kind, so that a flood of one does not block the other. */
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
