/** The five calls of an entity. A created record is listed and returned, changed with its version, and deleted. */
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../generated/operations.ts';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { makeSite, send, until } from '../../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

/** Calls to create, list, get, update and delete. */
type Calls = readonly [OperationId, OperationId, OperationId, OperationId, OperationId];

interface Lifecycle {
  calls: Calls;
  /** The body of a new record. */
  body: () => object | Promise<object>;
  change: object;
}

type Stored = { id: number; version: number } & Record<string, unknown>;

const stationSn = async () => (await makeSite(operator)).station.sn;
const me = async () => (await operator.call('getPrincipal')).userId;
const newType = (code: string) =>
  operator.call('energyTypeCreate', { body: { name: code, code, unit: 'kWh' } });

const LIFECYCLES: Record<string, Lifecycle> = {
  'a camera group': {
    calls: ['ipcGroupCreate', 'ipcGroupPage', 'ipcGroupGet', 'ipcGroupUpdate', 'ipcGroupDelete'],
    body: () => ({ name: 'Yards', remark: null }),
    change: { remark: 'seen at night' },
  },
  'a camera': {
    calls: ['ipcCreate', 'ipcPage', 'ipcGet', 'ipcUpdate', 'ipcDelete'],
    body: async () => ({ name: 'Gate', stationSn: await stationSn(), protocol: 'simulated' }),
    change: { place: 'north', enabled: false },
  },
  'an entry of the tree dictionary': {
    calls: ['sysTreeDicCreate', 'sysTreeDicPage', 'sysTreeDicGet', 'sysTreeDicUpdate', 'sysTreeDicDelete'],
    body: () => ({ name: '区域', code: 'area' }),
    change: { nameEn: 'Area', sort: 3 },
  },
  'an energy type': {
    calls: ['energyTypeCreate', 'energyTypePage', 'energyTypeGet', 'energyTypeUpdate', 'energyTypeDelete'],
    body: () => ({ name: '蒸汽', code: 'steam', unit: 't' }),
    change: { nameEn: 'Steam', unit: 'kg' },
  },
  'an energy label': {
    calls: [
      'energyLabelCreate',
      'energyLabelPage',
      'energyLabelGet',
      'energyLabelUpdate',
      'energyLabelDelete',
    ],
    body: async () => ({
      name: 'Hall',
      stationSn: await stationSn(),
      energyTypeId: (await newType('labelled')).id,
      labelType: 'area',
    }),
    change: { name: 'Great hall', sort: 2 },
  },
  'an escalation of alarms': {
    calls: [
      'alarmEscalationCreate',
      'alarmEscalationPage',
      'alarmEscalationGet',
      'alarmEscalationUpdate',
      'alarmEscalationDelete',
    ],
    body: async () => ({ name: 'Night', levels: ['critical'], steps: [{ after: 0, users: [await me()] }] }),
    change: { levels: ['critical', 'major'], repeatMinutes: 30, repeatTimes: 2 },
  },
  'a suppression of alarms': {
    calls: [
      'alarmSuppressionCreate',
      'alarmSuppressionPage',
      'alarmSuppressionGet',
      'alarmSuppressionUpdate',
      'alarmSuppressionDelete',
    ],
    body: async () => ({
      name: 'Overhaul',
      stationSn: await stationSn(),
      startAt: '2026-03-01T00:00:00.000Z',
      endAt: '2026-03-02T00:00:00.000Z',
      reason: 'the transformer is changed',
    }),
    change: { endAt: '2026-03-03T00:00:00.000Z' },
  },
  'a task of an alarm': {
    calls: ['alarmTaskCreate', 'alarmTaskPage', 'alarmTaskGet', 'alarmTaskUpdate', 'alarmTaskDelete'],
    body: async () => ({
      name: 'Tighten the bolts',
      stationSn: await stationSn(),
      level: 'minor',
      status: 1,
    }),
    change: { handler: 'Li', level: 'major' },
  },
  'a type of alarms': {
    calls: ['alarmTypeCreate', 'alarmTypePage', 'alarmTypeGet', 'alarmTypeUpdate', 'alarmTypeDelete'],
    body: () => ({ code: 'ARC', name: 'Arc', level: 'major' }),
    change: { level: 'critical', remark: 'switch off first' },
  },
  'a template of notifications': {
    calls: [
      'notificationTemplateCreate',
      'notificationTemplatePage',
      'notificationTemplateGet',
      'notificationTemplateUpdate',
      'notificationTemplateDelete',
    ],
    body: () => ({
      name: 'Short',
      subjectZh: '告警',
      bodyZh: '有告警',
      subjectEn: 'Alarm',
      bodyEn: 'An alarm',
    }),
    change: { subjectEn: 'Alarm!' },
  },
  'a work order': {
    calls: [
      'siteWorksheetCreate',
      'siteWorksheetPage',
      'siteWorksheetGet',
      'siteWorksheetUpdate',
      'siteWorksheetDelete',
    ],
    body: async () => ({
      name: 'Clean the modules',
      stationSn: await stationSn(),
      type: 'cleaning',
      priority: 'normal',
    }),
    change: { priority: 'urgent', content: 'rows 3 to 9' },
  },
  'a role': {
    calls: ['roleCreate', 'rolePage', 'roleGet', 'roleUpdate', 'roleDelete'],
    body: () => ({ key: 'guard', name: '值班', permissions: ['station:list'] }),
    change: { nameEn: 'Guard', permissions: ['station:list', 'station:get'] },
  },
  'an entry of a dictionary': {
    calls: ['dictCreate', 'dictPage', 'dictGet', 'dictUpdate', 'dictDelete'],
    body: () => ({ type: 'officeAddress', value: 'harbour', titleZh: '港口', titleEn: 'Harbour' }),
    change: { titleEn: 'Harbour office', color: 'info' },
  },
};

const listOf = async (client: Client, page: OperationId): Promise<Stored[]> =>
  ((await client.call(page, { query: { size: 100 } })) as { records: Stored[] }).records;

describe.each(Object.entries(LIFECYCLES))('%s', (_, { calls, body, change }) => {
  it('is created, found, changed and removed by its calls', async () => {
    const [create, page, get, update, remove] = calls;
    const sent = await body();
    const { id, version } = (await operator.call(create, { body: sent })) as Stored;
    const path = { id };
    expect(await operator.call(get, { path })).toMatchObject({ ...sent, id, version: 1 });
    expect((await listOf(operator, page)).find((one) => one.id === id)).toMatchObject(sent);
    expect((await listOf(stranger, page)).map((one) => one.id)).not.toContain(id);
    expect((await ask(stranger, get, { path })).status).toBe(404);

    expect(await operator.call(update, { body: { id, version, ...change } })).toMatchObject({
      ...sent,
      ...change,
      version: 2,
    });
    const stale = await ask(operator, update, { body: { id, version, ...change } });
    expect(stale).toMatchObject({ status: 409, data: { ...change, version: 2 } });

    await operator.call(remove, { path });
    expect((await ask(operator, get, { path })).status).toBe(404);
    expect((await listOf(operator, page)).map((one) => one.id)).not.toContain(id);
  });
});

describe('records without all five calls', () => {
  it('tariffs of a station are changed, read alone, and listed for all stations', async () => {
    const body = { stationSn: await stationSn(), chargeType: 'energy', effectiveFrom: '2026-01-01' };
    const made = await operator.call('stationChargeConfigCreate', {
      body: { ...body, currency: 'CNY', price: 0.6 },
    });
    const { id, version } = made;
    const changed = { id, version: 2, price: 0.7, currency: 'CNY' };
    expect(
      await operator.call('electricityPriceUpdate', { body: { id, version, price: 0.7 } }),
    ).toMatchObject(changed);
    expect(await operator.call('stationChargeConfigGet', { path: { id } })).toMatchObject(changed);
    expect(await ask(stranger, 'stationChargeConfigGet', { path: { id } })).toMatchObject({ status: 404 });
    expect(await listOf(operator, 'stationChargeConfigPage')).toMatchObject([{ ...body, ...changed }]);
    expect(await listOf(stranger, 'stationChargeConfigPage')).toEqual([]);
  });

  it('capacities of all stations are listed', async () => {
    const body = { name: 'Roof', capacity: 80, effectiveFrom: '2026-01-01' };
    const sns = [await stationSn(), await stationSn()];
    for (const sn of sns) await operator.call('stationCapacityCreate', { body: { ...body, stationSn: sn } });
    const listed = await listOf(operator, 'stationCapacityPage');
    expect(listed.map((one) => [one.stationSn, one.capacity]).sort()).toEqual(
      sns.map((sn) => [sn, 80]).sort(),
    );
    expect(await listOf(stranger, 'stationCapacityPage')).toEqual([]);
  });

  it('a contribution factor is returned as in the list', async () => {
    const factors = await listOf(operator, 'contributionFactorPage');
    expect(factors.map(({ kind }) => kind).sort()).toEqual(['co2', 'coal', 'tree']);
    for (const factor of factors)
      expect(await operator.call('contributionFactorGet', { path: { id: factor.id } })).toMatchObject({
        kind: factor.kind,
        value: factor.value,
      });
  });

  it('refused data is returned, and hidden once it is settled', async () => {
    const { device } = await makeSite(operator);
    await send(server.url, device, { power: 'much' });
    const [line] = await until(
      () => listOf(operator, 'telemetryRefusalPage'),
      ({ length }) => length > 0,
    );
    const path = { id: line!.id };
    expect(await operator.call('telemetryRefusalGet', { path })).toMatchObject({
      deviceSn: device.sn,
      key: 'power',
      reason: 'notANumber',
      status: 'open',
    });
    await operator.call('telemetryRefusalDelete', { path });
    expect(await listOf(operator, 'telemetryRefusalPage')).toEqual([]);
  });
});
