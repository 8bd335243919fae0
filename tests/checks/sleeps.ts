/**
 * A test waits for an event (`expect.poll`, `vi.waitUntil`, `until` of tests/support/telemetry/site.ts, a locator),
 * never for a time. The time is too short on a slow machine and wasted on a fast one. A clock that the test itself
 * moves is not a wait.
 */

const TESTS = /^tests\/(unit|api|browser)\//;
const SLEEP =
  /\bwaitForTimeout\(|\bsetTimeout\b[^;]*from 'node:timers\/promises'|new Promise(<\w+>)?\(\((\w+)\) => setTimeout\(\2\b/;

/** Tests by file name whose time is part of the case. */
const WITH_A_REASON: Readonly<Record<string, string>> = {
  'writer.test.ts': 'a database that takes its time to write is what the writer is tried with',
};

/** Returns a line for each test that waits for a fixed time. */
export function sleepBreaches(file: string, text: string): string[] {
  if (!TESTS.test(file) || text.includes('useFakeTimers') || !SLEEP.test(text)) return [];
  if ((file.split('/').pop() ?? '') in WITH_A_REASON) return [];
  return [`${file}: waits for a time: wait for what must happen, or say in tests/checks/sleeps.ts why not`];
}
