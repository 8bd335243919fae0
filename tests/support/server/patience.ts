/**
 * Waits of tests end by an event, however slow the machine is. These limits only end hanging tests. Smaller limits
 * would test the speed of the machine.
 */
export const WAIT_MS = 120_000;
/** Time limit of a test, and of its preparation. */
export const TEST_MS = 900_000;
