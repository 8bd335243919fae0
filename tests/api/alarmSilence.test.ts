/** Silence that is not the devices': nobody listened, or somebody set a clock. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  alarms_of,
  DAY,
  judged,
  MINUTE,
  OPEN,
  report,
  rule_make,
  startAlarms,
} from '../support/judgedAlarms.ts';
import { makeSite, type Site, until } from '../support/site.ts';

startAlarms();
afterEach(() => {
  vi.useRealTimers();
});

const query = (text: string, values: unknown[] = []) => judged.server.app.db.pool.query(text, values);

/** A site whose device was last heard so long ago, by the clock of the database. */
async function site_heard(ago: string): Promise<Site> {
  const site = await makeSite(judged.operator);
  await rule_make(site, { kind: 'noData', scope: 'station', variableSn: undefined });
  await report(site, { power: 1 });
  await query(`update device set created_at = now() - interval '1 day' where sn = $1`, [site.device.sn]);
  await query(
    `update latest l set received_at = now() - $2::interval from device_variable v
      where v.id = l.variable_id and v.sn = $1`,
    [site.variable.sn, ago],
  );
  return site;
}

/** The last note that points can come in is of that time; answers once there is a new one. */
async function listening_stop(at: string): Promise<void> {
  await query(`update listening set since = now() - interval '1 day', at = now() - $1::interval`, [at]);
  await judged.alarms.sweep();
  await until(
    async () => (await query(`select now() - since < interval '1 minute' as anew from listening`)).rows,
    ([row]) => row?.anew,
  );
}

describe('a site that was not heard', () => {
  it('is offline, unless nobody could hear it: then it has its time once more', async () => {
    // This process has looked for silence for a long time.
    await judged.alarms.sweep(Date.now() - DAY);
    const site = await site_heard('10 minutes');
    await listening_stop('10 minutes');
    const now = Date.now();
    await judged.alarms.sweep();
    await judged.alarms.sweep(now + 4 * MINUTE);
    expect(await alarms_of(site)).toEqual([]);
    await judged.alarms.sweep(now + 6 * MINUTE);
    expect(await alarms_of(site)).toMatchObject([{ status: OPEN }]);
  });

  it('is not offline as soon as somebody sets the clock of the server forward', async () => {
    const site = await site_heard('1 minute');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * MINUTE });
    await judged.alarms.sweep();
    expect(await alarms_of(site)).toEqual([]);
  });

  it('is offline in time where somebody set the clock of the database back', async () => {
    const site = await site_heard('-60 minutes');
    await listening_stop('-60 minutes');
    const now = Date.now();
    await judged.alarms.sweep(now + 4 * MINUTE);
    expect(await alarms_of(site)).toEqual([]);
    await judged.alarms.sweep(now + 6 * MINUTE);
    expect(await alarms_of(site)).toMatchObject([{ status: OPEN }]);
  });
});
