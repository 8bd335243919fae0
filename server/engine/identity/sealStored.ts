/**
 * Encrypts values that were stored before encryption was introduced. Reports values that the current key cannot
 * decrypt.
 */
import { type RawBuilder, sql } from 'kysely';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { sealedFields } from '../../../runtime/core/sealed.ts';
import type { Trx } from '../../platform/db/index.ts';
import { snake } from '../../platform/db/tables/names.ts';
import { isSealed, type SealedAt, type Vault } from '../../platform/secrets/vault.ts';
import type { Services } from '../context.ts';
import { sealedAt } from '../entities/sealed.ts';

/** A table with secrets, in SQL: the selected rows and the identity of a row. */
interface SecretTable {
  /** Describes the data that is lost if it cannot be decrypted. */
  what: string;
  table: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
  secret: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  at(owner: number): SealedAt;
  set(sealed: string): RawBuilder<unknown>;
}

export const totpAt = (userId: number): SealedAt => ({ table: 'user_totp', column: 'secret', owner: userId });
export const webhookAt = (tenantId: number): SealedAt => sealedAt('notificationChannel', 'secret', tenantId);

const factors: SecretTable = {
  what: 'second factors',
  table: sql.table('user_totp'),
  id: sql.ref('user_id'),
  owner: sql.ref('user_id'),
  secret: sql.ref('secret'),
  where: sql`true`,
  at: totpAt,
  set: (sealed) => sql`secret = ${sealed}`,
};

/**
 * Returns the tables with an entity's records. These include tables of the recycle bin, for records deleted alone or
 * with another record.
 */
function secretTablesOf(entity: string, field: string): SecretTable[] {
  const column = snake(field);
  const owned = {
    what: `${entity}.${field}`,
    owner: sql.ref('tenant_id'),
    at: (tenantId: number) => sealedAt(entity, field, tenantId),
  };
  const deleted = {
    ...owned,
    secret: sql`(record ->> ${sql.lit(column)})`,
    where: sql`entity = ${entity}`,
    set: (sealed: string) =>
      sql`record = jsonb_set(record, array[${sql.lit(column)}], to_jsonb(${sealed}::text))`,
  };
  return [
    {
      ...owned,
      table: sql.table(snake(entity)),
      id: sql.ref('id'),
      secret: sql.ref(column),
      where: sql`true`,
      set: (sealed) => sql`${sql.ref(column)} = ${sealed}`,
    },
    { ...deleted, table: sql.table('recycle_bin'), id: sql.ref('id') },
    { ...deleted, table: sql.table('recycle_row'), id: sql.ref('seq') },
  ];
}

/** Encrypts unencrypted values. Returns the number of values that the key cannot decrypt. */
async function sealAll(trx: Trx, vault: Vault, secretTable: SecretTable): Promise<number> {
  const { table, id, owner, secret, where, at, set } = secretTable;
  const { rows } = await sql<{ id: number; owner: number; secret: string }>`
    select ${id} as id, ${owner} as owner, ${secret} as secret from ${table}
     where ${where} and ${secret} is not null`.execute(trx);
  let lost = 0;
  for (const row of rows) {
    const place = at(Number(row.owner));
    if (isSealed(row.secret)) {
      if (vault.open(row.secret, place) === null) lost += 1;
      continue;
    }
    // Several processes may do this at once. A value that another process has encrypted is skipped.
    await sql`update ${table} set ${set(vault.seal(row.secret, place))}
       where ${owner} = ${row.owner} and ${id} = ${row.id} and ${secret} = ${row.secret}`.execute(trx);
  }
  return lost;
}

export async function sealStored({
  db,
  vault,
  log,
  config,
}: Pick<Services, 'db' | 'vault' | 'log' | 'config'>) {
  const sealed = entityRegistry
    .all()
    .flatMap((entity) => sealedFields(entity).flatMap((field) => secretTablesOf(entity.name, field)));
  const lost: Record<string, number> = {};
  await db.system(async (trx) => {
    for (const secretTable of [factors, ...sealed]) {
      const count = await sealAll(trx, vault, secretTable);
      if (count > 0) lost[secretTable.what] = (lost[secretTable.what] ?? 0) + count;
    }
  });
  if (Object.keys(lost).length === 0) return;
  log.error(
    `the key in ${config.dataDir} is not the one that secrets in the database were sealed with: bring the file "key" of the installation back, or set these second factors and webhook channels up anew; devices go on with the tokens that they have, which can be renewed but not read any more`,
    lost,
  );
}
