import type { Text } from '../../generated/definition.ts';
import type { Lang } from '../../runtime/core/text/lang.ts';

/** Work orders of a demo site: some done, some in work, one that should have been finished yesterday. */
interface OrderSeed {
  name: Text;
  type: string;
  priority: string;
  status: string;
  content: Text;
  result?: Text;
  /** Days from now: when it was made, when it is due, when it was finished. */
  made: number;
  due: number;
  finished?: number;
}

const DAY_MS = 86_400_000;

const SEEDS: readonly OrderSeed[] = [
  {
    name: { zh: '储能舱月度巡检', en: 'Monthly inspection of the battery container' },
    type: 'inspection',
    priority: 'normal',
    status: 'completed',
    content: {
      zh: '检查电池簇外观、消防压力与空调滤网。',
      en: 'Check the strings from outside, the fire pressure and the filters of the air conditioner.',
    },
    result: { zh: '无异常，已更换 1 号舱滤网。', en: 'Nothing abnormal; filter of container 1 replaced.' },
    made: -26,
    due: -22,
    finished: -23,
  },
  {
    name: { zh: '逆变器散热风机异响', en: 'Noise from the fan of an inverter' },
    type: 'repair',
    priority: 'urgent',
    status: 'completed',
    content: {
      zh: '值班发现 1 号逆变器风机异响。',
      en: 'The shift heard an unusual noise from the fan of inverter 1.',
    },
    result: {
      zh: '更换风机 2 台，满发运行 30 分钟正常。',
      en: 'Two fans replaced; 30 minutes at full power without a fault.',
    },
    made: -12,
    due: -11,
    finished: -11,
  },
  {
    name: { zh: '光伏组件清洗', en: 'Cleaning of the PV panels' },
    type: 'cleaning',
    priority: 'normal',
    status: 'processing',
    content: { zh: '积灰损失约 4%，分两日清洗。', en: 'Dust costs about 4 %; to be cleaned on two days.' },
    made: -5,
    due: 2,
  },
  {
    name: { zh: '3 号簇电芯压差复测', en: 'Measure the cell voltage spread of string 3 again' },
    type: 'repair',
    priority: 'high',
    status: 'pending',
    content: {
      zh: '凌晨充电末期压差多次超限，均衡后复测。',
      en: 'It passed the limit several times at the end of the night charge: balance, then measure.',
    },
    made: -3,
    due: -1,
  },
  {
    name: { zh: '关口电表年度校验', en: 'Yearly check of the grid meter' },
    type: 'test',
    priority: 'normal',
    status: 'pending',
    content: {
      zh: '联系供电所现场校验并留存报告。',
      en: 'Have the utility check it on site, and keep the report.',
    },
    made: -2,
    due: 9,
  },
  {
    name: { zh: '并网柜紧固件力矩检查', en: 'Torque check in the grid cabinet' },
    type: 'maintenance',
    priority: 'low',
    status: 'pending',
    content: { zh: '按保养表逐项复紧并拍照。', en: 'Tighten by the maintenance sheet and take pictures.' },
    made: -1,
    due: 14,
  },
  {
    name: { zh: '消防探头更换（重复派单）', en: 'Replace a smoke detector (issued twice)' },
    type: 'maintenance',
    priority: 'normal',
    status: 'revoked',
    content: { zh: '与上周工单重复。', en: 'The same as an order of last week.' },
    result: { zh: '重复，撤销。', en: 'A duplicate, revoked.' },
    made: -8,
    due: -4,
  },
];

/** As rows of their table; `handlers` take turns. */
export function demoOrders(
  stationSn: string,
  handlers: readonly number[],
  lang: Lang,
  now: number,
): Record<string, unknown>[] {
  const dayFromNow = (days: number) => new Date(now + days * DAY_MS).toISOString();
  return SEEDS.map(({ made, due, finished, name, content, result, ...order }, index) => ({
    ...order,
    name: name[lang],
    content: content[lang],
    result: result?.[lang] ?? null,
    stationSn,
    handlerId: handlers[index % Math.max(1, handlers.length)] ?? null,
    dueTime: dayFromNow(due),
    finishedAt: finished === undefined ? null : dayFromNow(finished),
    createdAt: dayFromNow(made),
    updatedAt: dayFromNow(finished ?? made),
  }));
}
