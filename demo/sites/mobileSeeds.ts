/** The mobile units of the demo, and their renters. Days count from today, hours are in the unit's time zone. */
import type { Text } from '../../generated/definition.ts';
import type { UnitSpec } from '../simulator/mobile.ts';
import { TENANT_SOUTH } from './sites.ts';

const ZONE = 'Asia/Shanghai';
const DEPOT = [120.72, 31.32] as const;

export interface DemoUnit {
  tenantId: number;
  spec: UnitSpec;
  name: Text;
  plate: string;
  driver: { name: Text; phone: string };
}

export const demoUnits: readonly DemoUnit[] = [
  {
    tenantId: TENANT_SOUTH,
    name: { zh: '移动储能车 01 号', en: 'Vehicle storage 01' },
    plate: '苏E·D20317',
    driver: { name: { zh: '陆建国', en: 'Lu Jianguo' }, phone: '13800010317' },
    spec: {
      ...{ sn: 'ME01', zone: ZONE, capacity: 430, power: 46 },
      road: [
        ...[DEPOT, [120.69, 31.345], [120.63, 31.37], [120.565, 31.415], [120.5, 31.45]],
        ...[
          [120.44, 31.495],
          [120.385, 31.53],
          [120.345, 31.548],
        ],
      ] as [number, number][],
    },
  },
  {
    tenantId: TENANT_SOUTH,
    name: { zh: '移动储能车 02 号', en: 'Vehicle storage 02' },
    plate: '苏E·D20342',
    driver: { name: { zh: '顾志强', en: 'Gu Zhiqiang' }, phone: '13800010342' },
    spec: {
      ...{ sn: 'ME02', zone: ZONE, capacity: 430, power: 44 },
      // A tunnel below the lake.
      hole: [7.3, 7.55],
      road: [
        ...[DEPOT, [120.765, 31.33], [120.815, 31.345], [120.87, 31.362], [120.915, 31.37]],
        ...[
          [120.95, 31.38],
          [120.985, 31.392],
        ],
      ] as [number, number][],
    },
  },
  {
    tenantId: TENANT_SOUTH,
    name: { zh: '移动储能车 03 号', en: 'Vehicle storage 03' },
    plate: '苏E·D20388',
    driver: { name: { zh: '沈卫东', en: 'Shen Weidong' }, phone: '13800010388' },
    spec: {
      ...{ sn: 'ME03', zone: ZONE, capacity: 215, power: 22 },
      // The hall of its customer is underground.
      silent: [15, 15.75],
      road: [
        ...[DEPOT, [120.725, 31.375], [120.735, 31.43], [120.72, 31.49], [120.735, 31.545]],
        ...[
          [120.75, 31.6],
          [120.752, 31.648],
        ],
      ] as [number, number][],
    },
  },
];

export type Reached = 'booked' | 'onSite' | 'returned' | 'settled' | 'canceled';

export interface RentalSeed {
  unit: string;
  /** The index of an existing customer. */
  customer: number;
  /** Days from today. */
  from: number;
  to: number;
  reached: Reached;
  address: Text;
}

const WUXI = { zh: '无锡市新吴区长江路 16 号', en: '16 Changjiang Road, Xinwu, Wuxi' };
const KUNSHAN = { zh: '昆山市前进东路 388 号', en: '388 Qianjin East Road, Kunshan' };
const CHANGSHU = { zh: '常熟市黄河路 22 号地下车间', en: 'Hall below 22 Huanghe Road, Changshu' };

export const RENTALS: readonly RentalSeed[] = [
  { unit: 'ME01', customer: 0, from: -6, to: -4, reached: 'settled', address: WUXI },
  { unit: 'ME01', customer: 1, from: -2, to: 1, reached: 'onSite', address: WUXI },
  { unit: 'ME01', customer: 0, from: 3, to: 5, reached: 'booked', address: WUXI },
  { unit: 'ME02', customer: 2, from: -6, to: -5, reached: 'settled', address: KUNSHAN },
  { unit: 'ME02', customer: 3, from: -4, to: -2, reached: 'returned', address: KUNSHAN },
  { unit: 'ME02', customer: 2, from: 1, to: 4, reached: 'booked', address: KUNSHAN },
  { unit: 'ME02', customer: 3, from: 6, to: 7, reached: 'canceled', address: KUNSHAN },
  { unit: 'ME03', customer: 4, from: -5, to: -3, reached: 'settled', address: CHANGSHU },
  { unit: 'ME03', customer: 4, from: -1, to: -1, reached: 'returned', address: CHANGSHU },
];

/** Peaks before noon and in the evening, by the time zone of the units. */
export const TERMS = {
  currency: 'CNY',
  price: 1.05,
  periods: [
    { start: '22:00', end: '08:00', band: 'valley', price: 0.78 },
    { start: '08:00', end: '11:00', band: 'peak', price: 1.42 },
    { start: '17:00', end: '22:00', band: 'peak', price: 1.42 },
  ],
  minimumFee: '800.00',
  costPrice: 0.41,
};
