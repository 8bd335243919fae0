import { counterStep as step } from '../../../server/sites/telemetry/write/counter.ts';

/** The server's step of a counter, for a comparison with the database's. */
export const counterStep = step;
