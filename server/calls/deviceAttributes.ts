/** Calls with which users set attributes of a device, claim devices, and create the provisioning key of a station. */
import type { Calls } from '../../generated/calls.ts';
import { engineContext } from '../engine/access/engine.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { writeAudit } from '../platform/db/auditLog.ts';
import type { ScopedTrx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';
import {
  type AttributeRow,
  readAttributeRows,
  removeAttribute,
  type Scope,
  writeAttributes,
} from '../sites/devices/attributeRows.ts';
import { claimDevice } from '../sites/devices/claim.ts';
import { readProvisionKey, removeProvisionKey, renewProvisionKey } from '../sites/devices/provision.ts';
import { readAttributes } from '../sites/devices/values.ts';
import { openStation } from '../sites/stations/open.ts';
import { reasonText } from '../sites/telemetry/intake/reasons.ts';

type AttributeOperation =
  | 'deviceAttributes'
  | 'deviceAttributeSet'
  | 'deviceAttributeRemove'
  | 'deviceClaim'
  | 'stationProvisioning'
  | 'stationProvisioningRenew'
  | 'stationProvisioningRemove';

const SCOPES: readonly Scope[] = ['client', 'shared', 'server'];

interface Device {
  id: number;
  tenantId: number;
  sn: string;
}

/** Returns a device if the caller may do the action with it. */
async function requireDevice(
  trx: ScopedTrx,
  { session }: HandlerContext,
  id: number,
  action: 'get' | 'update',
): Promise<Device> {
  const device = await trx
    .selectFrom(seen(trx, session, 'device', action).as('d'))
    .select(['d.id', 'd.tenantId', 'd.sn'])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!device) throw new AppError('device.notFound');
  return device;
}

/** Changes an attribute and logs its previous value. Returns all current attributes. */
async function changeAttribute(
  context: HandlerContext,
  id: number,
  { scope, key, value }: { scope: Scope; key: string; value: unknown },
  change: (trx: ScopedTrx, device: Device) => Promise<string>,
): Promise<AttributeRow[]> {
  const { db, hub, session } = context;
  const { tenantId, userId } = session;
  const { device, at, all } = await db.tenant(tenantId, async (trx) => {
    const device = await requireDevice(trx, context, id, 'update');
    const [before] = await readAttributeRows(trx, device, [scope], [key]);
    const changedAt = await change(trx, device);
    const diff = { [`${scope}/${key}`]: [before?.value ?? null, value] as [unknown, unknown] };
    await writeAudit(trx, { tenantId, userId, entity: 'device', id, action: 'update', diff });
    return { device, at: changedAt, all: await readAttributeRows(trx, device, SCOPES) };
  });
  if (scope === 'shared') {
    const event = { type: 'attributes', tenantId, deviceSn: device.sn } as const;
    hub.publish(value === null ? { ...event, deleted: key } : { ...event, at });
  }
  return all;
}

export const deviceAttributeCalls = {
  deviceAttributes: ({ path: { id } }, context) =>
    context.db.tenant(context.session.tenantId, async (trx) =>
      readAttributeRows(trx, await requireDevice(trx, context, id, 'get'), SCOPES),
    ),

  async deviceAttributeSet({ path: { id }, body: { scope, key, value } }, context) {
    const { values, refusals } = readAttributes({ [key]: value });
    const [refusal] = refusals;
    if (refusal) {
      const reason = { zh: reasonText(refusal.reason, 'zh'), en: reasonText(refusal.reason, 'en') };
      const field = refusal.reason === 'keyInvalid' ? '/key' : '/value';
      throw new AppError('attribute.invalid', { key, reason }, { field });
    }
    return changeAttribute(context, id, { scope, key, value }, (trx, device) =>
      writeAttributes(trx, device, scope, values),
    );
  },

  deviceAttributeRemove: ({ path: { id }, query: { scope, key } }, context) =>
    changeAttribute(context, id, { scope, key, value: null }, async (trx, device) => {
      if (!(await removeAttribute(trx, device, scope, key))) throw new AppError('attribute.notFound');
      return '';
    }),

  async deviceClaim({ body: { name, secretKey } }, context) {
    return { id: await claimDevice(engineContext(context), name, secretKey) };
  },

  stationProvisioning: ({ path: { stationSn } }, context) =>
    context.db.tenant(context.session.tenantId, async (trx) => {
      await openStation(trx, context, { sn: stationSn });
      return readProvisionKey(trx, stationSn);
    }),

  stationProvisioningRenew: ({ path: { stationSn } }, context) =>
    context.db.tenant(context.session.tenantId, async (trx) =>
      renewProvisionKey(trx, context.session, await openStation(trx, context, { sn: stationSn })),
    ),

  stationProvisioningRemove: ({ path: { stationSn } }, context) =>
    context.db.tenant(context.session.tenantId, async (trx) => {
      await removeProvisionKey(trx, context.session, await openStation(trx, context, { sn: stationSn }));
      return null;
    }),
} satisfies Pick<Calls<HandlerContext>, AttributeOperation>;
