/** Makes a transition of a record: permissions, guard, form, effects and history in one transaction. */

import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { movesOf, ownedFields, transitionAction } from '../../../runtime/core/rules/states.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { settleFigures } from '../derived/rollups.ts';
import { fieldsOf } from '../entities/columns.ts';
import { checkFormChoices } from '../entities/list/choices.ts';
import { nameRecord } from '../entities/nameRecord.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import type { Diff } from '../entities/write/recordDiff.ts';
import { valueStep } from '../entities/write/valueStep.ts';
import { announceRecord, requireRecord, updateRecordIn } from '../entities/write/write.ts';
import { hooksOf } from '../hooks.ts';
import { assignedValues, explainAssigned, runEffects } from './effects.ts';
import { checkForm } from './form.ts';
import type { Made, MoveStep } from './moveStep.ts';
import { changeReferred } from './referenceEffects.ts';
import { checkMove } from './refusal.ts';
import { moveVersions } from './versions.ts';

export interface MoveInput {
  name: string;
  /** Without a version, any version of the record is accepted. */
  version?: number;
  form?: Values;
  /** If true, a record that is already in the target state is returned unchanged. */
  again?: boolean;
}

/** Returns the locked record. If the caller may not make the transition, throws an error with its name. */
async function findMovable(
  trx: Trx,
  { session, lang }: MoveStep,
  entity: Entity,
  id: number,
  transition: Transition | undefined,
): Promise<Row> {
  const action = transition ? transitionAction(entity, transition) : 'get';
  try {
    return await requireRecord(trx, session, entity, id, action, true);
  } catch (error) {
    const refused = error instanceof AppError && error.key === 'http.forbidden';
    throw refused && transition
      ? new AppError('state.forbidden', { title: pickText(transition.title, lang) })
      : error;
  }
}

/** Returns the form's values that are not fields of the record, for the history. */
function describeForm(entity: Entity, form: Values): Diff {
  const fields = fieldsOf(entity);
  const others = Object.entries(form).filter(([name]) => !(name in fields));
  return Object.fromEntries(others.map(([name, value]) => [`form.${name}`, [null, value]]));
}

/** Makes an allowed transition of a locked record, including the values of its form. */
export async function moveIn(
  trx: Trx,
  entity: Entity,
  transition: Transition,
  before: Row,
  form: Values,
  ctx: MoveStep,
  held?: Row,
): Promise<{ record: Row; made: Made[] }> {
  const id = Number(before.id);
  const about = { field: entity.schema, values: before };
  await checkFormChoices(trx, transition.form ?? {}, form, about, ctx.lang);
  const fields = fieldsOf(entity);
  const shared = Object.entries(form).filter(([name]) => name in fields);
  const assigned = await assignedValues(trx, entity, transition, { ...before, ...form }, ctx.session);
  const owned = ownedFields(entity);
  // A transition may write the state, the approval's state and fields that only the server writes.
  const byServer = Map.groupBy(
    [...shared, ...Object.entries(assigned)],
    ([name]) => fields[name]?.readOnly === true || owned.has(name),
  );
  const body = Object.fromEntries(byServer.get(false) ?? []);
  const version = await writeGuard(ctx.db, entity, { deleting: false, lang: ctx.lang }, () =>
    moveVersions(trx, entity, transition, before, ctx),
  );
  const values = {
    ...Object.fromEntries(byServer.get(true) ?? []),
    ...version.values,
    ...(entity.states && transition.to !== undefined ? { [entity.states.field]: transition.to } : {}),
  };
  const { record } = await writeGuard(ctx.db, entity, { deleting: false, lang: ctx.lang }, () =>
    updateRecordIn(trx, ctx, entity, id, Number(before.version), body, {
      action: `transition:${transition.name}`,
      right: null,
      move: { values, told: describeForm(entity, form), held },
    }),
  ).catch((error: unknown) => {
    throw explainAssigned(entity, assigned, error, ctx);
  });
  const made = await runEffects(trx, entity, transition, record, form, ctx, moveIn);
  const changed = await changeReferred(trx, entity, transition, { record, form }, ctx, moveIn);
  return { record, made: [...version.made, ...made, ...changed, ...(await version.follow(record))] };
}

export interface Moved {
  record: Row;
  made: Made[];
  stale: boolean;
  /** True if the record was already in the state and nothing was written. */
  isSame?: true;
}

export async function moveRecordIn(
  trx: Trx,
  ctx: MoveStep,
  entity: Entity,
  id: number,
  { name, version, form: formValues = {}, again = false }: MoveInput,
): Promise<Moved> {
  const transition = movesOf(entity).find((transition) => transition.name === name);
  await settleFigures(trx, ctx.session.tenantId);
  const before = await findMovable(trx, ctx, entity, id, transition);
  if (!transition) throw new AppError('state.unknown', {}, { field: '/name' });
  if (version !== undefined && before.version !== version) return { record: before, made: [], stale: true };
  if (again && entity.states && before[entity.states.field] === transition.to)
    return { record: before, made: [], stale: false, isSame: true };
  await checkMove(trx, entity, transition, before, ctx);
  const form = checkForm(entity, transition, formValues, valueStep(ctx));
  return { ...(await moveIn(trx, entity, transition, before, form, ctx, before)), stale: false };
}

export function announceMove(ctx: MoveStep, entity: Entity, { record, made, isSame }: Moved): void {
  if (isSame) return;
  announceRecord(ctx, entity, Number(record.id), 'update');
  for (const touched of made) announceRecord(ctx, touched.entity, touched.id, touched.what);
  hooksOf(entity.name)?.moved?.(record, ctx);
}

/** Returns the record in its new state. Throws the reason if the transition is not allowed or not possible. */
export async function moveRecord(
  ctx: MoveStep,
  entity: Entity,
  id: number,
  input: MoveInput,
): Promise<{ record: Row; stale: boolean }> {
  const { db, session, lang } = ctx;
  const moved = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, (trx) => moveRecordIn(trx, ctx, entity, id, input)),
  );
  if (!moved.stale) announceMove(ctx, entity, moved);
  return moved;
}

/** Makes the transition of all records in one transaction. An error contains the name of its record. */
export async function moveRecords(
  ctx: MoveStep,
  entity: Entity,
  ids: readonly number[],
  input: Omit<MoveInput, 'version'>,
): Promise<void> {
  const { db, session, lang } = ctx;
  const moved = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const all: Moved[] = [];
      // Records are locked in a fixed order, so that two calls with the same records cannot deadlock.
      for (const id of ids.toSorted((first, other) => first - other))
        all.push(await nameRecord(id, () => moveRecordIn(trx, ctx, entity, id, input)));
      return all;
    }),
  );
  for (const move of moved) announceMove(ctx, entity, move);
}

/** The result for each record. */
interface Became {
  moved: number[];
  refused: { id: number; reason: string }[];
}

/** Makes the transition of each record in its own transaction. Returns the reason for each failure. */
export async function moveEach(
  ctx: MoveStep,
  entity: Entity,
  ids: readonly number[],
  input: Omit<MoveInput, 'version'>,
): Promise<Became> {
  const became: Became = { moved: [], refused: [] };
  for (const id of ids)
    try {
      await moveRecord(ctx, entity, id, input);
      became.moved.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      became.refused.push({ id, reason: answerError(error, ctx.lang).body.msg });
    }
  return became;
}
