/** Opens the connection of a channel. The host must be in the operator's list of allowed hosts for the tenant. */
import type { Config } from '../../platform/config.ts';
import { AddressRefused, findListed } from '../../platform/outboundAddress.ts';
import { ModbusFault } from './faults.ts';
import { type Line, openLine } from './line.ts';
import type { ModbusChannel } from './plan.ts';

/**
 * Rejects with the faults `notAllowed`, `unknownHost` and `unreachable`. A host that is not allowed is not contacted.
 */
export async function connectChannel(
  { modbusHosts }: Pick<Config, 'modbusHosts'>,
  { tenantId, host, port }: Pick<ModbusChannel, 'tenantId' | 'host' | 'port'>,
  signal: AbortSignal,
): Promise<Line> {
  const place = await findListed(host, modbusHosts.get(tenantId) ?? []).catch((error: unknown) => {
    throw new ModbusFault(error instanceof AddressRefused ? 'notAllowed' : 'unknownHost');
  });
  return openLine({ ...place, port }, signal);
}
