/** Tracks the upload of a large file: its progress, and the remaining time. */
import { createPause, type Pause } from '../../../kit/files/pause.ts';
import { restSeconds, type SentAt } from '../../../kit/files/restTime.ts';
import type { Sending, SendOptions } from '../../../kit/files/sendParts.ts';

export interface LargeProgress extends Sending {
  length: number;
  /** Remaining seconds. Null if unknown. */
  rest: number | null;
  isPaused: boolean;
  toggle(): void;
}

export function followLarge(
  { size: length }: File,
  signal: AbortSignal,
  report: (progress: LargeProgress) => void,
): SendOptions {
  const pause: Pause = createPause(signal);
  /** Time of pauses and network failures is excluded. */
  let begin: SentAt | null = null;
  let last: Sending = { sent: 0, isLost: false };
  const onProgress = (sending: Sending): void => {
    const now = { sent: sending.sent, at: performance.now() };
    if (sending.isLost || pause.isPaused) begin = null;
    else begin ??= now;
    last = sending;
    const rest = begin && restSeconds(begin, now, length);
    report({ ...sending, length, rest, isPaused: pause.isPaused, toggle });
  };
  const toggle = (): void => {
    pause.toggle();
    onProgress(last);
  };
  return { signal, pause, onProgress };
}
