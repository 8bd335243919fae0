/** A moment of an upload: stored bytes, and milliseconds. */
export interface SentAt {
  sent: number;
  at: number;
}

/** Shortest time from which the network speed can be estimated. */
const MIN_MS = 3_000;

/** Returns the remaining seconds of an upload at its current speed. Null if unknown. */
export function restSeconds(begin: SentAt, now: SentAt, length: number): number | null {
  const [bytes, ms] = [now.sent - begin.sent, now.at - begin.at];
  return bytes <= 0 || ms < MIN_MS ? null : Math.ceil(((length - now.sent) * ms) / bytes / 1000);
}
