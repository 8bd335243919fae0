/** Recordings as they are mapped and read without a server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFormat, MappedFile } from '../../../server/connectors/csv/mapping.ts';
import {
  type CellTarget,
  convertRow,
  expandFile,
  planFile,
} from '../../../server/connectors/csv/read/convert.ts';
import { surveyCsv } from '../../../server/connectors/csv/read/detectFormat.ts';
import { inferFile } from '../../../server/connectors/csv/read/infer.ts';
import { openCsv } from '../../../server/connectors/csv/read/rows.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-06-01T00:00:00Z');

export type ReadRow = Record<string, number | string>;

async function withFile<T>(content: string | Buffer, run: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-csv-'));
  try {
    const path = join(folder, 'recording.csv');
    await writeFile(path, content);
    return await run(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const surveyText = (content: string | Buffer, format: FileFormat = {}) =>
  withFile(content, (path) => surveyCsv(path, format));

/**
 * Reads a file by the given format only. Returns its values by time, in UTC, and by key. Energy of an unknown kind is
 * an amount.
 */
export async function readRecording(content: string | Buffer, format: FileFormat = {}) {
  return withFile(content, async (path) => {
    const survey = await surveyCsv(path, format);
    const inferred: MappedFile = { ...inferFile('recording.csv', survey, 'interval')!, ...format };
    const file = expandFile(inferred, survey);
    const plan = planFile(file, survey, ZONE, ({ code, dataType = 'number' }) => {
      const target: CellTarget = { dataType, scale: 1, offset: 0, formula: null, enabled: true };
      return { ...target, code };
    });
    const rows: ReadRow[] = [];
    const after = new Map<string, number>();
    let empty = 0;
    let rejected = 0;
    for await (const row of openCsv(path, survey).rows) {
      if ('broken' in row || row.line < plan.dataLine) continue;
      const { ts, series, ...converted } = convertRow(row, plan, NOW, (of) => after.get(of));
      empty += converted.empty;
      rejected += converted.rejections.length;
      if (ts === null) continue;
      after.set(series, ts);
      for (const [at, values] of Map.groupBy(converted.values, (value) => value.ts))
        rows.push({
          at: new Date(at).toISOString().slice(0, 19),
          ...Object.fromEntries(values.map(({ target, value }) => [target.code, value])),
        });
    }
    return { rows, empty, rejected, survey, file };
  });
}
