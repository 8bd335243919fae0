/**
 * Reads the records that refer to the record of a document, grouped by currency. Contains only records that the reader
 * may list.
 */
import type { DocumentSection, Field } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { recordScope } from '../access/recordScope.ts';
import { showColumn } from '../access/scopedRecords.ts';
import type { Session } from '../context.ts';
import { columnsOf, fieldsOf, listHiddenFields } from '../entities/columns.ts';
import { rowFieldsOf } from '../entities/list/rowFields.ts';
import { selectionWhere } from '../entities/list/selection.ts';
import { mayBeEmpty, parseSort, sortedColumn } from '../entities/list/sort.ts';
import { type Drawing, drawRows } from '../records/drawnRows.ts';
import { type DrawnTable, pathOf } from './compose.ts';

/** More records are not useful on paper. */
const MAX_RECORDS = 2_000;

type RecordsSection = DocumentSection & Required<Pick<DocumentSection, 'records'>>;

export const isReferring = (section: DocumentSection): section is RecordsSection =>
  section.records !== undefined;

/** Returns the values that referring records have in common with the record. */
const sharedValues = (
  fields: Readonly<Record<string, Field>>,
  { by, match }: { by: string | undefined; match: Readonly<Record<string, string>> },
  record: Row,
): Row => ({
  ...(by === undefined ? {} : { [by]: record[fields[by]?.['x-refKey'] ?? 'id'] }),
  ...Object.fromEntries(Object.entries(match).map(([theirs, ours]) => [theirs, record[ours]])),
});

/**
 * Draws referring records as tables, one for each currency. Empty if a field that selects them is hidden from the
 * reader.
 */
export async function drawReferring(
  drawing: Drawing,
  { trx, session }: { trx: Trx; session: Session },
  { records: { of, by, match = {}, where = {}, sort }, fields: listed = [], sum = [] }: RecordsSection,
  record: Row,
): Promise<DrawnTable[]> {
  const entity = entityOf(of);
  const columns = columnsOf(entity, session);
  const needed = [...(by === undefined ? [] : [by]), ...Object.keys(match), ...Object.keys(where)];
  if (recordScope(session, entity, 'list') === null || needed.some((name) => !columns.has(name))) return [];
  const fields: Readonly<Record<string, Field>> = { ...SERVER_FIELDS, ...fieldsOf(entity) };
  const readable = new Set([...columns.keys(), ...rowFieldsOf(entity, session).names]);
  const names = [...new Set([...listed.map(pathOf), ...sum])].filter((name) => readable.has(name));
  const currencies = [...new Set(names.flatMap((name) => fields[name]?.['x-currency'] ?? []))];
  const shared = sharedValues(fields, { by, match }, record);
  // An empty or hidden value of this record cannot select other records.
  if (Object.values(shared).some((value) => value === undefined || value === null)) return [];
  const keys = parseSort(columns, sort, entity.list.sort ?? [], listHiddenFields(entity, session));
  let query = trxAny(trx)
    .selectFrom(entity.name)
    .select((eb) => [...names, ...currencies].map((name) => showColumn(eb, session, entity, name).as(name)))
    .where(selectionWhere(entity, session, { where: { ...where, ...shared } }));
  for (const { field, order } of keys)
    query = query.orderBy(sortedColumn(entity, field), (one) => {
      const ordered = order === 'desc' ? one.desc() : one.asc();
      return mayBeEmpty(entity, field) ? ordered.nullsLast() : ordered;
    });
  const rows = await query.limit(MAX_RECORDS + 1).execute();
  if (rows.length > MAX_RECORDS) throw new AppError('entity.tooMany', { limit: MAX_RECORDS });
  const apart = Map.groupBy(rows, (row) => JSON.stringify(currencies.map((name) => row[name])));
  const tables: DrawnTable[] = [];
  for (const own of apart.values())
    tables.push(await drawRows(drawing, fields, names, own, (name) => own[0]?.[name]));
  return tables;
}
