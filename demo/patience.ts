/** Work in the background: on a slow machine it asks again, and no limit of time decides what the demo has. */
import { errorCode } from '../server/platform/db/connect/connect.ts';
import type { Database } from '../server/platform/db/index.ts';
import { wait } from '../server/platform/timers/wait.ts';

/** PostgreSQL ended a statement, or a transaction in which nothing happened, that took too long. */
const TOO_LONG = ['57014', '25P03'];
/** The pool of connections says no more than this where none became free in time. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';
const AGAIN_MS = 1_000;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.message === NO_CONNECTION || TOO_LONG.includes(errorCode(error)));

/** Does it until no limit of time is in the way; what is undone by one has left nothing. */
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

/** The same database, whose transactions are begun again where a limit of time undid them. */
export const patientDatabase = (db: Database, signal: AbortSignal): Database => ({
  ...db,
  tenant: (tenantId, run) => patiently(signal, () => db.tenant(tenantId, run)),
  system: (run) => patiently(signal, () => db.system(run)),
});
