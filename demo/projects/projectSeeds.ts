/** The demo's projects: one in each stage, with their steps, plans, devices, files and logs. */
import type { Text } from '../../generated/definition.ts';

export interface ProjectSeed {
  name: Text;
  kind: string;
  content: Text;
  /** Days from today. */
  from: number;
  to: number;
  /** Number of completed steps. The next one is in progress. */
  done: number;
  /** The state that it has reached. */
  reaches: 'planning' | 'executing' | 'completed' | 'closed';
  logs: number;
  files: number;
  budget: string;
  /** The project carries out a sales order. */
  ordered?: true;
}

export const PROJECTS: readonly ProjectSeed[] = [
  {
    name: { zh: '二期 500 kWh 储能柜扩容', en: 'Second phase: 500 kWh of storage cabinets' },
    kind: 'construction',
    content: {
      zh: '新增 5 台储能柜，接入现有并网柜，含基础与电缆。',
      en: 'Five more cabinets at the existing grid cabinet, with foundations and cables.',
    },
    ...{ from: 12, to: 75, done: 0, reaches: 'planning', logs: 0, files: 4 },
    budget: '320000.00',
  },
  {
    name: { zh: '屋面光伏组串改造', en: 'Rework of the roof strings' },
    kind: 'retrofit',
    content: {
      zh: '更换 2 号逆变器 8 路组串，增加关断器。',
      en: 'Replace eight strings of inverter 2 and add rapid shutdown.',
    },
    ...{ from: -34, to: -3, done: 4, reaches: 'executing', logs: 22, files: 8 },
    ...{ budget: '110000.00', ordered: true },
  },
  {
    name: { zh: '储能舱消防系统升级', en: 'Fire protection of the battery container' },
    kind: 'retrofit',
    content: {
      zh: '加装可燃气体探测与全氟己酮灭火装置。',
      en: 'Gas detection and a clean-agent extinguisher are added.',
    },
    ...{ from: -80, to: -20, done: 6, reaches: 'completed', logs: 12, files: 9 },
    ...{ budget: '150000.00', ordered: true },
  },
  {
    name: { zh: '能量管理系统联调', en: 'Commissioning of the energy management' },
    kind: 'commissioning',
    content: {
      zh: '与关口表、变流器和消防主机联调，验收并培训。',
      en: 'Tests with meter, converters and fire panel, acceptance and training.',
    },
    ...{ from: -160, to: -120, done: 6, reaches: 'closed', logs: 6, files: 4 },
    ...{ budget: '80000.00', ordered: true },
  },
];

export const STEPS: readonly Text[] = [
  { zh: '现场勘察与图纸会审', en: 'Survey and review of drawings' },
  { zh: '设备到货与开箱检查', en: 'Delivery and inspection' },
  { zh: '基础与支架安装', en: 'Foundations and supports' },
  { zh: '设备就位与接线', en: 'Placement and wiring' },
  { zh: '单体与联合调试', en: 'Tests and commissioning' },
  { zh: '验收与移交', en: 'Acceptance and handover' },
];

export const PLANS: readonly { name: Text; weight: number; steps: readonly [number, number] }[] = [
  { name: { zh: '准备与到货', en: 'Preparation and delivery' }, weight: 20, steps: [0, 2] },
  { name: { zh: '安装施工', en: 'Installation' }, weight: 50, steps: [2, 4] },
  { name: { zh: '调试与验收', en: 'Commissioning and acceptance' }, weight: 30, steps: [4, 6] },
];

export const REGIONS: readonly Text[] = [
  { zh: '配电室', en: 'Switch room' },
  { zh: '储能舱', en: 'Battery container' },
  { zh: '屋面', en: 'Roof' },
];

export const DEVICES: readonly { name: Text; model: string; region: number }[] = [
  { name: { zh: '储能变流器', en: 'Storage converter' }, model: 'PCS-100', region: 0 },
  { name: { zh: '电池簇', en: 'Battery string' }, model: 'BAT-280', region: 1 },
  { name: { zh: '组串关断器', en: 'String shutdown' }, model: 'RSD-2', region: 2 },
];

export const FILES: readonly { name: Text; kind: string }[] = [
  { name: { zh: '电气一次图', en: 'Single-line diagram' }, kind: 'drawing' },
  { name: { zh: '施工许可', en: 'Work permit' }, kind: 'permit' },
  { name: { zh: '现场照片', en: 'Photos of the site' }, kind: 'photo' },
  { name: { zh: '验收单', en: 'Acceptance sheet' }, kind: 'acceptance' },
];

export const LOGS: readonly { content: Text; problems?: Text }[] = [
  { content: { zh: '材料进场 2 车，已清点入库。', en: 'Two loads arrived, counted and stored.' } },
  { content: { zh: '完成电缆敷设 120 m。', en: '120 m of cable were laid.' } },
  {
    content: { zh: '支架安装 14 组。', en: '14 supports were mounted.' },
    problems: { zh: '下午有雨，停工 2 小时。', en: 'Rain in the afternoon. Work stopped for two hours.' },
  },
  { content: { zh: '接线与力矩复核，记录齐全。', en: 'Wiring and torque were checked and recorded.' } },
];

export const WEATHER: readonly Text[] = [
  { zh: '晴', en: 'Clear' },
  { zh: '多云', en: 'Cloudy' },
  { zh: '小雨', en: 'Light rain' },
];

export const ANNOUNCEMENT: Text = {
  zh: '项目已通过验收并投入运行，请阅读验收资料后确认。',
  en: 'The project passed its acceptance and is in service. Read the documents, then confirm.',
};
export const REPORT: { content: Text; result: Text } = {
  content: {
    zh: '检查运行参数，复紧端子，更新控制程序。',
    en: 'Checked values, tightened terminals, updated the program.',
  },
  result: { zh: '运行正常。', en: 'Runs as it should.' },
};
export const VISIT: Text = { zh: '运行稳定，响应及时。', en: 'Stable operation and quick response.' };

export const CHECKS: readonly Text[] = [
  { zh: '电缆终端制作', en: 'Cable termination' },
  { zh: '接地与等电位', en: 'Earthing and bonding' },
  { zh: '支架与基础', en: 'Supports and foundations' },
  { zh: '端子力矩', en: 'Terminal torque' },
];

export interface CheckItemSeed {
  part: Text;
  name: Text;
  standard: Text;
  figure?: { unit: string; lower: number; upper: number; good: number; bad: number };
  wrong: Text;
}

export const CHECK_ITEMS: readonly CheckItemSeed[] = [
  {
    part: { zh: '端子', en: 'Terminals' },
    name: { zh: '紧固力矩', en: 'Torque' },
    standard: { zh: '40–50 N·m', en: '40–50 N·m' },
    figure: { unit: 'N·m', lower: 40, upper: 50, good: 45, bad: 31 },
    wrong: { zh: '力矩不足，须复紧', en: 'Torque too low. Tighten again.' },
  },
  {
    part: { zh: '电缆', en: 'Cables' },
    name: { zh: '弯曲半径', en: 'Bending radius' },
    standard: { zh: '不小于 12 倍外径', en: 'At least 12 times the diameter' },
    wrong: { zh: '转角处弯曲过小', en: 'Too tight at the corner' },
  },
  {
    part: { zh: '标识', en: 'Labels' },
    name: { zh: '标牌与相色', en: 'Labels and phase colours' },
    standard: { zh: '齐全、清晰', en: 'Complete and legible' },
    wrong: { zh: '2 号柜缺标牌', en: 'Label missing on cabinet 2' },
  },
];

export const CORRECTION: { cause: Text; correction: Text } = {
  cause: { zh: '未按工艺卡复核', en: 'Not checked against the work card' },
  correction: { zh: '已返工并由班组长复核', en: 'Reworked, and checked by the foreman' },
};

/** Booked costs. `share` is a share of the planned cost, `after` a share of the project's duration. */
export const COSTS: readonly { content: Text; kind: string; share: number; after: number }[] = [
  { content: { zh: '电缆与桥架', en: 'Cables and trays' }, kind: 'material', share: 0.22, after: 0.2 },
  { content: { zh: '吊车台班', en: 'Crane hire' }, kind: 'equipment', share: 0.05, after: 0.35 },
  { content: { zh: '土建分包', en: 'Civil works' }, kind: 'subcontract', share: 0.12, after: 0.6 },
  { content: { zh: '差旅与住宿', en: 'Travel and lodging' }, kind: 'travel', share: 0.02, after: 0.85 },
];

/** Hours of a person in a week. `day` counts from the first day of the week. */
export const WEEK_HOURS: readonly { day: number; hours: number; content: Text }[] = [
  { day: 1, hours: 8, content: { zh: '安装与接线', en: 'Mounting and wiring' } },
  { day: 3, hours: 6.5, content: { zh: '测试与记录', en: 'Tests and records' } },
];
