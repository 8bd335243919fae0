import { describe, expect, it } from 'vitest';
import { sleepBreaches } from '../../checks/sleeps.ts';

const API = 'tests/api/some.test.ts';
/** The text is split into two parts, so that the check does not find a wait in this file. */
const wait = (name: string) => `await new Promise((${name}) => set${'Timeout'}(${name}, 500));`;

describe('a test that waits for a fixed time', () => {
  it.each([
    ['await page.waitFor' + 'Timeout(2500);'],
    [`import { set${'Timeout'} as sleep } from 'node:timers/promises';`],
    [wait('resolve')],
    [wait('done')],
  ])('is refused: %s', (text) => {
    expect(sleepBreaches(API, text)).toEqual([expect.stringContaining(`${API}: waits for a time`)]);
  });

  it.each([
    ['a clock that the test moves', API, `vi.useFakeTimers();\n${wait('done')}`],
    ['what tests share', 'tests/support/some.ts', wait('done')],
    ['a poll', API, 'await expect.poll(() => count).toBe(3);'],
    ['a limit', API, `const timer = set${'Timeout'}(() => abort.abort(), 50);`],
  ])('is not %s', (_, file, text) => {
    expect(sleepBreaches(file, text)).toEqual([]);
  });
});
