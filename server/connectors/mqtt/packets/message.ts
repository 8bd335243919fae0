/** Stores MQTT messages as telemetry. */
import { isObject } from '../../../../runtime/core/object.ts';
import type { Services } from '../../../engine/context.ts';
import { AppError, type ErrorKey } from '../../../platform/errors/errors.ts';
import { counter } from '../../../platform/metrics.ts';
import type { DeviceEntry } from '../../../sites/telemetry/catalog/catalog.ts';
import { jsonTolerant } from '../../../sites/telemetry/intake/payload.ts';
import { CODE, type Code } from './codes.ts';

export const messages = counter('wattdeck_mqtt_messages_total', 'MQTT messages by outcome', ['outcome']);

/** Approximate memory in bytes for each value of a message. Many small values need more memory than their text. */
const BYTES_A_POINT = 24;
const MAX_GUESS = 10_000;
/** Reason codes of permanent refusals. An MQTT 5 sender does not repeat a message with such a code. */
const FINAL: ReadonlyMap<ErrorKey, Code> = new Map<ErrorKey, Code>([
  ['telemetry.deviceDisabled', CODE.notAuthorized],
  ['telemetry.notAMessage', CODE.payload],
  ['telemetry.badTimestamp', CODE.payload],
  ['telemetry.badQuality', CODE.payload],
  ['telemetry.notAGateway', CODE.notAuthorized],
  ['telemetry.tooManyValues', CODE.quota],
  ['telemetry.tooManyDevices', CODE.quota],
  ['telemetry.notStorable', CODE.payload],
  ['attribute.tooMany', CODE.quota],
]);

/** Returns the reason code of a permanent refusal. Undefined if the message may be accepted later. */
export const finalCode = (error: unknown): Code | undefined =>
  error instanceof AppError ? FINAL.get(error.key) : undefined;

export type MessageKind = 'device' | 'gateway';

export function parsePayload(payload: Buffer | string): unknown {
  try {
    return jsonTolerant(payload.toString());
  } catch {
    return undefined;
  }
}

export interface MessageResult {
  code: Code;
  /** The devices that the gateway's message names. */
  names: readonly string[];
}

/**
 * Resolves when the sender need not repeat the message: it is stored, or can never be read. Rejects when the sender
 * should repeat it. A message waits here for room in memory, and the caller reads nothing more from its sender.
 */
export async function takeMessage(
  { telemetry, log }: Pick<Services, 'telemetry' | 'log'>,
  entry: DeviceEntry,
  payload: Buffer | string,
  kind: MessageKind = 'device',
): Promise<MessageResult> {
  const guess = Math.ceil(payload.length / BYTES_A_POINT);
  const admitted = await telemetry.room(Math.min(guess, MAX_GUESS));
  const device = entry.device.sn;
  const refused = (code: Code): MessageResult => ({ code, names: [] });
  try {
    const parsed = parsePayload(payload);
    if (parsed === undefined) {
      messages.inc({ outcome: 'notJson' });
      telemetry.refuse(entry, 'notJson', payload.toString());
      log.debug('an MQTT message is not valid JSON', { device });
      return refused(CODE.payload);
    }
    if (kind === 'gateway') await telemetry.receiveGateway(entry, parsed, { admitted });
    else await telemetry.receive(entry, parsed, { admitted });
    messages.inc({ outcome: 'stored' });
    return { code: CODE.success, names: kind === 'gateway' && isObject(parsed) ? Object.keys(parsed) : [] };
  } catch (error) {
    const code = finalCode(error);
    messages.inc({ outcome: code === undefined ? 'failed' : 'refused' });
    if (code === undefined) throw error;
    log.debug('an MQTT message is no telemetry', { device, key: (error as AppError).key });
    return refused(code);
  } finally {
    admitted();
  }
}
