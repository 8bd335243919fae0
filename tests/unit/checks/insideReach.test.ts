import { expect, it } from 'vitest';
import { reachBreaches } from '../../checks/insideReach.ts';

it.each([
  ["import { seal } from '../../server/sites/telemetry/storage/seal.ts';"],
  ["import type { Trx } from '../../server/platform/db/index.ts';"],
  ["const { seal } = await import('../../server/sites/telemetry/storage/seal.ts');"],
  ["await server.app.db.pool.query('select 1');"],
  ['const { telemetry } = server.app.services;'],
  ['const { db } = server.app;'],
  ['const { app } = server;'],
])('an API test may not reach inside: %s', (text) => {
  expect(reachBreaches([{ file: 'tests/api/some.test.ts', text }])).toEqual([
    expect.stringMatching(/some\.test\.ts: reaches inside/),
  ]);
});

it('allows shared helpers, and calls in an API test', () => {
  expect(reachBreaches([{ file: 'tests/support/some.ts', text: "import '../../server/app.ts';" }])).toEqual(
    [],
  );
  const text = 'const tenant = await makeTenant(server);';
  expect(reachBreaches([{ file: 'tests/api/some.test.ts', text }])).toEqual([]);
});
