/** Reads the numbers of rows sent by devices. Each row is read once for all its requested variables. */
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { int4Array, readFloat8s, readTimes } from '../write/binaryArrays.ts';
import { type Course, type CourseRequest, decodeBytes, joinCourses, toTimestamp } from './course.ts';

/** The requested variables of a shape, and their positions in it. */
export interface Shape {
  id: string;
  variables: { id: number; place: number }[];
}

/** All in base64. The values of the variables follow each other. Null without rows. */
export interface ShapeRow {
  times: string | null;
  /** The times of rows with qualities, each followed by an array of its qualities. */
  marks: string | null;
  [values: `v${number}`]: string | null;
}

export async function findShapes(trx: Trx, { tenantId, ids }: CourseRequest): Promise<Shape[]> {
  const rows = await runStatement(
    trx,
    sql<{ shape: string; id: number; place: number }>`
    select shape::text as shape, variable_id as id, place from point_shape
     where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[]) order by shape, place`,
  );
  return [...Map.groupBy(rows, ({ shape }) => shape)].map(([id, variables]) => ({ id, variables }));
}

/** Selects the rows of a shape. Missing values are NaN, so that all columns have the length of the times. */
export function askShape({ tenantId, from, to }: CourseRequest, { id, variables }: Shape) {
  const columns = variables.map(
    (
      { place },
      index,
    ) => sql`encode(string_agg(float8send(coalesce(value[${place}::int4], 'NaN')), ''), 'base64')
      as ${sql.raw(`v${index}`)}`,
  );
  return sql<ShapeRow>`
  select encode(string_agg(timestamptz_send(ts), ''), 'base64') as times,
    encode(string_agg(timestamptz_send(ts) || array_send(quality), '') filter (where quality is not null), 'base64') as marks,
    ${sql.join(columns)}
    from (select ts, value, quality from point_row
           where tenant_id = ${tenantId} and shape = ${id}::int8
             and ts >= ${toTimestamp(from)} and ts < ${toTimestamp(to)} order by ts) as r`;
}

const TIME_BYTES = 8;
/** Five words precede the elements of an array, and the fourth is their number. */
const COUNT_AT = TIME_BYTES + 12;
const ELEMENTS_AT = TIME_BYTES + 20;
const ELEMENT_BYTES = 6;

/** Reads the qualities of a position by time, for rows with qualities. */
function readMarks(bytes: Buffer, place: number): Map<number, number> {
  const marks = new Map<number, number>();
  for (let at = 0; at < bytes.length; ) {
    const mark = bytes.readInt16BE(at + ELEMENTS_AT + (place - 1) * ELEMENT_BYTES + 4);
    if (mark !== 0) marks.set(readTimes(bytes.subarray(at, at + TIME_BYTES))[0]!, mark);
    at += ELEMENTS_AT + bytes.readInt32BE(at + COUNT_AT) * ELEMENT_BYTES;
  }
  return marks;
}

function columnCourse(times: number[], values: number[], marks: ReadonlyMap<number, number>): Course {
  const isThere = (_: number, index: number): boolean => !Number.isNaN(values[index]!);
  const isWhole = !values.some(Number.isNaN);
  const present = isWhole ? times : times.filter(isThere);
  return {
    times: present,
    values: isWhole ? values : values.filter(isThere),
    quality: marks.size === 0 ? null : present.map((ts) => marks.get(ts) ?? 0),
  };
}

/** Returns the series of rows by id. `answers` contains the rows of the shapes. */
export function rowCourses(shapes: readonly Shape[], answers: readonly ShapeRow[][]): Map<number, Course> {
  const courses = new Map<number, Course>();
  for (const [index, { variables }] of shapes.entries()) {
    const answer = answers[index]?.[0];
    if (!answer?.times) continue;
    const times = readTimes(decodeBytes(answer.times));
    const marked = answer.marks ? decodeBytes(answer.marks) : null;
    for (const [column, { id, place }] of variables.entries()) {
      const values = readFloat8s(decodeBytes(answer[`v${column}`]!));
      const course = columnCourse(times, values, marked ? readMarks(marked, place) : new Map());
      const other = courses.get(id);
      courses.set(id, other ? joinCourses(other, course) : course);
    }
  }
  return courses;
}
