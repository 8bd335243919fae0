/**
 * Writes checked rows in one transaction for each batch. If a batch fails, it is halved until the failing row is
 * found.
 */

import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { runEndings } from '../../../platform/db/beforeCommit.ts';
import { errorCode, isConnectionLost } from '../../../platform/db/connect/connect.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { createDictionaryReader } from '../../dictionary/entries.ts';
import { lockTree } from '../../entities/tree.ts';
import { type Change, insertRows, lockRows, updateRows } from '../../entities/write/bulk.ts';
import { writeGuard } from '../../entities/write/constraints.ts';
import { claimFiles } from '../../entities/write/fileUse.ts';
import { announceRecord, prepareCreate, prepareUpdate, requireRecord } from '../../entities/write/write.ts';
import type { WriteStep } from '../../entities/write/writeStep.ts';
import type { ImportContext, RowPlan } from './rowPlan.ts';
import { errorLines } from './rowRules.ts';

const ACTION = 'import';
/** Number of rows per statement. */
export const BATCH = 500;

interface Written {
  id: number;
  do: 'create' | 'update';
}

export interface WriteWish {
  /** If true, all rows are written and then rolled back. */
  dryRun: boolean;
  /** Called in the transaction that writes the rows. */
  keep?: ((trx: Trx, plans: readonly RowPlan[]) => Promise<void>) | undefined;
}

/** Thrown to roll a transaction back without an error. */
class Rollback extends Error {}

function addProblems(entity: Entity, plan: RowPlan, error: AppError, { lang }: ImportContext): void {
  for (const { field, msg } of errorLines(error, lang)) {
    const column = field.split('/')[1] ?? '';
    const title = pickText(entity.schema.properties?.[column]?.title, lang) ?? column;
    plan.problems.push({ row: plan.row, column, title, reason: msg });
  }
}

/** Returns the locked record. Throws if it was changed since the check. */
async function findBefore(
  trx: Trx,
  { session }: WriteStep,
  entity: Entity,
  { before }: RowPlan,
  locked: ReadonlyMap<number, Change['before']>,
): Promise<Change['before']> {
  const id = Number(before?.id);
  const now = locked.get(id) ?? (await requireRecord(trx, session, entity, id, 'update', true));
  if (now.version !== before?.version) throw new AppError('entity.stale');
  return now;
}

async function storeBatch(
  trx: Trx,
  context: ImportContext,
  entity: Entity,
  plans: readonly RowPlan[],
): Promise<Written[]> {
  const step: WriteStep = { ...context, dictionaries: createDictionaryReader() };
  const ids = plans.flatMap(({ before }) => (before ? [Number(before.id)] : []));
  await lockTree(
    trx,
    context.session,
    entity,
    plans.map(({ values }) => values),
  );
  const locked = await lockRows(trx, step, entity, ids);
  const creates: Values[] = [];
  const changes: Change[] = [];
  for (const plan of plans) {
    const { values: body } = plan;
    try {
      if (plan.before) {
        const before = await findBefore(trx, step, entity, plan, locked);
        changes.push({ before, values: await prepareUpdate(trx, step, entity, { before, body }) });
      } else creates.push(await prepareCreate(trx, step, entity, body));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      addProblems(entity, plan, error, context);
    }
  }
  if (plans.some(({ problems }) => problems.length > 0)) throw new Rollback();
  const made = await insertRows(trx, step, entity, creates, ACTION);
  await updateRows(trx, step, entity, changes, ACTION);
  for (const row of made) await claimFiles(trx, step, entity, {}, row);
  for (const { before, values } of changes)
    await claimFiles(trx, step, entity, before, { ...values, id: before.id });
  return [
    ...made.map(({ id }): Written => ({ id: Number(id), do: 'create' })),
    ...changes.map(({ before }): Written => ({ id: Number(before.id), do: 'update' })),
  ];
}

/** Writes all given rows or none. Rows without a change are skipped. */
export async function writeRows(
  context: ImportContext,
  entity: Entity,
  plans: readonly RowPlan[],
  { dryRun, keep }: WriteWish,
): Promise<void> {
  const { db, session, lang } = context;
  const changed = plans.filter(({ unchanged }) => !unchanged);
  const written: Written[] = [];
  try {
    await writeGuard(db, entity, { deleting: false, lang }, () =>
      db.tenant(session.tenantId, async (trx) => {
        for (let start = 0; start < changed.length; start += BATCH)
          written.push(...(await storeBatch(trx, context, entity, changed.slice(start, start + BATCH))));
        await keep?.(trx, plans);
        if (!dryRun) return;
        // Roll-ups of parent records are computed here, and rules of these parents may refuse rows.
        await runEndings(trx);
        throw new Rollback();
      }),
    );
  } catch (error) {
    if (error instanceof Rollback) return;
    throw error;
  }
  for (const plan of plans) plan.written = true;
  for (const entry of written) announceRecord(context, entity, entry.id, entry.do);
}

/** Returns the error if it concerns the values of a row. Null for all other errors. */
function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const ofData = /^2[23]/.test(errorCode(error)) && !isConnectionLost(error);
  return ofData ? new AppError('http.invalid') : null;
}

/**
 * Writes rows. Rows that a rule, a hook or the database refuses get the reason as a problem. The other rows are
 * written.
 */
export async function writeBatch(
  context: ImportContext,
  entity: Entity,
  plans: readonly RowPlan[],
  wish: WriteWish,
): Promise<void> {
  if (plans.length === 0) return;
  try {
    await writeRows(context, entity, plans, wish);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const [first] = plans;
    if (plans.length === 1 && first) return addProblems(entity, first, refusal, context);
    const half = Math.ceil(plans.length / 2);
    await writeBatch(context, entity, plans.slice(0, half), wish);
    await writeBatch(context, entity, plans.slice(half), wish);
    return;
  }
  const good = plans.filter(({ problems }) => problems.length === 0);
  if (good.length < plans.length) await writeBatch(context, entity, good, wish);
}
