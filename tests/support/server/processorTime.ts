/** Processor time that a piece of work takes, in milliseconds: what else the machine does at the time is no part of it. */

const TICK_MS = 10;

const inMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** It counts this thread alone. */
export function threadMs(run: () => void): number {
  const begun = process.threadCpuUsage();
  run();
  return inMs(process.threadCpuUsage(begun));
}

/** Reads the longest time that this thread was at one piece of work, since the reading before: others waited for it. */
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

/** It counts the whole process, with the threads that work for it. */
export async function processMs(run: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await run();
  return inMs(process.cpuUsage(begun));
}
