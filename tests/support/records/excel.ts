/** Tables that tests write and read, and the jobs for which they wait. */
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Data } from '../../../generated/calls.ts';
import type { ImportReport } from '../../../runtime/core/importReport.ts';

export { type Cell, columnLetters } from '../../../server/engine/excel/file/cell.ts';

import type { Cell, ReadCell, ReadRow } from '../../../server/engine/excel/file/cell.ts';
import { readTable } from '../../../server/engine/excel/file/tableRead.ts';
import { openTable, type TableFormat } from '../../../server/engine/excel/file/tableWrite.ts';
import { readZip } from '../../../server/engine/excel/file/zipRead.ts';
import type { Client } from '../calls/client.ts';

const POLL_MS = 50;
const SHEET_LIMIT = 1_000_000;

export async function folderWith<T>(run: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-excel-'));
  try {
    return await run(join(folder, 'table'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first row is the header. */
export const tableFile = (
  rows: readonly (readonly Cell[])[],
  format: TableFormat = 'xlsx',
): Promise<Buffer> =>
  folderWith(async (path) => {
    const [header = [], ...others] = rows;
    const table = await openTable(
      path,
      format,
      'Table',
      header.map((title) => ({ title: String(title ?? ''), width: 12 })),
    );
    for (const row of others) await table.row(row);
    await table.end();
    return readFile(path);
  });

export const tableRows = (bytes: Uint8Array): Promise<ReadRow[]> =>
  folderWith(async (path) => {
    await writeFile(path, bytes);
    const table = await readTable(path);
    try {
      const rows: ReadRow[] = [];
      for await (const row of table.rows) rows.push(row);
      return rows;
    } finally {
      await table.close();
    }
  });

export const tableCells = async (bytes: Uint8Array): Promise<ReadCell[][]> =>
  (await tableRows(bytes)).map(({ cells }) => cells);

/** Returns the choices and checks of a spreadsheet in the columns of its first sheet, by the letters of the column. */
export const tableChecks = (
  bytes: Uint8Array,
): Promise<Map<string, { type: string; style: string; formulas: string[] }>> =>
  folderWith(async (path) => {
    await writeFile(path, bytes);
    const file = await open(path);
    try {
      const zip = await readZip(file);
      const parts: Buffer[] = [];
      for await (const part of zip.read('xl/worksheets/sheet1.xml', SHEET_LIMIT)) parts.push(part);
      const found = Buffer.concat(parts)
        .toString()
        .matchAll(/<dataValidation (.*?) sqref="([A-Z]+)2:.*?>(.*?)<\/dataValidation>/gs);
      const attribute = (text: string, name: string) =>
        new RegExp(`\\b${name}="(.*?)"`).exec(text)?.[1] ?? '';
      return new Map(
        [...found].map(([, attributes = '', letters = '', inside = '']) => [
          letters,
          {
            type: attribute(attributes, 'type'),
            style: attribute(attributes, 'errorStyle'),
            formulas: [...inside.matchAll(/<formula\d>(.*?)<\/formula\d>/g)].map(
              ([, formula = '']) => formula,
            ),
          },
        ]),
      );
    } finally {
      await file.close();
    }
  });

export function upload(bytes: Uint8Array | string, name = 'table.xlsx'): FormData {
  const form = new FormData();
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
  return form;
}

type Job = Data<'jobGet'>;

/** Waits without a limit, because the test has its own. */
export async function awaitJobEnd(client: Client, { id }: Pick<Job, 'id'>): Promise<Job> {
  for (;;) {
    const job = await client.call('jobGet', { path: { id } });
    if (job.finishedAt !== null) return job;
    await sleep(POLL_MS);
  }
}

export async function jobBytes(client: Client, { id }: Pick<Job, 'id'>): Promise<Buffer> {
  const response = await client.request('jobFile', { path: { id } });
  if (!response.ok) throw new Error(`no file: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

export interface Import {
  entity: string;
  mode?: 'create' | 'update' | 'both';
  lang?: string;
}

/** Returns the report of a file's check. */
export async function checkTable(client: Client, { entity, mode, lang = 'en' }: Import, form: FormData) {
  const headers = { 'accept-language': lang, 'x-time-zone': 'Asia/Shanghai' };
  const started = await client.call('recordImportCheck', {
    path: { entity },
    query: { mode },
    form,
    headers,
  });
  const job = await awaitJobEnd(client, started);
  return { job, report: job.result as unknown as ImportReport };
}

/** Imports the valid rows of a checked file. */
export async function importTable(client: Client, { entity, lang = 'en' }: Import, check: Pick<Job, 'id'>) {
  const headers = { 'accept-language': lang, 'x-time-zone': 'Asia/Shanghai' };
  const job = await awaitJobEnd(
    client,
    await client.call('recordImport', { path: { entity, id: check.id }, headers }),
  );
  return { job, report: job.result as unknown as ImportReport };
}

export async function exportTable(
  client: Client,
  entity: string,
  body: object = {},
  lang = 'en',
): Promise<Buffer> {
  const headers = { 'accept-language': lang, 'x-time-zone': 'Asia/Shanghai' };
  const started = await client.call('recordExport', {
    path: { entity },
    body: { format: 'xlsx', ...body },
    headers,
  });
  await awaitJobEnd(client, started);
  return jobBytes(client, started);
}
