/** Tracks the silence of the other side, in milliseconds of a monotonic clock. */
import type { Socket } from 'node:net';

/** Time for receiving a whole packet, in addition to the time for its length at the slowest rate. */
const WHOLE_MS = 60_000;
const SLOWEST_BYTES_A_MS = 1;

export interface PeerActivity {
  heard(): void;
  /** Called when a packet is partly received. */
  began(): void;
  whole(): void;
  /** Continues reading. The time without reading does not count as the sender's silence. */
  resume(): void;
  silence(now: number): number;
  /**
   * `packet.length` is the length of the partly received packet in bytes. `isCrowded` is true if other connections
   * wait for its room.
   */
  isStalled(packet: { length: number; isCrowded: boolean }, now: number): boolean;
}

/** Returns whether a sender delays other connections too long. A sender with reserved room must fill it soon. */
export const isLate = (begunAt: number, length: number, isCrowded: boolean, now: number): boolean =>
  now - begunAt > WHOLE_MS + (isCrowded ? 0 : length / SLOWEST_BYTES_A_MS);

export function createPeerActivity(socket: Socket): PeerActivity {
  let receivedAt = performance.now();
  let begunAt: number | null = null;
  return {
    heard() {
      receivedAt = performance.now();
    },
    began() {
      begunAt ??= performance.now();
    },
    whole() {
      begunAt = null;
    },
    resume() {
      if (!socket.isPaused()) return;
      receivedAt = performance.now();
      if (begunAt !== null) begunAt = receivedAt;
      socket.resume();
    },
    silence: (now) => (socket.isPaused() ? 0 : now - receivedAt),
    isStalled: ({ length, isCrowded }, now) =>
      begunAt !== null && !socket.isPaused() && isLate(begunAt, length, isCrowded, now),
  };
}
