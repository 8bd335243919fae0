import type { EntityDefinition } from '../../../generated/definition.ts';
import type { ListQuery } from '../query/query.ts';
import { type ListRecord, listRecords } from './useRecords.ts';

/** Page size. */
const PART = 200;

export interface AllRecords {
  records: ListRecord[];
  total: number;
}

/** Loads all records of a query page by page. Stops after the first page if there are more than `most`. */
export async function allRecords(
  entity: EntityDefinition,
  query: ListQuery & { columns?: string },
  limit: number,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<AllRecords> {
  const records: ListRecord[] = [];
  let total = 0;
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string' && records.length < limit; ) {
    const page = await listRecords(entity, { ...query, size: PART, cursor }, signal);
    records.push(...page.records);
    total = page.total;
    if (total > most) break;
    cursor = page.next;
  }
  return { records, total };
}
