import { type SqlBool, sql } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { lineSets } from '../../../../runtime/core/lines.ts';
import type { ScopedTrx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { builder, runStatement, runStatements } from '../../../platform/db/tenant.ts';
import type { Caller } from '../../access/asker.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import type { CallContext } from '../../context.ts';
import { columnsOf } from '../columns.ts';
import { attachLabels } from '../labels.ts';
import { askWithLines, readShownLines, type WithLines } from '../lines/linesShown.ts';
import { rowMarksOf } from '../marks.ts';
import { openRecords, type SealContext } from '../sealed.ts';
import { listRecords } from './list.ts';
import { rowActionsOf } from './rowActions.ts';
import { rowFieldsOf } from './rowFields.ts';
import type { Selection } from './selection.ts';

export { extendRowActions } from './rowActions.ts';

/** A reader, with the vault for encrypted fields. */
type Reader = SealContext & { session: Caller };

/** Returns a whole record as the user may see it. Actions that depend on the database are left out. */
export function answerRecord(
  entity: Entity,
  reader: Reader,
  row: Row,
  actions = rowActionsOf(entity, reader.session),
): Row {
  const caller = reader.session;
  const byRow = rowFieldsOf(entity, caller);
  const readonly = byRow.take(row);
  const shown = Object.fromEntries(
    [...columnsOf(entity, caller).keys(), ...byRow.names].map((name) => [name, row[name] ?? null]),
  );
  openRecords(reader, entity, [shown]);
  return { ...shown, _actions: actions.take(row), _readonly: readonly };
}

/**
 * Builds the query for these records, and the function that reads its rows. With `isMarked` the rows include the
 * reader's marks.
 */
function buildQuestion(entity: Entity, reader: Reader, ids: readonly number[], isMarked = false) {
  const caller = reader.session;
  const actions = rowActionsOf(entity, caller);
  const byRow = rowFieldsOf(entity, caller);
  const marks = isMarked ? rowMarksOf(entity, caller.userId) : null;
  return {
    build: (trx: ScopedTrx) => recordsQuery(trx, entity, caller, ids, { actions, byRow, marks }),
    finish(row: Row): Row {
      const answer = answerRecord(entity, reader, row, actions);
      return marks ? { ...answer, _marks: marks.take(row) } : answer;
    },
  };
}

interface Beside {
  actions: ReturnType<typeof rowActionsOf>;
  byRow: ReturnType<typeof rowFieldsOf>;
  marks: ReturnType<typeof rowMarksOf> | null;
}

/** Selects the records with these ids, without those that the caller may neither list nor read. */
function recordsQuery(
  trx: ScopedTrx,
  entity: Entity,
  caller: Caller,
  ids: readonly number[],
  { actions, byRow, marks }: Beside,
) {
  let query = trxAny(trx)
    .selectFrom(entity.name)
    .select([...new Set([...columnsOf(entity, caller).keys(), ...byRow.names, ...actions.reads])])
    .select((eb) =>
      [...actions.flags, ...byRow.flags].map(([name, condition]) => sql<boolean>`${condition(eb)}`.as(name)),
    )
    .select([...actions.beside, ...(marks?.columns ?? [])].map(([name, value]) => value.as(name)))
    .where((eb) => sql<SqlBool>`${eb.ref('id')} = any(${[...ids]}::int8[])`);
  for (const action of ['list', 'get']) {
    if (recordScope(caller, entity, action) === null) continue;
    const where = recordWhere(caller, entity, action);
    if (where) query = query.where(where);
  }
  return query;
}

/** Returns the records as the user may see them. Records that the user may neither list nor read are left out. */
export async function readRecords(
  trx: ScopedTrx,
  entity: Entity,
  reader: Reader,
  ids: readonly number[],
  isMarked = false,
): Promise<Row[]> {
  const question = buildQuestion(entity, reader, ids, isMarked);
  const query = question.build(trx);
  const whole = askWithLines(trx, reader.session, entity, ids, query);
  if (whole)
    return placeRecords(whole.place(await runStatements<Row[]>(trx, ...whole.questions)), ids, question);
  const rows = await runStatement(trx, query);
  const lines = await readShownLines(trx, reader.session, entity, rows);
  return placeRecords({ rows, lines }, ids, question);
}

/** Returns the found records with their lines, sorted like the ids. */
function placeRecords(
  { rows, lines }: ReturnType<WithLines['place']>,
  ids: readonly number[],
  { finish }: ReturnType<typeof buildQuestion>,
): Row[] {
  const found = new Map(rows.map((row, at) => [Number(row.id), { ...finish(row), ...lines[at] } as Row]));
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined);
}

/** Reads a record with its lines. Uses a single round trip if the lines refer to the id. */
export async function readRecord(
  entity: Entity,
  id: number,
  { db, session, vault }: Pick<CallContext, 'db' | 'session' | 'vault'>,
  isMarked = false,
): Promise<Row | undefined> {
  const { tenantId } = session;
  const reader = { session, vault };
  const question = buildQuestion(entity, reader, [id], isMarked);
  const whole = askWithLines(builder, session, entity, [id], question.build(builder));
  const [row] = whole
    ? placeRecords(whole.place(await db.askEach(tenantId, () => whole.questions)), [id], question)
    : await db.tenant(tenantId, (trx) => readRecords(trx, entity, reader, [id], isMarked));
  return row;
}

/** Returns the answer to a write. Values that the written row does not contain are read from the database. */
export async function answerWrite(entity: Entity, row: Row, ctx: CallContext): Promise<Row> {
  const actions = rowActionsOf(entity, ctx.session);
  const flags = actions.flags.length + actions.beside.length + rowFieldsOf(entity, ctx.session).flags.length;
  // The figures of a line are computed with its parent record, after the line itself is written.
  const whole = flags > 0 || lineSets(entity).length > 0 || entity.of?.in === 'form';
  const read = whole ? await readRecord(entity, Number(row.id), ctx) : undefined;
  // After a handover the writer may no longer see the record. The answer then contains the written state.
  return read ?? answerRecord(entity, ctx, row, actions);
}

/** Returns a page of the selected records. Sorting applies to all pages. */
export async function querySelected(
  ctx: CallContext,
  entity: Entity,
  selection: Selection,
  query: Readonly<Record<string, unknown>>,
) {
  const way = { at: '/selection', isMarked: true };
  const { records, total } = await listRecords(entity, query, ctx, selection, way);
  await attachLabels(ctx, entity, records);
  return { records: records as (Row & { id: number; version: number })[], total };
}
