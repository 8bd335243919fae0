/** Articles that the demo's sales people sell, their contacts, and topics of their visits. */
import type { Text } from '../../generated/definition.ts';

export interface Article {
  item: Text;
  unit: Text;
  /** Without tax. */
  price: string;
  cost: string;
  taxRate: number;
}

export const ARTICLES: readonly Article[] = [
  {
    item: { zh: '储能柜 215 kWh', en: 'Storage cabinet 215 kWh' },
    unit: { zh: '台', en: 'pcs' },
    price: '148672.57',
    cost: '118000.00',
    taxRate: 13,
  },
  {
    item: { zh: '能量管理控制器', en: 'Energy controller' },
    unit: { zh: '台', en: 'pcs' },
    price: '26548.67',
    cost: '15300.00',
    taxRate: 13,
  },
  {
    item: { zh: '直流电缆', en: 'DC cable' },
    unit: { zh: '米', en: 'm' },
    price: '42.35',
    cost: '28.10',
    taxRate: 13,
  },
  {
    item: { zh: '安装调试', en: 'Installation' },
    unit: { zh: '项', en: 'job' },
    price: '38990.83',
    cost: '24000.00',
    taxRate: 9,
  },
  {
    item: { zh: '远程运维', en: 'Remote service' },
    unit: { zh: '月', en: 'months' },
    price: '1886.79',
    cost: '900.00',
    taxRate: 6,
  },
];

/** An article whose price is the rest of an order's amount. */
export const INTEGRATION: Article = {
  item: { zh: '系统集成', en: 'System integration' },
  unit: { zh: '项', en: 'job' },
  price: '0.00',
  cost: '0.00',
  taxRate: 13,
};

export const CONTACTS: readonly { name: Text; post: Text; phone: string }[] = [
  { name: { zh: '陈志远', en: 'Alan Chen' }, post: { zh: '采购经理', en: 'Buyer' }, phone: '13800001001' },
  {
    name: { zh: '林晓雯', en: 'Wendy Lim' },
    post: { zh: '厂务主管', en: 'Facility manager' },
    phone: '13800001002',
  },
  { name: { zh: '黄立群', en: 'Leon Huang' }, post: { zh: '财务', en: 'Accountant' }, phone: '13800001003' },
];

export const VISITS: readonly { subject: Text; content: Text; kind: string }[] = [
  {
    subject: { zh: '现场踏勘', en: 'Site survey' },
    content: {
      zh: '配电房有两个备用柜位，需核对变压器余量。',
      en: 'Two free cabinet places in the switch room. Check the spare capacity of the transformer.',
    },
    kind: 'onsite',
  },
  {
    subject: { zh: '方案沟通', en: 'Design discussion' },
    content: {
      zh: '客户关注峰谷收益和质保。',
      en: 'The customer asks about savings from peak and valley prices, and about the warranty.',
    },
    kind: 'online',
  },
];

export const PLAN_TITLE: Text = { zh: '提交报价方案', en: 'Send the offer' };
export const PROJECT: Text = { zh: '储能项目', en: 'storage project' };
export const INSTALMENTS: readonly { name: Text }[] = [
  { name: { zh: '首付款', en: 'On signing' } },
  { name: { zh: '到货款', en: 'On delivery' } },
  { name: { zh: '质保金', en: 'Retention' } },
];

export const REPORTS: readonly { progress: Text; next: Text }[] = [
  {
    progress: { zh: '基础施工完成，柜体已到场。', en: 'The foundation is done, the cabinets are on site.' },
    next: { zh: '柜体就位与接线。', en: 'Place and wire the cabinets.' },
  },
  {
    progress: {
      zh: '完成并网申请资料。',
      en: 'The documents for the grid connection application are complete.',
    },
    next: { zh: '等待电网公司答复。', en: 'Wait for the reply of the grid company.' },
  },
];

/** The reasons for which customers decline a quote. */
export const DECLINED: readonly Text[] = [
  { zh: '预算推迟到明年', en: 'The budget was moved to next year' },
  { zh: '选择了其他供应商', en: 'Another supplier was chosen' },
];
