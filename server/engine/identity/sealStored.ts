/** Seals what was stored in clear before secrets were sealed, and reports what the key of today does not open. */
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { isSealed, type SealedAt, type Vault } from '../../platform/secrets/vault.ts';
import type { Services } from '../context.ts';
import { sealedAt } from '../entities/sealed.ts';

interface Kept {
  id: number;
  owner: number;
  secret: string;
}

/** A table that keeps secrets: its rows, and how one of them is changed while it still is what was read. */
interface Keeper {
  at(owner: number): SealedAt;
  read(trx: Trx): Promise<Kept[]>;
  write(trx: Trx, row: Kept, sealed: string): Promise<unknown>;
}

const rowsOf = async (asked: Promise<{ rows: Kept[] }>): Promise<Kept[]> => (await asked).rows;

export const totpAt = (userId: number): SealedAt => ({ table: 'user_totp', column: 'secret', owner: userId });
export const webhookAt = (tenantId: number): SealedAt => sealedAt('notificationChannel', 'secret', tenantId);

const factors: Keeper = {
  at: totpAt,
  read: (trx) =>
    rowsOf(sql<Kept>`select user_id as id, user_id as owner, secret from user_totp`.execute(trx)),
  write: (trx, { id, secret }, sealed) =>
    sql`update user_totp set secret = ${sealed} where user_id = ${id} and secret = ${secret}`.execute(trx),
};

const channels: Keeper = {
  at: webhookAt,
  read: (trx) =>
    rowsOf(
      sql<Kept>`select id, tenant_id as owner, secret from notification_channel where secret is not null`.execute(
        trx,
      ),
    ),
  write: (trx, { id, owner, secret }, sealed) =>
    sql`update notification_channel set secret = ${sealed}
         where tenant_id = ${owner} and id = ${id} and secret = ${secret}`.execute(trx),
};

/** Channels that were deleted lie there with their secrets. */
const deletedChannels: Keeper = {
  at: webhookAt,
  read: (trx) =>
    rowsOf(
      sql<Kept>`select id, tenant_id as owner, record ->> 'secret' as secret from recycle_bin
        where entity = 'notificationChannel' and record ->> 'secret' is not null`.execute(trx),
    ),
  write: (trx, { id, owner, secret }, sealed) =>
    sql`update recycle_bin set record = jsonb_set(record, '{secret}', to_jsonb(${sealed}::text))
         where tenant_id = ${owner} and id = ${id} and record ->> 'secret' = ${secret}`.execute(trx),
};

/** Seals what is clear, and answers how many the key does not open. */
async function sealAll(trx: Trx, vault: Vault, { at, read, write }: Keeper): Promise<number> {
  let lost = 0;
  for (const row of await read(trx)) {
    if (!isSealed(row.secret)) await write(trx, row, vault.seal(row.secret, at(Number(row.owner))));
    else if (vault.open(row.secret, at(Number(row.owner))) === null) lost += 1;
  }
  return lost;
}

/** Several processes may do it at once: what one has sealed, another leaves as it is. */
export async function sealStored({
  db,
  vault,
  log,
  config,
}: Pick<Services, 'db' | 'vault' | 'log' | 'config'>) {
  const [secondFactors, webhookSecrets, deletedWebhookSecrets] = await db.system(async (trx) => [
    await sealAll(trx, vault, factors),
    await sealAll(trx, vault, channels),
    await sealAll(trx, vault, deletedChannels),
  ]);
  if (!secondFactors && !webhookSecrets && !deletedWebhookSecrets) return;
  log.error(
    `the key in ${config.dataDir} is not the one that secrets in the database were sealed with: bring the file "key" of the installation back, or set these second factors and webhook channels up anew`,
    { secondFactors, webhookSecrets, deletedWebhookSecrets },
  );
}
