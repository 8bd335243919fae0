/** MQTT messages as telemetry. The topics are ThingsBoard's, so existing firmware needs no change. */
import type { Services } from '../../context.ts';
import { AppError } from '../../http/errors.ts';
import { counter } from '../../metrics.ts';
import type { DeviceEntry } from '../../telemetry/catalog.ts';

export const TELEMETRY_TOPIC = 'v1/devices/me/telemetry';
/** Firmware sends its attributes here too; they are not telemetry and not kept. */
export const ATTRIBUTES_TOPIC = 'v1/devices/me/attributes';

export const messages = counter('wattdeck_mqtt_messages_total', 'MQTT messages by outcome', ['outcome']);

function payload_parse(payload: Buffer | string): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}

/**
 * Resolves when the message needs no repeating: stored, or not worth sending again because it can never be
 * read. Rejects when the device should send it again.
 */
export async function message_take(
  { telemetry, log }: Pick<Services, 'telemetry' | 'log'>,
  entry: DeviceEntry,
  payload: Buffer | string,
): Promise<void> {
  const parsed = payload_parse(payload);
  const device = entry.device.sn;
  if (parsed === undefined) {
    messages.inc({ outcome: 'notJson' });
    return log.debug('an MQTT message is no JSON', { device });
  }
  try {
    const resolved = await telemetry.receive(entry, parsed, { patient: true });
    messages.inc({ outcome: resolved ? 'stored' : 'notTelemetry' });
    if (!resolved) log.debug('an MQTT message is no telemetry', { device });
  } catch (error) {
    if (!(error instanceof AppError && error.key === 'telemetry.deviceDisabled')) {
      messages.inc({ outcome: 'failed' });
      throw error;
    }
    messages.inc({ outcome: 'disabled' });
  }
}
