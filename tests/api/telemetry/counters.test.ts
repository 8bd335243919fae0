/** The database computes the step of a counter exactly like the server. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { counterStep } from '../../support/telemetry/counterStep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('steps are the same in the database and in the server', async () => {
  const reading = fc.oneof(
    fc.double({ min: -100, max: 70_000, noNaN: true }),
    fc.constantFrom(0, 100, 65_535),
  );
  const pairs = fc.sample(fc.tuple(reading, reading, fc.constantFrom(null, 65_536)), 3_000);
  const [{ steps } = { steps: [] }] = await runSql<{ steps: number[] }>(
    server,
    `select array_agg(counter_step((p->>0)::float8, (p->>1)::float8, (p->>2)::float8) order by at) as steps
       from jsonb_array_elements($1::jsonb) with ordinality as u(p, at)`,
    JSON.stringify(pairs),
  );
  // Removes the sign of a negative zero, which only the server returns.
  const counted = pairs.map(([previous, current, rollOver]) => counterStep(previous, current, rollOver) + 0);
  expect(steps.map((step) => step + 0)).toEqual(counted);
});
