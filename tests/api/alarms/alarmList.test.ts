import { describe, expect, it } from 'vitest';
import { addAlarms } from '../../support/alarms/alarms.ts';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { auditOf, runSql } from '../../support/calls/world.ts';
import { failure } from '../../support/records/lists.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const OPEN = 1;
const path = { entity: 'alarm' };
const move = { name: 'confirm', form: { checkInfo: 'Seen from the list' } };
const site = (sn: string) => JSON.stringify({ and: [{ op: 'site', value: sn }] });
const openOf = (sn: string) =>
  JSON.stringify({
    and: [
      { op: 'site', value: sn },
      { field: 'status', op: 'eq', value: OPEN },
    ],
  });

describe('the list of alarms', () => {
  it('shows alarms of one station or of all, open ones first, and searches their texts', async () => {
    const one = await makeSite(operator);
    const other = await makeSite(operator);
    await addAlarms(server, operator.tenantId, one, { count: 3, openEvery: 2, info: 'Pump' });
    await addAlarms(server, operator.tenantId, other, { count: 1, info: 'Fan' });
    const { records, total } = await operator.call('alarmPage', {
      query: { filter: site(one.station.sn), size: 10 },
    });
    expect(total).toBe(3);
    expect(records.map(({ info, status }) => `${info} ${status}`)).toEqual([
      'Pump 0 1',
      'Pump 2 1',
      'Pump 1 0',
    ]);
    const all = await operator.call('alarmPage', { query: { search: 'Fan' } });
    expect(all.records).toMatchObject([{ info: 'Fan 0', stationSn: other.station.sn }]);
    expect(await stranger.call('alarmPage', {})).toMatchObject({ total: 0 });
    const [first] = records;
    expect(await operator.call('alarmRecord', { path: { id: first!.id } })).toMatchObject({
      ...{ id: first!.id, info: 'Pump 0', status: OPEN, _actions: ['confirm', 'dispatch'] },
    });
    expect(await ask(stranger, 'alarmRecord', { path: { id: first!.id } })).toMatchObject({ status: 404 });
  });

  it('keeps the names of deleted records, and shows names of existing records without a permission to list them', async () => {
    const { station, device, variable } = await makeSite(operator);
    await addAlarms(server, operator.tenantId, { station, device, variable }, { count: 1 });
    const reader = await joinTenant(server, operator.tenantId, ['alarm:list']);
    const read = async () =>
      (await reader.call('alarmPage', { query: { filter: site(station.sn) } })).records[0];
    expect(await read()).toMatchObject({
      _labels: { station: { [station.sn]: station.name }, device: { [device.sn]: 'Meter' } },
    });
    await operator.call('deviceDelete', { path: { id: device.id } });
    expect(await read()).toMatchObject({ deviceSn: device.sn, _labels: { station: {} } });
  });

  it('pages 100,000 alarms from either end, for one station and for all', async () => {
    const many = await makeOperator(server);
    const { tenantId } = many;
    const [one, other] = [await makeSite(many), await makeSite(many)];
    await addAlarms(server, tenantId, one, { count: 90_000, openEvery: 100 });
    await addAlarms(server, tenantId, other, { count: 10_000, openEvery: 100 });
    await runSql(server, 'analyze alarm');
    for (const [query, count] of [
      [{}, 100_000],
      [{ current: 2000 }, 100_000],
      [{ filter: site(other.station.sn) }, 10_000],
      [{ current: 1800, filter: site(one.station.sn) }, 90_000],
      [{ filter: openOf(one.station.sn) }, 900],
      [{ sort: '-reportTime' }, 100_000],
    ] as const) {
      const { total, records } = await many.call('alarmPage', { query: { size: 50, ...query } });
      expect({ query, total, shown: records.length }).toEqual({ query, total: count, shown: 50 });
    }
  });
});

describe('confirming many alarms', () => {
  it('confirms open alarms and skips the others, each with an entry in the history', async () => {
    const own = await makeSite(operator);
    await addAlarms(server, operator.tenantId, own, { count: 5, openEvery: 2 });
    const selection = { filter: site(own.station.sn) };
    const body = { selection, expected: 5, ...move };
    const outcome = await operator.call('recordBulkTransition', { path, body });
    expect(outcome).toMatchObject({ count: 3, refused: [{}, {}] });
    expect(outcome.refused[0]?.reason).toMatch(/才能进行此操作|possible in the states/);
    const { records } = await operator.call('alarmPage', { query: selection });
    expect(records.filter(({ status }) => status === OPEN)).toEqual([]);
    const confirmed = records.filter(({ checker }) => checker !== null);
    expect(confirmed.map(({ checkInfo }) => checkInfo)).toEqual(Array(3).fill('Seen from the list'));
    const lines = await auditOf(server, 'alarm', confirmed[0]!.id);
    expect(lines.at(-1)).toMatchObject({ action: 'transition:confirm', diff: { status: [1, 0] } });
  });

  it('changes nothing if the selection has changed, the form is invalid, or the permission is missing', async () => {
    const own = await makeSite(operator);
    await addAlarms(server, operator.tenantId, own, { count: 2 });
    const selection = { filter: site(own.station.sn) };
    const bulk = (body: object, client: typeof stranger = operator) =>
      failure(
        client.call('recordBulkTransition', { path, body: { selection, expected: 2, ...move, ...body } }),
      );
    expect(await bulk({ expected: 1 })).toMatchObject({ status: 409, data: { count: 2 } });
    expect(await bulk({ form: { checkInfo: 'x'.repeat(501) } })).toMatchObject({
      ...{ status: 400, errors: [{ field: '/form/checkInfo' }] },
    });
    expect(await bulk({ name: 'vanish' })).toMatchObject({ status: 400 });
    const reader = await joinTenant(server, operator.tenantId, ['alarm:list']);
    expect(await bulk({}, reader)).toMatchObject({ status: 403 });
    const abroad = { selection, expected: 0, ...move };
    expect(await stranger.call('recordBulkTransition', { path, body: abroad })).toEqual({
      count: 0,
      refused: [],
    });
    const { records } = await operator.call('alarmPage', { query: selection });
    expect(records.map(({ status }) => status)).toEqual([OPEN, OPEN]);
  });

  it('skips alarms of stations that the user may not see', async () => {
    const [near, far] = [await makeSite(operator), await makeSite(operator)];
    for (const one of [near, far])
      await addAlarms(server, operator.tenantId, one, { count: 1, info: 'Reach' });
    const warden = await joinTenant(server, operator.tenantId, ['alarm:list', 'alarm:confirm@own']);
    const filter = JSON.stringify({ and: [{ field: 'info', op: 'startsWith', value: 'Reach' }] });
    const body = { selection: { filter }, expected: 2, ...move };
    const outcome = await warden.call('recordBulkTransition', { path, body });
    expect(outcome).toMatchObject({ count: 0, refused: [{}, {}] });
  });
});

describe('the stream of a window', () => {
  const next = async (
    reader: ReadableStreamDefaultReader<Uint8Array>,
    ...names: string[]
  ): Promise<string> => {
    const decoder = new TextDecoder();
    for (let text = ''; ; ) {
      const found = names.find((name) => text.includes(`event: ${name}\n`));
      if (found) return found;
      const { done, value } = await reader.read();
      if (done) throw new Error(`the stream ended: ${text}`);
      text += decoder.decode(value, { stream: true });
    }
  };

  it('sends alarms of any station to all users who may list them, and to no others', async () => {
    const own = await makeSite(operator);
    await addAlarms(server, operator.tenantId, own, { count: 1 });
    const abort = new AbortController();
    const open = async (client: typeof stranger) =>
      (await client.fetch('/ems/api/main/live', { signal: abort.signal })).body!.getReader();
    const clerk = await joinTenant(server, operator.tenantId, ['customer:list']);
    const readers = await Promise.all([operator, clerk, stranger].map(open));
    const selection = { filter: site(own.station.sn) };
    await operator.call('recordBulkTransition', { path, body: { selection, expected: 1, ...move } });
    expect(await Promise.all(readers.map((reader) => next(reader, 'alarms', 'ping')))).toEqual([
      'alarms',
      'ping',
      'ping',
    ]);
    abort.abort();
  });
});
