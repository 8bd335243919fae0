import { expect, it } from 'vitest';
import { reachBreaches } from '../../checks/insideReach.ts';

const breachesOf = (file: string, text: string) =>
  reachBreaches([{ file, text }]).filter((line) => line.includes('some.test.ts'));

it.each([
  ["import { seal } from '../../server/sites/telemetry/storage/seal.ts';"],
  ["const { seal } = await import('../../server/sites/telemetry/storage/seal.ts');"],
  ["await server.app.db.pool.query('select 1');"],
  ['const { telemetry } = server.app.services;'],
])('an API test may not reach inside: %s', (text) => {
  expect(breachesOf('tests/api/some.test.ts', text)).toEqual([expect.stringMatching(/reaches inside/)]);
});

it('what tests share may, and an API test may call', () => {
  expect(breachesOf('tests/support/some.test.ts', "import '../../server/app.ts';")).toEqual([]);
  expect(breachesOf('tests/api/some.test.ts', 'const tenant = await makeTenant(server);')).toEqual([]);
});

it('a listed test that reaches no more is taken off', () => {
  expect(reachBreaches([])[0]).toMatch(/asks by calls alone: take it off the list/);
});
