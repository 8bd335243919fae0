import { setTimeout as wait } from 'node:timers/promises';
import type {
  AlarmGenerater,
  AlarmGeneraterWrite,
  Device,
  DeviceVariable,
  Station,
} from '../../../generated/types.ts';
import type { Client } from '../calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { WAIT_MS } from '../server/patience.ts';
import { login, type TestServer } from '../server/server.ts';

const POLL_MS = 50;

export interface Site {
  station: Station;
  device: Device;
  variable: DeviceVariable;
}

/** All numbers have the same number of digits, so their text order is the order of their creation. */
let count = 1000;

/** Creates a station with one meter that has one variable `power` in kW. */
export async function makeSite(client: Client, sn?: string): Promise<Site> {
  count += 1;
  const stationSn = sn ?? `ST${count}`;
  const station = await client.call('stationCreate', {
    body: { sn: stationSn, name: `Station ${stationSn}`, timeZone: 'Asia/Shanghai' },
  });
  const device = await client.call('deviceCreate', {
    body: { sn: `${stationSn}-M1`, name: 'Meter', stationSn, type: 'meter' },
  });
  const variable = await client.call('deviceVariableCreate', {
    body: {
      deviceSn: device.sn,
      code: 'power',
      name: 'Power',
      unit: 'kW',
      dataType: 'number',
      kind: 'gauge',
    },
  });
  return { station, device, variable };
}

/** Creates a rule that raises an alarm while the power of the site's meter is above a threshold. */
export const makeRule = (
  client: Client,
  { station, variable }: Pick<Site, 'station' | 'variable'>,
  threshold: number,
  more: Partial<AlarmGeneraterWrite> = {},
): Promise<AlarmGenerater> =>
  client.call('alarmGeneraterCreate', {
    body: {
      name: 'High power',
      kind: 'threshold',
      stationSn: station.sn,
      variableSn: variable.sn!,
      operator: '>',
      threshold,
      level: 'major',
      ...more,
    },
  });

/** Creates and signs in a person with all permissions in a new tenant. */
export async function makeOperator(
  server: TestServer,
  permissions: readonly string[] = ['*'],
): Promise<Client & { tenantId: number }> {
  const tenantId = await makeTenant(server);
  return { ...(await joinTenant(server, tenantId, permissions)), tenantId };
}

export async function joinTenant(
  server: TestServer,
  tenantId: number,
  permissions: readonly string[],
): Promise<Client> {
  const { username } = await makePerson(server, [tenantId], { permissions });
  return login(server, username, PASSWORD);
}

/** Sends points as a device does. Resolves when they are acknowledged. */
export async function send(
  url: string,
  device: { token?: string | null },
  message: unknown,
  as: 'telemetry' | 'gateway/telemetry' = 'telemetry',
): Promise<Response> {
  return fetch(`${url}/api/v1/${device.token}/${as}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
}

/** Repeats a query until its answer is satisfying, and returns the answer. Otherwise throws with the last answer. */
export async function until<T>(
  request: () => Promise<T>,
  satisfied: (answer: T) => boolean,
  limitMs = WAIT_MS,
): Promise<T> {
  let answer = await request();
  // Counts the waits instead of the time, because a test may set the clock.
  for (let waited = 0; !satisfied(answer); waited += POLL_MS) {
    if (waited >= limitMs) throw new Error(`waited in vain, at last for ${JSON.stringify(answer)}`);
    await wait(POLL_MS);
    answer = await request();
  }
  return answer;
}
