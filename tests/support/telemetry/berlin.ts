/** A site in a zone with daylight saving, with short functions that send values and read statistics. */
import { afterAll, beforeAll } from 'vitest';
import type { Bucket } from '../../../runtime/core/time/timeWindow.ts';
import type { Method } from '../../../server/sites/telemetry/types.ts';
import { type Client, login, startServer, type TestServer } from '../server/server.ts';
import { seedSite } from './telemetry.ts';

export const TENANT = 1;
export const BERLIN = 'Europe/Berlin';
export const at = (text: string): number => Date.parse(text);

/** Filled before the first test of the file that calls `startBerlin`. */
export const berlin = {} as { server: TestServer; admin: Client };
export const telemetry = () => berlin.server.app.services.telemetry;

/** Starts a server with the site before a file's tests, and stops it after them. */
export function startBerlin(): void {
  beforeAll(async () => {
    berlin.server = await startServer();
    berlin.admin = await login(berlin.server);
    await seedSite(berlin.server, {
      tenantId: TENANT,
      station: 'berlin',
      zone: BERLIN,
      device: 'm1',
      token: 'token-m1',
      variables: [
        { code: 'power', unit: 'kW' },
        { code: 'total', kind: 'counter', unit: 'kWh' },
        { code: 'energy', kind: 'interval', unit: 'kWh' },
        { code: 'mode', dataType: 'text' },
        { code: 'soc' },
        { code: 'late', kind: 'counter' },
        { code: 'twice', kind: 'interval' },
        { code: 'random', kind: 'counter' },
        { code: 'moved', kind: 'interval' },
      ],
    });
  });

  afterAll(() => berlin.server?.stop());
}

export type Point = readonly [time: string | number, value: number];

export async function send(code: string, points: readonly Point[]): Promise<void> {
  await telemetry().ingest(
    points.map(([time, value]) => {
      return { tenantId: TENANT, sn: `m1-${code}`, ts: typeof time === 'number' ? time : at(time), value };
    }),
  );
}

interface Question {
  code: string;
  method: Method;
  from: string | number;
  to: string | number;
  bucket: Bucket;
}

export async function ask({ code, method, from, to, bucket }: Question) {
  const variables = await telemetry().variables(TENANT, [`m1-${code}`]);
  const window = {
    from: typeof from === 'number' ? from : at(from),
    to: typeof to === 'number' ? to : at(to),
  };
  const [series] = await telemetry().statistic({
    tenantId: TENANT,
    variables,
    method,
    ...window,
    bucket,
    zone: variables[0]?.zone ?? BERLIN,
  });
  return {
    values: series!.cells.map(({ value }) => value),
    whole: series!.value,
    keys: series!.cells.map(({ key }) => key),
  };
}
