/** A moment of an upload: bytes that are stored, and milliseconds of a clock. */
export interface SentAt {
  sent: number;
  at: number;
}

/** A shorter time does not show the speed of the network. */
const MIN_MS = 3_000;

/** Returns the seconds that the rest of an upload takes at its speed. Null if the speed is unknown. */
export function restSeconds(begin: SentAt, now: SentAt, length: number): number | null {
  const [bytes, ms] = [now.sent - begin.sent, now.at - begin.at];
  return bytes <= 0 || ms < MIN_MS ? null : Math.ceil(((length - now.sent) * ms) / bytes / 1000);
}
