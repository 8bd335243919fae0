/** Stores the points of an import and the replaced ones, so that the import can be reverted. */
import type pg from 'pg';
import { DAY_MS } from '../../../../runtime/core/time/timeWindow.ts';
import { pointsBetween } from '../read/pointsSql.ts';
import type { ReadyPoint } from '../types.ts';
import { float8Array, int2Array, int4Array, textArray, timestamptzArray } from './binaryArrays.ts';

export type Value = number | string;

export interface StoredValue {
  value: Value;
  quality: number;
}

/** Variable, time and type of a point. */
export interface Spot {
  variableId: number;
  ts: number;
  isText: boolean;
}

interface Window {
  variableId: number;
  from: number;
  to: number;
}

/** Quality that means that there was no point. */
export const NOTHING = -1;

export const spotKey = ({ variableId, ts }: Pick<Spot, 'variableId' | 'ts'>): string => `${variableId}/${ts}`;

/** Returns windows for the spots, at most one per day, because sealed points are unpacked by day. */
function listWindows(spots: readonly Spot[]): Window[] {
  const windows = new Map<string, Window>();
  for (const { variableId, ts } of spots) {
    const key = `${variableId}/${Math.floor(ts / DAY_MS)}`;
    const window = windows.get(key);
    if (!window) windows.set(key, { variableId, from: ts, to: ts + 1 });
    else {
      window.from = Math.min(window.from, ts);
      window.to = Math.max(window.to, ts + 1);
    }
  }
  return [...windows.values()];
}

const OF_WINDOWS = `unnest($2::int4[], $3::timestamptz[], $4::timestamptz[]) as u(v, lower, upper)`;
const COLUMNS = 'v as "variableId", (extract(epoch from ts) * 1000)::float8 as ts, value, quality';
const POINTS = pointsBetween({ tenant: '$1', variable: 'v', lower: 'lower', upper: 'upper' });
const NUMBERS = `select ${COLUMNS} from ${OF_WINDOWS}, ${POINTS} as p`;
const TEXTS = `select ${COLUMNS} from ${OF_WINDOWS} join text_point as p
  on p.tenant_id = $1 and p.variable_id = v and p.ts >= lower and p.ts < upper`;

async function readPoints(
  client: Pick<pg.PoolClient, 'query'>,
  statement: string,
  tenantId: number,
  spots: readonly Spot[],
  into: Map<string, StoredValue>,
): Promise<void> {
  if (spots.length === 0) return;
  const windows = listWindows(spots);
  const { rows } = await client.query<{ variableId: number; ts: number } & StoredValue>(statement, [
    tenantId,
    int4Array(windows.map(({ variableId }) => variableId)),
    timestamptzArray(windows.map(({ from }) => from)),
    timestamptzArray(windows.map(({ to }) => to)),
  ]);
  for (const { variableId, ts, value, quality } of rows)
    into.set(spotKey({ variableId, ts: Math.round(ts) }), { value, quality });
}

/** Reads the stored values at and next to these spots, by `spotKey`. */
export async function findKept(
  client: Pick<pg.PoolClient, 'query'>,
  tenantId: number,
  spots: readonly Spot[],
): Promise<Map<string, StoredValue>> {
  const stored = new Map<string, StoredValue>();
  await readPoints(
    client,
    NUMBERS,
    tenantId,
    spots.filter(({ isText }) => !isText),
    stored,
  );
  await readPoints(
    client,
    TEXTS,
    tenantId,
    spots.filter(({ isText }) => isText),
    stored,
  );
  return stored;
}

const INSERT = `
insert into import_written (tenant_id, job_id, variable_id, times, numbers, texts, before_numbers, before_texts, before_quality)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** Records the points that a batch will write. Unchanged points are neither written nor recorded. */
export async function noteWritten(
  client: Pick<pg.PoolClient, 'query'>,
  tenantId: number,
  jobId: number,
  points: readonly ReadyPoint[],
): Promise<void> {
  const spots = points.map(({ variable, ts, value }) => {
    return { variableId: variable.id, ts, isText: typeof value === 'string' };
  });
  const before = await findKept(client, tenantId, spots);
  // Keeps the last of several points with the same time.
  const last = new Map(
    points.map((point) => [spotKey({ variableId: point.variable.id, ts: point.ts }), point]),
  );
  const fresh = [...last].filter(([key, { value, quality }]) => {
    const previous = before.get(key);
    return !previous || previous.value !== value || previous.quality !== quality;
  });
  for (const [variableId, variablePoints] of Map.groupBy(fresh, ([, { variable }]) => variable.id)) {
    const values = variablePoints.map(([, { value }]) => value);
    const previous = variablePoints.map(([key]) => before.get(key));
    const isText = typeof values[0] === 'string';
    const hasBefore = previous.some((point) => point !== undefined);
    await client.query(INSERT, [
      ...[tenantId, jobId, variableId],
      timestamptzArray(variablePoints.map(([, { ts }]) => ts)),
      isText ? null : float8Array(values as number[]),
      isText ? textArray(values as string[]) : null,
      hasBefore && !isText ? float8Array(previous.map((point) => Number(point?.value ?? 0))) : null,
      hasBefore && isText ? textArray(previous.map((point) => String(point?.value ?? ''))) : null,
      hasBefore ? int2Array(previous.map((point) => point?.quality ?? NOTHING)) : null,
    ]);
  }
}
