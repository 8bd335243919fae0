/**
 * Says which hosts are read by Modbus. The operator of the server alone knows whose they are: each tenant reaches those
 * that are listed for it, and no others.
 */
import { type AllowedPlace, parsePlace } from './outboundAddress.ts';

/** By the number of the tenant. */
export type ModbusHosts = ReadonlyMap<number, readonly AllowedPlace[]>;

const ENTRY = /^(\d{1,9})=(\S+)$/;

/** Reads entries such as `10=192.168.1.0/24 10=plc.local` with blanks between; null where they are none. */
export function parseModbusHosts(text: string): ModbusHosts | null {
  const hosts = new Map<number, AllowedPlace[]>();
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const [, tenant, written] = ENTRY.exec(entry) ?? [];
    const place = written === undefined ? null : parsePlace(written);
    if (!place) return null;
    const tenantId = Number(tenant);
    hosts.set(tenantId, [...(hosts.get(tenantId) ?? []), place]);
  }
  return hosts;
}
