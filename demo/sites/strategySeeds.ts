/** Strategies of the demo: templates, and strategies of its stations. Powers in kW, discharging positive. */
import type { Text } from '../../generated/definition.ts';
import type { Values } from '../../runtime/core/rules/rule.ts';

interface TemplateSeed {
  key: string;
  name: Text;
  plan: Values;
}

const block = (start: string, end: string, power: number) => ({ start, end, power });

export const TEMPLATES: readonly TemplateSeed[] = [
  {
    key: 'twoPeaks',
    name: { zh: '两充两放', en: 'Two peaks' },
    plan: {
      kind: 'timeOfDay',
      blocks: [
        block('00:00', '06:00', -250),
        block('06:00', '08:00', 0),
        block('08:00', '10:00', 400),
        block('10:00', '14:00', -150),
        block('14:00', '17:00', 0),
        block('17:00', '21:00', 260),
        block('21:00', '24:00', 0),
      ],
    },
  },
  {
    key: 'night',
    name: { zh: '夜间充电、晚峰放电', en: 'Night charge, evening discharge' },
    plan: {
      kind: 'timeOfDay',
      blocks: [
        block('00:00', '07:00', -110),
        block('07:00', '17:00', 0),
        block('17:00', '22:00', 120),
        block('22:00', '24:00', 0),
      ],
    },
  },
  {
    key: 'peak',
    name: { zh: '需量削峰', en: 'Demand peak shaving' },
    plan: { kind: 'peakShaving', peakPower: 480, chargeBelow: 260 },
  },
  {
    key: 'export',
    name: { zh: '防逆流 900 kW', en: 'Export up to 900 kW' },
    plan: { kind: 'exportLimit', exportPower: 900 },
  },
  { key: 'own', name: { zh: '自发自用', en: 'Self-consumption' }, plan: { kind: 'selfConsumption' } },
  { key: 'idle', name: { zh: '检修待机', en: 'Idle for maintenance' }, plan: { kind: 'idle' } },
];

interface StrategySeed {
  stationSn: string;
  template: string;
  name: Text;
  /** The strategy runs, waits for approval, or is a draft that breaks limits. */
  reached: 'issued' | 'approving' | 'draft';
  body: Values;
}

export const STRATEGIES: readonly StrategySeed[] = [
  {
    ...{ stationSn: 'SZ01', template: 'twoPeaks', reached: 'issued' },
    name: { zh: '园区峰谷套利', en: 'Peak and valley arbitrage of the park' },
    body: { limits: { export: 300, demand: 1250, loadMin: 190 } },
  },
  {
    ...{ stationSn: 'SZ01', template: 'night', reached: 'approving' },
    name: { zh: '国庆假期计划', en: 'National holiday plan' },
    body: { days: 'off', priority: 70, limits: { export: 300, demand: 1250 } },
  },
  {
    ...{ stationSn: 'SZ01', template: 'twoPeaks', reached: 'draft' },
    name: { zh: '夏季大功率放电', en: 'More power in summer' },
    body: {
      limits: { export: 300, demand: 1250, loadMin: 190 },
      blocks: [
        block('00:00', '08:00', -300),
        block('08:00', '10:00', 1200),
        block('10:00', '17:00', 0),
        block('17:00', '21:00', 600),
        block('21:00', '24:00', 0),
      ],
    },
  },
  {
    ...{ stationSn: 'TLF02', template: 'export', reached: 'issued' },
    name: { zh: '吐鲁番防逆流', en: 'Turpan export limit' },
    body: { limits: { export: 900, demand: 1900 } },
  },
  {
    ...{ stationSn: 'PG03', template: 'peak', reached: 'issued' },
    name: { zh: '电子厂削峰', en: 'Peak shaving of the plant' },
    body: { limits: { export: 100, demand: 800 } },
  },
  {
    ...{ stationSn: 'ADL01', template: 'own', reached: 'issued' },
    name: { zh: '冷链自发自用', en: 'Self-consumption of the cold stores' },
    body: { limits: { export: 0, demand: 520 } },
  },
];
