/** Variables are created while many devices of a new site send at the same time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { countRows, runSql, storedPoints } from '../../support/calls/world.ts';
import { makeTenant } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { send } from '../../support/telemetry/site.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

let server: TestServer;
let tenantId: number;
let site: { tenantId: number; station: string; zone: string };

beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
  site = { tenantId, station: `new${tenantId}`, zone: 'UTC' };
});

const makeDevice = async (name: string, gateway = false): Promise<{ sn: string; token: string }> => {
  const sn = `${name}-${tenantId}`;
  await seedSite(server, { ...site, device: sn, token: `token-${sn}`, gateway });
  return { sn, token: `token-${sn}` };
};

const createdOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { data: { created: string[] } }).data.created;

describe('what many devices lack', () => {
  it('are created in one transaction, with every value stored', async () => {
    const gateway = await makeDevice('gateway', true);
    const devices = await Promise.all(Array.from({ length: 20 }, (_, at) => makeDevice(`d${at}`)));
    const message = Object.fromEntries(devices.map(({ sn }, at) => [sn, [{ kw: at, soc: 50 }]]));
    const answer = await send(server.url, gateway, message, 'gateway/telemetry');
    expect(await createdOf(answer)).toEqual(devices.flatMap(({ sn }) => [`${sn}/kw`, `${sn}/soc`]));
    const [made] = await runSql<{ variables: number; transactions: number }>(
      server,
      `select count(*)::int as variables, count(distinct xmin::text)::int as transactions from device_variable
        where tenant_id = $1 and device_sn = any($2)`,
      ...[tenantId, devices.map(({ sn }) => sn)],
    );
    expect(made).toEqual({ variables: 40, transactions: 1 });
    for (const [at, { sn }] of devices.entries())
      expect((await storedPoints(server, `${sn}-kw`)).map(({ value }) => value)).toEqual([at]);
  });

  it('are at most 500 of each device, whichever messages contain them, and reported once', async () => {
    const device = await makeDevice('many');
    const message = (from: number) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`key${from + at}`, at]));
    const answers = await Promise.all(
      [0, 100, 400].map(async (from) => createdOf(await send(server.url, device, message(from)))),
    );
    expect(await countRows(server, 'device_variable', { tenant_id: tenantId, device_sn: device.sn })).toBe(
      500,
    );
    expect(new Set(answers.flat()).size).toBe(500);
    expect(answers.flat()).toHaveLength(500);
  });
});
