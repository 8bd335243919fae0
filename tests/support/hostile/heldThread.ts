/**
 * Measures how long a server blocks other callers, as processor time of its thread. Other work of the machine does
 * not count.
 */
import type { ServerProcess } from '../server/process.ts';

/** Settings of a server that is measured. */
export const METERED = {
  NODE_OPTIONS: `--import ${new URL('./threadMeter.ts', import.meta.url).href}`,
};

/** The maximum wait of any other caller, as the platform promises. */
export const MAX_HELD_MS = 500;

/** Returns a function that reads the longest time since its previous call. */
export async function openMeter(server: Pick<ServerProcess, 'said'>): Promise<() => Promise<number>> {
  const [, address = ''] = await server.said(/meter at (\S+)/);
  return async () => Number(await (await fetch(address)).text());
}
