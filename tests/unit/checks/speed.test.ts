import { describe, expect, it } from 'vitest';
import { speedBreaches } from '../../checks/speed.ts';

const API = 'tests/api/some.test.ts';

describe('a result that depends on speed', () => {
  it.each([
    ['tries a test again', "it('x', { retry: 2 }, run);"],
    ['judges by a clock', 'expect(performance.now() - begun).toBeLessThan(500);'],
    ['judges by a clock', "expect(Date.now() - Date.parse(last ?? '')).toBeLessThan(60_000);"],
    ['judges by a clock', 'const took = performance.now() - begun;\nexpect(took).toBeLessThan(500);'],
    ['limits a wait', 'await line.waitFor({ timeout: 5_000 });'],
    ['limits a wait', 'const SHORT_MS = 2_000;\nawait line.waitFor({ timeout: SHORT_MS });'],
    ['limits a wait', 'beforeAll(async () => {\n  server = await start();\n}, 120_000);'],
    ['limits a wait', 'await vi.waitFor(check);'],
  ])('is refused, for it %s: %s', (fault, text) => {
    expect(speedBreaches(API, text)).toEqual([expect.stringContaining(`${API}: ${fault}`)]);
  });

  it.each([
    ['a wait for what must happen', API, 'await expect.poll(() => count).toBe(3);'],
    ['a longer limit', API, 'await expect.poll(filled, { timeout: 600_000 }).toBe(true);'],
    ['the shared limit', API, 'await vi.waitFor(check, { timeout: WAIT_MS });'],
    ['a least time', API, 'expect(Date.now() - begun).toBeGreaterThan(1_000);'],
    ['a time that is only told', API, 'const took = performance.now() - begun;\nconsole.log(took);'],
    ['the program', 'server/some.ts', 'fetch(address, { timeout: 5_000 });'],
  ])('is not %s', (_, file, text) => {
    expect(speedBreaches(file, text)).toEqual([]);
  });
});
