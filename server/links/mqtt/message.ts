/** MQTT messages as telemetry. The topics are ThingsBoard's, so existing firmware needs no change. */
import type { Services } from '../../context.ts';
import { AppError, type ErrorKey } from '../../http/errors.ts';
import { counter } from '../../metrics.ts';
import type { DeviceEntry } from '../../telemetry/catalog.ts';
import { json_tolerant } from '../../telemetry/payload.ts';

export const TELEMETRY_TOPIC = 'v1/devices/me/telemetry';
/** A gateway's messages for the devices behind it. */
export const GATEWAY_TOPIC = 'v1/gateway/telemetry';
/** What firmware and gateways tell besides; it is no telemetry and not kept, but a gateway was heard. */
export const OTHER_TOPICS: ReadonlySet<string> = new Set([
  'v1/devices/me/attributes',
  'v1/gateway/attributes',
  'v1/gateway/connect',
  'v1/gateway/disconnect',
]);

export const messages = counter('wattdeck_mqtt_messages_total', 'MQTT messages by outcome', ['outcome']);

/** Bytes of a message for each of its values, about; many small values take more room in memory than their text. */
const BYTES_A_POINT = 24;
const MAX_GUESS = 10_000;
/** What is refused for good: the device need not send it again. */
const FINAL: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'telemetry.deviceDisabled',
  'telemetry.notAMessage',
  'telemetry.badTimestamp',
  'telemetry.badQuality',
  'telemetry.notAGateway',
  'telemetry.tooManyValues',
  'telemetry.tooManyDevices',
  'telemetry.notStorable',
]);

export type MessageKind = 'device' | 'gateway';

function payload_parse(payload: Buffer | string): unknown {
  try {
    return json_tolerant(payload.toString());
  } catch {
    return undefined;
  }
}

/**
 * Resolves when the message needs no repeating: stored, or not worth sending again because it can never be
 * read. Rejects when the device should send it again. It is read when there is room for it and no sooner: meanwhile
 * the caller reads nothing more from that sender.
 */
export async function message_take(
  { telemetry, log }: Pick<Services, 'telemetry' | 'log'>,
  entry: DeviceEntry,
  payload: Buffer | string,
  kind: MessageKind = 'device',
): Promise<void> {
  const guess = Math.ceil(payload.length / BYTES_A_POINT);
  const admitted = await telemetry.room(Math.min(guess, MAX_GUESS));
  const device = entry.device.sn;
  try {
    const parsed = payload_parse(payload);
    if (parsed === undefined) {
      messages.inc({ outcome: 'notJson' });
      telemetry.refuse(entry, 'notJson', payload.toString());
      return log.debug('an MQTT message is no JSON', { device });
    }
    if (kind === 'gateway') await telemetry.receiveGateway(entry, parsed, { admitted });
    else await telemetry.receive(entry, parsed, { admitted });
    messages.inc({ outcome: 'stored' });
  } catch (error) {
    const isFinal = error instanceof AppError && FINAL.has(error.key);
    messages.inc({ outcome: isFinal ? 'refused' : 'failed' });
    if (!isFinal) throw error;
    log.debug('an MQTT message is no telemetry', { device, key: error.key });
  } finally {
    admitted();
  }
}
