/** Makes the manuals of the demo's assets: a page for each kind, printed like other documents. */
import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { drawPaper, UNHURRIED } from '../../server/engine/documents/index.ts';
import type { PaperBlock } from '../../server/engine/documents/paper.ts';
import { OWN_TURN } from '../../server/platform/worker/turns.ts';

interface Manual {
  safety: readonly Text[];
  operation: readonly Text[];
}

const EMERGENCY: readonly Text[] = [
  {
    zh: '发现异响、异味、冒烟或放电，立即远离并拨打标签上的应急电话。',
    en: 'If you notice noise, smell, smoke or sparks, leave at once and call the emergency number on the label.',
  },
  {
    zh: '未经许可不得操作隔离开关，不得打开带电柜门。',
    en: 'Do not move isolators or open live cabinets without a permit.',
  },
];

const SECTIONS: Readonly<Record<'safety' | 'operation' | 'emergency', Text>> = {
  safety: { zh: '安全须知', en: 'Safety' },
  operation: { zh: '操作与维护', en: 'Operation and care' },
  emergency: { zh: '应急处置', en: 'In an emergency' },
};

export const MANUALS: Readonly<Record<string, Manual>> = {
  inverter: {
    safety: [
      {
        zh: '直流侧在日照下始终带电，断开交流后等待 5 分钟再开盖。',
        en: 'The DC side is live in daylight. After disconnecting the AC side, wait five minutes before you open the cover.',
      },
    ],
    operation: [
      {
        zh: '每季度清洁进风滤网，检查风机与端子温升。',
        en: 'Clean the filters and check fans and terminals each quarter.',
      },
      {
        zh: '绝缘阻抗低于 50 kΩ 时不得并网。',
        en: 'Do not connect to the grid if the insulation resistance is below 50 kΩ.',
      },
    ],
  },
  battery: {
    safety: [
      {
        zh: '进入电池舱前确认可燃气体浓度为零并开启通风。',
        en: 'Check the gas sensor and start the ventilation before entering.',
      },
    ],
    operation: [
      {
        zh: '电芯温度应保持在 15–35 ℃，温差不超过 5 ℃。',
        en: 'Keep cells between 15 and 35 °C, with a spread of at most 5 °C.',
      },
      { zh: '每半年进行一次容量标定和均衡。', en: 'Calibrate and balance the strings twice a year.' },
    ],
  },
  pcs: {
    safety: [
      {
        zh: '停机后母线电容需放电 10 分钟。',
        en: 'After shutdown, the bus capacitors need ten minutes to discharge.',
      },
    ],
    operation: [
      {
        zh: '就地/远方切换前先将功率设定为零。',
        en: 'Set the power to zero before changing between local and remote.',
      },
      { zh: '每月检查滤网压差和冷却风机。', en: 'Check filters and fans each month.' },
    ],
  },
  transformer: {
    safety: [
      { zh: '安全距离：10 kV 0.7 m，35 kV 1.0 m。', en: 'Safety distance: 0.7 m at 10 kV, 1.0 m at 35 kV.' },
    ],
    operation: [
      {
        zh: '上层油温不宜超过 85 ℃，报警值 95 ℃。',
        en: 'Keep the top oil below 85 °C. The alarm is at 95 °C.',
      },
      { zh: '每年三月进行预防性试验。', en: 'Preventive tests take place each March.' },
    ],
  },
  meter: {
    safety: [
      { zh: '电流互感器二次侧严禁开路。', en: 'Never open the secondary side of a current transformer.' },
    ],
    operation: [
      {
        zh: '检定周期 6 年，铅封完好方可计量。',
        en: 'Verification every six years. The meter is valid only with intact seals.',
      },
    ],
  },
  airConditioner: {
    safety: [{ zh: '清洗前断开电源并上锁。', en: 'Switch off and lock the power supply before cleaning.' }],
    operation: [
      { zh: '滤网每月清洗，冷凝器每季度冲洗。', en: 'Clean the filter monthly and the condenser quarterly.' },
    ],
  },
  fireSafety: {
    safety: [
      {
        zh: '灭火剂喷放前 30 秒声光报警，人员立即撤离。',
        en: 'An alarm sounds 30 seconds before the agent is released. Leave at once.',
      },
    ],
    operation: [
      {
        zh: '每月检查瓶组压力，每年联动试验一次。',
        en: 'Check the pressure monthly and test it once a year.',
      },
    ],
  },
  communication: {
    safety: [
      { zh: '更换板卡前佩戴防静电手环。', en: 'Wear an antistatic wrist strap when you replace boards.' },
    ],
    operation: [
      {
        zh: '时钟偏差超过 5 秒时检查对时服务器。',
        en: 'Check the time server if the clock is off by more than five seconds.',
      },
    ],
  },
};

const textBlock = (title: Text, texts: readonly Text[], lang: SourceLang): PaperBlock => ({
  kind: 'text',
  title: title[lang],
  paragraphs: texts.map((one, at) => `${at + 1}. ${one[lang]}`),
});

interface Sheet {
  title: string;
  from: string;
  lang: SourceLang;
}

type Draw = typeof drawPaper;

/** Prints without a time limit, so that a slow machine prints the same documents. */
const paperOf = (sheet: Sheet, blocks: PaperBlock[], draw: Draw): Promise<Buffer> =>
  draw(
    {
      ...{ ...sheet, number: '', asOf: '2025-01-01T00:00:00.000Z', blocks },
      ...{ isLandscape: false, isLabel: false },
    },
    'pdf',
    OWN_TURN,
    UNHURRIED,
  );

const SAMPLE: Text = {
  zh: '本文件为演示资料，由平台生成。',
  en: 'This is a demo file, created by the platform.',
};

/** Prints any other document of the demo as a PDF that is marked as a sample. */
export const printSample = (sheet: Sheet, draw: Draw = drawPaper): Promise<Buffer> =>
  paperOf(sheet, [{ kind: 'text', paragraphs: [SAMPLE[sheet.lang]] }], draw);

/** Prints the manual of a kind of asset as a PDF. */
export function printManual(kind: string, sheet: Sheet, draw: Draw = drawPaper): Promise<Buffer> {
  const { safety, operation } = MANUALS[kind]!;
  const { lang } = sheet;
  const blocks = [
    textBlock(SECTIONS.safety, safety, lang),
    textBlock(SECTIONS.operation, operation, lang),
    textBlock(SECTIONS.emergency, EMERGENCY, lang),
    { kind: 'text' as const, paragraphs: [SAMPLE[lang]] },
  ];
  return paperOf(sheet, blocks, draw);
}
