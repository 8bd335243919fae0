import type { DemoStation } from './sites.ts';

interface TaskSeed {
  name: string;
  level: 'major' | 'minor' | 'info';
  status: 0 | 1;
  handler: string;
  remark: string;
}

/** What the people of a site have on their list because of its alarms. */
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

interface RuleSeed {
  name: string;
  device: string;
  code: string;
  operator: '>' | '<' | '>=' | '<=';
  threshold: number;
  level: 'critical' | 'major' | 'minor' | 'info';
  info: string;
}

/** Below what the control keeps in reserve: only shaving a demand peak gets there. */
const LOW_SOC_PERCENT = 10;
const DEMAND_SHARE = 0.97;
const VOLTAGE_SHARE = 0.97;
const SPREAD_LIMIT_MV = 58;

/** Threshold rules that really fire now and then on a simulated site. */
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
  ];
}
