/** Exports the records of a filter. A database cursor limits the memory use. */

import { sql } from 'kysely';
import type { Field } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { CellKind } from '../../../runtime/core/fieldType.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type AnyTrx, type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Caller } from '../access/asker.ts';
import { recordWhere } from '../access/recordScope.ts';
import { showColumn } from '../access/scopedRecords.ts';
import { columnsOf, fieldSeen, listHiddenFields } from '../entities/columns.ts';
import type { Naming } from '../entities/labels.ts';
import { rowFieldsOf } from '../entities/list/rowFields.ts';
import { type Selection, selectionWhere } from '../entities/list/selection.ts';
import { mayBeEmpty, parseSort } from '../entities/list/sort.ts';
import { openRecords } from '../entities/sealed.ts';
import type { JobStep } from '../jobs/index.ts';
import { type CellContext, valueCell } from './fieldCells.ts';
import { openTable, type TableColumn, type TableFormat, type TableWriter } from './file/tableWrite.ts';
import { fieldOf, headingOf } from './headings.ts';
import { readFields } from './options.ts';
import { findLabels, type RefTarget, targetOf } from './refs.ts';
import { type ExportContext, namesUsual, type SheetPlan, withCurrencies } from './sheetPlan.ts';
import { planSheets } from './sheets.ts';
import { planSums, writeTotals } from './totals.ts';

export interface ExportWish extends Pick<Selection, 'filter' | 'search' | 'ids' | 'where'> {
  sort?: string | undefined;
  columns?: readonly string[] | undefined;
  format: TableFormat;
}

const BATCH = 1_000;
const MAX_LABELS = 20_000;
/** Connections normally time out after a minute. A long export needs more time. */
const TIMEOUT_MS = 900_000;

export interface ExportPlan extends SheetPlan {
  format: TableFormat;
  /** The sheets for lines and child records of the exported records. */
  sheets: readonly SheetPlan[];
  count(trx: Trx): Promise<number>;
}

/**
 * Plans an export, and throws if the request is not valid. It runs before the job starts, so that the call
 * returns the error of an invalid filter.
 */
export function planExport(entity: Entity, wish: ExportWish, context: ExportContext): ExportPlan {
  const { session, zone } = context;
  const columns = columnsOf(entity, session);
  const readable = new Set([...columns.keys(), ...rowFieldsOf(entity, session).names]);
  const chosenColumns = wish.columns?.filter(
    (name) => entity.schema.properties?.[name] || SERVER_FIELDS[name],
  );
  const hidden = listHiddenFields(entity, session);
  for (const name of wish.columns ?? []) {
    if (readable.has(name)) continue;
    fieldSeen(hidden, name, '/columns');
    throw new AppError('entity.noColumn', { field: name }, { field: '/columns' });
  }
  const names = withCurrencies(
    entity,
    chosenColumns?.length ? [...new Set(chosenColumns)] : namesUsual(entity, readable),
    readable,
  );
  const { filter, search, ids, where } = wish;
  const selected = selectionWhere(entity, session, { filter, search, ids, where, zone }, '');
  const allowed = recordWhere(session, entity, 'export');
  const sort = parseSort(columns, wish.sort, entity.list.sort ?? [], hidden);
  const from = (trx: AnyTrx) => {
    const rows = trx.selectFrom(entity.name).where(selected);
    return allowed ? rows.where(allowed) : rows;
  };
  const isBook = wish.format === 'xlsx';
  return {
    entity,
    names,
    format: wish.format,
    sheets: isBook ? planSheets(entity, from, context) : [],
    sums: isBook ? planSums(entity, from, context) : null,
    rows(trx) {
      let rows = from(trx).select((eb) =>
        [...new Set([...names, 'id'])].map((name) => showColumn(eb, session, entity, name).as(name)),
      );
      for (const { field, order } of sort)
        rows = rows.orderBy(field, (item) => {
          const by = order === 'asc' ? item.asc() : item.desc();
          return order === 'desc' && mayBeEmpty(entity, field) ? by.nullsLast() : by;
        });
      return sql<Row>`${rows}`;
    },
    async count(trx) {
      const { count } = (await from(trxAny(trx))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()) as { count: number };
      return count;
    },
  };
}

/** Caches the names of referenced records from batch to batch. */
export function createLabels(naming: Naming, caller: Caller) {
  const labelsByField = new Map<string, Map<unknown, string>>();
  return {
    async load(name: string, target: RefTarget, field: Field, rows: readonly Row[]): Promise<void> {
      let labels = labelsByField.get(name);
      if (!labels || labels.size > MAX_LABELS) {
        labels = new Map();
        labelsByField.set(name, labels);
      }
      const values = rows.flatMap((row) =>
        field.type === 'array' ? ((row[name] as unknown[] | null) ?? []) : [row[name]],
      );
      const unknown = [...new Set(values)].filter(
        (key) => key !== null && key !== undefined && !labels.has(key),
      );
      for (const [key, label] of await findLabels(naming, caller, target, unknown)) labels.set(key, label);
    },
    label: (name: string, key: unknown): string => labelsByField.get(name)?.get(key) ?? String(key),
  };
}

const WIDTHS: Partial<Record<CellKind, number>> = { date: 12, moment: 20, amount: 16 };

function widthOf(field: Field, heading: string): number {
  const room = [...heading].reduce((width, character) => width + (character > '\u2e7f' ? 2 : 1), 4);
  const usual =
    WIDTHS[fieldTypeOf(field).cell] ?? (field.type === 'string' ? Math.min(field.maxLength ?? 20, 30) : 10);
  return Math.min(Math.max(room, usual, 8), 60);
}

/** Writes the rows of one sheet while they are read. */
async function writeRows(
  trx: Trx,
  context: ExportContext,
  { plan, columns, table }: { plan: SheetPlan; columns: readonly SheetColumn[]; table: TableWriter },
  { signal, onRows }: { signal: AbortSignal; onRows(count: number): void },
): Promise<void> {
  const cells: CellContext = { lang: context.lang, zone: context.zone };
  const { session, lang } = context;
  const labels = createLabels({ trx, tenantId: session.tenantId, lang }, session);
  await sql`declare export_rows no scroll cursor for ${plan.rows(trxAny(trx))}`.execute(trx);
  while (!signal.aborted) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from export_rows`.execute(trx);
    if (rows.length === 0) break;
    for (const { name, field, target } of columns) if (target) await labels.load(name, target, field, rows);
    for (const row of openRecords(context, plan.entity, rows))
      await table.row(
        columns.map(({ name, field }) =>
          valueCell(field, row[name], cells, (key) => labels.label(name, key)),
        ),
      );
    onRows(rows.length);
  }
  await sql`close export_rows`.execute(trx);
}

interface SheetColumn extends TableColumn {
  name: string;
  field: Field;
  target: RefTarget | null;
}

async function columnsFor(
  { entity, names }: SheetPlan,
  { db, session, lang }: ExportContext,
): Promise<SheetColumn[]> {
  const fields = await db.tenant(session.tenantId, (trx) => readFields(trx, session.tenantId, entity));
  return names.map((name) => {
    const field = fields[name] ?? fieldOf(entity, name);
    const heading = headingOf(entity, name, lang);
    return { name, field, target: targetOf(field), title: heading, width: widthOf(field, heading) };
  });
}

export async function runExport(
  plan: ExportPlan,
  context: ExportContext,
  step: Pick<JobStep, 'signal' | 'progress'>,
  path: string,
): Promise<{ rows: number }> {
  const { db, session, lang } = context;
  const columns = await columnsFor(plan, context);
  const others: { plan: SheetPlan; columns: SheetColumn[] }[] = [];
  for (const sheet of plan.sheets) others.push({ plan: sheet, columns: await columnsFor(sheet, context) });
  const { signal } = step;
  return db.reading.tenant(session.tenantId, async (trx) => {
    await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx);
    step.progress(0, await plan.count(trx));
    const table = await openTable(path, plan.format, pickText(plan.entity.title, lang), columns);
    let written = 0;
    const onRows = (count: number) => {
      written += count;
      step.progress(written);
    };
    try {
      await writeRows(trx, context, { plan, columns, table }, { signal, onRows });
      for (const sheet of others) {
        await table.next(pickText(sheet.plan.entity.title, lang), sheet.columns);
        await writeRows(trx, context, { ...sheet, table }, { signal, onRows() {} });
      }
      await writeTotals(trxAny(trx), [plan, ...plan.sheets], table, lang);
    } finally {
      await table.end();
    }
    return { rows: written };
  });
}
