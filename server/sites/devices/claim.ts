/**
 * Claiming of devices. A device without an owner, created by a provisioning key, reports a secret and its validity. A
 * user of the tenant who may change devices enters the device's name and secret, and becomes the owner.
 */
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isObject } from '../../../runtime/core/object.ts';
import type { CallContext, Services } from '../../engine/context.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { hashSecret } from '../../platform/secrets/vault.ts';
import type { DeviceEntry } from '../telemetry/catalog/catalog.ts';

/** Default and maximum validity in ms. */
const DEFAULT_MS = 60_000;
const MAX_MS = 24 * 3_600_000;
const MAX_SECRET = 128;
/** Number of wrong attempts after which the device must report its secret again. */
const MAX_TRIES = 5;

export function isSecret(text: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(text)), Buffer.from(hash));
}

function readDuration(value: unknown): number {
  const duration = typeof value === 'number' && value > 0 ? value : DEFAULT_MS;
  return Math.min(duration, MAX_MS);
}

/** Parses `{"secretKey": text, "durationMs": number}`, both optional. Throws `telemetry.notAMessage`. */
export async function offerClaim(
  { db }: Pick<Services, 'db'>,
  { device: { tenantId, id } }: DeviceEntry,
  payload: unknown,
): Promise<void> {
  const { secretKey = '', durationMs } = isObject(payload) ? payload : { secretKey: null };
  if (typeof secretKey !== 'string' || secretKey.length > MAX_SECRET)
    throw new AppError('telemetry.notAMessage');
  const seconds = readDuration(durationMs) / 1000;
  await db.tenant(tenantId, (trx) =>
    sql`insert into device_claim (tenant_id, device_id, secret_hash, expires_at)
      values (${tenantId}, ${id}, ${hashSecret(secretKey)}, now() + make_interval(secs => ${seconds}))
      on conflict (tenant_id, device_id) do update set
        secret_hash = excluded.secret_hash, expires_at = excluded.expires_at, tries = 0`.execute(trx),
  );
}

interface Offered {
  id: number;
  secretHash: string;
  createdBy: number | null;
}

/**
 * Returns the id of the claimed device. Throws `claim.owned`, or `claim.wrong` for an unknown device, a missing offer
 * or a wrong secret. The error does not distinguish the last three cases.
 */
export async function claimDevice(
  { db, hub, session }: Pick<CallContext, 'db' | 'hub' | 'session'>,
  name: string,
  secret: string,
): Promise<number> {
  const { tenantId, userId } = session;
  const claimed = await db.tenant(tenantId, async (trx) => {
    const { rows } = await sql<Offered>`
      update device_claim c set tries = c.tries + 1 from device d
       where c.tenant_id = ${tenantId} and d.tenant_id = c.tenant_id and d.id = c.device_id
         and (d.name = ${name} or d.sn = ${name}) and c.expires_at > now() and c.tries < ${MAX_TRIES}
      returning c.device_id as id, c.secret_hash as "secretHash", d.created_by as "createdBy"`.execute(trx);
    const offered = rows.find(({ secretHash }) => isSecret(secret, secretHash));
    // An error thrown here would roll back the counted attempt.
    if (!offered || offered.createdBy !== null) return offered ? 'claim.owned' : 'claim.wrong';
    const { id } = offered;
    await sql`update device set created_by = ${userId}, updated_by = ${userId}, updated_at = now(),
      version = version + 1 where tenant_id = ${tenantId} and id = ${id}`.execute(trx);
    await sql`delete from device_claim where tenant_id = ${tenantId} and device_id = ${id}`.execute(trx);
    const diff = { claimed: [null, true] as [unknown, unknown] };
    await writeAudit(trx, { tenantId, userId, entity: 'device', id, action: 'update', diff });
    return id;
  });
  if (typeof claimed === 'string') throw new AppError(claimed);
  hub.publish({ type: 'entity', entity: 'device', tenantId, id: claimed, do: 'update' });
  return claimed;
}
