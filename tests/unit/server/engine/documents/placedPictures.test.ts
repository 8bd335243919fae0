/**
 * Tests that the layout of a document refers to its pictures by name. The bytes of each picture are in memory only
 * once, and those of stored pictures only in the process that draws.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FIRST_FONT, measureText, nameFont } from '../../../../../server/engine/documents/fonts.ts';
import type { DrawnPicture, StampedPaper } from '../../../../../server/engine/documents/paper.ts';
import { layPaper } from '../../../../../server/engine/documents/pdf.ts';
import makePdf from '../../../../../server/engine/documents/pdfTask.ts';
import { piecesOf } from '../../../../../server/engine/documents/pieces.ts';

/** A white pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);
/** Image readers ignore bytes after the end of the image. */
const LARGE = Buffer.concat([PIXEL, Buffer.alloc(500_000, 7)]);

const folder = mkdtempSync(join(tmpdir(), 'wattdeck-pictures-'));
const path = join(folder, 'photo.png');
writeFileSync(path, LARGE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const picture = (data: DrawnPicture['data'] = new Uint8Array(LARGE)) => {
  const drawn = { data, type: 'image/png' as const, width: 20, height: 20 };
  return { caption: 'Photo', drawn };
};

const paper: StampedPaper = {
  ...{ lang: 'en', title: 'Report', number: 'R1', from: 'Suzhou', asOf: '2026-11-25T10:00:00Z' },
  ...{ isLandscape: false, isLabel: false, code: '0123456789ab' },
  blocks: [{ kind: 'pictures', pictures: [picture(), picture(), picture({ path, sha256: 'a' })] }],
};

it('lays pictures out by name', () => {
  const cut = (text: string) => piecesOf(text, FIRST_FONT, nameFont);
  const laid = layPaper(paper, { moved: new Set() }, { font: FIRST_FONT, cut, measure: measureText });
  expect(JSON.stringify(laid).length).toBeLessThan(20_000);
  expect(Object.keys(laid.images ?? {}).length).toBeGreaterThanOrEqual(3);
});

it('prints each of them', async () => {
  for await (const file of makePdf(paper))
    expect(file.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(3);
});

it('prints a document without a picture whose file was deleted', async () => {
  const gone = picture({ path: join(folder, 'gone.png'), sha256: 'b' });
  const blocks = [{ kind: 'pictures' as const, pictures: [picture({ path, sha256: 'a' }), gone] }];
  for await (const file of makePdf({ ...paper, blocks }))
    expect(file.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1);
});
