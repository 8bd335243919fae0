/** The support requests and the feedback of the demo. */
import type { Text } from '../../generated/definition.ts';

type SupportEnd = 'saved' | 'submitted' | 'reviewing' | 'answered' | 'rejected' | 'cancelled';

export interface SupportSeed {
  title: Text;
  description: Text;
  end: SupportEnd;
  answer?: Text;
  /** Lines of the budget: text, quantity, unit cost. */
  budget?: readonly (readonly [text: Text, quantity: number, unitCost: string])[];
  quoteBasis?: true;
  /** Speed, quality and contact from one to five. */
  rating?: readonly [speed: number, quality: number, contact: number];
}

export const SUPPORT: readonly SupportSeed[] = [
  {
    title: { zh: '储能柜电缆长度', en: 'Cable length of the cabinets' },
    description: {
      zh: '柜体到变流器约 65 m，需要多大截面？',
      en: 'The converter is about 65 m away. Which cross section is needed?',
    },
    end: 'answered',
    answer: {
      zh: '65 m 采用 2×185 mm²，压降 1.4%。预算见明细。',
      en: 'Use 2 × 185 mm² for 65 m. The voltage drop is 1.4 %. See the budget lines.',
    },
    budget: [
      [{ zh: '直流电缆 185 mm²', en: 'DC cable 185 mm²' }, 130, '186.00'],
      [{ zh: '敷设与终端', en: 'Laying and terminals' }, 1, '5400.00'],
    ],
    quoteBasis: true,
    rating: [5, 5, 4],
  },
  {
    title: { zh: '变压器剩余容量', en: 'Spare capacity of the transformer' },
    description: {
      zh: '1250 kVA 变压器能否再接 500 kW 储能？',
      en: 'Can a 1,250 kVA transformer take 500 kW more?',
    },
    end: 'answered',
    answer: {
      zh: '可以，限制充电功率 400 kW，放电不限。',
      en: 'Yes. Limit charging to 400 kW. Discharging needs no limit.',
    },
    budget: [[{ zh: '防逆流装置', en: 'Reverse power relay' }, 1, '8600.00']],
    rating: [4, 5, 5],
  },
  {
    title: { zh: '消防系统选型', en: 'Choice of the fire system' },
    description: {
      zh: '客户要求全氟己酮，是否有标准方案？',
      en: 'The customer asks for a Novec system. Is there a standard one?',
    },
    end: 'answered',
    answer: { zh: '有，柜级方案见附图。', en: 'Yes, one for each cabinet. See the drawing.' },
    rating: [3, 4, 4],
  },
  {
    title: { zh: '光伏并网点位置', en: 'Place of the grid connection' },
    description: {
      zh: '屋顶光伏与储能共用并网点可行吗？',
      en: 'Can the roof array and the battery share one connection?',
    },
    end: 'reviewing',
  },
  {
    title: { zh: '高海拔降额', en: 'Derating at altitude' },
    description: {
      zh: '海拔 3200 m，变流器如何降额？',
      en: 'The site is at 3,200 m. How is the converter derated?',
    },
    end: 'submitted',
  },
  {
    title: { zh: '第三方电表接入', en: 'Meter of another maker' },
    description: { zh: '客户已有电表，协议未知。', en: 'The customer has a meter. Its protocol is unknown.' },
    end: 'rejected',
    answer: { zh: '请先向客户索取通信协议。', en: 'Ask the customer for the protocol first.' },
  },
  {
    title: { zh: '集装箱基础图', en: 'Foundation of the container' },
    description: { zh: '项目已取消，无需处理。', en: 'The project was cancelled.' },
    end: 'cancelled',
  },
  {
    title: { zh: '峰谷套利测算', en: 'Savings from peak and valley' },
    description: { zh: '两充两放，年收益需复核。', en: 'Two cycles a day. Check the yearly savings.' },
    end: 'saved',
  },
];

/** The fields of expertise of the inquiry people, one list for each. */
export const TAGS: readonly (readonly Text[])[] = [
  [
    { zh: '储能系统', en: 'Storage systems' },
    { zh: '电气设计', en: 'Electrical design' },
  ],
  [
    { zh: '并网', en: 'Grid connection' },
    { zh: '光伏', en: 'Photovoltaics' },
  ],
  [{ zh: '消防与安全', en: 'Fire and safety' }],
];

export const FEEDBACK: readonly { kind: string; text: Text; answer?: Text }[] = [
  {
    kind: 'wish',
    text: { zh: '希望看板支持导出为图片。', en: 'Boards should be saved as a picture.' },
    answer: { zh: '看板右上角可导出图片和 PDF。', en: 'The menu of a board saves it as a picture or PDF.' },
  },
  {
    kind: 'fault',
    text: {
      zh: '手机上扫码后需要再点一次才跳转。',
      en: 'After a scan on the phone, a second tap is needed.',
    },
    answer: { zh: '请更新到最新版本。', en: 'Update to the latest version.' },
  },
  { kind: 'question', text: { zh: '如何按部门查看工单？', en: 'How are work orders shown by department?' } },
  {
    kind: 'praise',
    text: { zh: '巡检离线可用，很方便。', en: 'Inspections without network are very handy.' },
  },
  { kind: 'wish', text: { zh: '希望告警可以按设备静音。', en: 'Alarms should be muted by device.' } },
  {
    kind: 'fault',
    text: { zh: '报表导出的列宽太窄。', en: 'Columns of the exported report are too narrow.' },
  },
];
