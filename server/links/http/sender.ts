import type { HandlerContext } from '../../context.ts';
import { AppError } from '../../http/errors.ts';
import type { DeviceEntry } from '../../telemetry/catalog.ts';

/** Whose token it is. Throws `telemetry.unknownToken`. */
export async function findSender(
  { telemetry }: Pick<HandlerContext, 'telemetry'>,
  token: string,
): Promise<DeviceEntry> {
  const entry = await telemetry.device.byToken(token);
  if (entry) return entry;
  telemetry.refusals.noteToken(token);
  throw new AppError('telemetry.unknownToken');
}
