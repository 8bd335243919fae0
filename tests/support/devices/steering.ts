import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Client } from '../calls/client.ts';
import { later } from '../calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { login, sharedServer, type TestServer } from '../server/server.ts';
import { type Bench, makeStorage, type StorageSite, startBench, strategyBody } from './storage.ts';

let count = 0;

/** Starts a server with an engineer and an approver. Each test gets a new station with a battery to control. */
export function serveSteering(prefix: string) {
  let server: TestServer;
  let tenant: number;
  let engineer: Client;
  let approver: Client;
  let site: StorageSite;
  let bench: Bench;
  beforeAll(async () => {
    server = await sharedServer();
    tenant = await makeTenant(server);
    const signIn = async (role: string) =>
      login(server, (await makePerson(server, [tenant], { role })).username, PASSWORD);
    engineer = await signIn('engineering');
    approver = await signIn('administrator');
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    count += 1;
    site = await makeStorage(approver, `${prefix}${count}`);
    bench = await startBench(server, tenant, site);
    await bench.measure();
  });
  afterEach(() => bench?.close());

  const read = (id: number) => engineer.call('strategyConfigGet', { path: { id } });

  async function move(id: number, name: string, form: object = {}) {
    const { version } = await read(id);
    const path = { entity: 'strategyConfig', id };
    return engineer.call('recordTransition', { path, body: { name, version, form } });
  }

  /** Creates a strategy of 200 kW, gets its approval, and issues it. */
  async function issue(more: object = {}, at: StorageSite = site): Promise<number> {
    const { id } = await engineer.call('strategyConfigCreate', {
      body: { ...strategyBody(at), kind: 'fixedPower', power: 200, blocks: undefined, ...more },
    });
    await move(id, 'validate');
    const { version } = await read(id);
    await engineer.call('recordSubmit', { path: { entity: 'strategyConfig', id }, body: { version } });
    const { records } = await approver.call('approvalPending', { query: { entity: 'strategyConfig' } });
    const path = { id: records.find(({ recordId }) => recordId === id)!.id };
    const { request } = await approver.call('approvalDetail', { path });
    await approver.call('approvalAgree', { path, body: { version: request.version } });
    await move(id, 'issue');
    return id;
  }

  const ofSite = ({ sn }: StorageSite = site) => ({
    filter: JSON.stringify({ and: [{ field: 'stationSn', op: 'eq', value: sn }] }),
  });

  /** Returns the strategy history of a station, the oldest line first. */
  const history = async (at: StorageSite = site) =>
    (
      await engineer.call('strategyHistoryPage', { query: { ...ofSite(at), size: 100 } })
    ).records.toReversed();

  const events = async () => (await history()).map(({ event }) => event);

  return {
    ...{ read, move, issue, ofSite, history, events },
    server: later(() => server),
    engineer: later(() => engineer),
    approver: later(() => approver),
    site: later(() => site),
    bench: later(() => bench),
    tenantId: () => tenant,
    /** The number of this test, with which the serial numbers of its stations end. */
    count: () => count,
  };
}
