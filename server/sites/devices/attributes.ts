/** Attributes of devices: reported by devices, requested by devices, and sent to devices after a change. */
import { isObject } from '../../../runtime/core/object.ts';
import type { Services } from '../../engine/context.ts';
import { limitConcurrency } from '../../platform/concurrencyLimit.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DeviceEntry } from '../telemetry/catalog/catalog.ts';
import type { TelemetryDevice } from '../telemetry/types.ts';
import { readAttributeRows, readChanged, type Scope, writeAttributes } from './attributeRows.ts';
import { readAttributes } from './values.ts';

/** Attributes in the format for devices. A scope without attributes is missing. */
export interface Answer {
  client?: Record<string, unknown>;
  shared?: Record<string, unknown>;
}

/** The message with the changed shared attributes of a device. Deleted attributes are under "deleted". */
export type ChangedAttributes = Record<string, unknown>;

export interface Attributes {
  /**
   * Stores the attributes that a device reports about itself. `sender` is the gateway that speaks for the device, if
   * any. Throws `telemetry.notAMessage`, `telemetry.deviceDisabled` or `attribute.tooMany`. The refusal is already
   * recorded, and the device must not repeat the message.
   */
  report(entry: DeviceEntry, payload: unknown, sender?: string): Promise<void>;
  /** Without both lists, returns all attributes of both scopes. */
  read(entry: DeviceEntry, client: string[] | null, shared: string[] | null): Promise<Answer>;
  /** Subscribes to attribute changes for devices, including changes by other processes. */
  onChange(listener: (device: TelemetryDevice, change: ChangedAttributes) => void): () => void;
}

/** Maximum number of concurrent transactions, so that connections remain for other work. */
const AT_ONCE = 4;

export const noteRefusal = (
  { refusals }: Pick<Services['telemetry'], 'refusals'>,
  { tenantId, sn }: TelemetryDevice,
  sender: string,
  refusal: { key: string; reason: Parameters<typeof refusals.note>[0]['reason']; example?: unknown },
): void => refusals.note({ tenantId, deviceSn: sn, sender, ...refusal });

type Parts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>;

export function createAttributes({ db, hub, log, telemetry }: Parts): Attributes {
  const transactions = limitConcurrency(AT_ONCE);
  async function inTenant<T>(tenantId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
    const leave = await transactions.enter();
    try {
      return await db.tenant(tenantId, work);
    } finally {
      leave();
    }
  }

  async function report(entry: DeviceEntry, payload: unknown, sender = entry.device.sn): Promise<void> {
    const { device } = entry;
    const refuse = (reason: 'notAMessage' | 'deviceDisabled' | 'attributesFull'): void =>
      noteRefusal(telemetry, device, sender, { key: '', reason, example: payload });
    if (!device.enabled) {
      refuse('deviceDisabled');
      throw new AppError('telemetry.deviceDisabled');
    }
    if (!isObject(payload)) {
      refuse('notAMessage');
      throw new AppError('telemetry.notAMessage');
    }
    const { values, refusals } = readAttributes(payload);
    for (const refusal of refusals)
      noteRefusal(telemetry, device, sender, { ...refusal, example: payload[refusal.key] });
    if (values.size === 0) return;
    await inTenant(device.tenantId, (trx) => writeAttributes(trx, device, 'client', values)).catch(
      (error) => {
        if (error instanceof AppError) refuse('attributesFull');
        throw error;
      },
    );
  }

  async function read(entry: DeviceEntry, client: string[] | null, shared: string[] | null): Promise<Answer> {
    const isAll = client === null && shared === null;
    const rowsOf = (trx: Trx, scope: Scope, keys: string[] | null) =>
      keys === null && !isAll ? [] : readAttributeRows(trx, entry.device, [scope], keys);
    return inTenant(entry.device.tenantId, async (trx) => {
      const answer: Answer = {};
      for (const [scope, keys] of [
        ['client', client],
        ['shared', shared],
      ] as const) {
        const rows = await rowsOf(trx, scope, keys);
        if (rows.length > 0) answer[scope] = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
      }
      return answer;
    });
  }

  return {
    report,
    read,
    onChange: (listener) =>
      hub.subscribe((event) => {
        if (event.type !== 'attributes') return;
        const { tenantId, deviceSn } = event;
        const publish = async (): Promise<void> => {
          const device = (await telemetry.device.byDeviceSn(tenantId, deviceSn))?.device;
          if (!device) return;
          if ('deleted' in event) return listener(device, { deleted: [event.deleted] });
          listener(device, await inTenant(tenantId, (trx) => readChanged(trx, device, event.at)));
        };
        publish().catch((error) => log.warn('a device was not told of a change', { error: String(error) }));
      }),
  };
}
