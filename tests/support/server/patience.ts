/**
 * A wait of a test ends by what it waits for, however slow the machine is. These limits end only what hangs: a smaller
 * one would be a verdict on the machine.
 */
export const WAIT_MS = 120_000;
/** For a test, and for what it needs beforehand. */
export const TEST_MS = 900_000;
