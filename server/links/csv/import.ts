/** Reads one file into its devices: streamed, in batches, with every refusal noted. */
import type { Lang } from '../../../runtime/core/lang.ts';
import type { DeviceEntry } from '../../sites/telemetry/catalog/catalog.ts';
import type { Telemetry } from '../../sites/telemetry/index.ts';
import type { NewVariable } from '../../sites/telemetry/intake/autoVariables.ts';
import type { ReadyPoint } from '../../sites/telemetry/types.ts';
import { isFrozen } from '../../sites/telemetry/write/frozenHours.ts';
import { type CellRejection, type CellTarget, convertRow, planFile } from './convert.ts';
import { surveyCsv } from './detectFormat.ts';
import { labelText, type MappedColumn, type MappedFile } from './mapping.ts';
import { type CsvBroken, type CsvRow, openCsv } from './rows.ts';

/** By the device's number; null only in a dry run for a device that is yet to be made. */
export type Entries = ReadonlyMap<string, DeviceEntry | null>;

export interface ImportTarget {
  path: string;
  file: MappedFile;
  entries: Entries;
  /** The zone of times without an offset, unless the mapping says another. */
  zone: string;
  dryRun: boolean;
  lang: Lang;
}

export interface Counts {
  bytesRead: number;
  lines: number;
  points: number;
  empty: number;
  rejected: number;
}

export interface Progress extends Counts {
  /** New since the last progress, numbered from 1. */
  rejections: (CellRejection & { no: number })[];
}

/** The watcher of an import. */
export interface Watcher {
  /** Hears of points before they are stored. */
  before(points: readonly ReadyPoint[]): Promise<void>;
  /** Answers false to stop. */
  report(progress: Progress): Promise<boolean>;
}

interface Target extends CellTarget {
  /** Null in a dry run where it is yet to be made, and where the device has no room for it. */
  variable: ReadyPoint['variable'] | null;
}

interface Placed {
  point: ReadyPoint;
  line: number;
  column: string;
}

const BATCH_POINTS = 5_000;
const BATCH_LINES = 5_000;
const BATCH_REJECTIONS = 1_000;
const MAX_RAW = 500;

const deviceOf = ({ device }: MappedColumn, file: MappedFile): string => device ?? file.device.sn;

/** Every device that a file goes to. */
export const listDevices = (file: MappedFile): string[] => [
  ...new Set(file.columns.map((column) => deviceOf(column, file))),
];

/** The same file once for each of its devices, with the columns that go there. */
export const splitByDevice = (file: MappedFile): MappedFile[] =>
  listDevices(file).map((sn) => ({
    ...file,
    device: sn === file.device.sn ? file.device : { ...file.device, sn, name: sn },
    columns: file.columns.filter((column) => deviceOf(column, file) === sn),
  }));

export function listVariables(file: MappedFile, deviceSn: string, lang: Lang): NewVariable[] {
  return file.columns
    .filter((column) => deviceOf(column, file) === deviceSn)
    .map(({ column: _column, device: _device, name, dataType = 'number', ...rest }) => {
      return { ...rest, dataType, name: labelText(name, lang) };
    });
}

/** Returns where a cell goes: the variable, or in a dry run what it would be. */
function findTarget(entries: Entries, file: MappedFile, column: MappedColumn): Target {
  const existing = entries.get(deviceOf(column, file))?.variables.get(column.code);
  if (existing) return { ...existing, variable: existing };
  const { dataType = 'number', scale = 1 } = column;
  return { dataType, scale, offset: 0, formula: null, enabled: true, variable: null };
}

const clipRaw = (raw: string): string => raw.replaceAll('\u0000', '\uFFFD').slice(0, MAX_RAW);

async function ensureVariables(
  telemetry: Telemetry,
  { file, entries, dryRun, lang }: ImportTarget,
): Promise<Entries> {
  if (dryRun) return entries;
  const made = new Map<string, DeviceEntry | null>();
  for (const [sn, entry] of entries)
    made.set(sn, entry && (await telemetry.variablesEnsure(entry, listVariables(file, sn, lang))));
  return made;
}

/** Gathers points that wait to be stored and told. */
function createBatch(telemetry: Telemetry, dryRun: boolean, watcher: Watcher, bytesRead: () => number) {
  const counts: Omit<Counts, 'bytesRead'> = { lines: 0, points: 0, empty: 0, rejected: 0 };
  let points: Placed[] = [];
  let rejections: Progress['rejections'] = [];
  let lines = 0;

  function reject(rejection: CellRejection): void {
    counts.rejected += 1;
    rejections.push({ ...rejection, raw: clipRaw(rejection.raw), no: counts.rejected });
  }

  async function store(ready: readonly ReadyPoint[]) {
    if (dryRun) return telemetry.closed(ready);
    await watcher.before(ready);
    return telemetry.store(ready, { waits: true, quiet: true });
  }

  return {
    counts,
    reject,
    add(placed: Placed): void {
      points.push(placed);
    },
    isFull(): boolean {
      const isLong = counts.lines - lines >= BATCH_LINES;
      return isLong || points.length >= BATCH_POINTS || rejections.length >= BATCH_REJECTIONS;
    },
    async flush(): Promise<boolean> {
      const closed = await store(points.map(({ point }) => point));
      for (const { point, line, column } of points) {
        if (!isFrozen(closed, point)) continue;
        reject({ line, column, reason: 'timeExpired', raw: String(point.value) });
        counts.points -= 1;
      }
      points = [];
      lines = counts.lines;
      const reported = rejections;
      rejections = [];
      return watcher.report({ ...counts, bytesRead: bytesRead(), rejections: reported });
    },
  };
}

type Batch = ReturnType<typeof createBatch>;
type Plan = ReturnType<typeof planFile<Target>>;

/** Answers the time of the row, which tells the next one which of two same hours it is in. */
function takeRow(
  row: CsvRow | CsvBroken,
  plan: Plan,
  batch: Batch,
  { now, after, dryRun }: { now: number; after: number | undefined; dryRun: boolean },
): number | undefined {
  const { counts, reject, add } = batch;
  counts.lines += 1;
  if ('broken' in row) {
    reject({ line: row.line, column: '', reason: 'columns', raw: row.broken });
    return after;
  }
  const { ts, values, empty, rejections } = convertRow(row, plan, now, after);
  for (const rejection of rejections) reject(rejection);
  counts.empty += empty;
  if (ts === null) return after;
  for (const { target, column, value } of values) {
    const { variable } = target;
    if (!variable && !dryRun) {
      reject({ line: row.line, column, reason: 'tooManyVariables', raw: String(value) });
      continue;
    }
    counts.points += 1;
    if (variable) add({ point: { variable, ts, value, quality: 0 }, line: row.line, column });
  }
  return ts;
}

/** Throws what `surveyCsv` and `planFile` throw, before anything is stored. */
export async function runImport(telemetry: Telemetry, target: ImportTarget, watcher: Watcher): Promise<void> {
  const { path, file, dryRun } = target;
  const survey = await surveyCsv(path, file);
  const zone = file.zone ?? file.device.timeZone ?? target.zone;
  // A file that cannot be read makes no variables.
  planFile(file, survey, zone, () => null);
  const entries = await ensureVariables(telemetry, target);
  const plan = planFile(file, survey, zone, (column) => findTarget(entries, file, column));
  const csv = openCsv(path, survey);
  const batch = createBatch(telemetry, dryRun, watcher, csv.bytesRead);
  const now = Date.now();
  let after: number | undefined;
  let isHeading = survey.headings !== null;
  for await (const row of csv.rows) {
    if (!isHeading) after = takeRow(row, plan, batch, { now, after, dryRun });
    isHeading = false;
    if (batch.isFull() && !(await batch.flush())) return;
  }
  await batch.flush();
}
