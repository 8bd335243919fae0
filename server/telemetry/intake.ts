/** The ways in: what senders hand over is resolved, what is refused is noted, and the rest waits for the disk. */
import { AppError } from '../http/errors.ts';
import type { DeviceEntry } from './catalog.ts';
import { collected_resolve } from './collector.ts';
import { gateway_resolve } from './gateway.ts';
import type { HeardNotes } from './heard.ts';
import type { Reason } from './reasons.ts';
import { closed_refuse, type Parts, payload_resolve, type Resolved } from './receive.ts';
import type { Refusals } from './refusals/index.ts';
import type { AddOptions, Writer } from './writer.ts';

/**
 * Each throws what the sender is told when nothing was taken: `telemetry.deviceDisabled`, `telemetry.notAMessage`,
 * `telemetry.notAGateway`, `telemetry.overloaded`. What they answer is stored.
 */
export interface Intake {
  /** One message of a device. */
  receive(entry: DeviceEntry, payload: unknown, options?: AddOptions): Promise<Resolved>;
  /** One message of a gateway, for the devices behind it. */
  receiveGateway(entry: DeviceEntry, payload: unknown, options?: AddOptions): Promise<Resolved>;
  /** Points for many devices of a tenant; `sender` is who is shown beside what is refused. */
  collect(tenantId: number, sender: string, points: readonly unknown[]): Promise<Resolved>;
  /** A whole message that cannot be taken. */
  refuse(entry: DeviceEntry, reason: Reason, example?: unknown): void;
}

interface Options {
  parts: Parts;
  writer: Pick<Writer, 'add' | 'overloaded'>;
  refusals: Pick<Refusals, 'note'>;
  heard: Pick<HeardNotes, 'note'>;
}

export function createIntake({ parts, writer, refusals, heard }: Options): Intake {
  function refuse({ device }: DeviceEntry, reason: Reason, example?: unknown): void {
    const { tenantId, sn } = device;
    refusals.note({ tenantId, deviceSn: sn, sender: sn, key: '', reason, example });
  }

  function refusals_note(tenantId: number, sender: string, { refusals: all }: Resolved): void {
    for (const { device = sender, key, reason, value } of all)
      refusals.note({ tenantId, deviceSn: device, sender, key, reason, example: value });
  }

  /** What is to be sent again is looked at then; nothing of it is noted now. */
  function hurry_check({ admitted }: AddOptions): void {
    const full = admitted ? null : writer.overloaded();
    if (full) throw full;
  }

  function entry_check(entry: DeviceEntry, example: unknown): void {
    if (entry.device.enabled) return;
    refuse(entry, 'deviceDisabled', example);
    throw new AppError('telemetry.deviceDisabled');
  }

  async function resolved_store(
    tenantId: number,
    sender: string,
    resolved: Resolved,
    options: AddOptions,
  ): Promise<Resolved> {
    const stored = closed_refuse(resolved, await writer.add(resolved.ready, options));
    refusals_note(tenantId, sender, stored);
    return stored;
  }

  return {
    refuse,
    async receive(entry, payload, options = {}) {
      hurry_check(options);
      entry_check(entry, payload);
      const resolved = await payload_resolve(parts, entry, payload, Date.now());
      if (typeof resolved === 'string') {
        refuse(entry, resolved, payload);
        throw new AppError('telemetry.notAMessage');
      }
      return resolved_store(entry.device.tenantId, entry.device.sn, resolved, options);
    },
    async receiveGateway(entry, payload, options = {}) {
      hurry_check(options);
      entry_check(entry, payload);
      const resolved = await gateway_resolve(parts, entry, payload, Date.now());
      if (typeof resolved === 'string') {
        refuse(entry, resolved, payload);
        throw new AppError(resolved === 'notAGateway' ? 'telemetry.notAGateway' : 'telemetry.notAMessage');
      }
      const stored = await resolved_store(entry.device.tenantId, entry.device.sn, resolved, options);
      heard.note(entry.device);
      return stored;
    },
    async collect(tenantId, sender, points) {
      hurry_check({});
      const resolved = await collected_resolve(parts, tenantId, points, Date.now());
      return resolved_store(tenantId, sender, resolved, {});
    },
  };
}
