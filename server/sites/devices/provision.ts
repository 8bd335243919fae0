/**
 * Provisioning of devices. Firmware with the key and secret of a station requests its own token. The server then
 * creates a device with the requested name at the station. Provisioning is disabled until a user creates a key. The
 * device has no owner until it is claimed.
 */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isObject } from '../../../runtime/core/object.ts';
import type { CallContext, Services } from '../../engine/context.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import { isTextStorable } from '../../platform/db/tables/storable.ts';
import { hashSecret, type Vault } from '../../platform/secrets/vault.ts';
import { makeToken } from '../telemetry/catalog/deviceToken.ts';
import { isSecret } from './claim.ts';

export type ProvisionAnswer =
  | { status: 'SUCCESS'; credentialsType: 'ACCESS_TOKEN'; credentialsValue: string }
  | { status: 'NOT_FOUND' | 'FAILURE'; errorMsg: string };

/** Maximum number of devices that one key creates. */
const MAX_DEVICES = 1_000;
const MAX_NAME = 100;
const MAX_SN = 64;
const SN = /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/;
const SECRET_BYTES = 15;

const failure = (errorMsg: string): ProvisionAnswer => ({ status: 'FAILURE', errorMsg });
const NOT_FOUND: ProvisionAnswer = { status: 'NOT_FOUND', errorMsg: 'No provisioning key fits' };

const isName = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= limit && isTextStorable(value);

const randomText = (): string => randomBytes(SECRET_BYTES).toString('base64url');

interface Key {
  tenantId: number;
  stationSn: string;
  secretHash: string;
  devices: number;
}

/** Returns the sn of the device. It is the device's name if the name is valid and free. */
async function findSn(trx: Trx, name: string): Promise<string> {
  const fresh = `p-${randomBytes(6).toString('hex')}`;
  if (name.length > MAX_SN || !SN.test(name)) return fresh;
  const existing = await trx.selectFrom('device').select('id').where('sn', '=', name).executeTakeFirst();
  return existing ? fresh : name;
}

async function makeDevice(
  trx: Trx,
  vault: Vault,
  { tenantId, stationSn }: Key,
  name: string,
): Promise<{ id: number; token: string } | string> {
  // Serializes concurrent requests for one station, so that the count and the names remain correct.
  const { rows } = await sql<{ devices: number }>`
    update provision_key set devices = devices + 1 where tenant_id = ${tenantId} and station_sn = ${stationSn}
    returning devices`.execute(trx);
  if ((rows[0]?.devices ?? Infinity) > MAX_DEVICES) return 'This key has made all the devices it may';
  const named = await trx
    .selectFrom('device')
    .select('id')
    .where('stationSn', '=', stationSn)
    .where('name', '=', name)
    .executeTakeFirst();
  if (named) return 'A device of this name exists already';
  const { token, stored } = makeToken(vault, tenantId);
  const { id } = await trx
    .insertInto('device')
    .values({ tenantId, sn: await findSn(trx, name), name, stationSn, type: 'other', ...stored })
    .returning('id')
    .executeTakeFirstOrThrow();
  const diff = { name: [null, name] as [unknown, unknown] };
  await writeAudit(trx, { tenantId, userId: null, entity: 'device', id, action: 'create', diff });
  return { id, token };
}

/** Rolls back the transaction and contains the reason. */
class Refused extends Error {}

/** Provisions a device by the protocol of ThingsBoard's firmware. Refusals are also returned as a response. */
export async function provisionDevice(
  { db, hub, vault }: Pick<Services, 'db' | 'hub' | 'vault'>,
  request: unknown,
): Promise<ProvisionAnswer> {
  const { deviceName, provisionDeviceKey, provisionDeviceSecret, credentialsType } = isObject(request)
    ? request
    : {};
  if (!isName(provisionDeviceKey, MAX_NAME) || !isName(provisionDeviceSecret, MAX_NAME)) return NOT_FOUND;
  if (!isName(deviceName, MAX_NAME)) return failure('deviceName must be a name of 1 to 100 characters');
  if (credentialsType !== undefined && credentialsType !== 'ACCESS_TOKEN')
    return failure('Only credentials of the type ACCESS_TOKEN are given');
  const key = await db.system((trx) =>
    trx
      .selectFrom('provisionKey')
      .select(['tenantId', 'stationSn', 'secretHash', 'devices'])
      .where('key', '=', provisionDeviceKey)
      .executeTakeFirst(),
  );
  if (!key || !isSecret(provisionDeviceSecret, key.secretHash)) return NOT_FOUND;
  const { tenantId } = key;
  try {
    const made = await db.tenant(tenantId, async (trx) => {
      const device = await makeDevice(trx, vault, key, deviceName);
      if (typeof device === 'string') throw new Refused(device);
      return device;
    });
    hub.publish({ type: 'entity', entity: 'device', tenantId, id: made.id, do: 'create' });
    return { status: 'SUCCESS', credentialsType: 'ACCESS_TOKEN', credentialsValue: made.token };
  } catch (error) {
    if (error instanceof Refused) return failure(error.message);
    throw error;
  }
}

/** The provisioning key of a station, without its secret. */
export interface ProvisionKey {
  key: string | null;
  devices: number;
}

export async function readProvisionKey(trx: ScopedTrx, stationSn: string): Promise<ProvisionKey> {
  const { rows } = await sql<ProvisionKey>`
    select key, devices from provision_key where station_sn = ${stationSn}`.execute(trx);
  return rows[0] ?? { key: null, devices: 0 };
}

/** Creates a new key and replaces the previous one. The secret is returned only once. */
export async function renewProvisionKey(
  trx: ScopedTrx,
  { tenantId, userId }: Pick<CallContext['session'], 'tenantId' | 'userId'>,
  station: { id: number; sn: string },
): Promise<{ key: string; secret: string }> {
  const [key, secret] = [randomText(), randomText()];
  await sql`insert into provision_key (tenant_id, station_sn, key, secret_hash, created_by)
    values (${tenantId}, ${station.sn}, ${key}, ${hashSecret(secret)}, ${userId})
    on conflict (tenant_id, station_sn) do update set key = excluded.key, secret_hash = excluded.secret_hash,
      created_by = excluded.created_by, created_at = now(), devices = 0`.execute(trx);
  await noteKey(trx, { tenantId, userId }, station.id);
  return { key, secret };
}

export async function removeProvisionKey(
  trx: ScopedTrx,
  { tenantId, userId }: Pick<CallContext['session'], 'tenantId' | 'userId'>,
  station: { id: number; sn: string },
): Promise<void> {
  await sql`delete from provision_key where tenant_id = ${tenantId} and station_sn = ${station.sn}`.execute(
    trx,
  );
  await noteKey(trx, { tenantId, userId }, station.id);
}

function noteKey(trx: ScopedTrx, { tenantId, userId }: { tenantId: number; userId: number }, id: number) {
  const diff = { provisioningKey: ['***', '***'] as [unknown, unknown] };
  return writeAudit(trx, { tenantId, userId, entity: 'station', id, action: 'update', diff });
}
