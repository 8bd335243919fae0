/** The robots of the demo, the points that they read, their missions of the past and of the next days. */
import type { Text } from '../../generated/definition.ts';
import { TENANT_SOUTH } from '../sites/sites.ts';

export interface PointSeed {
  number: number;
  name: Text;
  kind: 'thermal' | 'meter' | 'sensor' | 'picture';
  x: number;
  y: number;
  /** The measured quantity with its usual value. Absent if the robot only takes a picture there. */
  measured?: { unit: string; usual: number; spread: number; upper?: number; lower?: number };
}

/** The overheated joint of a past mission. */
export const HOT_POINT = 3;
export const HOT_VALUE = 78;

const thermal = (usual: number) => ({ unit: '°C', usual, spread: 6, upper: 70 });

const POINTS: readonly PointSeed[] = [
  ...[
    { name: { zh: '1 号接头', en: 'Joint 1' }, x: 12, y: 8, usual: 41 },
    { name: { zh: '2 号接头', en: 'Joint 2' }, x: 20, y: 8, usual: 43 },
    { name: { zh: '3 号接头', en: 'Joint 3' }, x: 28, y: 8, usual: 52 },
    { name: { zh: '电池舱 1 舱门', en: 'Door of battery container 1' }, x: 40, y: 12, usual: 27 },
    { name: { zh: '变流器进风口', en: 'Air inlet of the converter' }, x: 50, y: 16, usual: 36 },
    { name: { zh: '变压器高压侧', en: 'High-voltage side of the transformer' }, x: 52, y: 28, usual: 48 },
  ].map(({ usual, ...point }, at) => ({
    ...{ ...point, number: at + 1, kind: 'thermal' as const, measured: thermal(usual) },
  })),
  {
    ...{ number: 7, name: { zh: '变压器油位', en: 'Oil level of the transformer' }, kind: 'meter' },
    ...{ x: 46, y: 32, measured: { unit: '%', usual: 68, spread: 3, lower: 40, upper: 95 } },
  },
  {
    ...{ number: 8, name: { zh: '电缆沟湿度', en: 'Humidity of the cable duct' }, kind: 'sensor' },
    ...{ x: 30, y: 30, measured: { unit: '%', usual: 55, spread: 10, upper: 90 } },
  },
  { number: 9, name: { zh: '消防箱', en: 'Fire cabinet' }, kind: 'picture', x: 18, y: 30 },
  { number: 10, name: { zh: '东侧围栏', en: 'Fence in the east' }, kind: 'picture', x: 8, y: 24 },
];

/** The point of the robot in the yard. */
const GATE: PointSeed = {
  number: 11,
  name: { zh: '西侧大门', en: 'Gate in the west' },
  kind: 'picture',
  x: 6,
  y: 12,
};

/** Returns the points of a robot in the order of its round. */
export const pointsOf = ({ hasGate }: Pick<RobotSeed, 'hasGate'>): readonly PointSeed[] =>
  hasGate ? [...POINTS, GATE] : POINTS;

export const codeOf = ({ number }: Pick<PointSeed, 'number'>): string => `point${number}`;

export const PLAN = { planWidth: 60, planHeight: 40, dockX: 4, dockY: 36 };

export interface RobotSeed {
  tenantId: number;
  stationSn: string;
  seed: number;
  name: Text;
  kind: 'wheeled' | 'rail' | 'legged';
  model: string;
  /** A mission begins at the start of the demo. */
  isRunning: boolean;
  /** Index of the past mission that found the hot joint, counted from the newest. */
  hot?: number;
  /** The robot also looks at the gate of the site. */
  hasGate?: true;
}

export const ROBOTS: readonly RobotSeed[] = [
  {
    ...{
      tenantId: TENANT_SOUTH,
      stationSn: 'SZ01',
      seed: 71,
      kind: 'rail',
      model: 'RX-200',
      isRunning: true,
    },
    ...{ name: { zh: '电池舱巡检机器人', en: 'Battery hall robot' }, hot: 2 },
  },
  {
    ...{
      tenantId: TENANT_SOUTH,
      stationSn: 'TLF02',
      seed: 72,
      kind: 'wheeled',
      model: 'WX-500',
      isRunning: false,
    },
    ...{ name: { zh: '场区巡检机器人', en: 'Yard robot' }, hot: 5, hasGate: true },
  },
  {
    ...{
      tenantId: TENANT_SOUTH,
      stationSn: 'PG03',
      seed: 73,
      kind: 'wheeled',
      model: 'WX-500',
      isRunning: false,
    },
    name: { zh: '屋顶与站房机器人', en: 'Plant room robot' },
  },
];

/** Number of past missions of each robot, one a day. */
export const PAST_MISSIONS = 10;
/** Index of the past mission that a user aborted, counted from the newest. */
export const ABORTED = 7;
/** Number of points that the robot had read by then. */
export const ABORTED_POINTS = 7;
/** Hours from the start of the demo to the next missions. */
export const NEXT_HOURS = [6, 30, 54];
export const MISSION_MINUTES = 45;

export const WORDS = {
  device: { zh: '机器人控制器', en: 'Controller of the robot' },
  night: { zh: '夜间测温巡检', en: 'Night round' },
  day: { zh: '日间巡检', en: 'Day round' },
  rule: { zh: '机器人测温超限', en: 'Robot measured a high temperature' },
  info: {
    zh: '{device}{variable} {value}{unit}，超过 {threshold}{unit}',
    en: '{device}, {variable}: {value} {unit}, above {threshold} {unit}',
  },
  yearly: { zh: '驱动与轮组年检', en: 'Yearly check of the drive' },
  camera: { zh: '相机标定', en: 'Camera calibration' },
  checked: { zh: '各项正常', en: 'All in order' },
} as const;

export const REPORTED_WORDS = {
  x: { zh: '横坐标', en: 'From the left', unit: 'm', decimals: 2 },
  y: { zh: '纵坐标', en: 'From the top', unit: 'm', decimals: 2 },
  heading: { zh: '朝向', en: 'Heading', unit: '°', decimals: 0 },
  battery: { zh: '电量', en: 'Battery', unit: '%', decimals: 1 },
  mode: { zh: '工作状态', en: 'Mode', unit: '', decimals: 0 },
  mission: { zh: '任务编号', en: 'Mission', unit: '', decimals: 0 },
  missionState: { zh: '任务状态', en: 'State of the mission', unit: '', decimals: 0 },
  point: { zh: '最近巡检点', en: 'Last point', unit: '', decimals: 0 },
} as const;

export const COMMAND_WORDS = {
  order: { zh: '任务指令', en: 'Order', dataType: 'text' },
  action: { zh: '动作指令', en: 'Action', dataType: 'number' },
} as const;
