import type { EntityDefinition } from '../../../generated/definition.ts';
import type { ListQuery } from '../query/query.ts';
import { type ListRecord, listRecords } from './useRecords.ts';

/** The number of records in one request. */
const PART = 200;

export interface AllRecords {
  records: ListRecord[];
  total: number;
}

/** Reads all records of a query page by page, up to a limit. If there are more than `most`, it stops at the first page. */
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
