/** Tests that the files of any record contain each of its texts and figures. */
import { describe, expect, it } from 'vitest';
import type { DocumentDefinition, Field } from '../../../../../generated/definition.ts';
import type { Values } from '../../../../../runtime/core/rules/rule.ts';
import { writeValue } from '../../../../../runtime/fieldTypes/valueText.ts';
import { composeBlocks, makeWords } from '../../../../../server/engine/documents/compose.ts';
import type { StampedPaper } from '../../../../../server/engine/documents/paper.ts';
import makePdf from '../../../../../server/engine/documents/pdfTask.ts';
import makeWord from '../../../../../server/engine/documents/wordTask.ts';
import { readPdf, readWord } from '../../../../support/records/papers.ts';
import { makeRandom } from '../../../../support/telemetry/random.ts';

const RECORDS = 60;
const WORDS = [
  '储能',
  '变压器',
  'Siemens',
  'kW/h',
  '(备用)',
  '二号站',
  'A&B <C>',
  '“引号”',
  '100%',
  'Ümlaut',
  '合同-7',
];
const words = makeWords('zh', 'Asia/Shanghai');
const text = { zh: '字段', en: 'Field' };

const FIELDS: Readonly<Record<string, Field>> = {
  name: { type: 'string', title: text },
  amount: { type: 'string', format: 'money', title: text, 'x-unit': 'CNY' },
  count: { type: 'integer', title: text },
  share: { type: 'number', format: 'percent', title: text, 'x-decimals': 2 },
  day: { type: 'string', format: 'date', title: text },
  moment: { type: 'string', format: 'date-time', title: text },
  active: { type: 'boolean', title: text },
  note: { type: 'string', title: text, 'x-control': 'textarea' },
};
const NAMES = Object.keys(FIELDS);

const DEFINITION: DocumentDefinition = {
  ...{ name: 'sheet', title: text, of: 'quote' },
  sections: [
    { fields: NAMES.filter((name) => name !== 'note') },
    { lines: 'lines', fields: NAMES.filter((name) => name !== 'note') },
    { title: text, fields: ['note'] },
  ],
};

type Random = () => number;

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
const wordsOf = (random: Random, most: number): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, WORDS)).join(' ');

const makeValues = (random: Random): Values => ({
  name: wordsOf(random, 8),
  amount: ((random() - 0.3) * 10 ** Math.floor(random() * 10)).toFixed(2),
  count: Math.floor((random() - 0.5) * 2e6),
  share: Math.round(random() * 10_000) / 100,
  day: new Date(random() * 2e12).toISOString().slice(0, 10),
  moment: new Date(random() * 2e12).toISOString(),
  active: random() > 0.5,
  note: Array.from({ length: 1 + Math.floor(random() * 5) }, () => wordsOf(random, 60)).join('\n'),
});

function makePaper(record: Values, lines: readonly Values[]): StampedPaper {
  const drawn = {
    fields: new Map(NAMES.map((name) => [name, { field: FIELDS[name]!, value: record[name] }])),
    lines: new Map([['lines', { properties: FIELDS, values: lines }]]),
    ...{ decisions: [], pictures: new Map(), records: new Map() },
  };
  return {
    ...{ lang: 'zh', title: '单据', number: 'X1', from: '南方能源', asOf: '2026-11-25T10:00:00Z' },
    ...{ isLandscape: false, isLabel: false, code: '0123456789ab' },
    blocks: composeBlocks(DEFINITION, drawn, words, 'Harbour Power'),
  };
}

const FOOT = /X1·0123456789ab第\d+页共\d+页/g;
/** Removes white space and page footers. Lines may break in the middle of a word, and pages in the middle of a text. */
const bare = (printed: string): string => printed.replace(/\s+/g, '').replace(FOOT, '');

async function fileOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const file of pieces) return file;
  throw new Error('no file was made');
}

/** Returns the texts that the file must contain. In a table an amount has no currency, because the head names it. */
function textsOf(record: Values, lines: readonly Values[]): string[] {
  const inLine: Readonly<Record<string, Field>> = { ...FIELDS, amount: { ...FIELDS.amount, 'x-unit': '' } };
  return [
    ...NAMES.map((name) => writeValue(FIELDS[name]!, record[name], words)),
    ...lines.flatMap((line) =>
      NAMES.filter((name) => name !== 'note').map((name) => writeValue(inLine[name]!, line[name], words)),
    ),
  ];
}

describe.each([
  ['PDF', makePdf, async (file: Buffer) => (await readPdf(file)).text],
  ['Word', makeWord, readWord],
] as const)('a document as %s', (_kind, make, read) => {
  it(`contains everything in ${RECORDS} random records`, async () => {
    const below = makeRandom(22);
    const random = () => below(1e6) / 1e6;
    for (let count = 0; count < RECORDS; count += 1) {
      const record = makeValues(random);
      const lines = Array.from({ length: Math.floor(random() * 40) }, () => makeValues(random));
      const printed = bare(await read(await fileOf(make(makePaper(record, lines)))));
      for (const part of textsOf(record, lines)) expect(printed, `record ${count}`).toContain(bare(part));
    }
  });
});
