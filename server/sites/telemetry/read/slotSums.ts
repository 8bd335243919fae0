/**
 * Sums points per ten minutes. The database sums unsealed points while reading, which takes half the time of returning
 * them. Sealed days are returned as stored.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import { runStatements } from '../../../platform/db/tenant.ts';
import { type CourseRequest, toTimestamp } from '../storage/course.ts';
import { readCourses, type SealedRow, sealedCourses, selectSealed } from '../storage/read.ts';
import { BAD } from '../write/batch.ts';
import { int4Array, readFloat8s } from '../write/binaryArrays.ts';
import { addPoints, noSums, SLOT_MS, type SlotSums } from './meanSlots.ts';

interface SumsRow {
  id: number;
  /** Index, count and sum of each slot, in base64. */
  sums: string;
}

const FIGURES = 3;

/**
 * Bad points are not counted. A slot with a bad point is still returned, because the bad point may override a good one.
 */
const sumsOf = (from: number, source: RawBuilder<unknown>) => sql<SumsRow>`
  select variable_id as id,
      encode(string_agg(float8send(date_part('epoch', slot - ${toTimestamp(from)}) / ${SLOT_MS / 1000})
        || float8send(n) || float8send(sum), ''), 'base64') as sums
    from (select variable_id, date_bin('10 minutes', ts, ${toTimestamp(from)}) as slot, count(*) filter (where quality < ${BAD}) as n,
        coalesce(sum(value) filter (where quality < ${BAD}), 0) as sum
      from ${source} as p group by 1, 2) as s
   group by 1`;

const querySingle = ({ tenantId, ids, from, to }: CourseRequest) =>
  sumsOf(
    from,
    sql`(select variable_id, ts, value, quality from points
      where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
        and ts >= ${toTimestamp(from)} and ts < ${toTimestamp(to)})`,
  );

const queryRows = ({ tenantId, ids, from, to }: CourseRequest) =>
  sumsOf(
    from,
    sql`(select s.variable_id, r.ts, r.value[s.place] as value, coalesce(r.quality[s.place], 0::int2) as quality
      from point_shape as s join point_row as r on r.tenant_id = ${tenantId} and r.shape = s.shape
       and r.ts >= ${toTimestamp(from)} and r.ts < ${toTimestamp(to)}
     where s.tenant_id = ${tenantId} and s.variable_id = any(${int4Array(ids)}::int4[])
       and r.value[s.place] is not null)`,
  );

function readSums({ sums: text }: SumsRow, slots: number): SlotSums {
  const read = noSums(slots);
  const figures = readFloat8s(Buffer.from(text, 'base64'));
  for (let at = 0; at < figures.length; at += FIGURES) {
    const slot = figures[at]!;
    read.counts[slot] = figures[at + 1]!;
    read.sums[slot] = figures[at + 2]!;
  }
  return read;
}

function listRepeated(ids: readonly number[]): number[] {
  const seen = new Set<number>();
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}

/** Reads slots by id. The window must start and end at full ten minutes. */
export async function readSlots(trx: Trx, request: CourseRequest): Promise<Map<number, SlotSums>> {
  const { ids, from, to } = request;
  const slots = (to - from) / SLOT_MS;
  // Sealed days are read last. Points that are sealed between the queries are then found twice instead of never.
  const [rows, single, sealed] = await runStatements<[SumsRow, SumsRow, SealedRow]>(
    trx,
    queryRows(request),
    querySingle(request),
    selectSealed(request),
  );
  const packed = sealedCourses(sealed, from, to);
  const found = new Map([...rows, ...single].map((row) => [row.id, readSums(row, slots)]));
  for (const [id, course] of packed) found.set(id, addPoints(from, slots, course));
  // If the points of a variable are stored in several ways, a point may occur twice, once corrected.
  const both = listRepeated([...rows.map(({ id }) => id), ...single.map(({ id }) => id), ...packed.keys()]);
  const joined = await readCourses(trx, { ...request, ids: both });
  for (const [id, course] of joined) found.set(id, addPoints(from, slots, course));
  return new Map(ids.map((id) => [id, found.get(id) ?? noSums(slots)]));
}
