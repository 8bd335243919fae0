import { describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

describe('PV figures of a station', () => {
  it('add up the inverters by energy role: power now, energy of today, month and year', async () => {
    const { station } = await makeSite(operator);
    const now = Date.now();
    for (const [name, power, energy] of [
      ['I1', 30, 4],
      ['I2', 12.5, 6],
    ] as const) {
      const device = await operator.call('deviceCreate', {
        body: { sn: `${station.sn}-${name}`, name, stationSn: station.sn, type: 'inverter' },
      });
      const variable = { deviceSn: device.sn, dataType: 'number', energyRole: 'pv' };
      await operator.call('deviceVariableCreate', {
        body: { ...variable, code: 'p', name: 'p', unit: 'kW', kind: 'gauge' },
      });
      await operator.call('deviceVariableCreate', {
        body: { ...variable, code: 'e', name: 'e', unit: 'kWh', kind: 'counter' },
      });
      await send(server.url, device, [
        { ts: now - 2000, values: { e: 100 } },
        { ts: now, values: { p: power, e: 100 + energy } },
      ]);
    }
    const query = { stationSn: station.sn };
    expect(await operator.call('photovoltaicKeyData', { query })).toEqual({
      power: 42.5,
      powerUnit: 'kW',
      todayEnergy: 10,
      monthEnergy: 10,
      yearEnergy: 10,
      energyUnit: 'kWh',
      inverterAmount: 2,
      onlineInverterAmount: 2,
    });
    const inverters = await operator.call('photovoltaicInverterData', { query });
    expect(inverters.map(({ deviceName, status, figures }) => [deviceName, status, figures.length])).toEqual([
      ['I1', 1, 2],
      ['I2', 1, 2],
    ]);
    const trend = await operator.call('photovoltaicPowerTrend', { query });
    expect(trend.timeZone).toBe('Asia/Shanghai');
    expect(trend.series.map(({ unit, points }) => [unit, points.map(([, value]) => value)])).toEqual([
      ['kW', [30]],
      ['kW', [12.5]],
    ]);
    const past = await operator.call('photovoltaicPowerTrend', { query: { ...query, date: '2026-01-01' } });
    expect(past).toMatchObject({ date: '2026-01-01' });
    expect(await operator.call('photovoltaicWeather', { query })).toEqual([]);
  });

  it('are unknown, not zero, without reports, and missing for another tenant', async () => {
    const { station } = await makeSite(operator);
    const query = { stationSn: station.sn };
    expect(await operator.call('photovoltaicKeyData', { query })).toMatchObject({
      power: null,
      todayEnergy: null,
      inverterAmount: 0,
    });
    for (const id of [
      'photovoltaicKeyData',
      'photovoltaicWeather',
      'photovoltaicInverterData',
      'photovoltaicPowerTrend',
    ] as const) {
      expect((await ask(stranger, id, { query })).status).toBe(404);
    }
  });
});
