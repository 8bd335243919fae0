/**
 * A wait of a test ends by its event, however slow the machine is. These limits only end a hanging test. A smaller
 * limit would test the machine.
 */
export const WAIT_MS = 120_000;
/** Time limit of a test, and of its preparation. */
export const TEST_MS = 900_000;
