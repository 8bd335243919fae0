/** Documented calls for the lines and the number of a record. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { reserveNumber } from '../derived/sequences.ts';
import { findId } from './key.ts';
import { type ActionOf, answerOne } from './read.ts';
import { bodyOf, type MappedInput, readSource, readSources } from './sources.ts';
import { changeRecord } from './write.ts';

/** Returns the lines of a record as the reader sees them. */
export async function serveChildren(action: ActionOf<'children'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const record = await answerOne(entity, await findId(entity, action.by, input, ctx), ctx);
  return record[action.lines] ?? [];
}

/** Replaces the lines of a record. Lines with an id are updated, and lines without an id are new. */
export async function servePutChildren(
  action: ActionOf<'putChildren'>,
  input: MappedInput,
  ctx: CallContext,
) {
  const { lines, by } = action;
  const id = await findId(entityOf(action.entity), by, input, ctx);
  const version = action.version && readSource(action.version, input, ctx.session);
  const record = await changeRecord(action.entity, id, { [lines]: bodyOf(input)[lines], version }, ctx);
  return record[lines] ?? [];
}

/** Reserves the next number of a sequence. It is never issued again. */
export function serveNumber(action: ActionOf<'number'>, input: MappedInput, ctx: CallContext) {
  const values = readSources(action.values, input, ctx.session);
  return ctx.db.tenant(ctx.session.tenantId, (trx) =>
    reserveNumber(trx, ctx, entityOf(action.entity), action.field, values),
  );
}
