import { expect, it } from 'vitest';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

/** Creates a meter and a battery that share some of their keys. */
async function makeVariables() {
  const { station, device: meter } = await makeSite(operator);
  const battery = await operator.call('deviceCreate', {
    body: { sn: `${station.sn}-B1`, name: 'Battery', stationSn: station.sn, type: 'battery' },
  });
  const make = (deviceSn: string, code: string, name: string, unit: string) =>
    operator.call('deviceVariableCreate', {
      body: { deviceSn, code, name, unit, dataType: 'number', kind: 'gauge' },
    });
  await make(battery.sn, 'power', 'Battery power', 'kW');
  await make(battery.sn, 'soc', 'State of charge', '%');
  await make(meter.sn, 'u_l1', 'Voltage L1', 'V');
  await send(server.url, meter, { power: 12.5, u_l1: 231 });
  return { stationSn: station.sn, meter, battery };
}

it('finds variables by words of their name, key, unit and device, with their newest value', async () => {
  const { stationSn, meter, battery } = await makeVariables();
  const find = async (search?: string) => {
    const { records, total } = await operator.call('variablesFound', { query: { stationSn, search } });
    expect(total).toBe(records.length);
    return records.map(({ deviceSn, code }) => `${deviceSn}-${code}`);
  };
  expect(await find()).toEqual([
    `${battery.sn}-power`,
    `${battery.sn}-soc`,
    `${meter.sn}-power`,
    `${meter.sn}-u_l1`,
  ]);
  expect(await find('POWER meter')).toEqual([`${meter.sn}-power`]);
  expect(await find('U_L1')).toEqual([`${meter.sn}-u_l1`]);
  expect(await find('%')).toEqual([`${battery.sn}-soc`]);
  expect(await find('nothing like this')).toEqual([]);
  const { records } = await operator.call('variablesFound', { query: { stationSn, search: 'voltage' } });
  expect(records).toMatchObject([
    { name: 'Voltage L1', unit: 'V', deviceName: 'Meter', data: 231, stale: false },
  ]);
});

it('returns them by page, or by name, and each key once', async () => {
  const { stationSn, meter } = await makeVariables();
  const page = await operator.call('variablesFound', { query: { stationSn, current: 2, size: 3 } });
  expect(page).toMatchObject({ total: 4, current: 2, size: 3, records: [{ code: 'u_l1' }] });
  const named = await operator.call('variablesFound', {
    query: { stationSn, sns: `${meter.sn}-power,nobody` },
  });
  expect(named).toMatchObject({ total: 1, records: [{ sn: `${meter.sn}-power` }] });
  const keys = await operator.call('variablesFound', { query: { stationSn, keys: true } });
  expect(keys.total).toBe(3);
  expect(keys.records.map(({ code }) => code).sort()).toEqual(['power', 'soc', 'u_l1']);
  expect(
    (await operator.call('variablesFound', { query: { stationSn, keys: true, search: 'u_' } })).total,
  ).toBe(1);
});

it('does not find variables of other tenants', async () => {
  const { stationSn } = await makeVariables();
  expect(await stranger.call('variablesFound', { query: { stationSn } })).toMatchObject({
    total: 0,
    records: [],
  });
});
