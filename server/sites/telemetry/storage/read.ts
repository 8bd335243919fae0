/**
 * Reads the raw numbers of several variables in a window with one request. Sealed days are returned packed and unpacked
 * here. The database therefore does not produce a row per point.
 */
import { sql } from 'kysely';
import { HOUR_MS } from '../../../../runtime/core/time/timeWindow.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { runStatement, runStatements } from '../../../platform/db/tenant.ts';
import { selectHours } from '../read/hoursSql.ts';
import { int4Array, readArray, readFloat8s, readTimes } from '../write/binaryArrays.ts';
import { type Course, type CourseRequest, decodeBytes, joinCourses, toTimestamp } from './course.ts';
import { askShape, findShapes, rowCourses, type Shape, type ShapeRow } from './readRows.ts';

/** Arrays are sent in binary, which is much cheaper than text for both sides. */
export interface SealedRow {
  id: number;
  /** Start of the first slot in milliseconds. */
  start: number;
  step: number;
  base: number;
  scale: number;
  apart: Buffer | null;
  numbers: Buffer;
  marks: Buffer | null;
}

/** In base64. Buffers of bytes would make the garbage collector run every few requests. */
interface RawRow {
  id: number;
  times: string;
  numbers: string;
  /** Pairs of time and quality, only for points that are not good. */
  marks: string | null;
}

const TIME_BYTES = 8;
const MARK_BYTES = TIME_BYTES + 2;

const midnight = (ts: number) => sql`(${toTimestamp(ts)} at time zone 'UTC')::date`;

/**
 * Estimates the number of good points from the hours. The decision whether to read points must be cheaper than reading
 * them.
 */
export async function countPoints(trx: Trx, request: CourseRequest): Promise<number> {
  const { tenantId, ids, from, to } = request;
  const variable = sql.raw('v.id');
  const window = { lower: toTimestamp(from - HOUR_MS), upper: toTimestamp(to) };
  const hours = selectHours({ tenant: tenantId, variable, ...window }, 'bucket', 'n');
  const [row] = await runStatement(
    trx,
    sql<{ n: number }>`
    select coalesce(sum(h.n), 0) as n from unnest(${int4Array(ids)}::int4[]) as v(id), ${hours} as h
     where h.bucket > ${toTimestamp(from - HOUR_MS)}`,
  );
  return Number(row?.n ?? 0);
}

/** Returns the points in the window from sealed days, in the order of time. */
function sealedCourse(rows: readonly SealedRow[], from: number, to: number): Course {
  const packed = rows.map((row) => ({
    ...row,
    numbers: readArray(row.numbers),
    apart: row.apart && readArray(row.apart),
    marks: row.marks && readArray(row.marks),
  }));
  // Allocated with their final length, because growing lists would be copied repeatedly.
  const slots = packed.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const times = new Array<number>(slots);
  const values = new Array<number>(slots);
  let quality: number[] | null = null;
  let count = 0;
  for (const { start, step, base, scale, numbers, apart, marks } of packed) {
    for (let slot = 0; slot < numbers.length; slot += 1) {
      const number = numbers[slot]!;
      if (number === null) continue;
      const ts = start + slot * step + (apart ? (apart[slot] ?? 0) : 0);
      if (ts < from || ts >= to) continue;
      times[count] = ts;
      values[count] = (base + number) / scale;
      const mark = marks ? (marks[slot] ?? 0) : 0;
      if (mark !== 0) quality ??= new Array<number>(count).fill(0);
      quality?.push(mark);
      count += 1;
    }
  }
  times.length = count;
  values.length = count;
  return { times, values, quality };
}

function rawCourse(row: RawRow): Course {
  const times = readTimes(decodeBytes(row.times));
  const values = readFloat8s(decodeBytes(row.numbers));
  if (!row.marks) return { times, values, quality: null };
  const marks = decodeBytes(row.marks);
  const markOf = new Map(
    readTimes(marks, MARK_BYTES).map((ts, index) => [ts, marks.readInt16BE(index * MARK_BYTES + TIME_BYTES)]),
  );
  return { times, values, quality: times.map((ts) => markOf.get(ts) ?? 0) };
}

export const selectSealed = ({ tenantId, ids, from, to }: CourseRequest) => sql<SealedRow>`
  select variable_id as id, extract(epoch from day)::float8 * 1000 + start as start, step, base, scale,
    coalesce(array_send(apart2), array_send(apart4)) as apart,
    coalesce(array_send(value2), array_send(value4), array_send(value8)) as numbers, array_send(quality) as marks
    from points_day where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
     and day >= ${midnight(from)} and day <= ${midnight(to - 1)} order by variable_id, day`;

/** Returns the series from sealed days, by id. */
export const sealedCourses = (rows: readonly SealedRow[], from: number, to: number): Map<number, Course> =>
  new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [id, sealedCourse(own, from, to)]));

const querySingle = ({ tenantId, ids, from, to }: CourseRequest) => sql<RawRow>`
  select variable_id as id, encode(string_agg(timestamptz_send(ts), ''), 'base64') as times,
    encode(string_agg(float8send(value), ''), 'base64') as numbers,
    encode(string_agg(timestamptz_send(ts) || int2send(quality), '') filter (where quality <> 0), 'base64') as marks
    from (select variable_id, ts, value, quality from points
           where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
             and ts >= ${toTimestamp(from)} and ts < ${toTimestamp(to)} order by variable_id, ts) as p
   group by variable_id`;

/** Reads series by id. A variable without points has an empty series. */
export async function readCourses(trx: Trx, request: CourseRequest): Promise<Map<number, Course>> {
  const { ids, from, to } = request;
  if (ids.length === 0) return new Map();
  const shapes = await findShapes(trx, request);
  // Rows are read first. Points that are sealed between the queries are then found twice instead of never.
  const [single, sealed, ...rows] = await readInOrder(trx, request, shapes);
  const found = sealedCourses(sealed, from, to);
  const courses = new Map(ids.map((id) => [id, found.get(id) ?? sealedCourse([], from, to)]));
  const add = (id: number, course: Course) => courses.set(id, joinCourses(courses.get(id)!, course));
  const sent = rowCourses(shapes, rows);
  for (const [id, course] of sent) add(id, course);
  for (const row of single) add(row.id, rawCourse(row));
  return courses;
}

type Answers = [single: RawRow[], sealed: SealedRow[], ...rows: ShapeRow[][]];

async function readInOrder(trx: Trx, request: CourseRequest, shapes: readonly Shape[]): Promise<Answers> {
  const answers = await runStatements<unknown[]>(
    trx,
    ...shapes.map((shape) => askShape(request, shape)),
    querySingle(request),
    selectSealed(request),
  );
  const [single, sealed] = answers.slice(shapes.length) as [RawRow[], SealedRow[]];
  return [single, sealed, ...(answers.slice(0, shapes.length) as ShapeRow[][])];
}
