/** The demo's projects are complete: one in each phase, with checks, logs, files and confirmations. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { login, startServer } from '../../support/server/server.ts';

const TENANT = 2;

/** Counts the records of the tenant by the value of a field. */
const BY_STATE: readonly (readonly [table: string, field: string, counts: Record<string, number>])[] = [
  ['execute_site', 'state', { planning: 1, executing: 1, completed: 1, closed: 1 }],
  ['quality_check', 'state', { draft: 1, failed: 2, corrected: 1, passed: 8 }],
  ['quality_check', 'first_verdict', { passed: 8, failed: 3 }],
  ['non_conformance', 'state', { open: 3, corrected: 1, closed: 1 }],
  ['calc_data', 'state', { audited: 3, returned: 1, submitted: 2 }],
];
const COUNTS: Record<string, number> = {
  ...{ site_log: 40, site_file: 25, return_visit: 1, setup_item: 24 },
  ...{ manual_workload: 120, project_cost: 12, calc_area: 2, calc_value: 36 },
};

it('has a project in each phase, with its records', async () => {
  const server = await startServer({ demo: true });
  try {
    for (const [table, field, counts] of BY_STATE) {
      const rows = await runSql<{ value: string; count: number }>(
        server,
        `select ${field} as value, count(*)::int from ${table}
          where tenant_id = ${TENANT} and ${field} is not null group by ${field}`,
      );
      expect(Object.fromEntries(rows.map(({ value, count }) => [value, Number(count)])), table).toEqual(
        counts,
      );
    }
    for (const [table, count] of Object.entries(COUNTS)) {
      const [row] = await runSql<{ count: number }>(
        server,
        `select count(*)::int from ${table} where tenant_id = ${TENANT}`,
      );
      expect(Number(row?.count), table).toBe(count);
    }
    const client = await login(server);
    const { records } = await client.call('announceList', {});
    expect(records.map(({ openCount }) => openCount).sort()).toEqual([0, 2]);
    const { totals } = await client.call('qualityReport', {});
    expect(totals[0]?.figures).toMatchObject({ checks: 12, judged: 11, firstPassed: 8 });
    const earned = await client.call('earnedValueStatistics', {});
    const ordered = earned.projects.filter(({ orderId }) => orderId !== null);
    expect(ordered.map(({ figures }) => figures.earnedValue)).toEqual(['77000.00', '150000.00', '80000.00']);
    expect(ordered.every(({ figures }) => figures.costIndex !== null)).toBe(true);
    expect(earned.weeks.length).toBeGreaterThan(20);
  } finally {
    await server.stop();
  }
});
