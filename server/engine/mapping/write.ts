/** Documented calls that change records. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { answerWrite } from '../entities/actions.ts';
import { checkChange } from '../entities/bodies.ts';
import { recordsBulkDelete, recordsBulkUpdate } from '../entities/bulkChange.ts';
import { may } from '../entities/columns.ts';
import { createRecord, deleteRecord, updateRecord } from '../entities/write.ts';
import { moveRecord, moveRecords } from '../states/transition.ts';
import { findId } from './key.ts';
import { type ActionOf, answerOne } from './read.ts';
import { bodyOf, type MappedInput, readIds, readSources } from './sources.ts';

const valuesOf = (input: MappedInput): Values => bodyOf(input);

export async function serveCreate(action: ActionOf<'create'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const taken = Object.values(action.values ?? {}).flatMap((source) =>
    typeof source === 'object' && source !== null && 'body' in source ? [source.body] : [],
  );
  const own = Object.entries(valuesOf(input)).filter(([name]) => !taken.includes(name));
  const values = { ...Object.fromEntries(own), ...readSources(action.values, input, ctx.session) };
  return answerWrite(entity, await createRecord(ctx, entity, values), ctx);
}

/** Changes a record under the version that the body names; a stale one answers 409 with the current record. */
async function changeRecord(entityName: string, id: number, values: Values, ctx: CallContext) {
  const entity = entityOf(entityName);
  if (values.id !== undefined && Number(values.id) !== id) throw new AppError('http.notFound');
  const { record, stale } = await updateRecord(ctx, entity, id, Number(values.version), values);
  const answer = await answerWrite(entity, record, ctx);
  if (stale) throw new AppError('entity.stale', {}, { data: answer });
  return answer;
}

export async function serveUpdate(action: ActionOf<'update'>, input: MappedInput, ctx: CallContext) {
  const id = await findId(entityOf(action.entity), action.by, input, ctx);
  return changeRecord(action.entity, id, valuesOf(input), ctx);
}

/** Creates a record, or changes the one whose id the body names: each needs its own permission. */
export async function serveSave(action: ActionOf<'save'>, input: MappedInput, ctx: CallContext) {
  const values = valuesOf(input);
  const isNew = values.id === undefined;
  if (!may(ctx.session, `${action.entity}:${isNew ? 'create' : 'update'}`))
    throw new AppError('http.forbidden');
  if (!isNew) return changeRecord(action.entity, Number(values.id), values, ctx);
  const entity = entityOf(action.entity);
  return answerWrite(entity, await createRecord(ctx, entity, values), ctx);
}

export async function serveDelete(action: ActionOf<'delete'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  if (action.many) {
    const ids = readIds(action.many, input);
    return recordsBulkDelete(ctx, entity, { selection: { ids }, expected: ids.length });
  }
  await deleteRecord(ctx, entity, await findId(entity, action.by, input, ctx));
  return null;
}

/** Gives the fields these values; many records get them all together or not at all. */
export async function serveSet(action: ActionOf<'set'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const values: Values = readSources(action.values, input, ctx.session);
  if (action.many) {
    const ids = readIds(action.many, input);
    return recordsBulkUpdate(ctx, entity, { selection: { ids }, expected: ids.length, values });
  }
  if (action.where) {
    const where = readSources(action.where, input, ctx.session);
    return recordsBulkUpdate(ctx, entity, { selection: { where }, values });
  }
  const errors = checkChange(entity, values, ctx.lang, '');
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  const id = await findId(entity, action.by, input, ctx);
  const { record } = await updateRecord(ctx, entity, id, null, values);
  return answerWrite(entity, record, ctx);
}

export async function serveTransition(action: ActionOf<'transition'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const form: Values = readSources(action.form, input, ctx.session);
  const move = { name: action.transition, form };
  if (action.many) {
    const ids = readIds(action.many, input);
    await moveRecords(ctx, entity, ids, move);
    return { count: ids.length };
  }
  const id = await findId(entity, action.by, input, ctx);
  await moveRecord(ctx, entity, id, move);
  // Whoever moved a record may no longer see it.
  return answerOne(entity, id, ctx).catch((error: unknown) => {
    if (error instanceof AppError && error.key === 'http.notFound') return null;
    throw error;
  });
}
