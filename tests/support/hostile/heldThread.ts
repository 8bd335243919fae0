/**
 * Measures for how long a server blocks all callers, in processor time of its thread: what else the machine does at the
 * time is no part of it.
 */
import type { ServerProcess } from '../server/process.ts';

/** The settings of a server that is measured. */
export const METERED = {
  NODE_OPTIONS: `--import ${new URL('./threadMeter.ts', import.meta.url).href}`,
};

/** The longest wait of any other caller, as the platform promises. */
export const MAX_HELD_MS = 500;

/** Returns a reading of the longest time since the reading before. */
export async function openMeter(server: Pick<ServerProcess, 'said'>): Promise<() => Promise<number>> {
  const [, address = ''] = await server.said(/meter at (\S+)/);
  return async () => Number(await (await fetch(address)).text());
}
