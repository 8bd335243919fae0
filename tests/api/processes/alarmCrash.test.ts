/** A process crashes before it has applied a rule with a hysteresis to all stored points. */
import { describe, expect, it } from 'vitest';
import {
  alarmsOf,
  alarmsRestart,
  DAY,
  HANDLED,
  judged,
  MINUTE,
  makeRule,
  OPEN,
  report,
  startAlarms,
  storeQuietly,
} from '../../support/alarms/judgedAlarms.ts';
import { makeSite, type Site } from '../../support/telemetry/site.ts';

startAlarms();

const HOUR = 60 * MINUTE;
/** A bad value, a value within the hysteresis, and a good value. */
const [HIGH, BAND, LOW] = [150, 95, 50];

let base = 0;
let site: Site;
async function begin(daysAgo: number): Promise<void> {
  base = Date.now() - daysAgo * DAY;
  site = await makeSite(judged.operator);
  await makeRule(site, { operator: '>', threshold: 100, hysteresis: 20 });
  await judged.alarms.settled();
}
const send = (points: readonly (readonly [at: number, power: number])[]) =>
  report(
    site,
    points.map(([at, power]) => ({ ts: base + at, values: { power } })),
  );
/** Stores points as if the process had crashed after committing them, so that they are not judged. */
const lose = (points: readonly (readonly [at: number, power: number])[]) =>
  storeQuietly(
    site,
    points.map(([at, power]) => [(Date.now() - base - at) / 1000, power]),
  );

const every = (step: number, from: number, to: number, power: number) =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, no) => [from + no * step, power] as const);

describe('the start of an excursion', () => {
  it.each([0.5, 3])(
    '%d days ago does not cause a late notification after a process died',
    async (daysAgo) => {
      await begin(daysAgo);
      await send([[0, LOW]]);
      await judged.alarms.settled();
      await lose([[MINUTE, HIGH], ...every(MINUTE, 2 * MINUTE, 80 * MINUTE, BAND)]);
      await alarmsRestart();
      await send([
        [80 * MINUTE, HIGH],
        [81 * MINUTE, LOW],
      ]);
      const [alarm, ...others] = await alarmsOf(site);
      expect(others).toEqual([]);
      expect(Date.parse(alarm!.reportTime) - base).toBeCloseTo(MINUTE, -2);
      expect(alarm).toMatchObject({ status: HANDLED });
    },
  );

  it('is found among the first values, of which no user was notified', async () => {
    await begin(0.5);
    await lose([[MINUTE, HIGH], ...every(MINUTE, 2 * MINUTE, 80 * MINUTE, BAND)]);
    // The rules are read again, and the backlog is judged.
    await makeRule(site, { name: 'Other', operator: '<', threshold: -100, hysteresis: 20 });
    await judged.alarms.settled();
    await send([[80 * MINUTE, HIGH]]);
    const [alarm] = await alarmsOf(site);
    expect(Date.parse(alarm!.reportTime) - base).toBeCloseTo(MINUTE, -2);
  });

  it('is found before days that no process has evaluated', async () => {
    await begin(6);
    await send([[0, LOW]]);
    await judged.alarms.settled();
    await lose([[HOUR, HIGH], ...every(2 * HOUR, 3 * HOUR, 5 * DAY, BAND)]);
    await alarmsRestart();
    await send([[5 * DAY, HIGH]]);
    const [alarm] = await alarmsOf(site);
    expect(Date.parse(alarm!.reportTime) - base).toBeCloseTo(HOUR, -2);
    expect(alarm).toMatchObject({ status: OPEN });
  });
});
