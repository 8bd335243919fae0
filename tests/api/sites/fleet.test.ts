import { describe, expect, it } from 'vitest';
import { addAlarms } from '../../support/alarms/alarms.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { setMember } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';
import { makeOperator, makeSite, send, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

/** Creates a station with two inverters and a battery, which report these values. */
async function makePlant(client: Client, sn: string, values: { power: number[]; soc?: number }) {
  const site = await makeSite(client, sn);
  const add = async (device: string, type: string, variables: object[]) => {
    const made = await client.call('deviceCreate', {
      body: { sn: `${sn}-${device}`, name: device, stationSn: sn, type: type as 'inverter' },
    });
    for (const one of variables)
      await client.call('deviceVariableCreate', {
        body: { deviceSn: made.sn, name: 'x', dataType: 'number', ...one },
      });
    return made;
  };
  const inverter = (at: number) =>
    add(`INV${at}`, 'inverter', [
      { code: 'power', unit: at === 0 ? 'kW' : 'W', kind: 'gauge' },
      { code: 'energy', unit: 'kWh', kind: 'counter', energyRole: 'pv' },
    ]);
  for (const [at, power] of values.power.entries()) {
    const made = await inverter(at);
    await send(server.url, made, { power, energy: 100 });
    await send(server.url, made, { power, energy: 112 });
  }
  if (values.soc !== undefined) {
    const battery = await add('BAT', 'battery', [{ code: 'soc', unit: '%', kind: 'gauge' }]);
    await send(server.url, battery, { soc: values.soc });
  }
  return site;
}

const fleet = (client: Client, of?: 'pv' | 'battery' | 'grid' | 'load') =>
  client.call('stationFleet', { query: of === undefined ? {} : { of } });

describe('the fleet', () => {
  it('adds up devices and stations, in one unit, with alarms and online states', async () => {
    const begun = Date.now();
    const one = await makePlant(operator, 'FL1', { power: [30, 20_000], soc: 60 });
    await makePlant(operator, 'FL2', { power: [7], soc: 80 });
    await makeSite(operator, 'FL3');
    await addAlarms(server, operator.tenantId, one, { count: 3, openEvery: 2 });
    const answer = await until(
      () => fleet(operator),
      ({ totals }) => totals.power === 57 && totals.energyToday === 36,
    );
    expect(answer.totals).toEqual({
      ...{ stations: 3, normal: 0, power: 57, soc: 70, energyToday: 36, openAlarms: 2 },
    });
    expect(answer.stations).toMatchObject([
      { sn: 'FL1', power: 50, soc: 60, energyToday: 24, openAlarms: 2 },
      { sn: 'FL2', power: 7, soc: 80, energyToday: 12, openAlarms: 0 },
      { sn: 'FL3', power: null, soc: null, energyToday: null, lastHeard: null },
    ]);
    expect(Date.parse(answer.stations[0]!.lastHeard ?? '')).toBeGreaterThanOrEqual(begun);
    expect((await fleet(operator, 'load')).totals).toMatchObject({ power: null, energyToday: null, soc: 70 });
  });

  it('includes only stations that the reader may see, also in its sums', async () => {
    const chief = await makeOperator(server);
    await makePlant(chief, 'NEAR', { power: [5] });
    await makePlant(chief, 'FAR', { power: [9] });
    const { userId, username } = await makePerson(server, [chief.tenantId], {
      permissions: ['station:list@site'],
    });
    await setMember(server, userId, { stations: ['NEAR'] });
    const warden = await login(server, username, PASSWORD);
    const { totals, stations } = await until(
      () => fleet(warden),
      (answer) => answer.totals.power === 5,
    );
    expect(stations.map(({ sn }) => sn)).toEqual(['NEAR']);
    expect(totals).toMatchObject({ stations: 1, power: 5 });
    expect(await fleet(stranger)).toMatchObject({ totals: { stations: 0, power: null }, stations: [] });
  });

  it("excludes the devices of a test bench, whose cabinets are not the station's", async () => {
    const chief = await makeOperator(server);
    await makePlant(chief, 'FLB', { power: [5], soc: 60 });
    const bench = await chief.call('deviceCreate', {
      body: { sn: 'FLB-TB', name: 'Bench', stationSn: 'FLB', type: 'battery' },
    });
    await chief.call('deviceVariableCreate', {
      body: { deviceSn: bench.sn, code: 'soc', name: 'SOC', unit: '%', dataType: 'number', kind: 'gauge' },
    });
    await send(server.url, bench, { soc: 10 });
    await until(
      () => fleet(chief),
      ({ totals }) => totals.soc === 35,
    );
    await chief.call('factoryTestDeviceCreate', {
      body: {
        ...{ sn: 'FLB-UT', name: 'Cabinet', stationSn: 'FLB', batterySn: bench.sn },
        ...{ ratedPower: 100, ratedEnergy: 215 },
      },
    });
    expect((await fleet(chief)).totals.soc).toBe(60);
  });
});
