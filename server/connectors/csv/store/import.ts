/** Imports one file into its devices. The file is streamed and stored in batches, and every rejection is noted. */
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { isoLocal } from '../../../../runtime/core/time/timeWindow.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DeviceEntry } from '../../../sites/telemetry/catalog/catalog.ts';
import type { Telemetry } from '../../../sites/telemetry/index.ts';
import type { NewVariable } from '../../../sites/telemetry/intake/autoVariables.ts';
import { unitOfName } from '../../../sites/telemetry/intake/unitOfName.ts';
import type { ReadyPoint } from '../../../sites/telemetry/types.ts';
import { isFrozen } from '../../../sites/telemetry/write/rollups/frozenHours.ts';
import { compareValues, type Keyed, listTwoValues } from '../comparison.ts';
import { labelText, type MappedColumn, type MappedFile } from '../mapping.ts';
import { type CellRejection, convertRow, expandFile, planFile } from '../read/convert.ts';
import { surveyCsv } from '../read/detectFormat.ts';
import { isMetered } from '../read/kinds.ts';
import { type CsvBroken, type CsvRow, openCsv } from '../read/rows.ts';
import type { Repeats } from './repeats.ts';

/** Devices by their number. Null only in a dry run for a device that does not exist yet. */
export type Entries = ReadonlyMap<string, DeviceEntry | null>;

export interface ImportTarget {
  path: string;
  file: MappedFile;
  entries: Entries;
  /** The time zone for times without an offset, unless the mapping sets another. */
  zone: string;
  dryRun: boolean;
  lang: Lang;
}

export interface Counts {
  bytesRead: number;
  lines: number;
  /** The number of values by variable and time. Several values of one time count once. */
  points: number;
  empty: number;
  /** The number of further values with the same variable and time. */
  repeated: number;
  rejected: number;
}

export interface Progress extends Counts {
  /** The rejections since the last progress report, numbered from 1. */
  rejections: (CellRejection & { no: number })[];
}

/** Callbacks of an import. */
export interface Watcher {
  /** Called with points directly before they are stored. */
  before(points: readonly ReadyPoint[]): Promise<void>;
  /** Returns false to stop the import. */
  report(progress: Progress): Promise<boolean>;
  isStopped(): boolean;
}

interface Target extends Keyed {
  /** Null if the variable does not exist yet in a dry run, or if the device cannot have more variables. */
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

/** Lists the devices of a file's columns. */
export const listDevices = (file: MappedFile): string[] => [
  ...new Set(file.columns.map((column) => deviceOf(column, file))),
];

/** Returns the same file once for each of its devices, with that device's columns. */
export const splitByDevice = (file: MappedFile): MappedFile[] =>
  listDevices(file).map((sn) => ({
    ...file,
    device: sn === file.device.sn ? file.device : { ...file.device, sn, name: sn },
    columns: file.columns.filter((column) => deviceOf(column, file) === sn),
  }));

export function listVariables(file: MappedFile, deviceSn: string, lang: Lang): NewVariable[] {
  return file.columns
    .filter((column) => deviceOf(column, file) === deviceSn)
    .map(({ column: _column, series: _series, device: _device, name, dataType = 'number', ...rest }) => {
      return { ...rest, dataType, name: labelText(name, lang) };
    });
}

/** Returns the target of a cell: the variable, or the future variable in a dry run. */
function findTarget(entries: Entries, file: MappedFile, column: MappedColumn): Target {
  const device = deviceOf(column, file);
  const key = `${device}/${column.code}`;
  const existing = entries.get(device)?.variables.get(column.code);
  if (existing) return { ...existing, key, variable: existing };
  const { dataType = 'number', scale = 1 } = column;
  return { key, dataType, scale, offset: 0, formula: null, enabled: true, variable: null };
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

/** Collects points for storing and reporting. */
function createBatch(telemetry: Telemetry, dryRun: boolean, watcher: Watcher, bytesRead: () => number) {
  const counts: Omit<Counts, 'bytesRead'> = { lines: 0, points: 0, empty: 0, repeated: 0, rejected: 0 };
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

interface Applied {
  plan: Plan;
  batch: Batch;
  now: number;
  dryRun: boolean;
  /** The last time of each series. It decides which of two repeated hours the next line belongs to. */
  after: Map<string, number>;
  repeats: Repeats;
  holds: MappedFile['repeats'];
}

/** Returns whether a value is used. If there are several values of one time, the mapping decides. */
function isApplied(applied: Applied, key: string, ts: number): boolean {
  const repeat = applied.repeats.get(key)?.get(ts);
  if (!repeat) return true;
  if (!repeat.taken) {
    repeat.taken = true;
    return true;
  }
  const { counts } = applied.batch;
  counts.repeated += 1;
  // The last value overwrites the first one in the store, so both count as one value.
  if (applied.holds === 'last') counts.points -= 1;
  return applied.holds === 'last';
}

function applyRow(row: CsvRow | CsvBroken, applied: Applied): void {
  const { plan, batch, now, dryRun, after } = applied;
  const { counts, reject, add } = batch;
  if (row.line < plan.dataLine) return;
  counts.lines += 1;
  if ('broken' in row) {
    reject({ line: row.line, column: '', reason: 'columns', raw: row.broken });
    return;
  }
  const { ts, series, values, empty, rejections } = convertRow(row, plan, now, (of) => after.get(of));
  for (const rejection of rejections) reject(rejection);
  counts.empty += empty;
  if (ts !== null) after.set(series, ts);
  for (const { target, column, ts: at, value } of values) {
    const { variable, key } = target;
    if (!variable && !dryRun) {
      reject({ line: row.line, column, reason: 'tooManyVariables', raw: String(value) });
      continue;
    }
    if (!isApplied(applied, key, at)) continue;
    counts.points += 1;
    if (variable) add({ point: { variable, ts: at, value, quality: 0 }, line: row.line, column });
  }
}

type Compared = Parameters<typeof compareValues>[0];

/** Throws `import.twoValues`: the user must decide which of two different values counts. */
async function refuseTwoValues(compared: Compared, repeats: Repeats, watcher: Watcher): Promise<void> {
  const count = [...repeats.values()]
    .flatMap((times) => [...times.values()])
    .reduce((sum, { different }) => sum + different, 0);
  if (count === 0) return;
  const { found, first } = await listTwoValues(compared, repeats);
  const rejections = found.map((rejection, index) => ({ ...rejection, no: index + 1 }));
  await watcher.report({
    ...{
      bytesRead: 0,
      lines: 0,
      points: 0,
      empty: 0,
      repeated: count,
      rejected: rejections.length,
      rejections,
    },
  });
  if (!first) return;
  const { one, other } = first;
  const time = isoLocal(one.ts, compared.plan.zone);
  throw new AppError('import.twoValues', {
    ...{ count, column: other.column, time, line: one.line, other: other.line },
    ...{ value: String(one.value).slice(0, 40), second: String(other.value).slice(0, 40) },
  });
}

/** Throws `import.kindUnclear`: the mapping must define whether a new variable of energy is a reading or an amount. */
function checkKinds(file: MappedFile, entries: Entries): void {
  const unclear = file.columns.filter(
    ({ kind, dataType = 'number', unit, code, device = file.device.sn }) => {
      if (kind !== undefined || dataType !== 'number' || entries.get(device)?.variables.has(code))
        return false;
      const named = unitOfName(code);
      return isMetered(unit ?? named.unit) && named.kind !== 'counter';
    },
  );
  if (unclear.length === 0) return;
  const columns = unclear.slice(0, 5).map(({ column, series }) => series ?? column);
  throw new AppError('import.kindUnclear', { columns: columns.join(', '), unit: unclear[0]!.unit ?? '' });
}

/**
 * Imports the points of a file. Throws the errors of `surveyCsv` and `planFile`, `import.kindUnclear` and
 * `import.twoValues`, before anything is stored.
 */
export async function runImport(telemetry: Telemetry, target: ImportTarget, watcher: Watcher): Promise<void> {
  const { path, dryRun } = target;
  const survey = await surveyCsv(path, target.file);
  const file = expandFile(target.file, survey);
  const zone = file.device.timeZone ?? target.zone;
  const now = Date.now();
  const { isStopped } = watcher;
  // If a file is unreadable or contradicts itself, no variables are created for it.
  const planned = planFile(file, survey, zone, (column) => findTarget(target.entries, file, column));
  checkKinds(file, target.entries);
  const compared = { path, survey, plan: planned, now, isStopped };
  const repeats = await compareValues(compared);
  if (file.repeats === undefined) await refuseTwoValues(compared, repeats, watcher);
  if (isStopped()) return;
  const entries = await ensureVariables(telemetry, { ...target, file });
  const plan = planFile(file, survey, zone, (column) => findTarget(entries, file, column));
  const csv = openCsv(path, survey);
  const batch = createBatch(telemetry, dryRun, watcher, csv.bytesRead);
  const applied = { plan, batch, now, dryRun, repeats, holds: file.repeats };
  const state: Applied = { ...applied, after: new Map() };
  for await (const row of csv.rows) {
    applyRow(row, state);
    if (batch.isFull() && !(await batch.flush())) return;
  }
  await batch.flush();
}
