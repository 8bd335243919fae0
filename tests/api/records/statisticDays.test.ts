/** Figures over the days from today on, and figures that accumulate over time. */
import { beforeAll, expect, it } from 'vitest';
import type { Input } from '../../../generated/calls.ts';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

const served = serveOperators();
const DAY_MS = 86_400_000;
const momentIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const dayIn = (days: number): string => momentIn(days).slice(0, 10);

let boss: Awaited<ReturnType<typeof makeOperator>>;

beforeAll(async () => {
  boss = await makeOperator(served.server);
  const { station } = await makeSite(boss);
  for (const days of [-1, 0, 6, 7])
    await boss.call('siteWorksheetCreate', {
      body: {
        ...{ name: `Due in ${days}`, stationSn: station.sn!, type: 'repair', priority: 'normal' },
        dueTime: momentIn(days),
      },
    });
});

const figures = async (query: Input<'recordStatistic'>['query']) =>
  boss.call('recordStatistic', { path: { name: 'worksheets' }, query });

it('counts days from today, including the first and the last', async () => {
  const { totals } = await figures({ figures: 'worksheets,dueSoon', by: '' });
  expect(totals).toMatchObject([{ figures: { worksheets: 4, dueSoon: 2 } }]);
});

it('accumulates over time, including amounts before the period', async () => {
  const query = { figures: 'worksheets,soFar', by: 'month' };
  const period = { from: dayIn(-1), to: dayIn(1) };
  const { rows, totals } = await figures({ ...query, ...period });
  expect(totals).toMatchObject([{ figures: { worksheets: 4, soFar: 4 } }]);
  expect(rows.at(-1)?.figures.soFar).toBe(4);
  const later = await figures({ figures: 'worksheets,soFar', by: 'type', from: dayIn(2), to: dayIn(3) });
  expect(later.rows).toMatchObject([{ figures: { worksheets: 0, soFar: 4 } }]);
  expect(later.totals).toMatchObject([{ figures: { worksheets: 0, soFar: 4 } }]);
});

it('refuses cumulative figures in the home currency', async () => {
  const query = { figures: 'soFar', sumOn: dayIn(0) };
  const path = { name: 'worksheets' };
  expect(await ask(boss, 'recordStatistic', { path, query })).toMatchObject({ status: 400, code: 400187 });
});
