/** Documented calls that hand records over, share them, or mark them for the caller. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import type { Picked } from '../entities/write/bulkChange.ts';
import { handOver } from '../records/handover.ts';
import { answerMarkPeople } from '../records/markPeople.ts';
import { setMark } from '../records/marks.ts';
import { shareRecord } from '../records/shares.ts';
import { findId } from './key.ts';
import type { ActionOf } from './read.ts';
import { bodyOf, type MappedInput, readIds, readSources } from './sources.ts';

/** Returns the selection of the call: ids, or a filter with the number of records that the user saw. */
async function pickedBy(action: ActionOf<'handover'>, input: MappedInput, ctx: CallContext): Promise<Picked> {
  const { many, by, from } = action;
  if (!many) return { selection: { ids: [await findId(entityOf(action.entity), by, input, ctx)] } };
  const ids = readIds(many, input);
  if (ids.length > 0 || from !== 'body') return { selection: { ids } };
  const { filter, search, expected } = bodyOf(input) as {
    filter?: string;
    search?: string;
    expected?: number;
  };
  // A filter requires the number of records, so that a missing filter cannot hand over all records.
  if (expected === undefined) throw new AppError('http.invalid', {}, { field: '/expected' });
  return { selection: { filter, search }, expected };
}

export async function serveHandover(action: ActionOf<'handover'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const picked = await pickedBy(action, input, ctx);
  const { to, comment, with: along } = action;
  const values = readSources(
    { userId: to, ...(comment ? { reason: comment } : {}), ...(along ? { with: along } : {}) },
    input,
    ctx.session,
  );
  return handOver(ctx, entity, picked, values as unknown as Parameters<typeof handOver>[3]);
}

export async function serveShare(action: ActionOf<'share'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const { users, depts, right, until } = action;
  const values = readSources(
    {
      userIds: users,
      ...(depts ? { deptIds: depts } : {}),
      ...(right ? { right } : {}),
      ...(until ? { until } : {}),
    },
    input,
    ctx.session,
  );
  const share = { right: 'read', ...values } as Parameters<typeof shareRecord>[3];
  return shareRecord(ctx, entity, await findId(entity, action.by, input, ctx), share);
}

export async function serveToggle(
  { entity, mark, on, by }: ActionOf<'toggle'>,
  input: MappedInput,
  ctx: CallContext,
) {
  return setMark(ctx, { entity, id: await findId(entityOf(entity), by, input, ctx), mark }, on);
}

export async function serveMarkPeople(
  { entity, mark, by }: ActionOf<'markPeople'>,
  input: MappedInput,
  ctx: CallContext,
) {
  return answerMarkPeople(ctx, { entity, id: await findId(entityOf(entity), by, input, ctx), mark });
}
