/** The intake: resolves the points of senders, records refused points, and waits until the other points are on disk. */
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
 * Each function throws if nothing was stored: `telemetry.deviceDisabled`, `telemetry.notAMessage`,
 * `telemetry.badTimestamp`, `telemetry.badQuality`, `telemetry.notAGateway`, `telemetry.tooManyValues`,
 * `telemetry.tooManyDevices`, `telemetry.notStorable`, `telemetry.overloaded`. The returned points are stored.
 */
export interface Intake {
  /** Stores a message of a device. */
  receive(entry: DeviceEntry, payload: unknown, options?: AddOptions): Promise<Resolved>;
  /** Stores a message of a gateway with values of its devices. */
  receiveGateway(entry: DeviceEntry, payload: unknown, options?: AddOptions): Promise<Resolved>;
  /** Stores points for many devices of a tenant. `sender` is the name that is shown with refused points. */
  collect(of: Collected, sender: string, points: readonly unknown[]): Promise<Resolved>;
  /** Records the refusal of a whole message. */
  refuse(entry: DeviceEntry, reason: Reason, example?: unknown): void;
  /** Records the refusal of a whole message of a collector. */
  refuseCollected(tenantId: number, sender: string, reason: Reason, example?: unknown): void;
}

interface Options {
  parts: Parts;
  writer: Pick<Writer, 'add' | 'overloaded'>;
  refusals: Pick<Refusals, 'note'>;
  heard: Pick<LastSeenNotes, 'note'>;
}

/** A kind of sender, with the parser of its messages and the error for too many values. */
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

/** Returns the error for a message that is refused completely. */
function refusalError(reason: Reason): PlainKey {
  if (reason === 'notAGateway') return 'telemetry.notAGateway';
  if (reason === 'qualityInvalid') return 'telemetry.badQuality';
  return reason.startsWith('time') ? 'telemetry.badTimestamp' : 'telemetry.notAMessage';
}

/** Records points that the database can never store. The error makes the sender drop them. */
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

  /** Throws if the queue is full. Nothing is recorded, because the message will be sent and checked again. */
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
