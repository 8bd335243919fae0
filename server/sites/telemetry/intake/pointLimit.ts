/** Counts points that are on their way to the disk, and admits more while there is room. */

/** A sender either waits until there is room, or is rejected and tries again later. */
export type Overflow = 'wait' | 'reject';

export interface Gate {
  /** For those who do not wait. */
  isFull(): boolean;
  /** Points that wait or are being written. */
  inside(): number;
  enter(points: number, kind: Overflow): void;
  leave(points: number, kind: Overflow): void;
  /**
   * Resolves when there is room for about this many points of the waiter, in the order of arrival; the place is
   * reserved until the returned function is called. After `close` all are admitted.
   */
  room(points: number): Promise<() => void>;
  close(): void;
}

/** The last fifth of the room is for the other kind: a flood of one does not shut the other out. */
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
