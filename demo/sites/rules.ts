import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { DemoStation } from './sites.ts';

interface TaskSeed {
  name: Text;
  level: 'major' | 'minor' | 'info';
  status: 0 | 1;
  handler: Text;
  remark: Text;
  /** Days from now to the due date. */
  due: number;
}

const DAY_MS = 86_400_000;

/** Alarm tasks of the users of a station. */
const TASKS: readonly TaskSeed[] = [
  {
    name: { zh: '检查 3 号簇电芯压差', en: 'Check the cell voltage spread of string 3' },
    level: 'minor',
    status: 1,
    handler: { zh: '李运维', en: 'Leo Li' },
    remark: {
      zh: '凌晨充电末期压差多次超过 58 mV，需现场均衡并复测。',
      en: 'The spread exceeded 58 mV several times at the end of the night charge. Balance on site and measure again.',
    },
    due: 2,
  },
  {
    name: { zh: '清洁逆变器散热风道', en: 'Clean the cooling ducts of the inverter' },
    level: 'info',
    status: 0,
    handler: { zh: '王工', en: 'Wendy Wang' },
    remark: {
      zh: '已清洁滤网，满发时机内温度下降 4 °C。',
      en: 'Filter cleaned. At full power, the inside temperature is 4 °C lower.',
    },
    due: -3,
  },
];

export const demoTasks = (lang: SourceLang, now: number) =>
  TASKS.map(({ due, ...task }) => ({
    ...task,
    dueTime: new Date(now + due * DAY_MS).toISOString(),
    name: task.name[lang],
    handler: task.handler[lang],
    remark: task.remark[lang],
  }));

/** The fields of a rule that depend on its kind. */
type RuleCondition =
  | { kind?: 'threshold'; operator: '>' | '<' | '>=' | '<='; threshold: number; hysteresis?: number }
  | { kind: 'range'; low: number; high: number; hysteresis?: number }
  | { kind: 'rate'; change: number; changeMinutes: number; direction: 'up' | 'down' }
  | { kind: 'state'; stateValues: string }
  | { kind: 'expression'; formula: string }
  | { kind: 'noData'; scope: 'station' };

type RuleSeed = RuleCondition & {
  name: Text;
  /** Null for a rule about the whole station. */
  device: string | null;
  code: string | null;
  level: 'critical' | 'major' | 'minor' | 'info';
  info: Text;
  delaySeconds?: number;
  fromTime?: string;
  toTime?: string;
};

/** Lower than the reserve of the simulated control. Only long demand peaks discharge a battery this far. */
const LOW_SOC_PERCENT = 10;
const DEMAND_SHARE = 0.97;
const VOLTAGE_SHARE = 0.97;
const SPREAD_LIMIT_MV = 58;
const FREQUENCY_HZ = { low: 49.9, high: 50.1 };
/** Share of the inverter's power. A cloud can reduce the power by this share within half an hour. */
const CLOUD_SHARE = 0.6;
/** The control reserves 15 % for demand peaks. During a long peak, the charge falls below this reserve. */
const LOW_DISCHARGE_PERCENT = 12;

/** Returns rules of every kind. Most of them raise alarms now and then on a simulated site. */
// long: a table of the rules without logic.
function listRules({ site, cellTemperatureLimit }: DemoStation): RuleSeed[] {
  const demand = Math.round(site.grid.demandLimit * DEMAND_SHARE);
  return [
    {
      name: { zh: '电芯温度过高', en: 'Cell temperature too high' },
      device: 'BAT',
      code: 'cellTemperatureMax',
      operator: '>',
      threshold: cellTemperatureLimit,
      level: 'major',
      info: {
        zh: '{device}{variable} {value}{unit}，超过 {threshold}{unit}',
        en: '{device}, {variable}: {value} {unit}, above {threshold} {unit}',
      },
    },
    {
      name: { zh: '储能电量低', en: 'Battery charge low' },
      device: 'BAT',
      code: 'soc',
      operator: '<',
      threshold: LOW_SOC_PERCENT,
      level: 'minor',
      info: {
        zh: '{device}{variable} {value}{unit}，低于 {threshold}{unit}',
        en: '{device}, {variable}: {value} {unit}, below {threshold} {unit}',
      },
    },
    {
      name: { zh: '需量超限', en: 'Demand above the limit' },
      device: 'METER',
      code: 'demand',
      operator: '>',
      threshold: demand,
      level: 'critical',
      info: {
        zh: '{device}{variable} {value} {unit}，超过合同需量警戒值 {threshold} {unit}',
        en: '{device}, {variable}: {value} {unit}, above the warning level of {threshold} {unit}',
      },
    },
    {
      name: { zh: '单体压差偏大', en: 'Cell voltage spread too large' },
      device: 'BAT',
      code: 'cellVoltageSpread',
      operator: '>',
      threshold: SPREAD_LIMIT_MV,
      level: 'minor',
      info: {
        zh: '{device}{variable} {value} {unit}，请检查电芯一致性',
        en: '{device}, {variable}: {value} {unit}, check the balance of the cells',
      },
    },
    {
      name: { zh: '母线电压偏低', en: 'Busbar voltage low' },
      device: 'METER',
      code: 'voltageA',
      operator: '<',
      threshold: Math.round(site.grid.voltage * VOLTAGE_SHARE),
      level: 'info',
      info: {
        zh: '{device}{variable} {value} {unit}，低于 {threshold} {unit}',
        en: '{device}, {variable}: {value} {unit}, below {threshold} {unit}',
      },
    },
    {
      name: { zh: '站点离线', en: 'Station offline' },
      device: null,
      code: null,
      kind: 'noData',
      scope: 'station',
      level: 'critical',
      info: { zh: '{device}无数据（{limit}）', en: '{device}: no data ({limit})' },
    },
    {
      name: { zh: '电网频率异常', en: 'Grid frequency abnormal' },
      device: 'METER',
      code: 'frequency',
      kind: 'range',
      ...FREQUENCY_HZ,
      hysteresis: 0.01,
      delaySeconds: 60,
      level: 'info',
      info: {
        zh: '{device}{variable} {value} {unit}（{limit}）',
        en: '{device}, {variable}: {value} {unit} ({limit})',
      },
    },
    {
      name: { zh: '光伏功率骤降', en: 'Sudden drop of PV power' },
      device: site.arrays[0]?.device ?? 'INV1',
      code: 'power',
      kind: 'rate',
      change: Math.round((site.arrays[0]?.rated ?? 0) * CLOUD_SHARE),
      changeMinutes: 30,
      direction: 'down',
      level: 'info',
      info: {
        zh: '{device}{variable} {value} {unit}（{limit}）',
        en: '{device}, {variable}: {value} {unit} ({limit})',
      },
    },
    {
      name: { zh: '低电量放电', en: 'Discharging at low charge' },
      device: 'BAT',
      code: 'soc',
      kind: 'expression',
      formula: `[${site.sn}-PCS-workMode] == 2 && [${site.sn}-BAT-soc] < ${LOW_DISCHARGE_PERCENT}`,
      delaySeconds: 900,
      level: 'minor',
      info: {
        zh: `电量低于 ${LOW_DISCHARGE_PERCENT}% 时仍在放电`,
        en: `Still discharging below ${LOW_DISCHARGE_PERCENT} %`,
      },
    },
    {
      name: { zh: '白天长时间待机', en: 'Long idle time during the day' },
      device: 'PCS',
      code: 'workMode',
      kind: 'state',
      stateValues: '0',
      delaySeconds: 14_400,
      fromTime: '08:00',
      toTime: '20:00',
      level: 'info',
      info: { zh: '{device}已待机 4 小时', en: '{device} idle for 4 hours' },
    },
  ];
}

export const demoRules = (station: DemoStation, lang: SourceLang) =>
  listRules(station).map(({ name, info, ...rule }) => ({
    ...rule,
    name: name[lang],
    info: info[lang],
  }));
