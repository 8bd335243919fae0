/** The time of the other side's last message; milliseconds, monotonic. */
import type { Socket } from 'node:net';

/** A packet that has begun is whole after this and the time that its length takes at the slowest rate. */
const WHOLE_MS = 60_000;
const SLOWEST_BYTES_A_MS = 1;

export interface PeerActivity {
  heard(): void;
  /** A packet has begun and is not whole. */
  began(): void;
  whole(): void;
  /** Reads on: the time in which nothing was read is not the sender's. */
  resume(): void;
  silence(now: number): number;
  /** @param packet that has begun: its length in bytes, and whether others wait for the room that it has */
  isStalled(packet: { length: number; isCrowded: boolean }, now: number): boolean;
}

/** Returns whether a sender has kept others waiting too long: one that has got room fills it soon. */
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
