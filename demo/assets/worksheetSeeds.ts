/** Work orders of the demo. */
import type { Text } from '../../generated/definition.ts';

export interface AlarmSeed {
  info: Text;
  level: string;
  value: string;
  /** The device of the station, and below it the variable, that raised the alarm. */
  device: string;
  code: string;
}

/** The lists of the day. A work order is in one of them. */
export type SheetGroup = 'today' | 'late' | 'later' | 'waiting' | 'checking' | 'revoked';

export interface SheetSeed {
  name: Text;
  type: string;
  priority: string;
  status: 'pending' | 'processing' | 'waiting' | 'checking' | 'completed' | 'revoked';
  content: Text;
  /** The result, or the reason for revoking it. */
  result?: Text;
  /** The alarm that it was created from. Its name is the alarm's text. */
  alarm?: AlarmSeed;
  /** The tasks, each with its area. */
  tasks?: readonly { region: Text; name: Text }[];
  /** Days from now when it was created, is due, and was finished. */
  made: number;
  due: number;
  finished?: number;
  /** Minutes of work. `waited` is the waiting time before. */
  minutes?: number;
  waited?: number;
}

const ROOF: Text = { zh: '屋面', en: 'Roof' };
const CONTAINER: Text = { zh: '电池舱', en: 'Container' };
const CABINET: Text = { zh: '并网柜', en: 'Grid cabinet' };

/** The alarm was raised at the end of a night charge. */
const SPREAD: AlarmSeed = {
  info: {
    zh: '储能电池单体压差 62 mV，请检查电芯一致性',
    en: 'Battery, cell voltage spread: 62 mV, check the balance of the cells',
  },
  ...{ level: 'minor', value: '62', device: 'BAT', code: 'cellVoltageSpread' },
};

/** Open and revoked work. */
export const SHEETS: Readonly<Record<SheetGroup, readonly SheetSeed[]>> = {
  today: [
    {
      name: { zh: '光伏组件清洗', en: 'Cleaning of the PV panels' },
      type: 'cleaning',
      priority: 'normal',
      status: 'processing',
      content: {
        zh: '积灰损失约 4%，分两日清洗。',
        en: 'Dust causes a loss of about 4 %. Cleaning takes two days.',
      },
      tasks: [
        { region: ROOF, name: { zh: '清洗东侧 1–6 排', en: 'Clean rows 1 to 6 in the east' } },
        { region: ROOF, name: { zh: '清洗西侧 1–4 排', en: 'Clean rows 1 to 4 in the west' } },
      ],
      made: -5,
      due: 0,
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
      due: 0,
    },
    {
      name: { zh: '储能舱门禁与密封检查', en: 'Check the doors and seals of the container' },
      type: 'inspection',
      priority: 'normal',
      status: 'pending',
      content: {
        zh: '检查舱门密封条、门禁与除湿机排水。',
        en: 'Check the door seals, the locks and the drain of the dehumidifier.',
      },
      made: -1,
      due: 0,
    },
  ],
  late: [
    {
      name: { zh: '3 号簇电芯压差复测', en: 'Measure the cell voltage spread of string 3 again' },
      type: 'repair',
      priority: 'high',
      status: 'pending',
      content: {
        zh: '凌晨充电末期压差多次超限，均衡后复测。',
        en: 'The spread exceeded the limit several times at the end of the night charge. Balance, then measure again.',
      },
      alarm: SPREAD,
      made: -3,
      due: -1,
    },
  ],
  later: [
    {
      name: { zh: '并网柜紧固件力矩检查', en: 'Torque check in the grid cabinet' },
      type: 'maintenance',
      priority: 'low',
      status: 'pending',
      content: { zh: '按保养表逐项复紧并拍照。', en: 'Tighten by the maintenance sheet and take pictures.' },
      tasks: [
        { region: CABINET, name: { zh: '母线排复紧', en: 'Tighten the busbars' } },
        { region: CABINET, name: { zh: '接地端子复紧', en: 'Tighten the earthing terminals' } },
      ],
      made: -1,
      due: 14,
    },
    {
      name: { zh: '变压器红外测温', en: 'Infrared check of the transformer' },
      type: 'inspection',
      priority: 'normal',
      status: 'pending',
      content: {
        zh: '满载时段拍摄接头热像，与上次比对。',
        en: 'Take thermal pictures of the joints at full load and compare them with the last ones.',
      },
      made: -1,
      due: 5,
    },
  ],
  waiting: [
    {
      name: { zh: '1 号空调压缩机更换', en: 'Replace the compressor of air conditioner 1' },
      type: 'repair',
      priority: 'high',
      status: 'waiting',
      content: {
        zh: '压缩机绝缘下降，备件在途。',
        en: 'The insulation of the compressor is low. The spare part is on its way.',
      },
      tasks: [{ region: CONTAINER, name: { zh: '更换压缩机', en: 'Replace the compressor' } }],
      made: -4,
      due: 3,
    },
  ],
  checking: [
    {
      name: { zh: '烟感联动试验', en: 'Test of the smoke detectors' },
      type: 'test',
      priority: 'normal',
      status: 'checking',
      content: { zh: '逐个试验烟感并核对联动。', en: 'Test each detector and its linked functions.' },
      result: { zh: '12 只烟感全部动作正确。', en: 'All 12 detectors worked correctly.' },
      made: -6,
      due: 1,
      finished: -1,
      minutes: 75,
    },
  ],
  revoked: [
    {
      name: { zh: '消防探头更换（重复派单）', en: 'Replace a smoke detector (issued twice)' },
      type: 'maintenance',
      priority: 'normal',
      status: 'revoked',
      content: { zh: '与上周工单重复。', en: 'Duplicate of a work order of last week.' },
      result: { zh: '重复，撤销。', en: 'A duplicate, revoked.' },
      made: -8,
      due: -4,
    },
    {
      name: { zh: '屋面除雪', en: 'Clear the snow from the roof' },
      type: 'cleaning',
      priority: 'low',
      status: 'revoked',
      content: { zh: '预报有雪，安排除雪。', en: 'Snow is forecast. Plan the clearing.' },
      result: { zh: '未降雪，撤销。', en: 'No snow fell, revoked.' },
      made: -20,
      due: -17,
    },
  ],
};

/** A work order of the past, without its dates. */
type PastSeed = Omit<SheetSeed, 'status' | 'made' | 'due' | 'finished'>;

/** Repairs that were requested because of an alarm. */
export const PAST_REPAIR: PastSeed = {
  name: { zh: '电芯均衡', en: 'Balance the cells' },
  type: 'repair',
  priority: 'high',
  content: {
    zh: '充电末期压差超限，现场均衡后复测。',
    en: 'The spread exceeded the limit at the end of the charge. Balance on site, then measure again.',
  },
  result: {
    zh: '均衡 3 小时，充电末期压差降至 41 mV。',
    en: 'Balanced for 3 hours. The spread at the end of the charge is now 41 mV.',
  },
  alarm: SPREAD,
  minutes: 150,
};

/** Other work orders of the past, used in turn. */
export const PAST_SHEETS: readonly PastSeed[] = [
  {
    name: { zh: '储能舱月度巡检', en: 'Monthly inspection of the battery container' },
    type: 'inspection',
    priority: 'normal',
    content: {
      zh: '检查电池簇外观、消防压力与空调滤网。',
      en: 'Check the outside of the strings, the fire system pressure and the air conditioner filters.',
    },
    result: { zh: '无异常，已更换 1 号舱滤网。', en: 'Nothing abnormal; filter of container 1 replaced.' },
    minutes: 95,
  },
  {
    name: { zh: '逆变器散热风机异响', en: 'Noise from the fan of an inverter' },
    type: 'repair',
    priority: 'urgent',
    content: {
      zh: '值班发现 1 号逆变器风机异响。',
      en: 'The operator on duty noticed an unusual noise from the fan of inverter 1.',
    },
    result: {
      zh: '更换风机 2 台，满发运行 30 分钟正常。',
      en: 'Two fans replaced; 30 minutes at full power without a fault.',
    },
    minutes: 160,
    waited: 1130,
  },
  {
    name: { zh: '空调滤网更换', en: 'Change the filters of the air conditioners' },
    type: 'maintenance',
    priority: 'normal',
    content: { zh: '更换全部滤网并清洁冷凝器。', en: 'Change all filters and clean the condensers.' },
    result: {
      zh: '已更换，出风温差正常。',
      en: 'Filters changed. The outlet temperature difference is normal.',
    },
    minutes: 70,
  },
  {
    name: { zh: '直流侧绝缘复测', en: 'Measure the insulation of the DC side' },
    type: 'test',
    priority: 'normal',
    content: { zh: '逐路测量组串对地绝缘。', en: 'Measure each string against earth.' },
    result: { zh: '最低 4.8 MΩ，合格。', en: 'Lowest value 4.8 MΩ, passed.' },
    minutes: 110,
  },
];
