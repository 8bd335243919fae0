/** The demo's calculation areas with their items, the amounts of a month, and the state of each month. */
import type { Text } from '../../generated/definition.ts';

export interface AreaSeed {
  name: Text;
  content: Text;
  items: readonly { name: Text; amount: number; negative?: true }[];
}

export const AREAS: readonly AreaSeed[] = [
  {
    name: { zh: '运维成本', en: 'Operation and maintenance' },
    content: { zh: '站点运维每月发生的成本。', en: 'Monthly costs of station operation.' },
    items: [
      { name: { zh: '备品备件', en: 'Spare parts' }, amount: 12_400 },
      { name: { zh: '车辆与燃油', en: 'Vehicles and fuel' }, amount: 6_850 },
      { name: { zh: '外委检测', en: 'External tests' }, amount: 9_300 },
      { name: { zh: '通信费', en: 'Communication' }, amount: 1_260 },
      { name: { zh: '场地租金', en: 'Rent of sites' }, amount: 18_000 },
      { name: { zh: '保险', en: 'Insurance' }, amount: 4_200 },
      { name: { zh: '差旅', en: 'Travel' }, amount: 5_430 },
      { name: { zh: '上月调整', en: 'Correction of the previous month' }, amount: -820, negative: true },
    ],
  },
  {
    name: { zh: '研发与测试', en: 'Development and tests' },
    content: { zh: '试验平台和样机的成本。', en: 'Costs of the test bench and of prototypes.' },
    items: [
      { name: { zh: '试验用电', en: 'Electricity of tests' }, amount: 7_650 },
      { name: { zh: '样机材料', en: 'Material of prototypes' }, amount: 15_900 },
      { name: { zh: '认证费用', en: 'Certification' }, amount: 11_000 },
      { name: { zh: '退货冲减', en: 'Returned material' }, amount: -1_300, negative: true },
    ],
  },
];

export type MonthEnd = 'open' | 'submitted' | 'returned' | 'audited';

/** States of the months before this one, the oldest first, by area. */
export const MONTHS: readonly (readonly MonthEnd[])[] = [
  ['audited', 'audited', 'submitted'],
  ['audited', 'returned', 'submitted'],
];

export const RETURN_NOTE: Text = {
  zh: '样机材料费用与领料单不符，请核对。',
  en: 'The prototype material costs do not match the issue slips. Check the amount.',
};
