/** No time limit decides which documents the demo has. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MANUALS, printManual, printSample } from '../../../demo/assets/assetManuals.ts';
import type { drawPaper } from '../../../server/engine/documents/index.ts';
import type { Limits } from '../../../server/platform/worker/run.ts';

const YEAR_MS = 365 * 86_400_000;
const SHEET = { title: 'Manual', from: 'Maker', lang: 'en' } as const;

it('each document of the demo may take as long as its machine needs', async () => {
  const received: (Limits | undefined)[] = [];
  const draw: typeof drawPaper = async (_paper, _format, _turn, limits) => {
    received.push(limits);
    return Buffer.alloc(0);
  };
  const kinds = Object.keys(MANUALS);
  for (const kind of kinds) await printManual(kind, SHEET, draw);
  await printSample(SHEET, draw);
  const hurried = received.filter((limits) => limits === undefined || limits.ms < YEAR_MS);
  expect([received.length, hurried]).toEqual([kinds.length + 1, []]);
});

it('no other part of the demo creates documents or runs limited work', () => {
  const limited = globSync('demo/**/*.ts').filter((file) =>
    /from '[./]+server\/(?:engine\/documents\/index|platform\/worker\/run)\.ts'/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(limited.map((file) => file.replaceAll('\\', '/'))).toEqual(['demo/assets/assetManuals.ts']);
});
