/** Returns the flow for an entity's records. A flow that the tenant published replaces the one in the definition. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Flow } from '../../../runtime/core/flow/walk.ts';
import type { Trx } from '../../platform/db/index.ts';

export interface FlowInForce {
  /** Null for the flow of the definition. */
  version: number | null;
  steps: Flow;
}

export async function flowInForce(trx: Trx, { name, approval }: Entity): Promise<FlowInForce> {
  const own = await trx
    .selectFrom('approvalFlow')
    .select(['version', 'steps'])
    .where('entity', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return own ?? { version: null, steps: approval?.steps ?? [] };
}
