/**
 * A test waits for what must happen (`expect.poll`, `vi.waitUntil`, `until` of tests/support/telemetry/site.ts, a locator), never for
 * a time: on a slow machine the time is too short, on a fast one it is lost. A clock that the test itself moves is no wait.
 */

const TESTS = /^tests\/(unit|api|browser)\//;
const SLEEP =
  /\bwaitForTimeout\(|\bsetTimeout\b[^;]*from 'node:timers\/promises'|new Promise(<\w+>)?\(\((\w+)\) => setTimeout\(\2\b/;

/** By the name of the file: a time that is part of the case. */
const WITH_A_REASON: Readonly<Record<string, string>> = {
  'writer.test.ts': 'a database that takes its time to write is what the writer is tried with',
};

/** A line for each test that waits for a time. */
export function sleepBreaches(file: string, text: string): string[] {
  if (!TESTS.test(file) || text.includes('useFakeTimers') || !SLEEP.test(text)) return [];
  if ((file.split('/').pop() ?? '') in WITH_A_REASON) return [];
  return [`${file}: waits for a time: wait for what must happen, or say in tests/checks/sleeps.ts why not`];
}
