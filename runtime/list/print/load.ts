import type { EntityDefinition } from '../../../generated/definition.ts';
import type { SelectedRecords } from '../bulk/useSelection.ts';
import { type ListRecord, type RecordPage, records_list } from '../useRecords.ts';

/** More is a matter for a file. */
export const PRINT_ROWS = 1000;
/** The most that one call answers. */
const PART = 200;

/** All rows of the selection, up to what one prints. */
export async function print_load(
  entity: EntityDefinition,
  { ids, filter, search }: SelectedRecords,
  sort: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage> {
  const page = (current: number, narrowed: string | undefined) =>
    records_list(entity, { filter: narrowed, search, sort, current, size: PART }, signal);
  const records: ListRecord[] = [];
  if (ids) {
    for (let at = 0; at < Math.min(ids.length, PRINT_ROWS); at += PART) {
      const value = ids.slice(at, at + PART);
      records.push(...(await page(1, JSON.stringify({ and: [{ field: 'id', op: 'in', value }] }))).records);
    }
    return { records, total: ids.length };
  }
  let total = PART;
  for (let current = 1; (current - 1) * PART < Math.min(total, PRINT_ROWS); current++) {
    const answer = await page(current, filter);
    total = answer.total;
    records.push(...answer.records);
  }
  return { records, total };
}
