import { expect, it } from 'vitest';
import { sqlBreaches } from '../../../checks/sqlSpelling.ts';

const FILE = 'server/sites/weather/index.ts';

it('refuses the driver outside of the listed places', () => {
  const calls = ['await db.pool.query(TEXT);', 'await client.query<{ id: number }>(\n  TEXT,\n);'];
  for (const call of calls) {
    expect(sqlBreaches(FILE, call)).toEqual([expect.stringContaining(`${FILE}: asks the driver`)]);
    expect(sqlBreaches('server/platform/db/lease/heldConnection.ts', call)).toEqual([]);
    expect(sqlBreaches('tests/api/jobs.test.ts', call)).toEqual([]);
  }
});

it('refuses keywords in upper case, but not in comments', () => {
  expect(sqlBreaches(FILE, 'const a = 1;\nsql`SELECT id from job`')).toEqual([
    expect.stringContaining(`${FILE}:2: "SELECT"`),
  ]);
  expect(
    sqlBreaches(FILE, '  where x for update`;\n// It holds what SELECT finds.\n/** WHERE it is */'),
  ).toEqual([]);
  expect(sqlBreaches(FILE, 'sql`select id from job order by id FOR UPDATE`')).toHaveLength(1);
});
