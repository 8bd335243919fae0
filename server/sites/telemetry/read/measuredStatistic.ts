/**
 * Computes statistics of recorded variables: from roll-ups of whole units, and from raw points at the edges of the
 * window.
 */
import type { RawBuilder } from 'kysely';
import { isoLocal } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type {
  Method,
  StatisticCell,
  StatisticRequest,
  StatisticSeries,
  TelemetryVariable,
} from '../types.ts';
import { counterStep } from '../write/counter.ts';
import { rebuildRollups } from '../write/rollups/rebuild.ts';
import { rulesOf } from '../write/rollups/rollup.ts';
import { type BucketRow, unpackBuckets } from './packedBuckets.ts';
import { planSegments } from './segments.ts';
import {
  askBuckets,
  type Carry,
  type Detail,
  selectCarries,
  selectVariables,
  type VariableRow,
} from './statisticsSql.ts';
import { askSums } from './sumsSql.ts';
import { holdCells } from './timeMean.ts';

type Reading = 'mean' | 'timeMean' | 'max' | 'min' | 'sum' | 'increase' | 'change';
type Kind = Pick<TelemetryVariable, 'sn' | 'kind' | 'average' | 'rollOver' | 'offlineAfter'>;

const READINGS: Record<Method, Record<TelemetryVariable['kind'], Reading>> = {
  AVG: { gauge: 'mean', counter: 'mean', interval: 'mean' },
  MAX: { gauge: 'max', counter: 'max', interval: 'max' },
  MIN: { gauge: 'min', counter: 'min', interval: 'min' },
  SUM: { gauge: 'sum', counter: 'increase', interval: 'sum' },
  DIFF: { gauge: 'change', counter: 'increase', interval: 'sum' },
};

const readingOf = (method: Method, { kind, average }: Pick<Kind, 'kind' | 'average'>): Reading => {
  const reading = READINGS[method][kind];
  return reading === 'mean' && average === 'time' ? 'timeMean' : reading;
};

const DETAIL: Record<Reading, Detail> = {
  ...{ mean: 'sums', max: 'sums', min: 'sums', sum: 'sums' },
  ...{ increase: 'increase', change: 'order', timeMean: 'time' },
};

interface Whole {
  n: number;
  sum: number;
  min: number;
  max: number;
}

/** `before` is the last value before the bucket, if any. */
function bucketValue(
  row: BucketRow,
  reading: Reading,
  before: number | undefined,
  isFirst: boolean,
  rollOver: number | null,
): number | null {
  switch (reading) {
    case 'mean':
    case 'timeMean':
      return row.sum / row.n;
    case 'max':
      return row.max;
    case 'min':
      return row.min;
    case 'sum':
      return row.sum;
    case 'increase':
      if (before === undefined) return row.n > 1 ? row.increase : null;
      return row.increase + (isFirst ? counterStep(before, row.first, rollOver) : 0);
    case 'change':
      if (before === undefined) return row.n > 1 ? row.last - row.first : null;
      return row.last - before;
  }
}

function wholeValue(whole: Whole, reading: Reading, values: readonly (number | null)[]): number | null {
  if (whole.n === 0) return null;
  if (reading === 'mean') return whole.sum / whole.n;
  if (reading === 'max') return whole.max;
  if (reading === 'min') return whole.min;
  const numbers = values.filter((value) => value !== null);
  return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : null;
}

/**
 * Returns the mean weighted by time. Null if the only point has no duration yet. The caller then uses the mean of
 * samples.
 */
const meanOf = ({ integral, seconds }: { integral: number; seconds: number }): number | null =>
  seconds > 0 ? integral / seconds : null;

type Frame = Omit<StatisticCell, 'value'>;
const framesBefore = new WeakMap<readonly number[], { zone: string; frames: Frame[] }>();

/** Returns the buckets with their keys, shared by all variables of a request. */
function framesOf(bounds: readonly number[], zone: string): Frame[] {
  const known = framesBefore.get(bounds);
  if (known?.zone === zone) return known.frames;
  const frames = bounds
    .slice(0, -1)
    .map((from, index) => ({ key: isoLocal(from, zone), from, to: bounds[index + 1]! }));
  framesBefore.set(bounds, { zone, frames });
  return frames;
}

/**
 * Builds the cells and the totals of a variable. `rows` are in order and contain only buckets with points.
 * Pure.
 */
export function buildSeries(
  variable: Kind,
  rows: readonly BucketRow[],
  carry: Carry | undefined,
  request: Pick<StatisticRequest, 'method' | 'zone'>,
  bounds: readonly number[],
  now: number,
): StatisticSeries {
  const reading = readingOf(request.method, variable);
  const { hold, rollOver } = rulesOf(variable);
  const values: (number | null)[] = bounds.slice(1).map(() => null);
  const whole: Whole = { n: 0, sum: 0, min: Infinity, max: -Infinity };
  let before = carry?.value;
  for (const [index, row] of rows.entries()) {
    values[row.bucket] = bucketValue(row, reading, before, index === 0, rollOver);
    before = row.last;
    whole.n += row.n;
    whole.sum += row.sum;
    whole.min = Math.min(whole.min, row.min);
    whole.max = Math.max(whole.max, row.max);
  }
  let value = wholeValue(whole, reading === 'timeMean' ? 'mean' : reading, values);
  if (reading === 'timeMean' && hold !== null) {
    const cells = holdCells(rows, carry, { bounds, hold, now });
    for (const [index, cell] of cells.entries()) values[index] = meanOf(cell) ?? values[index]!;
    const sum = (read: (cell: (typeof cells)[number]) => number) =>
      cells.reduce((all, cell) => all + read(cell), 0);
    value =
      meanOf({ integral: sum(({ integral }) => integral), seconds: sum(({ seconds }) => seconds) }) ?? value;
  }
  const cells = framesOf(bounds, request.zone).map(
    ({ key, from, to }, index): StatisticCell => ({ key, from, to, value: values[index]! }),
  );
  return {
    sn: variable.sn,
    cells,
    value,
    max: whole.n > 0 ? whole.max : null,
    min: whole.n > 0 ? whole.min : null,
  };
}

/**
 * Number of variables above which each statement is planned again, which takes a millisecond. A cached plan assumes few
 * variables and is slow for many.
 */
const PLANNED_EACH = 100;

const readRows = (trx: Trx, question: RawBuilder<VariableRow>, many: boolean): Promise<VariableRow[]> =>
  many ? question.execute(trx).then(({ rows }) => rows) : runStatement(trx, question);

interface Read {
  id: number;
  /** True if its roll-ups were computed with other settings. */
  moved: boolean;
  rows: BucketRow[];
  carry: Carry | undefined;
}

function readRow({ moved, value, ts, ...packed }: VariableRow, detail: Detail): Read {
  return {
    ...{ id: packed.id, moved: moved === true, rows: unpackBuckets(packed, detail) },
    carry: typeof value === 'number' && typeof ts === 'number' ? { value, ts } : undefined,
  };
}

async function zoneStatistic(
  db: Database,
  request: StatisticRequest,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
): Promise<StatisticSeries[]> {
  const { tenantId, method } = request;
  const zone = variables[0]!.zone;
  const segments = planSegments(bounds, request.bucket, zone);
  const details = Map.groupBy(variables, (variable) => DETAIL[readingOf(method, variable)]);
  const makeQuery = (detail: Detail, of: readonly TelemetryVariable[]) =>
    detail === 'sums'
      ? selectVariables(tenantId, of, askSums(tenantId, of, bounds, request.bucket, segments), null)
      : selectVariables(
          tenantId,
          of,
          askBuckets(tenantId, of, bounds, segments, detail),
          selectCarries(tenantId, of, bounds[0]!, zone),
        );
  const read = async ([detail, of]: [Detail, TelemetryVariable[]]): Promise<Read[]> => {
    const many = of.length > PLANNED_EACH;
    const rows = await db.tenant(tenantId, (trx) => readRows(trx, makeQuery(detail, of), many));
    return rows.map((row) => readRow(row, detail));
  };
  // Parallel reads, because many variables over a long window are much work.
  const readAll = async (): Promise<Map<number, Read>> =>
    new Map((await Promise.all([...details].map(read))).flat().map((one) => [one.id, one]));
  let all = await readAll();
  const stale = variables.filter(({ id }) => all.get(id)?.moved);
  if (stale.length > 0) {
    for (const variable of stale) await rebuildRollups(db.pool, variable);
    all = await readAll();
    if (variables.some(({ id }) => all.get(id)?.moved)) throw new AppError('db.retry');
  }
  const now = Date.now();
  return variables.map((variable) => {
    const { rows, carry } = all.get(variable.id)!;
    return buildSeries(variable, rows, carry, request, bounds, now);
  });
}

/**
 * Computes the statistics of variables over given bounds. Text variables have none. Calculated variables are not
 * included.
 */
export async function measuredStatistic(
  db: Database,
  request: StatisticRequest,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
): Promise<Map<string, StatisticSeries>> {
  const bySn = new Map<string, StatisticSeries>();
  const numeric = variables.filter(({ dataType }) => dataType !== 'text');
  for (const group of Map.groupBy(numeric, ({ zone }) => zone).values()) {
    for (const series of await zoneStatistic(db, request, group, bounds)) bySn.set(series.sn, series);
  }
  return bySn;
}
