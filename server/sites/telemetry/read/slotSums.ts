/**
 * Points added up by ten minutes. The database adds rows up as it reads them, which takes half of what handing each of them
 * over does; sealed days come as they lie.
 */
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import { runStatements } from '../../../platform/db/tenant.ts';
import {
  askSealed,
  type CourseRequest,
  readCourses,
  type SealedRow,
  sealedCourses,
} from '../storage/read.ts';
import { BAD } from '../write/batch.ts';
import { int4Array, readFloat8s } from '../write/binaryArrays.ts';
import { addPoints, noSums, SLOT_MS, type SlotSums } from './meanSlots.ts';

interface SumsRow {
  id: number;
  /** Place, number and sum of each slot, in base64. */
  sums: string;
}

const FIGURES = 3;
const toTimestamp = (ts: number) => sql`to_timestamp(${ts / 1000})`;

const askSums = ({ tenantId, ids, from, to }: CourseRequest) => sql<SumsRow>`
  select variable_id as id,
      encode(string_agg(float8send(date_part('epoch', slot - ${toTimestamp(from)}) / ${SLOT_MS / 1000})
        || float8send(n) || float8send(sum), ''), 'base64') as sums
    from (select variable_id, date_bin('10 minutes', ts, ${toTimestamp(from)}) as slot, count(*) as n, sum(value) as sum
      from points where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
        and ts >= ${toTimestamp(from)} and ts < ${toTimestamp(to)} and quality < ${BAD}
      group by 1, 2) as s
   group by 1`;

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

/** By id; the window begins and ends with ten minutes. */
export async function readSlots(trx: Trx, request: CourseRequest): Promise<Map<number, SlotSums>> {
  const { ids, from, to } = request;
  const slots = (to - from) / SLOT_MS;
  // Rows first: what is sealed between the two questions is then there twice instead of not at all.
  const [rows, sealed] = await runStatements<[SumsRow, SealedRow]>(trx, askSums(request), askSealed(request));
  const found = new Map(rows.map((row) => [row.id, readSums(row, slots)]));
  const packed = sealedCourses(sealed, from, to);
  // A row beside sealed points may be one of them, corrected.
  const both = [...packed.keys()].filter((id) => found.has(id));
  const joined = await readCourses(trx, { ...request, ids: both });
  for (const [id, course] of [...packed, ...joined]) found.set(id, addPoints(from, slots, course));
  return new Map(ids.map((id) => [id, found.get(id) ?? noSums(slots)]));
}
