import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../../demo/simulator/catalogue.ts';
import { dashboards } from '../../../../../generated/dashboards.ts';
import { widgets } from '../../../../../generated/widgets.ts';
import { presetOffers } from '../../../../../runtime/board/preset/presets.ts';
import {
  findRole,
  findRoleAll,
  PRESET_ROLES,
  resolvePreset,
  roleKeys,
  type StationVariable,
} from '../../../../../runtime/core/access/presetRoles.ts';
import { fillPreset, ratePreset } from '../../../../../runtime/core/document/preset.ts';
import sample from '../../../../../schemas/imports/site-sample.json' with { type: 'json' };

/** A station as in the demo. */
const demo: StationVariable[] = catalogue.flatMap(({ device, type, variables }) =>
  variables.map(({ code, unit }) => ({
    sn: `S-${device}-${code}`,
    code,
    unit,
    deviceSn: `S-${device}`,
    deviceType: type,
  })),
);
const composite: StationVariable[] = sample.files.flatMap(({ device, columns }) =>
  columns.map(({ code, ...column }) => ({
    sn: `${device.sn}-${code}`,
    code,
    unit: ('unit' in column && column.unit) || '',
    deviceSn: device.sn,
    deviceType: device.type,
  })),
);
const PRESETS = ['storage', 'photovoltaic', 'metering', 'fleet'] as const;
const presets = PRESETS.map((name) => dashboards[name]);

describe('presets', () => {
  it('consist of existing widgets and known meanings', () => {
    for (const { document } of presets) {
      for (const { type } of document.widgets) expect(Object.keys(widgets)).toContain(type);
      const roles = [...JSON.stringify(document).matchAll(/"\{find\}","(\w+)"/g)].map(([, role]) => role);
      for (const role of roles) expect(PRESET_ROLES).toContain(role);
    }
  });

  it('have all their variables on the stations of the demo and on the composite site', () => {
    for (const station of [demo, composite]) {
      const offers = presetOffers(presets, 'S', station);
      expect(offers.map(({ preset }) => preset.name).sort()).toEqual([...PRESETS].sort());
      const known = new Set(station.map(({ sn }) => sn));
      let bound = 0;
      for (const { document } of offers) {
        expect(JSON.stringify(document)).not.toContain('{find}');
        expect(document.widgets.length).toBeGreaterThan(3);
        const pairs = document.widgets.flatMap(({ config }) => {
          const pair = config.deviceValue as [string, string] | undefined;
          return pair ? [pair[1]] : [];
        });
        expect(pairs.filter((sn) => !known.has(sn))).toEqual([]);
        bound += pairs.length;
      }
      expect(bound).toBeGreaterThan(0);
    }
  });

  it('open on any station, the best first, and say what they lack there', () => {
    const meter = demo.filter(({ deviceType }) => deviceType === 'meter');
    const offers = presetOffers(Object.values(dashboards), 'S', meter);
    expect(offers.map(({ preset }) => preset.name)).toEqual(expect.arrayContaining([...PRESETS]));
    // Presets of one station with other variables do not fit this one.
    expect(offers.map(({ preset }) => preset.name)).not.toContain('site-sample');
    expect(offers[0]?.preset.name).toBe('metering');
    const fits = offers.map(({ fit }) => fit);
    expect(fits).toEqual([...fits].sort((a, b) => b - a));
    const storage = offers.find(({ preset }) => preset.name === 'storage');
    expect(storage?.document.widgets.length).toBeGreaterThan(0);
    expect(storage?.missing.length).toBeGreaterThan(5);
    const fleet = offers.find(({ preset }) => preset.name === 'fleet');
    expect(fleet?.missing).toEqual([]);
  });

  it('find variables by type, key and unit', () => {
    const found = (role: string, station: StationVariable[]) => findRole(role, station)?.sn;
    expect(found('chargeEnergy', demo)).toBe('S-PCS-chargeEnergy');
    expect(found('dischargeEnergy', demo)).toBe('S-PCS-dischargeEnergy');
    expect(found('pvEnergy', demo)).toBe('S-EMS-pvEnergy');
    expect(found('gridPower', composite)).toBe('steel-meter-active_power_avg_kw');
    expect(found('soc', composite)).toBe('battery-monitor-soc_pct');
    expect(found('chargeEnergy', composite)).toBe('battery-monitor-energy_charged_total_kwh');
    expect(found('pvEnergy', [])).toBeUndefined();
  });
});

it('the keys of roles include all variables with a role', () => {
  for (const station of [demo, composite]) {
    const found = ['soc', 'gridPower', 'batteryPower'].flatMap((role) => findRoleAll(role, station));
    const keys = new RegExp(roleKeys(['soc', 'gridPower', 'batteryPower']), 'i');
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter(({ code }) => !keys.test(code))).toEqual([]);
    expect(station.filter(({ code }) => keys.test(code)).length).toBeLessThan(station.length / 3);
  }
});

describe('a preset of a page', () => {
  const two = ['A', 'B'].map((deviceSn) => ({
    ...{ sn: `${deviceSn}-p`, code: 'power', unit: 'kW', deviceSn, deviceType: 'inverter' },
    deviceName: `Inverter ${deviceSn}`,
  }));
  const entries = (nodeInfo: unknown[], station: StationVariable[]) => {
    const widgets = [{ id: 't', type: 'trend', version: 1, config: { nodeInfo } }];
    return resolvePreset({ version: 1, widgets, layouts: { lg: [] } }, station).widgets[0]?.config.nodeInfo;
  };

  it('has an entry for each matching device, named after it', () => {
    const expected = [
      { deviceVar: ['{each}', 'inverterPower'] },
      { deviceVar: ['{find}', 'gridPower'], name: 'Grid' },
    ];
    const twice = { ...two[0]!, sn: 'A-q', code: 'powerLimit' };
    expect(entries(expected, [...two, twice])).toEqual([
      { deviceVar: ['A', 'A-p'], name: 'Inverter A' },
      { deviceVar: ['B', 'B-p'], name: 'Inverter B' },
      { deviceVar: ['{find}', 'gridPower'], name: 'Grid' },
    ]);
    expect(entries(expected.slice(0, 1), [])).toEqual(expected.slice(0, 1));
  });

  it('names known meanings, and has content at the stations of the demo', () => {
    const own = Object.values(dashboards).filter((preset) => 'offered' in preset && preset.offered === false);
    expect(own.length).toBeGreaterThan(8);
    const known = new Set(demo.map(({ sn }) => sn));
    for (const { document } of own) {
      const roles = [...JSON.stringify(document).matchAll(/"\{(?:find|each)\}","(\w+)"/g)].map(
        ([, role]) => role,
      );
      for (const role of roles) expect(PRESET_ROLES).toContain(role);
      const filled = fillPreset(resolvePreset(document, demo), 'S', known);
      expect(filled.widgets).toHaveLength(document.widgets.length);
    }
  });

  it('is not offered for new boards', () => {
    const offers = presetOffers(Object.values(dashboards), 'S', demo).map(({ preset }) => preset.name);
    expect(offers).toContain('photovoltaic');
    expect(offers).not.toContain('photovoltaic-run');
  });
});

describe('a preset', () => {
  const pair = (code: string) => ['{station}-A', `{station}-A-${code}`];
  const preset = {
    version: 1,
    widgets: [
      { id: 'k', type: 'keyData', version: 1, config: { deviceValue: pair('p') } },
      {
        id: 'g',
        type: 'gauge',
        version: 1,
        config: { monitorVars: [{ deviceVar: pair('p') }, { deviceVar: pair('q') }] },
      },
      { id: 'l', type: 'alarmList', version: 1, config: { title: 'x' } },
    ],
    layouts: { lg: ['k', 'g', 'l'].map((i, at) => ({ i, x: 0, y: at * 4, w: 6, h: 4 })) },
  };

  it('refers to variables of the opened station', () => {
    expect(fillPreset(preset, 'S9').widgets[0]?.config).toEqual({ deviceValue: ['S9-A', 'S9-A-p'] });
  });

  it('omits parts that the station lacks', () => {
    const filled = fillPreset(preset, 'S9', new Set(['S9-A-q']));
    expect(filled.widgets.map(({ id }) => id)).toEqual(['g', 'l']);
    expect(filled.widgets[0]?.config).toEqual({ monitorVars: [{ deviceVar: ['S9-A', 'S9-A-q'] }] });
    expect(filled.layouts.lg.map(({ i, y }) => [i, y])).toEqual([
      ['g', 0],
      ['l', 4],
    ]);
  });

  it('shows how much of it a station supports', () => {
    expect(ratePreset(preset, 'S9', new Set(['S9-A-q']))).toBeCloseTo(1 / 3);
    expect(ratePreset(preset, 'S9', new Set())).toBe(0);
  });
});
