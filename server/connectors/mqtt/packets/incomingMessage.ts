/** A message to the listener, with the functions that all handlers share. */
import type { Services } from '../../../engine/context.ts';
import { noteRefusal } from '../../../sites/devices/attributes.ts';
import type { SessionLimits } from '../../../sites/devices/deviceRequests.ts';
import type { DeviceEntry } from '../../../sites/telemetry/catalog/catalog.ts';
import type { MqttControl } from '../control.ts';
import type { Peer, Peers } from '../peers/peers.ts';
import { CODE, type Code } from './codes.ts';
import { finalCode, messages, parsePayload } from './message.ts';

export interface Arrived {
  services: Services;
  control: MqttControl;
  peers: Peers;
  limits: SessionLimits;
  entry: DeviceEntry;
  peer: Peer;
  topic: string;
  payload: Buffer;
}

/** Waits for the work and acknowledges permanent refusals. The caller ends the connection for other errors. */
export async function settled(work: Promise<void>): Promise<Code> {
  try {
    await work;
    messages.inc({ outcome: 'taken' });
    return CODE.success;
  } catch (error) {
    const code = finalCode(error);
    if (code === undefined) throw error;
    messages.inc({ outcome: 'refused' });
    return code;
  }
}

/** Returns the parsed JSON of the message. If it is invalid, counts a refused message and returns undefined. */
export function readJson({ services, entry, payload }: Arrived): unknown {
  const parsed = parsePayload(payload);
  if (parsed === undefined) services.telemetry.refuse(entry, 'notJson', payload.toString());
  return parsed;
}

/** Acknowledges an unknown topic and ignores the message, because newer firmware may use such topics. */
export function ignore({ services, entry, topic, payload }: Arrived): Code {
  const { device } = entry;
  const example = payload.subarray(0, 200).toString();
  noteRefusal(services.telemetry, device, device.sn, { key: topic, reason: 'unknownTopic', example });
  messages.inc({ outcome: 'unknown' });
  return CODE.success;
}
