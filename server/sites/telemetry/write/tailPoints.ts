/** Reads the points of tails. Rows of devices are read once for all their variables. */
import type pg from 'pg';
import { pointsBetween } from '../read/pointsSql.ts';
import { BAD, BEGINS, type RolledPoint } from './batch.ts';
import { int4Array, readArrayAt, readFloat8s, readTimes, timestamptzArray } from './binaryArrays.ts';
import type { RolledVariable } from './rollups/rollup.ts';

export interface Tail {
  variable: RolledVariable;
  /** `rolled_to`. */
  since: number;
}

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Reads rows of the shapes of variables ($2) from their times ($3) on. Variables with other points there are left out.
 * Each shape is returned once, with the positions of its variables.
 */
const ROWS = `
with u as materialized (
  select v, since, at from unnest($2::int4[], $3::timestamptz[]) with ordinality as u(v, since, at)
   where not exists (
       select from points as p where p.tenant_id = $1 and p.variable_id = v and p.ts >= since)
     and not exists (
       select from points_day as d where d.tenant_id = $1 and d.variable_id = v
          and d.day >= (since at time zone 'UTC')::date)),
s as materialized (
  select o.shape, min(u.since) as since, array_agg(u.at::int4) as ats, array_agg(o.place) as places
    from u join point_shape as o on o.tenant_id = $1 and o.variable_id = u.v group by o.shape)
select array(select at::int4 from u) as found, null as ats, null as places, null as times, null as numbers, null as marks
union all
select null, s.ats, s.places, r.times, r.numbers, r.marks from s, lateral (
  select string_agg(timestamptz_send(o.ts), '') as times, string_agg(array_send(o.value), '') as numbers,
      string_agg(array_send(coalesce(o.quality, '{}')), '') as marks
    from (
      select p.ts, p.value, p.quality from point_row as p
       where p.tenant_id = $1 and p.shape = s.shape and p.ts >= s.since order by p.ts) as o) as r
 where r.times is not null`;

const POINTS = `
select at::int4, string_agg(timestamptz_send(p.ts), '' order by p.ts) as times,
    string_agg(float8send(value), '' order by p.ts) as numbers,
    coalesce(array_agg((extract(epoch from p.ts) * 1000)::float8) filter (where quality = ${BEGINS}), '{}') as begins
  from unnest($2::int4[], $3::timestamptz[]) with ordinality as u(v, since, at),
    ${pointsBetween({ tenant: '$1', variable: 'u.v', lower: 'u.since', upper: `'infinity'` })} as p
 where quality < ${BAD} group by at order by at`;

interface ShapeRows {
  found: number[] | null;
  ats: number[];
  places: number[];
  times: Buffer;
  numbers: Buffer;
  marks: Buffer;
}

/** Adds the good points of a shape to its variables, by their index among the tails. */
function addRows(
  { ats, places, times, numbers, marks }: ShapeRows,
  tails: readonly Tail[],
  points: Map<number, RolledPoint[]>,
): void {
  const columns = ats.map((at, index) => {
    const tail = tails[at - 1]!;
    const own = points.get(at) ?? [];
    points.set(at, own);
    return { place: places[index]! - 1, ...tail, own };
  });
  let [numbersAt, marksAt] = [0, 0];
  for (const ts of readTimes(times)) {
    const values = readArrayAt(numbers, numbersAt);
    const qualities = readArrayAt(marks, marksAt);
    numbersAt = values.end;
    marksAt = qualities.end;
    for (const { place, since, variable, own } of columns) {
      const value = values.items[place] ?? null;
      const quality = qualities.items[place] ?? 0;
      if (value === null || quality >= BAD || ts < since) continue;
      own.push({ variable, ts, value, quality: quality === BEGINS ? BEGINS : 0 });
    }
  }
}

async function readSingles(client: Client, tenantId: number, tails: readonly Tail[]): Promise<RolledPoint[]> {
  if (tails.length === 0) return [];
  const { rows } = await client.query<{ at: number; times: Buffer; numbers: Buffer; begins: number[] }>({
    name: 'telemetry-tail-points',
    text: POINTS,
    values: [tenantId, ...keysOf(tails)],
  });
  return rows.flatMap(({ at, times, numbers, begins }): RolledPoint[] => {
    const { variable } = tails[at - 1]!;
    const values = readFloat8s(numbers);
    const first = new Set(begins.map(Math.round));
    return readTimes(times).map((ts, index) => {
      return { variable, ts, value: values[index]!, quality: first.has(ts) ? BEGINS : 0 };
    });
  });
}

const keysOf = (tails: readonly Tail[]): [Buffer, Buffer] => [
  int4Array(tails.map(({ variable }) => variable.id)),
  timestamptzArray(tails.map(({ since }) => since)),
];

/** Reads the good points of a tenant's tails, sorted by variable and time. */
export async function readTailPoints(
  client: Client,
  tenantId: number,
  tails: readonly Tail[],
): Promise<RolledPoint[]> {
  const { rows } = await client.query<ShapeRows>({
    name: 'telemetry-tail-rows',
    text: ROWS,
    values: [tenantId, ...keysOf(tails)],
  });
  const found = new Set(rows.flatMap((row) => row.found ?? []));
  const points = new Map<number, RolledPoint[]>();
  const shapes = rows.filter((row) => row.found === null);
  for (const row of shapes) addRows(row, tails, points);
  const inRows = [...points.values()].flatMap((own) =>
    shapes.length > 1 ? own.sort((a, b) => a.ts - b.ts) : own,
  );
  const others = await readSingles(
    client,
    tenantId,
    tails.filter((_, index) => !found.has(index + 1)),
  );
  return others.length === 0 && shapes.length <= 1
    ? inRows
    : [...inRows, ...others].sort((a, b) => a.variable.id - b.variable.id || a.ts - b.ts);
}
