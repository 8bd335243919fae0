/**
 * 10,000 plans, each with a rule for every month, half of them moved to working days, make the 120,000 records of a year
 * ahead; then those of the day after. Goals: 20 s and 1 s; made again, and by two at once, there is nothing more.
 */
import { define } from '../tests/support/calls/definitions.ts';
import { runSql } from '../tests/support/calls/world.ts';
import { makeDue, plan, SCHEDULE, visit } from '../tests/support/records/timePlans.ts';
import { postmasterPid } from '../tests/support/server/process.ts';
import { login, startServer, type TestServer } from '../tests/support/server/server.ts';
import { cpuTimeOf } from './cpuTime.ts';

const PLANS = 10_000;
const YEAR = { records: 120_000, goalS: 20 };
const DAY = { goalS: 1 };
const FIRST = '2027-01-01T12:00:00Z';
const SECOND = '2027-01-02T12:00:00Z';
const MS = 1_000;

/** Seconds. */
export interface Spent {
  clock: number;
  /** The processors have worked so long, for the server and its database. */
  work: number;
}

export interface SchedulesBench {
  year: Spent;
  day: Spent;
  /** The records of the year, and what was made besides by making it again. */
  records: number;
  more: number;
}

async function count(server: TestServer): Promise<number> {
  const [row] = await runSql<{ n: number }>(
    server,
    'select count(distinct (plan_id, day))::int as n from time_visit having count(*) = count(distinct (plan_id, day))',
  );
  if (!row) throw new Error('a day of a plan was made twice');
  return row.n;
}

/** The time on the clock, which also counts what else runs here, and what the processors have worked for it. */
async function seconds(server: TestServer, run: () => Promise<unknown>): Promise<Spent> {
  const pids = [process.pid, postmasterPid(server.config.dataDir)];
  const [began, before] = [performance.now(), cpuTimeOf(pids)];
  await run();
  return { clock: (performance.now() - began) / MS, work: (cpuTimeOf(pids) - before) / MS };
}

export async function benchSchedules(): Promise<SchedulesBench> {
  const server = await startServer({ fresh: true });
  try {
    const admin = await login(server);
    await define(admin, plan(null));
    await define(admin, visit());
    await define(admin, plan({ ...SCHEDULE, ahead: 364 }), false);
    await runSql(
      server,
      `insert into time_plan (tenant_id, name, rule, start_date, days, zone, note, active)
       select (select min(id) from tenant), 'Plan ' || n, 'FREQ=MONTHLY;BYMONTHDAY=' || 1 + n % 28, '2027-01-01',
              case when n % 2 = 0 then 'any' else 'next' end, 'Asia/Shanghai', 'round ' || n, true
         from generate_series(1, $1) n`,
      PLANS,
    );
    const year = await seconds(server, () => makeDue(server, FIRST));
    const records = await count(server);
    await Promise.all([makeDue(server, FIRST), makeDue(server, FIRST)]);
    const more = (await count(server)) - records;
    const day = await seconds(server, () => makeDue(server, SECOND));
    console.log(`${await count(server)} records after the day after`);
    return { year, day, records, more };
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const { year, day, records, more } = await benchSchedules();
  const said = ({ clock, work }: Spent) => `${clock.toFixed(2)} s (${work.toFixed(2)} s of work)`;
  console.log(
    `${PLANS} plans made ${records} records in ${said(year)}, goal ${YEAR.goalS}; ${more} more when made again; ` +
      `the next day took ${said(day)}, goal ${DAY.goalS}`,
  );
  const isSlow = Math.min(year.clock, year.work) > YEAR.goalS || Math.min(day.clock, day.work) > DAY.goalS;
  if (isSlow || more !== 0 || records !== YEAR.records) process.exitCode = 1;
}
