/** What a process finds that takes over from another one, and what time alone brings about. */
import { describe, expect, it } from 'vitest';
import {
  alarms_of,
  alarms_restart,
  HANDLED,
  judged,
  MINUTE,
  OPEN,
  past,
  report,
  rule_make,
  startAlarms,
} from '../support/judgedAlarms.ts';
import { makeSite, type Site, until } from '../support/site.ts';

startAlarms();

describe('a process that died between a commit and its judgement', () => {
  /** Committed, and told to nobody. */
  async function store_quietly(
    site: Site,
    points: readonly (readonly [secondsAgo: number, power: number])[],
  ) {
    const { telemetry } = judged.server.app.services;
    const [variable] = await telemetry.variables(judged.operator.tenantId, [site.variable.sn!]);
    const now = Date.now();
    for (const [ago, value] of points)
      await telemetry.store([{ variable: variable!, ts: now - ago * 1000, value, quality: 0 }], {
        quiet: true,
      });
  }

  it('leaves an excursion that was over by then to who comes after it, once', async () => {
    const site = await makeSite(judged.operator);
    await rule_make(site, { operator: '>', threshold: 100 });
    await report(site, { ts: Date.now() - 5_000, values: { power: 50 } });
    await store_quietly(site, [
      [3, 150],
      [2, 60],
    ]);
    expect(await alarms_of(site)).toEqual([]);
    await alarms_restart();
    expect(await alarms_of(site)).toMatchObject([{ status: HANDLED, value: '150' }]);
    await alarms_restart();
    expect(await alarms_of(site)).toHaveLength(1);
  });

  it('raises nothing of what was before the last moment', async () => {
    const site = await makeSite(judged.operator);
    await store_quietly(site, [
      [200, 150],
      [2, 60],
    ]);
    await rule_make(site, { operator: '>', threshold: 100 });
    await judged.alarms.settled();
    await alarms_restart();
    expect(await alarms_of(site)).toEqual([]);
  });
});

describe('a delay', () => {
  it('survives a restart: what has held long enough by then is raised once', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    await report(
      site,
      past(now, [
        [40, 50],
        [30, 120],
        [25, 50],
        [20, 120],
        [12, 130],
        [1, 140],
      ]),
    );
    await rule_make(site, { operator: '>', threshold: 100, delaySeconds: 600 });
    const [alarm, ...others] = await alarms_of(site);
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ status: OPEN, reportTime: new Date(now - 10 * MINUTE).toISOString() });
    await alarms_restart();
    expect(await alarms_of(site)).toHaveLength(1);
  });

  it('ends with the clock where no further point comes', async () => {
    const site = await makeSite(judged.operator);
    await rule_make(site, { operator: '>', threshold: 100, delaySeconds: 1 });
    await report(site, { power: 150 });
    expect(await alarms_of(site)).toEqual([]);
    const raised = await until(
      () => alarms_of(site),
      (found) => found.length > 0,
    );
    expect(raised).toMatchObject([{ status: OPEN, value: '150' }]);
  });
});
