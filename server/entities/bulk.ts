import type { EntityDefinition } from '../../generated/definition.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { audit_write, record_diff } from './audit.ts';
import { hooks } from './hooks.ts';
import { type Row, trx_any } from './query.ts';
import { values_create, values_store } from './values.ts';

/**
 * Creates many records in the transaction of the caller, with the same rules, hooks and audit lines as one by one.
 * `owned` are server-owned values of each record that its creation does not decide by itself.
 */
export async function records_insert(
  trx: Trx,
  { session, lang }: Pick<CallContext, 'session' | 'lang'>,
  entity: EntityDefinition,
  bodies: readonly { values: Values; owned?: Values }[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const { values: body, owned } of bodies) {
    const valid = values_create(entity, body, lang);
    const values: Row = {
      ...((await hooks[entity.name]?.beforeCreate?.(valid, { trx, session })) ?? valid),
      ...owned,
    };
    const { tenantId, userId } = session;
    const { id } = (await trx_any(trx)
      .insertInto(entity.name)
      .values({
        ...values_store(entity, values, Object.keys(values)),
        tenantId,
        createdBy: userId,
        updatedBy: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()) as { id: number };
    await audit_write(trx, {
      tenantId,
      userId,
      entity: entity.name,
      id,
      action: 'create',
      diff: record_diff(entity, {}, values),
    });
    ids.push(id);
  }
  return ids;
}
