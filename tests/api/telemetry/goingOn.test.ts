/**
 * A single statement writes points that are newer than all stored values of their variables. It refuses other points.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ingestPoints, latestOf } from '../../support/calls/inside.ts';
import { runSql, storedLatest, storedPoints } from '../../support/calls/world.ts';
import { makeTenant } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const FROM = Date.parse('2026-10-20T08:00:00Z');
const CODES = ['a', 'b'];

let server: TestServer;
let tenantId: number;
beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
});

async function makeMeter(name: string): Promise<string[]> {
  const device = `${name}-${tenantId}`;
  await seedSite(server, {
    ...{ tenantId, station: `going${tenantId}`, zone: 'UTC', device, token: device },
    variables: CODES.map((code) => ({ code })),
  });
  return CODES.map((code) => `${device}-${code}`);
}

/** Sends this value for both variables, at a minute after the start. */
const send = (sns: readonly string[], minute: number, value: number) =>
  ingestPoints(
    server,
    sns.map((sn) => ({ tenantId, sn, ts: FROM + minute * 60_000, value })),
  );

describe('points that are newer than all others', () => {
  it('are stored with their newest value', async () => {
    const sns = await makeMeter('on');
    for (const minute of [0, 1, 2]) await send(sns, minute, minute);
    for (const sn of sns) {
      expect((await storedPoints(server, sn)).map(({ value }) => value)).toEqual([0, 1, 2]);
      expect((await storedLatest(server, sn)).value).toBe(2);
    }
  });

  it('are stored once, and none is lost, if another process wrote newer ones in the meantime', async () => {
    const sns = await makeMeter('stale');
    await send(sns, 0, 0);
    await send(sns, 1, 1);
    // Changes the row as another process does, so that this process has not seen the point.
    await runSql(
      server,
      `update latest set top = top + interval '10 minutes' where tenant_id = $1 and variable_id in (
         select id from device_variable where tenant_id = $1 and sn = any($2))`,
      ...[tenantId, sns],
    );
    for (const minute of [2, 2, 3]) await send(sns, minute, minute);
    for (const sn of sns)
      expect((await storedPoints(server, sn)).map(({ value }) => value)).toEqual([0, 1, 2, 3]);
    expect((await latestOf(server, sns, tenantId)).map(({ data }) => data)).toEqual([3, 3]);
  });
});
