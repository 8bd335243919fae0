/** Stores values like those in messages of devices. */
import type { Services } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { counter } from '../../platform/metrics.ts';
import type { Part } from './readUnit.ts';

const BAD = 2;

export interface Measured {
  tenantId: number;
  deviceSn: string;
  good: readonly Part[];
  turnedBad: readonly string[];
}

const reads = counter('wattdeck_modbus_values_total', 'Values read by Modbus', ['outcome']);

/** Returns values that could not be read as zeros with bad quality, which excludes them from all uses. */
const badPart = (codes: readonly string[], ts: number) => ({
  ...{ ts, quality: BAD },
  values: Object.fromEntries(codes.map((code) => [code, 0])),
});

/**
 * Resolves with true when the values are on disk, or were permanently refused and counted. False if they could not be
 * stored. Waits while the disk queue is full.
 */
export async function storeMeasured(
  { telemetry, log }: Pick<Services, 'telemetry' | 'log'>,
  { tenantId, deviceSn, good, turnedBad }: Measured,
  now: number,
): Promise<boolean> {
  const message = [...good, ...(turnedBad.length > 0 ? [badPart(turnedBad, now)] : [])];
  if (message.length === 0) return true;
  const count = message.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
  const admitted = await telemetry.room(count);
  try {
    const entry = await telemetry.device.byDeviceSn(tenantId, deviceSn);
    if (entry) await telemetry.receive(entry, message, { admitted });
    reads.inc({ outcome: 'stored' }, count);
    return true;
  } catch (error) {
    // A device disabled in the meantime is refused, like any sender of its values.
    if (error instanceof AppError && error.key === 'telemetry.deviceDisabled') return true;
    reads.inc({ outcome: 'failed' }, count);
    log.warn('values read by Modbus were not stored', { device: deviceSn, error: String(error) });
    return false;
  } finally {
    admitted();
  }
}
