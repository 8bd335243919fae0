/**
 * Measures a PDF document of 20 pages (36 Chinese paragraphs, 300 lines of seven columns). The server's code creates
 * it in its own process, measured from the start of the process to its end. The printing library alone creates it in
 * this process. Then many documents are created one after the other, to measure the memory that remains in use.
 * Goals: 1 s, and memory that does not grow.
 */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import type { StampedPaper } from '../server/engine/documents/paper.ts';
import makePdf from '../server/engine/documents/pdfTask.ts';
import { runInWorker } from '../server/platform/worker/run.ts';
import { readPdf } from '../tests/support/records/papers.ts';
import { MB } from './excel/measure.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const GOAL_MS = 1_000;
const GOAL_RATIO = 1.5;
const GOAL_GROWTH = 1.2;
const ROUNDS = sized(5, 1);
const MANY = Number(process.argv[2] ?? sized(100, 2));
const PARAGRAPHS = sized(36, 2);
const ROWS = sized(300, 10);
const TASK = new URL('../server/engine/documents/pdfTask.ts', import.meta.url);
const LIMITS = { ms: 60_000, megabytes: 512 };

const LABELS = ['名称', '规格', '单位', '数量', '单价', '税率', '价税合计'];
const PARAGRAPH = '储能系统在额定功率下连续运行，电池簇间温差不超过五摄氏度，并按合同约定的方法测量。'.repeat(
  8,
);
const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) => `${at + 1}. ${PARAGRAPH}`);
const rows = Array.from({ length: ROWS }, (_, at) => [
  ...[`电池簇 ${at + 1}`, '磷酸铁锂 280 Ah 一级能效', '台', `${at}.000`],
  ...['148,672.57', '13.00%', '481,930.58'],
]);

const paper: StampedPaper = {
  ...{ lang: 'zh', title: '检测报告', number: 'R1', from: '苏州', asOf: '2026-11-25T10:00:00Z' },
  ...{ isLandscape: false, isLabel: false, code: '0123456789ab' },
  blocks: [
    { kind: 'text', paragraphs },
    {
      kind: 'table',
      table: { columns: LABELS.map((label, at) => ({ label, width: 100 / 7, isFigure: at > 2 })), rows },
      totals: [],
      sums: null,
    },
  ],
};

async function drain(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const file of pieces) return file;
  throw new Error('no file was made');
}

const makeAside = () => drain(runInWorker<StampedPaper, Buffer>(TASK, paper, LIMITS));
const makeHere = () => drain(makePdf(paper));

const FONTS = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')));

/** Lays out the same texts with the library, as in its manual. The library changes its input. */
function makeBare(): Promise<Buffer> {
  const normal = join(FONTS, '400Regular/NotoSansSC_400Regular.ttf');
  const bold = join(FONTS, '700Bold/NotoSansSC_700Bold.ttf');
  pdfmake.setFonts({ Noto: { normal, bold, italics: normal, bolditalics: bold } });
  const table = {
    headerRows: 1,
    dontBreakRows: true,
    widths: LABELS.map(() => '*'),
    body: structuredClone([LABELS, ...rows]),
  };
  return pdfmake
    .createPdf({ defaultStyle: { font: 'Noto', fontSize: 10 }, content: [...paragraphs, { table }] })
    .getBuffer();
}

async function measureBest(make: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await make();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Returns the memory of this process after each document. */
async function measureMemory(count: number): Promise<number[]> {
  const sizes: number[] = [];
  for (let at = 0; at < count; at += 1) {
    await makeHere();
    sizes.push(process.memoryUsage.rss() / MB);
  }
  return sizes;
}

const highest = (sizes: readonly number[]): number => Math.max(...sizes);

const { pages, text } = await readPdf(await makeAside());
const bareText = (await readPdf(await makeBare())).text;
for (const printed of [text, bareText])
  assert.ok(printed.includes(`电池簇 ${ROWS}`), 'the last line is printed');
const [aside, here, bare] = [
  await measureBest(makeAside),
  await measureBest(makeHere),
  await measureBest(makeBare),
];
const aloneVerdict = judge({ value: aside, goal: GOAL_MS, better: 'less' });
console.log(`${pages.length} pages: ${Math.round(aside)} ms in a process of its own (${aloneVerdict})`);
console.log(`in this process ${Math.round(here)} ms, the library alone ${Math.round(bare)} ms`);
const value = here / bare;
const verdict = keepRatio({ name: 'time beside the library', value, goal: GOAL_RATIO, better: 'less' });
console.log(`ratio to the library: ${value.toFixed(2)} (${verdict})`);
const sizes = await measureMemory(MANY);
const fifth = Math.ceil(MANY / 5);
const [first, last] = [highest(sizes.slice(0, fifth)), highest(sizes.slice(-fifth))];
const growth = { name: 'memory in the last fifth beside the first', value: last / first };
console.log(
  `${MANY} of them: ${Math.round(first)} MB in the first fifth, ${Math.round(last)} MB in the last (${keepRatio({ ...growth, goal: GOAL_GROWTH, better: 'less' })})`,
);
