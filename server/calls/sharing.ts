/** Hands records over to another owner, and shares them with users and departments. */
import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../engine/context.ts';
import { handOver } from '../engine/records/handover.ts';
import { endShare, listShares, shareMany, shareRecord } from '../engine/records/shares.ts';

export const sharingCalls = {
  recordHandover: ({ path, body: { selection, expected, ...input } }, ctx) =>
    handOver(
      ctx,
      entityOf(path.entity),
      { selection, ...(expected === undefined ? {} : { expected }) },
      input,
    ),

  recordShareMany: ({ path, body: { selection, expected, ...input } }, ctx) =>
    shareMany(
      ctx,
      entityOf(path.entity),
      { selection, ...(expected === undefined ? {} : { expected }) },
      input,
    ),
  recordShares: ({ path }, ctx) => listShares(ctx, entityOf(path.entity), path.id),
  recordShare: ({ path, body }, ctx) => shareRecord(ctx, entityOf(path.entity), path.id, body),
  recordShareEnd: ({ path }, ctx) => endShare(ctx, entityOf(path.entity), path.id, path.shareId),
} satisfies Partial<Calls<CallContext>>;
