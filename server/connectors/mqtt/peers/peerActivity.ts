/** The time of the other side's last message, in milliseconds, monotonic. */
import type { Socket } from 'node:net';

/** A packet that has begun must be complete after this time, plus the time for its length at the slowest rate. */
const WHOLE_MS = 60_000;
const SLOWEST_BYTES_A_MS = 1;

export interface PeerActivity {
  heard(): void;
  /** Notes that a packet has begun and is not complete. */
  began(): void;
  whole(): void;
  /** Continues reading. The time without reading does not count as the sender's silence. */
  resume(): void;
  silence(now: number): number;
  /** @param packet that has begun: its length in bytes, and whether others wait for the room that it has */
  isStalled(packet: { length: number; isCrowded: boolean }, now: number): boolean;
}

/** Returns whether a sender delays others too long. A sender with reserved room must fill it soon. */
export const isLate = (begunAt: number, length: number, isCrowded: boolean, now: number): boolean =>
  now - begunAt > WHOLE_MS + (isCrowded ? 0 : length / SLOWEST_BYTES_A_MS);

export function createPeerActivity(socket: Socket): PeerActivity {
  let heardAt = performance.now();
  let begunAt: number | null = null;
  return {
    heard() {
      heardAt = performance.now();
    },
    began() {
      begunAt ??= performance.now();
    },
    whole() {
      begunAt = null;
    },
    resume() {
      if (!socket.isPaused()) return;
      heardAt = performance.now();
      if (begunAt !== null) begunAt = heardAt;
      socket.resume();
    },
    silence: (now) => (socket.isPaused() ? 0 : now - heardAt),
    isStalled: ({ length, isCrowded }, now) =>
      begunAt !== null && !socket.isPaused() && isLate(begunAt, length, isCrowded, now),
  };
}
