/** A curve over weeks has too many points to send each of them. */
import { beforeAll, expect, it } from 'vitest';
import { at, berlin, startBerlin, TENANT, telemetry } from '../../support/telemetry/berlin.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

startBerlin();

const FROM = at('2026-05-04T00:00:00Z');
const DAY_MS = 86_400_000;
const STEP_MS = 20_000;
const DAYS = 15;
const SN = 's2-dense';

beforeAll(async () => {
  await seedSite(berlin.server, {
    ...{ tenantId: TENANT, station: 's2', zone: 'Asia/Kolkata', device: 's2', token: 's2' },
    variables: [{ code: 'dense' }],
  });
  const points = Array.from({ length: (DAYS * DAY_MS) / STEP_MS }, (_, index) => ({
    ...{ tenantId: TENANT, sn: SN, ts: FROM + index * STEP_MS },
    value: index === 30_000 ? 999 : index === 40_001 ? -5 : index % 10,
  }));
  for (let start = 0; start < points.length; start += 20_000)
    await telemetry().ingest(points.slice(start, start + 20_000));
});

const draw = async (days: number) => {
  const variables = await telemetry().variables(TENANT, [SN]);
  const window = { from: FROM, to: FROM + days * DAY_MS, maxPoints: 4_000 };
  const [course] = await telemetry().history({ tenantId: TENANT, variables, ...window });
  return course!.points;
};

it('of two weeks and more are drawn by hours, with their highest and lowest values', async () => {
  const points = await draw(DAYS);
  // The curve has a low and a high value for each hour. In this zone the window cuts the first and the last hour.
  expect(points.length).toBeLessThanOrEqual(2 * (DAYS * 24 + 1));
  const values = points.map(([, value]) => value as number);
  expect([Math.min(...values), Math.max(...values)]).toEqual([-5, 999]);
  const times = points.map(([ts]) => ts);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.every(Number.isInteger)).toBe(true);
});

it('of fewer days are drawn with the requested resolution', async () => {
  const points = await draw(13);
  expect(points.length).toBeGreaterThan(3_000);
  expect(points.length).toBeLessThanOrEqual(4_000);
  expect(points.map(([, value]) => value)).toContain(999);
});
