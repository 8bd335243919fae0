/** Factory tests: devices at the bench, planned tests with their precheck, and their runs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, bearer } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { readPdf } from '../../../support/records/papers.ts';
import { joinTenant, makeSite } from '../../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const STRATEGIES = ['constantPower', 'constantCurrent'];
const STATES = ['waiting', 'running', 'suspended', 'passed', 'failed', 'terminated'];
const RESULTS = ['passed', 'failed', 'invalid'];
const STEPS = ['precheck', 'charge', 'restCharged', 'discharge', 'restDischarged', 'recharge', 'evaluation'];

/** The calls that return choices, each with the expected values in their order. */
const CHOICES = [
  ['testStrategies', STRATEGIES],
  ['testStates', STATES],
  ['testResults', RESULTS],
  ['factoryTestKinds', ['capacity', 'efficiency', 'full']],
  ['chargeDischargeRates', ['quarter', 'half', 'full']],
  ['runServiceTypes', ['charge', 'discharge', 'cycle']],
  ['runStrategies', STRATEGIES],
  ['runResults', RESULTS],
  ['runStates', STATES],
  ['runSteps', STEPS],
] as const;

const KIND = { factoryTest: 'full', strategyType: 'constantPower', chargeDischargeCapacity: 'half' };
const CYCLE = { serviceType: 'cycle', strategyType: 'constantPower' };
const CHECKS = { contactOk: true, alarmsOk: true, socOk: true, temperatureOk: true, stopOk: true };

let colleague: Client;
let made = 0;
beforeAll(async () => {
  colleague = await joinTenant(server, operator.tenantId, ['*']);
});

async function makeDevice(more: object = {}) {
  made += 1;
  const { station } = await makeSite(operator);
  const body = {
    sn: `UT-${made}`,
    name: 'Cabinet',
    stationSn: station.sn,
    ratedPower: 100,
    ratedEnergy: 215,
  };
  return operator.call('factoryTestDeviceCreate', { body: { ...body, ...more } });
}

async function makeTest(more: object = {}) {
  const device = await makeDevice();
  const body = { ...KIND, name: 'Full test', deviceId: device.id, ...more };
  return { device, test: await operator.call('factoryTestRecordCreate', { body }) };
}

const read = (id: number) => operator.call('factoryTestRecordDetail', { path: { id } });

async function act(client: Client, id: number, name: string, form: object = {}) {
  const { version } = await read(id);
  return ask(client, 'recordTransition', {
    path: { entity: 'factoryTestRecord', id },
    body: { name, version, form },
  });
}

it('returns its choices in both languages', async () => {
  for (const [operation, values] of CHOICES) {
    const entries = await operator.call(operation, {});
    expect(entries.map(({ value }) => value)).toEqual(values);
    for (const { title } of entries) expect(title).toMatchObject({ zh: /./, en: /./ });
  }
});

describe('a test', () => {
  it('has the power of its rate, and keeps the rating of its device', async () => {
    const { device, test } = await makeTest({ chargeDischargeCapacity: 'quarter' });
    expect(test).toMatchObject({ status: 'waiting', sn: device.sn, power: 53.8, ratedEnergy: 215 });
    const body = { id: test.id, version: test.version, chargeDischargeCapacity: 'full' };
    // The rate needs 215 kW, but the device is rated at 100 kW.
    expect(await operator.call('factoryTestRecordUpdate', { body })).toMatchObject({ power: 100 });
    await operator.call('factoryTestDeviceUpdate', {
      body: { id: device.id, version: (await findDevice(device.id)).version, ratedPower: 80 },
    });
    expect(await read(test.id)).toMatchObject({ ratedPower: 100 });
  });

  it('is the only open test of its device', async () => {
    const { device, test } = await makeTest();
    const body = { ...KIND, name: 'Second', deviceId: device.id };
    expect((await ask(operator, 'factoryTestRecordCreate', { body })).status).toBe(409);
    await operator.call('factoryTestTerminate', { query: { id: test.id, reason: 'Wrong device' } });
    expect((await ask(operator, 'factoryTestRecordCreate', { body })).status).toBe(200);
  });

  it('is confirmed by a second user, once all items of the precheck are met', async () => {
    const { test } = await makeTest();
    const early = await act(colleague, test.id, 'confirmCheck');
    expect(early).toMatchObject({ status: 409, msg: expect.stringContaining('not filled in yet') });
    await act(operator, test.id, 'check', { ...CHECKS, stopOk: false });
    const open = await act(colleague, test.id, 'confirmCheck');
    expect(open).toMatchObject({ status: 409, msg: expect.stringContaining('precheck') });
    await act(operator, test.id, 'check', CHECKS);
    const own = await act(operator, test.id, 'confirmCheck');
    expect(own).toMatchObject({ status: 409, msg: expect.stringContaining('Another user') });
    expect((await act(colleague, test.id, 'confirmCheck')).status).toBe(200);
    const { firstId, secondId } = await read(test.id);
    expect(secondId).not.toBe(firstId);
    // A new check requires a new confirmation.
    await act(operator, test.id, 'check', CHECKS);
    expect((await read(test.id)).secondId).toBeNull();
  });

  it('is terminated with a reason, once, and then neither changed nor deleted', async () => {
    const { test } = await makeTest();
    const { id } = test;
    expect((await ask(operator, 'factoryTestTerminate', { query: { id } })).status).toBe(400);
    const ended = await operator.call('factoryTestTerminate', { query: { id, reason: 'Cable' } });
    expect(ended).toMatchObject({ status: 'terminated', reason: 'Cable' });
    const refused = [
      await ask(operator, 'factoryTestTerminate', { query: { id, reason: 'Again' } }),
      await ask(operator, 'factoryTestRecordDelete', { path: { id } }),
      await ask(operator, 'factoryTestRecordUpdate', {
        body: { id, version: (await read(id)).version, restMinutes: 5 },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  it('is printed as a sheet if number, name and serial number belong to one test', async () => {
    const { test } = await makeTest();
    const { id, name, sn } = test;
    const answer = await operator.request('exportFactoryTestRecord', {
      query: { id, name, sn: sn ?? '' },
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const texts = await readPdf(Buffer.from(await answer.arrayBuffer()));
    expect(JSON.stringify(texts)).toContain(sn);
    const other = await ask(operator, 'exportFactoryTestRecord', { query: { id, name, sn: 'UT-none' } });
    expect(other.status).toBe(404);
  });

  it('can be deleted before it starts', async () => {
    const { device, test } = await makeTest();
    expect(await findDevice(device.id)).toMatchObject({ openTests: 1 });
    await operator.call('factoryTestRecordDelete', { path: { id: test.id } });
    expect(await findDevice(device.id)).toMatchObject({ openTests: 0 });
    await operator.call('factoryTestDeviceDelete', { path: { id: device.id } });
    const gone = await ask(operator, 'factoryTestDeviceGet', { path: { id: device.id } });
    expect(gone.status).toBe(404);
  });

  it('must not have a lower temperature limit above the upper limit', async () => {
    const device = await makeDevice();
    const limits = { temperatureMin: 60, temperatureMax: 50 };
    const body = { ...KIND, name: 'Wrong', deviceId: device.id, limits };
    const refused = await ask(operator, 'factoryTestRecordCreate', { body });
    expect(refused).toMatchObject({ status: 400, errors: [{ field: '/limits/temperatureMax' }] });
  });
});

async function findDevice(id: number) {
  const filter = JSON.stringify({ and: [{ field: 'id', op: 'in', value: [id] }] });
  const { records } = await operator.call('factoryTestDevicePage', { query: { filter } });
  return records[0]!;
}

describe('a run of a test', () => {
  it('is planned, changed, terminated and deleted with its test', async () => {
    const { test } = await makeTest();
    const body = { ...CYCLE, recordId: test.id, name: 'First cycle', power: 50 };
    const run = await operator.call('chargeDischargeRecordCreate', { body });
    expect(run).toMatchObject({ testStatus: 'waiting', serviceType: 'cycle', socTo: 100 });
    const changed = { id: run.id, version: run.version, power: 40 };
    await operator.call('chargeDischargeRecordUpdate', { body: changed });
    const detail = await operator.call('chargeDischargeRecordGet', { path: { id: run.id } });
    expect(detail.power).toBe(40);
    const second = await operator.call('chargeDischargeRecordCreate', { body: { ...body, name: 'Second' } });
    await operator.call('chargeDischargeTerminate', { query: { id: second.id, reason: 'Not needed' } });
    const filter = JSON.stringify({ and: [{ field: 'recordId', op: 'in', value: [test.id] }] });
    const { records } = await operator.call('chargeDischargeRecordPage', { query: { filter } });
    expect(records.map(({ testStatus }) => testStatus)).toEqual(['terminated', 'waiting']);
    const gone = await ask(operator, 'chargeDischargeRecordDelete', { path: { id: second.id } });
    expect(gone.status).toBe(409);
    await operator.call('chargeDischargeRecordDelete', { path: { id: run.id } });
  });
});

it('is hidden from other tenants, and not changed with a cookie alone or a permission to list', async () => {
  const { test } = await makeTest();
  const { id } = test;
  expect((await ask(stranger, 'factoryTestRecordDetail', { path: { id } })).status).toBe(404);
  expect((await ask(stranger, 'factoryTestTerminate', { query: { id, reason: 'No' } })).status).toBe(404);
  expect((await stranger.call('factoryTestRecordPage', {})).total).toBe(0);
  const reader = await joinTenant(server, operator.tenantId, ['factoryTestRecord:list']);
  expect((await reader.call('factoryTestRecordPage', {})).total).toBeGreaterThan(0);
  expect((await ask(reader, 'factoryTestTerminate', { query: { id, reason: 'No' } })).status).toBe(403);
  const bare = await ask(operator, 'factoryTestTerminate', {
    ...{ query: { id, reason: 'By a link' }, headers: bearer(null) },
  });
  expect(bare.status).toBe(401);
  expect((await read(id)).status).toBe('waiting');
});
