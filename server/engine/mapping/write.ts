/** Documented calls that change records. */
import type { RequestedValue } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { movesOf } from '../../../runtime/core/rules/states.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { answerWrite } from '../entities/list/actions.ts';
import { bulkDeleteRecords, bulkUpdateRecords } from '../entities/write/bulkChange.ts';
import { createRecords } from '../entities/write/createMany.ts';
import { checkChange } from '../entities/write/recordValidation.ts';
import { announceRecord, createRecord, deleteRecord, updateRecord } from '../entities/write/write.ts';
import {
  announceMove,
  type Moved,
  type MoveInput,
  moveEach,
  moveRecord,
  moveRecordIn,
  moveRecords,
} from '../states/transition.ts';
import { readConditions } from './conditions.ts';
import { findId } from './key.ts';
import { type ActionOf, answerOne } from './read.ts';
import { savedGuard, saveGuard, saveIn } from './save.ts';
import {
  bodyOf,
  isRequested,
  type MappedInput,
  readIds,
  readSource,
  readSources,
  type Sources,
} from './sources.ts';

const valuesOf = (input: MappedInput): Values => bodyOf(input);

export async function serveCreate(action: ActionOf<'create'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const { values: fixed = {}, each = {}, same } = action;
  const setNames = namesBeside({ ...fixed, ...each, ...(same ? { same } : {}) });
  const own = Object.entries(valuesOf(input)).filter(([name]) => !setNames.includes(name));
  const values = { ...Object.fromEntries(own), ...readSources(fixed, input, ctx.session) };
  const [split] = Object.entries(readSources(each, input, ctx.session));
  if (!split) return answerWrite(entity, await createRecord(ctx, entity, values), ctx);
  const [field, chosen] = split;
  const rows = [...new Set([chosen].flat())].map((value) => ({ ...values, [field]: value }));
  const made: Row[] = [];
  for (const record of await createRecords(ctx, entity, rows))
    made.push(await answerWrite(entity, record, ctx));
  return made;
}

/** Changes a record with the version in the body. If the version is outdated, throws 409 with the current record. */
export async function changeRecord(entityName: string, id: number, values: Values, ctx: CallContext) {
  const entity = entityOf(entityName);
  if (values.id !== undefined && Number(values.id) !== id) throw new AppError('http.notFound');
  const version = values.version === undefined ? null : Number(values.version);
  const { record, stale } = await updateRecord(ctx, entity, id, version, values);
  const answer = await answerWrite(entity, record, ctx);
  if (stale) throw new AppError('entity.stale', {}, { data: answer });
  return answer;
}

export async function serveUpdate(action: ActionOf<'update'>, input: MappedInput, ctx: CallContext) {
  const id = await findId(entityOf(action.entity), action.by, input, ctx);
  return changeRecord(action.entity, id, valuesOf(input), ctx);
}

/** Creates a record, or changes the record whose id is in the body. Each requires its own permission. */
export async function serveSave(action: ActionOf<'save'>, input: MappedInput, ctx: CallContext) {
  const values = valuesOf(input);
  const isNew = values.id === undefined;
  saveGuard(ctx, entityOf(action.entity), isNew);
  if (!isNew) return changeRecord(action.entity, Number(values.id), values, ctx);
  const entity = entityOf(action.entity);
  return answerWrite(entity, await createRecord(ctx, entity, values), ctx);
}

export async function serveDelete(action: ActionOf<'delete'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  if (action.many) {
    const ids = readIds(action.many, input);
    return bulkDeleteRecords(ctx, entity, { selection: { ids }, expected: ids.length });
  }
  await deleteRecord(ctx, entity, await findId(entity, action.by, input, ctx));
  return null;
}

/** Sets fields of one or many records, in one transaction. */
export async function serveSet(action: ActionOf<'set'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const values: Values = readSources(action.values, input, ctx.session);
  if (action.many) {
    const ids = readIds(action.many, input);
    return bulkUpdateRecords(ctx, entity, { selection: { ids }, expected: ids.length, values });
  }
  if (action.where) {
    const where = readConditions(action.where, input, ctx);
    return bulkUpdateRecords(ctx, entity, { selection: { where }, values });
  }
  const errors = checkChange(entity, values, ctx.lang, '');
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  const id = await findId(entity, action.by, input, ctx);
  const { record } = await updateRecord(ctx, entity, id, null, values);
  return answerWrite(entity, record, ctx);
}

/** Returns the names in the body that are not fields of the record. */
const namesBeside = (sources: Sources = {}): string[] =>
  Object.values(sources).flatMap((source) => (isRequested(source) && 'body' in source ? [source.body] : []));

/** Returns the values in the body that are not fields of the record. */
const besideOf = ({ form, transition, same }: ActionOf<'transition'>): Sources => ({
  ...form,
  ...(typeof transition === 'object' && 'body' in transition ? { $move: transition as RequestedValue } : {}),
  ...(same ? { $same: same } : {}),
});

/** Saves the record in the body and makes its transition, in one transaction. */
async function saveAndMove(
  action: ActionOf<'transition'>,
  move: MoveInput,
  input: MappedInput,
  ctx: CallContext,
): Promise<number> {
  const entity = entityOf(action.entity);
  const { saved, moved } = await savedGuard(ctx, entity, async (trx) => {
    const saved = await saveIn(trx, ctx, entity, input, namesBeside(besideOf(action)));
    const moved: Moved = await moveRecordIn(trx, ctx, entity, Number(saved.record.id), move);
    return { saved, moved };
  });
  if (saved.isNew) announceRecord(ctx, entity, Number(saved.record.id), 'create');
  announceMove(ctx, entity, moved);
  return Number(saved.record.id);
}

/** Returns the transition of the call, which may depend on a value of the request. */
function moveOf({ transition }: ActionOf<'transition'>, input: MappedInput, ctx: CallContext): string {
  if (typeof transition === 'string') return transition;
  const { of, ...source } = transition;
  return of[String(readSource(source as RequestedValue, input, ctx.session))] ?? '';
}

/** Returns only the values for fields in the form of this transition. */
function formFitting(entity: Entity, name: string, form: Values): Values {
  const formFields = movesOf(entity).find((move) => move.name === name)?.form?.properties ?? {};
  return Object.fromEntries(Object.entries(form).filter(([field]) => field in formFields));
}

/** Reads the values of the form: the body without the id, or the values that the call's description names. */
function formOf(
  { from, form, by, many, same }: ActionOf<'transition'>,
  input: MappedInput,
  ctx: CallContext,
): Values {
  if (from !== 'body') return readSources(form, input, ctx.session);
  const beside = namesBeside({ ...by, ...(many ? { many } : {}), ...(same ? { same } : {}) });
  return Object.fromEntries(Object.entries(bodyOf(input)).filter(([name]) => !beside.includes(name)));
}

export async function serveTransition(action: ActionOf<'transition'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const name = moveOf(action, input, ctx);
  const read = formOf(action, input, ctx);
  const form = typeof action.transition === 'string' ? read : formFitting(entity, name, read);
  const move = { name, form, again: action.again === true };
  if (action.many) {
    const ids = readIds(action.many, input);
    if (action.each) return moveEach(ctx, entity, ids, move);
    await moveRecords(ctx, entity, ids, move);
    return { count: ids.length };
  }
  const id = action.save
    ? await saveAndMove(action, move, input, ctx)
    : await findId(entity, action.by, input, ctx);
  if (!action.save) await moveRecord(ctx, entity, id, move);
  // After a transition the caller may no longer see the record.
  return answerOne(entity, id, ctx).catch((error: unknown) => {
    if (error instanceof AppError && error.key === 'http.notFound') return null;
    throw error;
  });
}
