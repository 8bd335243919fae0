import { counterStep as step } from '../../../server/sites/telemetry/write/counter.ts';

/** The server's own arithmetic of counters, for a comparison with the database's. */
export const counterStep = step;
