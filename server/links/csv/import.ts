/** Reads one file into one device: streamed, in batches, with every refusal noted. */
import { AppError } from '../../http/errors.ts';
import type { NewVariable } from '../../telemetry/autoVariables.ts';
import type { DeviceEntry } from '../../telemetry/catalog.ts';
import { is_closed } from '../../telemetry/closed.ts';
import type { Telemetry } from '../../telemetry/index.ts';
import type { ReadyPoint } from '../../telemetry/types.ts';
import { type CellRejection, type CellTarget, plan_make, row_convert } from './convert.ts';
import { label_text, type MappedFile } from './mapping.ts';
import { csv_open } from './rows.ts';

export interface ImportTarget {
  path: string;
  file: MappedFile;
  /** Null only in a dry run for a device that is yet to be made. */
  entry: DeviceEntry | null;
  /** Of times without an offset, unless the mapping says another. */
  zone: string;
  dryRun: boolean;
  lang: 'zh' | 'en';
}

export interface Progress {
  bytesRead: number;
  lines: number;
  points: number;
  rejected: number;
  /** New since the last progress, numbered from 1. */
  rejections: (CellRejection & { no: number })[];
}

interface Placed {
  point: ReadyPoint;
  line: number;
}

const BATCH_POINTS = 5_000;
const BATCH_REJECTIONS = 1_000;
const MAX_RAW = 500;

export function variables_wanted({ columns }: MappedFile, lang: 'zh' | 'en'): NewVariable[] {
  return columns.map(({ column: _column, name, dataType = 'number', ...rest }) => {
    return { ...rest, dataType, name: label_text(name, lang) };
  });
}

/** Where a cell goes: the variable, or in a dry run what it would be. */
function target_find(entry: DeviceEntry | null, file: MappedFile, code: string): CellTarget {
  const known = entry?.variables.get(code);
  if (known) return known;
  const mapped = file.columns.find((column) => column.code === code);
  const { dataType = 'number', scale = 1 } = mapped ?? {};
  return { dataType, scale, offset: 0, formula: null, enabled: true };
}

function raw_clip(raw: string): string {
  return raw.replaceAll('\u0000', '\uFFFD').slice(0, MAX_RAW);
}

/** `report` answers false to stop. */
export async function import_run(
  telemetry: Telemetry,
  { path, file, entry: known, zone: ownZone, dryRun, lang }: ImportTarget,
  report: (progress: Progress) => Promise<boolean>,
): Promise<void> {
  const csv = await csv_open(path, file.delimiter);
  if (!csv) throw new AppError('import.missingColumn', { column: file.timeColumn });
  const entry =
    dryRun || !known ? known : await telemetry.variablesEnsure(known, variables_wanted(file, lang));
  const zone = file.zone ?? file.device.timeZone ?? ownZone;
  const made = plan_make(file, csv.header, zone, (code) => target_find(entry, file, code));
  if ('missing' in made) throw new AppError('import.missingColumn', { column: made.missing });

  const now = Date.now();
  const counts = { bytesRead: 0, lines: 0, points: 0, rejected: 0 };
  let points: Placed[] = [];
  let rejections: Progress['rejections'] = [];
  let after: number | undefined;

  const reject = (rejection: CellRejection): void => {
    counts.rejected += 1;
    rejections.push({ ...rejection, raw: raw_clip(rejection.raw), no: counts.rejected });
  };

  const column_of = ({ variable: { code } }: ReadyPoint): string =>
    file.columns.find((one) => one.code === code)?.column ?? code;

  async function flush(): Promise<boolean> {
    const ready = points.map(({ point }) => point);
    const closed = await (dryRun
      ? telemetry.closed(ready)
      : telemetry.store(ready, { patient: true, quiet: true }));
    const late = points.filter(({ point }) => is_closed(closed, point));
    for (const { point, line } of late)
      reject({ line, column: column_of(point), reason: 'timeExpired', raw: String(point.value) });
    counts.points -= late.length;
    points = [];
    const goesOn = await report({ ...counts, bytesRead: csv!.bytesRead(), rejections });
    rejections = [];
    return goesOn;
  }

  for await (const row of csv.rows) {
    counts.lines += 1;
    if ('broken' in row) {
      reject({ line: row.line, column: '', reason: 'columns', raw: row.broken });
    } else {
      const { ts, values, rejections: refused } = row_convert(row, made.plan, now, after);
      for (const rejection of refused) reject(rejection);
      if (ts !== null) {
        after = ts;
        for (const { code, value } of values) {
          const variable = entry?.variables.get(code);
          if (!variable && !dryRun) {
            reject({ line: row.line, column: code, reason: 'tooManyVariables', raw: String(value) });
            continue;
          }
          counts.points += 1;
          if (variable) points.push({ point: { variable, ts, value, quality: 0 }, line: row.line });
        }
      }
    }
    const isFull = points.length >= BATCH_POINTS || rejections.length >= BATCH_REJECTIONS;
    if ((isFull || (dryRun && counts.lines % BATCH_POINTS === 0)) && !(await flush())) return;
  }
  await flush();
}
