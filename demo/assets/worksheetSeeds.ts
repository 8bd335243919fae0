/** Work orders of the demo. */
import type { Text } from '../../generated/definition.ts';

export interface SheetSeed {
  name: Text;
  type: string;
  priority: string;
  status: 'pending' | 'processing' | 'waiting' | 'checking' | 'completed' | 'revoked';
  content: Text;
  /** The result, or why it was revoked. */
  result?: Text;
  /** The tasks, each with its area. */
  tasks?: readonly { region: Text; name: Text }[];
  /** Days from now: when it was made, when it is due, when it was finished. */
  made: number;
  due: number;
  finished?: number;
  /** Minutes of work, and of waiting before. */
  minutes?: number;
  waited?: number;
}

const ROOF: Text = { zh: '屋面', en: 'Roof' };
const CONTAINER: Text = { zh: '电池舱', en: 'Container' };
const CABINET: Text = { zh: '并网柜', en: 'Grid cabinet' };

/** Each site has these: some done, some in work, one that should have been finished yesterday. */
export const SHEETS: readonly SheetSeed[] = [
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
    minutes: 95,
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
    minutes: 160,
    waited: 1130,
  },
  {
    name: { zh: '光伏组件清洗', en: 'Cleaning of the PV panels' },
    type: 'cleaning',
    priority: 'normal',
    status: 'processing',
    content: { zh: '积灰损失约 4%，分两日清洗。', en: 'Dust costs about 4 %; to be cleaned on two days.' },
    tasks: [
      { region: ROOF, name: { zh: '清洗东侧 1–6 排', en: 'Clean rows 1 to 6 in the east' } },
      { region: ROOF, name: { zh: '清洗西侧 1–4 排', en: 'Clean rows 1 to 4 in the west' } },
    ],
    made: -5,
    due: 0,
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
    due: 0,
  },
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
    name: { zh: '消防探头更换（重复派单）', en: 'Replace a smoke detector (issued twice)' },
    type: 'maintenance',
    priority: 'normal',
    status: 'revoked',
    content: { zh: '与上周工单重复。', en: 'The same as an order of last week.' },
    result: { zh: '重复，撤销。', en: 'A duplicate, revoked.' },
    made: -8,
    due: -4,
  },
  {
    name: { zh: '1 号空调压缩机更换', en: 'Replace the compressor of air conditioner 1' },
    type: 'repair',
    priority: 'high',
    status: 'waiting',
    content: { zh: '压缩机绝缘下降，备件在途。', en: 'Its insulation is weak; the part is on its way.' },
    tasks: [{ region: CONTAINER, name: { zh: '更换压缩机', en: 'Replace the compressor' } }],
    made: -4,
    due: 3,
  },
  {
    name: { zh: '烟感联动试验', en: 'Test of the smoke detectors' },
    type: 'test',
    priority: 'normal',
    status: 'checking',
    content: { zh: '逐个试验烟感并核对联动。', en: 'Try each detector and what it switches.' },
    result: { zh: '12 只烟感全部动作正确。', en: 'All 12 detectors worked correctly.' },
    made: -6,
    due: 0,
    finished: -1,
    minutes: 75,
  },
];

/** Regular work of the past, in turn. */
export const PAST_SHEETS: readonly Pick<SheetSeed, 'name' | 'type' | 'content' | 'result' | 'minutes'>[] = [
  {
    name: { zh: '空调滤网更换', en: 'Change the filters of the air conditioners' },
    type: 'maintenance',
    content: { zh: '更换全部滤网并清洁冷凝器。', en: 'Change all filters and clean the condensers.' },
    result: { zh: '已更换，出风温差正常。', en: 'Changed; the air is cooled as it should be.' },
    minutes: 70,
  },
  {
    name: { zh: '直流侧绝缘复测', en: 'Measure the insulation of the DC side' },
    type: 'test',
    content: { zh: '逐路测量组串对地绝缘。', en: 'Measure each string against earth.' },
    result: { zh: '最低 4.8 MΩ，合格。', en: 'At least 4.8 MΩ, within the limit.' },
    minutes: 110,
  },
  {
    name: { zh: '通讯网关重启与升级', en: 'Restart and update the gateway' },
    type: 'repair',
    content: { zh: '网关夜间掉线两次。', en: 'The gateway was offline twice at night.' },
    result: { zh: '升级后 72 小时未掉线。', en: 'Not offline for 72 hours since the update.' },
    minutes: 45,
  },
];
