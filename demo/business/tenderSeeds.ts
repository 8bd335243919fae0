/** The plan of the demo's tenders: their states, and which bids were made, won and lost. */
import type { Text } from '../../generated/definition.ts';

type BidResult = 'winning' | 'failed' | 'unawarded';

/** A decided bid. Amounts are in cents. */
export interface BidSeed {
  amount: number;
  result: BidResult;
}

/** Returns amounts around a mean, which add up to `count` times the mean. */
const spread = (count: number, mean: number, step: number): number[] =>
  Array.from({ length: count }, (_, at) => mean + (at - (count - 1) / 2) * step);

/** The worked example: net 1,122,123.89, cost 921,500.00, margin 17.88 %. */
export const WORKED = { gross: 126_800_000, net: '1122123.89', cost: '921500.00' };

/** 11,930,000.00 in 19 bids. */
const WON = [...spread(12, 65_375_000, 2_000_000), ...spread(6, 46_950_000, 3_000_000), WORKED.gross];
/** 16,470,000.00 in 25 bids. */
const LOST = spread(25, 65_880_000, 1_200_000);
const UNAWARDED = spread(5, 58_000_000, 2_000_000);

/** Takes bids from the lists in turn, so that won and lost bids are spread over the year. */
function mix(lists: readonly (readonly BidSeed[])[]): BidSeed[] {
  const placed = lists.flatMap((list) => list.map((seed, at) => ({ seed, place: (at + 0.5) / list.length })));
  return placed.toSorted((one, other) => one.place - other.place).map(({ seed }) => seed);
}

const withResult = (amounts: readonly number[], result: BidResult): BidSeed[] =>
  amounts.map((amount) => ({ amount, result }));

const DECIDED = mix([
  withResult(WON, 'winning'),
  withResult(LOST, 'failed'),
  withResult(UNAWARDED, 'unawarded'),
]);
/** Number of tenders with two lots. */
const TWO_LOTS = 6;

/** Returns the bids of each completed tender, the oldest first. */
export function completedTenders(): BidSeed[][] {
  const twos = Array.from({ length: TWO_LOTS }, (_, at) => DECIDED.slice(2 * at, 2 * at + 2));
  return [...twos, ...DECIDED.slice(2 * TWO_LOTS).map((bid) => [bid])];
}

/** Tenders without a result, by their state. */
export const OPEN_TENDERS: readonly (readonly [
  state: 'unprocessed' | 'planning' | 'underApproval' | 'bidOpening' | 'canceled',
  count: number,
])[] = [
  ['unprocessed', 4],
  ['planning', 5],
  ['underApproval', 2],
  ['bidOpening', 6],
  ['canceled', 4],
];
export const OPEN_GROSS = spread(21, 61_000_000, 2_500_000);

/** 20 bids and 12,000,000.00 in twelve months. */
export const OBJECTIVES: readonly number[] = [2, 1, 2, 2, 1, 2, 1, 2, 2, 1, 2, 2];
export const PER_BID = 60_000_000;
/** The number of months since the month whose objective was raised after the agreement. */
export const RAISED = 2;

export const PROJECTS: readonly Text[] = [
  { zh: '园区储能招标', en: 'Park storage tender' },
  { zh: '用户侧储能总承包', en: 'Turnkey storage behind the meter' },
  { zh: '光储充一体化采购', en: 'Solar, storage and charging' },
  { zh: '储能系统设备采购', en: 'Supply of storage systems' },
  { zh: '能量管理系统改造', en: 'Renewal of the energy management' },
];
export const COMPETITORS: readonly Text[] = [
  { zh: '海宸储能科技', en: 'Haichen Storage' },
  { zh: '中川新能源', en: 'Zhongchuan New Energy' },
  { zh: '拓源电气', en: 'Tuoyuan Electric' },
  { zh: '北辰能源工程', en: 'Beichen Energy Engineering' },
];
export const REASONS: Readonly<Record<BidResult, Text>> = {
  winning: { zh: '综合评分第一', en: 'Best overall score' },
  failed: { zh: '报价高于中标人', en: 'Price above the winner' },
  unawarded: { zh: '有效投标不足三家', en: 'Fewer than three valid bids' },
};
export const CANCELED: Text = { zh: '招标人取消项目', en: 'The issuer cancelled the project' };

/** Files of the library. `ends` is the number of days until the file expires; without it the file does not expire. */
export const FILES: readonly { name: Text; kind: string; versions: number; ends?: number }[] = [
  {
    name: { zh: '质量管理体系认证', en: 'Quality management certificate' },
    kind: 'certificate',
    versions: 3,
    ends: 410,
  },
  {
    name: { zh: '环境管理体系认证', en: 'Environment certificate' },
    kind: 'certificate',
    versions: 2,
    ends: 410,
  },
  { name: { zh: '安全生产许可证', en: 'Work safety licence' }, kind: 'certificate', versions: 2, ends: 52 },
  {
    name: { zh: '电力工程施工总承包资质', en: 'Power contractor licence' },
    kind: 'certificate',
    versions: 1,
    ends: 800,
  },
  {
    name: { zh: '储能产品型式试验报告', en: 'Type test of the storage system' },
    kind: 'technical',
    versions: 2,
  },
  { name: { zh: '消防专项方案', en: 'Fire protection concept' }, kind: 'technical', versions: 1 },
  { name: { zh: '近三年业绩汇编', en: 'References of three years' }, kind: 'reference', versions: 3 },
  {
    name: { zh: '澄湖储能项目验收证明', en: 'Acceptance of the Chenghu project' },
    kind: 'reference',
    versions: 1,
  },
  { name: { zh: '商务标模板', en: 'Commercial template' }, kind: 'template', versions: 2 },
  { name: { zh: '技术标模板', en: 'Technical template' }, kind: 'template', versions: 4 },
  { name: { zh: '近三年审计报告', en: 'Audit reports of three years' }, kind: 'commercial', versions: 1 },
];
