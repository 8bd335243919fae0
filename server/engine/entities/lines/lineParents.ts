/**
 * Writing a single line also changes the record that contains it: its figures are updated and its version increases.
 */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { lineSets } from '../../../../runtime/core/lines.ts';
import { brokenRules } from '../../../../runtime/core/rules/crossRules.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { lockedFields } from '../../../../runtime/core/rules/states.ts';
import { settleValues, stripValues } from '../../../../runtime/core/rules/values.ts';
import { brokenRuleMessage } from '../../../../runtime/fieldTypes/fieldMessage.ts';
import { writeAudit } from '../../../platform/db/auditLog.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { fieldsOf } from '../columns.ts';
import { toStoredRow } from '../values.ts';
import { diffRecord } from '../write/recordDiff.ts';
import { allColumns } from '../write/writableColumns.ts';
import { type FollowStep, followLines, listChangedFigures } from './lineFigures.ts';
import { readLinesOf } from './lines.ts';
import { checkApprovalFree, lockedGuard } from './ownedFields.ts';

/** The records that contain the written lines, by key. */
export interface Holders {
  parent: Entity;
  /** True if the parent is computed from its lines. Other child records only lock the parent. */
  isLines: boolean;
  /** The field of the parent that contains the lines. */
  as: string;
  key: string;
  keys: unknown[];
}

const keyIn = (key: string, values: readonly unknown[]) =>
  sql<boolean>`${sql.ref(key)}::text = any(${values.map(String)}::text[])`;

/**
 * Locks the records that contain these lines, before any line is locked. Saving a whole record locks in the same
 * order. Null if records of the entity are never lines and do not lock a parent.
 */
export async function lockHolders(
  trx: Trx,
  entity: EntityDefinition,
  rows: readonly Values[],
  ids: readonly number[] = [],
): Promise<Holders | null> {
  const { of } = entity;
  if (of?.in !== 'form' && of?.locked !== 'with') return null;
  const { 'x-ref': target = '', 'x-refKey': key = 'id' } = fieldsOf(entity)[of.field] ?? {};
  const parent = entityOf(target);
  const stored: Row[] =
    ids.length === 0
      ? []
      : await trxAny(trx).selectFrom(entity.name).select(of.field).where('id', 'in', ids).execute();
  const named = [...stored, ...rows].map((row) => row[of.field]);
  const keys = [...new Set(named.filter((value) => value !== null && value !== undefined))];
  if (keys.length > 0)
    await trxAny(trx)
      .selectFrom(parent.name)
      .select('id')
      .where(keyIn(key, keys))
      .orderBy('id')
      .forUpdate()
      .execute();
  return { parent, isLines: of.in === 'form', as: of.as, key, keys };
}

/** Checks the rules of a line that depend on its record, because the line is written alone. */
function refuseLines({ schema }: Entity, values: Values, { lang }: FollowStep): void {
  const { 'x-rules': _, ...linesOnly } = schema;
  const [broken] = brokenRules(linesOnly, values, {});
  if (!broken?.text) return;
  const field = `/${broken.path.at(-1)}`;
  throw new AppError(
    'http.invalid',
    {},
    { errors: [{ field, msg: brokenRuleMessage(broken.text, broken.holder, lang) }] },
  );
}

async function updateParent(trx: Trx, step: FollowStep, { parent, as }: Holders, before: Row): Promise<void> {
  const { session } = step;
  checkApprovalFree(parent, before);
  lockedGuard(parent, before, [as]);
  const lines = await readLinesOf(trx, { session }, parent, before);
  const values = settleValues(parent.schema, stripValues(parent.schema, { ...before, ...lines }));
  refuseLines(parent, values, step);
  for (const { name, link } of lineSets(parent))
    await followLines(
      trx,
      step,
      entityOf(link.entity),
      lines[name] as Row[],
      (values[name] ?? []) as Values[],
    );
  const [after] = (await trxAny(trx)
    .updateTable(parent.name)
    .set({
      ...toStoredRow(parent, values, listChangedFigures(parent, values, before)),
      version: Number(before.version) + 1,
      updatedBy: session.userId,
      updatedAt: new Date().toISOString(),
    })
    .where('id', '=', before.id)
    .returning(allColumns(parent))
    .execute()) as Row[];
  const diff = diffRecord(parent, before, after!);
  if (Object.keys(diff).length === 0) return;
  const { tenantId, userId } = session;
  const entry = { tenantId, userId, entity: parent.name, id: Number(before.id), action: 'update', diff };
  await writeAudit(trx, entry);
}

/** Recomputes the locked records and increases their versions. Throws if an approval or a state locks one of them. */
export async function followHolders(trx: Trx, step: FollowStep, holders: Holders | null): Promise<void> {
  if (!holders || holders.keys.length === 0) return;
  const { parent, isLines, key, keys } = holders;
  const rows: Row[] = await trxAny(trx)
    .selectFrom(parent.name)
    .select(allColumns(parent))
    .where(keyIn(key, keys))
    .orderBy('id')
    .execute();
  for (const row of rows) {
    if (isLines) await updateParent(trx, step, holders, row);
    else if (lockedFields(parent, row).length > 0) throw new AppError('state.locked');
  }
}
