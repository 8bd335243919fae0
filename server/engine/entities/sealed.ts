/** Fields whose values stand sealed in the database; whoever may read them is shown what they say. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import { snake } from '../../platform/db/names.ts';
import type { SealedAt } from '../../platform/secrets/vault.ts';
import type { CallContext } from '../context.ts';
import { hooksOf } from '../hooks.ts';

type SealContext = Pick<CallContext, 'session' | 'vault'>;

/** The number of a record is not known before it is written, and another one after it was restored: the tenant owns it. */
export const sealedAt = (entity: string, field: string, tenantId: number): SealedAt => ({
  table: snake(entity),
  column: snake(field),
  owner: tenantId,
});

/** The values as they are to be stored. */
export function sealValues(
  { session, vault }: SealContext,
  entity: EntityDefinition,
  values: Values,
): Values {
  const sealed = { ...values };
  for (const name of hooksOf(entity.name)?.sealed ?? []) {
    const value = sealed[name];
    if (typeof value === 'string')
      sealed[name] = vault.seal(value, sealedAt(entity.name, name, session.tenantId));
  }
  return sealed;
}

/** The records as they are shown, changed in place; a value that nothing opens any more is empty. */
export function openRecords<R extends Row>(
  { session, vault }: SealContext,
  entity: EntityDefinition,
  records: R[],
): R[] {
  for (const name of hooksOf(entity.name)?.sealed ?? [])
    for (const record of records as Row[]) {
      const value = record[name];
      if (typeof value === 'string')
        record[name] = vault.open(value, sealedAt(entity.name, name, session.tenantId));
    }
  return records;
}
