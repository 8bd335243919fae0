/** Retries background work, so that time limits on a slow machine do not decide what the demo contains. */
import { errorCode } from '../server/platform/db/connect/connect.ts';
import type { Database } from '../server/platform/db/index.ts';
import { wait } from '../server/platform/timers/wait.ts';

/** PostgreSQL ended a statement or an idle transaction that took too long. */
const TOO_LONG = ['57014', '25P03'];
/** The message of the connection pool when no connection became free in time. The error has no code. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';
const AGAIN_MS = 1_000;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.message === NO_CONNECTION || TOO_LONG.includes(errorCode(error)));

/** Repeats the work until no time limit interrupts it. An interrupted run is rolled back. */
export async function patiently<T>(
  signal: AbortSignal,
  run: () => Promise<T>,
  pauseMs = AGAIN_MS,
): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isTimeout(error)) throw error;
      signal.throwIfAborted();
      await wait(pauseMs, signal);
    }
  }
}

/** Returns the database with transactions that are repeated after a time limit. */
export const patientDatabase = (db: Database, signal: AbortSignal): Database => ({
  ...db,
  tenant: (tenantId, run) => patiently(signal, () => db.tenant(tenantId, run)),
  system: (run) => patiently(signal, () => db.system(run)),
});
