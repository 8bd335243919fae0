import type { EntityDefinition } from '../../../generated/definition.ts';
import { fetchSelectedRecords, type ListRecord, type RecordPage } from '../../record/calls/useRecords.ts';
import type { SelectedRecords } from '../../record/query/query.ts';

/** Maximum number of printed rows. More should be exported. */
export const PRINT_ROWS = 1000;
/** Maximum number of records of one call. */
const PART = 200;

/** Loads all selected rows in the list's order, up to the print limit. */
export async function loadPrint(
  entity: EntityDefinition,
  selection: SelectedRecords,
  sort: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage> {
  const records: ListRecord[] = [];
  let total = PART;
  for (let current = 1; (current - 1) * PART < Math.min(total, PRINT_ROWS); current++) {
    const page = await fetchSelectedRecords(entity, { selection, sort, current, size: PART }, signal);
    total = page.total;
    records.push(...page.records);
  }
  return { records, total };
}
