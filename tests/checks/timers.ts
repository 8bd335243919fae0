/**
 * Periodic work is repeated by `leaseEvery` (one process for all) or `every` (each process for itself) of
 * `server/platform/timers`: steps do not overlap there, failures are told, and a stop is waited for.
 */

/** A stream keeps its own beat, which ends with its connection; the two of the worker end with the child. */
const STREAMS: ReadonlySet<string> = new Set([
  'server/links/mqtt/listener.ts',
  'server/platform/worker/child.ts',
  'server/platform/worker/run.ts',
  'server/sites/cameras/stream.ts',
  'server/sites/live/sse.ts',
]);

export function timerBreaches(file: string, text: string): string[] {
  if (!file.startsWith('server/') || STREAMS.has(file) || !/\bsetInterval\(/.test(text)) return [];
  return [
    `${file}: uses setInterval: repeat it by leaseEvery or every of server/platform/timers, or say in tests/checks/timers.ts why not`,
  ];
}
