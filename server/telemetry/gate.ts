/** Counts points that are on their way to the disk, and lets more in while there is room. */

export interface Gate {
  isFull(): boolean;
  /** Points that wait or are being written. */
  inside(): number;
  enter(points: number): void;
  leave(points: number): void;
  /**
   * Resolves when there is room for about so many points, in the order asked; the place is kept until what it
   * answers is called. After `close` everybody is let in.
   */
  room(points: number): Promise<() => void>;
  close(): void;
}

/**
 * Who can wait leaves a fifth of the room to those who cannot: a flood over links that hold their senders back does
 * not shut everybody else out.
 */
const PATIENT_SHARE = 0.8;

export function createGate(capacity: number): Gate {
  let inside = 0;
  let kept = 0;
  let closed = false;
  const waiting: { points: number; enter(): void }[] = [];

  const hasRoom = (): boolean => closed || inside + kept < capacity * PATIENT_SHARE;

  function waiting_serve(): void {
    while (waiting.length > 0 && hasRoom()) {
      const next = waiting.shift()!;
      kept += next.points;
      next.enter();
    }
  }

  return {
    isFull: () => inside + kept >= capacity,
    inside: () => inside,
    enter(points) {
      inside += points;
    },
    leave(points) {
      inside -= points;
      waiting_serve();
    },
    room(points) {
      return new Promise((resolve) => {
        let left = false;
        const leave = (): void => {
          if (left) return;
          left = true;
          kept -= points;
          waiting_serve();
        };
        waiting.push({ points, enter: () => resolve(leave) });
        waiting_serve();
      });
    },
    close() {
      closed = true;
      waiting_serve();
    },
  };
}
