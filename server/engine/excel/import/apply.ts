/** Writes checked rows, a batch in one transaction; what stops it is sought by halves. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
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
/** Rows of one statement. */
export const BATCH = 500;

interface Written {
  id: number;
  do: 'create' | 'update';
}

export interface WriteWish {
  /** Everything is tried, and taken back. */
  dryRun: boolean;
  /** Runs within the transaction that writes these rows. */
  keep?: ((trx: Trx, plans: readonly RowPlan[]) => Promise<void>) | undefined;
}

/** Ends a transaction without an error: nothing of it stays. */
class Rollback extends Error {}

function addProblems(entity: Entity, plan: RowPlan, error: AppError, { lang }: ImportContext): void {
  for (const { field, msg } of errorLines(error, lang)) {
    const column = field.split('/')[1] ?? '';
    const title = entity.schema.properties?.[column]?.title?.[lang] ?? column;
    plan.problems.push({ row: plan.row, column, title, reason: msg });
  }
}

/** The current record, locked; refuses when it was changed since it was read. */
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

/** All of these rows or none; the rows that are already as they should be are left alone. */
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
        // Roll-ups above them are worked out last, and may refuse them, too.
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

/** Returns what the database says about the values of a row, whichever way it puts it. */
function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const ofData = /^2[23]/.test(errorCode(error)) && !isConnectionLost(error);
  return ofData ? new AppError('http.invalid') : null;
}

/** Rows that a rule, a hook or the database refuses keep their reason; the others are written. */
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
