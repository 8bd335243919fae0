import type { HandlerContext } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DeviceEntry } from '../../sites/telemetry/catalog/catalog.ts';

/** Finds the device with this token. Throws `telemetry.unknownToken`. */
export async function findSender(
  { telemetry }: Pick<HandlerContext, 'telemetry'>,
  token: string,
): Promise<DeviceEntry> {
  const entry = await telemetry.device.byToken(token);
  if (entry) return entry;
  telemetry.refusals.noteToken(token);
  throw new AppError('telemetry.unknownToken');
}
