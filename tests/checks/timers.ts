/**
 * Periodic work uses `leaseEvery` (one process for all) or `every` (each process for itself) of
 * `server/platform/timers`. There, steps do not overlap, failures are logged, and a stop waits for the running step.
 * Each periodic task has a row in docs/architecture.md, so that a reader finds all background work.
 */

/**
 * A stream has a timer of its own, which ends with its connection. The two of the worker end with the child process.
 */
const STREAMS: ReadonlySet<string> = new Set([
  'server/connectors/mqtt/listener.ts',
  'server/platform/worker/child.ts',
  'server/platform/worker/run.ts',
  'server/sites/cameras/onvif.ts',
  'server/sites/cameras/stream.ts',
  'server/sites/live/sse.ts',
]);

const SERVED = /^(server|demo)\//;

export function timerBreaches(file: string, text: string): string[] {
  if (!SERVED.test(file) || STREAMS.has(file) || !/\bsetInterval\(/.test(text)) return [];
  return [
    `${file}: uses setInterval: repeat it by leaseEvery or every of server/platform/timers, or say in tests/checks/timers.ts why not`,
  ];
}

const NAMED = /\b(?:leaseEvery|every|holdLease)\(\s*(?:[\w.]+,\s*)?[\w.]*log,\s*'([^']+)'/g;
const ROW = /^\| `([^`]+)` \| `(?:server|demo)\//gm;

/** Returns a line for each timer without a row in the document, and for each row without a timer. */
export function timerRowBreaches(
  files: readonly { file: string; text: string }[],
  architecture: string,
): string[] {
  const server = files.filter(({ file }) => SERVED.test(file));
  const names = new Set(server.flatMap(({ text }) => [...text.matchAll(NAMED)].map(([, name = '']) => name)));
  const rows = new Set([...architecture.matchAll(ROW)].map(([, name = '']) => name));
  return [
    ...[...names].filter((name) => !rows.has(name)).map((name) => `no row for the timer "${name}"`),
    ...[...rows].filter((name) => !names.has(name)).map((name) => `no timer is called "${name}"`),
  ].map((fault) => `docs/architecture.md: ${fault}: keep the table of what runs on a timer`);
}
