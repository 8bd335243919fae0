import { performance } from 'node:perf_hooks';

export const MB = 1_048_576;
const SAMPLE_MS = 20;

export interface Measured {
  seconds: number;
  /** Processor time of the process itself, without its database. */
  cpuSeconds: number;
  /** Growth of the process memory from its beginning to its highest value. */
  grownMb: number;
}

export async function measure(run: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const look = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(look, SAMPLE_MS);
  const start = performance.now();
  const cpu = process.cpuUsage();
  await run();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  look();
  clearInterval(timer);
  return { seconds, cpuSeconds: (user + system) / 1e6, grownMb: (highest - before) / MB };
}
