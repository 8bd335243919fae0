import type { Calls } from '../../generated/calls.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { readRecord } from '../entities/actions.ts';
import { AppError } from '../http/errors.ts';
import { moveRecord } from '../states/transition.ts';

export const statesCalls = {
  async recordTransition({ path, body }, ctx) {
    const entity = entityRegistry.get(path.entity);
    if (!entity) throw new AppError('http.notFound');
    const { record, stale } = await moveRecord(ctx, entity, path.id, body);
    // Whoever moved a record may no longer see it.
    const { id, version } = record as { id: number; version: number };
    const answer = { id, version, ...(await readRecord(entity, path.id, ctx)) };
    if (stale) throw new AppError('entity.stale', {}, { data: answer });
    return answer;
  },
} satisfies Partial<Calls<CallContext>>;
