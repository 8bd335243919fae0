/** Encrypts field values for the database. Users who may read the fields get the plain text. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { hashedFields, hashName, sealedFields } from '../../../runtime/core/sealed.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { snake } from '../../platform/db/tables/names.ts';
import { hashSecret, type SealedAt } from '../../platform/secrets/vault.ts';
import type { CallContext } from '../context.ts';

/** The tenant of the records, and the vault that encrypts their values. */
export interface SealContext {
  session: Pick<CallContext['session'], 'tenantId'>;
  vault: CallContext['vault'];
}

/**
 * An encrypted value is bound to its tenant, not to its record. A new record has no id yet, and a restored record gets
 * another id.
 */
export const sealedAt = (entity: string, field: string, tenantId: number): SealedAt => ({
  table: snake(entity),
  column: snake(field),
  owner: tenantId,
});

/** Returns the encrypted values, with hashes for finding records by value. */
export function sealValues(
  { session, vault }: SealContext,
  entity: EntityDefinition,
  values: Values,
): Values {
  const sealed = { ...values };
  const hashed = hashedFields(entity);
  for (const name of sealedFields(entity)) {
    const value = values[name];
    if (value === undefined) continue;
    const secret = typeof value === 'string' ? value : null;
    sealed[name] = secret && vault.seal(secret, sealedAt(entity.name, name, session.tenantId));
    if (hashed.includes(name)) sealed[hashName(name)] = secret && hashSecret(secret);
  }
  return sealed;
}

/** Decrypts the records in place. A value that cannot be decrypted becomes empty. */
export function openRecords<R extends Row>(
  { session, vault }: SealContext,
  entity: EntityDefinition,
  records: R[],
): R[] {
  for (const name of sealedFields(entity))
    for (const record of records as Row[]) {
      const value = record[name];
      if (typeof value === 'string')
        record[name] = vault.open(value, sealedAt(entity.name, name, session.tenantId));
    }
  return records;
}
