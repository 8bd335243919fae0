/** The number by which data arrives identifies one channel or one collector. Both share the numbers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { importRows } from '../../support/calls/importRows.ts';
import { countRows } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

const WRITERS = 16;

let server: TestServer;
let operator: Client & { tenantId: number };
let stationSn: string;
beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  ({ sn: stationSn } = (await makeSite(operator)).station as { sn: string });
});
afterAll(() => server?.stop());

const channelOf = (sn: string) => ({ body: { sn, name: `Uplink ${sn}`, protocol: 'http' as const } });
const collectorOf = (sn: string) => ({ body: { sn, name: `Box ${sn}`, stationSn } });
describe('a number that is unique over two entities', () => {
  it('is refused at its field with the entity that uses it, but is free in another tenant', async () => {
    await operator.call('channelCreate', channelOf('LN-1'));
    const refused = await ask(operator, 'collectorCreate', collectorOf('LN-1'));
    expect(refused).toMatchObject({
      status: 409,
      code: 409142,
      msg: 'Collector number is already used in: Channel “Uplink LN-1”',
    });
    expect(JSON.stringify(refused)).toContain('/sn');
    const { username } = await makePerson(server, [operator.tenantId], {
      permissions: ['collectorDevice:*'],
    });
    const reader = await login(server, username, PASSWORD);
    // The caller may not list channels, and does not learn the name of this one.
    expect(await ask(reader, 'collectorCreate', collectorOf('LN-1'))).toMatchObject({
      msg: 'Collector number is already used in: Channel',
    });
    const stranger = await makeOperator(server);
    await stranger.call('channelCreate', channelOf('LN-1'));
  });

  it('has one owner after 16 parallel writes', async () => {
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, (_, at) =>
        at % 2 === 0
          ? ask(operator, 'channelCreate', channelOf('LN-RACE'))
          : ask(operator, 'collectorCreate', collectorOf('LN-RACE')),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: WRITERS - 1 }, () => 409)]);
    const where = { tenant_id: operator.tenantId, sn: 'LN-RACE' };
    const found = await Promise.all(
      ['channel', 'collector_device'].map((table) => countRows(server, table, where)),
    );
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('is free after a deletion, and prevents a restore from the recycle bin while it is in use', async () => {
    await operator.call('channelCreate', channelOf('LN-2'));
    await operator.call('channelDeleteBySn', { path: { sn: 'LN-2' } });
    await operator.call('collectorCreate', collectorOf('LN-2'));
    const { records } = await operator.call('recycleBin', { query: { size: 50 } });
    const entry = records.find(({ label }) => label === 'Uplink LN-2');
    const ids = [entry?.id ?? 0];
    const outcome = await operator.call('recycleBinRestore', { body: { ids } });
    expect(outcome.restored).toEqual([]);
    expect(outcome.failed).toHaveLength(1);
    await operator.call('collectorDeleteBySn', { path: { sn: 'LN-2' } });
    expect((await operator.call('recycleBinRestore', { body: { ids } })).restored).toHaveLength(1);
    expect((await ask(operator, 'collectorCreate', collectorOf('LN-2'))).status).toBe(409);
  });

  it('refuses each row of a file with a used number, at the number, and writes the others', async () => {
    await operator.call('channelCreate', channelOf('LN-7'));
    const { checked, imported } = await importRows(operator, { entity: 'collectorDevice' }, [
      ['sn', 'name', 'stationSn'],
      ['LN-7', 'Used', stationSn],
      ['LN-8', 'Free', stationSn],
    ]);
    const reason = expect.stringContaining('Collector number is already used in: Channel');
    const problem = { row: 2, column: 'sn', reason };
    expect(checked).toMatchObject({ created: 1, rejected: 1, problems: [problem] });
    expect(imported).toMatchObject({ created: 1, rejected: 1, problems: [problem] });
    const numbers = async (sn: string) =>
      countRows(server, 'collector_device', { tenant_id: operator.tenantId, sn });
    expect([await numbers('LN-7'), await numbers('LN-8')]).toEqual([0, 1]);
    // The numbers of imported records are used, and those of refused rows remain with their records.
    expect((await ask(operator, 'channelCreate', channelOf('LN-8'))).status).toBe(409);
    await operator.call('channelDeleteBySn', { path: { sn: 'LN-7' } });
    expect((await ask(operator, 'collectorCreate', collectorOf('LN-7'))).status).toBe(200);
  });

  it('remains with its record when the record changes', async () => {
    const { id, version } = await operator.call('collectorCreate', collectorOf('LN-3'));
    await operator.call('collectorDeviceUpdate', { body: { id, version, model: 'Box 2000' } });
    expect((await ask(operator, 'channelCreate', channelOf('LN-3'))).status).toBe(409);
  });

  it('is shown as used while a form checks it', async () => {
    await operator.call('channelCreate', channelOf('LN-6'));
    const { taken } = await operator.call('recordUnique', {
      path: { entity: 'collectorDevice' },
      body: { values: { sn: 'LN-6' } },
    });
    expect(taken).toEqual(['sn']);
  });
});
