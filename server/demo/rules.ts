import type { DemoStation } from './sites.ts';

interface TaskSeed {
  name: string;
  level: 'major' | 'minor' | 'info';
  status: 0 | 1;
  handler: string;
  remark: string;
}

/** The tasks that the people of a site have on their list because of its alarms. */
export const demoTasks: readonly TaskSeed[] = [
  {
    name: '检查 3 号簇电芯压差',
    level: 'minor',
    status: 1,
    handler: '李运维',
    remark: '凌晨充电末期压差多次超过 58 mV，需现场均衡并复测。',
  },
  {
    name: '清洁逆变器散热风道',
    level: 'info',
    status: 0,
    handler: '李工',
    remark: '已清洁滤网，满发时机内温度下降 4 °C。',
  },
];

/** The fields of a rule that its kind asks for. */
type RuleCondition =
  | { kind?: 'threshold'; operator: '>' | '<' | '>=' | '<='; threshold: number; hysteresis?: number }
  | { kind: 'range'; low: number; high: number; hysteresis?: number }
  | { kind: 'rate'; change: number; changeMinutes: number; direction: 'up' | 'down' }
  | { kind: 'state'; stateValues: string }
  | { kind: 'expression'; formula: string }
  | { kind: 'noData'; scope: 'station' };

type RuleSeed = RuleCondition & {
  name: string;
  /** Null: it is about the whole station. */
  device: string | null;
  code: string | null;
  level: 'critical' | 'major' | 'minor' | 'info';
  info?: string;
  delaySeconds?: number;
  fromTime?: string;
  toTime?: string;
};

/** Below what the control keeps in reserve: only shaving a demand peak gets there. */
const LOW_SOC_PERCENT = 10;
const DEMAND_SHARE = 0.97;
const VOLTAGE_SHARE = 0.97;
const SPREAD_LIMIT_MV = 58;
const FREQUENCY_HZ = { low: 49.9, high: 50.1 };
/** A cloud: so much of the inverter's power is gone within half an hour. */
const CLOUD_SHARE = 0.6;
const LOW_DISCHARGE_PERCENT = 20;

/** Rules of every kind, most of which really fire now and then on a simulated site. */
// long: a table of what is seeded, one entry after the other.
export function demoRules({ site, cellTemperatureLimit }: DemoStation): RuleSeed[] {
  const demand = Math.round(site.grid.demandLimit * DEMAND_SHARE);
  return [
    {
      name: '电芯温度过高',
      device: 'BAT',
      code: 'cellTemperatureMax',
      operator: '>',
      threshold: cellTemperatureLimit,
      level: 'major',
      info: '{device}{variable} {value}{unit}，超过 {threshold}{unit}',
    },
    {
      name: '储能电量低',
      device: 'BAT',
      code: 'soc',
      operator: '<',
      threshold: LOW_SOC_PERCENT,
      level: 'minor',
      info: '{device}{variable} {value}{unit}，低于 {threshold}{unit}',
    },
    {
      name: '需量超限',
      device: 'METER',
      code: 'demand',
      operator: '>',
      threshold: demand,
      level: 'critical',
      info: '{device}{variable} {value} {unit}，超过合同需量警戒值 {threshold} {unit}',
    },
    {
      name: '单体压差偏大',
      device: 'BAT',
      code: 'cellVoltageSpread',
      operator: '>',
      threshold: SPREAD_LIMIT_MV,
      level: 'minor',
      info: '{device}{variable} {value} {unit}，请检查电芯一致性',
    },
    {
      name: '母线电压偏低',
      device: 'METER',
      code: 'voltageA',
      operator: '<',
      threshold: Math.round(site.grid.voltage * VOLTAGE_SHARE),
      level: 'info',
      info: '{device}{variable} {value} {unit}，低于 {threshold} {unit}',
    },
    { name: '站点离线', device: null, code: null, kind: 'noData', scope: 'station', level: 'critical' },
    {
      name: '电网频率异常',
      device: 'METER',
      code: 'frequency',
      kind: 'range',
      ...FREQUENCY_HZ,
      hysteresis: 0.01,
      delaySeconds: 60,
      level: 'info',
      info: '{device}{variable} {value} {unit}（{limit}）',
    },
    {
      name: '光伏功率骤降',
      device: site.arrays[0]?.device ?? 'INV1',
      code: 'power',
      kind: 'rate',
      change: Math.round((site.arrays[0]?.rated ?? 0) * CLOUD_SHARE),
      changeMinutes: 30,
      direction: 'down',
      level: 'info',
      info: '{device}{variable} {value} {unit}（{limit}）',
    },
    {
      name: '低电量放电',
      device: 'BAT',
      code: 'soc',
      kind: 'expression',
      formula: `[${site.sn}-PCS-workMode] == 2 && [${site.sn}-BAT-soc] < ${LOW_DISCHARGE_PERCENT}`,
      delaySeconds: 300,
      level: 'minor',
      info: '{station}：电量低于 20% 时仍在放电',
    },
    {
      name: '白天长时间待机',
      device: 'PCS',
      code: 'workMode',
      kind: 'state',
      stateValues: '0',
      delaySeconds: 14_400,
      fromTime: '08:00',
      toTime: '20:00',
      level: 'info',
      info: '{device}已待机 4 小时',
    },
  ];
}
