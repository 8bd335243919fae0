/** The server's own arithmetic of counters, for a comparison with the database's. */
export { counterStep } from '../../../server/sites/telemetry/write/counter.ts';
