/**
 * Measures 10,000 plans, each with a monthly rule, half of them moved to working days. They create the 120,000
 * records of a year ahead, then the records of the day after. Goals: 20 s and 1 s. Another run, or two at once,
 * creates no further records.
 */
import assert from 'node:assert/strict';
import { define } from '../tests/support/calls/definitions.ts';
import { runSql } from '../tests/support/calls/world.ts';
import { makeDue, plan, SCHEDULE, visit } from '../tests/support/records/timePlans.ts';
import { postmasterPid } from '../tests/support/server/process.ts';
import { login, type TestServer } from '../tests/support/server/server.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { judge } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const PLANS = sized(10_000, 20);
const MONTHS = 12;
/** Seconds. */
const GOALS = { year: 20, day: 1 };
const FIRST = '2027-01-01T12:00:00Z';
const SECOND = '2027-01-02T12:00:00Z';
const MS = 1_000;

/** Seconds. */
interface Spent {
  clock: number;
  /** Processor time of the server and its database. */
  work: number;
}

interface SchedulesBench {
  year: Spent;
  day: Spent;
}

async function count(server: TestServer): Promise<number> {
  const [row] = await runSql<{ n: number }>(
    server,
    'select count(distinct (plan_id, day))::int as n from time_visit having count(*) = count(distinct (plan_id, day))',
  );
  if (!row) throw new Error('a day of a plan was made twice');
  return row.n;
}

/** Measures the elapsed time, which includes other programs, and the processor time. */
async function seconds(server: TestServer, run: () => Promise<unknown>): Promise<Spent> {
  const pids = [process.pid, postmasterPid(server.config.dataDir)];
  const [began, before] = [performance.now(), cpuTimeOf(pids)];
  await run();
  return { clock: (performance.now() - began) / MS, work: (cpuTimeOf(pids) - before) / MS };
}

async function benchSchedules(): Promise<SchedulesBench> {
  const server = await startFresh();
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
    assert.equal(await count(server), PLANS * MONTHS);
    await Promise.all([makeDue(server, FIRST), makeDue(server, FIRST)]);
    assert.equal(await count(server), PLANS * MONTHS, 'made again, there is nothing more');
    const day = await seconds(server, () => makeDue(server, SECOND));
    console.log(`${await count(server)} records after the day after`);
    return { year, day };
  } finally {
    await server.stop();
  }
}

const { year, day } = await benchSchedules();
/**
 * Returns the result as text. Other work delays the elapsed time. Several processors can use more time than elapses.
 */
const spentText = ({ clock, work }: Spent, goal: number) =>
  `${clock.toFixed(2)} s, ${work.toFixed(2)} s of work (${judge({ value: Math.min(clock, work), goal, better: 'less' })})`;
console.log(`${PLANS} plans made ${PLANS * MONTHS} records in ${spentText(year, GOALS.year)}`);
console.log(`the next day took ${spentText(day, GOALS.day)}`);
