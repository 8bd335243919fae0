/** A reference that other fields do not allow is refused at its field, on every way to write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import { checkTable, tableFile, upload } from '../../../support/records/excel.ts';
import { type Client, sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator, makeRule, makeSite, type Site } from '../../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let here: Site;
let there: Site;
beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  here = await makeSite(operator);
  there = await makeSite(operator);
});
afterAll(() => server?.stop());

const window = (more: object) => ({
  name: 'Works',
  stationSn: here.station.sn,
  reason: 'Works',
  startAt: '2026-11-01T00:00:00Z',
  endAt: '2026-11-02T00:00:00Z',
  ...more,
});
const create = (body: object, lang = 'en') =>
  ask(operator, 'alarmSuppressionCreate', { body: body, headers: { 'accept-language': lang } });

const UNFIT = 'Device: the choice does not match Station. Choose again.';

describe('a choice that depends on another field', () => {
  it('is accepted if it matches, or is empty', async () => {
    const rule = await makeRule(operator, here, 5);
    const fitting = window({ deviceSn: here.device.sn, ruleId: rule.id });
    expect((await create(fitting)).status).toBe(200);
    expect((await create(window({}))).status).toBe(200);
  });

  it('is refused at its field, in the language of the caller', async () => {
    expect(await create(window({ deviceSn: there.device.sn }))).toMatchObject({
      status: 400,
      msg: 'The selected record does not match the other fields',
      errors: [{ field: '/deviceSn', msg: UNFIT }],
    });
    const foreign = await makeRule(operator, there, 5);
    expect(await create(window({ ruleId: foreign.id }), 'zh')).toMatchObject({
      status: 400,
      errors: [{ field: '/ruleId', msg: '所选规则与站点不符，请重新选择' }],
    });
  });

  it('is refused when the other field changes, but only for new values', async () => {
    const { id, version } = await operator.call('alarmSuppressionCreate', {
      body: window({ deviceSn: here.device.sn }),
    });
    const moved = { id, version, stationSn: there.station.sn };
    const change = (body: object) => ask(operator, 'alarmSuppressionUpdate', { body });
    expect(await change(moved)).toMatchObject({ status: 400, errors: [{ field: '/deviceSn', msg: UNFIT }] });
    const whole = await change({ ...moved, deviceSn: there.device.sn });
    expect(whole.status).toBe(200);
    // After the device moves to another station, its suppression window can still be disabled.
    const { id: deviceId, version: deviceVersion } = there.device;
    const away = { id: deviceId, version: deviceVersion, stationSn: here.station.sn };
    there.device = await operator.call('deviceUpdate', { body: away });
    expect(await change({ id, version: version + 1, enabled: false })).toMatchObject({ status: 200 });
    const back = { id: deviceId, version: there.device.version, stationSn: there.station.sn };
    there.device = await operator.call('deviceUpdate', { body: back });
  });

  it('is refused in the cells of a list and in bulk changes', async () => {
    const { id, version } = await operator.call('alarmSuppressionCreate', { body: window({}) });
    const path = { entity: 'alarmSuppression' };
    const records = [{ id, version, deviceSn: there.device.sn }];
    expect(await ask(operator, 'recordBatch', { path, body: { records } })).toMatchObject({
      status: 400,
      errors: [{ field: '/records/0/deviceSn', msg: UNFIT }],
    });
    const filter = JSON.stringify({ and: [{ field: 'id', op: 'eq', value: id }] });
    const body = { selection: { filter }, expected: 1, values: { deviceSn: there.device.sn } };
    expect(await ask(operator, 'recordBulkUpdate', { path, body: body })).toMatchObject({
      status: 400,
      errors: [{ msg: UNFIT }],
    });
  });

  it('is reported at its row of an imported table, before anything is written', async () => {
    const rows = [here, there].map(({ device }, at) => [
      `Row ${at}`,
      here.station.sn,
      device.sn,
      'Works',
      '2026-11-01T00:00:00Z',
      '2026-11-02T00:00:00Z',
    ]);
    const head = ['name', 'stationSn', 'deviceSn', 'reason', 'startAt', 'endAt'];
    const table = await tableFile([head, ...rows]);
    const { report } = await checkTable(operator, { entity: 'alarmSuppression' }, upload(table));
    expect(report).toMatchObject({ total: 2, created: 1, rejected: 1 });
    expect(report.problems).toEqual([expect.objectContaining({ row: 3, column: 'deviceSn', reason: UNFIT })]);
  });
});
