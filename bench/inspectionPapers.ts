/**
 * Reads an archive of 100 inspection reports as a stream. Each has 120 items and 60 photos. Then creates single
 * reports as PDF, over HTTP. The printing library alone prints the same results and photos in this process, in turn.
 * Goals: 200 MB more memory of the server, 3 s a report, and at most 3.5 times the library.
 */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import { fileValue } from '../runtime/core/fileValue.ts';
import type { Client } from '../tests/support/calls/client.ts';
import { runSql } from '../tests/support/calls/world.ts';
import { readPdf } from '../tests/support/records/papers.ts';
import { login, type TestServer } from '../tests/support/server/server.ts';
import { measure } from './excel/measure.ts';
import { makeInspections } from './inspections/makeInspections.ts';
import { makePhoto } from './inspections/makePhoto.ts';
import { median } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';
import { timed } from './kit/timed.ts';

const ITEMS = sized(120, 12);
const PHOTOS = sized(60, 6);
/** `node bench/inspectionPapers.ts 10` creates ten reports instead. */
const REPORTS = Number(process.argv[2] ?? sized(100, 3));
const ROUNDS = sized(5, 1);
/** A photo as forms upload it. */
const PHOTO = { width: 2560, height: 1920, bytes: sized(900_000, 60_000) };
const GOALS = { paperMs: 3_000, ratio: 3.5, grownMb: 200 };

const photos = Array.from({ length: PHOTOS }, () => makePhoto(PHOTO));

async function upload(client: Client, photo: Buffer, at: number): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(photo)]), `photo${at}.jpg`);
  const { bucketName, fileName } = await client.call('uploadFile', { form, query: { type: 'picture' } });
  return fileValue(`/admin/sys-file/${bucketName}/${fileName}`, `photo${at}.jpg`);
}

/** Makes the inspections, and adds a result to each item and a photo to the first ones. */
async function makeReports(server: TestServer, client: Client): Promise<number[]> {
  const ids = await makeInspections(client, { count: REPORTS, items: ITEMS });
  const values: string[] = [];
  for (const [at, photo] of photos.entries()) values.push(await upload(client, photo, at));
  await runSql(
    server,
    `update inspection_item
        set value = case when kind = 'number' then 22 end, result = case when kind = 'check' then 'normal' end,
            verdict = 'normal', remark = 'checked with the foreman',
            photos = case when position <= $1 then jsonb_build_array(($2::text[])[position]) end`,
    PHOTOS,
    values,
  );
  return ids;
}

const FONTS = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')));

/** Prints a table and the photos with the library, as in its manual. */
function makeBare(): Promise<Buffer> {
  const normal = join(FONTS, '400Regular/NotoSansSC_400Regular.ttf');
  pdfmake.setFonts({ Noto: { normal, bold: normal, italics: normal, bolditalics: normal } });
  const body = Array.from({ length: ITEMS }, (_, at) => [
    ...[
      `Container ${1 + (at % 6)}`,
      `Item ${at + 1} of the round`,
      'Tight, clean and without traces of heat',
    ],
    ...['22', '℃', 'Normal', 'checked with the foreman'],
  ]);
  const images = photos.map((photo) => {
    return {
      image: `data:image/jpeg;base64,${photo.toString('base64')}`,
      fit: [226, 170] as [number, number],
    };
  });
  return pdfmake
    .createPdf({ defaultStyle: { font: 'Noto', fontSize: 10 }, content: [{ table: { body } }, ...images] })
    .getBuffer();
}

/** Reads a whole answer. Returns its size, and its bytes if asked to. */
async function readAll(answer: Response, isStored = false): Promise<{ size: number; bytes: Uint8Array }> {
  assert.equal(answer.status, 200);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body!) {
    size += chunk.length;
    if (isStored) chunks.push(chunk);
  }
  return { size, bytes: Buffer.concat(chunks) };
}

/** Uses another record each time, so that no answer is cached. */
async function benchPaper(client: Client, ids: readonly number[]): Promise<void> {
  const request = (id: number) =>
    client.request('recordDocument', { path: { entity: 'inspection', id, document: 'inspectionReport' } });
  const { bytes } = await readAll(await request(ids[0]!), true);
  // The library embeds a JPEG unchanged, with the filter DCTDecode.
  assert.equal(Buffer.from(bytes).toString('latin1').split('/DCTDecode').length - 1, PHOTOS);
  // The lines of a cell are separate texts.
  const text = (await readPdf(bytes)).text.replaceAll(' ', '');
  assert.ok(text.includes(`Item${ITEMS}oftheround`), 'the last item is printed');
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(async () => readAll(await request(ids[1 + round]!))));
    bare.push(await timed(makeBare));
  }
  const [ms, bareMs] = [median(ours), median(bare)];
  console.log(
    `a report of ${ITEMS} items and ${PHOTOS} photos: ${ms.toFixed(0)} ms (${judge({ value: ms, goal: GOALS.paperMs, better: 'less' })})`,
  );
  const ratio = { name: 'a report beside the library', value: ms / bareMs, goal: GOALS.ratio };
  console.log(
    `the library alone ${bareMs.toFixed(0)} ms, ratio ${ratio.value.toFixed(2)} (${keepRatio({ ...ratio, better: 'less' })})`,
  );
}

async function benchArchive(client: Client, ids: readonly number[]): Promise<void> {
  let size = 0;
  let firstMs = 0;
  const { seconds, grownMb } = await measure(async () => {
    const start = performance.now();
    const answer = await client.request('inspectionPapers', { body: { ids } });
    firstMs = performance.now() - start;
    size = (await readAll(answer)).size;
  });
  assert.ok(size > REPORTS * PHOTOS * PHOTO.bytes, 'all photos are in the archive');
  console.log(
    `${REPORTS} in one archive of ${Math.round(size / 1e6)} MB: begins after ${firstMs.toFixed(0)} ms, ${seconds.toFixed(1)} s; ${Math.round(grownMb)} MB more memory (${judge({ value: grownMb, goal: GOALS.grownMb, better: 'less' })})`,
  );
}

const server = await startFresh();
try {
  const client = await login(server);
  const ids = await makeReports(server, client);
  // The archive is first, before other reports have used the memory.
  await benchArchive(client, ids);
  await benchPaper(client, ids);
} finally {
  await server.stop();
}
