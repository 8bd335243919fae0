import type { Calls } from '../../generated/calls.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../engine/context.ts';
import { readRecord } from '../engine/entities/list/actions.ts';
import { bulkMoveRecords } from '../engine/states/bulkMove.ts';
import { moveRecord } from '../engine/states/transition.ts';
import { AppError } from '../platform/errors/errors.ts';

export const statesCalls = {
  async recordTransition({ path, body }, ctx) {
    const entity = entityRegistry.get(path.entity);
    if (!entity) throw new AppError('http.notFound');
    const { record, stale } = await moveRecord(ctx, entity, path.id, body);
    // After a transition the caller may no longer see the record.
    const { id, version } = record as { id: number; version: number };
    const answer = { id, version, ...(await readRecord(entity, path.id, ctx)) };
    if (stale) throw new AppError('entity.stale', {}, { data: answer });
    return answer;
  },

  async recordBulkTransition({ path, body }, ctx) {
    const entity = entityRegistry.get(path.entity);
    if (!entity) throw new AppError('http.notFound');
    return bulkMoveRecords(ctx, entity, body);
  },
} satisfies Partial<Calls<CallContext>>;
