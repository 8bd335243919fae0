/** The demo has products with their parts, support requests in all states, feedback, factory tests and closed months. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { recountTests } from '../../support/devices/finishedTests.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ demo: true });
});
afterAll(() => server?.stop());

async function countBy(table: string, field: string): Promise<Record<string, number>> {
  const rows = await runSql<{ value: string; count: number }>(
    server,
    `select ${field}::text as value, count(*)::int from ${table} group by 1`,
  );
  return Object.fromEntries(rows.map(({ value, count }) => [value, Number(count)]));
}

it('has 40 cabinets with 600 parts, 12 of them delivered, and a batch with two defects', async () => {
  expect(await countBy('product', 'kind')).toEqual({ cabinet: 40, pack: 120, cell: 480 });
  const delivered = 'delivered_on is not null';
  expect(await countBy('product', delivered)).toEqual({ true: 12, false: 628 });
  // The first batch of each tenant has defects.
  expect(await countBy('product_batch', 'open_defects')).toMatchObject({ 2: 2 });
});

it('has support requests in all states of two tenants, with notices, ratings and feedback', async () => {
  expect(await countBy('technical_support', 'status')).toEqual({
    ...{ saved: 2, submitted: 2, reviewing: 2, answered: 6, rejected: 2, cancelled: 2 },
  });
  expect(await countBy('support_notice', 'read_flag')).toEqual({ true: 14, false: 6 });
  expect(await countBy('support_survey', 'state')).toEqual({ answered: 6 });
  expect(await countBy('user_feedback', 'state')).toEqual({ open: 8, answered: 4 });
  expect(Object.keys(await countBy('inquiry_person', 'tenant_id'))).toEqual(['2', '10']);
});

it('has twelve finished factory tests, a suspended and a running one', async () => {
  // The bench has a cabinet with an open test, and another cabinet that waits for its own.
  expect(await countBy('factory_test_device', 'station_sn')).toEqual({
    SZ01: 2,
    TLF02: 1,
    PG03: 2,
    ADL01: 1,
  });
  const states = await countBy('factory_test_record', "status || coalesce(' ' || pause_reason, '')");
  // This server began with a copy of the demo, so for some time no process continued the running test.
  const { running = 0, 'suspended interrupted': interrupted = 0, ...others } = states;
  expect(running + interrupted).toBe(1);
  expect(others).toEqual({ waiting: 4, terminated: 1, 'suspended byUser': 1, passed: 10, failed: 1 });
  expect(await countBy('factory_test_record', 'test_result')).toMatchObject({ passed: 10, failed: 1 });
  const rows = await runSql<{ share: number; efficiency: number; points: number }>(
    server,
    `select (t.figures->>'energyShare')::float8 as share, (t.figures->>'efficiency')::float8 as efficiency,
            jsonb_array_length(r.parts) as points
       from factory_test_record t join charge_discharge_record r on r.record_id = t.id
      where t.status = 'passed'`,
  );
  for (const { share, efficiency, points } of rows) {
    expect(share).toBeGreaterThanOrEqual(100);
    expect(efficiency).toBeGreaterThan(85);
    expect(points).toBe(6);
  }
});

it('has factory tests whose figures agree with the stored points', async () => {
  const tests = await recountTests(server);
  expect(tests).toHaveLength(11);
  for (const { stored, counted } of tests) expect(counted).toEqual(stored);
});

it('has a closed month of receipts in each tenant', async () => {
  expect(await countBy('period', "tenant_id || ' ' || state")).toEqual({ '2 closed': 1, '10 closed': 1 });
});
