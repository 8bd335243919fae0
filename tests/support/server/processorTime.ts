/** Processor time of a piece of work, in milliseconds. Other work of the machine does not count. */

const TICK_MS = 10;

const inMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Returns the processor time of this thread only. */
export function threadMs(run: () => void): number {
  const begun = process.threadCpuUsage();
  run();
  return inMs(process.threadCpuUsage(begun));
}

/** Returns a function that reads the longest time for which this thread was busy since the last read. */
export function meterThread(): () => number {
  let last = process.threadCpuUsage();
  let longest = 0;
  const look = (): void => {
    longest = Math.max(longest, inMs(process.threadCpuUsage(last)));
    last = process.threadCpuUsage();
  };
  setInterval(look, TICK_MS).unref();
  return () => {
    look();
    const read = longest;
    longest = 0;
    return read;
  };
}

/** Counts the whole process, with all its threads. */
export async function processMs(run: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await run();
  return inMs(process.cpuUsage(begun));
}
