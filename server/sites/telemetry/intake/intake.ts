/** The intake. It resolves the points of senders, records refused ones, and waits until the others are on disk. */
import { DATA_CLASS, errorCode } from '../../../platform/db/connect/connect.ts';
import { AppError, type PlainKey } from '../../../platform/errors/errors.ts';
import type { DeviceEntry } from '../catalog/catalog.ts';
import type { Refusals } from '../refusals/index.ts';
import type { AddOptions, Writer } from '../write/writer.ts';
import { type Collected, resolveCollected } from './collector.ts';
import { MAX_DEVICES, resolveGateway } from './gateway.ts';
import type { LastSeenNotes } from './lastSeen.ts';
import { MAX_ENTRIES } from './payload.ts';
import type { Reason } from './reasons.ts';
import { type Parts, type Resolved, refuseClosed, resolvePayload } from './resolvePayload.ts';

/**
 * Each throws what the sender is told when nothing was taken: `telemetry.deviceDisabled`, `telemetry.notAMessage`,
 * `telemetry.badTimestamp`, `telemetry.badQuality`,
 * `telemetry.notAGateway`, `telemetry.tooManyValues`, `telemetry.tooManyDevices`, `telemetry.notStorable`,
 * `telemetry.overloaded`. What they answer is stored.
 */
export interface Intake {
  /** Takes a message of a device. */
  receive(entry: DeviceEntry, payload: unknown, options?: AddOptions): Promise<Resolved>;
  /** Takes a message of a gateway with values of the devices behind it. */
  receiveGateway(entry: DeviceEntry, payload: unknown, options?: AddOptions): Promise<Resolved>;
  /** Takes points for many devices of a tenant; `sender` is the name that is shown with refused points. */
  collect(of: Collected, sender: string, points: readonly unknown[]): Promise<Resolved>;
  /** Refuses a whole message. */
  refuse(entry: DeviceEntry, reason: Reason, example?: unknown): void;
  /** Refuses a whole message of a collector. */
  refuseCollected(tenantId: number, sender: string, reason: Reason, example?: unknown): void;
}

interface Options {
  parts: Parts;
  writer: Pick<Writer, 'add' | 'overloaded'>;
  refusals: Pick<Refusals, 'note'>;
  heard: Pick<LastSeenNotes, 'note'>;
}

/** A kind of sender, with the reader of its messages and the error for a message with too many values. */
interface Kind {
  resolve(parts: Parts, entry: DeviceEntry, payload: unknown, now: number): Promise<Resolved | Reason>;
  tooLarge(): AppError;
}

const DEVICE: Kind = {
  resolve: resolvePayload,
  tooLarge: () => new AppError('telemetry.tooManyValues', { limit: MAX_ENTRIES }),
};
const GATEWAY: Kind = {
  resolve: resolveGateway,
  tooLarge: () => new AppError('telemetry.tooManyDevices', { limit: MAX_DEVICES }),
};

/** Returns the error for a message that is refused as a whole. */
function refusalError(reason: Reason): PlainKey {
  if (reason === 'notAGateway') return 'telemetry.notAGateway';
  if (reason === 'qualityInvalid') return 'telemetry.badQuality';
  return reason.startsWith('time') ? 'telemetry.badTimestamp' : 'telemetry.notAMessage';
}

/**
 * Records points that the database cannot store, and never will. The error prevents the sender from sending them again.
 */
async function checkStorable<T>(work: () => Promise<T>, unstorable: () => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!errorCode(error).startsWith(DATA_CLASS)) throw error;
    unstorable();
    throw new AppError('telemetry.notStorable', {}, { cause: error });
  }
}

export function createIntake({ parts, writer, refusals, heard }: Options): Intake {
  const refuseSender: Intake['refuseCollected'] = (tenantId, sender, reason, example) =>
    refusals.note({ tenantId, deviceSn: sender, sender, key: '', reason, example });

  const refuse: Intake['refuse'] = ({ device }, reason, example) =>
    refuseSender(device.tenantId, device.sn, reason, example);

  function noteRefusals(tenantId: number, sender: string, { refusals: all }: Resolved): void {
    for (const { device = sender, key, reason, value } of all)
      refusals.note({ tenantId, deviceSn: device, sender, key, reason, example: value });
  }

  /** Throws if the queue is full. The message will be sent again and checked then, so nothing of it is recorded now. */
  function checkHurry({ admitted }: AddOptions): void {
    const full = admitted ? null : writer.overloaded();
    if (full) throw full;
  }

  function checkEntry(entry: DeviceEntry, example: unknown): void {
    if (entry.device.enabled) return;
    refuse(entry, 'deviceDisabled', example);
    throw new AppError('telemetry.deviceDisabled');
  }

  async function storeResolved(
    tenantId: number,
    sender: string,
    resolved: Resolved,
    options: AddOptions,
  ): Promise<Resolved> {
    const stored = refuseClosed(resolved, await writer.add(resolved.ready, options));
    noteRefusals(tenantId, sender, stored);
    return stored;
  }

  async function receiveMessage(
    entry: DeviceEntry,
    payload: unknown,
    options: AddOptions,
    { resolve, tooLarge }: Kind,
  ): Promise<Resolved> {
    checkHurry(options);
    checkEntry(entry, payload);
    const work = async (): Promise<Resolved> => {
      const resolved = await resolve(parts, entry, payload, Date.now());
      if (typeof resolved !== 'string')
        return storeResolved(entry.device.tenantId, entry.device.sn, resolved, options);
      refuse(entry, resolved, payload);
      throw resolved === 'tooLarge' ? tooLarge() : new AppError(refusalError(resolved));
    };
    return checkStorable(work, () => refuse(entry, 'notStorable', payload));
  }

  return {
    refuse,
    refuseCollected: refuseSender,
    receive: (entry, payload, options = {}) => receiveMessage(entry, payload, options, DEVICE),
    async receiveGateway(entry, payload, options = {}) {
      const stored = await receiveMessage(entry, payload, options, GATEWAY);
      heard.note(entry.device);
      return stored;
    },
    async collect(of, sender, points) {
      const { tenantId } = of;
      checkHurry({});
      const work = async (): Promise<Resolved> => {
        const resolved = await resolveCollected(parts, of, points, Date.now());
        return storeResolved(tenantId, sender, resolved, {});
      };
      return checkStorable(work, () => refuseSender(tenantId, sender, 'notStorable', points));
    },
  };
}
